//! Where the weights of an operator come from: a model, matrices, or none yet.

use std::path::Path;

use anyhow::{Context as _, bail};
use ndarray::Array2;
use ndarray_npy::ReadNpyExt as _;

use crate::{
    figure::WeightSource,
    graph::Dataset,
    math::rng::Rng,
    model::{Architecture, Parameters},
    pooling::{Method, Params, Weights},
};

/// Numbers a node after each convolution of a network that is not trained; the paper's.
const HIDDEN: usize = 64;

/// Finds weights.
pub trait Resolve {
    /// The weights of an operator for a signal of this width.
    fn weights(
        &self,
        method: &'static Method,
        params: &Params,
        width: usize,
        dataset: &Dataset,
    ) -> anyhow::Result<Weights>;
}

impl Resolve for WeightSource {
    fn weights(
        &self,
        method: &'static Method,
        params: &Params,
        width: usize,
        dataset: &Dataset,
    ) -> anyhow::Result<Weights> {
        match self {
            Self::Untrained => Ok(Weights::untrained(method.operator, width, params)?),
            Self::RandomNetwork => {
                let classes = dataset.classes.len().max(2);
                let architecture = Architecture { method, params: params.clone(), width, hidden: HIDDEN, classes };
                Ok(Parameters::start(&architecture, &mut Rng::new(params.seed))?.for_exploring()?)
            }
            Self::Model(path) => Weights::load(path, method.operator, width, params)
                .with_context(|| format!("{} is not a model for {} on this data", path.display(), method.name)),
            Self::Given(paths) => given(paths, method, params, width),
        }
    }
}

fn given(
    paths: &[Option<std::path::PathBuf>],
    method: &Method,
    params: &Params,
    width: usize,
) -> anyhow::Result<Weights> {
    let mut weights = Weights::untrained(method.operator, width, params)?;
    for (level, path) in paths.iter().enumerate() {
        let Some(path) = path else { continue };
        let has_wq = method.operator.weights(level, width, params).iter().any(|spec| spec.name == "wq");
        if !has_wq || level >= params.levels {
            bail!("--wq{level} has no use: {} has no W_Q at level {level} here", method.name);
        }
        weights.set_matrix(level, "wq", &read_wq(path, width)?)?;
    }
    Ok(weights)
}

fn read_wq(path: &Path, width: usize) -> anyhow::Result<Array2<f64>> {
    let unreadable = || format!("{}: this is not a NumPy matrix of float64; save it with numpy.save", path.display());
    let file = std::fs::File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    let wq = Array2::<f64>::read_npy(file).with_context(unreadable)?;
    let (rows, cols) = wq.dim();
    if rows != width || cols == 0 {
        bail!("{}: W_Q is {rows} × {cols}, but the signal has width {width}; give {width} rows", path.display());
    }
    if wq.iter().any(|entry| !entry.is_finite()) {
        bail!("{}: W_Q has an entry that is not finite; save it again without", path.display());
    }
    Ok(wq)
}
