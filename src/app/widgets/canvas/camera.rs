//! Which part of the world a level shows, and how the view moves.

use eframe::egui::{Pos2, Rect, Vec2, lerp, pos2, vec2};

use super::{brush::fast_length, sizes::Sizes};
use crate::view::picture::LevelLook;

/// Points between the outermost drawing and the border.
const MARGIN: f32 = 10.0;
/// A fitted graph has edges of at most this many points, so that three atoms do not fill the screen.
const FITTED_SCALE_MAX: f32 = 76.0;
/// Length of a typical edge at maximum zoom, in points: a few atoms, not one, are in sight.
const LONGEST_EDGE: f32 = 150.0;
/// Zooming out ends at this share of the fitted scale.
const LEAST_OF_FITTED: f32 = 0.4;
const EASE_SECONDS: f64 = 0.2;
/// How fast the view follows moving nodes, per second.
const FOLLOW_RATE: f32 = 9.0;
/// Nodes are sized for edges of at most this many times the short ones.
const MOST_IN_SHORT: f32 = 1.35;
/// Quantile of nearest-neighbour edges taken as the short edge length: one close couple must not make dots of all others.
const SHORT_SHARE: f32 = 0.2;
/// Below this difference in points the view has arrived.
const ARRIVED: f32 = 0.25;

/// What there is to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Of the centres of the nodes, in world units.
    bounds: Option<Rect>,
    /// Mean length of an edge in world units: coarse nodes stand further apart, and are as large on screen.
    edge: f32,
    n_nodes: usize,
    n_loops: usize,
}

impl Default for Extent {
    fn default() -> Self {
        Self { bounds: None, edge: 1.0, n_nodes: 0, n_loops: 0 }
    }
}

impl Extent {
    pub(super) fn new(level: &LevelLook) -> Self {
        let mut shortest = vec![f32::INFINITY; level.positions.len()];
        let (mut sum, mut n) = (0.0, 0);
        for edge in &level.edges {
            let ends = [edge.a, edge.b].map(|node| level.positions.get(node as usize).map(|&at| Vec2::from(at)));
            let [Some(a), Some(b)] = ends else { continue };
            let length = fast_length(a - b);
            if length.is_finite() {
                (sum, n) = (sum + length, n + 1);
                for node in [edge.a, edge.b] {
                    let known = &mut shortest[node as usize];
                    *known = known.min(length);
                }
            }
        }
        // Bounded, since a layout that is still folding up has edges of any length; and seeds that were
        // neighbours must not cover each other.
        let edge = if n == 0 { 1.0 } else { (sum / n as f32).min(MOST_IN_SHORT * short(shortest)).clamp(1.0, 4.0) };
        let (n_nodes, n_loops) = (level.positions.len(), level.loops.len());
        Self { bounds: bounds_of(&level.positions), edge, n_nodes, n_loops }
    }
}

/// A short edge, of the shortest that each node has.
fn short(mut shortest: Vec<f32>) -> f32 {
    shortest.retain(|length| length.is_finite());
    if shortest.is_empty() {
        return f32::INFINITY;
    }
    let place = (SHORT_SHARE * (shortest.len() - 1) as f32) as usize;
    *shortest.select_nth_unstable_by(place, f32::total_cmp).1
}

/// A centre in world units and points per world unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Viewport {
    pub center: Vec2,
    pub scale: f32,
}

impl Viewport {
    /// The view that shows all of `extent` inside `rect`.
    pub(super) fn fitting(extent: Extent, rect: Rect) -> Self {
        let Some(bounds) = extent.bounds else { return Self { center: Vec2::ZERO, scale: FITTED_SCALE_MAX } };
        let around = |scale: f32| MARGIN + Sizes::at(scale * extent.edge, extent.n_nodes).reach(extent.n_loops);
        Self::largest(bounds, rect, FITTED_SCALE_MAX, around)
    }

    /// The same for a small drawing to look at only, and the sizes in it.
    pub(super) fn still(extent: Extent, rect: Rect) -> (Self, Sizes) {
        let sizes = |scale: f32| Sizes::still(scale * extent.edge);
        let most = FITTED_SCALE_MAX.min(0.4 * rect.height());
        let bounds = extent.bounds.unwrap_or(Rect::from_center_size(Pos2::ZERO, Vec2::ZERO));
        let view = Self::largest(bounds, rect, most, |scale| sizes(scale).still_reach());
        (view, sizes(view.scale))
    }

    /// The largest scale at which the bounds of the nodes, and the drawing around them, fit into `rect`.
    fn largest(bounds: Rect, rect: Rect, most: f32, around: impl Fn(f32) -> f32) -> Self {
        let fits = |scale: f32| {
            let around = around(scale);
            let needed = bounds.size() * scale + Vec2::splat(2.0 * around);
            needed.x <= rect.width() && needed.y <= rect.height()
        };
        // Nodes grow with the scale, within limits: the largest scale that fits is looked for, not computed.
        let (mut low, mut high) = (1e-3_f32, most.max(2e-3));
        if fits(high) {
            low = high;
        }
        while high > low * 1.0001 {
            let middle = (low * high).sqrt();
            if fits(middle) { low = middle } else { high = middle }
        }
        Self { center: bounds.center().to_vec2(), scale: low }
    }

    pub(super) fn ui_from_world(&self, rect: Rect, [x, y]: [f32; 2]) -> Pos2 {
        rect.center() + (vec2(x, y) - self.center) * self.scale
    }

    pub(super) fn world_from_ui(&self, rect: Rect, pos: Pos2) -> [f32; 2] {
        (self.center + (pos - rect.center()) / self.scale).into()
    }

    fn mix(self, to: Self, t: f32) -> Self {
        Self {
            center: self.center + (to.center - self.center) * t,
            scale: lerp(self.scale.ln()..=to.scale.ln(), t).exp(),
        }
    }

    /// How far apart two views put a corner of `rect`, at most, in points.
    fn distance(self, other: Self, rect: Rect) -> f32 {
        let shift = ((self.center - other.center) * other.scale).length();
        shift + rect.size().length() / 2.0 * (self.scale / other.scale).ln().abs()
    }
}

/// What moves the view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Motion {
    /// Nothing has been shown yet.
    #[default]
    New,
    /// The view keeps to the nodes.
    Following,
    Easing {
        from: Viewport,
        since: f64,
    },
    /// The user has panned or zoomed.
    Free,
}

/// The view of one level, and its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    pub view: Viewport,
    pub rect: Rect,
    /// What would show everything now.
    fitted: Viewport,
    /// Mean length of an edge in world units.
    edge: f32,
    n_nodes: usize,
    /// How much larger nodes are drawn than suits this level alone.
    node_factor: f32,
    motion: Motion,
}

impl Default for Camera {
    fn default() -> Self {
        let view = Viewport::fitting(Extent::default(), Rect::ZERO);
        Self { view, rect: Rect::ZERO, fitted: view, edge: 1.0, n_nodes: 0, node_factor: 1.0, motion: Motion::New }
    }
}

/// Input of the camera from the current frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub time: f64,
    pub dt: f32,
    pub is_animated: bool,
    /// A node is held by the pointer: a view that followed it would run away from it.
    pub is_held: bool,
}

impl Camera {
    /// How large things are drawn.
    pub(super) fn sizes(&self) -> Sizes {
        Sizes::at(self.view.scale * self.edge, self.n_nodes).with_nodes(self.node_factor)
    }

    /// The radius that suits its nodes where everything is shown, and how many there are.
    pub(super) fn suited(&self) -> (f32, usize) {
        (Sizes::at(self.fitted.scale * self.edge, self.n_nodes).radius(), self.n_nodes)
    }

    pub(super) fn set_node_factor(&mut self, factor: f32) {
        self.node_factor = factor;
    }

    /// Shows everything at once, at the next step.
    pub(super) fn restart(&mut self) {
        self.motion = Motion::New;
    }

    /// Starts to move to where everything is shown.
    pub(super) fn fit(&mut self, time: f64) {
        if self.motion != Motion::New {
            self.motion = Motion::Easing { from: self.view, since: time };
        }
    }

    /// One frame on; whether the view is still moving.
    pub(super) fn step(&mut self, extent: Extent, rect: Rect, frame: Frame) -> bool {
        let was = std::mem::replace(&mut self.rect, rect);
        self.fitted = Viewport::fitting(extent, rect);
        (self.edge, self.n_nodes) = (extent.edge, extent.n_nodes);
        match self.motion {
            Motion::Free => return false,
            Motion::Following if frame.is_held => return false,
            Motion::New => self.arrive(),
            Motion::Following | Motion::Easing { .. } if !frame.is_animated => self.arrive(),
            Motion::Following if was.size() != rect.size() => self.arrive(),
            Motion::Following if self.view.distance(self.fitted, rect) < ARRIVED => self.arrive(),
            Motion::Following => {
                self.view = self.view.mix(self.fitted, 1.0 - (-FOLLOW_RATE * frame.dt).exp());
                return true;
            }
            Motion::Easing { from, since } => {
                let t = ((frame.time - since) / EASE_SECONDS).clamp(0.0, 1.0) as f32;
                if t < 1.0 {
                    self.view = from.mix(self.fitted, 1.0 - (1.0 - t).powi(3));
                    return true;
                }
                self.arrive();
            }
        }
        false
    }

    fn arrive(&mut self) {
        self.view = self.fitted;
        self.motion = Motion::Following;
    }

    pub(super) fn pan(&mut self, delta: Vec2) {
        self.view.center -= delta / self.view.scale;
        self.motion = Motion::Free;
    }

    /// Zooms by `factor`; the point at `pos` stays there.
    pub(super) fn zoom_at(&mut self, pos: Pos2, factor: f32) {
        let fixed = Vec2::from(self.view.world_from_ui(self.rect, pos));
        let most = (LONGEST_EDGE / self.edge).max(1.5 * self.fitted.scale);
        self.view.scale = (self.view.scale * factor).clamp(LEAST_OF_FITTED * self.fitted.scale, most);
        self.view.center = fixed - (pos - self.rect.center()) / self.view.scale;
        self.motion = Motion::Free;
    }

    /// How much larger everything is than where it all fits; none as long as the view keeps to that by itself.
    pub(super) fn zoom(&self) -> Option<f32> {
        (self.motion == Motion::Free).then(|| self.view.scale / self.fitted.scale)
    }

    /// Pans as little as brings `pos` inside.
    pub(super) fn reveal(&mut self, pos: Pos2) {
        let inner = self.rect.shrink(MARGIN.min(self.rect.size().min_elem() / 3.0));
        let inside = pos.clamp(inner.min, inner.max);
        if inside != pos {
            self.pan(inside - pos);
        }
    }
}

/// The smallest rectangle around the points that are numbers.
fn bounds_of(positions: &[[f32; 2]]) -> Option<Rect> {
    let finite = positions.iter().filter(|[x, y]| x.is_finite() && y.is_finite());
    finite.map(|&[x, y]| Rect::from_min_max(pos2(x, y), pos2(x, y))).reduce(|all, point| all.union(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STILL: Frame = Frame { time: 0.0, dt: 0.016, is_animated: true, is_held: false };

    fn rect() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 300.0))
    }

    fn fitted(extent: Extent) -> Camera {
        let mut camera = Camera::default();
        assert!(!camera.step(extent, rect(), STILL));
        camera
    }

    fn square(side: f32) -> Extent {
        let bounds = Rect::from_center_size(pos2(3.0, 4.0), Vec2::splat(side));
        Extent { bounds: Some(bounds), n_nodes: 400, ..Extent::default() }
    }

    #[test]
    fn everything_is_shown_at_first() {
        let camera = fitted(square(40.0));
        let corner = camera.view.ui_from_world(rect(), [-17.0, -16.0]);
        assert!(rect().shrink(MARGIN).contains(corner), "{corner}");
        assert!(corner.y < 50.0 + 2.0 * MARGIN, "{corner}");
        let with_loops = Viewport::fitting(Extent { n_loops: 3, ..square(6.0) }, rect());
        assert!(with_loops.scale < Viewport::fitting(square(6.0), rect()).scale);
        assert_eq!(Viewport::fitting(square(0.0), rect()).scale, FITTED_SCALE_MAX);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor() {
        let mut camera = fitted(square(10.0));
        let pos = pos2(180.0, 120.0);
        let before = camera.view.world_from_ui(rect(), pos);
        camera.zoom_at(pos, 1.7);
        let after = camera.view.ui_from_world(rect(), before);
        assert!(after.distance(pos) < 1e-2, "{after}");
    }

    #[test]
    fn zooming_has_an_end_at_a_few_edges_and_is_told() {
        let mut camera = fitted(square(3.0));
        assert_eq!(camera.zoom(), None);
        for _ in 0..50 {
            camera.zoom_at(rect().center(), 1.2);
        }
        assert!((camera.view.scale - LONGEST_EDGE).abs() < 0.1, "{}", camera.view.scale);
        assert_eq!(camera.zoom(), Some(LONGEST_EDGE / camera.fitted.scale));
        let (near, far) = (camera.sizes(), Sizes::at(FITTED_SCALE_MAX, 400));
        let grown = LONGEST_EDGE / FITTED_SCALE_MAX;
        assert!((near.edge(1.0) / far.edge(1.0) - grown).abs() < 0.01, "lines grow as edges do");
        assert!((near.reach(0) - 6.0) / (far.reach(0) - 6.0) - grown < 0.01, "and so do nodes");
        for _ in 0..50 {
            camera.zoom_at(rect().center(), 0.8);
        }
        assert_eq!(camera.view.scale, LEAST_OF_FITTED * camera.fitted.scale);
    }

    #[test]
    fn it_follows_until_it_is_moved_and_rests_when_it_has_arrived() {
        let mut camera = fitted(square(10.0));
        let mut n_frames = 0;
        while camera.step(square(20.0), rect(), STILL) {
            n_frames += 1;
            assert!(n_frames < 200);
        }
        assert!(n_frames > 5);
        camera.pan(vec2(10.0, 0.0));
        assert!(!camera.step(square(30.0), rect(), STILL));
        camera.fit(1.0);
        assert!(camera.step(square(30.0), rect(), Frame { time: 1.1, ..STILL }));
        assert!(!camera.step(square(30.0), rect(), Frame { time: 1.2, ..STILL }));
        assert_eq!(camera.view, Viewport::fitting(square(30.0), rect()));
    }

    #[test]
    fn without_animation_it_jumps() {
        let mut camera = fitted(square(10.0));
        camera.pan(vec2(10.0, 0.0));
        camera.fit(0.0);
        assert!(!camera.step(square(10.0), rect(), Frame { is_animated: false, ..STILL }));
        assert_eq!(camera.view, Viewport::fitting(square(10.0), rect()));
    }

    #[test]
    fn points_that_are_no_numbers_are_left_out() {
        assert_eq!(bounds_of(&[[f32::NAN, 0.0]]), None);
        assert_eq!(
            bounds_of(&[[1.0, 2.0], [f32::INFINITY, 0.0]]),
            Some(Rect::from_min_max(pos2(1.0, 2.0), pos2(1.0, 2.0)))
        );
    }
}
