//! Adam with coupled weight decay (Kingma and Ba 2015): the decay goes into the gradient, as in
//! PyTorch's `Adam(weight_decay=…)`, not beside it as in AdamW.

use crate::{model::Parameters, tensor::cpu::vectorised};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The moments of every weight, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// First moment.
    pub m: Vec<f32>,
    /// Second moment.
    pub v: Vec<f32>,
    pub steps: u64,
}

impl Adam {
    /// Before the first step.
    pub fn new(n_values: usize) -> Self {
        Self { m: vec![0.0; n_values], v: vec![0.0; n_values], steps: 0 }
    }

    /// One step: g ← g + λθ, m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², θ ← θ − η m̂ / (√v̂ + ε).
    pub fn step(&mut self, parameters: &mut Parameters, gradients: &[f32], rate: f64, decay: f64) {
        self.steps += 1;
        let steps = self.steps as f64;
        let step_size = (rate / (1.0 - f64::from(BETA_1).powf(steps))) as f32;
        let root = (1.0 - f64::from(BETA_2).powf(steps)).sqrt() as f32;
        let decay = decay as f32;
        let mut start = 0;
        for named in &mut parameters.0 {
            let range = start..start + named.values.len();
            start = range.end;
            let (m, v) = (&mut self.m[range.clone()], &mut self.v[range.clone()]);
            vectorised(
                #[inline(always)]
                || {
                    for (((theta, m), v), &gradient) in named.values.iter_mut().zip(m).zip(v).zip(&gradients[range]) {
                        let g = gradient + decay * *theta;
                        *m = BETA_1 * *m + (1.0 - BETA_1) * g;
                        *v = BETA_2 * *v + (1.0 - BETA_2) * g * g;
                        *theta -= step_size * *m / (v.sqrt() / root + EPSILON);
                    }
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Named, ParameterSpec};

    fn one(value: f32) -> Parameters {
        let spec = ParameterSpec { name: "w".into(), shape: [1, 1], is_bias: false };
        Parameters(vec![Named { spec, values: vec![value] }])
    }

    /// torch.optim.Adam([w], lr=0.1, weight_decay=0.5) with the gradients 1, −2, 0.5 from w = 1.
    #[test]
    fn three_steps_are_those_of_pytorch() {
        let mut parameters = one(1.0);
        let mut adam = Adam::new(1);
        for (gradient, expected) in [(1.0, 0.9), (-2.0, 0.906_901_5), (0.5, 0.885_937_3)] {
            adam.step(&mut parameters, &[gradient], 0.1, 0.5);
            let found = parameters.0[0].values[0];
            assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
        }
    }

    #[test]
    fn a_weight_without_gradient_decays() {
        let mut parameters = one(2.0);
        Adam::new(1).step(&mut parameters, &[0.0], 0.1, 0.01);
        assert!(parameters.0[0].values[0] < 2.0);
    }
}
