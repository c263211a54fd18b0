//! The plots: lines, faint raw values, bands and marks, and a crosshair that all of them share. A drag zooms into a box, the
//! wheel at the pointer, the middle button pans; a double click resets.

use eframe::egui::{Color32, Id, PointerButton, Rangef, RichText, Role, TextStyle, Ui, Vec2b, WidgetInfo, vec2};
use egui_plot::{Corner, FilledArea, Legend, Line, LineStyle, MarkerShape, Plot, PlotPoints, PlotUi, Points, VLine};

use super::{
    axes::{epoch_steps, linked, log_steps, nice_steps, x_axis, y_axis},
    curves::{CurvesPanel, log, to_colour},
    readout::readout_ui,
    series::Series,
    view::RunView,
};
use crate::{
    app::{
        state::{command::Command, labels},
        widgets::export_menu::plot_menu,
    },
    train::curve::{Curve, Quantity},
    view::palette,
};

const GRADIENT_NORM: &str = "gradient norm";
/// Half of a tick label at the right end of an axis, in points.
const LAST_TICK: f32 = 12.0;

/// What was done to a plot in a frame.
#[derive(Clone, Copy, Default)]
pub(super) struct Plotted {
    /// Epoch of a click.
    pub clicked: Option<usize>,
    /// Epoch under the pointer.
    pub hovered: Option<usize>,
    pub is_double_clicked: bool,
    pub is_zoomed: bool,
}

/// What a plot shows besides its curves.
#[derive(Clone, Copy)]
pub(super) struct Marked {
    /// Epoch at which the graph is shown.
    pub scrubbed: Option<usize>,
    pub has_legend: bool,
}

impl CurvesPanel {
    pub(super) fn plot_ui(
        &self,
        ui: &mut Ui,
        title: &str,
        quantities: &[Quantity],
        marked: Marked,
        commands: &mut Vec<Command>,
    ) -> Plotted {
        let is_loss = title == labels::train::LOSS;
        let is_log = self.is_log && is_loss;
        let text = ui.visuals().weak_text_color();
        let series: Vec<&Series> = self
            .drawn
            .iter()
            .filter(|(quantity, _)| quantities.contains(quantity))
            .flat_map(|(_, series)| series)
            .collect();
        let crosshair = self.hovered;
        let mut plot = self.base_plot(ui, title, is_log).height(ui.available_height());
        if marked.has_legend {
            // Losses fall and accuracies rise, away from these corners.
            let falls = is_loss || title == labels::train::AUXILIARY;
            let corner = if falls { Corner::RightTop } else { Corner::RightBottom };
            let legend = Legend::default().position(corner).text_style(TextStyle::Small).background_alpha(0.85);
            plot = plot.legend(legend.follow_insertion_order(true));
        }
        let shown = series.clone();
        let response = plot.show(ui, move |plot| {
            for series in &shown {
                series_ui(plot, series);
            }
            if let Some(epoch) = marked.scrubbed {
                plot.vline(VLine::new("", epoch as f64).color(text.gamma_multiply(0.7)).width(1.0).allow_hover(false));
            }
            if let Some(epoch) = crosshair {
                crosshair_ui(plot, &shown, epoch, is_log, text);
            }
            zoomed(plot)
        });
        let plotted = response.inner;
        let response = response.response;
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, labels::train::plot(title)));
        if let Some(epoch) = plotted.hovered.filter(|_| !response.dragged() && !response.context_menu_opened()) {
            readout_ui(ui, &response, title, &series, epoch);
        }
        plot_menu(&response, "training", commands);
        plotted
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
        let key = (run.path.to_owned(), run.version, split, width, ui.visuals().dark_mode);
        if self.gradient_for.as_ref() != Some(&key) {
            self.gradient_for = Some(key);
            let curve = match split {
                Some(split) => Curve::of_split(run.history, split, Quantity::GradientNorm),
                None => Curve::band(run.history, Quantity::GradientNorm),
            };
            let colour = to_colour(palette::training(ui.visuals().dark_mode));
            self.gradient = Series::plain(GRADIENT_NORM, colour, curve, 2 * width);
        }
        let height = (ui.available_height() - 2.0).clamp(60.0, 140.0);
        let text = ui.visuals().weak_text_color();
        let (series, crosshair) = (&self.gradient, self.hovered);
        let plot = self.base_plot(ui, GRADIENT_NORM, false).height(height);
        let response = plot.show(ui, |plot| {
            series_ui(plot, series);
            if let Some(epoch) = crosshair {
                crosshair_ui(plot, &[series], epoch, false, text);
            }
            zoomed(plot)
        });
        let plotted = response.inner;
        let response = response.response;
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, labels::train::plot(GRADIENT_NORM)));
        if let Some(epoch) = plotted.hovered.filter(|_| !response.dragged() && !response.context_menu_opened()) {
            readout_ui(ui, &response, GRADIENT_NORM, &[series], epoch);
        }
        plot_menu(&response, "training", commands);
        self.gradient_plotted = plotted;
    }

    fn base_plot<'a>(&self, ui: &Ui, title: &'a str, is_log: bool) -> Plot<'a> {
        let (y_name, x_name) = if title == GRADIENT_NORM { ("", "") } else { (title, labels::train::EPOCHS_AXIS) };
        let plot = Plot::new(Id::unique(("train-plot", title)))
            .width((ui.available_width() - LAST_TICK).max(32.0))
            .custom_x_axes(vec![x_axis(x_name)])
            .custom_y_axes(vec![y_axis(y_name, is_log)])
            .link_axis(linked(), [true, false])
            .allow_scroll(false)
            .allow_boxed_zoom(true)
            .boxed_zoom_pointer_button(PointerButton::Primary)
            .pan_pointer_button(PointerButton::Middle)
            .show_background(false)
            .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
            .grid_spacing(Rangef::new(26.0, 300.0))
            .x_grid_spacer(epoch_steps)
            .y_grid_spacer(move |input| if is_log { log_steps(input) } else { nice_steps(input, 1.0) })
            // The crosshair is that of all plots; the plot's own would name one point.
            .show_x(false)
            .show_y(false)
            .show_crosshair(false)
            .set_margin_fraction(vec2(0.02, 0.06));
        if self.is_reset_wanted { plot.reset() } else { plot }
    }
}

fn series_ui<'a>(plot: &mut PlotUi<'a>, series: &'a Series) {
    // One identifier, so that the legend hides all of a series.
    let (curve, id) = (&series.smooth, series.id);
    if curve.low.len() == curve.epochs.len() && !curve.low.is_empty() {
        let band = FilledArea::new("", &curve.epochs, &curve.low, &curve.high);
        plot.add(band.fill_color(series.colour.gamma_multiply(0.12)).allow_hover(false).id(id));
    }
    for split in &series.splits {
        let line = Line::new("", points(split)).color(series.colour.gamma_multiply(0.5));
        plot.line(line.width(0.75).allow_hover(false).id(id));
    }
    if series.raw.values != series.smooth.values && series.splits.is_empty() {
        let raw = Line::new("", points(&series.raw)).color(series.colour.gamma_multiply(0.35));
        plot.line(raw.width(1.0).allow_hover(false).id(id));
    }
    plot.line(Line::new(&series.name, points(curve)).color(series.colour).width(1.75).allow_hover(false).id(id));
    if !series.marks.is_empty() {
        let marks = Points::new(labels::train::BEST_EPOCHS, PlotPoints::new(series.marks.clone()));
        let marks = marks.shape(MarkerShape::Diamond).radius(4.0).color(series.colour);
        plot.points(marks.allow_hover(false).id((id, "best")));
    }
}

/// A line at an epoch, and a point where it meets each curve.
fn crosshair_ui<'a>(plot: &mut PlotUi<'a>, series: &[&'a Series], epoch: usize, is_log: bool, text: Color32) {
    let line = VLine::new("", epoch as f64).color(text).width(1.0).style(LineStyle::dotted_dense());
    plot.vline(line.allow_hover(false));
    for series in series {
        if let Some(value) = series.smooth_at(epoch) {
            let value = if is_log { log(value) } else { value };
            let point = Points::new("", PlotPoints::new(vec![[epoch as f64, value]]));
            plot.points(point.radius(3.0).color(series.colour).allow_hover(false).id(series.id));
        }
    }
}

/// The wheel zooms at the pointer; what lies outside of all data is not worth zooming out to.
fn zoomed(plot: &mut PlotUi<'_>) -> Plotted {
    const POINTS_PER_E: f32 = 240.0;
    const LEAST_EPOCHS: f64 = 2.0;
    let response = plot.response().clone();
    let at = plot.pointer_coordinate().filter(|_| response.contains_pointer());
    let scrolled = response.ctx.input(|input| if input.modifiers.any() { 0.0 } else { input.smooth_scroll_delta.y });
    let bounds = plot.plot_bounds();
    let is_zoomed = !(plot.auto_bounds().x && plot.auto_bounds().y);
    if let Some(at) = at.filter(|_| scrolled != 0.0) {
        let factor = (scrolled / POINTS_PER_E).exp();
        if factor > 1.0 && bounds.width() > LEAST_EPOCHS {
            plot.zoom_bounds(vec2(factor, factor), at);
        } else if factor < 1.0 && is_zoomed {
            plot.zoom_bounds(vec2(factor, factor), at);
            // Epochs begin at 1.
            if bounds.min()[0] < 0.0 {
                plot.set_auto_bounds(Vec2b::TRUE);
            }
        }
    }
    let epoch = at.map(|at| at.x.round().max(1.0) as usize);
    Plotted {
        clicked: epoch.filter(|_| response.clicked()),
        hovered: epoch.filter(|_| response.hovered()),
        is_double_clicked: response.double_clicked(),
        is_zoomed,
    }
}

fn points(curve: &Curve) -> PlotPoints<'static> {
    PlotPoints::new(curve.epochs.iter().zip(&curve.values).map(|(&x, &y)| [x, y]).collect())
}
