//! Stress by stochastic gradient descent (Zheng, Pawar and Goodman, “Graph drawing by stochastic
//! gradient descent”, TVCG 2019).
//!
//! Springs are taken one by one in random order; each moves its two ends along their line by
//! μ (‖x_a − x_b‖ − d) / 2 with μ = min(1, η w), while η falls geometrically.

use super::springs::Spring;
use crate::math::rng::Rng;

/// How long and from how hot to descend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// Passes over all springs.
    pub rounds: usize,
    /// η of the first pass; springs with a weight above its inverse are satisfied at once.
    pub first: f64,
    /// η of the last pass.
    pub last: f64,
}

impl Schedule {
    /// From any position: first every spring, also the weakest, is satisfied at once.
    pub(super) fn from_anywhere(springs: &[Spring], rounds: usize) -> Self {
        let longest = springs.iter().map(|spring| spring.rest).fold(1.0, f32::max);
        Self { rounds, first: f64::from(longest * longest), last: 0.1 }
    }
}

/// Moves `x` towards less stress.
pub(super) fn descend(x: &mut [[f64; 2]], springs: &mut [Spring], schedule: Schedule, rng: &mut Rng) {
    let Schedule { rounds, first, last } = schedule;
    let decay = (last / first).ln() / (rounds.max(2) - 1) as f64;
    for round in 0..rounds {
        let eta = first * (decay * round as f64).exp();
        rng.shuffle(springs);
        for spring in springs.iter() {
            let (a, b) = (spring.a as usize, spring.b as usize);
            let (dx, dy) = (x[a][0] - x[b][0], x[a][1] - x[b][1]);
            let length = (dx * dx + dy * dy).sqrt();
            if length < 1e-9 {
                let angle = rng.f64() * std::f64::consts::TAU;
                x[a] = [x[a][0] + 1e-3 * angle.cos(), x[a][1] + 1e-3 * angle.sin()];
                continue;
            }
            let excess = (length - f64::from(spring.rest)) / (2.0 * length);
            let mu = [spring.pull_a, spring.pull_b].map(|pull| (eta * f64::from(pull)).min(1.0) * excess);
            x[a] = [x[a][0] - mu[0] * dx, x[a][1] - mu[0] * dy];
            x[b] = [x[b][0] + mu[1] * dx, x[b][1] + mu[1] * dy];
        }
    }
}
