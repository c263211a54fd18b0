//! Thumbnails of bundled graphs for the start page, laid out and pooled in the background.

use super::{error::WorkError, slot::Job};
use crate::{
    explore::Exploration,
    graph::{Dataset, Graph},
    layout::{LayoutRequest, Simulation},
    readers::catalog::{Catalog, LoadOptions},
    view::{
        look::{ColourBy, Pooled},
        picture::LevelLook,
    },
};

/// Dataset, and names or indices of its graphs.
const CHOSEN: [(&str, &[&str]); 3] = [
    ("MUTAG", &["3", "5", "22", "47"]),
    ("molecules", &["caffeine", "aspirin", "dopamine", "penicillin G"]),
    ("gallery", &["Petersen", "Karate", "Grid", "Barbell"]),
];

pub(crate) struct Thumbnail {
    /// Name of the dataset.
    pub set: &'static str,
    pub graph: usize,
    pub name: String,
    /// The graph with its seeds, in the dark and in the light theme.
    pub looks: [LevelLook; 2],
}

pub(crate) const THUMBNAILS: Job<(), Vec<Thumbnail>> = Job { name: "thumbnails", run: answer };

/// Datasets that cannot be read are skipped.
fn answer((): ()) -> Result<Vec<Thumbnail>, WorkError> {
    let catalog = Catalog::default();
    let mut all = Vec::new();
    for (set, names) in CHOSEN {
        let dataset = catalog.load(set, &LoadOptions::default())?;
        for name in names {
            let is_it = |(idx, graph): &(usize, &Graph)| {
                let starts = |title: &String| title.to_lowercase().starts_with(&name.to_lowercase());
                graph.name.as_ref().map_or_else(|| idx.to_string() == *name, starts)
            };
            if let Some((idx, graph)) = dataset.graphs.iter().enumerate().find(is_it)
                && let Some(looks) = looks(&dataset, graph)
            {
                let name = graph.name.clone().unwrap_or_else(|| format!("{set} {idx}"));
                all.push(Thumbnail { set, graph: idx, name, looks });
            }
        }
    }
    Ok(all)
}

/// A graph with its seeds, in the dark and in the light theme.
pub(crate) fn looks(dataset: &Dataset, graph: &Graph) -> Option<[LevelLook; 2]> {
    const MAX_STEPS: usize = 500;
    let explored = Exploration::default().run(dataset, graph).ok()?;
    let pooled = Pooled::new(dataset, graph, &explored);
    let mut simulation = Simulation::new(&LayoutRequest::new(graph, 0));
    simulation.settle(MAX_STEPS);
    Some([true, false].map(|is_dark| {
        let (mut look, _) = pooled.look(0, ColourBy::Label, None, is_dark);
        look.positions = simulation.positions().to_vec();
        look
    }))
}

/// The same without what pooling makes of it.
pub(crate) fn plain_looks(dataset: &Dataset, graph: &Graph) -> Option<[LevelLook; 2]> {
    let looks = looks(dataset, graph)?;
    Some(looks.map(|mut look| {
        look.title.clear();
        look.loops.clear();
        look.notice.clear();
        for node in &mut look.nodes {
            (node.is_seed, node.is_dropped, node.is_tied) = (false, false, false);
        }
        look
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chosen_graph_is_there_and_has_seeds() {
        let all = answer(()).unwrap();
        assert_eq!(all.len(), CHOSEN.iter().map(|(_, names)| names.len()).sum::<usize>());
        for thumbnail in &all {
            let look = &thumbnail.looks[0];
            assert_eq!(look.positions.len(), look.nodes.len(), "{}", thumbnail.name);
            assert!(look.nodes.iter().any(|node| node.is_seed), "{}", thumbnail.name);
        }
    }
}
