//! Loss and accuracy per epoch, smoothed over the faint raw values: of one split, as a band over all splits, or of several
//! runs.

use std::path::PathBuf;

use eframe::egui::{Align, Color32, Label, Layout, RichText, Slider, Ui, vec2};

use super::{TrainTab, view::RunView};
use crate::{
    app::state::{command::Command, labels, train_command::TrainCommand},
    pooling::method,
    train::{
        curve::{Curve, Quantity},
        snapshot::SPLIT,
    },
    units,
    view::palette::{self, Rgb},
};

pub(super) struct CurvesPanel {
    smoothing: f64,
    pub(super) is_log: bool,
    drawn_for: Option<Key>,
    pub(super) drawn: Vec<(Quantity, Vec<Series>)>,
    pub(super) gradient_for: Option<GradientKey>,
    pub(super) gradient: Curve,
}

impl Default for CurvesPanel {
    fn default() -> Self {
        Self {
            smoothing: 0.6,
            is_log: false,
            drawn_for: None,
            drawn: Vec::new(),
            gradient_for: None,
            gradient: Curve::default(),
        }
    }
}

/// Cache key of the curves: runs, split, smoothing, log scale, theme, width in pixels.
type Key = (Vec<(PathBuf, u64)>, Option<usize>, u64, bool, bool, u32);
/// Cache key of the gradient norm: run, version, split, width in pixels.
type GradientKey = (PathBuf, u64, Option<usize>, usize);

pub(super) struct Series {
    pub name: String,
    pub colour: Color32,
    pub raw: Curve,
    pub smooth: Curve,
    /// Best epochs and their values.
    pub marks: Vec<[f64; 2]>,
}

const PLOTS: [(&str, &[Quantity]); 2] = [
    (labels::train::LOSS, &[Quantity::TrainLoss, Quantity::ValidationLoss]),
    ("accuracy (%)", &[Quantity::TrainAccuracy, Quantity::ValidationAccuracy]),
];

impl TrainTab {
    pub(super) fn curves_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let runs = super::found(&self.runs);
        let shown = self.shown.as_deref().and_then(|path| RunView::find(self.live.as_ref(), runs, path));
        let compared: Vec<RunView<'_>> =
            self.compared.iter().filter_map(|path| RunView::find(self.live.as_ref(), runs, path)).collect();
        let is_comparing = compared.len() > 1;
        let chosen: Vec<RunView<'_>> = if is_comparing { compared } else { shown.into_iter().collect() };
        if chosen.is_empty() {
            // Before the folder is read, nobody knows whether there are runs.
            if self.runs.answer().is_some() {
                self.empty_ui(ui);
            }
            return;
        }
        self.curves.tools_ui(ui, &chosen, self.split, commands);
        if chosen.iter().all(|run| run.history.splits.values().all(|split| split.epochs.is_empty())) {
            ui.centered_and_justified(|ui| ui.weak("No epochs yet"));
            return;
        }
        let split = if is_comparing { None } else { self.split };
        self.curves.refresh(ui, &chosen, split);
        let scrubbed = self.scrubbed().and_then(|answer| answer.seen.as_ref()).map(|seen| seen.epoch);
        let is_on_screen = self.setup.data.as_ref().is_some_and(|data| chosen.iter().all(|run| run.is_on(data)));
        // Snapshots exist for one split only.
        let is_of_split = !is_comparing && split.is_none_or(|split| split == SPLIT);
        let scrubbed = scrubbed.filter(|_| is_of_split && is_on_screen);
        let size = ui.available_size();
        let width = (size.x - 12.0) / 2.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            for (title, quantities) in PLOTS {
                let panel = &self.curves;
                let plot = |ui: &mut Ui| panel.plot_ui(ui, title, quantities, scrubbed, commands);
                let clicked = ui.allocate_ui(vec2(width, size.y), plot).inner;
                if let Some(epoch) = clicked.filter(|_| is_of_split) {
                    commands.push(Command::Train(TrainCommand::Scrub(epoch)));
                }
            }
        });
    }

    fn empty_ui(&self, ui: &mut Ui) {
        let dataset = self.setup.data.as_ref().map_or("a dataset", |data| &data.dataset.name);
        let pool = self.setup.config.as_ref().and_then(|config| method(&config.pool)).map_or("", |method| method.name);
        let cost = self.cost.answer().and_then(|cost| **cost).filter(|_| self.is_cost_known());
        let time = cost.and_then(|cost| cost.pace).map(|pace| format!(" (≤ {})", units::long_time(pace.most_seconds)));
        ui.vertical_centered(|ui| {
            ui.add_space((ui.available_height() / 2.0 - 48.0).max(0.0));
            ui.label(RichText::new(labels::train::NO_RUNS).size(15.0));
            ui.weak(format!("Press Start to train {pool} on {dataset}{}.", time.unwrap_or_default()));
            ui.weak(format!("{} takes less time: 2 splits × 20 epochs.", labels::train::QUICK_RUN));
            ui.weak("Loss and accuracy are plotted here after each epoch. You can also select a run below.");
        });
    }
}

/// The legend, from right to left.
fn keys_ui(ui: &mut Ui) {
    let is_dark = ui.visuals().dark_mode;
    let (training, validation) = (palette::training(is_dark), palette::validation(is_dark));
    ui.add_space(8.0);
    for (sign, colour, name) in
        [("◆", validation, "best epoch"), ("—", validation, "validation"), ("—", training, "training")]
    {
        ui.label(RichText::new(name).small());
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(sign).color(to_colour(colour)).strong());
        ui.add_space(3.0);
    }
}

impl CurvesPanel {
    fn tools_ui(&mut self, ui: &mut Ui, runs: &[RunView<'_>], split: Option<usize>, commands: &mut Vec<Command>) {
        let height = ui.spacing().interact_size.y;
        let layout = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), height), layout, |ui| {
            ui.spacing_mut().slider_width = 64.0;
            ui.toggle_value(&mut self.is_log, "Log y").on_hover_text("Logarithmic loss axis");
            ui.add(Slider::new(&mut self.smoothing, 0.0..=0.98).show_value(false).text("Smoothing"))
                .on_hover_text("Exponential moving average; raw values are drawn faintly");
            if let Some(split) = split
                && ui
                    .small_button("All splits")
                    .on_hover_text(format!("Show all splits instead of split {split}"))
                    .clicked()
            {
                commands.push(Command::Train(TrainCommand::ShowSplit(None)));
            }
            let title = match runs {
                [run] => {
                    keys_ui(ui);
                    let of = split.map_or_else(
                        || format!("mean ± std, {} splits", run.history.splits.len()),
                        |split| format!("split {split}"),
                    );
                    format!("{} · {of}", run.name())
                }
                runs => labels::train::compared_curves(runs.len()),
            };
            // The title takes the remaining width.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(title).small().weak()).truncate());
            });
        });
    }

    /// Recomputes the curves when the key changes.
    fn refresh(&mut self, ui: &Ui, runs: &[RunView<'_>], split: Option<usize>) {
        let is_dark = ui.visuals().dark_mode;
        let pixels = (ui.available_width() / 2.0 * ui.pixels_per_point()).max(64.0) as u32;
        let versions = runs.iter().map(|run| (run.path.to_owned(), run.version)).collect();
        let key: Key = (versions, split, self.smoothing.to_bits(), self.is_log, is_dark, pixels);
        if self.drawn_for.as_ref() == Some(&key) {
            return;
        }
        self.drawn.clear();
        for quantity in PLOTS.iter().flat_map(|(_, quantities)| *quantities) {
            // Several runs are compared by validation only.
            let is_training = matches!(quantity, Quantity::TrainLoss | Quantity::TrainAccuracy);
            if is_training && runs.len() > 1 {
                continue;
            }
            let name = if is_training { "training" } else { "validation" };
            let series = runs.iter().enumerate().map(|(idx, run)| {
                let colour = match (runs.len(), is_training) {
                    (1, true) => palette::training(is_dark),
                    (1, false) => palette::validation(is_dark),
                    _ => palette::run(idx, is_dark),
                };
                let name = if runs.len() == 1 { name.to_owned() } else { run.name() };
                self.series(run, *quantity, split, name, to_colour(colour), pixels)
            });
            let mut series: Vec<Series> = series.collect();
            if runs.len() > 1 {
                // The best epochs of all splits of all runs would hide the curves.
                series.iter_mut().for_each(|series| series.marks.clear());
                // The last one is on top.
                if let Some(live) = runs.iter().position(|run| run.is_live) {
                    series[live..].rotate_left(1);
                }
            }
            self.drawn.push((*quantity, series));
        }
        self.drawn_for = Some(key);
    }

    fn series(
        &self,
        run: &RunView<'_>,
        quantity: Quantity,
        split: Option<usize>,
        name: String,
        colour: Color32,
        pixels: u32,
    ) -> Series {
        let mut raw = match split {
            Some(split) => Curve::of_split(run.history, split, quantity),
            None => Curve::band(run.history, quantity),
        };
        let is_loss = matches!(quantity, Quantity::TrainLoss | Quantity::ValidationLoss | Quantity::GradientNorm);
        let mut smooth = raw.smoothed(self.smoothing);
        let mut marks = match quantity {
            Quantity::ValidationLoss | Quantity::ValidationAccuracy => best_marks(run, split, quantity),
            _ => Vec::new(),
        };
        if self.is_log && is_loss {
            [&mut raw, &mut smooth].into_iter().for_each(to_log);
            marks.iter_mut().for_each(|[_, value]| *value = log(*value));
        }
        let most = 2 * pixels as usize;
        Series { name, colour, raw: raw.thinned(most), smooth: smooth.thinned(most), marks }
    }
}

/// Best epoch so far and its value, per shown split.
fn best_marks(run: &RunView<'_>, split: Option<usize>, quantity: Quantity) -> Vec<[f64; 2]> {
    let splits = run.history.splits.iter().filter(|(number, _)| split.is_none_or(|split| split == **number));
    let best = splits.filter_map(|(_, history)| history.epochs.iter().rev().find(|row| row.is_best));
    best.map(|row| [row.epoch as f64, quantity.of(row)]).collect()
}

fn to_log(curve: &mut Curve) {
    for values in [&mut curve.values, &mut curve.low, &mut curve.high] {
        values.iter_mut().for_each(|value| *value = log(*value));
    }
}

/// Clamped at 1e-4, so that losses near 0 and bands below it stay in the plot.
fn log(value: f64) -> f64 {
    value.max(1e-4).log10()
}

pub(super) fn to_colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}
