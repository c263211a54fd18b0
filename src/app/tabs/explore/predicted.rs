//! What a model says of a graph, in the narrow columns of the list.

use eframe::egui::{TextStyle, Ui};

use super::cell::text_cell;
use crate::{
    graph::{Dataset, split::Part},
    train::predict::{Prediction, Predictions},
};

/// A class beside another one, small; one that is wrong stands out.
pub fn class_ui(ui: &Ui, text: &str, is_right: bool) {
    let colour = if is_right { ui.visuals().text_color() } else { ui.visuals().error_fg_color };
    text_cell(ui, text, TextStyle::Small, colour);
}

pub fn part_ui(ui: &Ui, part: Option<Part>) {
    let text = match part {
        Some(Part::Train) => "train",
        Some(Part::Validation) => "val",
        Some(Part::Test) => "test",
        None => "",
    };
    text_cell(ui, text, TextStyle::Small, ui.visuals().weak_text_color());
}

/// All that the narrow columns say, in full.
pub fn said(class: &str, all: &Predictions, prediction: &Prediction, idx: usize, dataset: &Dataset) -> String {
    let part = match all.part_of(idx) {
        Some(part) => format!("a {} graph of split {}", part.name(), all.split),
        None => "in no part of the split".to_owned(),
    };
    let predicted = dataset.classes.show(prediction.class);
    let confidence = 100.0 * prediction.confidence();
    format!("class: {class}\npredicted: {predicted}, {confidence:.1} % sure\n{part}")
}
