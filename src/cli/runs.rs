//! `proxpool runs`: comparison of runs, with a significance test.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Value, json};

use super::{
    table::{Align, render},
    train::result_json,
};
use crate::{
    train::{
        Status,
        compare::{Difference, LEAST_PAIRS, Run, Significance, find, paired},
        paper::reported,
    },
    units::or_dash,
};

#[derive(Args)]
pub struct Arguments {
    /// Folder that contains runs, up to three levels deep
    dir: PathBuf,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let paths = find(&arguments.dir, 3).with_context(|| format!("{} cannot be read", arguments.dir.display()))?;
    if paths.is_empty() {
        bail!("no run found in {}; start one with `proxpool train DATASET --out DIR`", arguments.dir.display());
    }
    let mut runs = Vec::new();
    for path in paths {
        // A run that cannot be read must not hide the others.
        match Run::open(&path, &arguments.dir) {
            Ok(run) => runs.push(run),
            Err(error) => eprintln!("warning: {error}"),
        }
    }
    let pairs = pairs(&runs);
    if arguments.json {
        let runs: Vec<Value> = runs.iter().map(|run| result_json(&run.folder, &run.file, &run.history)).collect();
        let pairs: Vec<Value> = pairs.iter().map(Pair::json).collect();
        println!("{}", serde_json::to_string_pretty(&json!({ "runs": runs, "pairs": pairs }))?);
        return Ok(());
    }
    print!("{}", summary(&runs));
    if pairs.is_empty() {
        println!("\nNo two runs have test scores on the same splits of the same data, so no differences are shown.")
    } else {
        print!("\n{}", differences(&pairs))
    }
    Ok(())
}

fn summary(runs: &[Run]) -> String {
    let header = [
        "run",
        "data",
        "pool",
        "parameters",
        "wd",
        "seed",
        "splits",
        "val. acc. (%)",
        "test acc. (%)",
        "paper (%)",
        "",
    ];
    let row = |run: &Run| {
        let config = &run.file.config;
        let paper = reported(&run.file.data.name, config.key());
        vec![
            run.name.clone(),
            run.file.data.name.clone(),
            config.key().to_owned(),
            config.operator_settings().join(" "),
            config.wd.to_string(),
            config.params.seed.to_string(),
            format!("{}/{}", run.history.ended().count(), config.splits),
            or_dash(run.history.validation_sample()),
            or_dash(run.history.test_sample()),
            or_dash(paper),
            match &run.history.status {
                Status::Finished => String::new(),
                Status::Failed(reason) => format!("failed: {reason}"),
                _ => "not finished".to_owned(),
            },
        ]
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(header.map(str::to_owned).to_vec()).chain(runs.iter().map(row)).collect();
    let mut align = [Align::Right; 11];
    for left in [0, 1, 2, 3, 10] {
        align[left] = Align::Left;
    }
    render(&align, &rows)
}

/// Two runs, compared on the splits that both have tested.
struct Pair<'a> {
    first: &'a Run,
    second: &'a Run,
    /// Second minus first, in per cent.
    differences: Vec<f64>,
}

/// All pairs of runs on the same data with equal splits.
fn pairs(runs: &[Run]) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for (idx, first) in runs.iter().enumerate() {
        for second in &runs[idx + 1..] {
            let differences = paired(first, second);
            if !differences.is_empty() {
                pairs.push(Pair { first, second, differences });
            }
        }
    }
    pairs
}

impl Pair<'_> {
    fn json(&self) -> Value {
        let found = Difference::compute(&self.differences);
        let sample = found.map(|found| found.sample);
        json!({
            "first": self.first.name,
            "second": self.second.name,
            "splits": self.differences.len(),
            "mean_difference": sample.map(|sample| sample.mean),
            "std_difference": sample.map(|sample| sample.std),
            "p": found.and_then(|found| found.significance.p()),
        })
    }
}

fn differences(pairs: &[Pair<'_>]) -> String {
    let header = ["second − first, paired by split", "splits", "difference (%)", "p"].map(str::to_owned).to_vec();
    let row = |pair: &Pair<'_>| {
        let found = Difference::compute(&pair.differences);
        let show = |show: fn(&Difference) -> String| or_dash(found.as_ref().map(show));
        vec![
            format!("{} − {}", pair.second.name, pair.first.name),
            pair.differences.len().to_string(),
            show(Difference::show),
            show(Difference::show_p),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(pairs.iter().map(row)).collect();
    let table = render(&[Align::Left, Align::Right, Align::Right, Align::Right], &rows);
    let found: Vec<Significance> =
        pairs.iter().filter_map(|pair| Some(Difference::compute(&pair.differences)?.significance)).collect();
    let mut text = table + "\np: two-sided exact Wilcoxon signed-rank test.";
    if found.contains(&Significance::TooFew) {
        text += &format!(" n too small: on fewer than {LEAST_PAIRS} splits that differ, p < 0.05 is impossible.");
    }
    let n_tested = found.iter().filter(|found| found.p().is_some()).count();
    if n_tested > 1 {
        text += &format!(" {n_tested} pairs were tested without correction: by chance, one in twenty has p < 0.05.");
    }
    text + "\n"
}
