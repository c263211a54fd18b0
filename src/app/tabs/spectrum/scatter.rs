//! A 3D scatter plot, rotated by pointer or arrow keys, with two rays from the origin.

use eframe::egui::{
    Align2, Color32, EventFilter, FontId, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

use crate::{app::widgets::equation::equation_at, view::palette::Rgb};

/// Viewing direction.
pub(super) struct Scatter {
    /// Azimuth in radians.
    yaw: f32,
    /// Elevation in radians.
    pitch: f32,
}

impl Default for Scatter {
    fn default() -> Self {
        Self { yaw: 1.1, pitch: 0.3 }
    }
}

pub(super) struct Points<'a> {
    pub coordinates: &'a [[f64; 3]],
    pub fills: &'a [Rgb],
    pub names: &'a [String],
    pub pair: (u32, u32),
    pub lit: Option<u32>,
}

#[derive(Default)]
pub(super) struct ScatterOutput {
    pub hovered: Option<u32>,
    pub clicked: Option<u32>,
    pub response: Option<Response>,
}

/// Screen position of the origin, and scale in points per unit.
#[derive(Clone, Copy)]
struct View {
    middle: Pos2,
    scale: f32,
}

impl View {
    fn place(self, at: Vec2) -> Pos2 {
        self.middle + at * self.scale
    }
}

/// Length of an axis, relative to the longest signal.
const AXIS: f64 = 0.55;
/// Radians per point dragged, and per key press.
const PER_POINT: f32 = 0.01;
const PER_KEY: f32 = 0.12;

impl Scatter {
    pub(super) fn ui(&mut self, ui: &mut Ui, points: &Points<'_>) -> ScatterOutput {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let label = format!("Smooth signals of {} nodes", points.coordinates.len());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
        let delta = response.drag_delta();
        self.turn(delta.x * PER_POINT, delta.y * PER_POINT);
        if response.has_focus() {
            let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
            for (key, yaw, pitch) in [
                (Key::ArrowLeft, -PER_KEY, 0.0),
                (Key::ArrowRight, PER_KEY, 0.0),
                (Key::ArrowUp, 0.0, -PER_KEY),
                (Key::ArrowDown, 0.0, PER_KEY),
            ] {
                if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                    self.turn(yaw, pitch);
                }
            }
            ui.painter().rect_stroke(rect, 6.0, Stroke::new(1.0, ui.visuals().hyperlink_color), StrokeKind::Inside);
        }
        let length = |at: &[f64; 3]| at.iter().map(|x| x * x).sum::<f64>().sqrt();
        let most = points.coordinates.iter().map(length).fold(1e-12, f64::max);
        let view = self.fitting(rect, points.coordinates, AXIS * most);
        let screen: Vec<Pos2> = points.coordinates.iter().map(|&at| view.place(self.turned(at))).collect();
        let nearest = |pos: Pos2| {
            let all = screen.iter().enumerate().map(|(node, at)| (node as u32, at.distance(pos)));
            all.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, away)| *away < 10.0).map(|(node, _)| node)
        };
        let hovered = response.hover_pos().and_then(nearest);
        let clicked = response.clicked().then_some(hovered).flatten();
        self.paint(ui, rect, (view, AXIS * most), points, &screen, hovered);
        ScatterOutput { hovered, clicked, response: Some(response) }
    }

    fn turn(&mut self, yaw: f32, pitch: f32) {
        self.yaw += yaw;
        self.pitch = (self.pitch + pitch).clamp(-1.5, 1.5);
    }

    /// Orthographic projection, so that lengths are comparable; the third axis points up.
    fn turned(&self, [x, y, z]: [f64; 3]) -> Vec2 {
        let (x, y, z) = (x as f32, y as f32, z as f32);
        let (sin, cos) = self.yaw.sin_cos();
        let (right, away) = (x * cos + y * sin, -x * sin + y * cos);
        let (sin, cos) = self.pitch.sin_cos();
        vec2(right, -(z * cos + away * sin))
    }

    /// Fits all points, the origin and the axes.
    fn fitting(&self, rect: Rect, coordinates: &[[f64; 3]], axis: f64) -> View {
        let axes = [[axis, 0.0, 0.0], [0.0, axis, 0.0], [0.0, 0.0, axis], [0.0; 3]];
        let all = coordinates.iter().chain(&axes).map(|&at| self.turned(at).to_pos2());
        let bounds = Rect::from_points(&all.collect::<Vec<_>>());
        let room = rect.shrink(22.0);
        let scale = (room.width() / bounds.width().max(1e-6)).min(room.height() / bounds.height().max(1e-6));
        View { middle: room.center() - bounds.center().to_vec2() * scale, scale }
    }

    fn paint(
        &self,
        ui: &Ui,
        rect: Rect,
        (view, axis_length): (View, f64),
        points: &Points<'_>,
        screen: &[Pos2],
        hovered: Option<u32>,
    ) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let (muted, text) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
        let (accent, ground) = (ui.visuals().hyperlink_color, ui.visuals().panel_fill);
        let origin = view.place(Vec2::ZERO);
        for axis in 0..3 {
            let mut end = [0.0; 3];
            end[axis] = axis_length;
            let tip = view.place(self.turned(end));
            painter.line_segment([origin, tip], Stroke::new(1.0, muted.gamma_multiply(0.6)));
            // Next to the end of the axis, because a node may be behind it.
            let way = (tip - origin).normalized();
            let name = format!(r"\tilde\alpha_{}", axis + 1);
            equation_at(ui, tip + 6.0 * way + 14.0 * way.rot90(), &name, 14.0, muted);
        }
        for node in [points.pair.0, points.pair.1] {
            if let Some(&at) = screen.get(node as usize) {
                painter.line_segment([origin, at], Stroke::new(2.0, accent));
            }
        }
        let mut named = Vec::new();
        for (node, (&at, &[r, g, b])) in screen.iter().zip(points.fills).enumerate() {
            let node = node as u32;
            let is_chosen = node == points.pair.0 || node == points.pair.1;
            painter.circle_filled(at, 5.5, ground);
            painter.circle_filled(at, 4.5, Color32::from_rgb(r, g, b));
            if is_chosen {
                painter.circle_stroke(at, 7.5, Stroke::new(2.0, accent));
            }
            let is_lit = hovered == Some(node) || points.lit == Some(node);
            if is_lit {
                painter.circle_stroke(at, 7.5, Stroke::new(1.5, text));
            }
            if is_chosen || is_lit {
                named.push((at, node));
            }
        }
        let mut taken: Vec<Rect> = Vec::new();
        for (at, node) in named {
            let name = points.names.get(node as usize).cloned().unwrap_or_default();
            let galley = painter.layout_no_wrap(name, FontId::proportional(12.0), text);
            let place = free_place(at, galley.size(), rect, &taken);
            painter.galley(place.min, galley, text);
            taken.push(place);
        }
        painter.circle_filled(origin, 2.0, muted);
    }
}

/// Beside a point where no other name is: to the right if it can be, else to another side, else further down.
fn free_place(at: Pos2, size: Vec2, within: Rect, taken: &[Rect]) -> Rect {
    const OFF: f32 = 11.0;
    let sides = [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)];
    let beside = |side: Vec2| Rect::from_center_size(at + side * (vec2(OFF, OFF) + size / 2.0), size);
    let is_apart = |place: &Rect| !taken.iter().any(|other| other.intersects(*place));
    let down = vec2(0.0, size.y + 1.0);
    let below = (1..8).flat_map(|line| [sides[0], sides[1]].map(|side| beside(side).translate(line as f32 * down)));
    let mut places = sides.into_iter().map(beside).chain(below);
    let inside = places.clone().find(|place| within.contains_rect(*place) && is_apart(place));
    inside.or_else(|| places.find(is_apart)).unwrap_or_else(|| beside(sides[0]))
}

/// Two rays at the true angle, drawn in the plane.
pub(super) fn angle_ui(ui: &mut Ui, cosine: f64, names: (&str, &str)) {
    let side = vec2(ui.available_width(), 96.0);
    let (rect, response) = ui.allocate_exact_size(side, Sense::hover());
    let angle = cosine.clamp(-1.0, 1.0).acos() as f32;
    let label = format!("Angle of {:.1} degrees", angle.to_degrees());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let (muted, text) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
    let accent = ui.visuals().hyperlink_color;
    let apex = pos2(rect.left() + if angle > 1.7 { 0.5 * rect.width() } else { 12.0 }, rect.bottom() - 10.0);
    let length = 72.0;
    let ray = |angle: f32| apex + vec2(angle.cos(), -angle.sin()) * length;
    let arc = (0..=24).map(|step| {
        let at = angle * step as f32 / 24.0;
        apex + vec2(at.cos(), -at.sin()) * 26.0
    });
    ui.painter().line(arc.collect(), Stroke::new(1.25, muted));
    let font = FontId::proportional(12.0);
    // Names of coincident rays are above and below.
    let first = if angle < 0.3 { Align2::LEFT_TOP } else { Align2::LEFT_CENTER };
    for (end, name, anchor) in [(ray(0.0), names.0, first), (ray(angle), names.1, Align2::LEFT_BOTTOM)] {
        ui.painter().line_segment([apex, end], Stroke::new(2.0, accent));
        ui.painter().text(end + vec2(4.0, 0.0), anchor, name, font.clone(), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_in_one_place_do_not_overlap() {
        let (within, at, size) =
            (Rect::from_min_size(Pos2::ZERO, vec2(300.0, 200.0)), pos2(290.0, 100.0), vec2(30.0, 14.0));
        let mut taken = Vec::new();
        for _ in 0..4 {
            let place = free_place(at, size, within, &taken);
            assert!(taken.iter().all(|other: &Rect| !other.intersects(place)), "{place:?} of {taken:?}");
            taken.push(place);
        }
        assert!(within.contains_rect(taken[0]), "not out of the plot");
    }

    #[test]
    fn the_third_coordinate_points_up_and_turning_keeps_the_origin() {
        let flat = Scatter { yaw: 0.0, pitch: 0.0 };
        assert_eq!(flat.turned([0.0, 0.0, 2.0]), vec2(0.0, -2.0));
        assert_eq!(flat.turned([3.0, 9.0, 0.0]), vec2(3.0, 0.0));
        let mut turned = Scatter::default();
        turned.turn(1.0, 9.0);
        assert_eq!(turned.turned([0.0; 3]), Vec2::ZERO);
        assert!(turned.pitch <= 1.5);
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0));
        let view = turned.fitting(rect, &[[1.0, 2.0, 3.0], [-4.0, 0.5, 1.0]], 1.0);
        assert!(rect.contains(view.place(turned.turned([1.0, 2.0, 3.0]))) && rect.contains(view.place(Vec2::ZERO)));
    }
}
