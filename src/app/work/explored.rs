//! Runs an operator on a graph.

use std::path::Path;

use super::{error::WorkError, slot::Job};
use crate::{
    app::state::{
        explored::{Explored, GraphPrediction},
        question::{Question, fits},
        subject::Subject,
        version::Version,
    },
    graph::Graph,
    model::WeightSource,
    train::{checkpoint::Model, division::split_of, predict::one},
};

pub(crate) const EXPLORE: Job<Question, Explored> = Job { name: "explore", run: answer };

fn answer(question: Question) -> Result<Explored, WorkError> {
    let Subject { data, graph: idx, edits } = question.subject.clone();
    let graph = question.subject.edited_graph()?.into_owned();
    let exploration = question.exploration()?;
    fits(exploration.method, graph.n_nodes)?;
    let opened = exploration.open(&data.dataset)?;
    let pooling = opened.run_from(&data.memory(exploration.method.key), &graph)?;
    let seen = match (&pooling.weights, &opened.model) {
        (WeightSource::Model(file), Some(model)) => Some(seen(file, model, &question.subject, &graph)?),
        _ => None,
    };
    let levels = pooling.trace.levels.iter().zip(&pooling.levels);
    let orders = levels.map(|(level, names)| question.order.permutation(level, &names.labels)).collect();
    drop(opened);
    Ok(Explored { version: Version::next(), graph: idx, edits, edited_graph: graph, pooling, orders, seen, data })
}

fn seen(file: &Path, model: &Model, subject: &Subject, graph: &Graph) -> Result<GraphPrediction, WorkError> {
    let data = &subject.data;
    let split = split_of(file, &model.metadata, model.progress.split, &data.dataset, &data.fingerprint)?;
    let prediction = one(file, model, &data.dataset, graph)?;
    Ok(GraphPrediction {
        epoch: model.progress.epoch,
        split: model.progress.split,
        part: split.filter(|_| subject.edits.is_empty()).and_then(|split| split.subset_of(subject.graph as u32)),
        prediction,
    })
}
