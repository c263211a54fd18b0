//! Classic graphs, generated: small enough to see every step of a pooling, known well enough to
//! judge it.
//!
//! One table, [`GALLERY`], describes each graph, its parameters and the function that makes it; the
//! command line, the dialogs and the tests read the same table. Random graphs take a seed.

mod chosen;
mod classic;
mod karate;
mod random;
mod spec;

pub use chosen::Chosen;
pub use spec::{GalleryError, parse_spec};

use super::{Dataset, Graph, Labels};

/// A kind of graph that can be made.
pub struct Generator {
    /// Name in a spec: `sbm` in `sbm:blocks=3`.
    pub name: &'static str,
    pub title: &'static str,
    /// What it is and what it teaches, in one sentence.
    pub description: &'static str,
    /// What can be chosen, in the order the function takes it.
    pub parameters: &'static [Parameter],
    make: fn(&[f64]) -> Generated,
}

/// A number that can be chosen for a [`Generator`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Name in a spec.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    pub min: f64,
    pub max: f64,
    /// Default value.
    pub default: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

/// A graph and what the labels of its nodes mean.
struct Generated {
    graph: Graph,
    labels: Vec<String>,
}

/// All graphs of the gallery, simple ones first.
pub const GALLERY: &[Generator] = &[
    Generator {
        name: "path",
        title: "Path",
        description: "A line of nodes: the largest diameter a connected graph of this size can have.",
        parameters: &[count("n", "nodes", 1, 2000, 10)],
        make: |p| classic::path(int(p, 0)),
    },
    Generator {
        name: "cycle",
        title: "Cycle",
        description: "A closed ring; all nodes are equivalent.",
        parameters: &[count("n", "nodes", 3, 2000, 12)],
        make: |p| classic::cycle(int(p, 0)),
    },
    Generator {
        name: "star",
        title: "Star",
        description: "One hub and its leaves: maximally unequal degrees.",
        parameters: &[count("leaves", "leaves", 1, 2000, 8)],
        make: |p| classic::star(int(p, 0)),
    },
    Generator {
        name: "wheel",
        title: "Wheel",
        description: "A ring whose nodes are all connected to a hub.",
        parameters: &[count("rim", "nodes of the ring", 3, 2000, 8)],
        make: |p| classic::wheel(int(p, 0)),
    },
    Generator {
        name: "complete",
        title: "Complete graph",
        description: "All pairs of nodes are connected; structure alone cannot distinguish nodes.",
        parameters: &[count("n", "nodes", 1, 200, 8)],
        make: |p| classic::complete(int(p, 0)),
    },
    Generator {
        name: "bipartite",
        title: "Complete bipartite graph",
        description: "Two sets of nodes; every node is connected to all nodes of the other set and to none of its own.",
        parameters: &[count("left", "nodes on the left", 1, 200, 4), count("right", "nodes on the right", 1, 200, 5)],
        make: |p| classic::bipartite(int(p, 0), int(p, 1)),
    },
    Generator {
        name: "grid",
        title: "Grid",
        description: "A rectangular lattice, the graph of an image's pixels.",
        parameters: &[count("rows", "rows", 1, 60, 5), count("columns", "columns", 1, 60, 6)],
        make: |p| classic::grid(int(p, 0), int(p, 1)),
    },
    Generator {
        name: "ladder",
        title: "Ladder",
        description: "Two parallel paths connected by rungs.",
        parameters: &[count("rungs", "rungs", 1, 1000, 8)],
        make: |p| classic::ladder(int(p, 0)),
    },
    Generator {
        name: "tree",
        title: "Binary tree",
        description: "A full binary tree; the node label is the depth.",
        parameters: &[count("depth", "levels below the root", 0, 10, 4)],
        make: |p| classic::binary_tree(int(p, 0)),
    },
    Generator {
        name: "barbell",
        title: "Barbell",
        description: "Two cliques joined by a path: two clusters and a bottleneck.",
        parameters: &[count("clique", "nodes of each clique", 3, 100, 6), count("bridge", "nodes between", 0, 200, 2)],
        make: |p| classic::barbell(int(p, 0), int(p, 1)),
    },
    Generator {
        name: "lollipop",
        title: "Lollipop",
        description: "A clique with a path attached: dense and sparse parts in one graph.",
        parameters: &[
            count("clique", "nodes of the clique", 3, 100, 6),
            count("stick", "nodes of the path", 1, 200, 5),
        ],
        make: |p| classic::lollipop(int(p, 0), int(p, 1)),
    },
    Generator {
        name: "caveman",
        title: "Connected caveman graph",
        description: "Cliques in a ring, one edge of each rewired to the next: clear communities.",
        parameters: &[count("caves", "cliques", 2, 60, 4), count("size", "nodes of each clique", 3, 40, 5)],
        make: |p| classic::caveman(int(p, 0), int(p, 1)),
    },
    Generator {
        name: "petersen",
        title: "Petersen graph",
        description: "Ten nodes of degree three; girth five.",
        parameters: &[],
        make: |_| classic::generalized_petersen(5, 2),
    },
    Generator {
        name: "moebius-kantor",
        title: "Möbius–Kantor graph",
        description: "Sixteen nodes of degree three; girth six.",
        parameters: &[],
        make: |_| classic::generalized_petersen(8, 3),
    },
    Generator {
        name: "hypercube",
        title: "Hypercube",
        description: "Corners of a cube in d dimensions; the node label is the parity of the corner.",
        parameters: &[count("d", "dimensions", 1, 10, 4)],
        make: |p| classic::hypercube(int(p, 0)),
    },
    Generator {
        name: "karate",
        title: "Karate club",
        description: "Zachary's karate club before it split; the node label is the side a member took.",
        parameters: &[],
        make: |_| karate::karate_club(),
    },
    Generator {
        name: "moons",
        title: "Two moons",
        description: "k-nearest-neighbour graph of points on two half circles; the node label is the moon.",
        parameters: &[
            count("size", "points of each moon", 5, 300, 20),
            count("k", "nearest neighbours", 1, 20, 4),
            real("noise", "noise of the points", 0.0, 1.0, 0.08),
            SEED,
        ],
        make: |p| random::two_moons(int(p, 0), int(p, 1), real_at(p, 2), seed(p, 3)),
    },
    Generator {
        name: "sbm",
        title: "Stochastic block model",
        description: "Random edges, more within a block than between blocks; the node label is the block.",
        parameters: &[
            count("blocks", "blocks", 1, 20, 3),
            count("size", "nodes of each block", 1, 60, 10),
            real("inside", "probability of an edge within a block", 0.0, 1.0, 0.6),
            real("outside", "probability of an edge between blocks", 0.0, 1.0, 0.05),
            SEED,
        ],
        make: |p| random::block_model(int(p, 0), int(p, 1), real_at(p, 2), real_at(p, 3), seed(p, 4)),
    },
    Generator {
        name: "random",
        title: "Erdős–Rényi graph",
        description: "Every pair of nodes is connected with the same probability: no communities.",
        parameters: &[count("n", "nodes", 1, 600, 24), real("p", "probability of an edge", 0.0, 1.0, 0.15), SEED],
        make: |p| random::erdos_renyi(int(p, 0), real_at(p, 1), seed(p, 2)),
    },
];

/// Any whole number a 64-bit float holds exactly can be a seed.
const SEED: Parameter = Parameter {
    name: "seed",
    description: "random seed",
    min: 0.0,
    max: 9_007_199_254_740_991.0,
    default: 1.0,
    whole: true,
};

/// All graphs of the gallery in their default sizes.
pub fn dataset() -> Dataset {
    let mut dataset = Dataset { name: "gallery".to_owned(), ..Dataset::default() };
    for generator in GALLERY {
        let defaults: Vec<f64> = generator.parameters.iter().map(|parameter| parameter.default).collect();
        generator.add_to(&mut dataset, &defaults, generator.title.to_owned());
    }
    dataset
}

impl Generator {
    /// The graph of the given values, one for each parameter, with its labels joined to the dataset's.
    fn add_to(&self, dataset: &mut Dataset, values: &[f64], graph_name: String) {
        let Generated { mut graph, labels } = (self.make)(values);
        let index: Vec<u32> = labels.into_iter().map(|label| index_of(&mut dataset.node_labels, label)).collect();
        graph.node_labels = graph
            .node_labels
            .map(|labels| labels.iter().filter_map(|&label| index.get(label as usize).copied()).collect());
        graph.name = Some(graph_name);
        dataset.graphs.push(graph);
    }
}

fn index_of(labels: &mut Labels, value: String) -> u32 {
    labels.index_of_value(&value).unwrap_or_else(|| labels.push(value, None))
}

const fn count(name: &'static str, description: &'static str, min: u32, max: u32, default: u32) -> Parameter {
    Parameter { name, description, min: min as f64, max: max as f64, default: default as f64, whole: true }
}

const fn real(name: &'static str, description: &'static str, min: f64, max: f64, default: f64) -> Parameter {
    Parameter { name, description, min, max, default, whole: false }
}

// The values were checked against the table, so a missing one cannot occur; 0 stands in for it.
fn real_at(values: &[f64], idx: usize) -> f64 {
    values.get(idx).copied().unwrap_or_default()
}

fn int(values: &[f64], idx: usize) -> u32 {
    real_at(values, idx) as u32
}

fn seed(values: &[f64], idx: usize) -> u64 {
    real_at(values, idx) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_graph_is_simple_and_labelled_whole() {
        let dataset = dataset();
        assert_eq!(dataset.graphs.len(), GALLERY.len());
        for (graph, generator) in dataset.graphs.iter().zip(GALLERY) {
            assert_eq!(graph.name.as_deref(), Some(generator.title));
            assert!(graph.n_nodes > 0);
            assert!(graph.edges.is_sorted_by(|a, b| a < b), "{}", generator.name);
            assert!(graph.edges.iter().all(|&[u, v]| u < v && (v as usize) < graph.n_nodes));
            if let Some(labels) = &graph.node_labels {
                assert_eq!(labels.len(), graph.n_nodes, "{}", generator.name);
                assert!(labels.iter().all(|&label| (label as usize) < dataset.node_labels.len()));
            }
        }
    }

    #[test]
    fn the_table_makes_sense() {
        for generator in GALLERY {
            assert_eq!(GALLERY.iter().filter(|other| other.name == generator.name).count(), 1);
            assert!(generator.description.ends_with('.'));
            for parameter in generator.parameters {
                assert!(parameter.min <= parameter.default && parameter.default <= parameter.max);
            }
        }
    }

    #[test]
    fn the_least_and_greatest_sizes_can_be_made() {
        for generator in GALLERY {
            for bound in [|p: &Parameter| p.min, |p: &Parameter| p.max] {
                let values: Vec<f64> = generator.parameters.iter().map(bound).collect();
                let generated = (generator.make)(&values);
                assert!(generated.graph.n_nodes > 0, "{}", generator.name);
            }
        }
    }
}
