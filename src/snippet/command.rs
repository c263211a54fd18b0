//! Command lines that make the same matrix or the same figure.

use super::{Matrix, Origin};
use crate::{
    explore::Explored,
    graph::edit::Edit,
    model::WeightSource,
    names::Named as _,
    pooling::all_parameters,
    train::{command_line::quoted, folder::absolute},
};

/// Words of a command line.
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn new(subcommand: &[&str]) -> Self {
        Self([&["proxpool"], subcommand].concat().into_iter().map(str::to_owned).collect())
    }

    pub(super) fn word(&mut self, word: &str) {
        self.0.push(quoted(word));
    }

    pub(super) fn flag(&mut self, name: &str) {
        self.0.push(format!("--{name}"));
    }

    pub(super) fn value(&mut self, name: &str, value: &str) {
        self.flag(name);
        self.word(value);
    }

    pub(super) fn edits(&mut self, edits: &[Edit]) {
        if !edits.is_empty() {
            self.value("edits", &edits.iter().map(Edit::to_string).collect::<Vec<_>>().join(","));
        }
    }

    /// Where weights are from.
    pub(super) fn weights(&mut self, weights: &WeightSource) {
        let path = |path: &std::path::Path| absolute(&path.to_string_lossy());
        match weights {
            WeightSource::Untrained => {}
            WeightSource::RandomNetwork => self.flag("random-network"),
            WeightSource::Model(model) => self.value("model", &path(model)),
            WeightSource::Given(levels) => {
                for (level, given) in levels.iter().enumerate() {
                    if let Some(given) = given {
                        self.value(&format!("wq{level}"), &path(given));
                    }
                }
            }
        }
    }

    /// The words as one line for a shell.
    pub(super) fn line(&self) -> String {
        self.0.join(" ")
    }
}

/// The command up to the output options. All parameters are explicit, so that it stays right if a default changes.
fn trace(origin: &Origin<'_>) -> Words {
    let Explored { method, params, signal, weights, .. } = origin.explored;
    let mut words = Words::new(&["trace"]);
    words.word(&absolute(origin.source));
    words.value("graph", &origin.graph.to_string());
    words.edits(origin.edits);
    words.value("pool", method.key);
    for parameter in all_parameters() {
        if method.has(parameter) || !parameter.is_default(params) {
            words.value(parameter.key(), &parameter.get(params).to_string());
        }
    }
    words.value("seed", &params.seed.to_string());
    words.value("signal", signal.kind.key());
    words.weights(weights);
    words
}

/// The command that writes a matrix.
pub(super) fn of_matrix(matrix: &Matrix<'_>) -> String {
    let mut words = trace(&matrix.origin);
    words.value("matrix", matrix.step.symbol.key);
    words.value("level", &matrix.level.to_string());
    words.value("out", &file_name(matrix));
    words.line()
}

/// `Kt0.npy`; a matrix that is too large to be written whole is an archive of its entries.
pub(super) fn file_name(matrix: &Matrix<'_>) -> String {
    let ending = if crate::trace::matrices::is_written_whole(&matrix.step.value) { "npy" } else { "npz" };
    format!("{}{}.{ending}", matrix.name(), matrix.level)
}

/// The command that writes all matrices of a graph.
pub fn of_trace(origin: &Origin<'_>) -> String {
    let mut words = trace(origin);
    words.value("out", "matrices.npz");
    words.line()
}
