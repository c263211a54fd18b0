//! Products of dense matrices that can be cancelled on the way.

use ndarray::{Array2, ArrayBase, Axis, Data, Ix2, s};

use crate::cancel::checkpoint;

/// Rows between two checkpoints: a few milliseconds with the largest matrices of the window.
const ROWS: usize = 16;

/// A B.
pub fn product(a: &ArrayBase<impl Data<Elem = f64>, Ix2>, b: &ArrayBase<impl Data<Elem = f64>, Ix2>) -> Array2<f64> {
    let mut result = Array2::zeros((a.nrows(), b.ncols()));
    for (block, rows) in a.axis_chunks_iter(Axis(0), ROWS).enumerate() {
        checkpoint();
        let first = block * ROWS;
        result.slice_mut(s![first..first + rows.nrows(), ..]).assign(&rows.dot(b));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_the_definition() {
        let matrix = |rows, cols| Array2::from_shape_fn((rows, cols), |(i, j)| ((3 * i + 7 * j) % 11) as f64 - 5.0);
        let (a, b) = (matrix(37, 20), matrix(20, 9));
        assert_eq!(product(&a, &b), a.dot(&b));
        assert_eq!(product(&matrix(0, 4), &matrix(4, 2)).dim(), (0, 2));
    }
}
