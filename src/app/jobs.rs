//! Work off the window's thread: ask, go on drawing the previous answer, take the new one when it is there.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError, sync_channel},
    },
    thread,
};

use eframe::egui::Context;

/// A question with its newest answer. The same question asked again costs nothing.
pub struct Slot<Q, A> {
    wanted: Option<Q>,
    running: Option<(Q, Receiver<Result<A, String>>)>,
    answered: Option<Q>,
    answer: Option<Arc<A>>,
    error: Option<String>,
}

impl<Q, A> Default for Slot<Q, A> {
    fn default() -> Self {
        Self { wanted: None, running: None, answered: None, answer: None, error: None }
    }
}

impl<Q: Clone + PartialEq + Send + 'static, A: Send + Sync + 'static> Slot<Q, A> {
    /// Says what is wanted now. One piece of work runs at a time; of several wishes the newest is next.
    pub fn ask(&mut self, wanted: Q, ctx: &Context, work: fn(Q) -> Result<A, String>) {
        if self.wanted.as_ref() != Some(&wanted) {
            self.wanted = Some(wanted);
            self.error = None;
        }
        self.start(ctx, work);
    }

    fn start(&mut self, ctx: &Context, work: fn(Q) -> Result<A, String>) {
        let Some(wanted) = self.wanted.clone() else { return };
        if self.running.is_some() || self.error.is_some() || self.answered.as_ref() == Some(&wanted) {
            return;
        }
        let (sender, receiver) = sync_channel(1);
        let (question, ctx) = (wanted.clone(), ctx.clone());
        let body = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(question)))
                .unwrap_or_else(|_| Err("the program has a fault here; please report it".to_owned()));
            // The window may have closed meanwhile.
            let _ = sender.send(outcome);
            ctx.request_repaint();
        };
        match thread::Builder::new().name("explore".to_owned()).spawn(body) {
            Ok(_) => self.running = Some((wanted, receiver)),
            Err(error) => self.error = Some(format!("no thread could be started ({error})")),
        }
    }

    /// Takes a finished answer; an error to tell, if it failed.
    pub fn poll(&mut self) -> Option<String> {
        let (question, receiver) = self.running.take()?;
        match receiver.try_recv() {
            Ok(Ok(answer)) => {
                self.answer = Some(Arc::new(answer));
                self.answered = Some(question);
                None
            }
            Ok(Err(error)) => {
                // What nobody wants any more is nobody's error.
                let is_wanted = self.wanted.as_ref() == Some(&question);
                self.error = is_wanted.then(|| error.clone());
                is_wanted.then_some(error)
            }
            Err(TryRecvError::Empty) => {
                self.running = Some((question, receiver));
                None
            }
            Err(TryRecvError::Disconnected) => Some("work stopped unexpectedly".to_owned()),
        }
    }

    /// The newest answer, which may be to an earlier question.
    pub fn answer(&self) -> Option<&Arc<A>> {
        self.answer.as_ref()
    }

    /// Whether the answer is to what is wanted.
    pub fn is_current(&self) -> bool {
        self.wanted == self.answered
    }

    /// Whether work is going on.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}
