//! Predictions in the narrow columns of the list.

use eframe::egui::{Stroke, TextStyle, Ui, vec2};

use super::cell::{text_cell, text_in};
use crate::{
    app::{state::labels, widgets::canvas::color},
    graph::{Dataset, split::Subset},
    train::predict::{Prediction, Predictions},
    view::palette,
};

/// Radius of the dot of a class, in points.
const DOT: f32 = 4.0;
/// Room of a dot before its name.
const DOT_ROOM: f32 = 13.0;

/// A class as a dot in its colour and its name in small type: the legend of the dots beside it.
pub(crate) fn class_ui(ui: &Ui, dataset: &Dataset, class: Option<u32>) {
    let Some(class) = class else { return text_cell(ui, "–", TextStyle::Small, ui.visuals().text_color()) };
    dot(ui, class);
    let rect = ui.max_rect();
    let rect = rect.with_min_x((rect.left() + DOT_ROOM).min(rect.right()));
    text_in(ui, rect, dataset.classes.show(class), TextStyle::Small, ui.visuals().text_color());
}

/// The predicted class as a dot, with its name where there is room; an incorrect one has a cross, or a name, in the error
/// colour.
pub(crate) fn predicted_ui(ui: &Ui, dataset: &Dataset, (class, predicted): (Option<u32>, u32), is_named: bool) {
    dot(ui, predicted);
    let is_wrong = class.is_some_and(|class| class != predicted);
    let colour = if is_wrong { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    let rect = ui.max_rect();
    let beside = rect.with_min_x((rect.left() + DOT_ROOM).min(rect.right()));
    if is_named {
        text_in(ui, beside, dataset.classes.show(predicted), TextStyle::Small, colour);
    } else if is_wrong {
        let (at, half) = (beside.left_center() + vec2(DOT, 0.0), DOT - 0.5);
        for y in [-half, half] {
            ui.painter().line_segment([at + vec2(-half, y), at + vec2(half, -y)], Stroke::new(1.75, colour));
        }
    }
}

fn dot(ui: &Ui, class: u32) {
    let at = ui.max_rect().left_center() + vec2(DOT + 1.0, 0.0);
    ui.painter().circle_filled(at, DOT, color(palette::cluster(class as usize)));
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
