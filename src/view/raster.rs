//! A matrix as pixels: one for each cell where they fit, else each for several cells.
//!
//! A pixel never shows a sample, but the strongest of its cells, their mean or their density. Sparse
//! matrices are never made dense: time and memory are in proportion to entries and pixels.

use std::ops::Range;

use crate::{
    pooling::trace::Value,
    view::{palette::Rgb, reduction::Reduction, shading::Shading},
};

/// A matrix, or a window of it, in the order in which it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    value: &'a Value,
    /// The matrix row at each place from the top.
    rows: &'a [u32],
    /// The matrix column at each place from the left.
    cols: &'a [u32],
}

/// A picture, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Pixels in a row.
    pub width: usize,
    pub height: usize,
    /// Red, green, blue and opacity of each pixel.
    pub pixels: Vec<[u8; 4]>,
}

impl<'a> Cells<'a> {
    /// A matrix with an order of its rows and one of its columns (place → index). Orders may leave
    /// rows and columns out. `None` for a value that is no matrix, or an order that is not of it.
    pub fn new(value: &'a Value, rows: &'a [u32], cols: &'a [u32]) -> Option<Self> {
        let (n_rows, n_cols) = value.shape()?;
        let fits = |order: &[u32], n: usize| order.iter().all(|&idx| (idx as usize) < n);
        (fits(rows, n_rows) && fits(cols, n_cols)).then_some(Self { value, rows, cols })
    }

    /// The part between places.
    pub fn window(self, rows: Range<usize>, cols: Range<usize>) -> Self {
        Self { rows: &self.rows[rows], cols: &self.cols[cols], ..self }
    }

    /// The matrix row at each place from the top.
    pub fn row_order(self) -> &'a [u32] {
        self.rows
    }

    /// The matrix column at each place from the left.
    pub fn col_order(self) -> &'a [u32] {
        self.cols
    }

    /// The entry at places.
    pub fn at(self, row: usize, col: usize) -> f64 {
        at(self.value, self.rows[row], self.cols[col])
    }

    /// The strongest entry between places, as (row place, column place); `None` where all are 0.
    ///
    /// It is the one that a pixel over these cells shows.
    pub fn strongest(self, rows: Range<usize>, cols: Range<usize>) -> Option<(usize, usize)> {
        let mut best = (0.0, None);
        for row in rows {
            for col in cols.clone() {
                let strength = self.at(row, col).abs();
                if strength > best.0 {
                    best = (strength, Some((row, col)));
                }
            }
        }
        best.1
    }

    /// Calls with the places and value of every entry that is not 0.
    fn for_each(self, mut call: impl FnMut(usize, usize, f64)) {
        match self.value {
            Value::Sparse(sparse) => {
                const OUTSIDE: u32 = u32::MAX;
                let mut place_of_col = vec![OUTSIDE; sparse.pattern.n_cols()];
                for (place, &col) in self.cols.iter().enumerate() {
                    place_of_col[col as usize] = place as u32;
                }
                for (row_place, &row) in self.rows.iter().enumerate() {
                    for at in sparse.pattern.range(row as usize) {
                        let col_place = place_of_col[sparse.pattern.cols()[at] as usize];
                        if col_place != OUTSIDE && sparse.values[at] != 0.0 {
                            call(row_place, col_place as usize, sparse.values[at]);
                        }
                    }
                }
            }
            Value::Dense(dense) => {
                for (row_place, &row) in self.rows.iter().enumerate() {
                    for (col_place, &col) in self.cols.iter().enumerate() {
                        let value = dense[[row as usize, col as usize]];
                        if value != 0.0 {
                            call(row_place, col_place, value);
                        }
                    }
                }
            }
            Value::Vector(_) | Value::Nodes(_) | Value::Number(_) => {}
        }
    }
}

/// The entry of a matrix at (row, column); 0 where there is none.
pub fn at(value: &Value, row: u32, col: u32) -> f64 {
    value.at(row, col).unwrap_or(0.0)
}

/// Number of non-zero entries (nnz).
pub fn non_zeros(value: &Value) -> usize {
    entries(value).filter(|&value| value != 0.0).count()
}

/// The stored entries of a matrix.
pub(super) fn entries(value: &Value) -> Box<dyn Iterator<Item = f64> + '_> {
    match value {
        Value::Sparse(sparse) => Box::new(sparse.values.iter().copied()),
        Value::Dense(dense) => Box::new(dense.iter().copied()),
        Value::Vector(_) | Value::Nodes(_) | Value::Number(_) => Box::new(std::iter::empty()),
    }
}

/// Draws a matrix with a limited number of pixels, or one per cell if there are fewer cells; and returns the colouring used.
pub fn raster(
    cells: Cells<'_>,
    width_px: usize,
    height_px: usize,
    shading: &Shading,
    reduction: Reduction,
) -> (Raster, Shading) {
    let (n_rows, n_cols) = (cells.rows.len(), cells.cols.len());
    let (width, height) = (n_cols.min(width_px), n_rows.min(height_px));
    let opaque = |[r, g, b]: Rgb| [r, g, b, 255];
    let mut pixels = vec![opaque(shading.empty); width * height];
    if pixels.is_empty() {
        return (Raster { width, height, pixels }, *shading);
    }
    // A cell that has a pixel of its own is shown as it is.
    let reduction = if (width, height) == (n_cols, n_rows) { Reduction::Maximum } else { reduction };
    let mut values = vec![0.0_f64; pixels.len()];
    cells.for_each(|row, col, value| {
        reduction.add(&mut values[row * height / n_rows * width + col * width / n_cols], value);
    });
    let n_before = |pixel: usize, n_pixels: usize, n: usize| (pixel * n).div_ceil(n_pixels);
    let span =
        |pixel: usize, n_pixels: usize, n: usize| n_before(pixel + 1, n_pixels, n) - n_before(pixel, n_pixels, n);
    for (at, value) in values.iter_mut().enumerate().filter(|(_, value)| **value != 0.0) {
        *value = reduction.finish(*value, span(at / width, height, n_rows) * span(at % width, width, n_cols));
    }
    let shading = reduction.shading(shading, &values);
    for (pixel, &value) in pixels.iter_mut().zip(&values) {
        if value != 0.0 {
            *pixel = opaque(shading.colour(value));
        }
    }
    (Raster { width, height, pixels }, shading)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::{Array2, array};

    use super::*;
    use crate::{
        math::pattern::Pattern,
        pooling::trace::SparseValue,
        view::{palette::ColourMap, ramp::Ramp, scale::Scale, shading::range_of},
    };

    const VIRIDIS: Ramp = Ramp::Map { map: ColourMap::Viridis, is_dark: true };

    const EMPTY: Rgb = [1, 2, 3];

    fn shading(range: (f64, f64), scale: Scale) -> Shading {
        Shading { range, beyond: [false; 2], scale, ramp: VIRIDIS, empty: EMPTY }
    }

    fn strongest(cells: Cells<'_>, width: usize, height: usize, shading: &Shading) -> Raster {
        raster(cells, width, height, shading, Reduction::Maximum).0
    }

    #[test]
    fn means_and_densities_have_a_bar_of_their_own() {
        let mut dense = Array2::zeros((40, 40));
        dense[[0, 0]] = 8.0;
        dense[[0, 1]] = 4.0;
        dense[[30, 30]] = 4.0;
        let value = Value::Dense(dense);
        let order = index(40);
        let cells = Cells::new(&value, &order, &order).unwrap();
        let base = shading((0.0, 8.0), Scale::Linear);
        let of = |reduction| raster(cells, 10, 10, &base, reduction);
        assert_eq!(of(Reduction::Maximum).1, base);
        let (mean, bar) = of(Reduction::Mean);
        assert_eq!(bar.range, (0.0, 12.0 / 16.0));
        assert_eq!(mean.pixels[0][..3], bar.colour(12.0 / 16.0));
        assert_eq!(mean.pixels[7 * 10 + 7][..3], bar.colour(4.0 / 16.0));
        let (density, bar) = of(Reduction::Density);
        assert_eq!(bar.range, (0.0, 2.0 / 16.0));
        assert_eq!(density.pixels[7 * 10 + 7][..3], bar.colour(1.0 / 16.0));
        assert_eq!(density.pixels[1][..3], EMPTY);
        let whole = raster(cells, 40, 40, &base, Reduction::Density);
        assert_eq!(whole.1, base, "a cell that has a pixel of its own is shown as it is");
    }

    fn index(n: usize) -> Vec<u32> {
        (0..n as u32).collect()
    }

    fn sparse(dense: &Array2<f64>) -> Value {
        let (mut starts, mut cols, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in dense.rows() {
            for (col, &value) in row.iter().enumerate() {
                if value != 0.0 {
                    cols.push(col as u32);
                    values.push(value);
                }
            }
            starts.push(cols.len() as u32);
        }
        Value::Sparse(SparseValue { pattern: Arc::new(Pattern::new(dense.ncols(), starts, cols)), values })
    }

    fn colour(value: f64, shading: &Shading) -> [u8; 4] {
        let [r, g, b] = shading.colour(value);
        [r, g, b, 255]
    }

    #[test]
    fn an_outlier_survives_a_hundredfold_reduction() {
        let n = 5000;
        let mut starts = vec![0_u32];
        let (mut cols, mut values) = (Vec::new(), Vec::new());
        for row in 0..n {
            cols.push(row);
            values.push(if row == 3217 { -9.0 } else { 1.0 });
            starts.push(row + 1);
        }
        let pattern = Arc::new(Pattern::new(n as usize, starts, cols));
        let value = Value::Sparse(SparseValue { pattern, values });
        let order = index(n as usize);
        let cells = Cells::new(&value, &order, &order).unwrap();
        let shading = shading((-9.0, 1.0), Scale::Linear);
        let small = strongest(cells, 50, 50, &shading);
        assert_eq!((small.width, small.height), (50, 50));
        assert_eq!(small.pixels[32 * 50 + 32], colour(-9.0, &shading));
        assert_eq!(small.pixels.iter().filter(|&&pixel| pixel == colour(-9.0, &shading)).count(), 1);
        assert_eq!(small.pixels.iter().filter(|pixel| pixel[..3] == EMPTY).count(), 50 * 49);
        assert_eq!(cells.strongest(3200..3300, 3200..3300), Some((3217, 3217)));
        assert_eq!(cells.strongest(0..100, 100..200), None);
    }

    #[test]
    fn sparse_and_dense_give_the_same_picture() {
        let dense =
            Array2::from_shape_fn((23, 31), |(i, j)| if (i * j) % 3 == 1 { (i as f64) - 0.4 * j as f64 } else { 0.0 });
        let (a, b) = (sparse(&dense), Value::Dense(dense));
        assert_eq!(range_of(&a).1, range_of(&b).1);
        assert_eq!(non_zeros(&a), non_zeros(&b));
        let (rows, cols) = (index(23), index(31));
        for (width, height) in [(100, 100), (31, 23), (30, 7), (1, 1)] {
            let [a, b] = [&a, &b].map(|value| {
                strongest(Cells::new(value, &rows, &cols).unwrap(), width, height, &shading((-12.0, 22.0), Scale::Sqrt))
            });
            assert_eq!(a, b);
        }
    }

    #[test]
    fn orders_and_windows_move_the_cells() {
        let value = Value::Dense(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let cells = Cells::new(&value, &[1, 0], &[2, 0, 1]).unwrap();
        let shading = shading((0.0, 6.0), Scale::Linear);
        let assert_cells = |cells, expected: &[f64]| {
            let expected: Vec<_> = expected.iter().map(|&value| colour(value, &shading)).collect();
            assert_eq!(strongest(cells, 9, 9, &shading).pixels, expected);
        };
        assert_cells(cells, &[6.0, 4.0, 5.0, 3.0, 1.0, 2.0]);
        assert_cells(cells.window(0..2, 1..2), &[4.0, 1.0]);
        let sparse = sparse(&array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_cells(Cells::new(&sparse, &[1, 0], &[2, 0, 1]).unwrap().window(1..2, 0..2), &[3.0, 1.0]);
        assert!(Cells::new(&value, &[2], &[0]).is_none());
        assert!(Cells::new(&Value::Number(1.0), &[], &[]).is_none());
    }

    #[test]
    fn zeros_are_empty_on_a_logarithmic_scale() {
        let value = Value::Dense(array![[0.0, 1e-3], [1e-1, 10.0]]);
        let shading = shading((1e-3, 10.0), Scale::Log);
        let order = index(2);
        let picture = strongest(Cells::new(&value, &order, &order).unwrap(), 2, 2, &shading);
        assert_eq!(picture.pixels[0][..3], EMPTY);
        assert_eq!(picture.pixels[2][..3], VIRIDIS.at(0.5));
        assert_eq!(picture.pixels[3][..3], VIRIDIS.at(1.0));
    }

    #[test]
    fn all_equal_and_empty_matrices_have_a_picture() {
        let value = Value::Dense(Array2::from_elem((3, 3), 2.0));
        let order = index(3);
        let picture = strongest(Cells::new(&value, &order, &order).unwrap(), 8, 8, &shading((2.0, 2.0), Scale::Log));
        assert_eq!(picture.pixels, vec![picture.pixels[0]; 9]);
        assert_eq!(picture.pixels[0][..3], VIRIDIS.at(1.0));
        let none = Value::Dense(Array2::zeros((0, 4)));
        let order = index(4);
        let picture = strongest(Cells::new(&none, &[], &order).unwrap(), 8, 8, &shading((0.0, 1.0), Scale::Linear));
        assert_eq!((picture.width, picture.height, picture.pixels.len()), (4, 0, 0));
    }
}
