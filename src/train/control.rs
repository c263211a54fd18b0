//! Commands to a run in progress: requests that are served between two batches.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::cancel::Cancel;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Run,
    Pause,
    Stop,
}

/// The newest request, and whether the pause has been reported.
#[derive(Debug)]
struct Shared {
    request: Request,
    is_paused: bool,
}

/// Shared between the caller and the training threads.
#[derive(Debug)]
pub struct Control {
    shared: Mutex<Shared>,
    changed: Condvar,
    /// Set by a stop, for work between two looks at the request.
    cancel: Cancel,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            shared: Mutex::new(Shared { request: Request::Run, is_paused: false }),
            changed: Condvar::new(),
            cancel: Cancel::default(),
        }
    }
}

/// A change of state that the training threads report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    Paused,
    Resumed,
}

impl Control {
    /// Asks for a pause.
    pub fn pause(&self) {
        self.request(Request::Pause);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.request(Request::Run);
    }

    /// Asks to stop; this cannot be undone.
    pub fn stop(&self) {
        self.request(Request::Stop);
        self.cancel.cancel();
    }

    /// The flag that a stop sets.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Whether a pause was asked for.
    pub fn is_pausing(&self) -> bool {
        self.lock().request == Request::Pause
    }

    /// Whether a stop was asked for.
    pub fn is_stopping(&self) -> bool {
        self.lock().request == Request::Stop
    }

    fn request(&self, request: Request) {
        let mut shared = self.lock();
        if shared.request != Request::Stop {
            shared.request = request;
            self.changed.notify_all();
        }
    }

    /// Waits while a pause is requested; returns whether to continue. Of several waiting threads, one reports.
    pub fn proceed(&self, emit: impl Fn(Transition)) -> bool {
        let mut shared = self.lock();
        while shared.request == Request::Pause {
            if !std::mem::replace(&mut shared.is_paused, true) {
                drop(shared);
                emit(Transition::Paused);
                shared = self.lock();
                continue;
            }
            shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        let may_continue = shared.request == Request::Run;
        let was_paused = std::mem::replace(&mut shared.is_paused, false);
        drop(shared);
        if was_paused && may_continue {
            emit(Transition::Resumed);
        }
        may_continue
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // A request is one word: a panic elsewhere cannot leave it half written.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_pause_holds_until_resume_and_a_stop_is_final() {
        let control = Control::default();
        assert!(control.proceed(|_| panic!("nothing to report")));
        control.pause();
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| control.proceed(|transition| sender.send(transition).unwrap()));
            assert_eq!(receiver.recv().unwrap(), Transition::Paused);
            control.resume();
            assert!(waiting.join().unwrap());
        });
        assert_eq!(receiver.recv().unwrap(), Transition::Resumed);
        control.stop();
        control.resume();
        assert!(!control.proceed(|_| ()));
        assert!(control.is_stopping());
    }
}
