//! The two precisions: `f32` trains, `f64` explores and checks.

use num_traits::Float;

/// `f32` or `f64`.
pub trait Real:
    Float + std::iter::Sum + std::ops::AddAssign + std::fmt::Debug + Default + Send + Sync + 'static
{
    /// Scores closer than this count as equal when they are ranked: far above rounding, far below
    /// any difference that means something. A power of two, so that the grid is exact.
    const RANK_GRID: f64;
    /// Assignment weights up to this count as zero: rounding must not decide about an edge.
    const NEGLIGIBLE: Self;

    /// Rounds to this precision.
    fn of(value: f64) -> Self;
    /// Widens to `f64`, exactly.
    fn wide(self) -> f64;
}

impl Real for f32 {
    const RANK_GRID: f64 = 1.0 / (1_u64 << 18) as f64;
    const NEGLIGIBLE: Self = 1e-6;

    fn of(value: f64) -> Self {
        value as f32
    }

    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    const RANK_GRID: f64 = 1.0 / (1_u64 << 30) as f64;
    const NEGLIGIBLE: Self = 1e-12;

    fn of(value: f64) -> Self {
        value
    }

    fn wide(self) -> f64 {
        self
    }
}
