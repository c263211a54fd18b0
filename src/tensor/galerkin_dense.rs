//! A' = C A Cᵀ for blocks with few coarse nodes: Cᵀ as a dense matrix, whose rows are added up by whole vectors.

use super::{
    buffer::{dirty, give_back},
    galerkin::{Block, Galerkin},
    kernel::{dot, weighted_rows},
};
use crate::{
    cancel::checkpoint,
    math::{
        bits::ones,
        pattern::{Pattern, PatternBuilder},
        real::Real,
    },
};

/// Space for any of the blocks, with anything in it.
pub(super) struct Dense<'a, T> {
    op: &'a Galerkin,
    c: &'a [T],
    /// Cᵀ `[fine, step]`.
    c_t: Vec<T>,
    /// A Cᵀ, or Cᵀ dA' `[fine, step]`.
    product: Vec<T>,
    /// A' or its gradient `[coarse, step]`.
    coarse: Vec<T>,
    /// Which fine nodes belong to any coarse one.
    is_member: Vec<bool>,
}

/// From one row to the next: whole vectors.
fn step(block: &Block) -> usize {
    block.coarse.len().next_multiple_of(16)
}

impl<'a, T: Real> Dense<'a, T> {
    pub(super) fn new<'b>(op: &'a Galerkin, blocks: impl Iterator<Item = &'b Block>, c: &'a [T]) -> Self {
        let sizes =
            blocks.map(|block| [block.fine.len(), block.fine.len() * step(block), block.coarse.len() * step(block)]);
        let most = sizes.fold([0; 3], |most, sizes| std::array::from_fn(|idx| sizes[idx].max(most[idx])));
        let [n_fine, fine, coarse] = most;
        let [c_t, product, coarse] = [fine, fine, coarse].map(dirty);
        Self { op, c, c_t, product, coarse, is_member: vec![false; n_fine] }
    }

    pub(super) fn give_back(self) {
        [self.c_t, self.product, self.coarse].into_iter().for_each(give_back);
    }

    /// Spreads C out, by columns.
    #[inline(always)]
    fn spread(&mut self, block: &Block) {
        let (step, n_fine) = (step(block), block.fine.len());
        self.c_t[..n_fine * step].fill(T::zero());
        self.is_member[..n_fine].fill(false);
        for (p, row) in block.coarse.clone().enumerate() {
            let range = self.op.c.range(row);
            for (&col, &c) in self.op.c.cols()[range.clone()].iter().zip(&self.c[range]) {
                let k = col as usize - block.fine.start;
                self.c_t[k * step + p] = c;
                self.is_member[k] = true;
            }
        }
    }

    /// A Cᵀ, in the rows of members.
    #[inline(always)]
    fn multiply(&mut self, block: &Block, a: &[T]) {
        let first = block.fine.start as u32;
        let rows = block.fine.clone().zip(self.product.chunks_exact_mut(step(block)));
        for ((k, product), _) in rows.zip(&self.is_member).filter(|(_, is_member)| **is_member) {
            let range = self.op.a.range(k);
            let entries = a[range.clone()].iter().zip(&self.op.a.cols()[range]);
            weighted_rows(product, &self.c_t, entries.map(|(&a, &l)| (a, l - first)));
        }
    }

    /// Rows of A'.
    #[inline(always)]
    pub(super) fn forward(&mut self, block: &Block, a: &[T], pattern: &mut PatternBuilder, values: &mut Vec<T>) {
        checkpoint();
        self.spread(block);
        self.multiply(block, a);
        let (step, first) = (step(block), block.fine.start as u32);
        for (row, coarse) in block.coarse.clone().zip(self.coarse.chunks_exact_mut(step)) {
            let range = self.op.c.range(row);
            let entries = self.c[range.clone()].iter().zip(&self.op.c.cols()[range]);
            weighted_rows(coarse, &self.product, entries.map(|(&c, &k)| (c, k - first)));
        }
        for p in 0..block.coarse.len() {
            // The upper triangle counts for both, so that rounding cannot make A' lopsided.
            for q in 0..p {
                self.coarse[p * step + q] = self.coarse[q * step + p];
            }
            let row = &self.coarse[p * step..(p + 1) * step];
            for (word, row) in row.chunks(64).enumerate() {
                let groups = row.as_chunks::<8>().0.iter().enumerate();
                let non_zeros = |group: &[T; 8]| ones(std::array::from_fn(|at| group[at] != T::zero()));
                let mut ones = groups.fold(0, |ones, (at, group)| ones | non_zeros(group) << (8 * at));
                while ones != 0 {
                    let q = word * 64 + ones.trailing_zeros() as usize;
                    pattern.push((block.coarse.start + q) as u32);
                    values.push(self.coarse[p * step + q]);
                    ones &= ones - 1;
                }
            }
            pattern.end_row();
        }
    }

    /// dC and dA of a block, as far as wanted.
    #[inline(always)]
    pub(super) fn backward(
        &mut self,
        block: &Block,
        result: &Pattern,
        a: &[T],
        grad: &[T],
        d_c: Option<&mut [T]>,
        d_a: Option<&mut [T]>,
    ) {
        self.spread(block);
        if let Some(d_c) = d_c {
            self.multiply(block, a);
            self.gradient_of_c(block, result, grad, d_c);
        }
        if let Some(d_a) = d_a {
            self.gradient_of_a(block, result, grad, d_a);
        }
    }

    /// Spreads out what a position of A' has.
    #[inline(always)]
    fn spread_gradient(&mut self, block: &Block, result: &Pattern, of: impl Fn(usize) -> T) {
        let step = step(block);
        self.coarse[..block.coarse.len() * step].fill(T::zero());
        for (p, coarse) in block.coarse.clone().zip(self.coarse.chunks_exact_mut(step)) {
            for at in result.range(p) {
                coarse[result.cols()[at] as usize - block.coarse.start] = of(at);
            }
        }
    }

    /// dC_pk = ⟨G_p, (A Cᵀ)_k⟩ with G = dA' + dA'ᵀ.
    #[inline(always)]
    fn gradient_of_c(&mut self, block: &Block, result: &Pattern, grad: &[T], d_c: &mut [T]) {
        let (step, mirror) = (step(block), result.mirror());
        self.spread_gradient(
            block,
            result,
            #[inline(always)]
            |at| grad[at] + grad[mirror[at] as usize],
        );
        for (p, g) in block.coarse.clone().zip(self.coarse.chunks_exact(step)) {
            let range = self.op.c.range(p);
            for (d_c, &k) in d_c[range.clone()].iter_mut().zip(&self.op.c.cols()[range]) {
                let start = (k as usize - block.fine.start) * step;
                *d_c = dot(g, &self.product[start..start + step]);
            }
        }
    }

    /// dA_kl = ⟨(Cᵀ dA')_k, Cᵀ_l⟩.
    #[inline(always)]
    fn gradient_of_a(&mut self, block: &Block, result: &Pattern, grad: &[T], d_a: &mut [T]) {
        let (step, transpose) = (step(block), self.op.c.transposed());
        self.spread_gradient(
            block,
            result,
            #[inline(always)]
            |at| grad[at],
        );
        let (first, first_coarse) = (block.fine.start, block.coarse.start as u32);
        for (k, product) in block.fine.clone().zip(self.product.chunks_exact_mut(step)) {
            let coarse_of = transpose.range(k);
            let entries = transpose.rows[coarse_of.clone()].iter().zip(&transpose.sources[coarse_of]);
            weighted_rows(product, &self.coarse, entries.map(|(&p, &at)| (self.c[at as usize], p - first_coarse)));
            let range = self.op.a.range(k);
            for (d_a, &l) in d_a[range.clone()].iter_mut().zip(&self.op.a.cols()[range]) {
                let start = (l as usize - first) * step;
                *d_a = dot(product, &self.c_t[start..start + step]);
            }
        }
    }
}
