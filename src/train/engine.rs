//! A training run on its own threads: commands go in, events come out.
//!
//! Splits are trained side by side, each by a thread that drives it; all of them hand the parts of
//! their batches to one pool of computing threads. The bits do not depend on either number.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread::{self, JoinHandle},
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    checkpoint::{self, ModelMetadata},
    config::Config,
    control::Control,
    data::Data,
    division::{self, Division, Listed},
    error::TrainError,
    event::{Event, Started},
    folder::{DataSource, Log, RunFile, RunFolder},
    history::Status,
    memory::{Estimate, available_bytes},
    run::{End, Shared},
    settings_difference::{SettingDifference, setting_differences},
    snapshot::Snapshots,
    splits::train_concurrently,
    state::{SplitProgress, SplitState},
};
use crate::graph::Dataset;

/// A run that is ready to be started: its folder is there and fits the data.
pub struct Job {
    dataset: Arc<Dataset>,
    run: RunFile,
    folder: RunFolder,
    pub threads: usize,
    /// Splits trained at a time; the number of threads if not given.
    pub concurrent_splits: Option<usize>,
    /// In bytes; the free memory of the system if not given.
    pub memory_limit: Option<u64>,
    /// Whether the weights of the first split are saved after every epoch. This does not affect the result.
    pub keeps_snapshots: bool,
}

impl Job {
    /// A new run in a new folder, on splits that are drawn.
    pub fn create(dataset: Arc<Dataset>, data: DataSource, config: Config, path: &Path) -> Result<Self, TrainError> {
        // Whether there are classes at all is the first question.
        config.network(&dataset)?;
        let splits = Division::draw(&config, &dataset)?.unwrap_or_default();
        Self::create_with(dataset, data, config, Listed { splits, from: None }, path)
    }

    /// A new run on the splits that a file lists.
    pub fn create_on(
        dataset: Arc<Dataset>,
        data: DataSource,
        config: Config,
        listed: Listed,
        path: &Path,
    ) -> Result<Self, TrainError> {
        let config = Config { splits: listed.splits.len(), division: Division::File, ..config };
        division::check(&listed.splits, &dataset)?;
        Self::create_with(dataset, data, config, listed, path)
    }

    fn create_with(
        dataset: Arc<Dataset>,
        data: DataSource,
        config: Config,
        Listed { splits, from: splits_from }: Listed,
        path: &Path,
    ) -> Result<Self, TrainError> {
        config.network(&dataset)?;
        let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned();
        let classes = dataset.classes.iter().map(|class| class.show().to_owned()).collect();
        let run = RunFile { program, data, config, splits_from, classes, splits };
        let folder = RunFolder::create(path, &run)?;
        Ok(Self::new(dataset, run, folder))
    }

    /// A run to resume; the data must be unchanged.
    pub fn resume(dataset: Arc<Dataset>, path: &Path) -> Result<Self, TrainError> {
        let (folder, run) = RunFolder::open(path)?;
        let fingerprint = dataset.fingerprint();
        if fingerprint != run.data.fingerprint {
            let problem = format!(
                "this run was trained on {} (fingerprint {}), but {} is different data (fingerprint {fingerprint}); \
                 give the same data, or start a new run",
                run.data.name, run.data.fingerprint, dataset.name
            );
            return Err(TrainError::file(path, problem));
        }
        match Division::draw(&run.config, &dataset)? {
            Some(drawn) if drawn != run.splits => {
                return Err(TrainError::file(path, "the splits in run.json do not match its seed; start a new run"));
            }
            Some(_) => {}
            None => division::check(&run.splits, &dataset)?,
        }
        Ok(Self::new(dataset, run, folder))
    }

    /// The run in a folder if there is one, to go on with; else a new one there. The splits are those that are listed, or are
    /// drawn. A run with other settings is an error that names them.
    pub fn create_or_resume(
        dataset: Arc<Dataset>,
        data: DataSource,
        config: Config,
        listed: Option<Listed>,
        path: &Path,
    ) -> Result<Self, TrainError> {
        if !RunFolder::is_run(path) {
            return match listed {
                Some(listed) => Self::create_on(dataset, data, config, listed, path),
                None => Self::create(dataset, data, config, path),
            };
        }
        let (_, found) = RunFolder::open(path)?;
        let (config, splits_from, splits) = match listed {
            Some(Listed { splits, from }) => {
                let config = Config { splits: splits.len(), division: Division::File, ..config };
                (config, from, Some(splits))
            }
            None => (config, None, None),
        };
        let wanted = RunFile { data, config, splits_from, ..RunFile::default() };
        let mut differences: Vec<String> = setting_differences([&found, &wanted])
            .into_iter()
            .map(|SettingDifference { key, values: [there, here], .. }| format!("{key} {there} there, {here} here"))
            .collect();
        if splits.is_some_and(|splits| splits != found.splits) && differences.is_empty() {
            differences.push("other training, validation or test graphs".to_owned());
        }
        if differences.is_empty() {
            return Self::resume(dataset, path);
        }
        let problem = format!(
            "this folder contains a run with other settings ({}); give its settings, or choose another folder",
            differences.join("; ")
        );
        Err(TrainError::file(path, problem))
    }

    /// Whether every split has been trained, and scored if it is to be.
    pub fn is_finished(&self) -> Result<bool, TrainError> {
        let history = self.folder.results()?;
        let n_done = history.ended().filter(|row| row.test.is_some() == self.run.config.score_test).count();
        Ok(history.status == Status::Finished && n_done == self.run.config.splits)
    }

    fn new(dataset: Arc<Dataset>, run: RunFile, folder: RunFolder) -> Self {
        Self {
            dataset,
            run,
            folder,
            threads: default_threads(),
            concurrent_splits: None,
            memory_limit: None,
            keeps_snapshots: true,
        }
    }

    /// Scores the test set too, which a grid search leaves out.
    pub fn score_test(mut self) -> Result<Self, TrainError> {
        self.run.config.score_test = true;
        self.folder.write(&self.run)?;
        Ok(self)
    }

    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The contents of `run.json`.
    pub fn run(&self) -> &RunFile {
        &self.run
    }

    pub fn config(&self) -> &Config {
        &self.run.config
    }

    /// Estimate of the memory needed.
    pub fn estimate(&self) -> Result<Estimate, TrainError> {
        let (architecture, _) = self.run.config.network(&self.dataset)?;
        Ok(Estimate::new(&self.dataset, &architecture, self.threads, self.n_concurrent_splits()))
    }

    fn n_concurrent_splits(&self) -> usize {
        self.concurrent_splits.unwrap_or(self.threads).clamp(1, self.run.config.splits)
    }
}

/// What a cluster gives a task (`SLURM_CPUS_PER_TASK`), else what programs are told to use (`OMP_NUM_THREADS`), else the number
/// of processors.
pub fn default_threads() -> usize {
    let processors = || thread::available_parallelism().map_or(1, |n| n.get());
    threads_from(|name| std::env::var(name).ok()).unwrap_or_else(processors)
}

/// The first of these variables that has a number of threads.
fn threads_from(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    const MOST: usize = 1024;
    let number = |name: &&str| {
        // `OMP_NUM_THREADS` may be a list, one number for each level of nesting.
        let threads = variable(name)?.split(',').next()?.trim().parse().ok()?;
        (1..=MOST).contains(&threads).then_some(threads)
    };
    ["SLURM_CPUS_PER_TASK", "OMP_NUM_THREADS"].iter().find_map(number)
}

/// A run in progress. Dropping it stops the run and waits for it.
pub struct Engine {
    control: Arc<Control>,
    events: Option<Receiver<Event>>,
    thread: Option<JoinHandle<()>>,
}

/// Length of the event queue. Beyond it, progress is dropped; logged events wait.
const MOST_WAITING: usize = 1024;

impl Engine {
    /// Starts; `wake` is called after every event, from any thread.
    pub fn start(job: Job, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, TrainError> {
        Self::start_under(job, Arc::default(), wake)
    }

    /// Starts with an existing control, through which a pause or stop may have been requested already.
    pub fn start_under(
        job: Job,
        control: Arc<Control>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, TrainError> {
        let (sender, events) = sync_channel(MOST_WAITING);
        let its_control = control.clone();
        let body = move || {
            let listener = Listener { sender, wake: &wake };
            let outcome = catch_unwind(AssertUnwindSafe(|| run(&job, &its_control, &listener)));
            let outcome = outcome.unwrap_or_else(|panic| Err(TrainError::panicked("training", &*panic)));
            let Err(error) = outcome else { return };
            let event = Event::Failed { reason: error.to_string() };
            // If even this cannot be written, the listener still gets it.
            let _ = job.folder.log().and_then(|mut log| log.add(&event));
            listener.send(event);
        };
        let thread = thread::Builder::new().name("train".into()).spawn(body);
        let thread = thread.map_err(|error| TrainError::Threads(error.to_string()))?;
        Ok(Self { control, events: Some(events), thread: Some(thread) })
    }

    /// All events, in order, up to one that [is last](Event::is_last).
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.iter().flatten()
    }

    /// The events since the last call, without waiting.
    pub fn new_events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.iter().flat_map(Receiver::try_iter)
    }

    /// The commands: pause, resume, stop.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.control.stop();
        // Nobody receives events any more, so no thread waits for a place in the queue.
        self.events = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Listener<'a> {
    sender: SyncSender<Event>,
    wake: &'a (dyn Fn() + Send + Sync),
}

impl Listener<'_> {
    fn send(&self, event: Event) {
        if event.is_logged() {
            // A listener that is gone needs no event.
            let _ = self.sender.send(event);
        } else {
            match self.sender.try_send(event) {
                Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
            }
        }
        (self.wake)();
    }
}

/// The whole run: preprocess, train the unfinished splits, select the model.
fn run(job: &Job, control: &Control, listener: &Listener<'_>) -> Result<(), TrainError> {
    let config = &job.run.config;
    let _lock = job.folder.lock()?;
    let (architecture, signal) = config.network(&job.dataset)?;
    let estimate = job.estimate()?;
    if let Some(available) = job.memory_limit.or_else(available_bytes) {
        estimate.check(available, architecture.method)?;
    }
    let metadata = ModelMetadata::new(&job.dataset, &signal, config, &architecture);
    let unfinished = unfinished(job, &metadata)?;
    let pool = computing_threads(job.threads)?;
    let prepared = Data::prepare(&pool, &job.dataset, &signal, &architecture, control, &|event| listener.send(event))?;

    let log = Mutex::new(job.folder.log()?);
    let emit = |event: Event| emit(event, &log, listener);
    let Some(data) = prepared else { return emit(Event::Stopped) };
    emit(Event::Started(Started {
        splits: config.splits,
        splits_done: config.splits - unfinished.len(),
        threads: job.threads,
        concurrent_splits: job.n_concurrent_splits(),
        n_parameters: architecture.n_parameters(),
        memory_bytes: estimate.total(),
    }))?;
    let shared = Shared {
        config,
        architecture: &architecture,
        data: &data,
        pool: &pool,
        control,
        folder: &job.folder,
        metadata: &metadata,
        snapshots: job.keeps_snapshots.then(|| Snapshots::new(&job.folder, &architecture)),
        emit: &emit,
    };
    // A state is made when its turn comes: thousands of them would not fit.
    let train = |split: usize| {
        let path = job.folder.last(split);
        let state = if path.exists() {
            checkpoint::read_for(&path, &metadata, split)?
        } else {
            SplitState::start(&architecture, config, split)?
        };
        shared.train(&job.run.splits[split], state)
    };
    match train_concurrently(unfinished, job.n_concurrent_splits(), control, train)? {
        End::Stopped => emit(Event::Stopped),
        End::Done => {
            choose_model(&job.folder)?;
            emit(Event::Finished)
        }
    }
}

/// Logs an event if it is a logged one, then sends it.
fn emit(event: Event, log: &Mutex<Log>, listener: &Listener<'_>) -> Result<(), TrainError> {
    if event.is_logged() {
        log.lock().unwrap_or_else(PoisonError::into_inner).add(&event)?;
    }
    listener.send(event);
    Ok(())
}

/// The numbers of the unfinished splits.
///
/// The log is truncated to the checkpoints: an epoch that was logged but not saved is trained again.
fn unfinished(job: &Job, metadata: &ModelMetadata) -> Result<Vec<usize>, TrainError> {
    let config = &job.run.config;
    let mut scored = BTreeSet::new();
    job.folder.each_event(|event| {
        if let Event::SplitEnded(row) = event
            && row.test.is_some() == config.score_test
        {
            scored.insert(row.split);
        }
        Ok(())
    })?;
    // The epochs that are saved of each unfinished split.
    let mut saved = BTreeMap::new();
    for split in 0..config.splits {
        let path = job.folder.last(split);
        let progress =
            if path.exists() { checkpoint::progress_for(&path, metadata, split)? } else { SplitProgress::default() };
        if !(progress.is_done(config) && scored.contains(&split)) {
            saved.insert(split, progress.epoch);
        }
    }
    job.folder.retain_events(|event| match event {
        Event::EpochEnded(row) => saved.get(&row.split).is_none_or(|epoch| row.epoch <= *epoch),
        Event::SplitEnded(row) => !saved.contains_key(&row.split),
        _ => true,
    })?;
    Ok(saved.into_keys().collect())
}

pub fn computing_threads(threads: usize) -> Result<ThreadPool, TrainError> {
    ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .thread_name(|number| format!("train-{number}"))
        .build()
        .map_err(|error| TrainError::Threads(error.to_string()))
}

/// Copies the model of the split with the best validation accuracy.
fn choose_model(folder: &RunFolder) -> Result<(), TrainError> {
    let history = folder.results()?;
    let Some(best) = history.best_split() else { return Ok(()) };
    let (metadata, state) = checkpoint::read(&folder.best(best.split))?;
    checkpoint::write(&folder.model(), &metadata, &state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_those_of_the_task_then_of_the_environment() {
        let threads = |set: &[(&str, &str)]| {
            threads_from(|name| set.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(threads(&[]), None);
        assert_eq!(threads(&[("OMP_NUM_THREADS", "3")]), Some(3));
        assert_eq!(threads(&[("OMP_NUM_THREADS", "4,2")]), Some(4));
        assert_eq!(threads(&[("OMP_NUM_THREADS", "3"), ("SLURM_CPUS_PER_TASK", "1")]), Some(1));
        assert_eq!(threads(&[("OMP_NUM_THREADS", "3"), ("SLURM_CPUS_PER_TASK", "0")]), Some(3));
        assert_eq!(threads(&[("OMP_NUM_THREADS", "many")]), None);
    }
}
