//! Everything that makes a figure, as one plain value: what a file carries so that it can be made again.

use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{FigureError, kinds, options::Options};
use crate::{
    files::format::FileFormat,
    graph::{edit::Edit, features::SignalKind},
    model::WeightSource,
    pooling::Params,
    study::{Report, source},
    train::{DataSource, TrainError, compare::Run},
};

/// What is drawn, from which data, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FigureRequest {
    /// Key of the figure in [`FIGURES`](super::FIGURES).
    pub kind: String,
    /// Where the graph is from; none for figures of runs alone.
    pub data: Option<DataSource>,
    /// Which graph, from 0.
    pub graph: usize,
    /// Changes of a copy of it, which is then shown in its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    /// Keys of the operators, in the order they are shown.
    pub methods: Vec<String>,
    pub params: Params,
    /// Node features.
    pub signal: SignalKind,
    /// Where the weights come from.
    pub weights: WeightSource,
    /// Trained models by the key of their operator; they go before the weights and the parameters above.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, PathBuf>,
    /// Folders of runs.
    pub runs: Vec<PathBuf>,
    /// Studies: their folders, summaries, or the word for the bundled results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub studies: Vec<PathBuf>,
    /// Where the nodes are, in edge lengths; computed from the layout seed if not given.
    pub positions: Option<Vec<[f32; 2]>>,
    /// For a layout that is not given.
    pub layout_seed: u64,
    pub options: Options,
}

impl Default for FigureRequest {
    fn default() -> Self {
        Self {
            kind: "pooling".to_owned(),
            data: None,
            graph: 0,
            edits: Vec::new(),
            methods: vec!["proxpool".to_owned()],
            params: Params::default(),
            signal: SignalKind::Labels,
            weights: WeightSource::Untrained,
            models: BTreeMap::new(),
            runs: Vec::new(),
            studies: Vec::new(),
            positions: None,
            layout_seed: 0,
            options: Options::default(),
        }
    }
}

impl FigureRequest {
    /// The format in which files carry it.
    pub const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };

    /// This request, if a figure can be made from it.
    pub fn checked(self) -> Result<Self, FigureError> {
        kinds::figure(&self.kind)?;
        let options = self.options.checked()?;
        let params = self.params.checked().map_err(|error| FigureError::Missing(error.to_string()))?;
        Ok(Self { options, params, ..self })
    }

    /// Reads its runs, which are called as their folders are.
    pub fn open_runs(&self) -> Result<Vec<Run>, FigureError> {
        let runs = self.runs.iter().map(|path| Run::open(path, path)).collect::<Result<_, TrainError>>();
        runs.map_err(|error| FigureError::Missing(error.to_string()))
    }

    /// Reads the results of its studies, if it has any.
    pub fn open_studies(&self) -> Result<Option<Report>, FigureError> {
        if self.studies.is_empty() {
            return Ok(None);
        }
        let summary = source::read_all(&self.studies).map_err(|error| FigureError::Missing(error.to_string()))?;
        Ok(Some(Report::of(&summary)))
    }

    /// A title for files.
    pub fn title(&self) -> String {
        let title = kinds::figure(&self.kind).map_or(self.kind.as_str(), |figure| figure.title);
        match &self.data {
            Some(data) => {
                let edited = if self.edits.is_empty() { "" } else { ", edited" };
                format!("{title}: {}, graph {}{edited}", data.name, self.graph)
            }
            None => title.to_owned(),
        }
    }
}
