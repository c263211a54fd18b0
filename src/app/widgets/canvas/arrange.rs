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

/// The rectangles in one row, or in two where graphs are larger then; and how many are in the upper row.
pub(super) fn best_rects(rect: Rect, n_nodes: &[usize], has_titles: bool) -> (Vec<Rect>, usize) {
    /// Rows that do not make graphs larger by so much are not worth the eye's way.
    const WORTH: f32 = 1.2;
    /// Shares of the height of the upper row.
    const HEIGHTS: [f32; 3] = [0.5, 0.58, 0.66];
    /// Graphs that stand in one row in any case.
    const MOST_IN_ROW: usize = 3;
    let one = level_rects(rect, n_nodes, has_titles);
    if n_nodes.len() <= MOST_IN_ROW {
        return (one, n_nodes.len());
    }
    let mut best = (WORTH * room_a_node(&one, n_nodes), one, n_nodes.len());
    for n_upper in 1..n_nodes.len() {
        for height in HEIGHTS {
            let (upper, lower) = rect.split_top_bottom_at_fraction(height);
            let mut rects = level_rects(upper, &n_nodes[..n_upper], has_titles);
            rects.extend(level_rects(lower, &n_nodes[n_upper..], has_titles));
            let room = room_a_node(&rects, n_nodes);
            if room > best.0 {
                best = (room, rects, n_upper);
            }
        }
    }
    (best.1, best.2)
}

/// The side of a square that each node has in the densest drawing; a few nodes need no more than some do.
fn room_a_node(rects: &[Rect], n_nodes: &[usize]) -> f32 {
    const FEW: usize = 6;
    let room = |(rect, &n): (&Rect, &usize)| rect.size().min_elem() / (n.max(FEW) as f32).sqrt();
    rects.iter().zip(n_nodes).map(room).fold(f32::INFINITY, f32::min)
}

/// The rectangles in one row, of the first over the others, or of the first beside a column of the others: as the nodes have
/// most room. And how many are in each row.
pub(super) fn largest_rects(rect: Rect, n_nodes: &[usize], has_titles: bool) -> (Vec<Rect>, Vec<usize>) {
    /// Shares of the first drawing that are tried.
    const FIRST: [f32; 4] = [0.54, 0.6, 0.66, 0.72];
    let row = (level_rects(rect, n_nodes, has_titles), vec![n_nodes.len()]);
    let Some((first, others)) = n_nodes.split_first().filter(|(_, others)| !others.is_empty()) else { return row };
    let stacked = |share: f32| {
        let (upper, lower) = rect.split_top_bottom_at_fraction(share);
        let mut rects = level_rects(upper, &[*first], has_titles);
        rects.extend(level_rects(lower, others, has_titles));
        (rects, vec![1, others.len()])
    };
    let beside = |share: f32| {
        let (left, right) = rect.split_left_right_at_fraction(share);
        let mut rects = level_rects(left, &[*first], has_titles);
        let right = right.with_min_x((right.left() + GUTTER / 2.0).min(right.right()));
        let height = right.height() / others.len() as f32;
        for (idx, n) in others.iter().enumerate() {
            let top = right.top() + idx as f32 * height;
            rects.extend(level_rects(right.with_min_y(top).with_max_y(top + height), &[*n], has_titles));
        }
        (rects, vec![1; n_nodes.len()])
    };
    let all = FIRST.map(stacked).into_iter().chain(FIRST.map(beside));
    all.fold(
        row,
        |best, other| {
            if room_a_node(&other.0, n_nodes) > room_a_node(&best.0, n_nodes) { other } else { best }
        },
    )
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

/// As many words of a title as fit; "level 1 · 6" is enough.
fn fitting<'t>(ui: &Ui, title: &'t str, width: f32) -> &'t str {
    let font = TextStyle::Small.resolve(ui.style());
    let is_fitting =
        |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x <= width;
    // Whole parts first: of "20000 of 31415 edges" no word says anything alone.
    let mut text = title;
    while !is_fitting(text) {
        let less = text.rsplit_once(" · ").filter(|(less, _)| less.contains(" · "));
        match less.or_else(|| text.rsplit_once(' ')) {
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
    fn levels_stand_where_they_are_largest() {
        let levels = [23, 7, 3];
        let rows = |width, height| {
            let all = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
            let (rects, rows) = largest_rects(all, &levels, true);
            assert_eq!(rows.iter().sum::<usize>(), levels.len());
            for (idx, rect) in rects.iter().enumerate() {
                assert!(all.expand(1.0).contains_rect(*rect), "{rect:?} in {all:?}");
                assert!(rects[..idx].iter().all(|other| !other.shrink(1.0).intersects(*rect)), "{rects:?}");
            }
            assert!(room_a_node(&rects, &levels) >= room_a_node(&level_rects(all, &levels, true), &levels));
            rows
        };
        assert_eq!(rows(900.0, 200.0), [3]);
        assert_eq!(rows(350.0, 240.0), [1, 1, 1]);
        assert_eq!(rows(240.0, 500.0), [1, 2]);
        assert_eq!(largest_rects(Rect::from_min_size(Pos2::ZERO, Vec2::splat(99.0)), &[5], true).1, [1]);
    }

    #[test]
    fn many_levels_use_the_room_that_there_is() {
        let levels = [30, 15, 8, 4, 2];
        let tall = Rect::from_min_size(Pos2::ZERO, Vec2::new(700.0, 600.0));
        let (rects, n_upper) = best_rects(tall, &levels, true);
        assert!(n_upper < levels.len(), "{rects:?}");
        assert!(room_a_node(&rects, &levels) > 1.2 * room_a_node(&level_rects(tall, &levels, true), &levels));
        assert!(rects[n_upper].top() > rects[0].bottom());
        let wide = Rect::from_min_size(Pos2::ZERO, Vec2::new(1800.0, 250.0));
        assert_eq!(best_rects(wide, &levels, true).1, levels.len());
        assert_eq!(best_rects(tall, &levels[..3], true).1, 3, "three stand side by side");
    }

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
