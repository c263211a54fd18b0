//! Explore follows a run in training: its operator, parameters and signal are those of the newest epoch, until it stops and
//! they are again what they were.

use super::{SignalSource, State, View, effect::Effect};
use crate::pooling::{Method, Params};

impl State {
    /// Whether operator, parameters and signal are those of a run that is followed.
    pub fn is_following(&self) -> bool {
        self.before_following.is_some()
    }

    pub(super) fn follow_epoch(
        &mut self,
        method: &'static Method,
        params: Params,
        signal: SignalSource,
    ) -> Vec<Effect> {
        let is_first = self.before_following.is_none();
        if is_first {
            self.before_following = Some(Box::new(self.view.clone()));
        }
        let view = View { signal, ..self.view.clone() }.with_operator(method, params);
        self.change_or_report(view, !is_first)
    }

    pub(super) fn stop_following(&mut self) -> Vec<Effect> {
        let Some(before) = self.before_following.take() else { return Vec::new() };
        let View { method, params, signal, .. } = *before;
        let view = View { signal, ..self.view.clone() }.with_operator(method, params);
        self.change_or_report(view, true)
    }

    /// Stops following when the user sets something else; the settings of the run stay.
    pub(super) fn take_over(&mut self) -> Vec<Effect> {
        self.before_following.take().map(|_| Effect::Unfollow).into_iter().collect()
    }
}
