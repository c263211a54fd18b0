//! What is to be shown, and how a model changes that.

use std::path::Path;

use super::{ExploreError, Explored, Opened};
use crate::{
    graph::{
        Dataset, Graph,
        features::{Signal, SignalKind},
    },
    model::WeightSource,
    names::Named as _,
    pooling::{METHODS, Method, Params, laws::SizeLaw},
    train::{
        checkpoint::{ModelMetadata, read_metadata, read_model},
        predict::signal_for,
    },
};

/// An operator with everything that decides what it makes of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    pub method: &'static Method,
    /// Its parameters. `max_nodes` and `mean_nodes` are always taken from the dataset, or from the model if there is one, as is d'.
    pub params: Params,
    /// What every node carries; the usual where nothing is chosen. A model takes what it was trained on.
    pub signal: Option<SignalKind>,
    /// Where the weights come from.
    pub weights: WeightSource,
    /// Whether other operators are shown with the same weights: then a model is used by its own operator alone.
    pub is_beside_others: bool,
}

impl Default for Exploration {
    fn default() -> Self {
        Self {
            method: METHODS[0],
            params: Params::default(),
            signal: None,
            weights: WeightSource::Untrained,
            is_beside_others: false,
        }
    }
}

impl Exploration {
    /// These weights, shown as they were trained where they are a model's; else by the defaults.
    pub fn with_weights(weights: WeightSource) -> Result<Self, ExploreError> {
        Self { weights, ..Self::default() }.following_model()
    }

    /// With operator, parameters and signal of the model; as it is where the weights are none of this program's.
    pub fn following_model(self) -> Result<Self, ExploreError> {
        let WeightSource::Model(path) = &self.weights else { return Ok(self) };
        let Some(metadata) = read_metadata(path)? else { return Ok(self) };
        has_pooling(path, &metadata)?;
        let network = metadata.architecture()?;
        Ok(Self { method: network.method, params: network.params, signal: Some(metadata.config.signal), ..self })
    }

    /// Pools a graph of a dataset.
    pub fn run(&self, dataset: &Dataset, graph: &Graph) -> Result<Explored, ExploreError> {
        self.open(dataset)?.run(graph)
    }

    /// Reads the weights and finds the signal, once for any number of graphs of a dataset.
    pub fn open<'a>(&self, dataset: &'a Dataset) -> Result<Opened<'a>, ExploreError> {
        let WeightSource::Model(path) = &self.weights else { return self.plain(&self.weights, dataset) };
        let is_own = |metadata: &ModelMetadata| metadata.config.key() == self.method.key;
        match read_metadata(path)? {
            Some(metadata) if self.is_beside_others && !is_own(&metadata) => {
                self.plain(&WeightSource::Untrained, dataset)
            }
            Some(metadata) => {
                has_pooling(path, &metadata)?;
                self.trained(path, dataset)
            }
            None => match self.plain(&self.weights, dataset) {
                Err(ExploreError::Weights(_)) if self.is_beside_others => self.plain(&WeightSource::Untrained, dataset),
                opened => opened,
            },
        }
    }

    /// With weights that have no metadata on signal and parameters.
    fn plain<'a>(&self, source: &WeightSource, dataset: &'a Dataset) -> Result<Opened<'a>, ExploreError> {
        let params = self.params.clone().sized_for(dataset).checked()?;
        let signal = match self.signal {
            Some(kind) => Signal::new(dataset, kind)?,
            None => Signal::default_for(dataset),
        };
        let weights = source.weights(self.method, &params, signal.width(), dataset)?;
        let (method, source) = (self.method, source.clone());
        Ok(Opened { dataset, method, params, signal, source, weights, model: None })
    }

    fn trained<'a>(&self, path: &Path, dataset: &'a Dataset) -> Result<Opened<'a>, ExploreError> {
        let model = read_model(path)?;
        let signal = signal_for(path, &model.metadata, dataset)?;
        let own = model.metadata.architecture()?.params;
        // The shape of the weights is theirs, and a gradient is for training: nobody sets these when looking.
        let sizes = Params { max_nodes: own.max_nodes, mean_nodes: own.mean_nodes, ..self.params.clone() };
        // The number of clusters is that of the columns of the weights.
        let rho = if self.method.laws.size == SizeLaw::Dataset { own.rho } else { sizes.rho };
        let shape = Params { q_width: own.q_width, rho, ..sizes };
        let params = Params { detach_adjacency: own.detach_adjacency, ..shape }.checked()?;
        let weights = self.weights.weights(self.method, &params, signal.width(), dataset)?;
        let (method, source) = (self.method, self.weights.clone());
        Ok(Opened { dataset, method, params, signal, source, weights, model: Some(model) })
    }
}

/// A network without pooling has nothing to show.
fn has_pooling(path: &Path, metadata: &ModelMetadata) -> Result<(), ExploreError> {
    let network = metadata.config.network;
    if network.has_pooling() {
        return Ok(());
    }
    Err(ExploreError::NoPooling { path: path.to_owned(), network: network.key() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pooling::{Weights, explore, method, methods},
        readers::catalog::{Catalog, LoadOptions},
    };

    fn mutag() -> Dataset {
        Catalog::default().load("MUTAG", &LoadOptions::default()).unwrap()
    }

    #[test]
    fn without_a_model_everything_has_its_default_and_clusters_the_size_of_the_dataset() {
        let dataset = mutag();
        for method in methods() {
            let explored = Exploration { method, ..Exploration::default() }.run(&dataset, &dataset.graphs[3]).unwrap();
            let params = Params::default().sized_for(&dataset);
            let signal = Signal::default_for(&dataset);
            let weights = Weights::untrained(method.operator, signal.width(), &params).unwrap();
            let graph = &dataset.graphs[3];
            let trace = explore(method, graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
            assert_eq!((&explored.params, &explored.signal), (&params, &signal));
            assert!(explored.trace == trace, "{}", method.key);
        }
    }

    #[test]
    fn what_cannot_be_shown_is_said_by_its_kind() {
        let dataset = mutag();
        let error = |exploration: Exploration| exploration.open(&dataset).err().unwrap();
        let params = Params { rho: 2.0, ..Params::default() };
        assert!(matches!(error(Exploration { params, ..Exploration::default() }), ExploreError::Parameter(_)));
        let signal = Some(SignalKind::Attributes);
        assert!(matches!(error(Exploration { signal, ..Exploration::default() }), ExploreError::Signal(_)));
        let weights = WeightSource::Model("no/such.safetensors".into());
        assert!(matches!(error(Exploration { weights, ..Exploration::default() }), ExploreError::Model(_)));
        let weights = WeightSource::Given(vec![Some("no/such.npy".into())]);
        let gpool = method("gpool").unwrap();
        assert!(matches!(
            error(Exploration { method: gpool, weights, ..Exploration::default() }),
            ExploreError::Weights(_)
        ));
    }
}
