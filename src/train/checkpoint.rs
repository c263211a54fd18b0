//! Checkpoints as safetensors files: the weights by name, Adam's moments, and metadata on how, on what data and how
//! far the model was trained.
//!
//! A checkpoint is also a model: `proxpool trace --model` and `proxpool evaluate` read it.

use std::{
    collections::HashMap,
    fs::File,
    io::{Read as _, Write as _},
    path::Path,
};

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    adam::Adam,
    config::Config,
    error::TrainError,
    settings_difference::{SettingDifference, config_differences},
    state::{SplitProgress, SplitState},
};
use crate::{
    files::{
        format::{FileFormat, FormatError},
        write_atomically,
    },
    graph::{Dataset, features::Signal},
    model::{Architecture, Named, ParameterSpec, Parameters},
};

/// How a model was trained, and on what data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelMetadata {
    /// Number of the file format.
    pub format: u32,
    pub config: Config,
    pub dataset: String,
    pub fingerprint: String,
    /// Names of the signal's columns.
    pub columns: Vec<String>,
    pub classes: Vec<String>,
    /// Nodes of the largest graph in the dataset.
    pub max_nodes: usize,
    /// Nodes of a graph in the dataset, on average; 0 in older files.
    pub mean_nodes: f64,
}

const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };
const KEY: &str = "proxpool";
/// A network that fits into memory has less.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Header {
    #[serde(rename = "card")]
    model: ModelMetadata,
    progress: SplitProgress,
}

impl ModelMetadata {
    /// For models trained on this data with this configuration.
    pub fn new(dataset: &Dataset, signal: &Signal, config: &Config, architecture: &Architecture) -> Self {
        Self {
            format: FORMAT.newest,
            config: config.clone(),
            dataset: dataset.name.clone(),
            fingerprint: dataset.fingerprint(),
            columns: signal.columns.clone(),
            classes: dataset.classes.iter().map(|class| class.show().to_owned()).collect(),
            max_nodes: architecture.params.max_nodes,
            mean_nodes: architecture.params.mean_nodes,
        }
    }

    pub fn architecture(&self) -> Result<Architecture, TrainError> {
        self.config.architecture(self.columns.len(), self.classes.len(), (self.max_nodes, self.mean_nodes))
    }

    /// The first difference that makes a checkpoint of `other` unusable here.
    fn difference(&self, other: &Self) -> Option<String> {
        let (mine, other_config) = (&self.config, &other.config);
        if other.fingerprint != self.fingerprint {
            return Some(format!(
                "it was trained on other data ({}, fingerprint {})",
                other.dataset, other.fingerprint
            ));
        }
        if other_config.key() != mine.key() {
            return Some(format!("it was trained with {}, this run uses {}", other_config.key(), mine.key()));
        }
        // Whether the test set is scored does not affect training.
        let comparable = |config: &Config| Config { score_test: true, ..config.clone() };
        let differences = config_differences([&comparable(mine), &comparable(other_config)]);
        let named = differences.iter().map(|SettingDifference { key, values: [run, checkpoint], .. }| {
            format!("{key} is {checkpoint} in the checkpoint and {run} in run.json")
        });
        (!differences.is_empty()).then(|| named.collect::<Vec<_>>().join(", "))
    }
}

/// Writes a checkpoint atomically. Equal states give equal bytes.
pub fn write(path: &Path, metadata: &ModelMetadata, state: &SplitState) -> Result<(), TrainError> {
    write_tensors(path, metadata, &state.progress, &tensors_of(state))
}

/// Writes the weights without the optimiser: enough for inference, not for resuming.
pub fn write_weights(path: &Path, metadata: &ModelMetadata, state: &SplitState) -> Result<(), TrainError> {
    let tensors: Vec<Tensor> = state
        .parameters
        .0
        .iter()
        .map(|named| (named.spec.name.clone(), named.spec.shape, bytes(&named.values)))
        .collect();
    write_tensors(path, metadata, &state.progress, &tensors)
}

type Tensor = (String, [usize; 2], Vec<u8>);

fn write_tensors(
    path: &Path,
    metadata: &ModelMetadata,
    progress: &SplitProgress,
    tensors: &[Tensor],
) -> Result<(), TrainError> {
    let failed = |problem: String| TrainError::file(path, format!("could not be written: {problem}"));
    let header = Header { model: metadata.clone(), progress: progress.clone() };
    // One key: a map of several would be written in any order.
    let text = serde_json::to_string(&header).map_err(|error| failed(error.to_string()))?;
    let views = tensors.iter().map(|(name, shape, bytes)| {
        TensorView::new(Dtype::F32, shape.to_vec(), bytes).map(|view| (name.as_str(), view))
    });
    let views: Vec<_> = views.collect::<Result<_, _>>().map_err(|error| failed(error.to_string()))?;
    let bytes = safetensors::serialize(views, Some(HashMap::from([(KEY.to_owned(), text)])))
        .map_err(|error| failed(error.to_string()))?;
    write_atomically(path, |file| file.write_all(&bytes)).map_err(|error| failed(error.to_string()))
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn tensors_of(state: &SplitState) -> Vec<Tensor> {
    let mut tensors = Vec::new();
    let mut start = 0;
    for Named { spec, values } in &state.parameters.0 {
        let range = start..start + values.len();
        start = range.end;
        tensors.push((spec.name.clone(), spec.shape, bytes(values)));
        tensors.push((format!("adam.m.{}", spec.name), spec.shape, bytes(&state.adam.m[range.clone()])));
        tensors.push((format!("adam.v.{}", spec.name), spec.shape, bytes(&state.adam.v[range])));
    }
    tensors
}

/// A model read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub metadata: ModelMetadata,
    pub progress: SplitProgress,
    pub parameters: Parameters,
}

/// The header of a safetensors file, without the offsets of its tensors.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "__metadata__", default)]
    metadata: HashMap<String, String>,
}

/// The metadata of a model, read from the header of its file alone; none if another program wrote the file, which then
/// has weights only.
pub fn read_metadata(path: &Path) -> Result<Option<ModelMetadata>, TrainError> {
    Ok(read_header(path)?.map(|header| header.model))
}

/// The split that a model was trained on, and its number of epochs; read like its metadata.
pub fn read_progress(path: &Path) -> Result<Option<SplitProgress>, TrainError> {
    Ok(read_header(path)?.map(|header| header.progress))
}

fn read_header(path: &Path) -> Result<Option<Header>, TrainError> {
    /// No header of a model of this program comes near this size.
    const MOST_HEAD_BYTES: u64 = 1 << 24;
    let unreadable = |error: std::io::Error| TrainError::file(path, format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(unreadable)?;
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|error| damaged(path, &error))?;
    let length = u64::from_le_bytes(length);
    if length > MOST_HEAD_BYTES {
        return Err(damaged(path, &"its header is too long"));
    }
    let mut text = Vec::new();
    file.take(length).read_to_end(&mut text).map_err(unreadable)?;
    let head: Head = serde_json::from_slice(&text).map_err(|error| damaged(path, &error))?;
    head.metadata.get(KEY).map(|text| Ok(described(path, text)?.0)).transpose()
}

/// Reads the weights of any model of this program, whether or not training can be resumed from it.
pub fn read_model(path: &Path) -> Result<Model, TrainError> {
    let bytes = read_bounded(path)?;
    let (header, architecture, tensors) = opened(path, &bytes)?;
    let read = |spec: ParameterSpec| Ok(Named { values: floats(&tensors, &spec.name, spec.shape)?, spec });
    let parameters = architecture.parameters().into_iter().map(read).collect::<Result<_, String>>();
    let parameters = Parameters(parameters.map_err(|problem| TrainError::file(path, problem))?);
    Ok(Model { metadata: header.model, progress: header.progress, parameters })
}

/// Reads a checkpoint of any run, with its metadata.
pub fn read(path: &Path) -> Result<(ModelMetadata, SplitState), TrainError> {
    let refused = |problem: String| TrainError::file(path, problem);
    let bytes = read_bounded(path)?;
    let (header, architecture, tensors) = opened(path, &bytes)?;
    let (mut parameters, mut m, mut v) = (Vec::new(), Vec::new(), Vec::new());
    for spec in architecture.parameters() {
        let values = |name: &str| floats(&tensors, name, spec.shape).map_err(refused);
        m.extend(values(&format!("adam.m.{}", spec.name))?);
        v.extend(values(&format!("adam.v.{}", spec.name))?);
        parameters.push(Named { values: values(&spec.name)?, spec });
    }
    let adam = Adam { m, v, steps: header.progress.steps };
    Ok((header.model, SplitState { parameters: Parameters(parameters), adam, progress: header.progress }))
}

fn opened<'a>(path: &Path, bytes: &'a [u8]) -> Result<(Header, Architecture, SafeTensors<'a>), TrainError> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(path, &error))?;
    let Some(text) = header.metadata().as_ref().and_then(|metadata| metadata.get(KEY)) else {
        let problem = "this is not a model of this program: it has no metadata about its training";
        return Err(TrainError::file(path, problem));
    };
    let (header, architecture) = described(path, text)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(path, &error))?;
    Ok((header, architecture, tensors))
}

fn damaged(path: &Path, error: &dyn std::fmt::Display) -> TrainError {
    TrainError::file(
        path,
        format!("this safetensors file is incomplete or damaged ({error}); use another copy, or train again"),
    )
}

/// The header and the architecture that it describes.
fn described(path: &Path, text: &str) -> Result<(Header, Architecture), TrainError> {
    let refused = |problem: String| TrainError::file(path, problem);
    let header = parse_header(text)
        .map_err(|error| TrainError::unread(path, "the metadata of the model cannot be read", error))?;
    let architecture = header.model.architecture().map_err(|error| refused(error.to_string()))?;
    Ok((header, architecture))
}

/// The format number is in the entry `card`.
fn parse_header(text: &str) -> Result<Header, FormatError> {
    let value: Value = serde_json::from_str(text)?;
    let number = value.pointer("/card/format").cloned();
    FORMAT.read_numbered(number.as_ref(), value)
}

/// Reads a checkpoint of a split of a run with this metadata.
pub fn read_for(path: &Path, metadata: &ModelMetadata, split: usize) -> Result<SplitState, TrainError> {
    let (found, state) = read(path)?;
    check_belongs(path, (metadata, split), (&found, &state.progress))?;
    Ok(state)
}

/// How far such a checkpoint is, from the header of its file alone.
pub fn progress_for(path: &Path, metadata: &ModelMetadata, split: usize) -> Result<SplitProgress, TrainError> {
    let Some(Header { model, progress }) = read_header(path)? else {
        return Err(TrainError::file(
            path,
            "this is not a model of this program: it has no metadata about its training",
        ));
    };
    check_belongs(path, (metadata, split), (&model, &progress))?;
    Ok(progress)
}

fn check_belongs(
    path: &Path,
    (metadata, split): (&ModelMetadata, usize),
    (found, progress): (&ModelMetadata, &SplitProgress),
) -> Result<(), TrainError> {
    if let Some(difference) = metadata.difference(found) {
        return Err(TrainError::file(path, format!("this checkpoint does not belong to this run: {difference}")));
    }
    if progress.split != split {
        let problem = format!("this checkpoint is of split {}, but split {split} is expected here", progress.split);
        return Err(TrainError::file(path, problem));
    }
    Ok(())
}

fn read_bounded(path: &Path) -> Result<Vec<u8>, TrainError> {
    let unreadable = |error: std::io::Error| TrainError::file(path, format!("cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(TrainError::file(path, "this file is larger than 1 GiB, the limit for a model"));
    }
    Ok(bytes)
}

fn floats(tensors: &SafeTensors<'_>, name: &str, shape: [usize; 2]) -> Result<Vec<f32>, String> {
    let tensor = tensors.tensor(name).map_err(|_| format!("the tensor {name} is missing"))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        return Err(format!(
            "{name} has dtype {:?} and shape {:?}; F32 and {shape:?} are expected",
            tensor.dtype(),
            tensor.shape()
        ));
    }
    let values: Vec<f32> = tensor.data().as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    if values.iter().all(|value| value.is_finite()) {
        Ok(values)
    } else {
        Err(format!("{name} contains NaN or infinity; use an earlier copy, or train again"))
    }
}
