//! The plots: lines, faint raw values, bands and marks, tooltips, and axes with round numbers.

use eframe::egui::{Id, Rangef, RichText, Role, Ui, WidgetInfo, vec2};
use egui_plot::{
    AxisHints, FilledArea, GridInput, GridMark, HoverPosition, Line, MarkerShape, Plot, PlotPoints, Points, VLine,
};

use super::{
    curves::{CurvesPanel, Series, to_colour},
    view::RunView,
};
use crate::{
    app::{
        state::{command::Command, labels},
        widgets::export_menu::plot_menu,
    },
    train::curve::{Curve, Quantity},
    view::{
        palette,
        scale::{round_steps, significant},
    },
};

const GRADIENT_NORM: &str = "gradient norm";

impl CurvesPanel {
    /// Returns the clicked epoch.
    pub(super) fn plot_ui(
        &self,
        ui: &mut Ui,
        title: &str,
        quantities: &[Quantity],
        scrubbed: Option<usize>,
        commands: &mut Vec<Command>,
    ) -> Option<usize> {
        let is_log = self.is_log && title == labels::train::LOSS;
        let text = ui.visuals().weak_text_color();
        let series: Vec<&Series> = self
            .drawn
            .iter()
            .filter(|(quantity, _)| quantities.contains(quantity))
            .flat_map(|(_, series)| series)
            .collect();
        let shown = series.clone();
        let n_splits = move |name: &str, epoch: f64| {
            let series = shown.iter().find(|series| series.name == name)?;
            n_splits_at(&series.smooth, epoch)
        };
        let response = base_plot(ui, title, is_log, n_splits).height(ui.available_height()).show(ui, |plot| {
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
                    let raw = Line::new("", points(&series.raw)).color(series.colour.gamma_multiply(0.35));
                    plot.line(raw.width(1.0).allow_hover(false).id((&series.name, 1)));
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
        response.response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, labels::train::plot(title)));
        plot_menu(&response.response, "training", commands);
        response.inner
    }

    pub(super) fn gradient_ui(
        &mut self,
        ui: &mut Ui,
        run: &RunView<'_>,
        split: Option<usize>,
        commands: &mut Vec<Command>,
    ) {
        ui.add_space(4.0);
        ui.label(RichText::new("Gradient norm").small().weak());
        let width = ui.available_width().max(64.0) as usize;
        let key = (run.path.to_owned(), run.version, split, width);
        if self.gradient_for.as_ref() != Some(&key) {
            self.gradient_for = Some(key);
            let curve = match split {
                Some(split) => Curve::of_split(run.history, split, Quantity::GradientNorm),
                None => Curve::band(run.history, Quantity::GradientNorm),
            };
            self.gradient = curve.thinned(2 * width);
        }
        let curve = &self.gradient;
        let colour = to_colour(palette::training(ui.visuals().dark_mode));
        let height = (ui.available_height() - 2.0).clamp(60.0, 140.0);
        let response =
            base_plot(ui, GRADIENT_NORM, false, |_, epoch| n_splits_at(curve, epoch)).height(height).show(ui, |plot| {
                if curve.low.len() == curve.epochs.len() && !curve.low.is_empty() {
                    let band = FilledArea::new("", &curve.epochs, &curve.low, &curve.high);
                    plot.add(band.fill_color(colour.gamma_multiply(0.12)).allow_hover(false));
                }
                plot.line(Line::new(GRADIENT_NORM, points(curve)).color(colour).width(1.5));
            });
        response
            .response
            .widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, labels::train::plot(GRADIENT_NORM)));
        plot_menu(&response.response, "training", commands);
    }
}

/// Number of splits averaged at an epoch; none in the curve of a single split.
fn n_splits_at(curve: &Curve, epoch: f64) -> Option<usize> {
    let at = curve.epochs.iter().position(|other| *other == epoch)?;
    curve.n_splits.get(at).copied().filter(|_| !curve.low.is_empty())
}

/// `n_splits` returns the number of splits averaged at an epoch of the named line.
fn base_plot<'a>(
    ui: &Ui,
    title: &'a str,
    is_log: bool,
    n_splits: impl Fn(&str, f64) -> Option<usize> + 'a,
) -> Plot<'a> {
    let value = move |y: f64| if is_log { 10_f64.powf(y) } else { y };
    let formatter = move |at: &HoverPosition<'_>| match at {
        HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => {
            let n_splits = n_splits(plot_name, position.x).map(|n| format!("\nmean of n = {n} splits"));
            let (epoch, value) = (position.x, value(position.y));
            Some(format!("{plot_name}\nepoch {epoch:.0}\n{title} {value:.4}{}", n_splits.unwrap_or_default()))
        }
        _ => None,
    };
    let name = if title == GRADIENT_NORM { "" } else { title };
    let y_axis = AxisHints::new_y()
        .formatter(move |mark, _| {
            if is_log {
                return significant(value(mark.value), 2);
            }
            // As many decimals as the grid spacing has.
            format!("{:.*}", (-mark.step_size.log10()).ceil().max(0.0) as usize, mark.value)
        })
        .label(name)
        .min_thickness(34.0);
    let x_axis = AxisHints::new_x().formatter(|mark, _| format!("{:.0}", mark.value));
    let x_axis = if name.is_empty() { x_axis } else { x_axis.label("epoch") };
    Plot::new(Id::unique(("train-plot", title)))
        .label_formatter(formatter)
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .allow_scroll(false)
        .show_background(false)
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
        .grid_spacing(Rangef::new(26.0, 300.0))
        // Tick labels are wider than high.
        .x_grid_spacer(|input| nice_steps(input, 2.5))
        .y_grid_spacer(move |input| if is_log { log_steps(input) } else { nice_steps(input, 1.0) })
        .show_crosshair(false)
        .set_margin_fraction(vec2(0.02, 0.06))
}

fn points(curve: &Curve) -> PlotPoints<'static> {
    PlotPoints::new(curve.epochs.iter().zip(&curve.values).map(|(&x, &y)| [x, y]).collect())
}

/// Grid lines at 1, 2 or 5 times a power of ten, as dense as allowed.
fn nice_steps(input: GridInput, room: f64) -> Vec<GridMark> {
    let least = (room * input.base_step_size).max(1e-12);
    let step = round_steps(least).into_iter().find(|step| *step >= least).unwrap_or(least);
    let (low, high) = input.bounds;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    // An empty plot has infinite bounds.
    (first..=last.min(first + 200)).map(|at| GridMark { value: at as f64 * step, step_size: step }).collect()
}

/// Grid lines of a logarithmic axis: a few per decade, or one on a long axis.
fn log_steps(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let factors: &[f64] = match high - low {
        span if span < 0.8 => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        span if span < 2.5 => &[1.0, 2.0, 5.0],
        _ => &[1.0],
    };
    let powers = low.floor().max(-12.0) as i32..=high.ceil().min(12.0) as i32;
    let values = powers.flat_map(|power| factors.iter().map(move |factor| f64::from(power) + factor.log10()));
    values.filter(|value| (low..=high).contains(value)).map(|value| GridMark { value, step_size: 1.0 }).collect()
}
