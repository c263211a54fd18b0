//! The result of a run as text and tables.

use serde_json::{Value, json};

use crate::{
    cli::table::{Align, render},
    pooling::method,
    train::{Config, History, Job, RunFile, RunFolder, paper::reported},
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
    let name = method(&config.pool).map_or(config.pool.as_str(), |method| method.name);
    let mut parts = vec![name.to_owned()];
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
    if let Some(paper) = reported(&run.data.name, &run.config.pool) {
        text += &format!("in the paper   {paper} % over {} splits\n", paper.n);
    }
    text + &format!("run folder     {}\n", folder.path().display())
}

/// The same as JSON.
pub(crate) fn result_json(folder: &RunFolder, run: &RunFile, history: &History) -> Value {
    let sample = history.test_sample();
    let paper = reported(&run.data.name, &run.config.pool);
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
pub(super) fn grid(candidates: &[Config], found: &[History], best: usize) -> String {
    let header = ["", "s", "τ", "wd", "val. acc. (%)"].map(str::to_owned).to_vec();
    let row = |(idx, (config, history)): (usize, (&Config, &History))| {
        let mark = if idx == best { "→" } else { "" };
        vec![
            mark.to_owned(),
            config.params.s.to_string(),
            config.params.tau.to_string(),
            config.wd.to_string(),
            or_dash(history.validation_sample()),
        ]
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(header).chain(candidates.iter().zip(found).enumerate().map(row)).collect();
    format!("\n{}\n", render(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right], &rows))
}
