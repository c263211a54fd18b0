//! The current run. A thread receives the events of the engine, so that training never waits for a hidden or busy window.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::order::Order;
use crate::train::{Engine, Event, History, RunFile, Status, control::Control, history::SplitHistory};

/// Dropping it stops the run and waits for its end.
pub(crate) struct Live {
    control: Arc<Control>,
    inbox: Arc<Inbox>,
    thread: Option<JoinHandle<()>>,
    /// Folder and description, once created.
    pub run: Option<(PathBuf, Arc<RunFile>)>,
    pub history: History,
    /// Incremented when curves or table change.
    pub version: u64,
    started: Option<Instant>,
    epochs_here: usize,
    is_stop_asked: bool,
    /// Whether the run has ended.
    pub is_over: bool,
    /// Whether to select it once its folder exists.
    pub is_to_be_shown: bool,
}

/// Events not yet taken by the window.
struct Inbox {
    messages: Mutex<Vec<Message>>,
    ctx: Context,
    /// Whether a repaint is pending.
    is_asked: AtomicBool,
    /// Interval between repaints requested by training.
    interval_us: AtomicU64,
}

enum Message {
    /// The folder was created or opened, with the history of earlier sessions.
    Opened(PathBuf, Box<RunFile>, Box<History>),
    Event(Event),
}

/// Minimum and maximum interval between repaints requested by training.
const MIN_INTERVAL: Duration = Duration::from_millis(33);
const MAX_INTERVAL: Duration = Duration::from_millis(1000);
/// Repaints take at most 1/N of the time.
const SHARE: f64 = 40.0;

impl Live {
    /// Creates or opens the run and starts it, on other threads.
    pub(crate) fn start(order: Order, ctx: &Context) -> Self {
        let control = Arc::new(Control::default());
        let inbox = Arc::new(Inbox {
            messages: Mutex::default(),
            ctx: ctx.clone(),
            is_asked: AtomicBool::new(false),
            interval_us: AtomicU64::new(MIN_INTERVAL.as_micros() as u64),
        });
        let (its_control, its_inbox) = (control.clone(), inbox.clone());
        let body = move || {
            if let Err(reason) = listen(order, its_control, &its_inbox) {
                its_inbox.put(Message::Event(Event::Failed { reason }));
            }
        };
        let thread = thread::Builder::new().name("train-events".to_owned()).spawn(body);
        let mut history = History::default();
        if let Err(error) = &thread {
            history.status = Status::Failed(format!("could not start a thread ({error})"));
        }
        Self {
            control,
            inbox,
            is_over: thread.is_err(),
            thread: thread.ok(),
            run: None,
            history,
            version: 0,
            started: None,
            epochs_here: 0,
            is_stop_asked: false,
            is_to_be_shown: true,
        }
    }

    /// Takes new events; returns whether there were any.
    pub(crate) fn poll(&mut self) -> bool {
        self.inbox.is_asked.store(false, Ordering::Release);
        let messages = std::mem::take(&mut *self.inbox.lock());
        let is_news = !messages.is_empty();
        for message in messages {
            // Progress within an epoch changes only the progress bars.
            self.version += u64::from(!matches!(message, Message::Event(Event::BatchEnded(_))));
            match message {
                Message::Opened(path, run, before) => {
                    self.run = Some((path, Arc::new(*run)));
                    self.history = History { status: Status::Preparing, ..*before };
                }
                Message::Event(event) => self.take(event),
            }
        }
        is_news
    }

    fn take(&mut self, event: Event) {
        match &event {
            Event::Started(_) | Event::Resumed => {
                // Pauses do not count as training time.
                (self.started, self.epochs_here) = (Some(Instant::now()), 0);
            }
            Event::EpochEnded(_) => self.epochs_here += 1,
            event if event.is_last() => self.is_over = true,
            _ => {}
        }
        self.history.add(event);
    }

    /// Adapts the repaint interval to the frame time.
    pub(crate) fn note_frame_time(&self, seconds: f32) {
        let interval =
            Duration::from_secs_f64(SHARE * f64::from(seconds.clamp(0.0, 1.0))).clamp(MIN_INTERVAL, MAX_INTERVAL);
        self.inbox.interval_us.store(interval.as_micros() as u64, Ordering::Relaxed);
    }

    /// Interval between repaints requested by training.
    pub(crate) fn interval(&self) -> Duration {
        Duration::from_micros(self.inbox.interval_us.load(Ordering::Relaxed))
    }

    pub(crate) fn toggle_pause(&self) {
        if self.is_pausing() { self.control.resume() } else { self.control.pause() }
    }

    /// Whether a pause was requested; it starts after the current batches.
    pub(crate) fn is_pausing(&self) -> bool {
        self.control.is_pausing()
    }

    pub(crate) fn stop(&mut self) {
        self.is_stop_asked = true;
        self.control.stop();
    }

    /// Whether a stop was requested and is pending. The engine stops its threads after a run that ended by itself, too.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stop_asked && !self.is_over
    }

    /// Completed fraction, from 0 to 1, by splits and epochs.
    pub(crate) fn share(&self) -> f32 {
        let Some((_, run)) = &self.run else { return 0.0 };
        let epochs = |split: &SplitHistory| split.epochs.len() as f32 / run.config.epochs.max(1) as f32;
        let running: f32 = self.history.active().map(|(_, split)| epochs(split)).sum();
        ((self.history.ended().count() as f32 + running) / run.config.splits.max(1) as f32).min(1.0)
    }

    /// Estimated remaining time in seconds.
    pub(crate) fn seconds_left(&self) -> Option<f64> {
        let (_, run) = self.run.as_ref()?;
        let splits_left = run.config.splits - self.history.ended().count().min(run.config.splits);
        self.history.seconds_left(splits_left, run.config.epochs, (self.epochs_here, self.started?.elapsed()))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic has been reported already.
            let _ = thread.join();
        }
    }
}

impl Inbox {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Message>> {
        // Messages are pushed atomically, so a poisoned lock is still consistent.
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, message: Message) {
        let mut messages = self.lock();
        // Only the newest progress within an epoch is kept, so that a hidden window does not accumulate events.
        let is_batch = |message: &Message| matches!(message, Message::Event(Event::BatchEnded(_)));
        if is_batch(&message) && messages.len() > 64 && messages.last().is_some_and(is_batch) {
            messages.pop();
        }
        messages.push(message);
        drop(messages);
        if !self.is_asked.swap(true, Ordering::AcqRel) {
            let interval = Duration::from_micros(self.interval_us.load(Ordering::Relaxed));
            self.ctx.request_repaint_after(interval);
        }
    }
}

/// Starts the engine and receives its events until it ends.
fn listen(order: Order, control: Arc<Control>, inbox: &Inbox) -> Result<(), String> {
    let job = order.job()?;
    let folder = job.folder().clone();
    let before = folder.events().map_err(|error| error.to_string())?;
    let history = History::from_events(before);
    inbox.put(Message::Opened(folder.path().to_owned(), Box::new(job.run().clone()), Box::new(history)));
    let engine = Engine::start_under(job, control, || ()).map_err(|error| error.to_string())?;
    for event in engine.events() {
        let is_last = event.is_last();
        inbox.put(Message::Event(event));
        if is_last {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{state::loaded::Loaded, work::training::order::What},
        readers::catalog::{Catalog, LoadOptions},
        train::Config,
    };

    #[test]
    fn a_run_that_ends_by_itself_is_not_being_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let catalog = Catalog::default();
        let dataset = catalog.load("MUTAG", &LoadOptions::default()).unwrap();
        let config = Config { splits: 1, epochs: 1, hidden: 4, ..Config::for_dataset(&dataset) };
        let what = What::New { config: Box::new(config), root: folder.path().to_owned() };
        let data = Some(Arc::new(Loaded::new("MUTAG", dataset)));
        let mut live = Live::start(Order { data, catalog, what, threads: 1 }, &Context::default());
        // The engine has ended, and the window has not heard of it.
        live.thread.take().unwrap().join().unwrap();
        assert!(!live.is_over && !live.is_stopping());
        live.poll();
        assert_eq!((live.is_over, &live.history.status), (true, &Status::Finished));
    }
}
