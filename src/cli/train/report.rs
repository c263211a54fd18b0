//! The result of a run as text and tables.

use std::path::Path;

use serde_json::{Value, json};

use crate::{
    cli::table::{Align, render},
    train::{
        Config, History, Job, RunFile, RunFolder,
        assessment::{Assessed, Assessment},
        grid::Axis,
        paper::reported,
    },
    units::{self, or_dash, percent},
};

/// The settings of a run and its estimated memory.
pub(super) fn headline(job: &Job) -> anyhow::Result<String> {
    let (config, estimate) = (job.config(), job.estimate()?);
    Ok(format!(
        "{}\n{} threads, about {} of memory; run folder {}",
        settings(config),
        job.threads,
        units::bytes(estimate.total()),
        job.folder().path().display()
    ))
}

/// The configuration in a line: the parameters that the operator has, and those of training.
pub(super) fn settings(config: &Config) -> String {
    let mut parts = vec![config.title().to_owned()];
    parts.extend(config.operator_settings());
    parts.push(format!("lr {}, wd {}, batch {}, hidden {}", config.lr, config.wd, config.batch, config.hidden));
    parts.push(format!("seed {}", config.params.seed));
    parts.join(" · ")
}

/// The table of splits, the mean and the paper's number.
pub(super) fn result(folder: &RunFolder, run: &RunFile, history: &History) -> String {
    let header = ["split", "epochs", "best", "val. acc. (%)", "test acc. (%)"].map(str::to_owned).to_vec();
    let row = |row: &crate::train::event::SplitRow| {
        vec![
            row.split.to_string(),
            row.epochs.to_string(),
            row.best_epoch.to_string(),
            percent(row.validation_accuracy),
            or_dash(row.test.as_ref().map(|test| percent(test.accuracy))),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(history.ended().map(row)).collect();
    let mut text = format!("{} · {}\n\n{}\n", run.data.name, settings(&run.config), render(&[Align::Right; 5], &rows));
    if let Some(sample) = history.test_sample() {
        text += &format!("test accuracy  {sample} % over {} splits\n", sample.n);
    }
    if let Some(paper) = reported(&run.data.name, run.config.key()) {
        text += &format!("in the paper   {paper} % over {} splits\n", paper.n);
    }
    text + &format!("run folder     {}\n", folder.path().display())
}

/// The same as JSON.
pub(crate) fn result_json(folder: &RunFolder, run: &RunFile, history: &History) -> Value {
    let sample = history.test_sample();
    let paper = reported(&run.data.name, run.config.key());
    json!({
        "dataset": run.data.name,
        "fingerprint": run.data.fingerprint,
        "config": run.config,
        "splits": history.ended().collect::<Vec<_>>(),
        "test_accuracy": sample.map(|sample| json!({ "mean": sample.mean, "std": sample.std, "splits": sample.n })),
        "paper": paper.map(|paper| json!({ "mean": paper.mean, "std": paper.std, "splits": paper.n })),
        "run": folder.path(),
    })
}

/// All settings of a search with their validation accuracy; the best is marked.
pub(super) fn grid(axes: &[&Axis], candidates: &[Config], found: &[History], best: usize) -> String {
    let headings = axes.iter().map(|axis| axis.heading());
    let header = std::iter::once("").chain(headings).chain(["val. acc. (%)"]).map(str::to_owned).collect();
    let row = |(idx, (config, history)): (usize, (&Config, &History))| {
        let mut row = vec![if idx == best { "→" } else { "" }.to_owned()];
        row.extend(axes.iter().map(|axis| axis.value(config)));
        row.push(or_dash(history.validation_sample()));
        row
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(header).chain(candidates.iter().zip(found).enumerate().map(row)).collect();
    let mut align = vec![Align::Right; axes.len() + 2];
    align[0] = Align::Left;
    format!("\n{}\n", render(&align, &rows))
}

/// The setting and the test accuracies of each split, and the mean.
pub(super) fn assessment(result: &Assessment, out: &Path) -> String {
    let header = ["split", "setting", "val. acc. (%)", "test acc. (%)", "mean"].map(str::to_owned).to_vec();
    let row = |split: &Assessed| {
        let runs: Vec<String> = split.test_accuracies.iter().map(|accuracy| format!("{accuracy:.1}")).collect();
        vec![
            split.split.to_string(),
            split.setting.clone(),
            format!("{:.1}", split.validation_accuracy),
            runs.join(" "),
            format!("{:.2}", split.test_accuracy()),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(result.splits.iter().map(row)).collect();
    let align = [Align::Right, Align::Left, Align::Right, Align::Right, Align::Right];
    let mut text = format!("{}\n\n{}\n", result.dataset, render(&align, &rows));
    if let Some(sample) = result.test_accuracy {
        let runs = if result.repeats == 1 { "run" } else { "runs" };
        text += &format!("test accuracy  {sample} % over {} splits, {} {runs} each\n", sample.n, result.repeats);
    }
    text + &format!("run folders    {}\n", out.display())
}
