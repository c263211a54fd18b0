//! Closing the window during training, and the offer to resume next time.

use eframe::egui::{self, Frame, Id, Margin, Modal, Panel, RichText, ViewportCommand};

use super::TrainTab;
use crate::app::state::{command::Command, labels, train_command::TrainCommand};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Closing {
    #[default]
    No,
    /// The user is asked to confirm.
    Asked,
    WhenSaved,
    Now,
}

impl TrainTab {
    /// Asks for confirmation during training; closes once the run is saved.
    pub(super) fn close_when_asked(&mut self, ctx: &egui::Context) {
        if ctx.input(|input| input.viewport().close_requested()) && self.is_training() && self.asks_before_closing {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            if self.closing == Closing::No {
                self.closing = Closing::Asked;
            }
        }
        match self.closing {
            Closing::Asked if !self.is_training() => self.closing = Closing::No,
            Closing::WhenSaved if !self.is_training() => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            _ => {}
        }
    }

    pub fn overlay_ui(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        self.predicting_ui(ctx, commands);
        self.run_dialog_ui(ctx, commands);
        if !matches!(self.closing, Closing::Asked | Closing::WhenSaved) {
            return;
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(16.0);
        let dialog = Modal::new(Id::unique("train-closing")).frame(frame).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.label(RichText::new(labels::train::IN_PROGRESS).size(15.0));
            if self.closing == Closing::WhenSaved {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Saving…");
                });
                return;
            }
            ui.label("All completed epochs are saved; you can resume the run next time.");
            match self.queue.len() {
                0 => {}
                1 => drop(ui.label("The queued run will not start.")),
                n => drop(ui.label(format!("The {n} queued runs will not start."))),
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button(labels::train::STOP_AND_CLOSE).clicked() {
                    commands.push(Command::Train(TrainCommand::StopAndClose));
                }
                if ui.button(labels::train::KEEP_TRAINING).clicked() {
                    commands.push(Command::Train(TrainCommand::KeepOpen));
                }
            });
        });
        if self.closing == Closing::Asked && dialog.should_close() {
            commands.push(Command::Train(TrainCommand::KeepOpen));
        }
    }

    /// The bar that offers to resume an interrupted run.
    pub fn offer_ui(&self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let Some(path) = &self.offer else { return };
        // The selection fill is translucent, and nothing is drawn below this bar.
        let fill = ui.visuals().panel_fill.blend(ui.visuals().selection.bg_fill);
        let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6));
        Panel::top("train-offer").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(labels::train::interrupted(&name) + " when the window was closed.");
                if ui.button(labels::train::RESUME_TRAINING).clicked() {
                    commands.push(Command::Train(TrainCommand::ResumeRun(path.clone())));
                }
                if ui.button("Not now").clicked() {
                    commands.push(Command::Train(TrainCommand::DismissOffer));
                }
            });
        });
    }
}
