//! Closing the window while a run is in progress, and going on with it the next time.

use eframe::egui::{self, Frame, Id, Margin, Modal, Panel, RichText, ViewportCommand};

use super::TrainTab;
use crate::app::state::{command::Command, train_command::TrainCommand};

/// Whether the window is to be closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Closing {
    /// Nobody asked.
    #[default]
    No,
    /// It was asked for while a run is in progress.
    Asked,
    /// As soon as the run has been saved.
    WhenSaved,
    /// Nothing stands in the way.
    Now,
}

impl TrainTab {
    /// Asks before a run in progress is closed; closes once it has been saved.
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

    /// What lies over the window.
    pub fn overlay_ui(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        self.predicting_ui(ctx, commands);
        if !matches!(self.closing, Closing::Asked | Closing::WhenSaved) {
            return;
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(16.0);
        let dialog = Modal::new(Id::unique("train-closing")).frame(frame).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.label(RichText::new("Training is running").size(15.0));
            if self.closing == Closing::WhenSaved {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Saving what is done…");
                });
                return;
            }
            ui.label("Everything but the epoch in progress is kept, and the next start offers to go on with it.");
            match self.queue.len() {
                0 => {}
                1 => drop(ui.label("The queued run will not be started.")),
                n => drop(ui.label(format!("The {n} queued runs will not be started."))),
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Stop, save and close").clicked() {
                    commands.push(Command::Train(TrainCommand::StopAndClose));
                }
                if ui.button("Go on training").clicked() {
                    commands.push(Command::Train(TrainCommand::KeepOpen));
                }
            });
        });
        if self.closing == Closing::Asked && dialog.should_close() {
            commands.push(Command::Train(TrainCommand::KeepOpen));
        }
    }

    /// A bar that offers to go on with what was interrupted.
    pub fn offer_ui(&self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let Some(path) = &self.offer else { return };
        // The fill of a selection lets through what is below it, and below this bar is nothing.
        let fill = ui.visuals().panel_fill.blend(ui.visuals().selection.bg_fill);
        let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6));
        Panel::top("train-offer").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(format!("The training of {name} was interrupted when the window was closed."));
                if ui.button("Resume training").clicked() {
                    commands.push(Command::Train(TrainCommand::ResumeRun(path.clone())));
                }
                if ui.button("Not now").clicked() {
                    commands.push(Command::Train(TrainCommand::DismissOffer));
                }
            });
        });
    }
}
