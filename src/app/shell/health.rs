//! One line that says how the pooling went.

use eframe::egui::{RichText, Ui};

use crate::app::state::{
    command::Command,
    explored::{Explored, Seen},
};

/// Whether the numbers are those of what is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// They are.
    Current,
    /// New ones come in a moment.
    Computing,
    /// New ones take long.
    Slow,
}

/// What is said of a layout that moves no more.
pub const SETTLED: &str = "layout settled";

pub fn health_ui(ui: &mut Ui, explored: &Explored, freshness: Freshness, layout: &str, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let text = |text: String| RichText::new(text).size(12.0).monospace();
        ui.label(text(line(explored)));
        // What a model says needs the room.
        if explored.seen.is_none() || layout != SETTLED {
            ui.weak(text(format!("· {layout}")));
        }
        if let Some(seen) = &explored.seen {
            ui.label(text(format!("· {}", seen_line(explored, seen))));
        }
        if freshness == Freshness::Slow {
            ui.spinner();
            ui.label(text("computing…".to_owned()));
            if ui.small_button("Cancel").on_hover_text("Back to what is shown (Ctrl+Z)").clicked() {
                commands.push(Command::Undo);
            }
        }
    });
}

/// Before there is anything to say of the pooling.
pub fn waiting_ui(ui: &mut Ui, error: Option<&str>) {
    let text = |text: &str| RichText::new(text).size(12.0).monospace();
    ui.horizontal(|ui| match error {
        Some(error) => drop(ui.colored_label(ui.visuals().error_fg_color, text(error))),
        None => drop(ui.weak(text("computing…"))),
    });
}

/// `epoch 12 says mutagen (97 %), right · a test graph of split 0`: nobody is to take what was learned by heart for
/// what was foretold.
fn seen_line(explored: &Explored, seen: &Seen) -> String {
    let dataset = &explored.data.dataset;
    let prediction = &seen.prediction;
    let verdict = match explored.class() {
        Some(class) if class == prediction.class => ", right",
        Some(_) => ", wrong",
        None => "",
    };
    let part = match seen.part {
        Some(part) => format!("a {} graph of split {}", part.name(), seen.split),
        None if !explored.edits.is_empty() => "an edited copy".to_owned(),
        None => "not of the data it was trained on".to_owned(),
    };
    let (class, confidence) = (dataset.classes.show(prediction.class), 100.0 * prediction.confidence());
    format!("epoch {} says {class} ({confidence:.0} %){verdict} · {part}", seen.epoch)
}

/// `23 → 7 → 3 · dropped 1/0 · components 1/1/1 · tie at the cut: no · pipeline 38 µs`.
fn line(explored: &Explored) -> String {
    let levels = &explored.summary.levels;
    let join = |parts: Vec<String>, by: &str| parts.join(by);
    let nodes = join(levels.iter().map(|level| level.nodes.to_string()).collect(), " → ");
    let components = join(levels.iter().map(|level| level.components.to_string()).collect(), "/");
    let poolings: Vec<_> = levels.iter().filter_map(|level| level.pooling.as_ref()).collect();
    let dropped = join(poolings.iter().map(|pooling| pooling.dropped.len().to_string()).collect(), "/");
    let is_tied = if poolings.iter().any(|pooling| pooling.tied) { "yes" } else { "no" };
    let time = crate::units::short_time(explored.summary.microseconds);
    format!("{nodes} · dropped {dropped} · components {components} · tie at the cut: {is_tied} · pipeline {time}")
}
