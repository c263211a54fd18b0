//! `proxpool study new`: from a plan to a folder with its jobs.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use serde_json::Value;

use super::{builtin_names, loader};
use crate::{
    study::{StudyFolder, builtin, plan::Plan},
    train::command_line::quoted,
    units,
};

#[derive(Args)]
pub struct Arguments {
    /// `paper`, `ablation`, `controls` or `smoke`, or a study file (TOML or JSON)
    plan: String,

    /// Folder of the study; must not exist, or be empty
    study_dir: PathBuf,

    /// Search the paper's grid of τ, s and weight decay by validation accuracy; only the best setting is tested
    #[arg(long)]
    grid: bool,

    /// Datasets in place of those of the plan, separated by commas: names or paths
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    datasets: Vec<String>,

    /// Operators in place of those of the plan, separated by commas
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pool: Vec<String>,

    /// Number of splits of every job
    #[arg(long, value_name = "N")]
    splits: Option<u32>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = Path::new(&arguments.plan);
    let (mut plan, mut text, base) = match builtin::plan(&arguments.plan) {
        // A file of that name goes before the plan that is built in, as a dataset's path does before its name.
        Some(plan) if !file.is_file() => {
            let text = plan.to_toml();
            (plan, text, Path::new("."))
        }
        None if !file.exists() => {
            bail!("there is no study file {file}; give one, or one of {}", builtin_names(), file = arguments.plan)
        }
        _ => {
            let (plan, text) = Plan::open(file)?;
            (plan, text, file.parent().unwrap_or(Path::new(".")))
        }
    };
    if arguments.changes(&mut plan) {
        text = plan.to_toml();
        // The same checks as those of a file.
        plan = Plan::parse(&text, file)?;
    }
    let study = StudyFolder::create(&arguments.study_dir, &plan, &text, base, &mut loader())?;
    let cost: f64 = study.jobs().iter().map(|job| job.cost).sum();
    let memory = study.jobs().iter().map(|job| job.memory).max().unwrap_or_default();
    println!(
        "{}: {} in {} of the table, roughly {} on one processor, at most {} of memory per job\nWork it off with:\n  \
         proxpool study run {}",
        study.manifest.name,
        units_of(study.jobs().len(), "job"),
        units_of(study.cells().len(), "cell"),
        units::long_time(cost),
        units::bytes(memory),
        quoted(&arguments.study_dir.display().to_string()),
    );
    Ok(())
}

/// `1 job`, `3 jobs`.
pub(super) fn units_of(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

impl Arguments {
    /// Puts what was given in the place of what the plan says; whether anything was.
    fn changes(&self, plan: &mut Plan) -> bool {
        if self.grid {
            plan.grid = true;
        }
        if !self.datasets.is_empty() {
            let known = plan.datasets.clone();
            let choice = |name: &String| {
                let own = known.iter().find(|data| data.source().eq_ignore_ascii_case(name)).cloned();
                own.unwrap_or_else(|| crate::study::plan::DataChoice::Name(name.clone()))
            };
            plan.datasets = self.datasets.iter().map(choice).collect();
        }
        if !self.pool.is_empty() {
            plan.arms.retain(|arm| self.pool.contains(&arm.name));
            let is_arm = |name: &String| plan.arms.iter().any(|arm| arm.name == *name);
            plan.pools = self.pool.iter().filter(|name| !is_arm(name)).cloned().collect();
        }
        if let Some(splits) = self.splits {
            plan.settings.insert("splits".to_owned(), Value::from(splits));
            for change in &mut plan.change {
                change.settings.remove("splits");
            }
        }
        if !self.datasets.is_empty() || !self.pool.is_empty() {
            plan.forget_changes_of_others();
        }
        self.grid || !self.datasets.is_empty() || !self.pool.is_empty() || self.splits.is_some()
    }
}
