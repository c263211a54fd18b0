//! Components beside each other: boxes on a skyline.
//!
//! Each box, largest first, goes where its top ends lowest (the bottom-left rule of Baker, Coffman
//! and Rivest, “Orthogonal packings in two dimensions”, 1980), below a width that makes the whole
//! about as wide as a screen.

/// Margin around every component.
const MARGIN: f64 = 0.5;
/// Width over height to aim at.
const ASPECT: f64 = 1.5;

/// Moves the components so that their boxes do not overlap and the whole is centred on the origin. Parts
/// must come largest first.
pub(super) fn pack(components: &mut [Vec<[f64; 2]>]) {
    let boxes: Vec<([f64; 2], [f64; 2])> = components.iter().map(|component| bounds(component)).collect();
    let sizes: Vec<[f64; 2]> =
        boxes.iter().map(|(low, high)| [high[0] - low[0] + 2.0 * MARGIN, high[1] - low[1] + 2.0 * MARGIN]).collect();
    let area: f64 = sizes.iter().map(|size| size[0] * size[1]).sum();
    let width = sizes.iter().map(|size| size[0]).fold((area * ASPECT).sqrt(), f64::max) + 1e-6;
    let mut skyline = vec![Ledge { left: 0.0, right: width, height: 0.0 }];
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for ((component, (corner, _)), size) in components.iter_mut().zip(&boxes).zip(&sizes) {
        let place = drop_on(&mut skyline, *size);
        for point in component.iter_mut() {
            for axis in 0..2 {
                point[axis] += place[axis] + MARGIN - corner[axis];
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
    }
    for point in components.iter_mut().flatten() {
        *point = [point[0] - (low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0 - point[1]];
    }
}

/// A horizontal segment of the upper contour of the packed boxes.
#[derive(Clone, Copy)]
struct Ledge {
    left: f64,
    right: f64,
    height: f64,
}

/// Finds the lowest place for a box, raises the skyline over it and returns its corner.
fn drop_on(skyline: &mut Vec<Ledge>, [width, height]: [f64; 2]) -> [f64; 2] {
    let end = skyline.last().map_or(0.0, |ledge| ledge.right);
    let mut best: Option<[f64; 2]> = None;
    for (idx, ledge) in skyline.iter().enumerate() {
        if ledge.left + width > end {
            break;
        }
        let below = skyline[idx..].iter().take_while(|other| other.left < ledge.left + width);
        let floor = below.map(|other| other.height).fold(0.0, f64::max);
        if best.is_none_or(|best| floor < best[1] - 1e-9) {
            best = Some([ledge.left, floor]);
        }
    }
    let [left, floor] = best.unwrap_or([0.0, skyline.iter().map(|ledge| ledge.height).fold(0.0, f64::max)]);
    let right = left + width;
    let mut raised: Vec<Ledge> = Vec::with_capacity(skyline.len() + 2);
    let before = skyline.iter().filter(|ledge| ledge.left < left);
    raised.extend(before.map(|ledge| Ledge { right: ledge.right.min(left), ..*ledge }));
    raised.push(Ledge { left, right, height: floor + height });
    let after = skyline.iter().filter(|ledge| ledge.right > right);
    raised.extend(after.map(|ledge| Ledge { left: ledge.left.max(right), ..*ledge }));
    *skyline = raised;
    [left, floor]
}

fn bounds(points: &[[f64; 2]]) -> ([f64; 2], [f64; 2]) {
    points.iter().fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(low, high), p| {
        ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_do_not_overlap_and_fill_the_plane_well() {
        let square = |side: f64| vec![[0.0, 0.0], [side, side]];
        let mut components = vec![square(9.0), square(4.0), square(4.0)];
        components.extend(vec![vec![[3.0, 3.0]]; 50]);
        pack(&mut components);
        let boxes: Vec<_> = components.iter().map(|component| bounds(component)).collect();
        for (idx, one) in boxes.iter().enumerate() {
            for other in &boxes[..idx] {
                assert!((0..2).any(|axis| one.1[axis] + 0.99 < other.0[axis] || other.1[axis] + 0.99 < one.0[axis]));
            }
        }
        let all: Vec<[f64; 2]> = components.into_iter().flatten().collect();
        let (low, high) = bounds(&all);
        assert!((high[0] - low[0]) * (high[1] - low[1]) < 1.4 * (100.0 + 50.0 + 50.0));
        assert!((low[0] + high[0]).abs() < 1e-9 && (low[1] + high[1]).abs() < 1e-9);
    }
}
