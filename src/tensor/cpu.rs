//! Runs operations with the widest vectors that the CPU has: the one place in this room that asks which these are.
//!
//! Results do not depend on the answer: no kernel fuses a product with a sum, and each sum has its
//! terms in an order of its own.

use pulp::{Arch, Simd, WithSimd};

/// Runs work compiled once for any CPU and once for wide vectors; in it, only what is
/// `#[inline(always)]` all the way down is.
#[inline(always)]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(Run(work))
}

struct Run<F>(F);

impl<R, F: FnOnce() -> R> WithSimd for Run<F> {
    type Output = R;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> R {
        (self.0)()
    }
}
