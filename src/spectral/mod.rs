//! The spectral view of a graph: for teaching and for checking, never in the operators' way.
//!
//! L = U Λ Uᵀ with ascending eigenvalues; of each eigenvector the entry of largest magnitude is
//! positive (see [`eigen`](crate::math::eigen)).

pub mod ends;
pub mod experiments;
pub mod filter;
pub mod kernels;
mod pairs;
pub mod smoothness;
pub mod spectrum;

pub use ends::Ends;
pub use experiments::Experiments;
pub use filter::Filter;
pub use pairs::Eigenpairs;
pub use smoothness::Smoothness;
pub use spectrum::Spectrum;
