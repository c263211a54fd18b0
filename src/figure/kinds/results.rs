//! Test accuracy by dataset and operator, with the spread over splits, beside the paper's Table 1.

use super::{Choices, Figure, Needs};
use crate::{
    figure::{
        FigureData, FigureError,
        ink::Ink,
        options::Options,
        page::{Page, columns},
        panel::{
            axes::{Axis, Plot, range_of},
            legend::{self, Entry, dot},
        },
        scene::{Anchor, Rect, Scene, Stroke},
        text::{self, Face, RichText, cap_mm, line_mm},
    },
    math::sample::Sample,
    pooling::method,
    study::{Report, report::ReportCell},
    train::{config::trainable, paper},
};

pub(super) static FIGURE: Figure = Figure {
    key: super::RESULTS,
    title: "Results",
    about: "accuracy by dataset and operator, beside the paper's",
    needs: Needs::RUNS,
    choices: Choices { maps: false, node_colours: false, operators: false, labels: false },
    example: None,
    build: results_fig,
};

const GAP_MM: f64 = 4.0;
/// Up to this number of datasets, values are written beside the marks.
const MOST_WITH_NUMBERS: usize = 2;

/// A mean with its spread.
struct Mark {
    mean: f64,
    std: f64,
    is_ours: bool,
    /// `3/20`, where not all splits are done.
    part: Option<String>,
}

impl Mark {
    fn ours(sample: Sample) -> Self {
        Self { mean: sample.mean, std: sample.std, is_ours: true, part: None }
    }

    fn papers(sample: Sample) -> Self {
        Self { is_ours: false, ..Self::ours(sample) }
    }
}

struct Table {
    datasets: Vec<String>,
    /// Names, in the order of the operators, or in that of the study.
    methods: Vec<String>,
    /// By dataset, then by operator.
    marks: Vec<Vec<Vec<Mark>>>,
}

pub(super) fn results_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let table = Table::new(data)?;
    let ink = Ink::new(options.ground);
    let any = |is_ours: bool| table.marks.iter().flatten().flatten().any(|mark| mark.is_ours == is_ours);
    let mut entries = Vec::new();
    if any(true) {
        let mut text = "this program, mean ± standard deviation over splits".to_owned();
        if table.marks.iter().flatten().flatten().any(|mark| mark.part.is_some()) {
            text += " (3/20: so many are done)";
        }
        entries.push(Entry::Dot(ink.accent, true, text));
    }
    if any(false) {
        entries.push(Entry::Dot(ink.muted, false, "paper, over 20 splits".to_owned()));
    }
    let size = options.small_pt();
    let rows_mm: f64 = table.rows_mm(options).iter().sum();
    let names_mm = table.methods.iter().map(|name| text::width_mm(name, Face::Regular, options.font_pt));
    let names_mm = names_mm.fold(0.0, f64::max) + 2.0;
    let per_row = table.per_row(options, names_mm);
    let n_rows = table.datasets.len().div_ceil(per_row);
    let probe = Page::new(options, "", "", |_| 50.0);
    let axis_mm = Plot::below_mm(&probe, &Axis::new((0.0, 1.0), 2, ""));
    let title_mm = line_mm(options.font_pt);
    let facet_mm = probe.heading_mm() + rows_mm + axis_mm + title_mm;
    let legend_mm = |width: f64| legend::height_mm(&entries, size, width) + 1.5;
    let natural = |width: f64| n_rows as f64 * facet_mm + (n_rows - 1) as f64 * GAP_MM + legend_mm(width);
    let mut page = Page::new(options, "Results", &caption(), natural);
    page.letters_from(table.datasets.len());
    let (body, legend_height) = (page.body, legend_mm(page.body.w));
    let height = (body.h - legend_height - (n_rows - 1) as f64 * GAP_MM) / n_rows as f64;
    // Rows may come as close to each other as lines of text.
    if height - (facet_mm - rows_mm) < 0.75 * rows_mm || body.w - names_mm < 14.0 * per_row as f64 {
        return Err(super::kernels::no_room("the results", options));
    }
    for row in 0..n_rows {
        let y = body.y + row as f64 * (height + GAP_MM);
        let area = Rect::new(body.x + names_mm, y, body.w - names_mm, height - title_mm);
        let first = row * per_row;
        for (col, facet) in columns(area, per_row, GAP_MM).into_iter().enumerate() {
            if first + col < table.datasets.len() {
                table.facet(&mut page, facet, first + col, (col == 0).then_some(body.x));
            }
        }
        let style = page.words(Anchor::Middle);
        let baseline = y + height - 0.3 * cap_mm(style.size_pt);
        page.text([area.centre()[0], baseline], &RichText::plain("test accuracy (%)"), style);
    }
    legend::draw(&mut page, Rect { y: body.bottom() - legend_height + 1.5, ..body }, &entries);
    Ok(page.scene)
}

impl Table {
    /// The runs' datasets, with the paper's numbers beside; all of the paper's where it has none of them.
    fn new(data: &FigureData<'_>) -> Result<Self, FigureError> {
        if let Some(report) = &data.report {
            return Self::from_report(report);
        }
        let scored: Vec<(&str, &str, Sample)> = data
            .runs
            .iter()
            .filter_map(|run| Some((run.file.data.name.as_str(), run.file.config.key(), run.history.test_sample()?)))
            .collect();
        if scored.is_empty() && !data.runs.is_empty() {
            let problem = "none of these runs has a test score yet; wait until a split has finished";
            return Err(FigureError::Missing(problem.to_owned()));
        }
        let mut datasets: Vec<String> = Vec::new();
        for (dataset, ..) in &scored {
            if !datasets.iter().any(|known| known == dataset) {
                datasets.push((*dataset).to_owned());
            }
        }
        let is_papers = |dataset: &String| paper::DATASETS.iter().any(|known| known.eq_ignore_ascii_case(dataset));
        if !datasets.iter().any(is_papers) {
            datasets.extend(paper::DATASETS.map(str::to_owned));
        }
        let marks_of = |dataset: &str, key: &str| -> Vec<Mark> {
            let ours = scored.iter().filter(|(d, m, _)| *d == dataset && *m == key);
            let ours = ours.map(|(_, _, sample)| Mark::ours(*sample));
            ours.chain(paper::reported(dataset, key).map(Mark::papers)).collect()
        };
        let has_any = |key: &&str| datasets.iter().any(|dataset| !marks_of(dataset, key).is_empty());
        let methods: Vec<&str> = trainable().map(|(key, _)| key).filter(has_any).collect();
        let marks = datasets.iter().map(|dataset| methods.iter().map(|key| marks_of(dataset, key)).collect()).collect();
        Ok(Self { datasets, methods: methods.into_iter().map(|key| name(key).to_owned()).collect(), marks })
    }

    /// The cells of studies; those that are missing have the paper's number alone.
    fn from_report(report: &Report) -> Result<Self, FigureError> {
        if report.cells.is_empty() {
            let problem = "there are no results in this study yet; wait until a split has finished";
            return Err(FigureError::Missing(problem.to_owned()));
        }
        let rows = report.rows();
        let marks_of = |cell: &ReportCell| -> Vec<Mark> {
            let part = (cell.splits < cell.wanted).then(|| format!("{}/{}", cell.splits, cell.wanted));
            let ours = cell.sample().map(|sample| Mark { part, ..Mark::ours(sample) });
            ours.into_iter().chain(cell.paper().map(Mark::papers)).collect()
        };
        let of_dataset = |dataset: &&str| -> Vec<Vec<Mark>> {
            rows.iter().map(|row| report.cell(row, dataset).map(marks_of).unwrap_or_default()).collect()
        };
        let marks = report.datasets().iter().map(of_dataset).collect();
        let named =
            |(pool, variant): &(&str, String)| match (method(pool).map_or(*pool, |method| method.name), &**variant) {
                (name, "") => name.to_owned(),
                (name, variant) => format!("{name} ({variant})"),
            };
        let methods = rows.iter().map(named).collect();
        Ok(Self { datasets: report.datasets().into_iter().map(str::to_owned).collect(), methods, marks })
    }

    /// Datasets side by side: as many as have room for their names and their numbers.
    fn per_row(&self, options: &Options, names_mm: f64) -> usize {
        const NARROWEST_MM: f64 = 20.0;
        let heading = |dataset: &String| text::width_mm(dataset, Face::Regular, options.font_pt);
        let widest = self.datasets.iter().map(heading).fold(0.0, f64::max) + 2.0 * line_mm(options.font_pt);
        let width = options.width_mm - 2.0 * options.margin_mm - names_mm;
        let most = ((width + GAP_MM) / (widest.max(NARROWEST_MM) + GAP_MM)) as usize;
        // Rows that are about as long as each other.
        let n_rows = self.datasets.len().div_ceil(most.max(1));
        self.datasets.len().div_ceil(n_rows)
    }

    /// Height of the row of each operator: room for its marks and for its name.
    fn rows_mm(&self, options: &Options) -> Vec<f64> {
        let marks = |row: usize| self.marks.iter().map(|dataset| dataset[row].len()).max().unwrap_or(0);
        let (mark_mm, name_mm) = (line_mm(options.small_pt()), 1.35 * line_mm(options.font_pt));
        (0..self.methods.len()).map(|row| (marks(row) as f64 * mark_mm).max(name_mm)).collect()
    }

    fn facet(&self, page: &mut Page<'_>, area: Rect, idx: usize, names_at: Option<f64>) {
        let head = page.heading_mm();
        page.heading([area.x, area.y], area.w, "", &self.datasets[idx]);
        let marks = &self.marks[idx];
        let ends = marks.iter().flatten().flat_map(|mark| [mark.mean - mark.std, mark.mean + mark.std]);
        let range = range_of(ends, 0.06).unwrap_or((0.0, 100.0));
        let size = page.options.small_pt();
        let has_numbers = self.datasets.len() <= MOST_WITH_NUMBERS;
        let numbers_mm = if has_numbers { text::width_mm("88.88 ± 88.88", Face::Regular, size) + 2.0 } else { 0.0 };
        let x = Axis::new((range.0.max(0.0), range.1.min(100.0)), ((area.w / 9.0) as usize).clamp(2, 6), "");
        let below = Plot::below_mm(page, &x);
        let rect = Rect::new(area.x, area.y + head, area.w - numbers_mm, area.h - head - below);
        let y = Axis { range: (0.0, 1.0), ticks: Vec::new(), title: String::new() };
        let plot = Plot::around(page, rect, x, y);
        let rows_mm = self.rows_mm(page.options);
        let shrink = rect.h / rows_mm.iter().sum::<f64>().max(1e-9);
        let mut top = rect.y;
        for (row, marks) in marks.iter().enumerate() {
            let row_mm = shrink * rows_mm[row];
            let centre = top + row_mm / 2.0;
            top += row_mm;
            let stroke = Stroke { opacity: 0.35, ..page.hairline() };
            if row > 0 {
                page.scene.line([rect.x, centre - row_mm / 2.0], [rect.right(), centre - row_mm / 2.0], stroke);
            }
            if let Some(x) = names_at {
                let style = page.words(Anchor::Start);
                let baseline = centre + cap_mm(style.size_pt) / 2.0;
                page.text([x, baseline], &RichText::plain(&self.methods[row]), style);
            }
            let step = (row_mm / marks.len().max(1) as f64).min(line_mm(size));
            for (place, mark) in marks.iter().enumerate() {
                let y = centre + (place as f64 - (marks.len() - 1) as f64 / 2.0) * step;
                let colour = if mark.is_ours { page.ink.accent } else { page.ink.muted };
                let half = mark.std / 100.0 * (plot.x_mm(100.0) - plot.x_mm(0.0));
                let ends = [plot.x_mm(mark.mean) - half, plot.x_mm(mark.mean) + half];
                let cut = ends.map(|end| end.clamp(rect.x, rect.right()));
                page.scene.line([cut[0], y], [cut[1], y], Stroke::new(0.3 * page.unit(), colour));
                dot(page, [plot.x_mm(mark.mean), y], 0.0, colour, mark.is_ours);
                if let Some(part) = &mark.part {
                    // On the side where there is room.
                    let is_left = cut[1] + text::width_mm(part, Face::Regular, size) + 1.0 > rect.right();
                    let (x, anchor) = if is_left { (cut[0] - 0.7, Anchor::End) } else { (cut[1] + 0.7, Anchor::Start) };
                    let style = page.notes(anchor);
                    page.text([x, y + cap_mm(size) / 2.0], &RichText::plain(part), style);
                }
                if has_numbers {
                    let style = page.notes(Anchor::End);
                    let words = format!("{:.2} ± {:.2}", mark.mean, mark.std);
                    page.text([area.right(), y + cap_mm(size) / 2.0], &RichText::plain(&words), style);
                }
            }
        }
    }
}

fn name(key: &'static str) -> &'static str {
    trainable().find(|(known, _)| *known == key).map_or(key, |(_, name)| name)
}

fn caption() -> String {
    "Test accuracy, mean and standard deviation over splits. Differences within one standard deviation are not \
     conclusive; compare paired differences on the same splits."
        .to_owned()
}
