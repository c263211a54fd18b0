//! A colour bar with its numbers.

use std::sync::Arc;

use crate::{
    figure::{
        page::Page,
        scene::{Anchor, Image, Item, Rect},
        text::{self, Face, RichText, cap_mm, line_mm},
    },
    view::{scale::significant, shading::Shading},
};

/// Width of the bar itself.
pub(crate) const WIDTH_MM: f64 = 1.8;
const STRIPS: usize = 128;
const MOST_TICKS: usize = 5;
const TICK_MM: f64 = 0.7;
const GAP_MM: f64 = 0.6;

/// Room for the bar, its ticks and its numbers, whatever its height.
pub(crate) fn room_mm(page: &Page<'_>, shading: &Shading) -> f64 {
    let size = page.options.small_pt();
    let (low, high) = shading.range;
    let ticks = (2..=MOST_TICKS).flat_map(|most| shading.scale.ticks(shading.range, most));
    let widths = ticks.chain([low, high]).map(|tick| text::width_mm(&shading.written(tick), Face::Regular, size));
    WIDTH_MM + TICK_MM + GAP_MM + widths.fold(0.0, f64::max)
}

fn ticks(height: f64, shading: &Shading, size_pt: f64) -> Vec<f64> {
    shading.ticks(1.25 * line_mm(size_pt) / height, MOST_TICKS)
}

/// As on every axis: three digits, and a true minus.
pub(crate) fn tick_text(tick: f64) -> String {
    significant(tick, 3).replace('-', "−")
}

/// Draws the bar at the left of `rect`, its numbers at the right.
pub(crate) fn draw(page: &mut Page<'_>, rect: Rect, shading: &Shading) {
    let bar = Rect { w: WIDTH_MM, ..rect };
    let colour = |strip: usize| shading.bar(1.0 - (strip as f64 + 0.5) / STRIPS as f64);
    let cells = Arc::new((0..STRIPS).map(colour).collect());
    page.scene.items.push(Item::Image(Image { rect: bar, width: 1, height: STRIPS, cells }));
    page.scene.frame(bar, page.hairline());
    let style = page.notes(Anchor::Start);
    let (cap, stroke) = (cap_mm(style.size_pt), page.hairline());
    for tick in ticks(rect.h, shading, style.size_pt) {
        let y = bar.bottom() - shading.scale.place(tick, shading.range) * bar.h;
        page.scene.line([bar.right(), y], [bar.right() + TICK_MM, y], stroke);
        let baseline = (y + cap / 2.0).clamp(bar.y + cap, bar.bottom().max(bar.y + cap));
        page.text([bar.right() + TICK_MM + GAP_MM, baseline], &RichText::plain(&shading.written(tick)), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{palette::ColourMap, scale::Scale};

    #[test]
    fn a_bar_of_any_height_says_how_far_it_goes() {
        let ramp = ColourMap::TealBrown.on(false);
        let shading = Shading { range: (-0.43, 0.43), beyond: [false; 2], scale: Scale::Linear, ramp, empty: [0; 3] };
        assert_eq!(ticks(11.0, &shading, 7.0), [-0.43, 0.0, 0.43]);
        assert_eq!(ticks(5.0, &shading, 7.0), [-0.43, 0.43]);
        assert_eq!(ticks(30.0, &shading, 7.0), [-0.43, -0.2, 0.0, 0.2, 0.43]);
    }
}
