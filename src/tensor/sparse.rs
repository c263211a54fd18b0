//! A sparse matrix with gradients: a shared pattern and a tensor of values.

use std::sync::Arc;

use candle_core::{DType, Device, Result, Tensor};

use super::{
    add_identity::AddIdentity,
    block_mm::BlockMM,
    buffer::dirty,
    cosine::Cosine,
    cpu::vectorised,
    galerkin,
    hadamard::Hadamard,
    lazy_walk::LazyWalk,
    normalise::Normalise,
    part::Part,
    power::Power,
    rbf::Rbf,
    segment_sum::segment_sum,
    segments::Segments,
    slice_op::{Scalar, apply1, apply2, to_f64_vec, with_values},
    spmm::SpMM,
    symmetrise::Symmetrise,
    tape,
};
use crate::math::pattern::Pattern;

/// A sparse matrix: values (with gradients) on a pattern (constant).
#[derive(Clone, Debug)]
pub struct Sparse {
    pub pattern: Arc<Pattern>,
    /// What they are, one value an entry, in the pattern's order.
    pub values: Tensor,
}

impl Sparse {
    pub fn new(pattern: Arc<Pattern>, values: Tensor) -> Result<Self> {
        if values.dims() != [pattern.nnz()] {
            candle_core::bail!("{} values are needed on this pattern, not {:?}", pattern.nnz(), values.dims());
        }
        Ok(Self { pattern, values })
    }

    /// A constant matrix, rounded to a precision.
    pub fn constant(pattern: Arc<Pattern>, values: &[f64], dtype: DType) -> Result<Self> {
        let values = Tensor::from_slice(values, values.len(), &Device::Cpu)?.to_dtype(dtype)?;
        Self::new(pattern, values)
    }

    /// Constant matrices one after the other along the diagonal; gradients do not flow into them.
    pub fn block_diagonal(blocks: &[&Self]) -> Result<Self> {
        let pattern = vectorised(
            #[inline(always)]
            || Pattern::block_diagonal(blocks.iter().map(|block| &*block.pattern)),
        );
        let pattern = Arc::new(pattern);
        let values = Self::concatenated(blocks, pattern.nnz())?;
        Self::new(pattern, values)
    }

    /// Constant matrices of the same width one below the other.
    pub fn stacked(blocks: &[&Self]) -> Result<Self> {
        let pattern = Arc::new(Pattern::stacked(blocks.iter().map(|block| &*block.pattern)));
        let values = Self::concatenated(blocks, pattern.nnz())?;
        Self::new(pattern, values)
    }

    fn concatenated(blocks: &[&Self], n_values: usize) -> Result<Tensor> {
        match blocks.first().map(|block| block.dtype()) {
            Some(DType::F32) => concatenated::<f32>(blocks, n_values),
            _ => concatenated::<f64>(blocks, n_values),
        }
    }

    pub fn n_rows(&self) -> usize {
        self.pattern.n_rows()
    }

    pub fn n_cols(&self) -> usize {
        self.pattern.n_cols()
    }

    /// The precision of its values.
    pub fn dtype(&self) -> DType {
        self.values.dtype()
    }

    /// The values, converted to `f64`.
    pub fn to_f64(&self) -> Result<Vec<f64>> {
        to_f64_vec(&self.values)
    }

    /// The same matrix, without gradients.
    pub fn detach(&self) -> Self {
        Self { pattern: self.pattern.clone(), values: self.values.detach() }
    }

    /// Other values on the same pattern.
    fn with(&self, values: Tensor) -> Self {
        Self { pattern: self.pattern.clone(), values }
    }

    /// This + I.
    pub fn add_identity(&self) -> Result<Self> {
        let op = AddIdentity::new(&self.pattern);
        let pattern = op.pattern.clone();
        Ok(Self { pattern, values: apply1(op, &self.values)? })
    }

    /// D^-½ A D^-½, with 0 in the rows of isolated vertices.
    pub fn normalise(&self) -> Result<Self> {
        Ok(self.with(apply1(Normalise::new(self.pattern.clone()), &self.values)?))
    }

    /// (I + D^-½ A D^-½) / 2.
    pub fn lazy_walk(&self) -> Result<Self> {
        let op = LazyWalk::new(self.pattern.clone());
        let pattern = op.pattern.clone();
        Ok(Self { pattern, values: apply1(op, &self.values)? })
    }

    /// The `s`-th power of a symmetric matrix whose diagonal is in the pattern.
    pub fn power(&self, s: usize) -> Result<Self> {
        let op = Power::new(self.pattern.clone(), s);
        let pattern = op.result.clone();
        Ok(Self { pattern, values: apply1(op, &self.values)? })
    }

    /// M_ij / √(M_ii M_jj).
    pub fn cosine(&self) -> Result<Self> {
        Ok(self.with(apply1(Cosine::new(self.pattern.clone()), &self.values)?))
    }

    /// exp(−τ‖q_i − q_j‖²) on this pattern, for the rows of `q` `[n, d']`.
    pub fn rbf(&self, q: &Tensor, tau: f64) -> Result<Self> {
        Ok(self.with(apply1(Rbf::new(self.pattern.clone(), q.dim(1)?, tau), q)?))
    }

    /// The entrywise product with a matrix on the same pattern.
    pub fn hadamard(&self, other: &Self) -> Result<Self> {
        debug_assert!(Arc::ptr_eq(&self.pattern, &other.pattern) || self.pattern == other.pattern);
        Ok(self.with(apply2(Hadamard, &self.values, &other.values)?))
    }

    /// The matrix without its diagonal entries.
    pub fn without_diagonal(&self) -> Result<Self> {
        let (pattern, kept) = self.pattern.without_diagonal();
        let part = Part { positions: kept, n_args: self.pattern.nnz() };
        Self::new(Arc::new(pattern), apply1(part, &self.values)?)
    }

    /// The sums of each row of other values on this pattern `[n_rows]`.
    pub fn row_sums(&self, values: &Tensor) -> Result<Tensor> {
        let rows = (0..self.n_rows()).map(|row| self.pattern.range(row).len());
        segment_sum(values, &Arc::new(Segments::from_lengths(rows)))
    }

    /// ½ (A + Aᵀ), for a matrix that is symmetric but for rounding.
    pub fn symmetrise(&self) -> Result<Self> {
        Ok(self.with(apply1(Symmetrise::new(self.pattern.clone()), &self.values)?))
    }

    /// This times a dense matrix `[n_cols, d]`.
    pub fn matmul(&self, x: &Tensor) -> Result<Tensor> {
        let width = x.dim(1)?;
        match self.pattern.block_size() {
            Some(size) if size * width > 0 => {
                apply2(BlockMM { size, blocks: self.n_rows() / size, width }, &self.values, x)
            }
            _ => apply2(SpMM::new(self.pattern.clone(), width), &self.values, x),
        }
    }

    /// (A + I) X for a square A: each row with its neighbours.
    pub fn matmul_with_self(&self, x: &Tensor) -> Result<Tensor> {
        match self.pattern.block_size() {
            Some(_) => self.matmul(x)? + x,
            None => apply2(SpMM::with_self(self.pattern.clone(), x.dim(1)?), &self.values, x),
        }
    }

    /// The diagonal entries that the pattern has, in order.
    pub fn diagonal(&self) -> Result<Tensor> {
        let positions = (0..self.n_rows()).filter_map(|row| self.pattern.position(row, row as u32));
        let part = Part { positions: positions.map(|at| at as u32).collect(), n_args: self.pattern.nnz() };
        apply1(part, &self.values)
    }

    /// C A Cᵀ, where this is C and `a` is symmetric.
    pub fn galerkin(&self, a: &Self) -> Result<Self> {
        galerkin::galerkin(self, a)
    }
}

fn concatenated<T: Scalar>(blocks: &[&Sparse], n_values: usize) -> Result<Tensor> {
    let mut values: Vec<T> = dirty(n_values);
    let mut rest = &mut values[..];
    for block in blocks {
        with_values(&block.values, |block: &[T]| {
            rest.split_off_mut(..block.len()).map(|to| to.copy_from_slice(block))
        })?;
    }
    tape::constant(values, n_values)
}
