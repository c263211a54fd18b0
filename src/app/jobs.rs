//! Work off the window's thread: ask, go on drawing the previous answer, take the new one when it is there.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, TryRecvError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

/// A question with its newest answer. The same question asked again costs nothing.
pub struct Slot<Q, A> {
    wanted: Option<Q>,
    running: Option<Running<Q, A>>,
    /// Threads that still work, those that nobody waits for any more among them.
    alive: Arc<AtomicUsize>,
    answered: Option<Q>,
    answer: Option<Arc<A>>,
    error: Option<String>,
}

/// A question without an answer, and why.
pub struct Failure<Q> {
    pub question: Q,
    pub error: String,
}

struct Running<Q, A> {
    question: Q,
    outcome: Receiver<Result<A, String>>,
    since: Instant,
}

/// Work that takes longer is left to itself when something else is wanted.
const PATIENCE: Duration = Duration::from_millis(300);
/// So many threads may work at a time, or changes of mind would fill the machine.
const MOST_ALIVE: usize = 3;

impl<Q, A> Default for Slot<Q, A> {
    fn default() -> Self {
        Self { wanted: None, running: None, alive: Arc::default(), answered: None, answer: None, error: None }
    }
}

impl<Q: Clone + PartialEq + Send + 'static, A: Send + Sync + 'static> Slot<Q, A> {
    /// Says what is wanted now. Quick work is waited for; of several wishes the newest is next.
    pub fn ask(&mut self, wanted: Q, ctx: &Context, work: fn(Q) -> Result<A, String>) {
        if self.wanted.as_ref() != Some(&wanted) {
            self.wanted = Some(wanted);
            self.error = None;
        }
        self.start(ctx, work);
    }

    fn start(&mut self, ctx: &Context, work: fn(Q) -> Result<A, String>) {
        let Some(wanted) = self.wanted.clone() else { return };
        let is_left = |running: &mut Running<Q, A>| {
            running.question != wanted
                && running.since.elapsed() >= PATIENCE
                && self.alive.load(Ordering::Relaxed) < MOST_ALIVE
        };
        self.running.take_if(is_left);
        if self.running.as_ref().is_some_and(|running| running.question != wanted) {
            ctx.request_repaint_after(PATIENCE);
        }
        if self.running.is_some() || self.error.is_some() || self.answered.as_ref() == Some(&wanted) {
            return;
        }
        let (sender, outcome) = sync_channel(1);
        let unstarted = sender.clone();
        let (question, waker, alive) = (wanted.clone(), ctx.clone(), self.alive.clone());
        alive.fetch_add(1, Ordering::Relaxed);
        let body = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(question)))
                .unwrap_or_else(|_| Err("the program has a fault here; please report it".to_owned()));
            alive.fetch_sub(1, Ordering::Relaxed);
            // The window may have closed or changed its mind meanwhile.
            let _ = sender.send(outcome);
            waker.request_repaint();
        };
        if let Err(error) = thread::Builder::new().name("explore".to_owned()).spawn(body) {
            self.alive.fetch_sub(1, Ordering::Relaxed);
            // Told by the next poll, as any other failure.
            let _ = unstarted.send(Err(format!("no thread could be started ({error})")));
            ctx.request_repaint();
        }
        self.running = Some(Running { question: wanted, outcome, since: Instant::now() });
    }

    /// Takes a finished answer; if the work failed, the question that failed and an error to tell.
    pub fn poll(&mut self) -> Option<Failure<Q>> {
        let running = self.running.take()?;
        let error = match running.outcome.try_recv() {
            Ok(Ok(answer)) => {
                self.answer = Some(Arc::new(answer));
                self.answered = Some(running.question);
                return None;
            }
            Err(TryRecvError::Empty) => {
                self.running = Some(running);
                return None;
            }
            Ok(Err(error)) => error,
            Err(TryRecvError::Disconnected) => "work stopped unexpectedly".to_owned(),
        };
        // What nobody wants any more is nobody's error.
        let is_wanted = self.wanted.as_ref() == Some(&running.question);
        self.error = is_wanted.then(|| error.clone());
        is_wanted.then_some(Failure { question: running.question, error })
    }

    /// The newest answer, which may be to an earlier question.
    pub fn answer(&self) -> Option<&Arc<A>> {
        self.answer.as_ref()
    }

    /// The question that the newest answer is to.
    pub fn answered(&self) -> Option<&Q> {
        self.answered.as_ref()
    }

    /// What was asked last.
    pub fn asked(&self) -> Option<&Q> {
        self.wanted.as_ref()
    }

    /// Why there is no answer to what is wanted.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Whether the answer is to what is wanted.
    pub fn is_current(&self) -> bool {
        self.wanted == self.answered
    }

    /// Whether work is going on for so long that people ask themselves whether it is.
    pub fn is_slow(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.since.elapsed() > PATIENCE)
    }

    /// Whether work is going on.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(mut done: impl FnMut() -> bool) {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn slow_work_that_nobody_wants_any_more_does_not_stand_in_the_way() {
        let ctx = Context::default();
        let mut slot: Slot<u64, u64> = Slot::default();
        let work = |ms: u64| {
            thread::sleep(Duration::from_millis(ms));
            Ok(ms)
        };
        slot.ask(5000, &ctx, work);
        thread::sleep(PATIENCE + Duration::from_millis(50));
        assert!(slot.is_slow());
        take(|| {
            slot.ask(1, &ctx, work);
            slot.poll();
            slot.is_current()
        });
        assert_eq!(slot.answer().map(|answer| **answer), Some(1));
        assert!(!slot.is_busy(), "the slow one is left to itself");
    }

    #[test]
    fn a_failure_names_its_question_and_leaves_the_answer_before_it() {
        let ctx = Context::default();
        let mut slot: Slot<i32, i32> = Slot::default();
        let work = |number: i32| if number < 0 { Err(format!("{number} is negative")) } else { Ok(number) };
        slot.ask(3, &ctx, work);
        take(|| {
            assert!(slot.poll().is_none());
            slot.is_current()
        });
        slot.ask(-2, &ctx, work);
        let mut failure = None;
        take(|| {
            failure = slot.poll();
            failure.is_some()
        });
        let failure = failure.unwrap();
        assert_eq!((failure.question, failure.error.as_str()), (-2, "-2 is negative"));
        assert_eq!((slot.answered(), slot.answer().map(|answer| **answer)), (Some(&3), Some(3)));
        assert_eq!((slot.error(), slot.is_current()), (Some("-2 is negative"), false));
        slot.ask(-2, &ctx, work);
        assert!(!slot.is_busy(), "what failed is not tried again");
    }
}
