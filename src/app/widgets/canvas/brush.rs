//! Anti-aliased shapes, all written into one mesh: thousands of nodes and edges cost one shape.

use std::sync::LazyLock;

use eframe::egui::{
    Color32, Mesh, Painter, Pos2, Shape, Vec2,
    epaint::{Vertex, WHITE_UV},
};

use crate::view::drawing::HEXAGON;

/// Directions around a full turn; a circle takes each, or every second, third …
static DIRECTIONS: LazyLock<[Vec2; 48]> =
    LazyLock::new(|| std::array::from_fn(|i| Vec2::angled(i as f32 / 48.0 * std::f32::consts::TAU)));

/// A point of an outline: where it is anchored, and the direction in which it stands off.
pub(super) type Corner = (Pos2, Vec2);

/// Writes shapes into a mesh; their borders fade over one pixel.
pub(super) struct Brush {
    mesh: Mesh,
    fade: f32,
}

impl Brush {
    pub(super) fn new(pixels_per_point: f32) -> Self {
        Self { mesh: Mesh::default(), fade: 1.0 / pixels_per_point }
    }

    /// Room for dots and thin lines; growing by copies would cost more than drawing.
    pub(super) fn reserve(&mut self, n_nodes: usize, n_edges: usize, n_hulls: usize) {
        self.mesh.vertices.reserve(16 * n_nodes + 6 * n_edges + 120 * n_hulls);
        self.mesh.indices.reserve(66 * n_nodes + 12 * n_edges + 500 * n_hulls);
    }

    pub(super) fn paint(self, painter: &Painter) {
        if !self.mesh.is_empty() {
            painter.add(Shape::mesh(self.mesh));
        }
    }

    pub(super) fn line(&mut self, a: Pos2, b: Pos2, width: f32, color: Color32) {
        let Some(across) = across(a, b) else { return };
        let (rows, n_rows) = self.profile(width, color);
        let start = self.mesh.vertices.len() as u32;
        for (offset, color) in &rows[..n_rows] {
            self.push(a + across * *offset, *color);
            self.push(b + across * *offset, *color);
        }
        for row in 0..n_rows as u32 - 1 {
            self.quad(start + 2 * row, start + 2 * row + 1, start + 2 * row + 2, start + 2 * row + 3);
        }
    }

    /// One of very many pale lines: without borders that fade, which nobody would see.
    pub(super) fn hairline(&mut self, a: Pos2, b: Pos2, width: f32, color: Color32) {
        let Some(across) = across(a, b) else { return };
        let half = across * width.max(self.fade) / 2.0;
        let color = color.gamma_multiply((width / self.fade).min(1.0));
        let start = self.mesh.vertices.len() as u32;
        for at in [a - half, b - half, a + half, b + half] {
            self.push(at, color);
        }
        self.quad(start, start + 1, start + 2, start + 3);
    }

    pub(super) fn disc(&mut self, center: Pos2, radius: f32, fill: Color32) {
        self.solid(self.around(center, radius), radius, fill);
    }

    pub(super) fn circle(&mut self, center: Pos2, radius: f32, width: f32, color: Color32) {
        self.outline(self.around(center, radius), radius, width, color);
    }

    /// A hexagon that stands on a corner, of the given distance from centre to corner.
    pub(super) fn hexagon(&mut self, center: Pos2, radius: f32, fill: Color32) {
        self.solid(hexagon_corners(center).into_iter(), radius * APOTHEM, fill);
    }

    pub(super) fn hexagon_outline(&mut self, center: Pos2, radius: f32, width: f32, color: Color32) {
        self.outline(hexagon_corners(center).into_iter(), radius * APOTHEM, width, color);
    }

    /// A part of a disc or hexagon: from its centre to corners in the given directions.
    pub(super) fn slice(&mut self, center: Pos2, radius: f32, corners: &[[f64; 2]], fill: Color32) {
        let start = self.mesh.vertices.len() as u32;
        let (inner, outer) = ((radius - self.fade / 2.0).max(0.0), radius + self.fade / 2.0);
        self.push(center, fill);
        for &[x, y] in corners {
            let direction = Vec2::new(x as f32, y as f32);
            self.push(center + direction * inner, fill);
            self.push(center + direction * outer, Color32::TRANSPARENT);
        }
        for corner in 1..corners.len() as u32 {
            let (here, before) = (start + 2 * corner + 1, start + 2 * corner - 1);
            self.mesh.indices.extend([start, before, here]);
            self.quad(before, before + 1, here, here + 1);
        }
    }

    /// The inside of a convex outline that stands off its corners by `radius`.
    pub(super) fn solid(&mut self, corners: impl ExactSizeIterator<Item = Corner>, radius: f32, fill: Color32) {
        let n = corners.len() as u32;
        if n < 3 {
            return;
        }
        let start = self.mesh.vertices.len() as u32;
        let (inner, outer) = ((radius - self.fade / 2.0).max(0.0), radius + self.fade / 2.0);
        for (anchor, direction) in corners {
            self.push(anchor + direction * inner, fill);
            self.push(anchor + direction * outer, Color32::TRANSPARENT);
        }
        for i in 2..n {
            self.mesh.indices.extend([start, start + 2 * (i - 1), start + 2 * i]);
        }
        self.close(start, n, 2);
    }

    /// The border of a convex outline that stands off its corners by `radius`.
    pub(super) fn outline(
        &mut self,
        corners: impl ExactSizeIterator<Item = Corner>,
        radius: f32,
        width: f32,
        color: Color32,
    ) {
        let n = corners.len() as u32;
        let start = self.mesh.vertices.len() as u32;
        let (rows, n_rows) = self.profile(width, color);
        for (anchor, direction) in corners {
            for (offset, color) in &rows[..n_rows] {
                self.push(anchor + direction * (radius + offset), *color);
            }
        }
        self.close(start, n, n_rows as u32);
    }

    /// Offsets and colours across a line; a line thinner than a pixel is paler instead.
    fn profile(&self, width: f32, color: Color32) -> ([(f32, Color32); 4], usize) {
        let none = Color32::TRANSPARENT;
        if width <= self.fade {
            let pale = color.gamma_multiply(width / self.fade);
            return ([(-self.fade, none), (0.0, pale), (self.fade, none), (0.0, none)], 3);
        }
        let (inner, outer) = ((width - self.fade) / 2.0, (width + self.fade) / 2.0);
        ([(-outer, none), (-inner, color), (inner, color), (outer, none)], 4)
    }

    fn around(&self, center: Pos2, radius: f32) -> impl ExactSizeIterator<Item = Corner> + use<> {
        let step = match radius / self.fade {
            r if r < 2.0 => 8,
            r if r < 3.0 => 6,
            r if r < 5.0 => 4,
            r if r < 9.0 => 3,
            r if r < 20.0 => 2,
            _ => 1,
        };
        DIRECTIONS.iter().step_by(step).map(move |&direction| (center, direction))
    }

    /// Joins `n` columns of `n_rows` vertices to a closed band.
    fn close(&mut self, start: u32, n: u32, n_rows: u32) {
        for i in 0..n {
            let (here, next) = (start + i * n_rows, start + (i + 1) % n * n_rows);
            for row in 0..n_rows - 1 {
                self.quad(here + row, here + row + 1, next + row, next + row + 1);
            }
        }
    }

    fn quad(&mut self, a: u32, b: u32, c: u32, d: u32) {
        self.mesh.indices.extend([a, b, c, b, c, d]);
    }

    fn push(&mut self, pos: Pos2, color: Color32) {
        self.mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
    }
}

/// The direction across a line; none where it is no line, or no number.
fn across(a: Pos2, b: Pos2) -> Option<Vec2> {
    let along = b - a;
    let length = fast_length(along);
    (length > 1e-3).then(|| along.rot90() / length)
}

/// Without the care for numbers beyond any screen, which costs more than all else about a line.
pub(super) fn fast_length(way: Vec2) -> f32 {
    way.length_sq().sqrt()
}

/// cos 30°: from a hexagon's centre to the middle of a side.
const APOTHEM: f32 = 0.866_025_4;

fn hexagon_corners(center: Pos2) -> [Corner; 6] {
    // Longer than 1 at the corners, so that the sides stand off by 1.
    HEXAGON.map(|[x, y]| (center, Vec2::new(x as f32, y as f32) / APOTHEM))
}
