//! A number a node at both ends of every edge: v_j at entry (i, j), or v_i.

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::{pattern::Pattern, real::Real};

/// v_j at each entry (i, j), for v `[n_cols]`.
pub fn at_cols(pattern: &Arc<Pattern>, v: &Tensor) -> Result<Tensor> {
    apply1(Ends { pattern: pattern.clone(), is_row: false }, v)
}

/// v_i at each entry (i, j), for v `[n_rows]`.
pub fn at_rows(pattern: &Arc<Pattern>, v: &Tensor) -> Result<Tensor> {
    apply1(Ends { pattern: pattern.clone(), is_row: true }, v)
}

struct Ends {
    pattern: Arc<Pattern>,
    is_row: bool,
}

impl SliceOp<1> for Ends {
    const NAME: &'static str = "ends";

    #[inline(always)]
    fn forward<T: Real>(&self, [v]: [&[T]; 1]) -> Vec<T> {
        if self.is_row {
            let mut at_rows = Vec::with_capacity(self.pattern.nnz());
            for (row, &v) in v.iter().enumerate() {
                at_rows.resize(self.pattern.range(row).end, v);
            }
            return at_rows;
        }
        self.pattern.cols().iter().map(|&col| v[col as usize]).collect()
    }

    #[inline(always)]
    fn backward<T: Real>(&self, [v]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_v = vec![T::zero(); v.len()];
        for (at, row, col) in self.pattern.entries() {
            d_v[if self.is_row { row } else { col }] += grad[at];
        }
        [Some(d_v)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        let pattern = check::graph().pattern;
        check::dense(8, 1, |v| at_cols(&pattern, &v.flatten_all()?));
        check::dense(8, 1, |v| at_rows(&pattern, &v.flatten_all()?));
        let rows = at_rows(&pattern, &Tensor::arange(0.0, 8.0, &candle_core::Device::Cpu).unwrap()).unwrap();
        let expected: Vec<f64> = pattern.entries().map(|(_, row, _)| row as f64).collect();
        assert_eq!(rows.to_vec1::<f64>().unwrap(), expected);
    }
}
