//! The bar at the top with its menus, and what opens over the window: all commands, all keys, a box to type in.

use eframe::egui::{
    self, Align, Align2, Area, Button, Context, Id, Key, Layout, MenuBar, Order, RichText, Role, ScrollArea, TextEdit,
    Ui, WidgetInfo, vec2,
};

use super::super::{
    command::{Command, named},
    edit::EditCommand,
    glossary::{self, glossary_ui},
    places::{self, Place},
    state::State,
    tabs::Tab,
};
use crate::readers::catalog::Entry;

/// What lies over the window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Commands by name, as far as typed, with the one that Enter takes.
    Palette(String, usize),
    /// All keys.
    Keys,
    /// All symbols, as far as typed.
    Glossary(String),
    /// A molecule to be typed.
    Smiles(String),
    /// A path to be typed, where no file dialog answers.
    Path(String),
    /// The same for a figure to be saved.
    SaveFigure(String),
    /// The same for matrices.
    SaveMatrices(String),
    /// The same for the graph.
    SaveGraph(String),
}

pub fn top_ui(
    ui: &mut Ui,
    state: &State,
    entries: &[Entry],
    recent: &[String],
    trained: Option<f32>,
    commands: &mut Vec<Command>,
) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| {
            item_ui(ui, "Start page", true, commands);
            item_ui(ui, "Open file…", true, commands);
            item_ui(ui, "Type SMILES…", true, commands);
            ui.separator();
            for entry in entries {
                if ui.button(&entry.name).clicked() {
                    commands.push(Command::Open(entry.name.clone()));
                }
            }
            if !recent.is_empty() {
                ui.menu_button("Recent", |ui| {
                    for path in recent {
                        if ui.button(path).clicked() {
                            commands.push(Command::Open(path.clone()));
                        }
                    }
                });
            }
            ui.separator();
            let is_open = state.data.is_some();
            for name in
                ["Save as GraphML…", "Export figure…", "Copy figure", "Export matrices…", "Copy link to this view"]
            {
                item_ui(ui, name, is_open, commands);
            }
            ui.separator();
            item_ui(ui, "Quit", true, commands);
        });
        ui.menu_button("Edit", |ui| {
            item_ui(ui, "Undo", state.can_undo(), commands);
            item_ui(ui, "Redo", state.can_redo(), commands);
            ui.separator();
            item_ui(ui, "Edit the graph", state.data.is_some(), commands);
            item_ui(ui, "Remove the kept node or edge", state.pen.is_down && state.view.locked.is_some(), commands);
            item_ui(ui, "Discard all edits", !state.view.edits.is_empty(), commands);
        });
        ui.menu_button("View", |ui| {
            for name in [
                "Next graph",
                "Previous graph",
                "Next step",
                "Previous step",
                "Play the steps",
                "One level at a time",
                "Fit graphs",
                "Start or pause the layout",
                "Shake the layout",
            ] {
                item_ui(ui, name, true, commands);
            }
            ui.separator();
            for name in [
                "Next node order",
                "Hulls around clusters",
                "Presentation",
                "Dark or light",
                "Less motion",
                "List of graphs",
                "Panels to their places",
            ] {
                item_ui(ui, name, true, commands);
            }
        });
        let help = ui.menu_button("Help", |ui| {
            for name in ["Take the tour", "Glossary…", "Keys…", "All commands…"] {
                item_ui(ui, name, true, commands);
            }
        });
        places::mark(ui, Place::Help, help.response.rect);
        if let Some(data) = &state.data {
            ui.separator();
            ui.label(RichText::new(&data.dataset.name).family(super::theme::strong_family()));
            let graph = data.dataset.graphs.get(state.view.graph);
            let name = graph.and_then(|graph| graph.name.as_deref()).map(|name| format!(" · {name}"));
            let edited = if state.view.edits.is_empty() { "" } else { " · edited" };
            let (graph, n_graphs) = (state.view.graph, data.dataset.graphs.len());
            ui.weak(format!("graph {graph} of {n_graphs}{}{edited}", name.unwrap_or_default()));
        }
        if Tab::ALL.len() > 1 {
            ui.separator();
            let mut names = egui::Rect::NOTHING;
            for &(tab, name) in Tab::ALL {
                // A run in progress is seen from every tab.
                let text = match trained.filter(|_| tab == Tab::Train) {
                    Some(share) => format!("{name} {:.0} %", 100.0 * share),
                    None => name.to_owned(),
                };
                let label = ui.selectable_label(tab == state.tab, text);
                label.widget_info(|| WidgetInfo::selected(Role::Button, true, tab == state.tab, name));
                names |= label.rect;
                if label.clicked() {
                    commands.push(Command::ShowTab(tab));
                }
            }
            places::mark(ui, Place::Tabs, names);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_dark = ui.visuals().dark_mode;
            let theme = ui.button(if is_dark { "Light" } else { "Dark" }).on_hover_text("Dark or light (Ctrl+D)");
            theme.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Dark or light"));
            if theme.clicked() {
                commands.push(Command::ToggleTheme);
            }
            if ui.button("Commands").on_hover_text("All commands by name (Ctrl+K)").clicked() {
                commands.push(Command::TogglePalette);
            }
        });
    });
}

/// A line of a menu with its key.
fn item_ui(ui: &mut Ui, name: &str, is_enabled: bool, commands: &mut Vec<Command>) {
    let Some(found) = named().into_iter().find(|found| found.name == name) else { return };
    let key = found.key.map(|key| key_name(ui, &key)).unwrap_or_default();
    if ui.add_enabled(is_enabled, Button::new(name).shortcut_text(key)).clicked() {
        commands.push(found.command);
    }
}

/// Draws what lies over the window; what is asked for closes it.
pub fn overlay_ui(ctx: &Context, overlay: &mut Overlay, commands: &mut Vec<Command>) {
    if *overlay == Overlay::None {
        return;
    }
    let mut is_done = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    Area::new(Id::unique("overlay")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 96.0)).show(
        ctx,
        |ui| {
            egui::Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                let width: f32 = match overlay {
                    Overlay::Keys => 600.0,
                    Overlay::Glossary(_) => glossary::WIDTH,
                    _ => 440.0,
                };
                ui.set_width(width.min(ctx.content_rect().width() - 48.0));
                is_done |= match overlay {
                    Overlay::Palette(text, chosen) => palette_ui(ui, text, chosen, commands),
                    Overlay::Keys => keys_ui(ui),
                    Overlay::Glossary(text) => glossary_ui(ui, text),
                    Overlay::Smiles(text) => {
                        let typed =
                            box_ui(ui, "Type a molecule as SMILES, such as CC(=O)Oc1ccccc1C(=O)O", "SMILES", text);
                        commands.extend(typed.clone().map(|smiles| Command::Open(format!("smiles:{smiles}"))));
                        typed.is_some()
                    }
                    Overlay::Path(text) => {
                        let typed = box_ui(ui, "Type the path of a file or folder, or paste a link", "Path", text);
                        commands.extend(typed.clone().map(Command::Open));
                        typed.is_some()
                    }
                    Overlay::SaveFigure(text) => {
                        let typed = box_ui(ui, "Save the figure as (.png, .svg or .pdf)", "Path of the figure", text);
                        commands.extend(typed.clone().map(|path| Command::SaveFigure(path.into())));
                        typed.is_some()
                    }
                    Overlay::SaveMatrices(text) => {
                        let typed = box_ui(ui, "Save the matrices as (.npz or .csv)", "Path of the matrices", text);
                        commands.extend(typed.clone().map(|path| Command::SaveMatrices(path.into())));
                        typed.is_some()
                    }
                    Overlay::SaveGraph(text) => {
                        let typed = box_ui(ui, "Save the graph as (.graphml)", "Path of the graph", text);
                        let save = |path: String| Command::Edit(EditCommand::Save(path.into()));
                        commands.extend(typed.clone().map(save));
                        typed.is_some()
                    }
                    Overlay::None => true,
                };
            });
        },
    );
    if is_done {
        *overlay = Overlay::None;
    }
}

/// A line to type in; what was typed, when Enter is pressed.
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
    let edit = ui.add(TextEdit::singleline(text).hint_text("Find a command…").desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a command"));
    let (is_entered, down, up) = ui.input(|input| {
        (input.key_pressed(Key::Enter), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp))
    });
    if !edit.has_focus() && !is_entered {
        edit.request_focus();
    }
    let wanted = text.to_lowercase();
    let matches: Vec<_> = named().into_iter().filter(|found| found.name.to_lowercase().contains(&wanted)).collect();
    if edit.changed() {
        *chosen = 0;
    }
    *chosen = (*chosen + usize::from(down)).saturating_sub(usize::from(up)).min(matches.len().saturating_sub(1));
    let mut is_done = false;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (idx, found) in matches.into_iter().enumerate() {
            let key = found.key.map(|key| key_name(ui, &key)).unwrap_or_default();
            let button = Button::selectable(idx == *chosen, found.name).shortcut_text(key);
            let response = ui.add(button.min_size(vec2(ui.available_width(), 26.0)));
            if response.clicked() || (is_entered && idx == *chosen) {
                commands.push(found.command);
                is_done = true;
            }
        }
    });
    is_done
}

fn keys_ui(ui: &mut Ui) -> bool {
    super::heading_ui(ui, "Keys");
    let mut rows: Vec<(String, &str)> =
        named().iter().filter_map(|found| Some((key_name(ui, found.key.as_ref()?), found.name))).collect();
    rows.extend(MOUSE.map(|(key, what)| (key.to_owned(), what)));
    let half = rows.len().div_ceil(2);
    ScrollArea::vertical().max_height(ui.ctx().content_rect().height() - 200.0).show(ui, |ui| {
        ui.columns(2, |columns| {
            for (column, rows) in columns.iter_mut().zip(rows.chunks(half)) {
                egui::Grid::new(("keys", rows.len(), &rows[0].0)).num_columns(2).spacing([16.0, 4.0]).show(
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
    ui.button("Close").clicked()
}

const MOUSE: [(&str, &str); 5] = [
    ("Wheel", "Zoom at the pointer"),
    ("Drag", "Pan, or move a node; editing: join it"),
    ("Double click", "Show all, or unpin a node"),
    ("Shift+Drag", "Select nodes"),
    ("Right click", "What can be done here"),
];

/// A key as people write it.
fn key_name(ui: &Ui, key: &egui::KeyboardShortcut) -> String {
    ui.ctx().format_shortcut(key).replace("Questionmark", "?")
}
