//! A row of numbers as bars without axes, a line of text high.

use eframe::egui::{Color32, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::view::scale::significant;

pub(super) struct MiniBars<'a> {
    /// For a reader of the screen.
    pub label: String,
    /// Indices from left to right.
    pub order: &'a [u32],
    /// By index, not negative.
    pub values: &'a [f64],
    /// By index.
    pub colour: &'a dyn Fn(u32) -> Color32,
    /// What stands out.
    pub lit: Option<u32>,
}

const HEIGHT: f32 = 30.0;
/// Widest bar in points: two bars need not fill the panel.
const WIDEST: f32 = 14.0;

/// Draws them as wide as the panel; returns the index under the pointer.
pub(super) fn mini_bars_ui(ui: &mut Ui, bars: &MiniBars<'_>, reading: &dyn Fn(u32) -> String) -> Option<u32> {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &bars.label));
    let n = bars.order.len();
    if n == 0 {
        return None;
    }
    let most = bars.values.iter().fold(f64::MIN_POSITIVE, |most, &value| most.max(value));
    let width = (rect.width() / n as f32).min(WIDEST);
    let pixel = 1.0 / ui.pixels_per_point();
    let mut drawn: Option<(i32, f64)> = None;
    for (place, &idx) in bars.order.iter().enumerate() {
        let (left, value) = (rect.left() + place as f32 * width, bars.values[idx as usize].max(0.0));
        // Of several bars in a pixel the highest is drawn.
        let at = (left / pixel) as i32;
        if value == 0.0 || (width < pixel && drawn.is_some_and(|(other, high)| other == at && high >= value)) {
            continue;
        }
        drawn = Some((at, value));
        let gap = if width > 3.0 { 1.0 } else { 0.0 };
        let top = rect.bottom() - (value / most) as f32 * rect.height();
        let bar = Rect::from_min_max(pos2(left, top), pos2(left + width.max(pixel) - gap, rect.bottom()));
        let colour = (bars.colour)(idx);
        let is_lit = bars.lit.is_none_or(|lit| lit == idx);
        ui.painter().rect_filled(bar, 0.0, if is_lit { colour } else { colour.gamma_multiply(0.55) });
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, ui.visuals().weak_text_color()));
    let pos = response.hover_pos()?;
    let idx = *bars.order.get(((pos.x - rect.left()) / width).max(0.0) as usize)?;
    let text = format!("{} = {}", reading(idx), significant(bars.values[idx as usize], 4));
    response.on_hover_text_at_pointer(RichText::new(text).monospace());
    Some(idx)
}
