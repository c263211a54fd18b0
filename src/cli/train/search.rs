//! `proxpool train --grid`: settings are searched on the validation sets; what is chosen is tested.

use std::{io::Write as _, path::Path, sync::Arc};

use anyhow::Context as _;

use super::{Arguments, report, stopped_search, train};
use crate::{
    files::write_atomically,
    graph::Dataset,
    train::{
        Config, DataSource, History, Job, RunFolder, Status,
        assessment::{self, Assessed, Assessment, Choice},
        division::Listed,
        folder::absolute,
        grid,
    },
};

/// The result of a search that trains anew what it chose.
const RESULT: &str = "result.json";

/// A search with its settings and what was found.
struct Search<'a> {
    dataset: &'a Arc<Dataset>,
    data: &'a DataSource,
    out: &'a Path,
    candidates: Vec<Config>,
    /// The results of each candidate.
    found: Vec<History>,
}

impl Arguments {
    /// Trains every setting of the grid without the test sets, then tests the best one.
    pub(super) fn search(
        &self,
        dataset: &Arc<Dataset>,
        data: &DataSource,
        config: &Config,
        out: &Path,
    ) -> anyhow::Result<()> {
        let fixed = self.fixed();
        let mut search = Search { dataset, data, out, candidates: grid::candidates(config, &fixed), found: Vec::new() };
        for (number, candidate) in (1..).zip(&search.candidates) {
            let name = grid::name(candidate);
            eprintln!("setting {number} of {}: {name}", search.candidates.len());
            let path = out.join(&name);
            // An interrupted search is resumed; the best of a finished one has been tested since.
            let mut candidate = candidate.clone();
            if RunFolder::is_run(&path) {
                candidate.score_test = RunFolder::open(&path)?.1.config.score_test;
            }
            let job = self.create_or_resume(dataset, data, candidate, &path)?;
            search.found.push(self.trained(job, out).with_context(|| name)?);
        }
        let heading = |axis: &&grid::Axis| axis.spread(config).len() > 1;
        let axes: Vec<&grid::Axis> = grid::searched(config, &fixed).filter(heading).collect();
        let best = grid::choose(&search.found).context("no setting finished training")?;
        eprint!("{}", report::grid(&axes, &search.candidates, &search.found, best));
        if self.select_per_split || self.repeats.is_some() {
            return self.assess(&search, best);
        }
        let job = Job::resume(dataset.clone(), &out.join(grid::name(&search.candidates[best])))?.score_test()?;
        self.finish(self.with_threads(job))
    }

    /// The keys of the settings that were given, which are not searched.
    fn fixed(&self) -> Vec<&'static str> {
        let choices =
            [("patience_on", self.choices.patience_on.is_some()), ("best_by", self.choices.best_by.is_some())];
        let choices = choices.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key);
        self.parameters.keys().chain(self.settings.keys()).chain(choices).collect()
    }

    /// The results of a run, trained to its end if it is not there yet.
    fn trained(&self, job: Job, out: &Path) -> anyhow::Result<History> {
        let folder = job.folder().clone();
        if !job.is_finished()? {
            match train(self.with_threads(job))?.status {
                Status::Failed(reason) => anyhow::bail!("{reason}"),
                Status::Stopped => stopped_search(out),
                _ => {}
            }
        }
        Ok(folder.results()?)
    }

    /// Trains what was chosen anew, as often as was asked for, and tests that.
    fn assess(&self, search: &Search<'_>, best: usize) -> anyhow::Result<()> {
        let repeats = self.repeats.map_or(1, usize::from);
        let (_, run) = RunFolder::open(&search.out.join(grid::name(&search.candidates[best])))?;
        let chosen: Option<Vec<usize>> = (0..run.splits.len())
            .map(|split| if self.select_per_split { grid::choose_on(&search.found, split) } else { Some(best) })
            .collect();
        let chosen = chosen.context("a split has no setting that finished training")?;
        let mut splits: Vec<Assessed> = chosen
            .iter()
            .enumerate()
            .map(|(split, &candidate)| {
                let row = search.found[candidate].splits.get(&split).and_then(|split| split.end.as_ref());
                Assessed {
                    split,
                    setting: grid::name(&search.candidates[candidate]),
                    config: search.candidates[candidate].clone(),
                    validation_accuracy: row.map_or(f64::NAN, |row| 100.0 * row.validation_accuracy),
                    test_accuracies: Vec::new(),
                }
            })
            .collect();
        for repeat in 1..=repeats {
            for choice in assessment::by_candidate(&chosen) {
                let job = search.again(&choice, &run.splits, repeat)?;
                eprintln!("test run {repeat} of {repeats}: {}", grid::name(job.config()));
                assessment::add(&mut splits, &choice, &self.trained(job, search.out)?);
            }
        }
        let result = Assessment {
            dataset: run.data.name,
            fingerprint: run.data.fingerprint,
            repeats,
            test_accuracy: assessment::over_splits(&splits),
            splits,
        };
        let json = serde_json::to_string_pretty(&result)?;
        write_atomically(&search.out.join(RESULT), |file| file.write_all(json.as_bytes()))?;
        if self.json {
            println!("{json}")
        } else {
            print!("{}", report::assessment(&result, search.out))
        }
        Ok(())
    }
}

impl Search<'_> {
    /// A new run of a choice on its splits, from a seed that the search has not had.
    fn again(&self, choice: &Choice, all: &[crate::graph::split::Split], repeat: usize) -> anyhow::Result<Job> {
        let mut config = Config { score_test: true, ..self.candidates[choice.candidate].clone() };
        let path = self.out.join(format!("test-{repeat}")).join(grid::name(&config));
        config.params.seed = config.params.seed.wrapping_add(repeat as u64);
        let splits = choice.splits.iter().map(|&split| all[split].clone()).collect();
        // Its own description lists them, and nothing else does.
        let from = absolute(&std::path::absolute(&path)?.join("run.json").display().to_string());
        let listed = Some(Listed { splits, from: Some(from) });
        Ok(Job::create_or_resume(self.dataset.clone(), self.data.clone(), config, listed, &path)?)
    }
}
