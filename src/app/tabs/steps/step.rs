//! The steps of the pipeline: title, equation, source and one sentence.

use crate::{
    app::state::labels::steps::TITLES,
    pooling::trace::LevelTrace,
    symbols::{A, A_COARSE, C, E, IDX, K_S, K_T, L, M, Q, R, R_HAT, Symbol, X},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Graph,
    Laplacian,
    Filter,
    Structure,
    Signal,
    Similarity,
    Proximity,
    Coupling,
    Seeds,
    Sparsemax,
    Assignment,
    Coarsened,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub kind: Kind,
    /// Text of its button.
    pub short: &'static str,
    pub title: &'static str,
    pub equation: &'static str,
    /// Equation or section of the paper.
    pub source: &'static str,
    pub sentence: &'static str,
    /// Matrices shown; the result comes last.
    pub maps: &'static [&'static Symbol],
    /// The symbol that the trace must contain for the step to exist.
    needs: &'static Symbol,
}

static ALL: [Step; 12] = [
    Step {
        kind: Kind::Graph,
        short: "Graph",
        title: TITLES[0],
        equation: r"\mathcal{G} = (\mathcal{V}, \mathcal{E}), \quad A \in \mathbb{R}_{\ge 0}^{n \times n}, \quad X \in \mathbb{R}^{n \times d}",
        source: "Section 3",
        sentence: "Row i of A contains the weights of the edges of node i, row i of X its features.",
        maps: &[&X, &A],
        needs: &A,
    },
    Step {
        kind: Kind::Laplacian,
        short: "L",
        title: TITLES[1],
        equation: r"L = I - D^{-1/2} A D^{-1/2}",
        source: "Section 3",
        sentence: "L measures how a signal varies along edges: eigenvectors with small eigenvalues are smooth.",
        maps: &[&A, &L],
        needs: &L,
    },
    Step {
        kind: Kind::Filter,
        short: "Filter",
        title: TITLES[2],
        equation: r"M = g(L) = \Bigl( I - \tfrac{1}{2} L \Bigr)^{s}",
        source: "Eq. 8",
        sentence: "Each of the s multiplications spreads a signal by one hop and attenuates its high frequencies.",
        maps: &[&L, &M],
        needs: &M,
    },
    Step {
        kind: Kind::Structure,
        short: "K_t",
        title: TITLES[3],
        equation: r"k_t(i, j) = \frac{M_{ij}}{\sqrt{M_{ii}\, M_{jj}}}",
        source: "Eqs. 5 and 9",
        sentence: "Cosine similarity of two filtered nodes: 1 for identical nodes, positive within s hops, 0 beyond.",
        maps: &[&M, &K_T],
        needs: &K_T,
    },
    Step {
        kind: Kind::Signal,
        short: "Q",
        title: TITLES[4],
        equation: r"Q = X W_Q",
        source: "Eq. 10",
        sentence: "A learned linear projection W_Q maps the node features to a space in which nodes are compared.",
        maps: &[&X, &Q],
        needs: &Q,
    },
    Step {
        kind: Kind::Similarity,
        short: "K_s",
        title: TITLES[5],
        equation: r"k_s(i, j) = \exp\bigl( -\tau \, \lVert q_i - q_j \rVert^2 \bigr)",
        source: "Eq. 11",
        sentence: "RBF kernel: 1 for equal features, decaying to 0 with their distance at a rate set by τ.",
        maps: &[&Q, &K_S],
        needs: &K_S,
    },
    Step {
        kind: Kind::Proximity,
        short: "R",
        title: TITLES[6],
        equation: r"R = K_t \odot K_s",
        source: "Eq. 14",
        sentence: "The elementwise product: two nodes are close if they are close in the graph and have similar features.",
        maps: &[&K_T, &K_S, &R],
        needs: &R,
    },
    Step {
        kind: Kind::Coupling,
        short: "E",
        title: TITLES[7],
        equation: r"E_i = \sum_{j \ne i} \frac{R_{ij}}{\sum_{k \ne j} R_{kj}}",
        source: "Eq. 15",
        sentence: "Each node distributes a total weight of 1 over its neighbours in R; E sums the received weights and is large at cluster centres.",
        maps: &[&R],
        needs: &E,
    },
    Step {
        kind: Kind::Seeds,
        short: "Seeds",
        title: TITLES[8],
        equation: r"\mathrm{idx} = \operatorname{rank}(E, n'), \quad n' = \lceil \rho\, n \rceil",
        source: "Eq. 17",
        sentence: "The n′ nodes with the largest E become the nodes of the coarsened graph; ties are broken by index.",
        maps: &[],
        needs: &IDX,
    },
    Step {
        kind: Kind::Sparsemax,
        short: "Sparsemax",
        title: TITLES[9],
        equation: r"p = \operatorname*{arg\,min}_{p \in \Delta} \lVert p - \hat r \rVert^2 = \max(\hat r - \theta, 0)",
        source: "Eqs. 18 and 19",
        sentence: "The Euclidean projection of the candidates' proximities onto the probability simplex gives the members' weights; entries below the threshold θ become exactly 0.",
        maps: &[],
        needs: &R_HAT,
    },
    Step {
        kind: Kind::Assignment,
        short: "C",
        title: TITLES[10],
        equation: r"C_{aj} = \begin{cases} p_{aj} & \text{if } j \notin \mathrm{idx} \\ \delta_{\mathrm{idx}(a), j} & \text{if } j \in \mathrm{idx} \end{cases}",
        source: "Eq. 20",
        sentence: "One row per seed: weight 1 for the seed itself, sparsemax weights for its members.",
        maps: &[&R_HAT, &C],
        needs: &C,
    },
    Step {
        kind: Kind::Coarsened,
        short: "A′",
        title: TITLES[11],
        equation: r"A' = C A C^{\top}, \quad X' = C X",
        source: "Eqs. 21 and 22",
        sentence: "Clusters become nodes; edges between clusters are summed to edges, edges within a cluster to a self-loop.",
        maps: &[&C, &A, &A_COARSE],
        needs: &C,
    },
];

/// Matrices of the proximity step without one of the kernels.
static WITHOUT_SIGNAL: &[&Symbol] = &[&K_T, &R];
static WITHOUT_STRUCTURE: &[&Symbol] = &[&A, &K_S, &R];

/// The steps of an operator at a level: all of ProxPool, fewer without one of its kernels.
pub(super) fn steps(level: &LevelTrace) -> Vec<Step> {
    let is_there = |step: &Step| level.get(step.needs).is_some();
    let has = |symbol: &Symbol| level.get(symbol).is_some();
    let adapted = |step: &Step| match (step.kind, has(&K_T), has(&K_S)) {
        (Kind::Proximity, true, false) => Step {
            equation: r"R = K_t",
            sentence: "Without the signal kernel (NS), proximity is the structure kernel alone.",
            maps: WITHOUT_SIGNAL,
            ..*step
        },
        (Kind::Proximity, false, true) => Step {
            equation: r"R = A \odot K_s",
            sentence: "Without the structure kernel (NT), adjacent nodes are close if they have similar features.",
            maps: WITHOUT_STRUCTURE,
            ..*step
        },
        _ => *step,
    };
    ALL.iter().filter(|step| is_there(step)).map(adapted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::widgets::equation::is_typeset;

    #[test]
    fn every_equation_can_be_typeset() {
        for step in ALL {
            assert!(is_typeset(step.equation), "{}", step.equation);
        }
        assert!(is_typeset(r"R = A \odot K_s"));
    }
}
