//! The spotlight of the tour and the position of its card.

use eframe::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, Visuals, pos2, vec2};

/// Margin of the spotlight in points.
const AROUND: f32 = 4.0;
/// Gap around the card in points.
const GAP: f32 = 12.0;
/// Opacity of the shade in the dark and in the light theme; everything stays readable.
const DIMMED: [Color32; 2] = [Color32::from_black_alpha(108), Color32::from_black_alpha(64)];

/// Shades the screen except for the highlighted parts.
pub(super) fn paint(painter: &Painter, screen: Rect, lit: &[Rect], visuals: &Visuals) {
    let lit: Vec<Rect> = lit.iter().map(|rect| rect.expand(AROUND).intersect(screen)).collect();
    // One mesh, because separate rectangles would show seams.
    let (mut mesh, dimmed) = (Mesh::default(), DIMMED[usize::from(!visuals.dark_mode)]);
    dark_parts(screen, &lit).into_iter().for_each(|part| mesh.add_colored_rect(part, dimmed));
    painter.add(Shape::mesh(mesh));
    for rect in lit {
        painter.rect_stroke(rect, 4.0, Stroke::new(1.5, visuals.hyperlink_color), StrokeKind::Inside);
    }
}

/// The screen minus the highlighted parts, as rectangles.
fn dark_parts(screen: Rect, lit: &[Rect]) -> Vec<Rect> {
    let cuts = |ends: fn(&Rect) -> [f32; 2]| {
        let mut cuts: Vec<f32> = lit.iter().chain([&screen]).flat_map(ends).collect();
        cuts.sort_by(f32::total_cmp);
        cuts.dedup();
        cuts
    };
    let (xs, ys) = (cuts(|rect| [rect.left(), rect.right()]), cuts(|rect| [rect.top(), rect.bottom()]));
    let mut parts = Vec::new();
    for y in ys.windows(2) {
        for x in xs.windows(2) {
            let part = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1], y[1]));
            if !lit.iter().any(|rect| rect.contains(part.center())) {
                parts.push(part);
            }
        }
    }
    parts
}

/// Next to the highlighted parts, or centred if there are none.
pub(super) fn card_pos(screen: Rect, lit: &[Rect], size: Vec2) -> Pos2 {
    let room = Rect::from_min_max(screen.min, (screen.max - size).max(screen.min));
    let inside = |pos: Pos2| {
        let margin = Vec2::splat(GAP).min((room.size() / 2.0).max(Vec2::ZERO));
        pos.clamp(room.min + margin, (room.max - margin).max(room.min + margin))
    };
    let beside = |rect: &Rect| {
        let start = rect.center() - size / 2.0;
        let gap = AROUND + GAP;
        [
            pos2(start.x, rect.bottom() + gap),
            pos2(start.x, rect.top() - gap - size.y),
            pos2(rect.right() + gap, start.y),
            pos2(rect.left() - gap - size.x, start.y),
        ]
        .map(inside)
    };
    let covered = |pos: &Pos2| -> f32 {
        let card = Rect::from_min_size(*pos, size);
        let shared = |rect: &Rect| {
            let both = rect.intersect(card);
            if both.is_positive() { both.area() } else { 0.0 }
        };
        lit.iter().map(shared).sum()
    };
    let best = lit.iter().flat_map(beside).min_by(|a, b| covered(a).total_cmp(&covered(b)));
    best.unwrap_or_else(|| inside(screen.center() - size / 2.0)).round()
}

/// Size before the card is first drawn.
pub(super) const FIRST_SIZE: Vec2 = vec2(372.0, 150.0);

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    }

    #[test]
    fn the_dark_covers_everything_that_is_not_lit_once() {
        let screen = rect(0.0, 0.0, 100.0, 80.0);
        let lit = [rect(10.0, 10.0, 40.0, 30.0), rect(30.0, 20.0, 60.0, 50.0)];
        let parts = dark_parts(screen, &lit);
        let area: f32 = parts.iter().map(|part| part.area()).sum();
        assert_eq!(area, 8000.0 - (600.0 + 900.0 - 100.0));
        assert_eq!(dark_parts(screen, &[]), [screen]);
    }

    #[test]
    fn the_card_stands_beside_the_light_and_inside_the_window() {
        let screen = rect(0.0, 0.0, 1280.0, 800.0);
        let size = vec2(372.0, 150.0);
        for lit in [
            vec![rect(300.0, 40.0, 1000.0, 400.0)],
            vec![rect(1100.0, 100.0, 1270.0, 120.0), rect(400.0, 500.0, 600.0, 760.0)],
            vec![rect(100.0, 4.0, 140.0, 30.0)],
        ] {
            let card = Rect::from_min_size(card_pos(screen, &lit, size), size);
            assert!(screen.contains_rect(card), "{card:?}");
            assert!(lit.iter().all(|rect| !rect.intersects(card)), "{card:?} covers {lit:?}");
        }
        let whole = Rect::from_min_size(card_pos(screen, &[screen], size), size);
        assert!(screen.contains_rect(whole));
        assert_eq!(card_pos(screen, &[], size), pos2(454.0, 325.0));
        let tiny = rect(0.0, 0.0, 200.0, 100.0);
        assert_eq!(card_pos(tiny, &[], size), tiny.min, "a window smaller than the card shows its beginning");
    }
}
