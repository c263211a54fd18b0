//! `proxpool runs`: runs side by side, and whether their differences mean anything.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Value, json};

use super::{
    table::{Align, render},
    train::result_json,
};
use crate::{
    math::{sample::Sample, wilcoxon::signed_rank},
    pooling::method,
    train::{History, RunFile, RunFolder, Status, paper::reported},
};

#[derive(Args)]
pub struct Arguments {
    /// A folder of runs, at any depth down to three
    dir: PathBuf,

    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// A run as it stands.
struct Run {
    name: String,
    folder: RunFolder,
    file: RunFile,
    history: History,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut paths = Vec::new();
    find(&arguments.dir, 3, &mut paths).with_context(|| format!("{} cannot be read", arguments.dir.display()))?;
    if paths.is_empty() {
        bail!("there is no run in {}; `proxpool train DATASET --out DIR` makes one", arguments.dir.display());
    }
    let mut runs = Vec::new();
    for path in paths {
        // One run that cannot be read is no reason not to show the others.
        match open(&path, &arguments.dir) {
            Ok(run) => runs.push(run),
            Err(error) => eprintln!("warning: {error:#}"),
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
    match pairs.is_empty() {
        true => println!("\nNo two runs have test scores on equal splits of equal data, so none are compared."),
        false => print!("\n{}", differences(&pairs)),
    }
    Ok(())
}

/// The folders of runs at or below a path.
pub fn find(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if RunFolder::is_run(path) {
        found.push(path.to_owned());
        return Ok(());
    }
    if depth == 0 {
        return Ok(());
    }
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.iter().try_for_each(|folder| find(folder, depth - 1, found))
}

fn open(path: &Path, base: &Path) -> anyhow::Result<Run> {
    let (folder, file) = RunFolder::open(path)?;
    let history = History::of(folder.events()?);
    let name = path.strip_prefix(base).ok().filter(|name| !name.as_os_str().is_empty()).unwrap_or(path);
    Ok(Run { name: name.display().to_string(), folder, file, history })
}

fn summary(runs: &[Run]) -> String {
    let header =
        ["run", "data", "pool", "s", "τ", "ρ", "wd", "seed", "splits", "validation %", "test %", "paper %", ""];
    let show =
        |sample: Option<Sample>| sample.map_or_else(|| "–".to_owned(), |s| format!("{:.2} ± {:.2}", s.mean, s.std));
    let row = |run: &Run| {
        let config = &run.file.config;
        let paper = reported(&run.file.data.name, &config.pool);
        let parameters = method(&config.pool).map_or(&[][..], |method| method.parameters);
        // What the operator does not have is no setting of the run.
        let setting = |key: &str, value: String| match parameters.iter().any(|parameter| parameter.key == key) {
            true => value,
            false => "–".to_owned(),
        };
        vec![
            run.name.clone(),
            run.file.data.name.clone(),
            config.pool.clone(),
            setting("s", config.s.to_string()),
            setting("tau", config.tau.to_string()),
            setting("rho", config.rho.to_string()),
            config.wd.to_string(),
            config.seed.to_string(),
            format!("{}/{}", run.history.ended().count(), config.splits),
            show(run.history.validation_sample()),
            show(run.history.test_sample()),
            paper.map_or_else(|| "–".to_owned(), |paper| format!("{:.2} ± {:.2}", paper.mean, paper.std)),
            match &run.history.status {
                Status::Finished => String::new(),
                Status::Failed(reason) => format!("failed: {reason}"),
                _ => "not finished".to_owned(),
            },
        ]
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(header.map(str::to_owned).to_vec()).chain(runs.iter().map(row)).collect();
    let mut align = [Align::Right; 13];
    for left in [0, 1, 2, 12] {
        align[left] = Align::Left;
    }
    render(&align, &rows)
}

/// Two runs on the splits that both have scored.
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

fn paired(first: &Run, second: &Run) -> Vec<f64> {
    if first.file.data.fingerprint != second.file.data.fingerprint {
        return Vec::new();
    }
    let is_equal = |split: usize| match (first.file.splits.get(split), second.file.splits.get(split)) {
        (Some(first), Some(second)) => first == second,
        _ => false,
    };
    let others = second.history.test_accuracies();
    let other = |split: usize| others.iter().find(|(number, _)| *number == split).map(|(_, accuracy)| *accuracy);
    let accuracies = first.history.test_accuracies().into_iter().filter(|(split, _)| is_equal(*split));
    accuracies.filter_map(|(split, accuracy)| Some(other(split)? - accuracy)).collect()
}

impl Pair<'_> {
    fn json(&self) -> Value {
        let sample = Sample::of(&self.differences);
        json!({
            "first": self.first.name,
            "second": self.second.name,
            "splits": self.differences.len(),
            "mean_difference": sample.map(|sample| sample.mean),
            "std_difference": sample.map(|sample| sample.std),
            "p": signed_rank(&self.differences).map(|test| test.p),
        })
    }
}

fn differences(pairs: &[Pair<'_>]) -> String {
    let header = ["second − first, on equal splits", "splits", "difference %", "p"].map(str::to_owned).to_vec();
    let row = |pair: &Pair<'_>| {
        let sample = Sample::of(&pair.differences);
        let p = signed_rank(&pair.differences).map(|test| test.p);
        vec![
            format!("{} − {}", pair.second.name, pair.first.name),
            pair.differences.len().to_string(),
            sample.map_or_else(|| "–".to_owned(), |s| format!("{:+.2} ± {:.2}", s.mean, s.std)),
            p.map_or_else(|| "–".to_owned(), |p| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(pairs.iter().map(row)).collect();
    let table = render(&[Align::Left, Align::Right, Align::Right, Align::Right], &rows);
    let fewest = pairs.iter().map(|pair| pair.differences.len()).min().unwrap_or(0);
    let mut text = table + "\np: Wilcoxon's signed-rank test, two-sided, exact.";
    if fewest < 6 {
        text += " With fewer than 6 splits it cannot fall below 0.05.";
    }
    if pairs.len() > 1 {
        text += &format!(" {} pairs were tested: one in twenty is below 0.05 by chance.", pairs.len());
    }
    text + "\n"
}
