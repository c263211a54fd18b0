//! The status bar: sizes of the levels, ties, time, layout, prediction.

use eframe::egui::{Label, RichText, Ui};

use crate::app::state::{
    command::{Command, ShellCommand},
    explored::{Explored, GraphPrediction},
    labels,
};

/// Whether the numbers belong to the current view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    Current,
    Computing,
    /// Computing for long enough to show it.
    Slow,
}

/// Width in points that all of it needs with a prediction.
const ROOM_FOR_ALL: f32 = 1200.0;

pub(crate) const CONVERGED: &str = "layout converged";

pub(crate) fn health_ui(
    ui: &mut Ui,
    explored: &Explored,
    freshness: Freshness,
    layout: &str,
    commands: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        let text = |text: String| RichText::new(text).size(12.0).monospace();
        let is_short = explored.seen.is_some() && ui.available_width() < ROOM_FOR_ALL;
        ui.label(text(line(explored, is_short))).on_hover_text(format!(
            "{}: {}",
            labels::shell::TIE,
            labels::shell::TIE_HINT
        ));
        // A prediction needs the room.
        if explored.seen.is_none() || layout != CONVERGED {
            ui.weak(text(format!("· {layout}")));
        }
        if let Some(seen) = &explored.seen {
            let line = seen_line(explored, seen);
            ui.add(Label::new(text(format!("· {line}"))).truncate()).on_hover_text(line);
        }
        if freshness == Freshness::Slow {
            ui.spinner();
            ui.label(text(labels::shell::COMPUTING.to_owned()));
            cancel_ui(ui, commands);
        }
    });
}

/// While there is no result to show.
pub(crate) fn waiting_ui(ui: &mut Ui, error: Option<&str>, can_cancel: bool, commands: &mut Vec<Command>) {
    let text = |text: &str| RichText::new(text).size(12.0).monospace();
    ui.horizontal(|ui| match error {
        Some(error) => drop(ui.colored_label(ui.visuals().error_fg_color, text(error))),
        None => {
            ui.weak(text(labels::shell::COMPUTING));
            if can_cancel {
                cancel_ui(ui, commands);
            }
        }
    });
}

fn cancel_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    if ui.small_button(labels::CANCEL).on_hover_text("Return to what was computed last").clicked() {
        commands.push(ShellCommand::CancelTrace.into());
    }
}

/// `prediction (epoch 12): mutagenic, p = 0.97, correct · test graph, split 0`. The subset tells training accuracy from
/// generalisation.
fn seen_line(explored: &Explored, seen: &GraphPrediction) -> String {
    let dataset = &explored.data.dataset;
    let prediction = &seen.prediction;
    let verdict = match explored.class() {
        Some(class) if class == prediction.class => ", correct",
        Some(_) => ", incorrect",
        None => "",
    };
    let part = match seen.part {
        Some(part) => labels::subset(part.name(), seen.split),
        None if !explored.edits.is_empty() => "edited copy".to_owned(),
        None => "not in the training dataset".to_owned(),
    };
    let (class, confidence) = (dataset.classes.show(prediction.class), prediction.confidence());
    format!("prediction (epoch {}): {class}, p = {confidence:.2}{verdict} · {part}", seen.epoch)
}

/// `23 → 7 → 3 · dropped 1/0 · components 1/1/1 · top-k tie: no · pipeline 38 µs`; where it is to be short, without
/// components and time.
fn line(explored: &Explored, is_short: bool) -> String {
    let levels = &explored.summary.levels;
    let join = |parts: Vec<String>, by: &str| parts.join(by);
    let nodes = join(levels.iter().map(|level| level.nodes.to_string()).collect(), " → ");
    let components = join(levels.iter().map(|level| level.components.to_string()).collect(), "/");
    let poolings: Vec<_> = levels.iter().filter_map(|level| level.pooling.as_ref()).collect();
    let dropped = join(poolings.iter().map(|pooling| pooling.dropped.len().to_string()).collect(), "/");
    let is_tied = if poolings.iter().any(|pooling| pooling.tied) { "yes" } else { "no" };
    let time = crate::units::short_time(explored.summary.microseconds);
    if is_short {
        return format!("{nodes} {} {dropped} · {}: {is_tied}", labels::shell::DROPPED, labels::shell::TIE);
    }
    format!(
        "{nodes} {} {dropped} · components {components} · {}: {is_tied} · pipeline {time}",
        labels::shell::DROPPED,
        labels::shell::TIE
    )
}
