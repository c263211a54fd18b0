//! How far a step has come, and what comes next while they play.

use std::time::Duration;

use eframe::egui::Ui;

/// Seconds that a step takes to be made.
const MAKING: f64 = 1.8;
/// Seconds that it stands before the next one, while they play.
const STANDING: f64 = 2.6;

/// The clock of the steps.
#[derive(Default)]
pub struct Player {
    step: Option<usize>,
    /// When the step was begun.
    since: f64,
    /// Whether one step follows the other by itself.
    pub is_playing: bool,
}

/// Where the clock is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// How much of the step is made, from 0 to 1.
    pub share: f64,
    /// Whether the next step is due.
    pub is_over: bool,
}

impl Player {
    /// Looks at the clock; asks for another frame as long as something moves.
    pub fn tick(&mut self, ui: &Ui, step: usize) -> Moment {
        let now = ui.input(|input| input.time);
        if self.step.replace(step) != Some(step) {
            self.since = now;
        }
        let is_still = ui.style().animation_time == 0.0;
        let past = now - self.since;
        let moment = moment(past, is_still, self.is_playing);
        if moment.share < 1.0 {
            ui.ctx().request_repaint();
        } else if self.is_playing {
            ui.ctx().request_repaint_after(Duration::from_millis(100));
        }
        moment
    }

    /// Begins the step again.
    pub fn again(&mut self) {
        self.step = None;
    }
}

fn moment(past: f64, is_still: bool, is_playing: bool) -> Moment {
    let share = if is_still { 1.0 } else { (past / MAKING).clamp(0.0, 1.0) };
    Moment { share, is_over: is_playing && past >= MAKING + STANDING }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_made_stands_and_is_over() {
        assert_eq!(moment(0.0, false, true), Moment { share: 0.0, is_over: false });
        assert_eq!(moment(MAKING + 0.1, false, true), Moment { share: 1.0, is_over: false });
        assert!(moment(MAKING + STANDING, false, true).is_over);
        assert!(!moment(1e6, false, false).is_over, "nothing goes on unless they play");
        assert_eq!(moment(0.0, true, false).share, 1.0, "without motion a step is there at once");
    }
}
