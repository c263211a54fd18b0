//! The ends of a colour bar: dragged on the bar, or typed after a right click or a double click on it.

use eframe::egui::{
    Button, CursorIcon, DragValue, Id, Popup, PopupCloseBehavior, Role, Sense, SetOpenCommand, Ui, WidgetInfo, vec2,
};

use super::{HeatmapInput, geometry::Bar};
use crate::{
    app::state::labels,
    view::shading::{Limits, Shading},
};

/// A wish about the ends of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimitsWish {
    /// Those of the matrix.
    Automatic,
    Chosen(f64, f64),
}

pub(super) fn limits_ui(ui: &Ui, id: Id, bar: Bar, input: &HeatmapInput<'_>, shading: &Shading) -> Option<LimitsWish> {
    let (Bar::Beside(rect) | Bar::Below(rect)) = bar;
    // The bar itself is narrow.
    let response = ui.interact(rect.expand2(vec2(3.0, 3.0)), id, Sense::click_and_drag());
    let (low, high) = shading.range;
    let name = labels::maps::colour_bar(input.symbol);
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(format!("{} – {}", shading.written(low), shading.written(high))),
        ..WidgetInfo::labeled(Role::Image, true, &name)
    });
    let mut wish = None;
    if response.dragged() {
        // The end that is nearer to where the drag began follows the pointer.
        let (share, length) = match bar {
            Bar::Beside(rect) => (-response.drag_delta().y, rect.height()),
            Bar::Below(rect) => (response.drag_delta().x, rect.width()),
        };
        let moved = f64::from(share / length.max(1.0)) * (high - low);
        let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(rect.center());
        let is_high = match bar {
            Bar::Beside(rect) => origin.y < rect.center().y,
            Bar::Below(rect) => origin.x > rect.center().x,
        };
        let ends = if is_high { (low, high + moved) } else { (low + moved, high) };
        if moved != 0.0 && Limits::are_valid(ends.0, ends.1) {
            wish = Some(LimitsWish::Chosen(ends.0, ends.1));
        }
    }
    let is_asked = response.secondary_clicked() || response.double_clicked();
    let is_chosen = matches!(input.look.limits, Limits::Chosen(..));
    let cursor = if matches!(bar, Bar::Beside(_)) { CursorIcon::ResizeVertical } else { CursorIcon::ResizeHorizontal };
    let response = response.on_hover_cursor(cursor);
    let response =
        if Popup::is_any_open(ui.ctx()) { response } else { response.on_hover_text(labels::maps::COLOUR_BAR_HINT) };
    let popup = Popup::from_response(&response)
        .open_memory(is_asked.then_some(SetOpenCommand::Bool(true)))
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.weak(&name);
        let mut ends = [low, high];
        for (end, name) in ends.iter_mut().zip([labels::maps::MINIMUM, labels::maps::MAXIMUM]) {
            ui.horizontal(|ui| {
                ui.label(name);
                let drag = ui.add(DragValue::new(end).speed((high - low).abs().max(1e-9) / 200.0).max_decimals(6));
                drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
            });
        }
        if ends != [low, high] && Limits::are_valid(ends[0], ends[1]) {
            wish = Some(LimitsWish::Chosen(ends[0], ends[1]));
        }
        if ui.add_enabled(is_chosen, Button::new(labels::maps::AUTOMATIC)).clicked() {
            wish = Some(LimitsWish::Automatic);
            ui.close();
        }
    });
    wish
}
