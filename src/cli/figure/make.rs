//! From a request to a scene: the data is found and loaded once for all figures of a batch.

use anyhow::{Context as _, bail};

use super::super::dataset::DatasetArgument;
use crate::{
    figure::{self, FigureRequest, Scene},
    graph::Dataset,
    train::{DataSource, compare::Run},
};

/// Makes figures from one dataset, or from runs.
pub(crate) struct Maker {
    dataset: Option<Dataset>,
    runs: Vec<Run>,
}

/// The data of a request: its source and its fingerprint.
pub(crate) fn request_data(argument: &DatasetArgument, dataset: &Dataset) -> DataSource {
    DataSource::new(dataset, &argument.name(), argument.label.clone(), argument.strip_hydrogens)
}

impl Maker {
    /// For the graphs of a dataset.
    pub(crate) fn of_dataset(dataset: Dataset) -> Self {
        Self { dataset: Some(dataset), runs: Vec::new() }
    }

    /// For the runs of a request.
    pub(crate) fn of_runs(request: &FigureRequest) -> anyhow::Result<Self> {
        Ok(Self { dataset: None, runs: request.open_runs()? })
    }

    /// For a request from a file: the data has to be what it was.
    pub(crate) fn of_request(request: &FigureRequest) -> anyhow::Result<Self> {
        let Some(data) = &request.data else { return Self::of_runs(request) };
        let argument = DatasetArgument {
            dataset: data.source.clone(),
            label: data.label.clone(),
            strip_hydrogens: data.strip_hydrogens,
            ..DatasetArgument::default()
        };
        let dataset =
            argument.load().with_context(|| format!("the data of this figure, {}, cannot be loaded", data.source))?;
        if dataset.fingerprint() != data.fingerprint {
            bail!("{} has changed since this figure was made; make a new figure without --from", data.source);
        }
        Ok(Self::of_dataset(dataset))
    }

    pub(crate) fn scene(&self, request: &FigureRequest) -> anyhow::Result<Scene> {
        let dataset = self.dataset.as_ref();
        let data = figure::gather(request, dataset, self.runs.clone())?;
        Ok(figure::draw(&data, request)?)
    }
}
