//! Graph pooling: every operator in one grammar, written once for the eyes and for the gradients.
//!
//! An operator selects, reduces and connects ([`stages`]) on candle tensors. The explorer runs it in
//! `f64` with a [`Trace`] on, training in `f32` with it off: the numbers on screen are those that
//! train. A new operator is one file and one line in [`METHODS`].

pub mod compare;
pub mod diffpool;
pub mod eigenpool;
pub mod explore;
pub mod gpool;
pub mod known;
pub mod level;
pub mod matrices;
pub mod none;
pub mod order;
pub mod params;
pub mod proxpool;
pub mod random;
pub mod sagpool;
pub mod score;
pub mod stages;
pub mod summary;
pub mod trace;
pub mod weights;

pub use explore::explore;
pub use known::Known;
use params::Parameter;
pub use params::Params;
pub use stages::{Graphs, Pooling, pool};
pub use trace::Trace;
pub use weights::Weights;

/// An operator as people see it.
pub struct Method {
    /// On the command line: `proxpool-nt`.
    pub key: &'static str,
    /// On screen: `ProxPool-NT`.
    pub name: &'static str,
    /// Where space is scarce: `NT`.
    pub symbol: &'static str,
    /// Who proposed it.
    pub paper: &'static str,
    /// How it chooses, in a sentence.
    pub about: &'static str,
    /// The parameters it has.
    pub parameters: &'static [Parameter],
    /// The matrices of its trace, by symbol, in the order they are best read.
    pub matrices: &'static [&'static str],
    /// Graphs of more nodes take longer than anybody waits at a window; none where any graph answers soon.
    pub max_nodes_interactive: Option<usize>,
    /// The operator itself.
    pub operator: &'static dyn Pooling,
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.key)
    }
}

use crate::math::eigen::MOST_NODES;
use params::{LEVELS, RHO, S, TAU};
use proxpool::ProxPool;

/// All operators.
pub const METHODS: &[Method] = &[
    Method {
        key: "proxpool",
        name: "ProxPool",
        symbol: "PP",
        paper: "Gao et al. 2020",
        about: "seeds by coupling, members by proximity in structure and signal",
        parameters: &[S, TAU, RHO, LEVELS],
        matrices: &["A", "K_t", "K_s", "R", "C", "M", "L"],
        max_nodes_interactive: None,
        operator: &ProxPool::Full,
    },
    Method {
        key: "proxpool-nt",
        name: "ProxPool-NT",
        symbol: "NT",
        paper: "Gao et al. 2020",
        about: "ProxPool without the structure kernel: proximity along edges only",
        parameters: &[TAU, RHO, LEVELS],
        matrices: &["A", "K_s", "R", "C"],
        max_nodes_interactive: None,
        operator: &ProxPool::NoStructure,
    },
    Method {
        key: "proxpool-ns",
        name: "ProxPool-NS",
        symbol: "NS",
        paper: "Gao et al. 2020",
        about: "ProxPool without the signal kernel: proximity of structure only",
        parameters: &[S, RHO, LEVELS],
        matrices: &["A", "K_t", "R", "C", "M", "L"],
        max_nodes_interactive: None,
        operator: &ProxPool::NoSignal,
    },
    Method {
        key: "gpool",
        name: "gPool",
        symbol: "gP",
        paper: "Gao and Ji 2019",
        about: "keeps the nodes whose signal points along a learned direction",
        parameters: &[RHO, LEVELS],
        matrices: &["A", "C"],
        max_nodes_interactive: None,
        operator: &gpool::GPool,
    },
    Method {
        key: "sagpool",
        name: "SAGPool",
        symbol: "SAG",
        paper: "Lee et al. 2019",
        about: "keeps the nodes of highest score by a graph convolution",
        parameters: &[RHO, LEVELS],
        matrices: &["A", "C"],
        max_nodes_interactive: None,
        operator: &sagpool::SagPool,
    },
    Method {
        key: "diffpool",
        name: "DIFFPOOL",
        symbol: "DP",
        paper: "Ying et al. 2018",
        about: "every node belongs a little to every learned cluster",
        parameters: &[LEVELS],
        matrices: &["A", "S", "C"],
        max_nodes_interactive: None,
        operator: &diffpool::DiffPool,
    },
    Method {
        key: "eigenpool",
        name: "EigenPool",
        symbol: "EP",
        paper: "Ma et al. 2019",
        about: "spectral clusters with their first Fourier coefficients",
        parameters: &[RHO, LEVELS],
        matrices: &["A", "U", "C"],
        max_nodes_interactive: Some(MOST_NODES),
        operator: &eigenpool::EigenPool,
    },
    Method {
        key: "random",
        name: "random",
        symbol: "rnd",
        paper: "control",
        about: "random seeds, every other node to its nearest",
        parameters: &[RHO, LEVELS],
        matrices: &["A", "C"],
        max_nodes_interactive: None,
        operator: &random::Random,
    },
    Method {
        key: "none",
        name: "none",
        symbol: "–",
        paper: "control",
        about: "no pooling: every node stays",
        parameters: &[LEVELS],
        matrices: &["A", "C"],
        max_nodes_interactive: None,
        operator: &none::NoPooling,
    },
];

/// The operator of a key.
pub fn method(key: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.key == key)
}
