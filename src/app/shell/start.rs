//! The start page: thumbnails of the bundled datasets, and ways to open others.

use eframe::egui::{
    Align2, Button, FontId, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    vec2,
};

use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            labels,
        },
        widgets::{canvas, heading::heading_ui, theme},
        work::thumbnails::Thumbnail,
    },
    readers::catalog::Entry,
};

pub(crate) struct StartInput<'a> {
    /// Whether a dataset is open.
    pub is_open: bool,
    pub entries: &'a [Entry],
    pub recent: &'a [String],
    /// Empty until they are drawn.
    pub thumbnails: &'a [Thumbnail],
}

const THUMBNAIL: Vec2 = vec2(148.0, 124.0);
const WIDEST: f32 = 4.0 * THUMBNAIL.x + 3.0 * 8.0;

pub(crate) fn start_ui(ui: &mut Ui, input: &StartInput<'_>, commands: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let margin = ((ui.available_width() - WIDEST) / 2.0).max(0.0);
        let page = ui.available_rect_before_wrap().shrink2(vec2(margin, 0.0));
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| {
            header_ui(ui, input, commands);
            let (bundled, other): (Vec<&Entry>, Vec<&Entry>) =
                input.entries.iter().partition(|entry| entry.path.is_none());
            for entry in bundled {
                set_ui(ui, entry, input.thumbnails, commands);
            }
            if !other.is_empty() {
                heading_ui(ui, "Other datasets");
                ui.horizontal_wrapped(|ui| {
                    for entry in other {
                        entry_button(ui, entry, commands);
                    }
                });
                ui.add_space(12.0);
            }
            if !input.recent.is_empty() {
                heading_ui(ui, "Recent");
                for path in input.recent {
                    if ui.link(path).clicked() {
                        commands.push(Command::Open(path.clone()));
                    }
                }
            }
            ui.add_space(24.0);
        });
    });
}

fn header_ui(ui: &mut Ui, input: &StartInput<'_>, commands: &mut Vec<Command>) {
    ui.add_space(24.0);
    ui.label(RichText::new("ProxPool Explorer").heading());
    let hint = "Select a graph, drop a file on the window, or enter a SMILES string.";
    ui.weak(if input.is_open { hint.to_owned() } else { format!("{} {hint}", labels::shell::NOTHING_OPEN) });
    ui.horizontal(|ui| {
        if ui.button(Action::OpenFile.label()).clicked() {
            commands.push(Command::Shell(ShellCommand::ChooseFile));
        }
        if ui.button(Action::TypeSmiles.label()).clicked() {
            commands.push(Command::Shell(ShellCommand::TypeSmiles));
        }
        if input.is_open && ui.button("Back to the graph").clicked() {
            commands.push(Command::ToggleStart);
        }
    });
    ui.add_space(16.0);
}

/// A bundled dataset with some of its graphs.
fn set_ui(ui: &mut Ui, entry: &Entry, thumbnails: &[Thumbnail], commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        entry_button(ui, entry, commands);
        ui.weak(entry.about.unwrap_or_default());
    });
    ui.horizontal_wrapped(|ui| {
        for thumbnail in thumbnails.iter().filter(|thumbnail| thumbnail.set == entry.name) {
            thumbnail_ui(ui, thumbnail, commands);
        }
    });
    ui.add_space(12.0);
}

fn entry_button(ui: &mut Ui, entry: &Entry, commands: &mut Vec<Command>) {
    let text = RichText::new(&entry.name).family(theme::strong_family());
    let mut response = ui.add(Button::new(text).min_size(vec2(96.0, 28.0)));
    if let Some(path) = &entry.path {
        response = response.on_hover_text(path.display().to_string());
    }
    if response.clicked() {
        commands.push(Command::Open(entry.name.clone()));
    }
}

fn thumbnail_ui(ui: &mut Ui, thumbnail: &Thumbnail, commands: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(THUMBNAIL, Sense::click());
    let label = labels::shell::open(&thumbnail.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let visuals = ui.visuals();
    let is_lit = response.hovered() || response.has_focus();
    let line = if is_lit { visuals.hyperlink_color } else { visuals.window_stroke.color };
    ui.painter().rect(rect, 6.0, visuals.window_fill, Stroke::new(1.0, line), StrokeKind::Inside);
    let look = &thumbnail.looks[usize::from(!visuals.dark_mode)];
    let room = rect.shrink(6.0).with_max_y(rect.bottom() - 24.0);
    canvas::paint_still(ui, look, room, visuals.window_fill);
    let at = rect.center_bottom() - vec2(0.0, 6.0);
    ui.painter().text(
        at,
        Align2::CENTER_BOTTOM,
        &thumbnail.name,
        FontId::proportional(12.0),
        ui.visuals().weak_text_color(),
    );
    if response.clicked() {
        commands.push(Command::OpenAt(thumbnail.set.to_owned(), thumbnail.graph));
    }
}
