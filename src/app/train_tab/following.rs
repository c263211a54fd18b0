//! Training as the Explore tab sees it: an offer to show every epoch there as it comes.

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder};

use super::{
    super::{command::Command, explored::Explored, state::State, tabs::Tab},
    TrainCommand, TrainTab,
};

impl TrainTab {
    /// At the end of the line that was drawn last, while a run on this data is in progress and nothing of it is shown.
    pub fn follow_ui(&self, ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
        let Some(live) = self.live.as_ref().filter(|_| self.is_training() && state.tab == Tab::Explore) else { return };
        let Some((path, run)) = &live.run else { return };
        if explored.seen.is_some() || run.data.fingerprint != explored.data.fingerprint {
            return;
        }
        let line = Rect::from_x_y_ranges(ui.max_rect().x_range(), ui.min_rect().y_range());
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().max_rect(line).layout(layout));
        let hint = "Pool this graph with the weights of the run in progress, after every epoch";
        if child.small_button("Follow training").on_hover_text(hint).clicked() {
            let wishes =
                [TrainCommand::ShowRun(path.clone()), TrainCommand::SetFollowing(true), TrainCommand::SetLinked(true)];
            commands.extend(wishes.map(Command::Train));
        }
    }
}
