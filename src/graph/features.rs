//! Signals on nodes: what the operators and the network see at every node.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::{Dataset, Graph};

/// Degrees from this on share one column.
pub const DEGREE_CAP: usize = 32;

/// Where a signal comes from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum SignalKind {
    /// One-hot node labels.
    Labels,
    /// One-hot degree, capped.
    Degree,
    /// The file's node attributes.
    Attributes,
}

impl SignalKind {
    /// The default signal: labels, else attributes, else degrees.
    pub fn default_for(dataset: &Dataset) -> Self {
        match (dataset.node_labels.is_empty(), dataset.node_attribute_names.is_empty()) {
            (false, _) => Self::Labels,
            (true, false) => Self::Attributes,
            (true, true) => Self::Degree,
        }
    }
}

/// Why a dataset has no signal of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{dataset} has no node {kind}; use the signal “degree”, which every graph has")]
pub struct NoSignal {
    dataset: String,
    kind: &'static str,
}

/// A kind of signal of one dataset: the same columns for all of its graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Where it comes from.
    pub kind: SignalKind,
    /// Column names.
    pub columns: Vec<String>,
}

impl Signal {
    /// The signal of the usual kind, which every dataset has.
    pub fn default_for(dataset: &Dataset) -> Self {
        Self::new(dataset, SignalKind::default_for(dataset)).unwrap_or_else(|_| Self::degree(dataset))
    }

    /// A signal of this kind.
    pub fn new(dataset: &Dataset, kind: SignalKind) -> Result<Self, NoSignal> {
        let missing = |kind| Err(NoSignal { dataset: dataset.name.clone(), kind });
        let columns: Vec<String> = match kind {
            SignalKind::Labels => dataset.node_labels.iter().map(|label| label.show().to_owned()).collect(),
            SignalKind::Attributes => dataset.node_attribute_names.clone(),
            SignalKind::Degree => return Ok(Self::degree(dataset)),
        };
        match (kind, columns.is_empty()) {
            (SignalKind::Attributes, true) => missing("attributes"),
            (_, true) => missing("labels"),
            (_, false) => Ok(Self { kind, columns }),
        }
    }

    fn degree(dataset: &Dataset) -> Self {
        let largest = dataset.graphs.iter().flat_map(Graph::degrees).max().unwrap_or(0);
        let mut columns: Vec<String> = (0..=largest.min(DEGREE_CAP)).map(|degree| format!("degree {degree}")).collect();
        if largest > DEGREE_CAP {
            columns[DEGREE_CAP] += " or more";
        }
        Self { kind: SignalKind::Degree, columns }
    }

    /// Features per node.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The signal of a graph, row-major; a node without label or attributes has a row of zeros.
    pub fn values(&self, graph: &Graph) -> Vec<f64> {
        let one_hot = |hot: &mut dyn Iterator<Item = usize>| {
            let mut values = vec![0.0; graph.n_nodes * self.width()];
            for (row, hot) in values.chunks_exact_mut(self.width().max(1)).zip(hot) {
                if let Some(entry) = row.get_mut(hot) {
                    *entry = 1.0;
                }
            }
            values
        };
        match (self.kind, &graph.node_labels, &graph.node_attributes) {
            (SignalKind::Labels, Some(labels), _) => one_hot(&mut labels.iter().map(|&label| label as usize)),
            (SignalKind::Attributes, _, Some(attributes)) => attributes.clone(),
            (SignalKind::Degree, ..) => one_hot(&mut graph.degrees().into_iter().map(|degree| degree.min(DEGREE_CAP))),
            _ => vec![0.0; graph.n_nodes * self.width()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, Labels};

    #[test]
    fn degrees_stand_in_for_missing_labels() {
        let mut builder = GraphBuilder::new(3);
        builder.add_edge(0, 1);
        let mut dataset = Dataset { name: "D".into(), graphs: vec![builder.finish()], ..Dataset::default() };
        let signal = Signal::default_for(&dataset);
        assert_eq!(signal.columns, ["degree 0", "degree 1"]);
        assert_eq!(signal.values(&dataset.graphs[0]), [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
        dataset.node_attribute_names = vec!["x".to_owned()];
        assert_eq!(SignalKind::default_for(&dataset), SignalKind::Attributes);
        dataset.node_attribute_names.clear();
        let error = Signal::new(&dataset, SignalKind::Attributes).unwrap_err();
        assert_eq!(error.to_string(), "D has no node attributes; use the signal “degree”, which every graph has");

        dataset.node_labels = Labels::from_values(["a", "b"]);
        dataset.graphs[0].node_labels = Some(vec![1, 0, 1]);
        assert_eq!(Signal::default_for(&dataset).values(&dataset.graphs[0]), [0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    }
}
