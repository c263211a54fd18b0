//! Filters g on the spectrum [0, 2], with g(0) = 1 and falling.

/// A low-pass filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filter {
    /// g(λ) = (1 − λ/2)^s, the paper's (Eq. 8).
    Paper { s: usize },
    /// g(λ) = e^(−tλ), the heat kernel.
    Heat { t: f64 },
    /// 1 on the first m eigenvalues, 0 on the others (Shi and Malik's features).
    LowPass {
        /// Number of eigenvectors that pass.
        m: usize,
    },
}

impl Filter {
    /// g at the eigenvalue λ, which is number `idx` (from 0) in ascending order.
    pub fn at(&self, lambda: f64, idx: usize) -> f64 {
        match *self {
            Self::Paper { s } => (1.0 - lambda / 2.0).powi(s as i32),
            Self::Heat { t } => (-t * lambda).exp(),
            Self::LowPass { m } => f64::from(u8::from(idx < m)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_start_at_one_and_the_papers_ends_at_zero() {
        for filter in [Filter::Paper { s: 3 }, Filter::Heat { t: 2.0 }, Filter::LowPass { m: 1 }] {
            assert_eq!(filter.at(0.0, 0), 1.0);
        }
        assert_eq!(Filter::Paper { s: 3 }.at(2.0, 9), 0.0);
        assert_eq!(Filter::Paper { s: 0 }.at(2.0, 9), 1.0);
    }
}
