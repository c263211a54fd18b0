//! Where the weights of an operator come from in the explorer: a trained model, matrices given by the user, an untrained
//! network, or none.

use std::path::{Path, PathBuf};

use ndarray::Array2;
use ndarray_npy::ReadNpyExt as _;
use serde::{Deserialize, Serialize};

use super::{Architecture, NetworkKind, Parameters};
use crate::{
    graph::Dataset,
    math::rng::Rng,
    pooling::{Method, Params, Weights},
};

/// Hidden dimension of an untrained network; the paper's.
const HIDDEN: usize = 64;

/// Where the weights of the operators come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightSource {
    /// As they are before training; no convolutions.
    #[default]
    Untrained,
    /// A network before training, with its convolutions.
    RandomNetwork,
    Model(PathBuf),
    /// W_Q of each level, NumPy matrices.
    Given(Vec<Option<PathBuf>>),
}

/// Why weights cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum WeightError {
    /// The file is not a model of this operator for this data.
    #[error("{} is not a model for {method} on this data: {error}", path.display())]
    Model { path: PathBuf, method: &'static str, error: candle_core::Error },
    #[error("W_Q of level {level} is not used: {method} has no W_Q there")]
    NoUse { level: usize, method: &'static str },
    /// The file is not a valid W_Q.
    #[error("{}: {problem}", path.display())]
    Matrix {
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    #[error(transparent)]
    Tensor(#[from] candle_core::Error),
}

impl WeightSource {
    /// The weights of an operator for a signal of this width.
    pub fn weights(
        &self,
        method: &'static Method,
        params: &Params,
        width: usize,
        dataset: &Dataset,
    ) -> Result<Weights, WeightError> {
        match self {
            Self::Untrained => Ok(Weights::untrained(method.operator, width, params)?),
            Self::RandomNetwork => {
                let classes = dataset.classes.len().max(2);
                let network = NetworkKind::Pooling;
                let architecture =
                    Architecture { network, method, params: params.clone(), width, hidden: HIDDEN, classes };
                Ok(Parameters::start(&architecture, &mut Rng::new(params.seed))?.for_exploring()?)
            }
            Self::Model(path) => Weights::load(path, method.operator, width, params)
                .map_err(|error| WeightError::Model { path: path.clone(), method: method.name, error }),
            Self::Given(paths) => given(paths, method, params, width),
        }
    }
}

fn given(
    paths: &[Option<PathBuf>],
    method: &'static Method,
    params: &Params,
    width: usize,
) -> Result<Weights, WeightError> {
    let mut weights = Weights::untrained(method.operator, width, params)?;
    for (level, path) in paths.iter().enumerate() {
        let Some(path) = path else { continue };
        let has_wq = method.operator.weights(level, width, params).iter().any(|spec| spec.name == "wq");
        if !has_wq || level >= params.levels {
            return Err(WeightError::NoUse { level, method: method.name });
        }
        let wq = read_wq(path, width).map_err(|problem| WeightError::Matrix { path: path.clone(), problem })?;
        weights.set_matrix(level, "wq", &wq)?;
    }
    Ok(weights)
}

fn read_wq(path: &Path, width: usize) -> Result<Array2<f64>, String> {
    let file = std::fs::File::open(path).map_err(|error| format!("this file cannot be opened ({error})"))?;
    let wq = Array2::<f64>::read_npy(file)
        .map_err(|error| format!("this is not a NumPy matrix of float64; save it with numpy.save ({error})"))?;
    let (rows, cols) = wq.dim();
    if rows != width || cols == 0 {
        return Err(format!("W_Q is {rows} × {cols}, but the signal has width {width}; give {width} rows"));
    }
    if wq.iter().any(|entry| !entry.is_finite()) {
        return Err("W_Q has an entry that is not finite (NaN or infinity); remove it and save again".to_owned());
    }
    Ok(wq)
}
