//! Loss and accuracy of runs, epoch by epoch: means over splits, with bands of a standard deviation.

use super::{Choices, Figure, Needs};
use crate::{
    figure::{
        FigureData, FigureError,
        ink::Ink,
        options::Options,
        page::{Page, columns, rows},
        panel::{
            axes::{Axis, Plot, range_of},
            legend::{self, Entry},
        },
        scene::{Fill, Rect, Scene, Stroke},
    },
    train::{
        compare::Run,
        curve::{Curve, Quantity},
    },
    view::palette,
};

pub(super) static FIGURE: Figure = Figure {
    key: "training",
    title: "Training",
    about: "loss and accuracy of runs, with bands over splits",
    needs: Needs::RUNS,
    choices: Choices { maps: false, node_colours: false, operators: false, labels: false },
    example: None,
    build: training_fig,
};

const PLOT_MM: f64 = 52.0;
const GAP_MM: f64 = 6.0;
const TRAINING_DASH: [f64; 2] = [1.1, 0.8];

/// Means over the splits of a run.
struct Curves {
    training: Curve,
    validation: Curve,
}

pub(super) fn training_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let runs: Vec<&Run> =
        data.runs.iter().filter(|run| run.history.splits.values().any(|s| !s.epochs.is_empty())).collect();
    if runs.is_empty() {
        let problem = if data.runs.is_empty() {
            "this figure shows runs; choose the folder of a run, or train one first"
        } else {
            "no epoch of these runs has finished yet; wait for one"
        };
        return Err(FigureError::Missing(problem.to_owned()));
    }
    let is_narrow = options.width_mm < 120.0;
    let entries = legend_of(&runs, options);
    let legend_mm = |width: f64| legend::height_mm(&entries, options.small_pt(), width) + 1.5;
    let plots_mm = if is_narrow { 2.0 * PLOT_MM + GAP_MM } else { PLOT_MM };
    let mut page = Page::new(options, "Training", &caption(&runs), |width| plots_mm + legend_mm(width));
    let (body, legend_height) = (page.body, legend_mm(page.body.w));
    let plots = Rect { h: body.h - legend_height, ..body };
    if plots.h < 20.0 {
        return Err(super::kernels::no_room("the plots", options));
    }
    let cut = if is_narrow { rows(plots, 2, GAP_MM) } else { columns(plots, 2, GAP_MM) };
    plot(&mut page, cut[0], &runs, ("loss", ""), [Quantity::TrainLoss, Quantity::ValidationLoss]);
    plot(&mut page, cut[1], &runs, ("accuracy", " (%)"), [Quantity::TrainAccuracy, Quantity::ValidationAccuracy]);
    legend::draw(&mut page, Rect { y: body.bottom() - legend_height + 1.5, ..body }, &entries);
    Ok(page.scene)
}

fn plot(
    page: &mut Page<'_>,
    area: Rect,
    runs: &[&Run],
    (what, unit): (&str, &str),
    [training, validation]: [Quantity; 2],
) {
    let head = page.heading_mm();
    page.heading([area.x, area.y], area.w, "", "");
    let curves: Vec<Curves> = runs
        .iter()
        .map(|run| Curves {
            training: Curve::band(&run.history, training),
            validation: Curve::band(&run.history, validation),
        })
        .collect();
    let values = curves.iter().flat_map(|Curves { training, validation }| {
        validation.low.iter().chain(&validation.high).chain(&training.values).copied()
    });
    let y = range_of(values, 0.04).unwrap_or((0.0, 1.0));
    // Neither a loss below 0 nor an accuracy above 100 is to be expected of a reader.
    let y = (y.0.max(0.0), if unit.is_empty() { y.1 } else { y.1.min(100.0) });
    let last = curves.iter().flat_map(|curves| &curves.validation.epochs).copied().fold(1.0, f64::max);
    let x = Axis::new((1.0, last.max(2.0)), 6, "epoch");
    let x = Axis { ticks: x.ticks.into_iter().filter(|tick| tick.fract() == 0.0).collect(), ..x };
    let inner = Rect { y: area.y + head, h: area.h - head, ..area };
    let plot = Plot::within(page, inner, x, Axis::new(y, 5, &format!("{what}{unit}")));
    plot.grid(page);
    for (idx, curves) in curves.iter().enumerate() {
        let colour = palette::run(idx, page.ink.is_dark);
        let clamp = |value: f64| value.clamp(y.0, y.1);
        let Curve { epochs, low, high, .. } = &curves.validation;
        let ends = low.iter().zip(high).map(|(&low, &high)| (clamp(low), clamp(high)));
        let band: Vec<(f64, f64, f64)> = epochs.iter().zip(ends).map(|(&x, (low, high))| (x, low, high)).collect();
        plot.band(page, &band, Fill { colour, opacity: 0.18 });
    }
    for (idx, curves) in curves.iter().enumerate() {
        let colour = palette::run(idx, page.ink.is_dark);
        let means = |curve: &Curve| -> Vec<(f64, f64)> {
            curve.epochs.iter().copied().zip(curve.values.iter().copied()).collect()
        };
        let dashed = Stroke { dash: Some(TRAINING_DASH), ..Stroke::new(0.28 * page.unit(), colour) };
        plot.curve(page, &means(&curves.training), dashed);
        plot.curve(page, &means(&curves.validation), Stroke::new(0.42 * page.unit(), colour));
    }
}

/// "ProxPool on MUTAG, n = 3 splits"; with the folder's name where two are the same.
fn name(run: &Run, all: &[&Run]) -> String {
    let plain = |run: &Run| {
        let method = run.file.config.title();
        let n = run.history.splits.len();
        format!("{method} on {}, n = {n} {}", run.file.data.name, if n == 1 { "split" } else { "splits" })
    };
    let label = plain(run);
    let is_alone = all.iter().filter(|other| plain(other) == label).count() == 1;
    if is_alone { label } else { format!("{label} ({})", run.name) }
}

fn legend_of(runs: &[&Run], options: &Options) -> Vec<Entry> {
    let ink = Ink::new(options.ground);
    let mut entries: Vec<Entry> = runs
        .iter()
        .enumerate()
        .map(|(idx, run)| {
            Entry::Line(Stroke::new(0.42 * options.unit(), palette::run(idx, ink.is_dark)), name(run, runs))
        })
        .collect();
    let muted = ink.muted;
    let dashed = Stroke { dash: Some(TRAINING_DASH), ..Stroke::new(0.28 * options.unit(), muted) };
    entries.push(Entry::Line(dashed, "training".to_owned()));
    entries.push(Entry::Line(
        Stroke::new(0.42 * options.unit(), muted),
        "validation, mean ± standard deviation over splits".to_owned(),
    ));
    entries
}

fn caption(runs: &[&Run]) -> String {
    let names: Vec<String> = runs.iter().map(|run| name(run, runs)).collect();
    format!(
        "Loss and accuracy of {}. Lines are means over all splits, of which one that has ended keeps its last value; bands \
         are ± one standard deviation of the validation values.",
        names.join("; ")
    )
}
