//! Toasts: messages that disappear after a while.

use std::time::Duration;

use eframe::egui::{Align2, Area, Context, Frame, Id, Label, Order, RichText};

use crate::app::state::command::Command;

/// Duration of a message in seconds.
const SECONDS: f64 = 15.0;
const NOTE_SECONDS: f64 = 3.0;
/// Long enough to reach its button.
const OFFER_SECONDS: f64 = 10.0;

struct Toast {
    message: String,
    until: f64,
    is_error: bool,
    /// What can be done next.
    button: Option<(&'static str, Command)>,
}

#[derive(Default)]
pub struct Toasts {
    all: Vec<Toast>,
}

impl Toasts {
    pub fn error(&mut self, message: String, ctx: &Context) {
        self.add(Toast { message, until: SECONDS, is_error: true, button: None }, ctx);
    }

    pub fn note(&mut self, message: String, ctx: &Context) {
        self.add(Toast { message, until: NOTE_SECONDS, is_error: false, button: None }, ctx);
    }

    /// A message with a button.
    pub fn offer(&mut self, message: String, button: &'static str, command: Command, ctx: &Context) {
        let button = Some((button, command));
        self.add(Toast { message, until: OFFER_SECONDS, is_error: false, button }, ctx);
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Closes all of them.
    pub fn close(&mut self) {
        self.all.clear();
    }

    /// `until` is counted from now.
    fn add(&mut self, mut toast: Toast, ctx: &Context) {
        toast.until += ctx.input(|input| input.time);
        // A repeated message is shown once, for longer.
        self.all.retain(|other| other.message != toast.message);
        self.all.push(toast);
    }

    pub fn ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let now = ctx.input(|input| input.time);
        self.all.retain(|toast| toast.until > now);
        if self.all.is_empty() {
            return;
        }
        ctx.request_repaint_after(Duration::from_secs(1));
        let mut closed = None;
        // At the top, where there are no maps.
        Area::new(Id::unique("toasts")).order(Order::Foreground).anchor(Align2::RIGHT_TOP, [-16.0, 44.0]).show(
            ctx,
            |ui| {
                for (idx, toast) in self.all.iter().enumerate() {
                    Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                        ui.set_max_width(420.0);
                        ui.horizontal_top(|ui| {
                            let visuals = ui.visuals();
                            let colour = if toast.is_error { visuals.error_fg_color } else { visuals.text_color() };
                            let text = RichText::new(&toast.message).color(colour);
                            ui.vertical(|ui| {
                                ui.set_width(360.0);
                                ui.add(Label::new(text).wrap());
                                if let Some((name, command)) = &toast.button
                                    && ui.button(*name).clicked()
                                {
                                    commands.push(command.clone());
                                    closed = Some(idx);
                                }
                            });
                            if ui.button("×").on_hover_text("Dismiss").clicked() {
                                closed = Some(idx);
                            }
                        });
                    });
                }
            },
        );
        if let Some(idx) = closed {
            self.all.remove(idx);
        }
    }
}
