//! The inner loops that operations share, shaped so that the compiler keeps sums in wide registers.
//!
//! Each element sums its terms in one order, however many rows there are and however they are
//! blocked: products over ascending inner index, dots in [`LANES`] interleaved sums.

use std::ops::Range;

use super::{
    buffer::dirty,
    cpu::{Vectors, vectorised},
};
use crate::{
    cancel::{checkpoint, checkpoint_at},
    math::real::Real,
};

/// What is made if it is wanted; unlike `bool::then` it is compiled into the operation that it is in.
#[inline(always)]
pub fn if_wanted<R>(is_wanted: bool, make: impl FnOnce() -> R) -> Option<R> {
    if is_wanted { Some(make()) } else { None }
}

/// Partial sums of a [`dot`]; fixed, so that the result does not depend on the CPU.
pub const LANES: usize = 8;

/// Rows of a product that are computed together. With more, the compiler loses the sums from registers.
const ROWS: usize = 4;

/// Σ term(i) for i < n.
#[inline(always)]
pub fn sum_by<T: Real>(n: usize, term: impl Fn(usize) -> T) -> T {
    let mut sums = [T::zero(); LANES];
    let whole = n - n % LANES;
    for first in (0..whole).step_by(LANES) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += term(first + lane);
        }
    }
    for idx in whole..n {
        sums[idx - whole] += term(idx);
    }
    total(sums)
}

/// Sums of what pairs a_i, b_i add to them.
#[inline(always)]
pub fn sum_of<T: Real>(a: &[T], b: &[T], add: impl Fn(T, T, T) -> T) -> T {
    let (mut sums, (a, a_rest), (b, b_rest)) = ([T::zero(); LANES], a.as_chunks(), b.as_chunks());
    for (a, b) in a.iter().zip(b) {
        let (a, b): (&[T; LANES], &[T; LANES]) = (a, b);
        for lane in 0..LANES {
            sums[lane] = add(sums[lane], a[lane], b[lane]);
        }
    }
    for ((sum, &a), &b) in sums.iter_mut().zip(a_rest).zip(b_rest) {
        *sum = add(*sum, a, b);
    }
    total(sums)
}

#[inline(always)]
fn total<T: Real>([a, b, c, d, e, f, g, h]: [T; LANES]) -> T {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// ⟨a, b⟩.
#[inline(always)]
pub fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    sum_of(a, b, |sum, a, b| a.fused(b, sum))
}

/// Σ a_i.
#[inline(always)]
pub fn sum<T: Real>(a: &[T]) -> T {
    sum_of(a, a, |sum, a, _| sum + a)
}

/// max a_i.
#[inline(always)]
pub fn largest<T: Real>(a: &[T]) -> T {
    let larger = |a: T, b: T| if a > b { a } else { b };
    let (mut found, (a, rest)) = ([T::neg_infinity(); LANES], a.as_chunks::<LANES>());
    for a in a {
        for lane in 0..LANES {
            found[lane] = larger(a[lane], found[lane]);
        }
    }
    rest.iter().chain(&found).fold(T::neg_infinity(), |found, &a| larger(a, found))
}

/// y += weight · x.
#[inline(always)]
pub fn add_scaled<T: Real>(y: &mut [T], weight: T, x: &[T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = weight.fused(x, *y);
    }
}

/// y = Σ weight · x over pairs of a weight and a row of X `[_, y.len()]`.
#[inline(always)]
pub fn weighted_rows<T: Real>(y: &mut [T], x: &[T], rows: impl Iterator<Item = (T, u32)> + Clone) {
    in_panels(y, &[], x, rows, |_, x| x);
}

/// y = Σ weight · (from − x) over pairs of a weight and a row of X `[_, y.len()]`.
#[inline(always)]
pub fn weighted_differences<T: Real>(y: &mut [T], from: &[T], x: &[T], rows: impl Iterator<Item = (T, u32)> + Clone) {
    in_panels(y, from, x, rows, |from, x| from - x);
}

/// y = Σ weight · term(from, x), by as many columns as sums stay in registers while the rows pass by.
#[inline(always)]
fn in_panels<T: Real>(
    y: &mut [T],
    from: &[T],
    x: &[T],
    rows: impl Iterator<Item = (T, u32)> + Clone,
    term: impl Fn(T, T) -> T + Copy,
) {
    let mut first = 0;
    while y.len() - first >= 64 {
        first += panel::<T, 64>(y, first, from, x, rows.clone(), term);
    }
    if y.len() - first >= 32 {
        first += panel::<T, 32>(y, first, from, x, rows.clone(), term);
    }
    if y.len() - first >= 16 {
        first += panel::<T, 16>(y, first, from, x, rows.clone(), term);
    }
    while y.len() - first >= 4 {
        first += panel::<T, 4>(y, first, from, x, rows.clone(), term);
    }
    while first < y.len() {
        first += panel::<T, 1>(y, first, from, x, rows.clone(), term);
    }
}

#[inline(always)]
fn panel<T: Real, const N: usize>(
    y: &mut [T],
    first: usize,
    from: &[T],
    x: &[T],
    rows: impl Iterator<Item = (T, u32)>,
    term: impl Fn(T, T) -> T,
) -> usize {
    let from = from.get(first..).and_then(|from| from.first_chunk()).copied().unwrap_or([T::zero(); N]);
    let mut sums = [T::zero(); N];
    for (weight, row) in rows {
        let x: &[T; N] = x[row as usize * y.len() + first..].first_chunk().expect("X has whole rows");
        for lane in 0..N {
            sums[lane] = weight.fused(term(from[lane], x[lane]), sums[lane]);
        }
    }
    *y[first..].first_chunk_mut().expect("a panel is no wider than what is left") = sums;
    N
}

/// Y `[n, k]` = X `[n, d]` W `[d, k]`; every row of Y on its own.
pub fn product<T: Real>(x: &[T], w: &[T], [n, d, k]: [usize; 3]) -> Vec<T> {
    let mut y = if d == 0 { vec![T::zero(); n * k] } else { dirty(n * k) };
    by_panels(w, &mut y, k, |w, y| {
        vectorised(
            #[inline(always)]
            || match w.width {
                32 => product_panel::<T, 2, 16>(x, w, y, n, d),
                16 => product_panel::<T, 1, 16>(x, w, y, n, d),
                _ => product_panel::<T, 1, 8>(x, w, y, n, d),
            },
        );
    });
    y
}

/// D `[d, k]` += Xᵀ G for X `[n, d]` and G `[n, k]`.
pub fn add_transposed_product<T: Real>(x: &[T], g: &[T], sum: &mut [T], d: usize, k: usize) {
    let n = x.len().checked_div(d).unwrap_or(0);
    by_panels(g, sum, k, |g, sum| {
        vectorised(
            #[inline(always)]
            || match g.width {
                32 => transposed_panel::<T, 2, 16>(x, g, sum, n, d),
                16 => transposed_panel::<T, 1, 16>(x, g, sum, n, d),
                _ => transposed_panel::<T, 1, 8>(x, g, sum, n, d),
            },
        );
    });
}

/// The transpose of W `[d, k]`.
pub fn transposed<T: Real>(w: &[T], d: usize, k: usize) -> Vec<T> {
    let mut transpose = dirty(w.len());
    if k == 0 {
        return transpose;
    }
    vectorised(
        #[inline(always)]
        || {
            // A vector of the result takes a value of each of so many rows, which are read side by side.
            let groups = w.chunks_exact(LANES * k);
            for (group, rows) in groups.enumerate() {
                let rows: [&[T]; LANES] = std::array::from_fn(|row| &rows[row * k..][..k]);
                for (col, column) in transpose.chunks_exact_mut(d).enumerate() {
                    let to: Option<&mut [T; LANES]> = column[group * LANES..].first_chunk_mut();
                    let to = to.expect("a whole group of rows");
                    for (to, row) in to.iter_mut().zip(rows) {
                        *to = row[col];
                    }
                }
            }
            for row in d - d % LANES..d {
                for (&value, column) in w[row * k..(row + 1) * k].iter().zip(transpose.chunks_exact_mut(d)) {
                    column[row] = value;
                }
            }
        },
    );
    transpose
}

/// Some columns of a matrix, as many as sums fit in registers.
struct Panel<V> {
    values: V,
    /// From one row of `values` to the next.
    step: usize,
    /// Where the panel begins in each row of `values`.
    first: usize,
    /// Number of columns: 8, 16 or 32.
    width: usize,
}

/// Columns of a panel in groups of vectors.
type Groups<T, const C: usize, const N: usize> = [[T; N]; C];

impl<T: Real> Panel<&[T]> {
    /// The panel's part of a row.
    #[inline(always)]
    fn row<const C: usize, const N: usize>(&self, row: usize) -> &Groups<T, C, N> {
        let values = &self.values[row * self.step + self.first..][..C * N];
        values.as_chunks().0.first_chunk().expect("panels have whole rows")
    }
}

impl<T: Real> Panel<&mut [T]> {
    #[inline(always)]
    fn row<const C: usize, const N: usize>(&mut self, row: usize) -> &mut Groups<T, C, N> {
        let values = &mut self.values[row * self.step + self.first..][..C * N];
        values.as_chunks_mut().0.first_chunk_mut().expect("panels have whole rows")
    }
}

/// Pairs of panels of two matrices with `k` columns; narrow remainders are filled up with zeros.
fn by_panels<T: Real>(input: &[T], output: &mut [T], k: usize, compute: impl Fn(&Panel<&[T]>, &mut Panel<&mut [T]>)) {
    // Four rows of two vectors of sums: as many as it takes to keep the multipliers busy.
    let widest = match (size_of::<T>() > 4, Vectors::widest()) {
        (true, Vectors::Avx512) | (false, Vectors::Portable | Vectors::Avx2) => 16,
        (true, _) => 8,
        (false, Vectors::Avx512) => 32,
    };
    let mut first = 0;
    while first < k {
        checkpoint();
        let left = k - first;
        let width = [32, 16, 8].into_iter().find(|&width| width <= widest && width <= left).unwrap_or(8);
        let cols = first..k.min(first + width);
        if cols.len() == width {
            let input = Panel { values: input, step: k, first, width };
            compute(&input, &mut Panel { values: &mut *output, step: k, first, width });
        } else {
            let padded = |matrix: &[T]| {
                let mut padded = vec![T::zero(); matrix.len() / k * width];
                for (padded, row) in padded.chunks_exact_mut(width).zip(matrix.chunks_exact(k)) {
                    padded[..cols.len()].copy_from_slice(&row[cols.clone()]);
                }
                padded
            };
            let (padded_input, mut padded_output) = (padded(input), padded(output));
            let input = Panel { values: &padded_input[..], step: width, first: 0, width };
            compute(&input, &mut Panel { values: &mut padded_output[..], step: width, first: 0, width });
            for (padded, row) in padded_output.chunks_exact(width).zip(output.chunks_exact_mut(k)) {
                row[cols.clone()].copy_from_slice(&padded[..cols.len()]);
            }
        }
        first += width;
    }
}

#[inline(always)]
fn product_panel<T: Real, const C: usize, const N: usize>(
    x: &[T],
    w: &Panel<&[T]>,
    y: &mut Panel<&mut [T]>,
    n: usize,
    d: usize,
) {
    let mut row = 0;
    while row + ROWS <= n {
        checkpoint_at(row);
        product_block::<T, ROWS, C, N>(x, row, w, y, d);
        row += ROWS;
    }
    while row < n {
        product_block::<T, 1, C, N>(x, row, w, y, d);
        row += 1;
    }
}

/// `R` rows of one panel of a product.
#[inline(always)]
fn product_block<T: Real, const R: usize, const C: usize, const N: usize>(
    x: &[T],
    row: usize,
    w: &Panel<&[T]>,
    y: &mut Panel<&mut [T]>,
    d: usize,
) {
    let x = &x[row * d..(row + R) * d];
    let mut sums = [[[T::zero(); N]; C]; R];
    for inner in 0..d {
        // Bounds are checked first, so that nothing stands between the sums.
        let x = std::array::from_fn(|idx| x[idx * d + inner]);
        add_outer(&mut sums, x, w.row(inner));
    }
    for (idx, sums) in sums.into_iter().enumerate() {
        *y.row(row + idx) = sums;
    }
}

#[inline(always)]
fn transposed_panel<T: Real, const C: usize, const N: usize>(
    x: &[T],
    g: &Panel<&[T]>,
    sum: &mut Panel<&mut [T]>,
    n: usize,
    d: usize,
) {
    // So many rows stay in the nearest cache until all their columns have been used.
    const NEAR: usize = 64;
    for first in (0..n).step_by(NEAR) {
        checkpoint();
        let rows = first..n.min(first + NEAR);
        let mut col = 0;
        while col + ROWS <= d {
            transposed_block::<T, ROWS, C, N>(x, rows.clone(), col, g, sum, d);
            col += ROWS;
        }
        while col < d {
            transposed_block::<T, 1, C, N>(x, rows.clone(), col, g, sum, d);
            col += 1;
        }
    }
}

/// What some rows add to `R` rows of one panel of Xᵀ G.
#[inline(always)]
fn transposed_block<T: Real, const R: usize, const C: usize, const N: usize>(
    x: &[T],
    rows: Range<usize>,
    col: usize,
    g: &Panel<&[T]>,
    sum: &mut Panel<&mut [T]>,
    d: usize,
) {
    let mut sums: [Groups<T, C, N>; R] = std::array::from_fn(|idx| *sum.row(col + idx));
    for row in rows {
        let x = x[row * d + col..].first_chunk().expect("X has whole rows");
        add_outer(&mut sums, *x, g.row(row));
    }
    for (idx, sums) in sums.into_iter().enumerate() {
        *sum.row(col + idx) = sums;
    }
}

/// sums += x wᵀ.
#[inline(always)]
fn add_outer<T: Real, const R: usize, const C: usize, const N: usize>(
    sums: &mut [Groups<T, C, N>; R],
    x: [T; R],
    w: &Groups<T, C, N>,
) {
    for row in 0..R {
        for group in 0..C {
            for lane in 0..N {
                sums[row][group][lane] = x[row].fused(w[group][lane], sums[row][group][lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rng::Rng;

    fn random<T: Real>(n: usize) -> Vec<T> {
        let mut rng = Rng::new(n as u64);
        (0..n).map(|_| T::of(2.0 * rng.f64() - 1.0)).collect()
    }

    /// The definition, each sum in ascending order.
    fn plain<T: Real>(x: &[T], w: &[T], d: usize, k: usize) -> Vec<T> {
        let entry = |row: usize, col: usize| {
            (0..d).fold(T::zero(), |sum, inner| x[row * d + inner].fused(w[inner * k + col], sum))
        };
        (0..x.len() / d).flat_map(|row| (0..k).map(move |col| entry(row, col))).collect()
    }

    fn products_are_those_of_the_definition<T: Real>() {
        for (n, d, k) in [(1, 1, 1), (3, 5, 2), (4, 64, 16), (70, 9, 23), (130, 8, 64), (5, 384, 31)] {
            let (x, w) = (random::<T>(n * d), random::<T>(d * k));
            let y = product(&x, &w, [n, d, k]);
            assert_eq!(y, plain(&x, &w, d, k), "{n} × {d} × {k}");
            assert_eq!(product(&x[..d], &w, [1, d, k]), y[..k]);
            let mut d_w = vec![T::zero(); d * k];
            add_transposed_product(&x, &y, &mut d_w, d, k);
            assert_eq!(d_w, plain(&transposed(&x, n, d), &y, n, k), "{n} × {d} × {k}");
        }
    }

    #[test]
    fn products_are_those_of_the_definition_to_the_last_bit() {
        products_are_those_of_the_definition::<f32>();
        products_are_those_of_the_definition::<f64>();
    }

    #[test]
    fn products_may_have_no_width() {
        assert_eq!(product::<f32>(&[], &[], [2, 0, 3]), [0.0; 6]);
        assert_eq!(product::<f32>(&[1.0, 2.0], &[], [1, 2, 0]), [0.0; 0]);
        add_transposed_product::<f32>(&[], &[], &mut [], 0, 3);
    }

    #[test]
    fn wide_vectors_change_no_bit() {
        for n in [0, 1, 7, 8, 23, 64, 71] {
            let (a, b) = (random::<f32>(n), random::<f32>(n + 1));
            let wide = vectorised(
                #[inline(always)]
                || dot(&a, &b[1..]),
            );
            assert_eq!(wide, dot(&a, &b[1..]));
            let exact: f64 = a.iter().zip(&b[1..]).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
            assert!((f64::from(wide) - exact).abs() < 1e-5);
            assert_eq!(largest(&a), a.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        }
    }

    #[test]
    fn weighted_rows_have_any_width() {
        for width in [1, 3, 4, 16, 23, 71, 133] {
            let (x, weights) = (random::<f64>(5 * width), random::<f64>(5));
            let rows = || weights.iter().copied().zip([3, 0, 4, 1, 2]);
            let (mut y, mut z) = (vec![0.0; width], vec![0.0; width]);
            weighted_rows(&mut y, &x, rows());
            weighted_differences(&mut z, &x[..width], &x, rows());
            for col in 0..width {
                let at = |row: u32| x[row as usize * width + col];
                assert_eq!(y[col], rows().fold(0.0, |sum, (weight, row)| weight.fused(at(row), sum)));
                assert_eq!(z[col], rows().fold(0.0, |sum, (weight, row)| weight.fused(x[col] - at(row), sum)));
            }
        }
    }
}
