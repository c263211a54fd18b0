//! The heading of a heatmap: symbol, shape and notes; and what stands in the place of a map without a picture.

use eframe::egui::{self, Role, Sense, Ui, WidgetInfo};

use super::{
    HeatmapInput, HeatmapOutput, OnTitle,
    geometry::{self, Geometry},
    ink::Ink,
};
use crate::{
    app::{
        state::labels,
        widgets::{explain::explained, maths::maths},
    },
    pooling::glossary,
};

/// The symbol explains itself, and is a button where a click does something; whether it was clicked.
pub(super) fn title_ui(ui: &Ui, symbol: egui::Rect, id: egui::Id, input: &HeatmapInput<'_>) -> bool {
    let (name, hint) = match input.on_title {
        OnTitle::Nothing => {
            let response = ui.interact(symbol, id, Sense::hover());
            explained(response, glossary::find(input.symbol).as_slice(), input.title);
            return false;
        }
        OnTitle::Maximise => (labels::maps::maximise(input.symbol), labels::maps::MAXIMISE_HINT),
        OnTitle::Restore => (labels::maps::restore(input.symbol), labels::maps::RESTORE_HINT),
    };
    let response = ui.interact(symbol, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let colour = ui.visuals().hyperlink_color;
    if response.hovered() || response.has_focus() {
        ui.painter().hline(symbol.x_range(), symbol.bottom() - 1.0, egui::Stroke::new(1.0, colour));
    }
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    explained(response, glossary::find(input.symbol).as_slice(), hint).clicked()
}

/// Text of the heading after the shape.
pub(super) struct Note {
    /// What a pixel shows, if that is more than a cell.
    pub per_pixel: Option<String>,
    /// How far it is zoomed, if it is.
    pub zoom: Option<String>,
}

/// Symbol on the left, shape and number of non-zeros on the right, or what a pixel shows of a large matrix and how far it
/// is zoomed; returns the rectangle of the symbol, and whether the whole matrix is asked for.
pub(super) fn header_ui(
    ui: &Ui,
    (geometry, id): (&Geometry, egui::Id),
    input: &HeatmapInput<'_>,
    non_zeros: usize,
    Note { per_pixel, zoom }: Note,
    ink: &Ink,
) -> (egui::Rect, bool) {
    let symbol = ui.painter().layout_job(ink.symbol(input.symbol));
    let mut header = geometry.header;
    let rect = egui::Align2::LEFT_CENTER.align_size_within_rect(symbol.size(), header);
    ui.painter().galley(rect.min, symbol, ink.text);
    let mut left = rect.right();
    if !input.domain.is_empty() {
        let words = maths(input.domain, 11.0, egui::FontFamily::Proportional, ink.muted);
        let words = ui.painter().layout_job(words);
        if left + 5.0 + words.size().x <= header.right() {
            let room = header.with_min_x(left + 5.0);
            let at = egui::Align2::LEFT_CENTER.align_size_within_rect(words.size(), room);
            left = at.right();
            ui.painter().galley(at.min, words, ink.muted);
        }
    }
    let mut is_reset = false;
    if let Some(zoom) = zoom {
        let galley = ui.painter().layout_no_wrap(zoom.clone(), ink.number_font(), ink.accent);
        let at = egui::Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), header);
        if at.left() > left + 4.0 {
            ui.painter().galley(at.min, galley, ink.accent);
            let response = ui.interact(at.expand(3.0), id.with("zoom"), Sense::click());
            let name = labels::maps::zoom(input.symbol, &zoom);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            is_reset = response.on_hover_text(labels::maps::ZOOM_HINT).clicked();
            header.max.x = at.left() - 8.0;
        }
    }
    let shape = format!("{}×{}", input.row_order.len(), input.col_order.len());
    let whole = format!("{shape} · {non_zeros} nnz");
    let texts = match &per_pixel {
        Some(note) => {
            let [short, shortest] = labels::explore::shortened(note);
            vec![format!("{whole} · {note}"), note.clone(), short, shortest]
        }
        None => vec![whole.clone(), shape],
    };
    for text in texts {
        let galley = ui.painter().layout_no_wrap(text, ink.number_font(), ink.muted);
        let at = egui::Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), header);
        if at.left() > left + 8.0 {
            ui.painter().galley(at.min, galley, ink.muted);
            if let Some(note) = per_pixel {
                let response = ui.interact(at, id.with("note"), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &note));
                response.on_hover_text(format!("{whole}\n{note}"));
            }
            break;
        }
    }
    (rect.expand(2.0), is_reset)
}

/// The place of a large matrix before it is drawn for the first time.
pub(super) fn waiting_ui(
    ui: &Ui,
    rect: egui::Rect,
    response: egui::Response,
    input: &HeatmapInput<'_>,
    ink: &Ink,
) -> HeatmapOutput {
    let name = labels::heatmap_of_shape(input.symbol, input.row_order.len(), input.col_order.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let header = geometry::header(rect);
    ui.painter().galley(header.min, ui.painter().layout_job(ink.symbol(input.symbol)), ink.text);
    HeatmapOutput { hovered: None, clicked: None, brushed: None, is_title_clicked: false, limits: None, response }
}

pub(super) fn empty_ui(
    ui: &Ui,
    rect: egui::Rect,
    response: egui::Response,
    input: &HeatmapInput<'_>,
    ink: &Ink,
) -> HeatmapOutput {
    let name = labels::empty_heatmap(input.symbol);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let header = geometry::header(rect);
    ui.painter().galley(header.min, ui.painter().layout_job(ink.symbol(input.symbol)), ink.text);
    let below = rect.with_min_y(header.bottom()).center();
    ui.painter().text(below, egui::Align2::CENTER_CENTER, "empty", ink.name_font(), ink.muted);
    HeatmapOutput { hovered: None, clicked: None, brushed: None, is_title_clicked: false, limits: None, response }
}
