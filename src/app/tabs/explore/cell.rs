//! Table cells painted directly, because a table draws hundreds per frame. The row carries the accessible name.

use eframe::egui::{
    Align2, Color32, Rect, TextStyle, Ui,
    text::{LayoutJob, TextWrapping},
};

/// Left-aligned, truncated with `…`.
pub(crate) fn text_cell(ui: &Ui, text: &str, style: TextStyle, colour: Color32) {
    text_in(ui, ui.max_rect(), text, style, colour);
}

/// The same in a part of a cell.
pub(crate) fn text_in(ui: &Ui, rect: Rect, text: &str, style: TextStyle, colour: Color32) {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), style.resolve(ui.style()), colour);
    job.wrap = TextWrapping::truncate_at_width(rect.width());
    let galley = ui.painter().layout_job(job);
    let at = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), rect);
    ui.painter().galley(at.min, galley, colour);
}

/// Right-aligned.
pub(crate) fn number_cell(ui: &Ui, number: usize, colour: Color32) {
    let font = TextStyle::Monospace.resolve(ui.style());
    let rect = ui.max_rect();
    let at = rect.with_max_x(rect.right() - 4.0).right_center();
    ui.painter().text(at, Align2::RIGHT_CENTER, number, font, colour);
}
