//! A report as text: for the terminal, Markdown, CSV and LaTeX.

use crate::{
    cli::table::{Align, render},
    math::sample::Sample,
    pooling::method,
    study::report::{Paired, Report, ReportCell},
    units::or_dash,
};

/// Marks what is more than one standard deviation away from the paper.
const FAR: &str = "†";
const CAPTION: &str = "Test accuracy (%), mean ± standard deviation over splits";

/// The name of a row: `ProxPool`, `ProxPool (grid)`.
fn name((pool, variant): &(&str, String)) -> String {
    let name = method(pool).map_or(*pool, |method| method.name);
    if variant.is_empty() { name.to_owned() } else { format!("{name} ({variant})") }
}

/// What is said of a cell: `77.12 ± 1.47`, `77.12 ± 1.47 (3/20)`, `missing`.
fn ours(cell: &ReportCell) -> String {
    let Some(sample) = cell.sample() else { return "missing".to_owned() };
    let mark = if cell.deviates() { FAR } else { "" };
    let part = if cell.splits < cell.wanted { format!(" ({}/{})", cell.splits, cell.wanted) } else { String::new() };
    format!("{sample}{mark}{part}")
}

/// The table: for each operator a row of ours and a row of the paper's, where it has any.
fn rows(report: &Report, paper_name: &str) -> Vec<Vec<String>> {
    let datasets = report.datasets();
    let mut rows = Vec::new();
    for row in report.rows() {
        let cells: Vec<Option<&ReportCell>> = datasets.iter().map(|dataset| report.cell(&row, dataset)).collect();
        let of = |head: String, show: &dyn Fn(&ReportCell) -> Option<String>| {
            std::iter::once(head).chain(cells.iter().map(|cell| or_dash(cell.and_then(show)))).collect()
        };
        rows.push(of(name(&row), &|cell| Some(ours(cell))));
        if cells.iter().flatten().any(|cell| cell.paper().is_some()) {
            rows.push(of(paper_name.to_owned(), &|cell| cell.paper().map(|paper| paper.to_string())));
        }
    }
    rows
}

fn head(report: &Report) -> Vec<String> {
    std::iter::once("").chain(report.datasets()).map(str::to_owned).collect()
}

/// `< 0.001`, `0.031`, or why there is none.
fn p_text(p: Option<f64>, paired: &Paired) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
        None => paired.why_no_p.clone().unwrap_or_else(|| "–".to_owned()),
    }
}

const DIFFERENCE_HEAD: [&str; 6] = ["data", "operator", "splits", "difference (%)", "p", "p (Holm)"];

/// Differences to the reference, one row a cell.
fn differences(report: &Report) -> Vec<Vec<String>> {
    let row = |cell: &ReportCell| {
        let paired = cell.difference.as_ref()?;
        let sample = Sample { n: paired.splits, mean: paired.mean, std: paired.std };
        let adjusted = if paired.p.is_some() { p_text(paired.p_holm, paired) } else { "–".to_owned() };
        Some(vec![
            cell.dataset.clone(),
            name(&(&cell.pool, cell.variant(report))),
            paired.splits.to_string(),
            format!("{sample:+}"),
            p_text(paired.p, paired),
            adjusted,
        ])
    };
    report.cells.iter().filter_map(row).collect()
}

/// What has to be known to read the table, one sentence each.
fn notes(report: &Report, has_differences: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let named = |cell: &ReportCell| format!("{} on {}", name(&(&cell.pool, cell.variant(report))), cell.dataset);
    if has_differences {
        let family = match report.tests {
            0 => "no difference could be tested".to_owned(),
            1 => "one difference was tested".to_owned(),
            n => format!("Holm's correction over all {n} tests"),
        };
        notes.push(format!("p: two-sided exact Wilcoxon signed-rank test on equal splits; {family}."));
    }
    let far: Vec<String> = report
        .deviating()
        .filter_map(|cell| Some(format!("{} {:+.2}", named(cell), cell.mean? - cell.paper_mean?)))
        .collect();
    if !far.is_empty() {
        notes.push(format!("{FAR} more than one standard deviation of the paper's away from it: {}.", far.join(", ")));
    } else if report.cells.iter().any(|cell| cell.deviation.is_some()) {
        notes.push("No cell is more than one standard deviation of the paper's away from it.".to_owned());
    }
    let missing = missing(report);
    if !missing.is_empty() {
        notes.push(format!("Missing so far: {}.", missing.join("; ")));
    }
    let chosen: Vec<String> =
        report.cells.iter().filter_map(|cell| Some(format!("{}: {}", named(cell), cell.chosen.as_ref()?))).collect();
    if !chosen.is_empty() {
        notes.push(format!("Chosen by validation accuracy: {}.", chosen.join("; ")));
    }
    if report.cells.is_empty() {
        notes.push("There are no results yet.".to_owned());
    }
    notes
}

/// Cells without all of their splits, by operator: `DIFFPOOL on DD (3 of 20 splits), NCI1`.
fn missing(report: &Report) -> Vec<String> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for cell in report.missing() {
        let part = match (cell.candidates_left, cell.splits) {
            (left, 0) if left > 0 => format!("{} ({left} settings of its search)", cell.dataset),
            (_, 0) => cell.dataset.clone(),
            (_, splits) => format!("{} ({splits} of {} splits)", cell.dataset, cell.wanted),
        };
        let name = name(&(&cell.pool, cell.variant(report)));
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, parts)) => parts.push(part),
            None => rows.push((name, vec![part])),
        }
    }
    rows.into_iter().map(|(name, parts)| format!("{name} on {}", parts.join(", "))).collect()
}

fn title(report: &Report) -> String {
    if report.about.is_empty() { report.name.clone() } else { format!("{}: {}", report.name, report.about) }
}

pub(super) fn terminal(report: &Report) -> String {
    let mut text = format!("{}\n", title(report));
    if !report.cells.is_empty() {
        let mut align = vec![Align::Right; report.datasets().len() + 1];
        align[0] = Align::Left;
        let table: Vec<Vec<String>> = std::iter::once(head(report)).chain(rows(report, "  in the paper")).collect();
        text += &format!("{CAPTION}\n\n{}", render(&align, &table));
    }
    let differences = differences(report);
    if !differences.is_empty() {
        let head = DIFFERENCE_HEAD.map(str::to_owned).to_vec();
        let table: Vec<Vec<String>> = std::iter::once(head).chain(differences.clone()).collect();
        let align = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];
        text += &format!("\nLess {}, paired by split\n\n{}", reference(report), render(&align, &table));
    }
    for note in notes(report, !differences.is_empty()) {
        text += &format!("\n{note}\n");
    }
    text
}

fn reference(report: &Report) -> String {
    name(&(&report.reference, String::new()))
}

pub(super) fn markdown(report: &Report) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    if !report.cells.is_empty() {
        let head = head(report);
        text += &format!("{CAPTION}.\n\n{}|---|{}\n", line(&head), "---:|".repeat(head.len() - 1));
        rows(report, "*in the paper*").iter().for_each(|row| text += &line(row));
    }
    let differences = differences(report);
    if !differences.is_empty() {
        text += &format!("\nLess {}, paired by split:\n\n", reference(report));
        text += &line(&DIFFERENCE_HEAD.map(str::to_owned));
        text += "|---|---|---:|---:|---:|---:|\n";
        differences.iter().for_each(|row| text += &line(row));
    }
    for note in notes(report, !differences.is_empty()) {
        text += &format!("\n{note}\n");
    }
    text
}

/// One line a cell, with every number in full.
pub(super) fn csv(report: &Report) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "dataset",
        "pool",
        "settings",
        "seed",
        "splits",
        "wanted",
        "mean",
        "std",
        "paper_mean",
        "paper_std",
        "deviation",
        "difference_splits",
        "difference",
        "difference_std",
        "p",
        "p_holm",
    ])?;
    for cell in &report.cells {
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let paired = cell.difference.as_ref();
        writer.write_record([
            cell.dataset.clone(),
            cell.pool.clone(),
            cell.settings.clone(),
            cell.seed.to_string(),
            cell.splits.to_string(),
            cell.wanted.to_string(),
            number(cell.mean),
            number(cell.std),
            number(cell.paper_mean),
            number(cell.paper_std),
            number(cell.deviation),
            paired.map(|paired| paired.splits.to_string()).unwrap_or_default(),
            number(paired.map(|paired| paired.mean)),
            number(paired.map(|paired| paired.std)),
            number(paired.and_then(|paired| paired.p)),
            number(paired.and_then(|paired| paired.p_holm)),
        ])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A table for a paper, which needs `booktabs`; the notes are comments.
pub(super) fn latex(report: &Report) -> String {
    let columns = "c".repeat(report.datasets().len());
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| in_tex(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let mut text = format!("% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{l{columns}}}\n\\toprule\n");
    text += &line(&head(report));
    text += "\\midrule\n";
    rows(report, PAPER_ROW).iter().for_each(|row| text += &line(row));
    text += "\\bottomrule\n\\end{tabular}\n";
    for note in notes(report, report.cells.iter().any(|cell| cell.difference.is_some())) {
        text += &format!("% {note}\n");
    }
    text
}

const PAPER_ROW: &str = "\u{2003}in the paper";

/// A cell in TeX's words.
fn in_tex(cell: &str) -> String {
    if cell == "–" {
        return "--".to_owned();
    }
    let mut text = String::new();
    for c in cell.chars() {
        match c {
            '±' => text.push_str(r"$\pm$"),
            '†' => text.push_str(r"$^{\dagger}$"),
            'τ' => text.push_str(r"$\tau$"),
            'ρ' => text.push_str(r"$\rho$"),
            '\u{2003}' => text.push_str(r"\quad "),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', c]),
            '\\' => text.push_str(r"\textbackslash{}"),
            c => text.push(c),
        }
    }
    text
}
