//! The steps of the pipeline, in the order they are made: what each is called, its equation, one plain sentence.

use crate::{
    pooling::trace::LevelTrace,
    symbols::{A, A_COARSE, C, E, IDX, K_S, K_T, L, M, Q, R, R_HAT, Symbol, X},
};

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

/// What is said of a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub kind: Kind,
    /// On its button.
    pub short: &'static str,
    pub title: &'static str,
    pub equation: &'static str,
    /// Where the paper has it.
    pub source: &'static str,
    pub sentence: &'static str,
    /// Matrices that are shown, the one that is made last.
    pub maps: &'static [&'static Symbol],
    /// What the trace must have kept for the step to be there.
    needs: &'static Symbol,
}

/// All steps of ProxPool.
static ALL: [Step; 12] = [
    Step {
        kind: Kind::Graph,
        short: "Graph",
        title: "The graph",
        equation: r"\mathcal{G} = (\mathcal{V}, \mathcal{E}), \quad A \in \mathbb{R}_{\ge 0}^{n \times n}, \quad X \in \mathbb{R}^{n \times d}",
        source: "Section 3",
        sentence: "Row i of A says which nodes node i is joined to, and how strongly; row i of X says what it carries.",
        maps: &[&X, &A],
        needs: &A,
    },
    Step {
        kind: Kind::Laplacian,
        short: "L",
        title: "Normalised Laplacian",
        equation: r"L = I - D^{-1/2} A D^{-1/2}",
        source: "Section 3",
        sentence: "L compares every node with its neighbours; small eigenvalues belong to signals that hardly change along edges.",
        maps: &[&A, &L],
        needs: &L,
    },
    Step {
        kind: Kind::Filter,
        short: "Filter",
        title: "Low-pass filter",
        equation: r"M = g(L) = \Bigl( I - \tfrac{1}{2} L \Bigr)^{s}",
        source: "Eq. 8",
        sentence: "Each of the s multiplications lets what is at a node spread one hop further, so that only smooth parts remain.",
        maps: &[&L, &M],
        needs: &M,
    },
    Step {
        kind: Kind::Structure,
        short: "K_t",
        title: "Structure kernel",
        equation: r"k_t(i, j) = \frac{M_{ij}}{\sqrt{M_{ii}\, M_{jj}}}",
        source: "Eqs. 5 and 9",
        sentence: "The cosine of two filtered nodes: 1 for a node and itself, positive within s hops, 0 beyond.",
        maps: &[&M, &K_T],
        needs: &K_T,
    },
    Step {
        kind: Kind::Signal,
        short: "Q",
        title: "Signal to compare",
        equation: r"Q = X W_Q",
        source: "Eq. 10",
        sentence: "What the nodes carry is mapped to a few numbers that can be compared; training finds W_Q.",
        maps: &[&X, &Q],
        needs: &Q,
    },
    Step {
        kind: Kind::Similarity,
        short: "K_s",
        title: "Signal kernel",
        equation: r"k_s(i, j) = \exp\bigl( -\tau \, \lVert q_i - q_j \rVert^2 \bigr)",
        source: "Eq. 11",
        sentence: "1 where two nodes carry the same, falling towards 0 the more they differ; τ says how fast.",
        maps: &[&Q, &K_S],
        needs: &K_S,
    },
    Step {
        kind: Kind::Proximity,
        short: "R",
        title: "Node proximity",
        equation: r"R = K_t \odot K_s",
        source: "Eq. 14",
        sentence: "Two nodes are near if they are near in the graph and carry much the same: entry by entry, both must hold.",
        maps: &[&K_T, &K_S, &R],
        needs: &R,
    },
    Step {
        kind: Kind::Coupling,
        short: "E",
        title: "Coupling of a node",
        equation: r"E_i = \sum_{j \ne i} \frac{R_{ij}}{\sum_{k \ne j} R_{kj}}",
        source: "Eq. 15",
        sentence: "Every node shares one vote among the nodes near it; E counts the votes, so it is large for the centre of a group.",
        maps: &[&R],
        needs: &E,
    },
    Step {
        kind: Kind::Seeds,
        short: "Seeds",
        title: "Seeds",
        equation: r"\mathrm{idx} = \operatorname{rank}(E, n'), \quad n' = \lceil \rho\, n \rceil",
        source: "Eq. 17",
        sentence: "The n′ nodes with the largest E become the nodes of the coarsened graph; equal ones go by their index.",
        maps: &[],
        needs: &IDX,
    },
    Step {
        kind: Kind::Sparsemax,
        short: "Sparsemax",
        title: "Sparsemax",
        equation: r"p = \operatorname*{arg\,min}_{p \in \Delta} \lVert p - \hat r \rVert^2 = \max(\hat r - \theta, 0)",
        source: "Eqs. 18 and 19",
        sentence: "The weights of a seed's members: the point of the simplex nearest to the proximities of the candidates. What lies below θ gets exactly 0.",
        maps: &[],
        needs: &R_HAT,
    },
    Step {
        kind: Kind::Assignment,
        short: "C",
        title: "Assignment",
        equation: r"C_{aj} = \begin{cases} p_{aj} & j \text{ no seed} \\ \delta_{\mathrm{idx}(a), j} & j \text{ a seed} \end{cases}",
        source: "Eq. 20",
        sentence: "A row for each seed: itself with weight 1, and its members with their sparsemax weights.",
        maps: &[&R_HAT, &C],
        needs: &C,
    },
    Step {
        kind: Kind::Coarsened,
        short: "A′",
        title: "The coarsened graph",
        equation: r"A' = C A C^{\top}, \quad X' = C X",
        source: "Eqs. 21 and 22",
        sentence: "Clusters become nodes; edges between their members become their edges, edges within them their loops.",
        maps: &[&C, &A, &A_COARSE],
        needs: &C,
    },
];

/// What proximity is made of without one of the kernels.
static WITHOUT_SIGNAL: &[&Symbol] = &[&K_T, &R];
static WITHOUT_STRUCTURE: &[&Symbol] = &[&A, &K_S, &R];

/// The steps that an operator took at a level: all of ProxPool, fewer without one of its kernels.
pub fn steps(level: &LevelTrace) -> Vec<Step> {
    let is_there = |step: &Step| level.get(step.needs).is_some();
    let has = |symbol: &Symbol| level.get(symbol).is_some();
    let adapted = |step: &Step| match (step.kind, has(&K_T), has(&K_S)) {
        (Kind::Proximity, true, false) => Step {
            equation: r"R = K_t",
            sentence: "Without the signal kernel (NS) two nodes are near if they are near in the graph.",
            maps: WITHOUT_SIGNAL,
            ..*step
        },
        (Kind::Proximity, false, true) => Step {
            equation: r"R = A \odot K_s",
            sentence: "Without the structure kernel (NT) two nodes are near if they are joined and carry much the same.",
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
