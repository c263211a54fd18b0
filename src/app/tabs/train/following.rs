//! Following a run in Explore: each new epoch is shown there.

use std::path::Path;

use eframe::egui::{Align, Frame, Label, Layout, Margin, Panel, Rect, Ui, UiBuilder};

use super::TrainTab;
use crate::app::state::{State, command::Command, explored::Explored, labels, tab::Tab, train_command::TrainCommand};

impl TrainTab {
    pub fn unlink(&mut self) {
        self.is_linked = false;
    }

    /// The bar over every other tab that says what is followed.
    pub fn following_ui(&self, ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
        if !(self.is_linked && state.is_following()) || state.tab() == Tab::Train {
            return;
        }
        // The selection fill is translucent, and nothing is drawn below this bar.
        let fill = ui.visuals().panel_fill.blend(ui.visuals().selection.bg_fill);
        let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6));
        Panel::top("train-following").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                let hint = "Return to the operator, the parameters and the signal before";
                if ui.button(labels::train::STOP_FOLLOWING).on_hover_text(hint).clicked() {
                    commands.push(Command::Train(TrainCommand::SetLinked(false)));
                }
                let text = labels::train::following(&state.signal_name(&state.view().signal));
                ui.add(Label::new(text).truncate());
            });
        });
    }

    /// Draws the button at the end of the line drawn last.
    pub fn follow_ui(&self, ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
        if state.tab() != Tab::Explore {
            return;
        }
        let line = Rect::from_x_y_ranges(ui.max_rect().x_range(), ui.min_rect().y_range());
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().max_rect(line).layout(layout));
        if let Some(path) = self.followable(explored).filter(|_| !self.is_linked) {
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
