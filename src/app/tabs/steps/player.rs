//! Animation and playback of the steps.

use std::time::Duration;

use eframe::egui::Ui;

/// Duration of the animation of a step.
const STEP_SECONDS: f64 = 1.8;
/// Pause after each step during playback.
const HOLD_SECONDS: f64 = 2.6;

#[derive(Default)]
pub(super) struct Player {
    step: Option<usize>,
    /// Start time of the step in seconds.
    since: f64,
    pub is_playing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Progress {
    /// Completed fraction of the animation, from 0 to 1.
    pub share: f64,
    /// Whether the next step is due.
    pub is_over: bool,
}

impl Player {
    /// Requests repaints while something moves.
    pub(super) fn tick(&mut self, ui: &Ui, step: usize) -> Progress {
        let now = ui.input(|input| input.time);
        if self.step.replace(step) != Some(step) {
            self.since = now;
        }
        let is_still = ui.style().animation_time == 0.0;
        let past = now - self.since;
        let progress = progress_at(past, is_still, self.is_playing);
        if progress.share < 1.0 {
            ui.ctx().request_repaint();
        } else if self.is_playing {
            ui.ctx().request_repaint_after(Duration::from_millis(100));
        }
        progress
    }

    pub(super) fn restart(&mut self) {
        self.step = None;
    }
}

fn progress_at(past: f64, is_still: bool, is_playing: bool) -> Progress {
    let share = if is_still { 1.0 } else { (past / STEP_SECONDS).clamp(0.0, 1.0) };
    Progress { share, is_over: is_playing && past >= STEP_SECONDS + HOLD_SECONDS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_made_stands_and_is_over() {
        assert_eq!(progress_at(0.0, false, true), Progress { share: 0.0, is_over: false });
        assert_eq!(progress_at(STEP_SECONDS + 0.1, false, true), Progress { share: 1.0, is_over: false });
        assert!(progress_at(STEP_SECONDS + HOLD_SECONDS, false, true).is_over);
        assert!(!progress_at(1e6, false, false).is_over, "nothing goes on unless they play");
        assert_eq!(progress_at(0.0, true, false).share, 1.0, "without motion a step is there at once");
    }
}
