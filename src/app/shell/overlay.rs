//! Dialogs over the window: command palette, keyboard shortcuts, glossary, SMILES, path.

use std::path::PathBuf;

use eframe::egui::{
    self, Align2, Area, Button, Context, Id, Key, Order, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};

use super::{
    glossary::{self, glossary_ui},
    path_box::{PathBox, path_ui},
};
use crate::app::{
    state::{action::Action, command::Command, labels},
    widgets::keys::key_name,
    work::{folder::Folder, slot::Slot},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overlay {
    #[default]
    None,
    /// Typed text and index of the highlighted command.
    Palette(String, usize),
    Keys,
    /// Typed text.
    Glossary(String),
    /// Typed text.
    Smiles(String),
    /// Replaces the system's file dialog where there is none.
    Path(PathBox),
}

/// Draws the open dialog; a command closes it.
pub(crate) fn overlay_ui(
    ctx: &Context,
    overlay: &mut Overlay,
    folders: &mut Slot<PathBuf, Folder>,
    commands: &mut Vec<Command>,
) {
    if *overlay == Overlay::None {
        return;
    }
    let mut is_done = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    Area::new(Id::unique("overlay")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 96.0)).show(
        ctx,
        |ui| {
            egui::Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                let width: f32 = match overlay {
                    Overlay::Keys => 680.0,
                    Overlay::Path(_) => 560.0,
                    Overlay::Glossary(_) => glossary::WIDTH,
                    _ => 440.0,
                };
                ui.set_width(width.min(ctx.content_rect().width() - 48.0));
                is_done |= match overlay {
                    Overlay::Palette(text, chosen) => palette_ui(ui, text, chosen, commands),
                    Overlay::Keys => keys_ui(ui),
                    Overlay::Glossary(text) => glossary_ui(ui, text),
                    Overlay::Smiles(text) => {
                        let typed = box_ui(ui, "SMILES of a molecule, such as CC(=O)Oc1ccccc1C(=O)O", "SMILES", text);
                        commands.extend(typed.clone().map(|smiles| Command::Open(format!("smiles:{smiles}"))));
                        typed.is_some()
                    }
                    Overlay::Path(path) => path_ui(ui, path, folders, commands),
                    Overlay::None => true,
                };
            });
        },
    );
    if is_done {
        *overlay = Overlay::None;
    }
}

/// A text field; returns its text when Enter is pressed.
fn box_ui(ui: &mut Ui, hint: &str, label: &str, text: &mut String) -> Option<String> {
    ui.weak(hint);
    let edit = ui.add(TextEdit::singleline(text).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    let is_entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && !is_entered {
        edit.request_focus();
    }
    let typed = text.trim();
    (is_entered && !typed.is_empty()).then(|| typed.to_owned())
}

fn palette_ui(ui: &mut Ui, text: &mut String, chosen: &mut usize, commands: &mut Vec<Command>) -> bool {
    let edit = ui.add(
        TextEdit::singleline(text).hint_text(format!("{}…", labels::shell::FIND_COMMAND)).desired_width(f32::INFINITY),
    );
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::shell::FIND_COMMAND));
    let (is_entered, down, up) = ui.input(|input| {
        (input.key_pressed(Key::Enter), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp))
    });
    if !edit.has_focus() && !is_entered {
        edit.request_focus();
    }
    let wanted = text.to_lowercase();
    let is_match = |action: &&Action| action.label().to_lowercase().contains(&wanted);
    let matches: Vec<Action> = Action::ALL.iter().filter(is_match).copied().collect();
    if edit.changed() {
        *chosen = 0;
    }
    *chosen = (*chosen + usize::from(down)).saturating_sub(usize::from(up)).min(matches.len().saturating_sub(1));
    let mut is_done = false;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (idx, action) in matches.into_iter().enumerate() {
            let key = action.shortcut().map(|key| key_name(ui, &key)).unwrap_or_default();
            let button = Button::selectable(idx == *chosen, action.label()).shortcut_text(key);
            let response = ui.add(button.min_size(vec2(ui.available_width(), 26.0)));
            if response.clicked() || (is_entered && idx == *chosen) {
                commands.push(action.command());
                is_done = true;
            }
        }
    });
    is_done
}

fn keys_ui(ui: &mut Ui) -> bool {
    crate::app::widgets::heading::heading_ui(ui, Action::Keys.title());
    let row = |action: &Action| Some((key_name(ui, &action.shortcut()?), action.label()));
    let mut rows: Vec<(String, &str)> = Action::ALL.iter().filter_map(row).collect();
    rows.extend(MOUSE.map(|(key, what)| (key.to_owned(), what)));
    let half = rows.len().div_ceil(2);
    ScrollArea::vertical().max_height(ui.ctx().content_rect().height() - 200.0).show(ui, |ui| {
        ui.columns(2, |columns| {
            for (column, rows) in columns.iter_mut().zip(rows.chunks(half)) {
                egui::Grid::new(("keys", rows.len(), &rows[0].0)).num_columns(2).spacing([16.0, 2.0]).show(
                    column,
                    |ui| {
                        for (key, what) in rows {
                            ui.monospace(key);
                            ui.label(*what);
                            ui.end_row();
                        }
                    },
                );
            }
        });
    });
    ui.add_space(8.0);
    ui.button(labels::CLOSE).clicked()
}

const MOUSE: [(&str, &str); 5] = [
    ("Wheel", "Zoom at the pointer"),
    ("Drag", "Pan; on a node: move it, or add an edge in edit mode"),
    ("Double click", "Fit to view; on a node: unpin it"),
    ("Shift+Drag", "Select nodes"),
    ("Right click", "Context menu"),
];
