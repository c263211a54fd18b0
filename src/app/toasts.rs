//! Messages that come up over the window and go away by themselves.

use std::time::Duration;

use eframe::egui::{Align2, Area, Context, Frame, Id, Label, Order, RichText};

/// How long a message stays.
const SECONDS: f64 = 15.0;

/// The messages on screen.
#[derive(Default)]
pub struct Toasts {
    all: Vec<(String, f64)>,
}

impl Toasts {
    /// Says that something went wrong.
    pub fn error(&mut self, message: String, ctx: &Context) {
        let until = ctx.input(|input| input.time) + SECONDS;
        // The same error again is one message that stays longer.
        self.all.retain(|(other, _)| *other != message);
        self.all.push((message, until));
    }

    pub fn ui(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.all.retain(|(_, until)| *until > now);
        if self.all.is_empty() {
            return;
        }
        ctx.request_repaint_after(Duration::from_secs(1));
        let mut closed = None;
        Area::new(Id::unique("toasts")).order(Order::Foreground).anchor(Align2::RIGHT_BOTTOM, [-16.0, -48.0]).show(
            ctx,
            |ui| {
                for (idx, (message, _)) in self.all.iter().enumerate() {
                    Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                        ui.set_max_width(420.0);
                        ui.horizontal_top(|ui| {
                            let text = RichText::new(message).color(ui.visuals().error_fg_color);
                            ui.add_sized([360.0, 0.0], Label::new(text).wrap());
                            if ui.button("×").on_hover_text("Close this message").clicked() {
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
