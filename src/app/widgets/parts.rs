//! Parts of a page: rectangles side by side, each with a panel of its own.

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder, pos2};

/// Draws in a rectangle, from the top down whatever the layout around it is.
pub fn part_ui<R>(ui: &mut Ui, rect: Rect, salt: &str, draw: impl FnOnce(&mut Ui) -> R) -> R {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt).layout(Layout::top_down(Align::LEFT)));
    draw(&mut child)
}

/// Splits a row by weights, with gaps.
pub fn split(rect: Rect, shares: &[f32], gap: f32) -> Vec<Rect> {
    let total: f32 = shares.iter().sum();
    let room = rect.width() - gap * shares.len().saturating_sub(1) as f32;
    let mut left = rect.left();
    let part = |share: &f32| {
        let width = room * share / total;
        let part = Rect::from_min_max(pos2(left.round(), rect.top()), pos2((left + width).round(), rect.bottom()));
        left += width + gap;
        part
    };
    shares.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_the_row() {
        let row = Rect::from_min_max(pos2(0.0, 0.0), pos2(320.0, 10.0));
        let parts = split(row, &[2.0, 1.0], 20.0);
        assert_eq!((parts[0].width(), parts[1].left(), parts[1].right()), (200.0, 220.0, 320.0));
    }
}
