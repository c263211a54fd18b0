//! The spotlight and the card of a tour stop.

use eframe::egui::{
    Align, Area, Button, Context, FontFamily, Frame, Id, Label, Layout, Order, Response, RichText, Role, Ui,
    WidgetInfo, vec2,
};

use super::{
    N_STOPS, Tour,
    spotlight::{FIRST_SIZE, card_pos, paint},
};
use crate::app::{
    state::{command::Command, labels, tour_command::TourCommand},
    widgets::{maths::maths, places, theme},
};

const WIDTH: f32 = 340.0;

impl Tour {
    pub(crate) fn ui(&self, ctx: &Context, commands: &mut Vec<Command>) {
        let screen = ctx.content_rect();
        let lit: Vec<_> = self.stop().places.iter().filter_map(|&place| places::find(ctx, place)).collect();
        let id = Id::unique("tour");
        let size = ctx.memory(|memory| memory.area_rect(id)).map_or(FIRST_SIZE, |rect| rect.size());
        let area = Area::new(id).order(Order::Foreground).fixed_pos(card_pos(screen, &lit, size)).fade_in(false);
        area.show(ctx, |ui| {
            // In the layer of the card, so that the card is above the shade and menus are not below it.
            paint(&ui.painter().with_clip_rect(screen), screen, &lit, ui.visuals());
            Frame::popup(ui.style()).inner_margin(16.0).show(ui, |ui| {
                ui.set_width(WIDTH.min(screen.width() - 48.0));
                self.words_ui(ui);
                ui.add_space(8.0);
                self.buttons_ui(ui, commands);
            });
        });
    }

    fn words_ui(&self, ui: &mut Ui) {
        let stop = self.stop();
        ui.label(RichText::new(stop.title).size(15.0).family(theme::strong_family()));
        let colour = ui.visuals().text_color();
        ui.add(Label::new(maths(stop.text, 13.0, FontFamily::Proportional, colour)).wrap());
    }

    fn buttons_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let is_last = self.stop + 1 == N_STOPS;
        let mut ask = |command| commands.push(Command::Tour(command));
        ui.horizontal(|ui| {
            ui.weak(labels::shell::stop(self.stop + 1, N_STOPS));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let next = Button::new(if is_last { "Done" } else { "Next" }).fill(ui.visuals().selection.bg_fill);
                let next = ui.add(next.min_size(vec2(64.0, 28.0)));
                named(&next, if is_last { labels::shell::END_TOUR } else { labels::shell::NEXT_STOP });
                if next.on_hover_text("→ or Enter").clicked() {
                    ask(TourCommand::Next);
                }
                let back = Button::new("Back").min_size(vec2(64.0, 28.0));
                let back = ui.add_enabled(self.stop > 0, back);
                named(&back, labels::shell::PREVIOUS_STOP);
                if back.on_hover_text("←").clicked() {
                    ask(TourCommand::Back);
                }
                if !is_last {
                    let skip = ui.add(Button::new("Skip").frame(false));
                    named(&skip, labels::shell::SKIP_TOUR);
                    if skip.on_hover_text("Escape").clicked() {
                        ask(TourCommand::End);
                    }
                }
            });
        });
    }
}

/// Accessible name: other buttons have the same text.
fn named(button: &Response, name: &str) {
    button.widget_info(|| WidgetInfo::labeled(Role::Button, button.enabled(), name));
}
