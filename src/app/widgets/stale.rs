//! A picture that is not that of the view any more: dimmed, with a bar over it, until the new one is there.

use std::time::Duration;

use eframe::egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::state::labels;

/// What is ready sooner is not announced: it would flicker.
const PATIENCE: Duration = Duration::from_millis(150);
const BAR: f32 = 2.0;
/// Share of the bar that moves over it, and its way per second.
const MOVING: f32 = 0.25;
const SPEED: f64 = 0.8;

/// Marks a rectangle whose content has been out of date for a while.
pub fn mark(ui: &Ui, rect: Rect, stale_for: Option<Duration>) {
    let Some(waited) = stale_for else { return };
    if waited < PATIENCE {
        ui.ctx().request_repaint_after(PATIENCE - waited);
        return;
    }
    ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill.gamma_multiply(0.45));
    let accent = ui.visuals().hyperlink_color;
    let track = rect.with_max_y(rect.top() + BAR);
    ui.painter().rect_filled(track, 0.0, accent.gamma_multiply(0.25));
    // Without motion the bar is whole.
    let is_moving = ui.style().animation_time > 0.0;
    let part = if is_moving {
        let way = ((ui.input(|input| input.time) * SPEED).fract() as f32) * (1.0 + MOVING) - MOVING;
        let from = track.left() + way * track.width();
        Rect::from_min_max(pos2(from, track.top()), pos2(from + MOVING * track.width(), track.bottom()))
    } else {
        track
    };
    ui.painter().rect_filled(part.intersect(track), 0.0, accent);
    if is_moving {
        ui.ctx().request_repaint();
    }
    let colour = ui.visuals().text_color();
    let galley = ui.painter().layout_no_wrap(labels::UPDATING.to_owned(), FontId::proportional(12.0), colour);
    let room = galley.size() + vec2(12.0, 4.0);
    if room.x > rect.width() || room.y > rect.height() {
        return;
    }
    let plate = Align2::CENTER_TOP.align_size_within_rect(room, rect.translate(vec2(0.0, BAR + 4.0)));
    ui.painter().rect_filled(plate, 4.0, ui.visuals().window_fill);
    ui.painter().galley(plate.min + vec2(6.0, 2.0), galley, colour);
    let response = ui.interact(plate, ui.scope_id().with("stale").with(rect.min.x as i32), Sense::empty());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, labels::UPDATING));
}
