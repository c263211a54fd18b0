//! What holds of everything that an operator makes, as it says itself. One set of tests (`tests/laws.rs`) holds every
//! operator to its own declaration, on graphs of all kinds; the panels and the documentation read it, too.

/// The declaration of an operator, for its parameters at their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laws {
    pub membership: Membership,
    /// Whether a node belongs to one coarse node at most.
    pub is_hard: bool,
    /// Whether a seed belongs to its own coarse node alone, with weight 1.
    pub are_seeds_whole: bool,
    pub signal: SignalLaw,
    pub edges: EdgeLaw,
    /// Whether A' equals its transpose.
    pub is_symmetric: bool,
    /// Whether no coarse node and no coarse edge joins two connected components.
    pub keeps_components_apart: bool,
    pub size: SizeLaw,
    pub numbering: Numbering,
}

/// What the memberships of a node add up to: a row of S, a column of C = Sᵀ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// 1 for every node, so that no signal is lost. Such an operator keeps apart what a network before it told apart
    /// (Bianchi and Lachi 2023).
    Whole,
    /// 1, or 0 for nodes that are dropped.
    WholeOrNone,
    /// Anything but a negative number.
    Any,
}

/// The coarse signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalLaw {
    /// X' = C X.
    Sum,
    /// The rows of the seeds: X' = X_idx.
    Seeds,
    /// Something else, which the operator describes.
    Own,
}

/// The coarse edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeLaw {
    /// A' = C A Cᵀ.
    Galerkin,
    /// A' = C A Cᵀ without its diagonal.
    GalerkinWithoutLoops,
    /// Something else, which the operator describes.
    Own,
}

/// How many coarse nodes a graph of n nodes gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeLaw {
    /// ⌈ρn⌉.
    Ratio,
    /// ⌈ρn⌉ or fewer.
    UpToRatio,
    /// ⌈ρn⌉, or as many as there are connected components if these are more.
    RatioOrComponents,
    /// The same number for every graph, from the sizes of the graphs in the dataset.
    Dataset,
    /// From 1 to n: the graph decides.
    Free,
    /// From ⌈n/2⌉ to n: the graph decides.
    HalfOrMore,
    /// n.
    Same,
}

/// What becomes of the result where the nodes are numbered in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// The same, except where ties are marked.
    Irrelevant,
    /// Numbers count: of equals the first, or random numbers by them.
    Counts,
}

impl Laws {
    /// Clusters that cover the graph: every node in exactly one, within its component.
    pub const PARTITION: Self = Self {
        membership: Membership::Whole,
        is_hard: true,
        are_seeds_whole: true,
        signal: SignalLaw::Sum,
        edges: EdgeLaw::GalerkinWithoutLoops,
        is_symmetric: true,
        keeps_components_apart: true,
        size: SizeLaw::Free,
        numbering: Numbering::Irrelevant,
    };

    /// The best nodes by a score, with a signal of their own.
    pub const BEST_NODES: Self = Self {
        membership: Membership::WholeOrNone,
        signal: SignalLaw::Own,
        edges: EdgeLaw::Galerkin,
        size: SizeLaw::Ratio,
        ..Self::PARTITION
    };

    /// Every node shared out over all clusters of a fixed number.
    pub const SOFT_CLUSTERS: Self = Self {
        is_hard: false,
        edges: EdgeLaw::Own,
        keeps_components_apart: false,
        size: SizeLaw::Dataset,
        ..Self::PARTITION
    };

    /// Whether every node counts alike in the coarse signal.
    pub fn is_expressive(&self) -> bool {
        self.membership == Membership::Whole
    }
}
