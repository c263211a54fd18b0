//! Loss and accuracy over the epochs: smoothed, with the raw curve as a ghost; of one split, as a band over
//! all, or several runs one over the other.

use eframe::egui::{Color32, Id, Rangef, RichText, Slider, Ui, vec2};
use egui_plot::{
    AxisHints, FilledArea, GridInput, GridMark, HoverPosition, Line, MarkerShape, Plot, PlotPoints, Points, VLine,
};

use super::{
    super::{command::Command, export::menu::plot_menu},
    TrainCommand, TrainTab,
    view::RunView,
};
use crate::{
    figure::palette::{self, Rgb},
    train::curve::{Curve, Quantity},
};

/// How curves are drawn, and the curves as long as they stay the same.
pub struct CurvesPanel {
    smoothing: f64,
    is_log: bool,
    drawn_for: Option<Key>,
    drawn: Vec<(Quantity, Vec<Series>)>,
}

impl Default for CurvesPanel {
    fn default() -> Self {
        Self { smoothing: 0.6, is_log: false, drawn_for: None, drawn: Vec::new() }
    }
}

/// What decides about the curves: the runs, the split, smoothing, the theme, pixels.
type Key = (Vec<(std::path::PathBuf, u64)>, Option<usize>, u64, bool, bool, u32);

/// One line of a plot.
struct Series {
    name: String,
    colour: Color32,
    raw: Curve,
    smooth: Curve,
    /// Best epochs, with their values.
    marks: Vec<[f64; 2]>,
}

const PLOTS: [(&str, &[Quantity]); 2] = [
    ("loss", &[Quantity::TrainLoss, Quantity::ValidationLoss]),
    ("accuracy %", &[Quantity::TrainAccuracy, Quantity::ValidationAccuracy]),
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
            empty_ui(ui, self.setup.data.as_ref().map_or("a dataset", |data| &data.dataset.name));
            return;
        }
        self.curves.tools_ui(ui, &chosen, self.split, commands);
        if chosen.iter().all(|run| run.history.splits.values().all(|split| split.epochs.is_empty())) {
            ui.centered_and_justified(|ui| ui.weak("No epoch yet."));
            return;
        }
        let split = if is_comparing { None } else { self.split };
        self.curves.refresh(ui, &chosen, split);
        let scrubbed = self.scrubbed.answer().and_then(|answer| answer.seen.as_ref()).map(|seen| seen.epoch);
        let scrubbed = scrubbed.filter(|_| !is_comparing);
        let size = ui.available_size();
        let width = (size.x - 12.0) / 2.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            for (title, quantities) in PLOTS {
                let panel = &self.curves;
                let plot = |ui: &mut Ui| panel.plot_ui(ui, title, quantities, scrubbed, commands);
                let clicked = ui.allocate_ui(vec2(width, size.y), plot).inner;
                if let Some(epoch) = clicked.filter(|_| !is_comparing) {
                    commands.push(Command::Train(TrainCommand::Scrub(epoch)));
                }
            }
        });
    }
}

fn empty_ui(ui: &mut Ui, dataset: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() / 2.0 - 40.0).max(0.0));
        ui.label(RichText::new("No run yet").size(15.0));
        ui.weak(format!("Press Start to train on {dataset}; the line above the button says how long it takes."));
        ui.weak("Loss and accuracy appear here, epoch by epoch. Or choose a run below.");
    });
}

impl CurvesPanel {
    fn tools_ui(&mut self, ui: &mut Ui, runs: &[RunView<'_>], split: Option<usize>, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            let is_dark = ui.visuals().dark_mode;
            let key = |ui: &mut Ui, colour: Rgb, name: &str| {
                ui.label(RichText::new("—").color(to_colour(colour)).strong());
                ui.label(RichText::new(name).small());
            };
            match runs {
                [run] => {
                    let of = split.map_or_else(
                        || format!("mean ± std over {} splits", run.history.splits.len()),
                        |split| format!("split {split}"),
                    );
                    ui.label(RichText::new(format!("{} · {of}", run.name())).small().weak());
                    key(ui, palette::training(is_dark), "training");
                    key(ui, palette::validation(is_dark), "validation");
                }
                runs => {
                    let text =
                        format!("validation, mean ± std over splits, of {} runs in the colours below", runs.len());
                    ui.label(RichText::new(text).small().weak());
                }
            }
            ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
                ui.spacing_mut().slider_width = 64.0;
                ui.toggle_value(&mut self.is_log, "log y").on_hover_text("Logarithmic axis of the loss");
                ui.add(Slider::new(&mut self.smoothing, 0.0..=0.98).show_value(false).text("smoothing"))
                    .on_hover_text("The raw curve stays as a ghost");
                if let Some(split) = split
                    && ui.small_button("all splits").on_hover_text(format!("Not only split {split}")).clicked()
                {
                    commands.push(Command::Train(TrainCommand::ShowSplit(None)));
                }
            });
        });
    }

    /// Computes the curves anew where something has changed.
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
            // Of several runs only the validation is compared.
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
            let series = series.collect();
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

    /// A plot of these quantities; the epoch that was clicked.
    fn plot_ui(
        &self,
        ui: &mut Ui,
        title: &str,
        quantities: &[Quantity],
        scrubbed: Option<usize>,
        commands: &mut Vec<Command>,
    ) -> Option<usize> {
        let is_log = self.is_log && title == "loss";
        let text = ui.visuals().weak_text_color();
        let series: Vec<&Series> = self
            .drawn
            .iter()
            .filter(|(quantity, _)| quantities.contains(quantity))
            .flat_map(|(_, series)| series)
            .collect();
        let response = base_plot(ui, title, is_log).height(ui.available_height()).show(ui, |plot| {
            for series in &series {
                if series.smooth.low.len() == series.smooth.epochs.len() && !series.smooth.low.is_empty() {
                    let curve = &series.smooth;
                    let band = FilledArea::new("", &curve.epochs, &curve.low, &curve.high);
                    plot.add(
                        band.fill_color(series.colour.gamma_multiply(0.12)).allow_hover(false).id((&series.name, 2)),
                    );
                }
            }
            for series in &series {
                if series.raw.values != series.smooth.values {
                    let ghost = Line::new("", points(&series.raw)).color(series.colour.gamma_multiply(0.35));
                    plot.line(ghost.width(1.0).allow_hover(false).id((&series.name, 1)));
                }
                plot.line(
                    Line::new(&series.name, points(&series.smooth))
                        .color(series.colour)
                        .width(1.75)
                        .id((&series.name, 0)),
                );
                if !series.marks.is_empty() {
                    let marks = Points::new("best epoch", PlotPoints::new(series.marks.clone()));
                    plot.points(
                        marks.shape(MarkerShape::Diamond).radius(4.0).color(series.colour).id((&series.name, 3)),
                    );
                }
            }
            if let Some(epoch) = scrubbed {
                plot.vline(VLine::new("", epoch as f64).color(text.gamma_multiply(0.7)).width(1.0).allow_hover(false));
            }
            let at = plot.pointer_coordinate();
            at.filter(|_| plot.response().clicked()).map(|at| at.x.round().max(1.0) as usize)
        });
        response.response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::GraphicsObject, true, format!("Plot of {title}"))
        });
        plot_menu(&response.response, "training", commands);
        response.inner
    }

    /// The length of the gradient, small.
    pub fn gradient_ui(&self, ui: &mut Ui, run: &RunView<'_>, split: Option<usize>, commands: &mut Vec<Command>) {
        let is_dark = ui.visuals().dark_mode;
        ui.add_space(4.0);
        ui.label(RichText::new("Length of the gradient").small().weak());
        let width = ui.available_width().max(64.0) as usize;
        let curve = match split {
            Some(split) => Curve::of_split(run.history, split, Quantity::GradientNorm),
            None => Curve::band(run.history, Quantity::GradientNorm),
        }
        .thinned(2 * width);
        let colour = to_colour(palette::training(is_dark));
        let height = (ui.available_height() - 2.0).clamp(60.0, 140.0);
        let response = base_plot(ui, "gradient norm", false).height(height).show(ui, |plot| {
            if curve.low.len() == curve.epochs.len() && !curve.low.is_empty() {
                let band = FilledArea::new("", &curve.epochs, &curve.low, &curve.high);
                plot.add(band.fill_color(colour.gamma_multiply(0.12)).allow_hover(false));
            }
            plot.line(Line::new("gradient norm", points(&curve)).color(colour).width(1.5));
        });
        response.response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::GraphicsObject, true, "Plot of the gradient norm")
        });
        plot_menu(&response.response, "training", commands);
    }
}

fn base_plot<'a>(ui: &Ui, title: &'a str, is_log: bool) -> Plot<'a> {
    let value = move |y: f64| if is_log { 10_f64.powf(y) } else { y };
    let formatter = move |at: &HoverPosition<'_>| match at {
        HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => {
            Some(format!("{plot_name}\nepoch {:.0}\n{title} {:.4}", position.x, value(position.y)))
        }
        _ => None,
    };
    let name = if title == "gradient norm" { "" } else { title };
    let y_axis = AxisHints::new_y()
        .formatter(move |mark, _| match is_log {
            true => short(value(mark.value)),
            // As many decimals as the step between the lines has.
            false => format!("{:.*}", (-mark.step_size.log10()).ceil().max(0.0) as usize, mark.value),
        })
        .label(name)
        .min_thickness(34.0);
    let x_axis = AxisHints::new_x().formatter(|mark, _| format!("{:.0}", mark.value));
    Plot::new(Id::unique(("train-plot", title)))
        .label_formatter(formatter)
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .allow_scroll(false)
        .show_background(false)
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
        .grid_spacing(Rangef::new(26.0, 300.0))
        // Numbers of epochs need more room beside each other than values above each other.
        .x_grid_spacer(|input| nice_steps(input, 2.5))
        .y_grid_spacer(|input| nice_steps(input, 1.0))
        .show_crosshair(false)
        .set_margin_fraction(vec2(0.02, 0.06))
}

/// Of each split that is shown, the best epoch so far with its value.
fn best_marks(run: &RunView<'_>, split: Option<usize>, quantity: Quantity) -> Vec<[f64; 2]> {
    let splits = run.history.splits.iter().filter(|(number, _)| split.is_none_or(|split| split == **number));
    let best = splits.filter_map(|(_, history)| history.epochs.iter().rev().find(|row| row.is_best));
    best.map(|row| [row.epoch as f64, quantity.of(row)]).collect()
}

fn points(curve: &Curve) -> PlotPoints<'static> {
    PlotPoints::new(curve.epochs.iter().zip(&curve.values).map(|(&x, &y)| [x, y]).collect())
}

fn to_log(curve: &mut Curve) {
    for values in [&mut curve.values, &mut curve.low, &mut curve.high] {
        values.iter_mut().for_each(|value| *value = log(*value));
    }
}

/// Losses near nothing, and bands that reach below it, stay on the paper.
fn log(value: f64) -> f64 {
    value.max(1e-4).log10()
}

/// Lines at steps of 1, 2 or 5 times a power of ten, as close as may be.
fn nice_steps(input: GridInput, room: f64) -> Vec<GridMark> {
    let least = (room * input.base_step_size).max(1e-12);
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(10.0 * power);
    let (low, high) = input.bounds;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    // A plot that nothing is in has bounds that are none.
    (first..=last.min(first + 200)).map(|at| GridMark { value: at as f64 * step, step_size: step }).collect()
}

fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 10.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn to_colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}
