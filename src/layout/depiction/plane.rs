//! Points and directions of the plane.

pub(super) type Point = [f64; 2];

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The direction from one point to another, as an angle.
pub(super) fn angle(from: Point, to: Point) -> f64 {
    (to[1] - from[1]).atan2(to[0] - from[0])
}

/// The point at a distance of 1.
pub(super) fn towards([x, y]: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x + cos, y + sin]
}

pub(super) fn turned(point: Point, centre: Point, by: f64) -> Point {
    let ((sin, cos), [x, y]) = (by.sin_cos(), minus(point, centre));
    [centre[0] + cos * x - sin * y, centre[1] + sin * x + cos * y]
}

/// The mirror image at the line through two points.
pub(super) fn mirrored(point: Point, [a, b]: [Point; 2]) -> Point {
    let (line, to) = (minus(b, a), minus(point, a));
    let square = line[0] * line[0] + line[1] * line[1];
    let along = (line[0] * to[0] + line[1] * to[1]) / square.max(1e-12);
    [2.0 * (a[0] + along * line[0]) - point[0], 2.0 * (a[1] + along * line[1]) - point[1]]
}

/// Which side of the line from a to b a point is on, and twice the area of the triangle.
pub(super) fn side(a: Point, b: Point, point: Point) -> f64 {
    let (line, to) = (minus(b, a), minus(point, a));
    line[0] * to[1] - line[1] * to[0]
}

pub(super) fn to_segment(point: Point, [a, b]: [Point; 2]) -> f64 {
    let (line, to) = (minus(b, a), minus(point, a));
    let square = (line[0] * line[0] + line[1] * line[1]).max(1e-12);
    let along = ((line[0] * to[0] + line[1] * to[1]) / square).clamp(0.0, 1.0);
    distance(point, [a[0] + along * line[0], a[1] + along * line[1]])
}
