//! The start page: thumbnails of the bundled datasets, and ways to open others.

use eframe::egui::{
    Align, Align2, Button, FontId, Label, Layout, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, WidgetInfo, vec2,
};

use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            labels,
        },
        widgets::{canvas, heading::heading_ui, short::short, theme},
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

/// Smallest size of a thumbnail.
const THUMBNAIL: Vec2 = vec2(148.0, 124.0);
/// Largest, beyond which a molecule gains nothing.
const LARGEST: f32 = 300.0;
const GAP: f32 = 8.0;
/// Width in points from which the datasets stand side by side.
const SIDE_BY_SIDE: f32 = 940.0;
const COLUMN_GAP: f32 = 32.0;

pub(crate) fn start_ui(ui: &mut Ui, input: &StartInput<'_>, commands: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        header_ui(ui, input, commands);
        let (bundled, other): (Vec<&Entry>, Vec<&Entry>) = input.entries.iter().partition(|entry| entry.path.is_none());
        columns_ui(ui, bundled.len(), |ui, idx| set_ui(ui, bundled[idx], input.thumbnails, commands));
        let rest = [!other.is_empty(), !input.recent.is_empty()];
        let indices: Vec<usize> = (0..rest.len()).filter(|&idx| rest[idx]).collect();
        columns_ui(ui, indices.len(), |ui, idx| match indices[idx] {
            0 => others_ui(ui, &other, commands),
            _ => recent_ui(ui, input.recent, commands),
        });
        ui.add_space(24.0);
    });
}

/// Side by side where there is room, else one below the other.
fn columns_ui(ui: &mut Ui, n: usize, mut column_ui: impl FnMut(&mut Ui, usize)) {
    if n > 1 && ui.available_width() >= SIDE_BY_SIDE {
        ui.spacing_mut().item_spacing.x = COLUMN_GAP;
        ui.columns(n, |uis| {
            for (idx, ui) in uis.iter_mut().enumerate() {
                ui.spacing_mut().item_spacing.x = GAP;
                ui.with_layout(Layout::top_down(Align::LEFT), |ui| column_ui(ui, idx));
            }
        });
    } else {
        (0..n).for_each(|idx| column_ui(ui, idx));
    }
}

fn others_ui(ui: &mut Ui, entries: &[&Entry], commands: &mut Vec<Command>) {
    heading_ui(ui, "Other datasets");
    ui.horizontal_wrapped(|ui| entries.iter().for_each(|entry| entry_button(ui, entry, commands)));
    ui.add_space(12.0);
}

fn recent_ui(ui: &mut Ui, recent: &[String], commands: &mut Vec<Command>) {
    heading_ui(ui, "Recent");
    for path in recent {
        let link = ui.add(eframe::egui::Link::new(short(path, 80)));
        if link.on_hover_text(path).clicked() {
            commands.push(Command::Open(path.clone()));
        }
    }
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

/// A bundled dataset with some of its graphs, two in a row or all of them.
fn set_ui(ui: &mut Ui, entry: &Entry, thumbnails: &[Thumbnail], commands: &mut Vec<Command>) {
    let width = ui.available_width();
    entry_button(ui, entry, commands);
    // Two lines, so that the drawings of all sets stand in a row.
    let about = Label::new(RichText::new(entry.about.unwrap_or_default()).weak()).wrap();
    let height = if width < SIDE_BY_SIDE { 2.0 * ui.text_style_height(&TextStyle::Body) } else { 0.0 };
    ui.allocate_ui(vec2(width, height), |ui| {
        ui.set_min_height(height);
        ui.add(about);
    });
    let n_across = if width >= 4.0 * THUMBNAIL.x + 3.0 * GAP { 4.0 } else { 2.0 };
    let across = ((width - (n_across - 1.0) * GAP) / n_across).floor().clamp(THUMBNAIL.x.min(width), LARGEST);
    let size = vec2(across, (across * THUMBNAIL.y / THUMBNAIL.x).round());
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    ui.horizontal_wrapped(|ui| {
        for thumbnail in thumbnails.iter().filter(|thumbnail| thumbnail.set == entry.name) {
            thumbnail_ui(ui, thumbnail, size, commands);
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

fn thumbnail_ui(ui: &mut Ui, thumbnail: &Thumbnail, size: Vec2, commands: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
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
