//! A' = C A Cᵀ for a sparse C and a symmetric A.
//!
//! Where nothing joins two parts of C and A they are multiplied apart: small ones as dense matrices (`galerkin_dense`),
//! large ones row by row (`galerkin_rows`), so that memory stays in proportion to the non-zeros.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use candle_core::Result;

use super::{
    buffer::dirty,
    galerkin_dense::Dense,
    galerkin_rows::Rows,
    kernel::if_wanted,
    slice_op::{SliceOp, apply2},
    sparse::Sparse,
};
use crate::math::{
    pattern::{Pattern, PatternBuilder},
    real::Real,
};

/// C A Cᵀ, exactly symmetric.
pub fn galerkin(c: &Sparse, a: &Sparse) -> Result<Sparse> {
    let op = Galerkin::new(c.pattern.clone(), a.pattern.clone());
    let result = op.result.clone();
    let values = apply2(op, &c.values, &a.values)?;
    match result.get() {
        Some(pattern) => Sparse::new(pattern.clone(), values),
        None => candle_core::bail!("galerkin did not run"),
    }
}

pub(super) struct Galerkin {
    pub(super) c: Arc<Pattern>,
    pub(super) a: Arc<Pattern>,
    /// The pattern of A' falls out of the forward pass.
    result: Arc<OnceLock<Arc<Pattern>>>,
    blocks: Vec<Block>,
}

/// Fine nodes with the coarse nodes that they belong to, which share nothing with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) fine: Range<usize>,
    pub(super) coarse: Range<usize>,
}

/// A block with at most this many coarse nodes is multiplied densely.
const DENSE_UP_TO: usize = 256;

impl Block {
    fn is_dense(&self) -> bool {
        self.coarse.len() <= DENSE_UP_TO
    }

    /// The positions in C of its entries.
    pub(super) fn entries(&self, c: &Pattern) -> Range<usize> {
        c.row_starts()[self.coarse.start] as usize..c.row_starts()[self.coarse.end] as usize
    }
}

/// The smallest blocks of both matrices together.
fn blocks(c: &Pattern, a: &Pattern) -> Vec<Block> {
    let (n_coarse, n) = (c.n_rows(), c.n_cols());
    // The lowest column from each row on.
    let mut lowest = vec![n; n_coarse + 1];
    for p in (0..n_coarse).rev() {
        lowest[p] = c.row(p).first().map_or(n, |&col| col as usize).min(lowest[p + 1]);
    }
    let blocks_of_a = a.blocks();
    let mut cuts = blocks_of_a.iter().map(|block| block.end).peekable();
    let mut blocks: Vec<Block> = Vec::new();
    let (mut first, mut fine_first, mut fine_end) = (0, 0, 0);
    for p in 0..n_coarse {
        fine_end = c.row(p).last().map_or(0, |&col| col as usize + 1).max(fine_end);
        while cuts.next_if(|&cut| cut < fine_end).is_some() {}
        let cut = if p + 1 == n_coarse { n } else { cuts.peek().copied().unwrap_or(n) };
        if cut <= lowest[p + 1] {
            blocks.push(Block { fine: fine_first..cut, coarse: first..p + 1 });
            (first, fine_first, fine_end) = (p + 1, cut, cut);
        }
    }
    blocks
}

impl Galerkin {
    fn new(c: Arc<Pattern>, a: Arc<Pattern>) -> Self {
        let blocks = blocks(&c, &a);
        Self { c, a, result: Arc::default(), blocks }
    }

    fn dense(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.is_dense())
    }
}

impl SliceOp<2> for Galerkin {
    const NAME: &'static str = "galerkin";

    #[inline(always)]
    fn forward<T: Real>(&self, [c, a]: [&[T]; 2]) -> Vec<T> {
        let mut dense = Dense::new(self, self.dense(), c);
        let mut rows = None;
        let mut pattern = PatternBuilder::default();
        let mut values = Vec::with_capacity(self.a.nnz());
        for block in &self.blocks {
            if block.is_dense() {
                dense.forward(block, a, &mut pattern, &mut values);
            } else {
                let rows = rows.get_or_insert_with(|| Rows::new(self, c));
                rows.forward(block, a, &mut pattern, &mut values);
            }
        }
        dense.give_back();
        let pattern = self.result.get_or_init(|| Arc::new(pattern.finish(self.c.n_rows())));
        let mirror = pattern.mirror();
        // The upper triangle counts for both, so that rounding cannot make A' lopsided.
        for p in self.blocks.iter().filter(|block| !block.is_dense()).flat_map(|block| block.coarse.clone()) {
            for at in pattern.range(p).take_while(|&at| (pattern.cols()[at] as usize) < p) {
                values[at] = values[mirror[at] as usize];
            }
        }
        values
    }

    /// With G = dA' + dA'ᵀ: dC = G C A on the pattern of C, and dA = Cᵀ dA' C on the pattern of A.
    #[inline(always)]
    fn backward<T: Real>(&self, [c, a]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let Some(result) = self.result.get() else { return [None, None] };
        let mut d_c = if_wanted(wanted[0], || dirty(c.len()));
        let mut d_a = if_wanted(wanted[1], || dirty(a.len()));
        let mut dense = Dense::new(self, self.dense(), c);
        let mut rows = None;
        for block in &self.blocks {
            if block.is_dense() {
                dense.backward(block, result, a, grad, d_c.as_deref_mut(), d_a.as_deref_mut());
                continue;
            }
            let rows = rows.get_or_insert_with(|| Rows::new(self, c));
            if let Some(d_c) = &mut d_c {
                rows.gradient_of_c(block, result, a, grad, d_c);
            }
            if let Some(d_a) = &mut d_a {
                rows.gradient_of_a(block, result, grad, d_a);
            }
        }
        dense.give_back();
        [d_c, d_a]
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{assign::assign, check},
        *,
    };

    #[test]
    fn gradient() {
        let (a, r) = (check::graph(), check::graph());
        check::symmetric(|a| Ok(assign(&r, &[4, 1, 6])?.galerkin(a)?.values));
        check::symmetric(|r| Ok(assign(r, &[4, 1, 6])?.galerkin(&a)?.values));
    }

    #[test]
    fn blocks_share_nothing() {
        let path = |n: u32| Pattern::from_edges(n as usize, &(1..n).map(|i| [i - 1, i]).collect::<Vec<_>>()).0;
        let a = Pattern::block_diagonal(&[path(3), path(2), path(1), path(2)]);
        // The second coarse node joins the second part of A to the third; nothing is in the last.
        let c = Pattern::new(8, vec![0, 2, 4, 5, 5], vec![0, 2, 3, 5, 5]);
        let found = blocks(&c, &a);
        let block = |fine, coarse| Block { fine, coarse };
        assert_eq!(found, [block(0..3, 0..1), block(3..6, 1..3), block(6..8, 3..4)]);
        assert!(blocks(&Pattern::new(8, vec![0], vec![]), &a).is_empty());
    }

    #[test]
    fn dense_blocks_and_rows_give_the_same() {
        let n = 60;
        let edges: Vec<[u32; 2]> = (0..n).flat_map(|i| [1, 7].map(|step| [i, (i + step) % n])).collect();
        let a = Arc::new(Pattern::from_edges(n as usize, &edges).0);
        let (rows, cols): (Vec<u32>, Vec<u32>) =
            ((0..=20).map(|p| 4 * p).collect(), (0..20).flat_map(|p| (0..4).map(move |i| 2 * p + 6 * i)).collect());
        let dense = Galerkin::new(Arc::new(Pattern::new(n as usize, rows, cols)), a);
        let value = |at: usize| 0.25 + (at * 31 % 17) as f64 / 17.0;
        let c: Vec<f64> = (0..dense.c.nnz()).map(value).collect();
        let a: Vec<f64> = dense.a.entries().map(|(_, i, j)| value(i * j + i + j)).collect();
        let expected = dense.forward([&c[..], &a[..]]);
        let pattern = dense.result.get().unwrap().clone();
        let grad: Vec<f64> = (0..expected.len()).map(|at| value(7 * at)).collect();
        let [d_c, d_a] = dense.backward([&c[..], &a[..]], &expected, &grad, [true; 2]);
        let close = |a: &[f64], b: &[f64]| {
            assert_eq!(a.len(), b.len());
            a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12 * a.abs().max(1.0))
        };
        let (mut builder, mut values) = (PatternBuilder::default(), Vec::new());
        let (mut by_rows, block) = (Rows::new(&dense, &c), &dense.blocks[0]);
        by_rows.forward(block, &a, &mut builder, &mut values);
        assert_eq!(builder.finish(20), *pattern);
        assert!(close(&values, &expected));
        let (mut d_c_by_rows, mut d_a_by_rows) = (vec![9.0; c.len()], vec![9.0; a.len()]);
        by_rows.gradient_of_c(block, &pattern, &a, &grad, &mut d_c_by_rows);
        by_rows.gradient_of_a(block, &pattern, &grad, &mut d_a_by_rows);
        assert!(close(&d_c_by_rows, &d_c.unwrap()));
        assert!(close(&d_a_by_rows, &d_a.unwrap()));
    }
}
