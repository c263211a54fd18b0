//! The pattern of background work: submit a request, show the previous answer, take the new one when it is ready.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::error::WorkError;
use crate::cancel::Cancel;

/// A function from a request to its answer, with the name of its thread.
pub(crate) struct Job<Q, A> {
    pub name: &'static str,
    pub run: fn(Q) -> Result<A, WorkError>,
}

/// A request with its newest answer. An equal request is ignored.
pub(crate) struct Slot<Q, A> {
    asked: Option<Q>,
    running: Option<Running<Q, A>>,
    answered: Option<Q>,
    answer: Option<Arc<A>>,
    error: Option<String>,
    /// When the answer ceased to be that of the newest request.
    stale_since: Option<Instant>,
}

/// A failed request.
pub(crate) struct Failure<Q> {
    pub question: Q,
    pub error: String,
}

/// Work on its own thread; dropping it cancels the work.
struct Running<Q, A> {
    question: Q,
    outcome: Receiver<Result<A, WorkError>>,
    since: Instant,
    cancel: Cancel,
}

impl<Q, A> Drop for Running<Q, A> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Longer work is cancelled by a new request. Shorter work is completed, so that dragging a slider shows intermediate
/// answers.
const PATIENCE: Duration = Duration::from_millis(300);

impl<Q, A> Default for Slot<Q, A> {
    fn default() -> Self {
        Self { asked: None, running: None, answered: None, answer: None, error: None, stale_since: None }
    }
}

impl<Q: Clone + PartialEq + Send + 'static, A: Send + Sync + 'static> Slot<Q, A> {
    /// Submits a request. While one is running, only the newest other one waits.
    pub(crate) fn ask(&mut self, question: Q, ctx: &Context, job: &Job<Q, A>) {
        if self.asked.as_ref() != Some(&question) {
            self.asked = Some(question);
            self.error = None;
            // A request for the current answer does not make it stale.
            self.stale_since = if self.is_current() { None } else { self.stale_since.or(Some(Instant::now())) };
        }
        self.start(ctx, job);
    }

    fn start(&mut self, ctx: &Context, job: &Job<Q, A>) {
        let Some(latest) = self.asked.clone() else { return };
        self.running.take_if(|running| running.question != latest && running.since.elapsed() >= PATIENCE);
        if self.running.as_ref().is_some_and(|running| running.question != latest) {
            ctx.request_repaint_after(PATIENCE);
        }
        if self.running.is_some() || self.error.is_some() || self.answered.as_ref() == Some(&latest) {
            return;
        }
        let (sender, outcome) = sync_channel(1);
        let unstarted = sender.clone();
        let (question, waker, run, cancel) = (latest.clone(), ctx.clone(), job.run, Cancel::default());
        let its_cancel = cancel.clone();
        let body = move || {
            let outcome = its_cancel.run(|| run(question)).map_err(WorkError::from).flatten();
            // The window may have closed or submitted another request.
            let _ = sender.send(outcome);
            waker.request_repaint();
        };
        if let Err(error) = thread::Builder::new().name(job.name.to_owned()).spawn(body) {
            // Reported by the next poll, like any other failure.
            let _ = unstarted.send(Err(WorkError::NoThread(error)));
            ctx.request_repaint();
        }
        self.running = Some(Running { question: latest, outcome, since: Instant::now(), cancel });
    }

    /// Takes a finished answer; returns a failure.
    pub(crate) fn poll(&mut self) -> Option<Failure<Q>> {
        let outcome = match self.running.as_ref()?.outcome.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                Err(WorkError::Panicked("a background thread ended without a result".to_owned()))
            }
        };
        let question = self.running.take()?.question.clone();
        match outcome {
            Ok(answer) => {
                self.answer = Some(Arc::new(answer));
                self.answered = Some(question);
                if self.is_current() {
                    self.stale_since = None;
                }
                None
            }
            // Failures of superseded requests are ignored.
            Err(_) if self.asked.as_ref() != Some(&question) => None,
            Err(error) => {
                let error = error.to_string();
                self.error = Some(error.clone());
                Some(Failure { question, error })
            }
        }
    }

    /// Ends the work for the newest request, which is not started again until [`Self::retry`].
    pub(crate) fn stop(&mut self) {
        self.running = None;
        self.error = Some(WorkError::Cancelled.to_string());
    }

    /// Forgets that the newest request has failed or was stopped: it is started when it is asked again.
    pub(crate) fn retry(&mut self) {
        self.error = None;
    }

    /// The newest answer, possibly to an earlier request.
    pub(crate) fn answer(&self) -> Option<&Arc<A>> {
        self.answer.as_ref()
    }

    /// The request of the newest answer.
    pub(crate) fn answered(&self) -> Option<&Q> {
        self.answered.as_ref()
    }

    /// The newest request.
    pub(crate) fn asked(&self) -> Option<&Q> {
        self.asked.as_ref()
    }

    /// Why the newest request failed.
    pub(crate) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Whether the answer belongs to the newest request.
    pub(crate) fn is_current(&self) -> bool {
        self.asked == self.answered
    }

    /// For how long the answer has been out of date; none where it is not, where there is none, and where there will be no
    /// other.
    pub(crate) fn stale_for(&self) -> Option<Duration> {
        let is_waited_for = self.answer.is_some() && self.error.is_none() && !self.is_current();
        self.stale_since.filter(|_| is_waited_for).map(|since| since.elapsed())
    }

    /// Whether work takes long enough to show it.
    pub(crate) fn is_slow(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.since.elapsed() > PATIENCE)
    }

    /// Whether work is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;
    use crate::cancel::checkpoint;

    fn wait(mut is_done: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_done() {
            assert!(start.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// A request that runs until its channel is used or it is cancelled; it signals its end.
    #[derive(Clone)]
    struct Endless(u64, Sender<&'static str>);

    impl PartialEq for Endless {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }

    struct SignalsEnd(Sender<&'static str>);

    impl Drop for SignalsEnd {
        fn drop(&mut self) {
            let _ = self.0.send("unwound");
        }
    }

    const ENDLESS: Job<Endless, u64> = Job {
        name: "endless",
        run: |Endless(number, sender)| {
            let _end = SignalsEnd(sender);
            if number == 0 {
                loop {
                    checkpoint();
                    thread::sleep(Duration::from_millis(1));
                }
            }
            Ok(number)
        },
    };

    #[test]
    fn slow_work_is_cancelled_when_something_else_is_asked() {
        let ctx = Context::default();
        let mut slot: Slot<Endless, u64> = Slot::default();
        let (sender, ended) = channel();
        slot.ask(Endless(0, sender.clone()), &ctx, &ENDLESS);
        thread::sleep(PATIENCE + Duration::from_millis(50));
        assert!(slot.is_slow());
        wait(|| {
            slot.ask(Endless(1, sender.clone()), &ctx, &ENDLESS);
            slot.poll();
            slot.is_current()
        });
        assert_eq!(slot.answer().map(|answer| **answer), Some(1));
        let both = [ended.recv(), ended.recv()];
        assert_eq!(both, [Ok("unwound"); 2], "the endless work ended too");
    }

    #[test]
    fn work_that_is_stopped_ends_and_is_not_started_again_by_itself() {
        let ctx = Context::default();
        let mut slot: Slot<Endless, u64> = Slot::default();
        let (sender, ended) = channel();
        slot.ask(Endless(0, sender.clone()), &ctx, &ENDLESS);
        slot.stop();
        assert_eq!(ended.recv(), Ok("unwound"));
        slot.ask(Endless(0, sender.clone()), &ctx, &ENDLESS);
        assert_eq!((slot.is_busy(), slot.error()), (false, Some("cancelled")));
        assert_eq!(slot.stale_for(), None, "nothing will come");
        slot.retry();
        slot.ask(Endless(0, sender), &ctx, &ENDLESS);
        assert!(slot.is_busy());
    }

    #[test]
    fn a_slot_that_is_dropped_cancels_its_work() {
        let (sender, ended) = channel();
        let mut slot: Slot<Endless, u64> = Slot::default();
        slot.ask(Endless(0, sender), &Context::default(), &ENDLESS);
        drop(slot);
        assert_eq!(ended.recv(), Ok("unwound"));
    }

    const NEGATIVE: Job<i32, i32> = Job {
        name: "negative",
        run: |number| match number {
            -1 => panic!("a fault"),
            number if number < 0 => Err(WorkError::Message(format!("{number} is negative"))),
            number => Ok(number),
        },
    };

    #[test]
    fn a_failure_names_its_question_and_leaves_the_answer_before_it() {
        let ctx = Context::default();
        let mut slot: Slot<i32, i32> = Slot::default();
        slot.ask(3, &ctx, &NEGATIVE);
        wait(|| {
            assert!(slot.poll().is_none());
            slot.is_current()
        });
        for (number, message) in [(-2, "-2 is negative"), (-1, "internal error: a fault (please report)")] {
            slot.ask(number, &ctx, &NEGATIVE);
            let mut failure = None;
            assert!(slot.stale_for().is_some(), "3 is the answer to another question");
            wait(|| {
                failure = slot.poll();
                failure.is_some()
            });
            let failure = failure.unwrap();
            assert_eq!((failure.question, failure.error.as_str()), (number, message));
            assert_eq!((slot.answered(), slot.answer().map(|answer| **answer)), (Some(&3), Some(3)));
            assert_eq!((slot.error(), slot.is_current()), (Some(message), false));
            slot.ask(number, &ctx, &NEGATIVE);
            assert!(!slot.is_busy(), "what failed is not tried again");
        }
    }
}
