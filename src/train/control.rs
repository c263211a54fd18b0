//! Commands to a run in progress: wishes that are met between two batches.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What the person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Run,
    Pause,
    Stop,
}

/// The wish, and whether the pause has been told.
#[derive(Debug)]
struct Shared {
    wish: Wish,
    is_paused: bool,
}

/// Shared between those who ask and those who train.
#[derive(Debug)]
pub struct Control {
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Default for Control {
    fn default() -> Self {
        Self { shared: Mutex::new(Shared { wish: Wish::Run, is_paused: false }), changed: Condvar::new() }
    }
}

/// A change that the trainers noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// They wait now.
    Paused,
    /// They go on.
    Resumed,
}

impl Control {
    /// Asks for a pause.
    pub fn pause(&self) {
        self.wish(Wish::Pause);
    }

    /// Asks to go on.
    pub fn resume(&self) {
        self.wish(Wish::Run);
    }

    /// Asks for the end; nothing takes it back.
    pub fn stop(&self) {
        self.wish(Wish::Stop);
    }

    /// Whether a pause was asked for.
    pub fn is_pausing(&self) -> bool {
        self.lock().wish == Wish::Pause
    }

    /// Whether the end was asked for.
    pub fn is_stopping(&self) -> bool {
        self.lock().wish == Wish::Stop
    }

    fn wish(&self, wish: Wish) {
        let mut shared = self.lock();
        if shared.wish != Wish::Stop {
            shared.wish = wish;
            self.changed.notify_all();
        }
    }

    /// Waits while a pause is wished; whether to go on. Of several who wait, one tells.
    pub fn proceed(&self, tell: impl Fn(Noticed)) -> bool {
        let mut shared = self.lock();
        while shared.wish == Wish::Pause {
            if !std::mem::replace(&mut shared.is_paused, true) {
                drop(shared);
                tell(Noticed::Paused);
                shared = self.lock();
                continue;
            }
            shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        let may_go_on = shared.wish == Wish::Run;
        let was_paused = std::mem::replace(&mut shared.is_paused, false);
        drop(shared);
        if was_paused && may_go_on {
            tell(Noticed::Resumed);
        }
        may_go_on
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // A wish is one word: a panic elsewhere cannot leave it half written.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_pause_holds_until_it_is_taken_back_and_a_stop_is_final() {
        let control = Control::default();
        assert!(control.proceed(|_| panic!("nothing to tell")));
        control.pause();
        let (told, hear) = channel();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| control.proceed(|noticed| told.send(noticed).unwrap()));
            assert_eq!(hear.recv().unwrap(), Noticed::Paused);
            control.resume();
            assert!(waiting.join().unwrap());
        });
        assert_eq!(hear.recv().unwrap(), Noticed::Resumed);
        control.stop();
        control.resume();
        assert!(!control.proceed(|_| ()));
        assert!(control.is_stopping());
    }
}
