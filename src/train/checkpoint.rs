//! States as safetensors files: the weights by name, Adam's moments beside them, and a card that says
//! what the model was trained on and how far.
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
    state::{Progress, SplitState},
};
use crate::{
    files::{
        format::{FileFormat, FormatError},
        write_atomically,
    },
    graph::{Dataset, features::Signal},
    model::{Architecture, Named, ParameterSpec, Parameters},
};

/// What a model is and what it was trained on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Card {
    /// Version of this format.
    pub format: u32,
    /// How it was trained.
    pub config: Config,
    /// Name of the dataset.
    pub dataset: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// Names of the signal's columns.
    pub columns: Vec<String>,
    /// Names of the classes.
    pub classes: Vec<String>,
    /// Most nodes of a graph in the dataset.
    pub max_nodes: usize,
}

const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };
const KEY: &str = "proxpool";
/// A network that fits into memory has less.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Metadata {
    card: Card,
    progress: Progress,
}

impl Card {
    /// The card of models trained on this data with this configuration.
    pub fn new(dataset: &Dataset, signal: &Signal, config: &Config, architecture: &Architecture) -> Self {
        Self {
            format: FORMAT.newest,
            config: config.clone(),
            dataset: dataset.name.clone(),
            fingerprint: dataset.fingerprint(),
            columns: signal.columns.clone(),
            classes: dataset.classes.iter().map(|class| class.show().to_owned()).collect(),
            max_nodes: architecture.params.max_nodes,
        }
    }

    /// The network.
    pub fn architecture(&self) -> Result<Architecture, TrainError> {
        self.config.architecture(self.columns.len(), self.classes.len(), self.max_nodes)
    }

    /// What another card has that makes its state of no use here.
    fn difference(&self, other: &Self) -> Option<String> {
        let (mine, other_config) = (&self.config, &other.config);
        if other.fingerprint != self.fingerprint {
            return Some(format!("it is from other data ({}, fingerprint {})", other.dataset, other.fingerprint));
        }
        if other_config.pool != mine.pool {
            return Some(format!("it is of the method {}, and this run of {}", other_config.pool, mine.pool));
        }
        // Whether the test set is scored is no part of a state.
        let comparable = |config: &Config| Config { score_test: true, ..config.clone() };
        (comparable(mine) != comparable(other_config))
            .then(|| "it was trained with another configuration than run.json says".to_owned())
    }
}

/// Writes a state whole or not at all. Equal states give equal bytes.
pub fn write(path: &Path, card: &Card, state: &SplitState) -> Result<(), TrainError> {
    write_tensors(path, card, &state.progress, &tensors_of(state))
}

/// Writes the weights of a state alone: enough to look at, not to go on from.
pub fn write_weights(path: &Path, card: &Card, state: &SplitState) -> Result<(), TrainError> {
    let tensors: Vec<Tensor> = state
        .parameters
        .0
        .iter()
        .map(|named| (named.spec.name.clone(), named.spec.shape, bytes(&named.values)))
        .collect();
    write_tensors(path, card, &state.progress, &tensors)
}

type Tensor = (String, [usize; 2], Vec<u8>);

fn write_tensors(path: &Path, card: &Card, progress: &Progress, tensors: &[Tensor]) -> Result<(), TrainError> {
    let failed = |problem: String| TrainError::file(path, format!("could not be written: {problem}"));
    let metadata = Metadata { card: card.clone(), progress: progress.clone() };
    // One key: a map of several would be written in any order.
    let text = serde_json::to_string(&metadata).map_err(|error| failed(error.to_string()))?;
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

/// Weights that were read, with what is known of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it is and what it was trained on.
    pub card: Card,
    /// How far it was trained.
    pub progress: Progress,
    /// The weights.
    pub parameters: Parameters,
}

/// The head of a safetensors file, but for where its tensors are.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "__metadata__", default)]
    metadata: HashMap<String, String>,
}

/// What a model says of itself, from the head of its file alone; none where another program wrote it, so that it has
/// weights but no word of how they were trained.
pub fn read_card(path: &Path) -> Result<Option<Card>, TrainError> {
    /// No head of a model of this program comes near it.
    const MOST_HEAD_BYTES: u64 = 1 << 24;
    let unreadable = |error: std::io::Error| TrainError::file(path, format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(unreadable)?;
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|error| damaged(path, &error))?;
    let length = u64::from_le_bytes(length);
    if length > MOST_HEAD_BYTES {
        return Err(damaged(path, &"its head is too long"));
    }
    let mut text = Vec::new();
    file.take(length).read_to_end(&mut text).map_err(unreadable)?;
    let head: Head = serde_json::from_slice(&text).map_err(|error| damaged(path, &error))?;
    head.metadata.get(KEY).map(|text| Ok(described(path, text)?.0.card)).transpose()
}

/// Reads the weights of any model of this program, whether or not training can go on from it.
pub fn read_model(path: &Path) -> Result<Model, TrainError> {
    let bytes = read_bounded(path)?;
    let (metadata, architecture, tensors) = opened(path, &bytes)?;
    let read = |spec: ParameterSpec| Ok(Named { values: floats(&tensors, &spec.name, spec.shape)?, spec });
    let parameters = architecture.parameters().into_iter().map(read).collect::<Result<_, String>>();
    let parameters = Parameters(parameters.map_err(|problem| TrainError::file(path, problem))?);
    Ok(Model { card: metadata.card, progress: metadata.progress, parameters })
}

/// Reads a state of any run of this program with its card.
pub fn read(path: &Path) -> Result<(Card, SplitState), TrainError> {
    let refused = |problem: String| TrainError::file(path, problem);
    let bytes = read_bounded(path)?;
    let (metadata, architecture, tensors) = opened(path, &bytes)?;
    let (mut parameters, mut m, mut v) = (Vec::new(), Vec::new(), Vec::new());
    for spec in architecture.parameters() {
        let values = |name: &str| floats(&tensors, name, spec.shape).map_err(refused);
        m.extend(values(&format!("adam.m.{}", spec.name))?);
        v.extend(values(&format!("adam.v.{}", spec.name))?);
        parameters.push(Named { values: values(&spec.name)?, spec });
    }
    let adam = Adam { m, v, steps: metadata.progress.steps };
    Ok((metadata.card, SplitState { parameters: Parameters(parameters), adam, progress: metadata.progress }))
}

fn opened<'a>(path: &Path, bytes: &'a [u8]) -> Result<(Metadata, Architecture, SafeTensors<'a>), TrainError> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(path, &error))?;
    let Some(text) = header.metadata().as_ref().and_then(|metadata| metadata.get(KEY)) else {
        let problem = "this is no model of this program: it says nothing of how it was trained";
        return Err(TrainError::file(path, problem));
    };
    let (metadata, architecture) = described(path, text)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(path, &error))?;
    Ok((metadata, architecture, tensors))
}

fn damaged(path: &Path, error: &dyn std::fmt::Display) -> TrainError {
    TrainError::file(path, format!("this is no whole safetensors file ({error}); use another copy, or train again"))
}

/// What a model says of itself, if it makes sense.
fn described(path: &Path, text: &str) -> Result<(Metadata, Architecture), TrainError> {
    let refused = |problem: String| TrainError::file(path, problem);
    let metadata = metadata(text)
        .map_err(|error| TrainError::unread(path, "the description of the model cannot be read", error))?;
    let architecture = metadata.card.architecture().map_err(|error| refused(error.to_string()))?;
    Ok((metadata, architecture))
}

/// The number of the format stands on the card.
fn metadata(text: &str) -> Result<Metadata, FormatError> {
    let value: Value = serde_json::from_str(text)?;
    let number = value.pointer("/card/format").cloned();
    FORMAT.read_numbered(number.as_ref(), value)
}

/// Reads a state of a split of a run with this card.
pub fn read_for(path: &Path, card: &Card, split: usize) -> Result<SplitState, TrainError> {
    let (found, state) = read(path)?;
    if let Some(difference) = card.difference(&found) {
        return Err(TrainError::file(path, format!("this state does not belong to this run: {difference}")));
    }
    if state.progress.split != split {
        let problem = format!("this state is of split {}, and split {split} is looked for here", state.progress.split);
        return Err(TrainError::file(path, problem));
    }
    Ok(state)
}

fn read_bounded(path: &Path) -> Result<Vec<u8>, TrainError> {
    let unreadable = |error: std::io::Error| TrainError::file(path, format!("cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(TrainError::file(path, "this is larger than 1 GiB, which no model of this program is"));
    }
    Ok(bytes)
}

fn floats(tensors: &SafeTensors<'_>, name: &str, shape: [usize; 2]) -> Result<Vec<f32>, String> {
    let tensor = tensors.tensor(name).map_err(|_| format!("the tensor {name} is missing"))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        return Err(format!(
            "{name} is {:?} of {:?}, but F32 of {shape:?} is needed here",
            tensor.dtype(),
            tensor.shape()
        ));
    }
    let values: Vec<f32> = tensor.data().as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    match values.iter().all(|value| value.is_finite()) {
        true => Ok(values),
        false => Err(format!("{name} has numbers that are not finite; use an earlier copy, or train again")),
    }
}
