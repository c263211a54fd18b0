//! The weights of a network by name: `conv.0.w`, `pool.0.wq`. From a seed, or from a model file.
//!
//! Those made here are for exploring, so they are `f64`.

use std::{collections::BTreeMap, path::Path};

use candle_core::{DType, Device, Result, Tensor};
use ndarray::Array2;

use super::{params::Params, stages::Pooling};
use crate::math::rng::Rng;

#[derive(Clone, Debug, Default)]
pub struct Weights(BTreeMap<String, Tensor>);

impl Weights {
    /// Other tensors under the same names.
    pub(super) fn map(&self, change: impl Fn(&Tensor) -> Tensor) -> Self {
        Self(self.0.iter().map(|(name, weight)| (name.clone(), change(weight))).collect())
    }

    /// The weights of a pooling.
    pub(super) fn of_level(&self, level: usize) -> impl Iterator<Item = &Tensor> {
        let start = format!("pool.{level}.");
        self.0.iter().filter(move |(name, _)| name.starts_with(&start)).map(|(_, weight)| weight)
    }

    /// A weight by its whole name.
    pub fn named(&self, name: &str) -> Option<&Tensor> {
        self.0.get(name)
    }

    /// Sets a weight by its whole name.
    pub fn insert(&mut self, name: String, weight: Tensor) {
        self.0.insert(name, weight);
    }

    /// A pooling's weight at a level.
    pub fn get(&self, level: usize, name: &str) -> Option<&Tensor> {
        self.0.get(&format!("pool.{level}.{name}"))
    }

    /// The convolution before a level's pooling.
    pub fn conv(&self, level: usize) -> Option<&Tensor> {
        self.0.get(&format!("conv.{level}.w"))
    }

    /// Sets a pooling's weight.
    pub fn set(&mut self, level: usize, name: &str, weight: Tensor) {
        self.0.insert(format!("pool.{level}.{name}"), weight);
    }

    /// Sets a pooling's weight to a plain matrix.
    pub fn set_matrix(&mut self, level: usize, name: &str, matrix: &Array2<f64>) -> Result<()> {
        let values: Vec<f64> = matrix.iter().copied().collect();
        self.set(level, name, Tensor::from_vec(values, matrix.dim(), &Device::Cpu)?);
        Ok(())
    }

    /// Sets the convolution before a level's pooling.
    pub fn set_conv(&mut self, level: usize, weight: Tensor) {
        self.0.insert(format!("conv.{level}.w"), weight);
    }

    /// What an explorer without a model uses: nothing where the identity will do, else Glorot
    /// numbers from the seed.
    pub fn untrained(operator: &dyn Pooling, width: usize, params: &Params) -> Result<Self> {
        let mut weights = Self::default();
        let mut width = width;
        for level in 0..params.levels {
            // One random stream per level: each weight continues where the previous one stopped.
            let mut rng = Rng::new(params.seed.wrapping_mul(1009).wrapping_add(level as u64));
            for spec in operator.weights(level, width, params).iter().filter(|spec| !spec.identity_when_untrained) {
                let start = if spec.is_bias {
                    Tensor::zeros(&spec.shape, DType::F64, &Device::Cpu)?
                } else {
                    glorot(spec.shape, &mut rng, DType::F64)?
                };
                weights.set(level, spec.name, start);
            }
            width = operator.width_after(width);
        }
        Ok(weights)
    }

    /// Reads a safetensors file; every weight of the operator must be there in the right shape.
    pub fn load(path: &Path, operator: &dyn Pooling, width: usize, params: &Params) -> Result<Self> {
        let mut weights = Self::default();
        for (name, tensor) in candle_core::safetensors::load(path, &Device::Cpu)? {
            weights.0.insert(name, tensor.to_dtype(DType::F64)?);
        }
        let mut width = width;
        for level in 0..params.levels {
            let conv = weights.conv(level).map(|conv| conv.dims().to_vec());
            match conv.as_deref() {
                Some(&[rows, cols]) if rows == width => width = cols,
                Some(shape) => {
                    candle_core::bail!("conv.{level}.w is {shape:?}, but the signal there has width {width}")
                }
                None => candle_core::bail!("conv.{level}.w is missing; this is not a model of this program"),
            }
            weights.expect(operator, level, width, params)?;
            width = operator.width_after(width);
        }
        Ok(weights)
    }

    fn expect(&self, operator: &dyn Pooling, level: usize, width: usize, params: &Params) -> Result<()> {
        for spec in operator.weights(level, width, params) {
            let name = spec.name;
            match self.get(level, name).map(Tensor::dims) {
                Some(shape) if shape.len() == 2 && shape[0] == spec.shape[0] => {}
                Some(shape) => candle_core::bail!("pool.{level}.{name} is {shape:?}, but {:?} is needed", spec.shape),
                None => {
                    candle_core::bail!("pool.{level}.{name} is missing; was it trained with another operator?")
                }
            }
        }
        Ok(())
    }
}

/// Glorot's uniform start: within ±√(6 / (rows + columns)).
pub fn glorot([rows, cols]: [usize; 2], rng: &mut Rng, dtype: DType) -> Result<Tensor> {
    let bound = (6.0 / (rows + cols) as f64).sqrt();
    let values: Vec<f64> = (0..rows * cols).map(|_| bound * (2.0 * rng.f64() - 1.0)).collect();
    Tensor::from_vec(values, (rows, cols), &Device::Cpu)?.to_dtype(dtype)
}
