//! Predictions in the narrow columns of the list.

use eframe::egui::{TextStyle, Ui};

use super::cell::text_cell;
use crate::{
    app::state::labels,
    graph::{Dataset, split::Subset},
    train::predict::{Prediction, Predictions},
};

/// A class in small type, in the error colour if incorrect.
pub(crate) fn class_ui(ui: &Ui, text: &str, is_correct: bool) {
    let colour = if is_correct { ui.visuals().text_color() } else { ui.visuals().error_fg_color };
    text_cell(ui, text, TextStyle::Small, colour);
}

pub(crate) fn part_ui(ui: &Ui, part: Option<Subset>) {
    let text = match part {
        Some(Subset::Train) => "train",
        Some(Subset::Validation) => "val",
        Some(Subset::Test) => "test",
        None => "",
    };
    text_cell(ui, text, TextStyle::Small, ui.visuals().weak_text_color());
}

/// The full text of the narrow columns.
pub(crate) fn tooltip(
    class: &str,
    all: &Predictions,
    prediction: &Prediction,
    idx: usize,
    dataset: &Dataset,
) -> String {
    let part = match all.subset_of(idx) {
        Some(part) => labels::subset(part.name(), all.split),
        None => format!("not in split {}", all.split),
    };
    let predicted = dataset.classes.show(prediction.class);
    format!("class: {class}\npredicted: {predicted}, p = {:.3}\n{part}", prediction.confidence())
}
