//! A' = C A Cᵀ for a sparse C and a symmetric A, without anything dense.

use std::sync::{Arc, OnceLock};

use candle_core::Result;

use super::{
    slice_op::{SliceOp, apply2},
    sparse::Sparse,
};
use crate::math::{
    pattern::{Pattern, PatternBuilder},
    real::Real,
};

/// C A Cᵀ, exactly symmetric.
pub fn galerkin(c: &Sparse, a: &Sparse) -> Result<Sparse> {
    let (transpose, sources) = c.pattern.transpose();
    let result = Arc::new(OnceLock::new());
    let op = Galerkin { c: c.pattern.clone(), transpose, sources, a: a.pattern.clone(), result: result.clone() };
    let values = apply2(op, &c.values, &a.values)?;
    match result.get() {
        Some(pattern) => Sparse::new(pattern.clone(), values),
        None => candle_core::bail!("galerkin did not run"),
    }
}

struct Galerkin {
    c: Arc<Pattern>,
    /// The pattern of Cᵀ, and where its values are in C.
    transpose: Pattern,
    sources: Vec<u32>,
    a: Arc<Pattern>,
    /// The pattern of A' falls out of the forward pass.
    result: Arc<OnceLock<Arc<Pattern>>>,
}

/// A sparse accumulator: adds at columns in any order, gives them back ascending.
struct Accumulator<T> {
    values: Vec<T>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl<T: Real> Accumulator<T> {
    fn new(n: usize) -> Self {
        Self { values: vec![T::zero(); n], touched: Vec::new(), is_touched: vec![false; n] }
    }

    fn add(&mut self, col: u32, value: T) {
        if !std::mem::replace(&mut self.is_touched[col as usize], true) {
            self.touched.push(col);
        }
        self.values[col as usize] += value;
    }

    /// Visits what was added, in ascending order, and empties itself.
    fn drain_sorted(&mut self, mut visit: impl FnMut(u32, T)) {
        self.touched.sort_unstable();
        for &col in &self.touched {
            visit(col, std::mem::take(&mut self.values[col as usize]));
            self.is_touched[col as usize] = false;
        }
        self.touched.clear();
    }
}

impl Galerkin {
    /// Row p of T = C A, added into an accumulator.
    fn add_row_of_ca<T: Real>(&self, p: usize, c: &[T], a: &[T], row: &mut Accumulator<T>) {
        for at_c in self.c.range(p) {
            for at_a in self.a.range(self.c.cols()[at_c] as usize) {
                row.add(self.a.cols()[at_a], c[at_c] * a[at_a]);
            }
        }
    }
}

impl SliceOp<2> for Galerkin {
    const NAME: &'static str = "galerkin";

    fn forward<T: Real>(&self, [c, a]: [&[T]; 2]) -> Vec<T> {
        let n_coarse = self.c.n_rows();
        let mut t_row = Accumulator::new(self.c.n_cols());
        let mut row = Accumulator::new(n_coarse);
        let mut pattern = PatternBuilder::default();
        let mut values = Vec::new();
        for p in 0..n_coarse {
            self.add_row_of_ca(p, c, a, &mut t_row);
            t_row.drain_sorted(|l, t| {
                for at in self.transpose.range(l as usize) {
                    row.add(self.transpose.cols()[at], t * c[self.sources[at] as usize]);
                }
            });
            row.drain_sorted(|q, value| {
                pattern.push(q);
                values.push(value);
            });
            pattern.end_row();
        }
        let pattern = self.result.get_or_init(|| Arc::new(pattern.finish(n_coarse)));
        // The upper triangle counts for both, so that rounding cannot make A' lopsided.
        for ((at, p, q), &mirror) in pattern.entries().zip(pattern.mirror()) {
            if p > q {
                values[at] = values[mirror as usize];
            }
        }
        values
    }

    /// With G = dA' + dA'ᵀ: dC = G C A on the pattern of C, and dA = Cᵀ dA' C on the pattern of A.
    fn backward<T: Real>(&self, [c, a]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let Some(result) = self.result.get() else { return [None, None] };
        [
            wanted[0].then(|| self.gradient_of_c(result, c, a, grad)),
            wanted[1].then(|| self.gradient_of_a(result, c, grad)),
        ]
    }
}

impl Galerkin {
    fn gradient_of_c<T: Real>(&self, result: &Pattern, c: &[T], a: &[T], grad: &[T]) -> Vec<T> {
        let mirror = result.mirror();
        let mut d_c = vec![T::zero(); c.len()];
        let mut t_row = Accumulator::new(self.c.n_cols());
        // Row q of C A is dense for a moment; every p that meets q in A' takes its share of it.
        for q in 0..self.c.n_rows() {
            self.add_row_of_ca(q, c, a, &mut t_row);
            for at in result.range(q) {
                let weight = grad[at] + grad[mirror[at] as usize];
                for at_c in self.c.range(result.cols()[at] as usize) {
                    d_c[at_c] += weight * t_row.values[self.c.cols()[at_c] as usize];
                }
            }
            t_row.drain_sorted(|_, _| {});
        }
        d_c
    }

    fn gradient_of_a<T: Real>(&self, result: &Pattern, c: &[T], grad: &[T]) -> Vec<T> {
        let mut d_a = vec![T::zero(); self.a.nnz()];
        let mut row = Accumulator::new(self.c.n_cols());
        for k in 0..self.a.n_rows() {
            // Row k of Cᵀ dA' C.
            for at_t in self.transpose.range(k) {
                let (p, weight) = (self.transpose.cols()[at_t] as usize, c[self.sources[at_t] as usize]);
                for at in result.range(p) {
                    for at_c in self.c.range(result.cols()[at] as usize) {
                        row.add(self.c.cols()[at_c], weight * grad[at] * c[at_c]);
                    }
                }
            }
            for at in self.a.range(k) {
                d_a[at] = row.values[self.a.cols()[at] as usize];
            }
            row.drain_sorted(|_, _| {});
        }
        d_a
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assign::assign, check};

    #[test]
    fn gradient() {
        let (a, r) = (check::graph(), check::graph());
        check::symmetric(|a| Ok(assign(&r, &[4, 1, 6])?.galerkin(a)?.values));
        check::symmetric(|r| Ok(assign(r, &[4, 1, 6])?.galerkin(&a)?.values));
    }
}
