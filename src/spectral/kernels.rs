//! The structure kernel by eigenvectors, whole and truncated, to hold against the one by powers.

use std::time::{Duration, Instant};

use ndarray::{Array1, Array2, ArrayView1, Axis, s};

use super::{Filter, Spectrum};
use crate::math::dense::product;

/// Below this M_ii is rounding: with g(0) = 1 it is at least d_i over the sum of all degrees.
pub(super) const LEAST_DIAGONAL: f64 = 1e-18;

/// A kernel, and how long it took to make from the eigenvectors.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedKernel {
    /// K `[n, n]`.
    pub kernel: Array2<f64>,
    /// The time, without that of the decomposition.
    pub time: Duration,
}

/// The difference of two kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// The largest |a_ij − b_ij|.
    pub largest: f64,
    /// Where that is.
    pub at: (usize, usize),
    /// √(mean of (a_ij − b_ij)²).
    pub root_mean_square: f64,
}

/// K from U g(Λ) Uᵀ.
pub fn by_eigenvectors(spectrum: &Spectrum, filter: Filter) -> ComputedKernel {
    let start = Instant::now();
    ComputedKernel { kernel: spectrum.kernel(filter), time: start.elapsed() }
}

/// K from the first m eigenvectors alone, each with weight 1: the cosine of Shi and Malik's features.
///
/// A vertex that none of them reaches has the row e_i.
pub fn by_first(spectrum: &Spectrum, m: usize) -> ComputedKernel {
    let start = Instant::now();
    let u = spectrum.eigenvectors.slice(s![.., ..m.min(spectrum.n())]);
    let kernel = cosines(product(&u, &u.t()));
    ComputedKernel { kernel, time: start.elapsed() }
}

/// M_ij / √(M_ii M_jj); a vertex with M_ii = 0 has the row e_i.
pub(super) fn cosines(m: Array2<f64>) -> Array2<f64> {
    let scale: Vec<f64> = m.diag().iter().map(|&d| if d > LEAST_DIAGONAL { d.sqrt().recip() } else { 0.0 }).collect();
    Array2::from_shape_fn(
        m.raw_dim(),
        |(row, col)| {
            if row == col { 1.0 } else { m[[row, col]] * scale[row] * scale[col] }
        },
    )
}

/// a − b, entry by entry, and how much it is.
pub fn difference(a: &Array2<f64>, b: &Array2<f64>) -> (Array2<f64>, Gap) {
    let difference = a - b;
    let mut gap = Gap::default();
    let mut squares = 0.0;
    for ((row, col), value) in difference.indexed_iter() {
        squares += value * value;
        if value.abs() > gap.largest {
            gap.largest = value.abs();
            gap.at = (row, col);
        }
    }
    gap.root_mean_square = (squares / difference.len().max(1) as f64).sqrt();
    (difference, gap)
}

/// The smooth signals φ̃(v_i) = [f(λ_k) u_ki / √d_i]_k with f = √g, a row for each node (Eq. 4).
///
/// At an isolated vertex, where d_i = 0, the paper's signal is not defined; here it is that with d_i = 1.
pub fn smooth_signals(spectrum: &Spectrum, degrees: &[f64], filter: Filter) -> Array2<f64> {
    let f = spectrum.eigenvalues.iter().enumerate().map(|(idx, &value)| filter.at(value, idx).max(0.0).sqrt());
    let mut signals = &spectrum.eigenvectors * &Array1::from_iter(f);
    for (mut row, &degree) in signals.axis_iter_mut(Axis(0)).zip(degrees) {
        if degree > 0.0 {
            row /= degree.sqrt();
        }
    }
    signals
}

/// The cosine of the angle between two signals, by their first coordinates: for one, for two, … for all.
///
/// 0 as long as one of them is 0.
pub fn cosines_by_coordinates(a: ArrayView1<'_, f64>, b: ArrayView1<'_, f64>) -> Vec<f64> {
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    let step = |(a, b): (&f64, &f64)| {
        ab += a * b;
        aa += a * a;
        bb += b * b;
        if aa * bb > LEAST_DIAGONAL * LEAST_DIAGONAL { (ab / (aa * bb).sqrt()).clamp(-1.0, 1.0) } else { 0.0 }
    };
    a.iter().zip(b).map(step).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    fn cycle(n: usize) -> (Spectrum, Vec<f64>) {
        let a = Array2::from_shape_fn((n, n), |(i, j)| f64::from(u8::from((i + 1) % n == j || (j + 1) % n == i)));
        (Spectrum::of_adjacency(&a).unwrap(), vec![2.0; n])
    }

    #[test]
    fn all_eigenvectors_alike_tell_every_node_apart_and_one_tells_none() {
        let (spectrum, _) = cycle(7);
        let all = by_first(&spectrum, 7).kernel;
        assert!(difference(&all, &Array2::eye(7)).1.largest < 1e-12);
        let one = by_first(&spectrum, 1).kernel;
        assert!(one.iter().all(|value| (value - 1.0).abs() < 1e-12));
        assert!(
            difference(&by_first(&spectrum, 3).kernel, &spectrum.kernel(Filter::LowPass { m: 3 })).1.largest < 1e-12
        );
    }

    #[test]
    fn a_vertex_that_no_kept_eigenvector_reaches_stands_alone() {
        let apart = Spectrum::of_adjacency(&array![[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]).unwrap();
        let kernel = by_first(&apart, 0).kernel;
        assert_eq!(kernel, Array2::<f64>::eye(3));
        assert!(by_first(&apart, 1).kernel.iter().all(|value| value.is_finite()));
    }

    #[test]
    fn the_cosine_of_smooth_signals_is_the_kernel() {
        let (spectrum, degrees) = cycle(8);
        let filter = Filter::Paper { s: 3 };
        let signals = smooth_signals(&spectrum, &degrees, filter);
        let kernel = by_eigenvectors(&spectrum, filter).kernel;
        for (i, j) in [(0, 1), (2, 5), (3, 3), (0, 7)] {
            let cosines = cosines_by_coordinates(signals.row(i), signals.row(j));
            assert!((cosines[7] - kernel[[i, j]]).abs() < 1e-12);
            assert!((cosines[0] - 1.0).abs() < 1e-12, "the first coordinate is the same for all");
        }
    }

    #[test]
    fn a_gap_is_where_it_is() {
        let (_, gap) = difference(&array![[0.0, 1.0], [0.5, 0.0]], &array![[0.0, 0.0], [2.5, 0.0]]);
        assert_eq!((gap.largest, gap.at), (2.0, (1, 0)));
        assert!((gap.root_mean_square - (5.0_f64 / 4.0).sqrt()).abs() < 1e-12);
    }
}
