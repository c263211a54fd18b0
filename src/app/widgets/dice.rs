//! A button with a die: a new random choice.

use eframe::egui::{Response, Role, Sense, StrokeKind, Ui, WidgetInfo, vec2};

/// Side of the die in points.
const SIDE: f32 = 13.0;

pub fn dice_button(ui: &mut Ui, name: &str) -> Response {
    let padding = ui.spacing().button_padding;
    let size = vec2(SIDE + 2.0 * padding.x, ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let visuals = *ui.style().interact(&response);
    ui.painter().rect(
        rect.expand(visuals.expansion),
        visuals.corner_radius,
        visuals.weak_bg_fill,
        visuals.bg_stroke,
        StrokeKind::Inside,
    );
    let die = eframe::egui::Rect::from_center_size(rect.center(), vec2(SIDE, SIDE));
    ui.painter().rect_stroke(die, 3.0, visuals.fg_stroke, StrokeKind::Inside);
    for [x, y] in [[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]] {
        ui.painter().circle_filled(die.center() + 3.0 * vec2(x, y), 1.2, visuals.fg_stroke.color);
    }
    response
}
