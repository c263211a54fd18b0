//! A training run on threads of its own: commands go in, events come out.
//!
//! Splits are trained side by side, each by a thread that drives it; all of them hand the parts of
//! their batches to one pool of computing threads. The bits do not depend on either number.

use std::{
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
    checkpoint::{self, Card},
    config::{Config, labelled},
    control::Control,
    data::Data,
    error::TrainError,
    event::{Event, Started},
    folder::{DataSource, Log, RunFile, RunFolder},
    history::History,
    memory::{Estimate, available_bytes},
    run::{End, Shared},
    snapshot::Snapshots,
    splits::train_concurrently,
    state::SplitState,
};
use crate::{
    graph::{Dataset, split::Split},
    model::Architecture,
};

/// A run that is ready to be started: its folder is there and fits the data.
pub struct Job {
    dataset: Arc<Dataset>,
    run: RunFile,
    folder: RunFolder,
    /// Computing threads.
    pub threads: usize,
    /// Splits trained side by side; as many as there are threads where not given.
    pub side_by_side: Option<usize>,
    /// Bytes that may be taken; what the system has free where not given.
    pub memory_limit: Option<u64>,
    /// Whether the weights of the first split are kept epoch by epoch. They change no bit of the result.
    pub keeps_snapshots: bool,
}

impl Job {
    /// A new run in a new folder.
    pub fn create(dataset: Arc<Dataset>, data: DataSource, config: Config, path: &Path) -> Result<Self, TrainError> {
        config.network(&dataset)?;
        let graphs = labelled(&dataset)?;
        let splits = (0..config.splits).map(|number| Split::new(&graphs, config.params.seed, number)).collect();
        let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned();
        let run = RunFile { program, data, config, splits };
        let folder = RunFolder::create(path, &run)?;
        Ok(Self::of(dataset, run, folder))
    }

    /// A run to go on with; the data must be what it was.
    pub fn resume(dataset: Arc<Dataset>, path: &Path) -> Result<Self, TrainError> {
        let (folder, run) = RunFolder::open(path)?;
        let fingerprint = dataset.fingerprint();
        if fingerprint != run.data.fingerprint {
            let problem = format!(
                "this run was trained on {} (fingerprint {}), and {} is other data ({fingerprint}); give the same data, or start a new run",
                run.data.name, run.data.fingerprint, dataset.name
            );
            return Err(TrainError::file(path, problem));
        }
        let graphs = labelled(&dataset)?;
        let is_split = |(number, split): (usize, &Split)| *split == Split::new(&graphs, run.config.params.seed, number);
        if !run.splits.iter().enumerate().all(is_split) {
            return Err(TrainError::file(path, "the splits in run.json are not those of its seed; start a new run"));
        }
        Ok(Self::of(dataset, run, folder))
    }

    fn of(dataset: Arc<Dataset>, run: RunFile, folder: RunFolder) -> Self {
        Self {
            dataset,
            run,
            folder,
            threads: default_threads(),
            side_by_side: None,
            memory_limit: None,
            keeps_snapshots: true,
        }
    }

    /// Has the test set scored, where a search for parameters had left it alone.
    pub fn score_test(mut self) -> Result<Self, TrainError> {
        self.run.config.score_test = true;
        self.folder.write(&self.run)?;
        Ok(self)
    }

    /// Where it is.
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// What `run.json` says of it.
    pub fn run(&self) -> &RunFile {
        &self.run
    }

    /// How it is trained.
    pub fn config(&self) -> &Config {
        &self.run.config
    }

    /// What it will take.
    pub fn estimate(&self) -> Result<Estimate, TrainError> {
        let (architecture, _) = self.run.config.network(&self.dataset)?;
        Ok(Estimate::new(&self.dataset, &architecture, self.threads, self.n_side_by_side()))
    }

    fn n_side_by_side(&self) -> usize {
        self.side_by_side.unwrap_or(self.threads).clamp(1, self.run.config.splits)
    }
}

/// As many threads as there are processors.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get())
}

/// A run in progress. Dropping it stops the run and waits for it.
pub struct Engine {
    control: Arc<Control>,
    events: Option<Receiver<Event>>,
    thread: Option<JoinHandle<()>>,
}

/// Events that may wait to be heard; progress beyond that is dropped, facts wait.
const MOST_WAITING: usize = 1024;

impl Engine {
    /// Starts; `wake` is called after every event, from any thread.
    pub fn start(job: Job, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, TrainError> {
        Self::start_under(job, Arc::default(), wake)
    }

    /// Starts under a control that somebody holds already, who may have asked to pause or to stop.
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
            // Where not even this can be written, it is still told.
            let _ = job.folder.log().and_then(|mut log| log.add(&event));
            listener.send(event);
        };
        let thread = thread::Builder::new().name("train".into()).spawn(body);
        let thread = thread.map_err(|error| TrainError::Threads(error.to_string()))?;
        Ok(Self { control, events: Some(events), thread: Some(thread) })
    }

    /// What happened, in order; it ends with an event that [is last](Event::is_last).
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.iter().flatten()
    }

    /// What happened since the last call, without waiting.
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
        // Nobody listens any more, so nothing waits to be heard.
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
        match event.is_logged() {
            // A listener that has gone needs nothing.
            true => drop(self.sender.send(event)),
            false => match self.sender.try_send(event) {
                Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
            },
        }
        (self.wake)();
    }
}

/// The whole run: prepare, train the splits that are not done, choose the model.
fn run(job: &Job, control: &Control, listener: &Listener<'_>) -> Result<(), TrainError> {
    let config = &job.run.config;
    let _lock = job.folder.lock()?;
    let (architecture, signal) = config.network(&job.dataset)?;
    let estimate = job.estimate()?;
    if let Some(available) = job.memory_limit.or_else(available_bytes) {
        estimate.check(available, architecture.method)?;
    }
    let card = Card::new(&job.dataset, &signal, config, &architecture);
    let states = states(job, &card, &architecture)?;
    let pool = computing_threads(job.threads)?;
    let prepared = Data::prepare(&pool, &job.dataset, &signal, &architecture, control, &|event| listener.send(event))?;

    let log = Mutex::new(job.folder.log()?);
    let tell = |event: Event| tell(event, &log, listener);
    let Some(data) = prepared else { return tell(Event::Stopped) };
    tell(Event::Started(Started {
        splits: config.splits,
        splits_done: config.splits - states.len(),
        threads: job.threads,
        side_by_side: job.n_side_by_side(),
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
        card: &card,
        snapshots: job.keeps_snapshots.then(|| Snapshots::new(&job.folder, &architecture)),
        tell: &tell,
    };
    let train = |state: SplitState| shared.train(&job.run.splits[state.progress.split], state);
    match train_concurrently(states, job.n_side_by_side(), control, train)? {
        End::Stopped => tell(Event::Stopped),
        End::Done => {
            choose_model(&job.folder)?;
            tell(Event::Finished)
        }
    }
}

/// Logs an event where it belongs there, then sends it.
fn tell(event: Event, log: &Mutex<Log>, listener: &Listener<'_>) -> Result<(), TrainError> {
    if event.is_logged() {
        log.lock().unwrap_or_else(PoisonError::into_inner).add(&event)?;
    }
    listener.send(event);
    Ok(())
}

/// The states of the splits that are not done.
///
/// The log is put back to what the states know: what was told of an epoch whose state was not
/// written any more will happen again.
fn states(job: &Job, card: &Card, architecture: &Architecture) -> Result<Vec<SplitState>, TrainError> {
    let config = &job.run.config;
    let mut events = job.folder.events()?;
    let mut states = Vec::new();
    for split in 0..config.splits {
        let path = job.folder.last(split);
        let state = match path.exists() {
            true => checkpoint::read_for(&path, card, split)?,
            false => SplitState::start(architecture, config, split)?,
        };
        let is_scored = |event: &Event| matches!(event, Event::SplitEnded(row) if row.split == split && row.test.is_some() == config.score_test);
        if state.progress.is_done(config) && events.iter().any(is_scored) {
            continue;
        }
        let epoch = state.progress.epoch;
        events.retain(|event| match event {
            Event::EpochEnded(row) => row.split != split || row.epoch <= epoch,
            Event::SplitEnded(row) => row.split != split,
            _ => true,
        });
        states.push(state);
    }
    job.folder.rewrite_events(&events)?;
    Ok(states)
}

/// A pool of so many threads.
pub fn computing_threads(threads: usize) -> Result<ThreadPool, TrainError> {
    ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .thread_name(|number| format!("train-{number}"))
        .build()
        .map_err(|error| TrainError::Threads(error.to_string()))
}

/// Copies the model of the best split, by validation alone.
fn choose_model(folder: &RunFolder) -> Result<(), TrainError> {
    let history = History::of(folder.events()?);
    let best = history.ended().max_by(|a, b| {
        let by_loss = b.validation_loss.total_cmp(&a.validation_loss);
        a.validation_accuracy.total_cmp(&b.validation_accuracy).then(by_loss).then(b.split.cmp(&a.split))
    });
    let Some(best) = best else { return Ok(()) };
    let (card, state) = checkpoint::read(&folder.best(best.split))?;
    checkpoint::write(&folder.model(), &card, &state)
}
