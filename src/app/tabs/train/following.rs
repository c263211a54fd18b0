//! Training as the Explore tab sees it: an offer to show every epoch there as it comes.

use std::path::Path;

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder};

use super::TrainTab;
use crate::app::state::{State, command::Command, explored::Explored, tab::Tab, train_command::TrainCommand};

impl TrainTab {
    /// The Explore tab shows what it likes again.
    pub fn unlink(&mut self) {
        self.is_linked = false;
    }

    /// At the end of the line that was drawn last: the way to follow a run, and the way back.
    pub fn follow_ui(&self, ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
        if state.tab() != Tab::Explore {
            return;
        }
        let line = Rect::from_x_y_ranges(ui.max_rect().x_range(), ui.min_rect().y_range());
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().max_rect(line).layout(layout));
        if self.is_linked {
            let hint = "The epoch stays that is shown; the Train tab's slider does not move it any more";
            if child.small_button("Stop following").on_hover_text(hint).clicked() {
                commands.push(Command::Train(TrainCommand::SetLinked(false)));
            }
        } else if let Some(path) = self.followable(explored) {
            let hint = "Pool this graph with the weights of the run in progress, after every epoch";
            if child.small_button("Follow training").on_hover_text(hint).clicked() {
                let show = TrainCommand::ShowRun(path.to_owned());
                let wishes = [show, TrainCommand::SetFollowing(true), TrainCommand::SetLinked(true)];
                commands.extend(wishes.map(Command::Train));
            }
        }
    }

    /// The run in progress, where it is on this data and nothing that is trained is shown.
    fn followable(&self, explored: &Explored) -> Option<&Path> {
        let (path, run) = self.live.as_ref().filter(|_| self.is_training())?.run.as_ref()?;
        let is_free = explored.seen.is_none() && run.data.fingerprint == explored.data.fingerprint;
        is_free.then_some(path)
    }
}
