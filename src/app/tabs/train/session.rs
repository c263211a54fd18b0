//! The tab's part of the session.

use super::{TrainTab, closing::Closing};
use crate::{
    app::state::session::TrainSession,
    train::{RunFolder, Status},
};

impl TrainTab {
    /// Restores a session.
    pub fn restore(&mut self, session: &TrainSession, is_root_free: bool) {
        if let Some(root) = session.root.as_ref().filter(|_| is_root_free && self.shown.is_none()) {
            self.scan.root.clone_from(root);
        }
        self.scan.imported.clone_from(&session.imported);
        self.offer = session.unfinished.clone().filter(|path| RunFolder::is_run(path));
    }

    pub fn session(&self) -> TrainSession {
        let interrupted = self.live.as_ref().filter(|live| !live.is_over || self.closing != Closing::No);
        let interrupted = interrupted.filter(|live| live.history.status != Status::Finished);
        let unfinished = interrupted.and_then(|live| live.run.as_ref()).map(|(path, _)| path.clone());
        TrainSession {
            root: Some(self.scan.root.clone()),
            unfinished: unfinished.or_else(|| self.offer.clone()),
            imported: self.scan.imported.clone(),
        }
    }
}
