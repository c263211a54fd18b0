//! `proxpool evaluate`: a trained model, or every model of a run, scored on a dataset.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use serde_json::{Value, json};

use super::{
    dataset::DatasetArgument,
    table::{Align, render},
};
use crate::{
    math::sample::Sample,
    train::{
        Confusion, RunFolder,
        engine::default_threads,
        score::{Scored, Scorer},
    },
    units::percent,
};

#[derive(Args)]
pub struct Arguments {
    /// A model (`best.safetensors`) or a run folder
    model: PathBuf,

    #[command(flatten)]
    dataset: DatasetArgument,

    /// Print the scores as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let models = if RunFolder::is_run(&arguments.model) {
        let (folder, run) = RunFolder::open(&arguments.model)?;
        (0..run.config.splits).map(|split| folder.best(split)).filter(|path| path.exists()).collect()
    } else {
        vec![arguments.model.clone()]
    };
    if models.is_empty() {
        anyhow::bail!("{} has no model yet; resume the run first", arguments.model.display());
    }
    let dataset = Arc::new(arguments.dataset.load()?);
    let mut scorer = Scorer::new(dataset, default_threads())?;
    let scores = models.iter().map(|path| scorer.score(path)).collect::<Result<Vec<_>, _>>()?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&scores.iter().map(to_json).collect::<Vec<_>>())?)
    } else {
        print!("{}", report(&scores))
    }
    Ok(())
}

fn to_json(score: &Scored) -> Value {
    let parts: Vec<Value> = score
        .parts
        .iter()
        .map(|(name, score)| json!({ "part": name, "graphs": score.confusion.n_graphs(), "score": score }))
        .collect();
    json!({ "model": score.path, "split": score.split, "epoch": score.epoch, "classes": score.classes, "parts": parts })
}

fn report(scores: &[Scored]) -> String {
    let header = ["split", "epoch", "graphs", "", "accuracy (%)", "loss"].map(str::to_owned).to_vec();
    let mut rows = vec![header];
    for score in scores {
        for (name, part) in &score.parts {
            rows.push(vec![
                score.split.to_string(),
                score.epoch.to_string(),
                part.confusion.n_graphs().to_string(),
                (*name).to_owned(),
                percent(part.accuracy),
                format!("{:.4}", part.loss),
            ]);
        }
    }
    let align = [Align::Right, Align::Right, Align::Right, Align::Left, Align::Right, Align::Right];
    let mut text = render(&align, &rows);
    // Of several subsets the last is the test set; new data has one subset only.
    let (name, confusion) = together(scores);
    let accuracies: Vec<f64> =
        scores.iter().filter_map(|score| score.parts.last()).map(|(_, part)| 100.0 * part.accuracy).collect();
    if let Some(sample) = Sample::new(&accuracies).filter(|sample| sample.n > 1) {
        text += &format!("\n{name}  {sample} % over {} splits\n", sample.n);
    }
    let classes = scores.first().map_or(&[][..], |score| &score.classes);
    text + &format!(
        "\nconfusion matrix ({name}; rows: true class, columns: predicted)\n{}",
        table_of(&confusion, classes)
    )
}

fn together(scores: &[Scored]) -> (&'static str, Confusion) {
    let mut parts = scores.iter().filter_map(|score| score.parts.last());
    let Some((name, first)) = parts.next() else { return ("", Confusion::default()) };
    let mut all = first.confusion.clone();
    parts.for_each(|(_, part)| all.merge(&part.confusion));
    (name, all)
}

fn table_of(confusion: &Confusion, classes: &[String]) -> String {
    let header = std::iter::once(String::new()).chain(classes.iter().cloned()).collect();
    let row = |(class, counts): (&String, &Vec<u32>)| {
        std::iter::once(class.clone()).chain(counts.iter().map(u32::to_string)).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(classes.iter().zip(&confusion.0).map(row)).collect();
    render(&vec![Align::Right; classes.len() + 1], &rows)
}
