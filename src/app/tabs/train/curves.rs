//! Loss and accuracy per epoch, smoothed over the faint raw values: of one split, as a band over all splits, or of several
//! runs.

use std::path::PathBuf;

use eframe::egui::{Align, Color32, Label, Layout, RichText, Slider, Ui, vec2};

use super::{
    TrainTab,
    plot::{Marked, Plotted},
    series::Series,
    view::RunView,
};
use crate::{
    app::state::{command::Command, labels, train_command::TrainCommand},
    pooling::glossary,
    train::{
        curve::{Curve, Quantity, loss_keys},
        snapshot::SPLIT,
    },
    units,
    view::palette::{self, Rgb},
};

pub(super) struct CurvesPanel {
    smoothing: f64,
    pub(super) is_log: bool,
    /// Whether each split is drawn too.
    has_splits: bool,
    drawn_for: Option<Key>,
    pub(super) drawn: Vec<(Quantity, Vec<Series>)>,
    pub(super) gradient_for: Option<GradientKey>,
    pub(super) gradient: Series,
    pub(super) gradient_plotted: Plotted,
    /// Epoch under the pointer in the last frame, in whichever plot.
    pub(super) hovered: Option<usize>,
    /// Whether a part of the epochs or values is shown.
    is_zoomed: bool,
    pub(super) is_reset_wanted: bool,
    /// The epoch before the last click: a double click resets the zoom and selects no epoch.
    before_click: Option<usize>,
}

impl Default for CurvesPanel {
    fn default() -> Self {
        Self {
            smoothing: 0.6,
            is_log: false,
            has_splits: false,
            drawn_for: None,
            drawn: Vec::new(),
            gradient_for: None,
            gradient: Series::plain("", Color32::TRANSPARENT, Curve::default(), 0),
            gradient_plotted: Plotted::default(),
            hovered: None,
            is_zoomed: false,
            is_reset_wanted: false,
            before_click: None,
        }
    }
}

/// Least width of the title over the curves, in points.
const ROOM_FOR_TITLE: f32 = 80.0;

/// Cache key of the curves.
#[derive(PartialEq)]
struct Key {
    /// With their versions.
    runs: Vec<(PathBuf, u64)>,
    split: Option<usize>,
    smoothing: f64,
    is_log: bool,
    has_splits: bool,
    is_dark: bool,
    pixels: u32,
}

/// Cache key of the gradient norm: run, version, split, width in pixels, theme.
type GradientKey = (PathBuf, u64, Option<usize>, usize, bool);

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
        let mut chosen: Vec<RunView<'_>> = if is_comparing { compared } else { shown.into_iter().collect() };
        // A run in training is always drawn, whatever is selected.
        let live = self.live.as_ref().filter(|live| !live.is_over).and_then(|live| live.run.as_ref());
        if let Some((path, _)) = live.filter(|(path, _)| chosen.iter().all(|run| run.path != path)) {
            chosen.extend(RunView::find(self.live.as_ref(), &[], path));
        }
        let is_overlaid = chosen.len() > 1;
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
        let split = if is_overlaid { None } else { self.split };
        self.curves.refresh(ui, &chosen, split);
        let scrubbed = self.scrubbed().and_then(|answer| answer.seen.as_ref()).map(|seen| seen.epoch);
        let is_on_screen = self.setup.data.as_ref().is_some_and(|data| chosen[0].is_on(data));
        // Snapshots exist for one split only.
        let is_of_split = !is_comparing && split.is_none_or(|split| split == SPLIT);
        let scrubbed = scrubbed.filter(|_| is_of_split && is_on_screen);
        let shown_epoch = chosen.first().and_then(|run| self.shown_epoch(run));
        let marked = Marked { scrubbed, has_legend: is_overlaid };
        let size = ui.available_size();
        let losses = auxiliary(&chosen);
        let mut plots: Vec<(&str, &[Quantity])> = PLOTS.to_vec();
        if !losses.is_empty() {
            plots.push((labels::train::AUXILIARY, &losses));
        }
        let width = (size.x - 4.0 * (plots.len() - 1) as f32) / plots.len() as f32;
        let mut done = vec![self.curves.gradient_plotted];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (title, quantities) in plots {
                let panel = &self.curves;
                // The losses of the poolings have names that no heading says.
                let marked = Marked { has_legend: marked.has_legend || title == labels::train::AUXILIARY, ..marked };
                let plot = |ui: &mut Ui| panel.plot_ui(ui, title, quantities, marked, commands);
                done.push(ui.allocate_ui(vec2(width, size.y), plot).inner);
            }
        });
        if let Some(epoch) = self.curves.take(&done, shown_epoch).filter(|_| is_of_split) {
            commands.push(Command::Train(TrainCommand::Scrub(epoch)));
        }
    }

    fn empty_ui(&self, ui: &mut Ui) {
        let dataset = self.setup.data.as_ref().map_or("a dataset", |data| &data.dataset.name);
        let pool = self.setup.config.as_ref().map_or("", |config| config.title());
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
    for (sign, colour, name, hint) in [
        ("◆", validation, labels::train::BEST_EPOCHS, labels::train::BEST_EPOCHS_HINT),
        ("—", validation, "validation", "Validation graphs; the band is ± one standard deviation over the splits"),
        ("—", training, "training", "Training graphs; the band is ± one standard deviation over the splits"),
    ] {
        ui.label(RichText::new(name).small()).on_hover_text(hint);
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(sign).color(to_colour(colour)).strong()).on_hover_text(hint);
        ui.add_space(3.0);
    }
}

impl CurvesPanel {
    /// From the bottom to the top; curves of a single run have no name of a run.
    pub(super) fn drawn_runs(&self) -> Vec<String> {
        let validation = self.drawn.iter().find(|(quantity, _)| *quantity == Quantity::ValidationAccuracy);
        validation.map_or_else(Vec::new, |(_, series)| series.iter().map(|series| series.name.clone()).collect())
    }

    /// Takes what was done to the plots; returns the epoch to select.
    fn take(&mut self, done: &[Plotted], shown: Option<usize>) -> Option<usize> {
        self.hovered = done.iter().find_map(|plot| plot.hovered);
        self.is_zoomed = done.iter().any(|plot| plot.is_zoomed) && !self.is_reset_wanted;
        self.is_reset_wanted = done.iter().any(|plot| plot.is_double_clicked);
        // The gradient norm is a small plot beside the others, in which a click selects nothing.
        let clicked = done.iter().skip(1).find_map(|plot| plot.clicked);
        if self.is_reset_wanted {
            return self.before_click.take();
        }
        if clicked.is_some() {
            self.before_click = shown;
        }
        clicked
    }

    fn tools_ui(&mut self, ui: &mut Ui, runs: &[RunView<'_>], split: Option<usize>, commands: &mut Vec<Command>) {
        let height = ui.spacing().interact_size.y;
        let layout = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), height), layout, |ui| {
            ui.spacing_mut().slider_width = 64.0;
            ui.toggle_value(&mut self.is_log, "Log y").on_hover_text("Logarithmic loss axis");
            ui.add(Slider::new(&mut self.smoothing, 0.0..=0.98).show_value(false).text("Smoothing"))
                .on_hover_text("Exponential moving average; raw values are drawn faintly");
            if split.is_none() {
                let check = ui.checkbox(&mut self.has_splits, labels::train::SPLIT_CURVES);
                check.on_hover_text("Draw each split as a thin line");
            }
            if let Some(split) = split
                && ui
                    .small_button("All splits")
                    .on_hover_text(format!("Show all splits instead of split {split}"))
                    .clicked()
            {
                commands.push(Command::Train(TrainCommand::ShowSplit(None)));
            }
            if self.is_zoomed
                && ui.small_button(labels::train::RESET_ZOOM).on_hover_text("Or double-click a plot").clicked()
            {
                self.is_reset_wanted = true;
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
            // The title takes the remaining width; a few letters of it would say nothing.
            if ui.available_width() < ROOM_FOR_TITLE {
                return;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(&title).small().weak()).truncate()).on_hover_text(format!(
                    "{title}. Drag to zoom into a box, wheel to zoom, middle button to pan, double click to reset"
                ));
            });
        });
    }

    /// Recomputes the curves when the key changes.
    fn refresh(&mut self, ui: &Ui, runs: &[RunView<'_>], split: Option<usize>) {
        let is_dark = ui.visuals().dark_mode;
        let pixels = (ui.available_width() / 2.0 * ui.pixels_per_point()).max(64.0) as u32;
        let key = Key {
            runs: runs.iter().map(|run| (run.path.to_owned(), run.version)).collect(),
            split,
            smoothing: self.smoothing,
            is_log: self.is_log,
            has_splits: self.has_splits,
            is_dark,
            pixels,
        };
        if self.drawn_for.as_ref() == Some(&key) {
            return;
        }
        // The part that was zoomed into may be empty of other runs, and has other numbers on another axis.
        let is_elsewhere = |old: &Key| {
            let paths = |key: &Key| key.runs.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
            paths(old) != paths(&key) || old.is_log != key.is_log
        };
        self.is_reset_wanted |= self.drawn_for.as_ref().is_some_and(is_elsewhere);
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
                let mut series = self.series(run, *quantity, split, pixels);
                (series.name, series.colour, series.id) = (name, to_colour(colour), (*quantity, idx));
                series
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
        for (at, quantity) in auxiliary(runs).into_iter().enumerate() {
            let Quantity::Auxiliary(key) = quantity else { continue };
            let series = runs.iter().map(|run| {
                let mut series = self.series(run, quantity, split, pixels);
                series.name = glossary::find(key).map_or(key, |symbol| symbol.name).to_owned();
                (series.colour, series.id) = (to_colour(palette::run(at, is_dark)), (quantity, at));
                series
            });
            self.drawn.push((quantity, series.collect()));
        }
        self.drawn_for = Some(key);
    }

    fn series(&self, run: &RunView<'_>, quantity: Quantity, split: Option<usize>, pixels: u32) -> Series {
        let raw = match split {
            Some(split) => Curve::of_split(run.history, split, quantity),
            None => Curve::band(run.history, quantity),
        };
        let is_log = self.is_log && matches!(quantity, Quantity::TrainLoss | Quantity::ValidationLoss);
        let most = 2 * pixels as usize;
        let drawn = |mut curve: Curve| {
            if is_log {
                to_log(&mut curve);
            }
            curve.thinned(most)
        };
        let mut marks = match quantity {
            Quantity::ValidationLoss | Quantity::ValidationAccuracy => best_marks(run, split, quantity),
            _ => Vec::new(),
        };
        if is_log {
            marks.iter_mut().for_each(|[_, value]| *value = log(*value));
        }
        let each = run.history.splits.keys().filter(|_| self.has_splits && split.is_none());
        let each = each.map(|&split| Curve::of_split(run.history, split, quantity).smoothed(self.smoothing));
        let smoothed = raw.smoothed(self.smoothing);
        Series {
            name: String::new(),
            colour: Color32::TRANSPARENT,
            id: (quantity, 0),
            splits: each.map(drawn).collect(),
            smooth: drawn(smoothed.clone()),
            raw: drawn(raw.clone()),
            marks,
            all: raw,
            all_smooth: smoothed,
        }
    }
}

/// The losses of the poolings of a run; of several runs none, for they are of different operators.
fn auxiliary(runs: &[RunView<'_>]) -> Vec<Quantity> {
    let [run] = runs else { return Vec::new() };
    let keys = loss_keys(run.history).into_iter();
    keys.filter_map(glossary::find).map(|symbol| Quantity::Auxiliary(symbol.key)).collect()
}

/// Best epoch so far and its value, per shown split.
fn best_marks(run: &RunView<'_>, split: Option<usize>, quantity: Quantity) -> Vec<[f64; 2]> {
    let splits = run.history.splits.iter().filter(|(number, _)| split.is_none_or(|split| split == **number));
    let best = splits.filter_map(|(_, history)| history.epochs.iter().rev().find(|row| row.is_best));
    best.map(|row| [row.epoch as f64, quantity.value(row)]).collect()
}

fn to_log(curve: &mut Curve) {
    for values in [&mut curve.values, &mut curve.low, &mut curve.high] {
        values.iter_mut().for_each(|value| *value = log(*value));
    }
}

/// Clamped at 1e-4, so that losses near 0 and bands below it stay in the plot.
pub(super) fn log(value: f64) -> f64 {
    value.max(1e-4).log10()
}

pub(super) fn to_colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}
