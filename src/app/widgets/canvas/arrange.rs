//! Where the levels stand: side by side, the larger graph wider, and an arrow between.

use eframe::egui::{self, Align, Color32, Layout, Pos2, Rect, RichText, Stroke, TextStyle, Ui, UiBuilder, Vec2, pos2};

use crate::view::picture::LevelLook;

const TITLE_HEIGHT: f32 = 24.0;
const GUTTER: f32 = 28.0;

/// The rectangles of the drawings, below their titles, where they have any.
pub(super) fn level_rects(rect: Rect, n_nodes: &[usize], has_titles: bool) -> Vec<Rect> {
    let largest = n_nodes.iter().copied().max().unwrap_or(0).max(1) as f32;
    // The side of a drawing grows with the root of its nodes; none becomes a mere strip.
    let shares: Vec<f32> = n_nodes.iter().map(|&n| (n as f32 / largest).sqrt().max(0.4)).collect();
    let total: f32 = shares.iter().sum();
    let room = (rect.width() - GUTTER * n_nodes.len().saturating_sub(1) as f32).max(0.0);
    let title_height = if has_titles { TITLE_HEIGHT } else { 0.0 };
    let mut left = rect.left();
    let place = |share: &f32| {
        let right = left + room * share / total;
        let top = (rect.top() + title_height).min(rect.bottom());
        let place = Rect::from_min_max(pos2(left.round(), top), pos2(right.round(), rect.bottom()));
        left = right + GUTTER;
        place
    };
    shares.iter().map(place).collect()
}

/// Titles above the drawings; hairlines and arrows between them.
pub(super) fn frame_ui(ui: &mut Ui, levels: &[LevelLook], rects: &[Rect]) {
    let has_titles = levels.iter().any(|level| !level.title.is_empty());
    for (level, rect) in levels.iter().zip(rects).filter(|_| has_titles) {
        let title = Rect::from_min_max(pos2(rect.left(), rect.top() - TITLE_HEIGHT), rect.right_top());
        let builder = UiBuilder::new().max_rect(title).layout(Layout::left_to_right(Align::Center));
        let text = RichText::new(fitting(ui, &level.title, title.width())).small().weak();
        ui.new_child(builder).add(egui::Label::new(text).truncate().selectable(false));
    }
    for pair in rects.windows(2) {
        let x = ((pair[0].right() + pair[1].left()) / 2.0).round() + 0.5;
        let middle = pos2(x, pair[0].center().y.round() + 0.5);
        let hairline = ui.visuals().widgets.noninteractive.bg_stroke;
        let top = pair[0].top() - if has_titles { TITLE_HEIGHT } else { 0.0 };
        ui.painter().vline(x, top..=middle.y - 14.0, hairline);
        ui.painter().vline(x, middle.y + 14.0..=pair[0].bottom(), hairline);
        arrow(ui, middle);
    }
}

/// As many words of a title as have room; "level 1 · 6" says what it is as well.
fn fitting<'t>(ui: &Ui, title: &'t str, width: f32) -> &'t str {
    let font = TextStyle::Small.resolve(ui.style());
    let is_fitting =
        |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x <= width;
    let mut text = title;
    while !is_fitting(text) {
        match text.rsplit_once(' ') {
            Some((less, _)) => text = less.trim_end_matches([' ', '·', ',']),
            None => break,
        }
    }
    text
}

fn arrow(ui: &Ui, middle: Pos2) {
    let stroke = Stroke::new(1.25, ui.visuals().weak_text_color());
    let (tail, tip) = (middle - Vec2::new(8.0, 0.0), middle + Vec2::new(8.0, 0.0));
    ui.painter().line_segment([tail, tip], stroke);
    ui.painter().line(vec![tip + Vec2::new(-5.0, -4.0), tip, tip + Vec2::new(-5.0, 4.0)], stroke);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_0_gets_about_half_and_nothing_overlaps() {
        let all = Rect::from_min_size(Pos2::ZERO, Vec2::new(900.0, 400.0));
        let rects = level_rects(all, &[23, 7, 3], true);
        assert!((0.45..0.6).contains(&(rects[0].width() / all.width())), "{rects:?}");
        assert!(rects.windows(2).all(|pair| pair[0].right() < pair[1].left()));
        assert!((rects[2].right() - all.right()).abs() < 1.0);
        assert_eq!(level_rects(all, &[5], false)[0].width(), 900.0);
        assert!(level_rects(all, &[], true).is_empty());
    }
}
