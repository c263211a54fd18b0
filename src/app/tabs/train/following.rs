//! Following a run in Explore: each new epoch is shown there.

use std::path::Path;

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder};

use super::TrainTab;
use crate::app::state::{State, command::Command, explored::Explored, labels, tab::Tab, train_command::TrainCommand};

impl TrainTab {
    pub fn unlink(&mut self) {
        self.is_linked = false;
    }

    /// Draws the button at the end of the line drawn last.
    pub fn follow_ui(&self, ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
        if state.tab() != Tab::Explore {
            return;
        }
        let line = Rect::from_x_y_ranges(ui.max_rect().x_range(), ui.min_rect().y_range());
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().max_rect(line).layout(layout));
        if self.is_linked {
            let hint = "Keep this epoch";
            if child.small_button(labels::train::STOP_FOLLOWING).on_hover_text(hint).clicked() {
                commands.push(Command::Train(TrainCommand::SetLinked(false)));
            }
        } else if let Some(path) = self.followable(explored) {
            let hint = "Pool this graph with the current weights after every epoch";
            if child.small_button(labels::train::FOLLOW).on_hover_text(hint).clicked() {
                let show = TrainCommand::ShowRun(path.to_owned());
                let requests = [show, TrainCommand::SetFollowing(true), TrainCommand::SetLinked(true)];
                commands.extend(requests.map(Command::Train));
            }
        }
    }

    /// The current run, if it trains on this dataset and no trained weights are shown.
    fn followable(&self, explored: &Explored) -> Option<&Path> {
        let (path, run) = self.live.as_ref().filter(|_| self.is_training())?.run.as_ref()?;
        let is_free = explored.seen.is_none() && run.data.fingerprint == explored.data.fingerprint;
        is_free.then_some(path)
    }
}
