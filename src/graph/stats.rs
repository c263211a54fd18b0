//! Statistics of a dataset.

use super::{Dataset, Skipped};

/// Mean, median, least and greatest of a count over graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Spread {
    pub mean: f64,
    /// Median; the mean of the middle two for an even count.
    pub median: f64,
    pub min: usize,
    pub max: usize,
}

impl Spread {
    /// The spread of some counts; all zero where there are none.
    pub fn from_counts(counts: impl IntoIterator<Item = usize>) -> Self {
        let mut sorted: Vec<usize> = counts.into_iter().collect();
        sorted.sort_unstable();
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else {
            return Self::default();
        };
        let n = sorted.len();
        Self {
            mean: sorted.iter().sum::<usize>() as f64 / n as f64,
            median: (sorted[(n - 1) / 2] + sorted[n / 2]) as f64 / 2.0,
            min,
            max,
        }
    }
}

/// The statistics of `proxpool info`: the paper's Table 2 and more.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Stats {
    pub name: String,
    pub graphs: usize,
    pub classes: usize,
    /// Each class: value in the file, name, number of graphs.
    pub class_counts: Vec<ClassCount>,
    pub mean_nodes: f64,
    pub median_nodes: f64,
    pub min_nodes: usize,
    pub max_nodes: usize,
    /// Mean |E|, an undirected edge counted once.
    pub mean_edges: f64,
    pub median_edges: f64,
    pub min_edges: usize,
    pub max_edges: usize,
    pub node_labels: usize,
    pub edge_labels: usize,
    pub node_attributes: usize,
    /// Number of regression targets per graph.
    pub graph_attributes: usize,
    pub weighted: bool,
    /// Nodes without an edge, over all graphs.
    pub isolated_nodes: usize,
    /// Graphs with at least one isolated node.
    pub graphs_with_isolated_nodes: usize,
    /// Graphs with more than one connected component.
    pub multi_component_graphs: usize,
    /// Maximum number of components of a graph.
    pub max_components: usize,
    /// Largest degree of a node.
    pub max_degree: usize,
    /// Index of the (first) graph with most nodes.
    pub largest_graph: Option<usize>,
    /// Records of the file that could not be read.
    pub skipped: Skipped,
}

/// Number of graphs per class.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ClassCount {
    /// As in the file.
    pub value: String,
    /// Its meaning, if known.
    pub name: Option<String>,
    pub graphs: usize,
}

impl Stats {
    /// Counts everything in one pass over the graphs.
    pub fn compute(dataset: &Dataset) -> Self {
        let graphs = &dataset.graphs;
        let nodes = Spread::from_counts(graphs.iter().map(|graph| graph.n_nodes));
        let edges = Spread::from_counts(graphs.iter().map(|graph| graph.n_edges()));
        let mut stats = Self {
            name: dataset.name.clone(),
            graphs: graphs.len(),
            classes: dataset.classes.len(),
            class_counts: class_counts(dataset),
            mean_nodes: nodes.mean,
            median_nodes: nodes.median,
            min_nodes: nodes.min,
            max_nodes: dataset.max_nodes(),
            mean_edges: edges.mean,
            median_edges: edges.median,
            min_edges: edges.min,
            max_edges: edges.max,
            node_labels: dataset.node_labels.len(),
            edge_labels: dataset.edge_labels.len(),
            node_attributes: dataset.node_attribute_names.len(),
            graph_attributes: graphs.iter().map(|graph| graph.targets.len()).max().unwrap_or(0),
            weighted: graphs.iter().any(|graph| graph.edge_weights.is_some()),
            isolated_nodes: 0,
            graphs_with_isolated_nodes: 0,
            multi_component_graphs: 0,
            max_components: 0,
            max_degree: 0,
            largest_graph: graphs.iter().position(|graph| graph.n_nodes == nodes.max),
            skipped: dataset.skipped.clone(),
        };
        for graph in graphs {
            let degrees = graph.degrees();
            let isolated = degrees.iter().filter(|&&degree| degree == 0).count();
            let (_, components) = graph.components();
            stats.isolated_nodes += isolated;
            stats.graphs_with_isolated_nodes += usize::from(isolated > 0);
            stats.multi_component_graphs += usize::from(components > 1);
            stats.max_components = stats.max_components.max(components);
            stats.max_degree = degrees.into_iter().fold(stats.max_degree, usize::max);
        }
        stats
    }
}

fn class_counts(dataset: &Dataset) -> Vec<ClassCount> {
    let mut counts = vec![0; dataset.classes.len()];
    for class in dataset.graphs.iter().filter_map(|graph| graph.class) {
        counts[class as usize] += 1;
    }
    dataset
        .classes
        .iter()
        .zip(counts)
        .map(|(label, graphs)| ClassCount { value: label.value.clone(), name: label.name.clone(), graphs })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_an_even_count_takes_the_middle_two() {
        assert_eq!(Spread::from_counts([4, 1, 2, 9]), Spread { mean: 4.0, median: 3.0, min: 1, max: 9 });
        assert_eq!(Spread::from_counts([]), Spread::default());
    }
}
