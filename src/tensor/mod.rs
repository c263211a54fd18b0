//! The bridge to candle: sparse matrices with gradients, and custom operations on them.
//!
//! Each operation is a file with its equation, its forward and its backward pass side by side, and
//! a check of one against the other by finite differences in `f64`. They are written on slices,
//! generic over the precision; [`slice_op`] makes candle operations of them and [`cpu`] runs them
//! with wide vectors, so hot loops are `#[inline(always)]`. Gradients flow through values; patterns
//! are constants.

pub mod add_identity;
pub mod assign;
pub mod beside;
pub mod bias;
pub mod block_mm;
pub mod buffer;
pub mod chosen;
pub mod cosine;
pub mod cpu;
pub mod cross_entropy;
pub mod ends;
pub mod entropy;
pub mod galerkin;
mod galerkin_dense;
mod galerkin_rows;
pub mod gram;
pub mod gram_norm;
pub mod hadamard;
pub mod kernel;
pub mod lazy_walk;
pub mod leaders;
pub mod matmul;
pub mod neighbour_max;
pub mod normalise;
pub mod normalise_blocks;
pub mod orthogonality;
pub mod part;
pub mod power;
pub mod rbf;
pub mod readout;
pub mod relu_norm;
pub mod row_softmax;
pub mod segment_sum;
pub mod segments;
pub mod slice_op;
pub mod softmax;
pub mod sparse;
pub mod spmm;
pub mod symmetrise;
pub mod tape;

#[cfg(test)]
pub mod check;

pub use segments::Segments;
pub use slice_op::Scalar;
pub use sparse::Sparse;
