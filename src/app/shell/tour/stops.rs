//! The stops of the tour: what is lit, what is said, and what happens.

use crate::{
    app::{
        state::{Hover, Pair, View, explored::Explored, tab::Tab},
        widgets::places::Place,
    },
    pooling::Params,
    symbols,
};

/// A stop.
pub struct Stop {
    pub title: &'static str,
    /// What follows `_` stands below the line.
    pub text: &'static str,
    /// What is lit.
    pub places: &'static [Place],
    pub tab: Tab,
    /// Views that follow the one it starts from, one after the other.
    pub scenes: fn(&View, &Explored) -> Vec<View>,
    /// What it points at, as the mouse would.
    pub points_at: fn(&Explored) -> Hover,
    /// Whether it opens the dialog for figures.
    pub has_export: bool,
}

/// A stop at which nothing moves.
const STILL: Stop = Stop {
    title: "",
    text: "",
    places: &[],
    tab: Tab::Explore,
    scenes: |_, _| Vec::new(),
    points_at: |_| Hover::Nothing,
    has_export: false,
};

/// The tour, about ten seconds a stop.
pub const STOPS: &[Stop] = &[
    Stop {
        title: "ProxPool Explorer in two minutes",
        text: "Graph pooling makes a small graph out of a large one. This tour shows how ProxPool chooses; skip it \
               whenever you like.",
        ..STILL
    },
    Stop {
        title: "A graph, pooled twice",
        text: "At the left the graph as it is, beside it what is left after one and after two poolings. Red hexagons \
               are the seeds: the nodes that stay.",
        places: &[Place::Canvas],
        ..STILL
    },
    Stop {
        title: "A seed and its members",
        text: "Point at a seed, and the nodes that go into it light up, in the maps too. Nodes can be dragged; the \
               wheel zooms.",
        places: &[Place::Canvas, Place::Matrix("C")],
        points_at: first_seed,
        ..STILL
    },
    Stop {
        title: "How far a node sees",
        text: "The structure kernel K_t compares nodes up to s hops apart. Watch it fill while s grows from 1 to 4.",
        places: &[Place::Parameter("s"), Place::Matrix("K_t")],
        scenes: growing_s,
        ..STILL
    },
    Stop {
        title: "Every number, taken apart",
        text: "Click a cell to keep its pair of nodes. Here is how their proximity r comes about, and what it counts \
               for.",
        places: &[Place::Matrix("R"), Place::Pair],
        scenes: kept_pair,
        ..STILL
    },
    Stop {
        title: "One graph, many operators",
        text: "Compare runs the same graph through ProxPool, its variants and its peers. Two of them can be shown as a \
               difference.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Compare,
        ..STILL
    },
    Stop {
        title: "What the filter lets through",
        text: "Spectrum shows the eigenvalues under the filter g(λ), and each eigenvector on the graph. Below, K_t \
               comes out the same with and without them.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Spectrum,
        ..STILL
    },
    Stop {
        title: "The whole way, step by step",
        text: "Steps goes from the Laplacian to the coarse graph, each equation with the numbers of two nodes. Page down \
               goes on, Space plays.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Steps,
        ..STILL
    },
    Stop {
        title: "Train it, and watch",
        text: "Start trains the paper's network on this dataset. Then drag through the epochs and see the choice of \
               seeds being learned.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Train,
        ..STILL
    },
    Stop {
        title: "Take it with you",
        text: "What you see becomes a figure for a paper, as PNG, SVG or PDF (Ctrl+E). Ctrl+L copies a link to the \
               view.",
        places: &[Place::Export],
        has_export: true,
        ..STILL
    },
    Stop {
        title: "The rest is yours",
        text: "F1 explains every symbol, ? lists the keys, Ctrl+K finds every command, F11 is for the projector. Help \
               has this tour, too.",
        places: &[Place::Help],
        ..STILL
    },
];

fn seeds(explored: &Explored) -> &[u32] {
    explored.trace.levels.first().and_then(|level| level.seeds()).unwrap_or_default()
}

fn first_seed(explored: &Explored) -> Hover {
    seeds(explored).first().map_or(Hover::Nothing, |&node| Hover::Node { level: 0, node })
}

fn growing_s(start: &View, _: &Explored) -> Vec<View> {
    let with_s = |s| View { params: Params { s, ..start.params.clone() }, ..start.clone() };
    (1..=4).map(with_s).collect()
}

/// The first seed with the node that it takes in most of.
fn kept_pair(start: &View, explored: &Explored) -> Vec<View> {
    let Some(&seed) = seeds(explored).first() else { return Vec::new() };
    let Some(c) = explored.trace.levels.first().and_then(|level| level.sparse(&symbols::C)) else { return Vec::new() };
    let entries = c.pattern.range(0).map(|at| (c.pattern.cols()[at], c.values[at]));
    let member = entries.filter(|(node, _)| *node != seed).max_by(|a, b| a.1.total_cmp(&b.1));
    let pair = member.map(|(node, _)| Pair { level: 0, row: seed, col: node });
    pair.map(|pair| View { locked: Some(pair), ..start.clone() }).into_iter().collect()
}
