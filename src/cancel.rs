//! Stopping a computation that nobody waits for any more.
//!
//! A long loop calls [`checkpoint`] every few milliseconds. Once the [`Cancel`] that its thread runs under is set, the
//! stack unwinds to [`Cancel::run`]. Unwinding rather than an error, since the loops lie below a tensor library whose
//! kernels cannot fail; the flag belongs to the thread for the same reason. What must never be left half done, such as
//! writing a file, has no checkpoint.

use std::{
    any::Any,
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

/// A flag that stops the work that runs under it; clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    Cancelled,
    /// By a fault of the program, with its message.
    Panicked(String),
}

/// The payload that unwinds the stack.
struct Unwinding;

/// Threads that run under a flag. Training has none, and its checkpoints cost nothing but a look at this.
static N_UNDER_FLAGS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static CURRENT: RefCell<Option<Cancel>> = const { RefCell::new(None) };
}

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs work that ends at its next checkpoint once the flag is set.
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> Result<R, Stopped> {
        let before = CURRENT.replace(Some(self.clone()));
        N_UNDER_FLAGS.fetch_add(1, Ordering::Relaxed);
        let outcome = catch_unwind(AssertUnwindSafe(work));
        N_UNDER_FLAGS.fetch_sub(1, Ordering::Relaxed);
        CURRENT.set(before);
        outcome.map_err(|payload| match payload.downcast_ref::<Unwinding>() {
            Some(Unwinding) => Stopped::Cancelled,
            None => Stopped::Panicked(message(&*payload)),
        })
    }
}

/// Ends the work here if it was cancelled. Costs nanoseconds; does nothing on a thread that runs under no flag.
#[inline]
pub fn checkpoint() {
    if N_UNDER_FLAGS.load(Ordering::Relaxed) > 0 {
        look();
    }
}

#[cold]
fn look() {
    if CURRENT.with_borrow(|current| current.as_ref().is_some_and(Cancel::is_cancelled)) {
        resume_unwind(Box::new(Unwinding));
    }
}

/// [`checkpoint`] in one of 64 turns, for loops whose turns take microseconds.
#[inline(always)]
pub fn checkpoint_at(turn: usize) {
    if turn.is_multiple_of(64) {
        checkpoint();
    }
}

/// How often a thread that waits looks at its flag.
const LOOK: Duration = Duration::from_millis(10);

/// Calls a library that has no checkpoints.
///
/// Under a flag the call runs on a thread of its own, so that the work around it can be cancelled at any time. What was
/// left behind ends by itself, and the next call waits for it, so that nothing piles up.
pub fn uninterrupted<R: Send + 'static>(call: impl FnOnce() -> R + Send + 'static) -> R {
    if CURRENT.with_borrow(Option::is_none) {
        return call();
    }
    checkpoint();
    while N_LEFT_BEHIND.load(Ordering::Relaxed) > 0 {
        checkpoint();
        thread::sleep(LOOK);
    }
    let (sender, result) = channel();
    let waiting = Waiting::default();
    let ended = waiting.0.clone();
    let body = move || {
        let outcome = catch_unwind(AssertUnwindSafe(call));
        let mut fate = ended.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *fate, Fate::Ended) == Fate::LeftBehind {
            N_LEFT_BEHIND.fetch_sub(1, Ordering::Relaxed);
        }
        let _ = sender.send(outcome);
    };
    thread::Builder::new().name("library call".to_owned()).spawn(body).expect("a thread can be started");
    loop {
        match result.recv_timeout(LOOK) {
            Ok(Ok(value)) => return value,
            Ok(Err(payload)) => resume_unwind(payload),
            Err(RecvTimeoutError::Timeout) => checkpoint(),
            Err(RecvTimeoutError::Disconnected) => panic!("a thread ended without an answer"),
        }
    }
}

/// Calls that nobody waits for any more.
static N_LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Fate {
    #[default]
    Running,
    LeftBehind,
    Ended,
}

/// Somebody who waits for a call; dropped before its end, it leaves the call behind.
#[derive(Default)]
struct Waiting(Arc<Mutex<Fate>>);

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut fate = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *fate == Fate::Running {
            *fate = Fate::LeftBehind;
            N_LEFT_BEHIND.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The message of a panic.
pub fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_at_the_checkpoint_after_it_was_cancelled() {
        let cancel = Cancel::default();
        let mut n_turns = 0;
        let outcome = cancel.run(|| {
            for turn in 0..100 {
                n_turns = turn;
                if turn == 7 {
                    cancel.cancel();
                }
                checkpoint();
            }
        });
        assert_eq!((outcome, n_turns), (Err(Stopped::Cancelled), 7));
        checkpoint();
    }

    #[test]
    fn a_library_call_does_not_hold_up_what_is_cancelled() {
        let cancel = Cancel::default();
        let (end, ended) = channel::<()>();
        let flag = cancel.clone();
        let outcome = cancel.run(move || {
            uninterrupted(move || {
                flag.cancel();
                ended.recv().unwrap_err();
            });
        });
        assert_eq!(outcome, Err(Stopped::Cancelled), "the call is still waiting");
        drop(end);
        assert_eq!(Cancel::default().run(|| uninterrupted(|| 7)), Ok(7));
        let outcome = Cancel::default().run(|| uninterrupted(|| panic!("fault 4")));
        assert_eq!(outcome, Err::<(), _>(Stopped::Panicked("fault 4".to_owned())));
        assert_eq!(uninterrupted(|| 8), 8, "without a flag no thread is needed");
    }

    #[test]
    fn flags_nest_and_panics_keep_their_message() {
        let (outer, inner) = (Cancel::default(), Cancel::default());
        inner.cancel();
        let outcome = outer.run(|| {
            assert_eq!(inner.run(checkpoint), Err(Stopped::Cancelled));
            checkpoint();
            panic!("fault {}", 3)
        });
        assert_eq!(outcome, Err::<(), _>(Stopped::Panicked("fault 3".to_owned())));
    }
}
