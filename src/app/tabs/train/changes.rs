//! Changes of run folders, one after the other, and what follows from them.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::Context;

use super::{TrainTab, run_dialog::RunDialog};
use crate::{
    app::{
        state::{action::Action, labels},
        widgets::toasts::Toasts,
        work::{
            slot::Slot,
            training::run_files::{CHANGE, Changed, RootProblem, RunChange},
        },
    },
    train::{RunFolder, shelf::Deleted},
};

#[derive(Default)]
pub(super) struct RunChanges {
    slot: Slot<(u64, RunChange), Changed>,
    /// The first one is in progress.
    queue: VecDeque<(u64, RunChange)>,
    n_asked: u64,
    /// Runs deleted since the window was opened, which can be restored.
    pub deleted: Vec<Deleted>,
    pub dialog: Option<RunDialog>,
    /// The runs folder that was refused.
    pub refused: Option<RootProblem>,
}

impl RunChanges {
    pub(super) fn add(&mut self, change: RunChange) {
        self.n_asked += 1;
        self.queue.push_back((self.n_asked, change));
    }

    pub(super) fn is_busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// The outcome of the change in progress, once it is there.
    fn next(&mut self, ctx: &Context) -> Option<Result<Arc<Changed>, String>> {
        if let Some(failure) = self.slot.poll() {
            self.queue.pop_front();
            return Some(Err(failure.error));
        }
        let (number, change) = self.queue.front()?.clone();
        self.slot.ask((number, change), ctx, &CHANGE);
        if !self.slot.is_current() {
            return None;
        }
        self.queue.pop_front();
        self.slot.answer().cloned().map(Ok)
    }
}

impl TrainTab {
    pub(super) fn take_changes(&mut self, toasts: &mut Toasts, ctx: &Context) {
        while let Some(outcome) = self.changes.next(ctx) {
            match outcome {
                Ok(changed) => self.take_change(&changed, toasts, ctx),
                Err(error) => match &mut self.changes.dialog {
                    // Said where the name was typed, which stays.
                    Some(dialog) => dialog.refuse(error),
                    None => toasts.error(error, ctx),
                },
            }
        }
    }

    fn take_change(&mut self, changed: &Changed, toasts: &mut Toasts, ctx: &Context) {
        match changed {
            Changed::Renamed { from, to } => {
                self.changes.dialog = None;
                self.note_moved(from, Some(to));
            }
            Changed::Deleted(deleted) => {
                self.note_moved(&deleted.from, None);
                self.changes.deleted.push(deleted.clone());
                let message = labels::train::deleted(&name(&deleted.from), &deleted.to.display().to_string());
                toasts.offer(message, labels::UNDO, Action::RestoreRun.command(), ctx);
            }
            Changed::Restored(deleted) => {
                self.changes.deleted.retain(|other| other != deleted);
                if !deleted.from.starts_with(&self.scan.root) {
                    self.scan.imported.push(deleted.from.clone());
                }
                self.scan.number += 1;
                self.show_run(deleted.from.clone());
                toasts.note(labels::train::restored(&name(&deleted.from)), ctx);
            }
            Changed::Noted => {
                self.changes.dialog = None;
                self.scan.number += 1;
            }
            Changed::Root(root) => {
                self.changes.refused = None;
                self.scan.root.clone_from(root);
                self.scan.number += 1;
            }
            Changed::RootRefused(problem) => self.changes.refused = Some(problem.clone()),
        }
    }

    /// Follows a run to its new folder, or forgets it.
    fn note_moved(&mut self, from: &Path, to: Option<&Path>) {
        let follow = |path: &mut PathBuf| match to {
            Some(to) if path == from => {
                to.clone_into(path);
                true
            }
            _ => path != from,
        };
        self.shown.take_if(|path| !follow(path));
        self.offer.take_if(|path| !follow(path));
        self.compared.retain_mut(follow);
        self.scan.imported.retain_mut(follow);
        // It has ended, or it would not have been moved.
        let is_gone = self.live.as_mut().and_then(|live| live.run.as_mut()).is_some_and(|(path, _)| !follow(path));
        if is_gone {
            self.live = None;
        }
        self.scan.number += 1;
    }
}

pub(super) fn name(path: &Path) -> String {
    RunFolder::at(path).name()
}
