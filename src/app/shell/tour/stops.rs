//! The stops of the tour: highlighted places, text and scenes.

use crate::{
    app::{
        state::{Hover, Pair, View, explored::Explored, tab::Tab},
        widgets::places::Place,
    },
    pooling::Params,
    symbols,
};

pub(super) struct Stop {
    pub title: &'static str,
    /// `_` starts a subscript.
    pub text: &'static str,
    /// Highlighted parts of the window.
    pub places: &'static [Place],
    pub tab: Tab,
    /// Views shown one after the other.
    pub scenes: fn(&View, &Explored) -> Vec<View>,
    /// Simulated pointer position.
    pub points_at: fn(&Explored) -> Hover,
    /// Whether the export dialog is open.
    pub has_export: bool,
}

const STILL: Stop = Stop {
    title: "",
    text: "",
    places: &[],
    tab: Tab::Explore,
    scenes: |_, _| Vec::new(),
    points_at: |_| Hover::Nothing,
    has_export: false,
};

/// The tour, about ten seconds per stop.
pub(super) const STOPS: &[Stop] = &[
    Stop {
        title: "ProxPool Explorer in two minutes",
        text: "Graph pooling coarsens a graph to a smaller one. This tour shows how ProxPool selects and merges nodes. You \
               can skip it at any time.",
        ..STILL
    },
    Stop {
        title: "A graph, pooled twice",
        text: "On the left the input graph, next to it the coarsened graphs after one and two pooling layers. Red hexagons \
               are seeds: the nodes that are kept.",
        places: &[Place::Canvas],
        ..STILL
    },
    Stop {
        title: "A seed and its members",
        text: "Point at a seed to highlight its members, also in the heatmaps. Drag a node to move it; use the wheel to \
               zoom.",
        places: &[Place::Canvas, Place::Matrix("C")],
        points_at: first_seed,
        ..STILL
    },
    Stop {
        title: "Receptive field of s hops",
        text: "The structure kernel K_t compares nodes up to s hops apart. It becomes denser as s increases from 1 to 4.",
        places: &[Place::Parameter("s"), Place::Matrix("K_t")],
        scenes: growing_s,
        ..STILL
    },
    Stop {
        title: "The arithmetic of a pair",
        text: "Click a cell to lock its pair of nodes. The panel shows how their proximity r is computed and what it \
               contributes to.",
        places: &[Place::Matrix("R"), Place::Pair],
        scenes: locked_pair,
        ..STILL
    },
    Stop {
        title: "One graph, many operators",
        text: "Compare pools the same graph with ProxPool, its variants and other operators, side by side or as the \
               difference of two.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Compare,
        ..STILL
    },
    Stop {
        title: "The spectral filter",
        text: "Spectrum shows the eigenvalues with the filter g(λ), and each eigenvector on the graph. Below, K_t is computed \
               with and without eigenvectors, with the same result.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Spectrum,
        ..STILL
    },
    Stop {
        title: "The pipeline, step by step",
        text: "Steps leads from the graph to the coarsened graph, each equation with the values of two nodes. Press Page \
               Down for the next step, Space to play.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Steps,
        ..STILL
    },
    Stop {
        title: "Training",
        text: "Press Start to train the paper's network on this dataset. Drag the epoch slider to see how the choice of \
               seeds is learned.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Train,
        ..STILL
    },
    Stop {
        title: "Results beside the paper's",
        text: "Results shows the paper's table as this program trained it, or a study of your own. Click a cell to see its \
               splits and the command that trains it again.",
        places: &[Place::Page, Place::Tabs],
        tab: Tab::Results,
        ..STILL
    },
    Stop {
        title: "Export",
        text: "Export the current view as a figure in PNG, SVG or PDF (Ctrl+E). Ctrl+L copies a link to the view.",
        places: &[Place::Export],
        has_export: true,
        ..STILL
    },
    Stop {
        title: "Help",
        text: "F1 opens the glossary of symbols, ? lists the keyboard shortcuts, Ctrl+K opens the command palette, F11 starts \
               the presentation mode. The tour is in the Help menu.",
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

/// The first seed with the member of largest weight.
fn locked_pair(start: &View, explored: &Explored) -> Vec<View> {
    let Some(&seed) = seeds(explored).first() else { return Vec::new() };
    let Some(c) = explored.trace.levels.first().and_then(|level| level.sparse(&symbols::C)) else { return Vec::new() };
    let entries = c.pattern.range(0).map(|at| (c.pattern.cols()[at], c.values[at]));
    let member = entries.filter(|(node, _)| *node != seed).max_by(|a, b| a.1.total_cmp(&b.1));
    let pair = member.map(|(node, _)| Pair { level: 0, row: seed, col: node });
    pair.map(|pair| View { locked: Some(pair), ..start.clone() }).into_iter().collect()
}
