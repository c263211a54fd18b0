//! Rows of maps with cells as large as the room allows, all of one size.

use eframe::egui::{Rect, Vec2, pos2, vec2};

/// A map to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Columns and rows of the matrix.
    pub cells: Vec2,
    /// Width and height of everything around the cells, in points.
    pub around: Vec2,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packed {
    /// Side of a cell in points.
    pub cell: f32,
    /// Where each piece is, from the corner of the room. They may reach below it: the room is then scrolled.
    pub places: Vec<Rect>,
    /// Whether they need more height than there is.
    pub is_scrolled: bool,
}

/// Distance between two maps in points.
const GAP: f32 = 8.0;
/// Largest side of a cell in points: a graph of two nodes need not fill the screen.
const LARGEST: f32 = 64.0;
/// A matrix of few rows or columns is drawn no thinner than this share of its length.
const THINNEST: f32 = 0.12;
/// Pieces up to which every division into rows is tried.
const ALL_TRIED: usize = 10;

impl Piece {
    fn cells(&self) -> Vec2 {
        self.cells.max(Vec2::splat(THINNEST * self.cells.max_elem())).max(Vec2::splat(1e-3))
    }

    fn size(&self, cell: f32) -> Vec2 {
        self.cells() * cell + self.around
    }
}

/// The division into rows, in the given order, whose cells are largest. `least` is the side in points that the largest
/// map must have; where it would be smaller, the rows are as long as the room is wide and as many as needed.
pub(crate) fn pack(pieces: &[Piece], room: Vec2, least: f32) -> Packed {
    let sides = pieces.iter().map(|piece| piece.cells().max_elem());
    let longest = sides.fold(1.0, f32::max);
    let best = divisions(pieces.len())
        .map(|rows| (side_of_cell(pieces, &rows, room), rows))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some((cell, rows)) if cell * longest >= least => placed(pieces, &rows, cell.min(LARGEST)),
        _ => scrolled(pieces, room.x, least / longest),
    }
}

/// Lengths of rows, fewer rows first: all divisions of a few pieces, of many those into rows of one length.
fn divisions(n: usize) -> Box<dyn Iterator<Item = Vec<usize>>> {
    if n > ALL_TRIED {
        let row = move |columns: usize| (0..n).step_by(columns).map(|at| columns.min(n - at)).collect();
        return Box::new((1..=n).rev().map(row));
    }
    // A bit for each place between two pieces: whether a row ends there.
    Box::new((0..1_u32 << n.saturating_sub(1)).map(move |ends| {
        let mut rows = vec![0];
        for piece in 0..n {
            rows[0] += 1;
            if piece + 1 < n && ends >> piece & 1 == 1 {
                rows.insert(0, 0);
            }
        }
        rows.reverse();
        rows
    }))
}

/// The largest cell with which the rows fit into the room; not positive if none does.
fn side_of_cell(pieces: &[Piece], rows: &[usize], room: Vec2) -> f32 {
    let mut cell = f32::INFINITY;
    let (mut cells_down, mut around_down) = (0.0, GAP * (rows.len() as f32 - 1.0));
    for row in split(pieces, rows) {
        let across: f32 = row.iter().map(|piece| piece.cells().x).sum();
        let around: f32 = row.iter().map(|piece| piece.around.x).sum::<f32>() + GAP * (row.len() as f32 - 1.0);
        cell = cell.min((room.x - around) / across);
        cells_down += row.iter().map(|piece| piece.cells().y).fold(0.0, f32::max);
        around_down += row.iter().map(|piece| piece.around.y).fold(0.0, f32::max);
    }
    cell.min((room.y - around_down) / cells_down)
}

fn split<'a>(pieces: &'a [Piece], rows: &'a [usize]) -> impl Iterator<Item = &'a [Piece]> {
    let mut at = 0;
    rows.iter().map(move |&len| {
        at += len;
        &pieces[at - len..at]
    })
}

fn placed(pieces: &[Piece], rows: &[usize], cell: f32) -> Packed {
    let mut places = Vec::with_capacity(pieces.len());
    let mut top = 0.0;
    for row in split(pieces, rows) {
        let height = row.iter().map(|piece| piece.size(cell).y).fold(0.0, f32::max);
        let mut left = 0.0;
        for piece in row {
            let width = piece.size(cell).x;
            places.push(Rect::from_min_size(pos2(left, top), vec2(width, height)));
            left += width + GAP;
        }
        top += height + GAP;
    }
    Packed { cell, places, is_scrolled: false }
}

/// Rows as long as cells of a least size allow, then widened together to fill the width.
fn scrolled(pieces: &[Piece], width: f32, least: f32) -> Packed {
    let mut rows = Vec::new();
    let mut left = f32::INFINITY;
    for piece in pieces {
        let across = piece.size(least).x;
        if left + across > width {
            rows.push(0);
            left = 0.0;
        }
        left += across + GAP;
        rows.last_mut().into_iter().for_each(|len| *len += 1);
    }
    let fitting = side_of_cell(pieces, &rows, vec2(width, f32::INFINITY));
    Packed { is_scrolled: true, ..placed(pieces, &rows, fitting.clamp(least, 2.0 * least)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four square matrices and an assignment, as ProxPool has them.
    fn pieces() -> Vec<Piece> {
        let piece = |rows: f32| Piece { cells: vec2(17.0, rows), around: vec2(30.0, 70.0) };
        vec![piece(17.0), piece(17.0), piece(17.0), piece(17.0), piece(5.0)]
    }

    fn n_rows(packed: &Packed) -> usize {
        packed.places.iter().filter(|place| place.left() == 0.0).count()
    }

    #[test]
    fn cells_are_as_large_as_any_division_into_rows_allows() {
        let pieces = pieces();
        for room in
            [vec2(800.0, 220.0), vec2(1400.0, 420.0), vec2(500.0, 900.0), vec2(1900.0, 300.0), vec2(900.0, 700.0)]
        {
            let packed = pack(&pieces, room, 60.0);
            for columns in 1..=5 {
                let rows: Vec<usize> = (0..5).step_by(columns).map(|at| columns.min(5 - at)).collect();
                let other = side_of_cell(&pieces, &rows, room);
                assert!(
                    packed.cell >= other.min(LARGEST),
                    "{columns} columns of {other} in {room} beat {}",
                    packed.cell
                );
            }
            let all = packed.places.iter().fold(Rect::NOTHING, |all, place| all.union(*place));
            assert!(all.right() <= room.x + 0.1 && all.bottom() <= room.y + 0.1, "{all} in {room}");
            for (idx, a) in packed.places.iter().enumerate() {
                assert!(packed.places[..idx].iter().all(|b| !a.intersects(*b)), "{:?}", packed.places);
            }
        }
    }

    #[test]
    fn the_shape_of_the_room_decides_about_rows() {
        let rows = |width, height| n_rows(&pack(&pieces(), vec2(width, height), 60.0));
        assert_eq!((rows(1400.0, 220.0), rows(800.0, 700.0), rows(260.0, 2000.0)), (1, 2, 5));
    }

    #[test]
    fn maps_that_would_be_too_small_are_scrolled() {
        let packed = pack(&pieces(), vec2(300.0, 90.0), 90.0);
        assert!(packed.cell * 17.0 >= 90.0, "{packed:?}");
        assert!(packed.places.iter().all(|place| place.right() <= 300.1), "{packed:?}");
        assert!(packed.is_scrolled && packed.places[4].bottom() > 90.0);
    }

    #[test]
    fn many_thin_and_tiny_matrices_have_places() {
        let thin = Piece { cells: vec2(1.0, 500.0), around: vec2(30.0, 70.0) };
        assert_eq!(pack(&[thin; 14], vec2(900.0, 300.0), 60.0).places.len(), 14);
        let tiny = Piece { cells: vec2(1.0, 1.0), ..thin };
        assert_eq!(pack(&[tiny], vec2(900.0, 600.0), 60.0).cell, LARGEST);
        assert_eq!(pack(&[], vec2(900.0, 600.0), 60.0).places, []);
    }
}
