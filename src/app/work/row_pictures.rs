//! Small drawings of the graphs in the list, a few at a time in the background.

use std::sync::Arc;

use super::{error::WorkError, slot::Job, thumbnails::plain_looks};
use crate::{app::state::loaded::Loaded, view::picture::LevelLook};

/// Graphs of a dataset to draw.
#[derive(Clone)]
pub(crate) struct RowsQuestion {
    pub data: Arc<Loaded>,
    pub graphs: Vec<u32>,
}

impl PartialEq for RowsQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.data.version == other.data.version && self.graphs == other.graphs
    }
}

/// The graph in the dark and in the light theme; none if there are too many nodes to be seen.
pub(crate) type RowPicture = Option<[LevelLook; 2]>;

pub(crate) struct RowPictures {
    pub question: RowsQuestion,
    pub pictures: Vec<RowPicture>,
}

pub(crate) const ROW_PICTURES: Job<RowsQuestion, RowPictures> = Job { name: "row pictures", run: answer };

/// Graphs drawn at once: few, so that the first ones come soon.
pub(crate) const AT_ONCE: usize = 6;
/// Nodes above which a small drawing is a blot.
const MOST_NODES: usize = 200;

fn answer(question: RowsQuestion) -> Result<RowPictures, WorkError> {
    let dataset = &question.data.dataset;
    let picture = |&graph: &u32| {
        crate::cancel::checkpoint();
        let graph = dataset.graphs.get(graph as usize).filter(|graph| (1..=MOST_NODES).contains(&graph.n_nodes))?;
        plain_looks(dataset, graph)
    };
    let pictures = question.graphs.iter().map(picture).collect();
    Ok(RowPictures { question, pictures })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::gallery;

    #[test]
    fn small_graphs_are_drawn_and_large_ones_are_left_out() {
        let mut dataset = gallery::parse_spec("path:n=5").unwrap();
        dataset.graphs.push(gallery::parse_spec("cycle:n=201").unwrap().graphs[0].clone());
        let data = Arc::new(Loaded::new("two", dataset));
        let all = answer(RowsQuestion { data, graphs: vec![1, 0, 9] }).unwrap();
        let sizes: Vec<Option<usize>> =
            all.pictures.iter().map(|picture| picture.as_ref().map(|looks| looks[0].nodes.len())).collect();
        assert_eq!(sizes, [None, Some(5), None]);
    }
}
