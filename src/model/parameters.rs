//! The weights of a network as plain numbers: what is started, stepped, written and read.

use candle_core::{DType, Device, Result, Tensor, Var};

use super::architecture::{Architecture, ParameterSpec};
use crate::{
    math::rng::Rng,
    pooling::{Weights, weights::glorot},
    tensor::{slice_op::with_values, tape::Gradients},
};

/// One weight matrix, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub spec: ParameterSpec,
    pub values: Vec<f32>,
}

/// All weights of a network, in the architecture's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(pub Vec<Named>);

impl Parameters {
    /// The start: Glorot's uniform numbers from a generator, biases 0.
    pub fn start(architecture: &Architecture, rng: &mut Rng) -> Result<Self> {
        let draw = |spec: ParameterSpec| {
            let n_values = spec.shape[0] * spec.shape[1];
            let values = if spec.is_bias {
                vec![0.0; n_values]
            } else {
                with_values(&glorot(spec.shape, rng, DType::F32)?, |values: &[f32]| values.to_vec())?
            };
            Ok(Named { spec, values })
        };
        Ok(Self(architecture.parameters().into_iter().map(draw).collect::<Result<_>>()?))
    }

    /// As constants, in either precision, for evaluation.
    pub fn constants(&self, dtype: DType) -> Result<Weights> {
        let mut weights = Weights::default();
        for Named { spec, values } in &self.0 {
            let [rows, cols] = spec.shape;
            let tensor = Tensor::from_slice(values, (rows, cols), &Device::Cpu)?.to_dtype(dtype)?;
            weights.insert(spec.name.clone(), tensor);
        }
        Ok(weights)
    }

    /// In `f64`, as the explorer needs them.
    pub fn for_exploring(&self) -> Result<Weights> {
        self.constants(DType::F64)
    }

    /// As variables with gradients.
    pub fn variables(&self) -> Result<Weights> {
        let mut weights = Weights::default();
        for Named { spec, values } in &self.0 {
            let [rows, cols] = spec.shape;
            let variable = Var::from_slice(values, (rows, cols), &Device::Cpu)?;
            weights.insert(spec.name.clone(), variable.into_inner());
        }
        Ok(weights)
    }

    /// The gradients of all weights one after the other; 0 where none arrived.
    pub fn gradients(&self, variables: &Weights, found: &Gradients) -> Vec<f32> {
        let mut all = Vec::with_capacity(self.n_values());
        for Named { spec, values } in &self.0 {
            match variables.named(&spec.name).and_then(|variable| found.get(variable)) {
                Some(gradient) => all.extend_from_slice(gradient),
                None => all.resize(all.len() + values.len(), 0.0),
            }
        }
        all
    }

    pub fn n_values(&self) -> usize {
        self.0.iter().map(|named| named.values.len()).sum()
    }
}
