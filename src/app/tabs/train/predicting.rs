//! Progress of predicting the class of every graph, shown over every tab.

use std::sync::atomic::Ordering;

use eframe::egui::{self, Align2, Area, Frame, Id, Order, ProgressBar};

use super::TrainTab;
use crate::app::state::{command::Command, labels, train_command::TrainCommand};

impl TrainTab {
    /// Shown only if prediction takes noticeably long.
    pub(super) fn predicting_ui(&self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let Some(question) = self.predict_question.as_ref().filter(|_| self.predictions.is_slow()) else { return };
        let (done, all) = (question.done.load(Ordering::Relaxed), question.data.dataset.graphs.len());
        let area = Area::new(Id::unique("predicting")).order(Order::Foreground);
        area.anchor(Align2::CENTER_BOTTOM, [0.0, -48.0]).show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(format!("Predicting graphs: {done}/{all}"));
                    ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_width(160.0));
                    if ui.button(labels::CANCEL).on_hover_text("Cancel prediction").clicked() {
                        commands.push(Command::Train(TrainCommand::CancelPredictions));
                    }
                });
            });
        });
        ctx.request_repaint_after_secs(0.1);
    }
}
