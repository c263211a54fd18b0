//! The folder of a study: its plan, its jobs, and a run folder for each of them.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    error::StudyError,
    job::{self, Job},
    load::Loader,
    plan::Plan,
};
use crate::{
    files::{format::FileFormat, write_atomically},
    train::{
        Config, DataSource, History, RunFile, RunFolder, event::Event, grid, settings_difference::setting_differences,
    },
};

/// The format of `jobs.json`.
const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };

/// The contents of `jobs.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manifest {
    pub name: String,
    pub about: String,
    /// Name and version of the program that made it.
    pub program: String,
    /// A hash of the plan that it was made from.
    pub plan: String,
    pub data: Vec<DataSource>,
    pub jobs: Vec<Job>,
}

/// The folder of a study, with its jobs.
#[derive(Clone, Debug)]
pub struct StudyFolder {
    path: PathBuf,
    pub manifest: Manifest,
}

const JOBS: &str = "jobs.json";
const RUNS: &str = "runs";
/// A run folder that is being made; it gets its name when it is whole.
pub const UNFINISHED: &str = ".new-";

impl StudyFolder {
    /// Makes the folder of a new study: reads the data and works out every job. `text` is the plan as it was written, and
    /// `base` the folder that it was in.
    pub fn create(path: &Path, plan: &Plan, text: &str, base: &Path, loader: &mut Loader) -> Result<Self, StudyError> {
        let failed = |error: std::io::Error| StudyError::file(path, format!("cannot be created: {error}"));
        if path.join(JOBS).exists() {
            let there = Self::open(path).map(|study| format!(" (“{}”)", study.manifest.name)).unwrap_or_default();
            let problem =
                format!("this folder already contains a study{there}; run that one, or choose another folder");
            return Err(StudyError::file(path, problem));
        }
        if path.exists() && fs::read_dir(path).map_err(failed)?.next().is_some() {
            return Err(StudyError::file(path, "this folder is not empty; choose another folder"));
        }
        let data = plan.datasets.iter().map(|data| loader.choose(data)).collect::<Result<Vec<_>, _>>()?;
        let jobs = job::jobs(plan, &data, base).map_err(|problem| StudyError::Plan {
            path: path.join(plan_name(text)),
            line: None,
            problem,
        })?;
        let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned();
        let data = data.into_iter().map(|(source, _)| source).collect();
        let (name, about) = (plan.name.clone(), plan.about.clone());
        let manifest = Manifest { name, about, program, plan: hash(text), data, jobs };
        let study = Self { path: path.to_owned(), manifest };
        fs::create_dir_all(study.runs()).map_err(failed)?;
        fs::create_dir_all(study.claims()).map_err(failed)?;
        study.write_file(plan_name(text), |file| file.write_all(text.as_bytes()))?;
        // Last: a folder without it is no study.
        study.write_file(JOBS, |file| {
            serde_json::to_writer_pretty(&mut *file, &FORMAT.numbered(&study.manifest))?;
            file.write_all(b"\n")
        })?;
        Ok(study)
    }

    /// Opens the folder of a study.
    pub fn open(path: &Path) -> Result<Self, StudyError> {
        let file = path.join(JOBS);
        let text = fs::read(&file).map_err(|error| {
            StudyError::file(&file, format!("cannot be read ({error}); check that this is the folder of a study"))
        })?;
        let manifest: Manifest =
            FORMAT.read(&text).map_err(|error| StudyError::unread(&file, "this is not a valid list of jobs", error))?;
        let known = manifest.data.len();
        if let Some(job) = manifest.jobs.iter().find(|job| job.data >= known) {
            return Err(StudyError::file(
                &file,
                format!("the job {} is on data number {}, of {known}", job.key, job.data),
            ));
        }
        let study = Self { path: path.to_owned(), manifest };
        study.check_plan()?;
        Ok(study)
    }

    /// Whether a path is the folder of a study.
    pub fn is_study(path: &Path) -> bool {
        path.join(JOBS).is_file()
    }

    /// The plan is kept to be read; a change of it would change nothing.
    fn check_plan(&self) -> Result<(), StudyError> {
        for name in [PLAN_TOML, PLAN_JSON] {
            let path = self.path.join(name);
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if hash(&text) != self.manifest.plan {
                let problem = "this plan was changed after its study was made, or is that of another one; make a new study \
                               from it, which can take over the runs of this one";
                return Err(StudyError::file(path, problem));
            }
        }
        Ok(())
    }

    fn write_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut std::io::BufWriter<&mut fs::File>) -> std::io::Result<()>,
    ) -> Result<(), StudyError> {
        let path = self.path.join(name);
        write_atomically(&path, write)
            .map_err(|error| StudyError::file(&path, format!("could not be written: {error}")))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of the runs.
    pub fn runs(&self) -> PathBuf {
        self.path.join(RUNS)
    }

    /// The folder of the claims.
    pub fn claims(&self) -> PathBuf {
        self.path.join("claims")
    }

    /// Where its results are collected.
    pub fn summary(&self) -> PathBuf {
        self.path.join("summary.json")
    }

    pub fn jobs(&self) -> &[Job] {
        &self.manifest.jobs
    }

    /// The data of a job.
    pub fn data_of(&self, job: &Job) -> &DataSource {
        &self.manifest.data[job.data]
    }

    /// The run folder of a job, whether it is there or not.
    pub fn run_of(&self, job: &Job) -> PathBuf {
        self.runs().join(&job.key)
    }

    /// The run of a job, if it has been started. One with other settings or on other data is an error.
    pub fn opened(&self, job: &Job) -> Result<Option<(RunFolder, RunFile)>, StudyError> {
        let path = self.run_of(job);
        if !path.exists() {
            return Ok(None);
        }
        if !RunFolder::is_run(&path) {
            let problem = "this folder is in the place of a run, but is none; move it elsewhere";
            return Err(StudyError::file(&path, problem));
        }
        let (folder, run) = RunFolder::open(&path)?;
        match self.difference(job, &run) {
            None => Ok(Some((folder, run))),
            Some(difference) => Err(StudyError::file(
                &path,
                format!("this run is not that of the job {}: {difference}; move it elsewhere", job.key),
            )),
        }
    }

    /// Where a run differs from what a job asks for. Whether the test set has been scored is no difference.
    pub fn difference(&self, job: &Job, run: &RunFile) -> Option<String> {
        let data = self.data_of(job);
        if run.data.fingerprint != data.fingerprint {
            return Some(format!(
                "it was trained on other data ({}, fingerprint {})",
                run.data.name, run.data.fingerprint
            ));
        }
        let asked = RunFile {
            config: Config { score_test: run.config.score_test, ..job.config.clone() },
            data: run.data.clone(),
            ..RunFile::default()
        };
        let found: Vec<String> = setting_differences([&asked, run])
            .into_iter()
            .map(|it| format!("{} is {} in place of {}", it.key, it.values[1], it.values[0]))
            .collect();
        (!found.is_empty()).then(|| found.join(", "))
    }

    /// What lies among the runs and is none of this study.
    pub fn foreign(&self) -> Result<Vec<String>, StudyError> {
        let runs = self.runs();
        let listing = match fs::read_dir(&runs) {
            Ok(listing) => listing,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StudyError::file(&runs, format!("cannot be read: {error}"))),
        };
        let names = listing.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
        let is_own = |name: &String| name.starts_with('.') || self.jobs().iter().any(|job| job.key == *name);
        let mut foreign: Vec<String> = names.filter(|name| !is_own(name)).collect();
        foreign.sort();
        Ok(foreign)
    }

    /// An error if there is something foreign among the runs.
    pub fn check_runs(&self) -> Result<(), StudyError> {
        match self.foreign()?.first() {
            None => Ok(()),
            Some(name) => Err(StudyError::file(
                self.runs().join(name),
                format!(
                    "this is no run of the study “{}”; move it elsewhere, or take it over by its settings",
                    self.manifest.name
                ),
            )),
        }
    }

    /// The jobs of each cell of the table, in order.
    pub fn cells(&self) -> Vec<Vec<&Job>> {
        let mut cells: Vec<Vec<&Job>> = Vec::new();
        for job in self.jobs() {
            match cells.iter_mut().find(|cell| cell[0].cell == job.cell) {
                Some(cell) => cell.push(job),
                None => cells.push(vec![job]),
            }
        }
        cells
    }

    /// Whether the run of a job has trained all of its splits.
    pub fn is_trained(&self, job: &Job) -> Result<bool, StudyError> {
        let Some((folder, _)) = self.opened(job)? else { return Ok(false) };
        Ok(folder.ends_with(&Event::Finished))
    }

    /// The job of a cell that is tested: its only one, or the best candidate by validation once all are trained.
    pub fn chosen<'a>(&self, cell: &[&'a Job]) -> Result<Option<&'a Job>, StudyError> {
        let [first, ..] = cell else { return Ok(None) };
        if !first.is_candidate {
            return Ok(Some(first));
        }
        let mut histories = Vec::new();
        for job in cell {
            if !self.is_trained(job)? {
                return Ok(None);
            }
            histories.push(History::from_events(RunFolder::at(&self.run_of(job)).events()?));
        }
        Ok(grid::choose(&histories).map(|idx| cell[idx]))
    }
}

const PLAN_TOML: &str = "study.toml";
const PLAN_JSON: &str = "study.json";

/// JSON starts with a brace, which TOML cannot.
fn plan_name(text: &str) -> &'static str {
    if text.trim_start().starts_with('{') { PLAN_JSON } else { PLAN_TOML }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
