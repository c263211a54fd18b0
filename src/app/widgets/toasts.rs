//! Toasts: messages that disappear after a while.

use std::time::Duration;

use eframe::egui::{Align2, Area, Context, Frame, Id, Label, Order, RichText};

/// Duration of a message in seconds.
const SECONDS: f64 = 15.0;
const NOTE_SECONDS: f64 = 3.0;

struct Toast {
    message: String,
    until: f64,
    is_error: bool,
}

#[derive(Default)]
pub struct Toasts {
    all: Vec<Toast>,
}

impl Toasts {
    pub fn error(&mut self, message: String, ctx: &Context) {
        self.add(message, SECONDS, true, ctx);
    }

    pub fn note(&mut self, message: String, ctx: &Context) {
        self.add(message, NOTE_SECONDS, false, ctx);
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Closes all of them.
    pub fn close(&mut self) {
        self.all.clear();
    }

    fn add(&mut self, message: String, seconds: f64, is_error: bool, ctx: &Context) {
        let until = ctx.input(|input| input.time) + seconds;
        // A repeated message is shown once, for longer.
        self.all.retain(|toast| toast.message != message);
        self.all.push(Toast { message, until, is_error });
    }

    pub fn ui(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.all.retain(|toast| toast.until > now);
        if self.all.is_empty() {
            return;
        }
        ctx.request_repaint_after(Duration::from_secs(1));
        let mut closed = None;
        Area::new(Id::unique("toasts")).order(Order::Foreground).anchor(Align2::RIGHT_BOTTOM, [-16.0, -48.0]).show(
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
