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
        Arc,
        atomic::{AtomicBool, Ordering},
    },
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
        let outcome = catch_unwind(AssertUnwindSafe(work));
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
    if CURRENT.with_borrow(|current| current.as_ref().is_some_and(Cancel::is_cancelled)) {
        resume_unwind(Box::new(Unwinding));
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
