//! The bar of a presentation: tabs and exit button.

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, Ui, vec2};

use crate::app::state::{command::Command, labels, tab::Tab};

/// The bar shows while the pointer is this close to the upper edge, in points.
const EDGE: f32 = 56.0;

pub(crate) fn hint_ui(ctx: &Context, current: Tab, commands: &mut Vec<Command>) {
    let id = Id::unique("presentation");
    let is_near = |y: f32| y < ctx.content_rect().top() + EDGE;
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    if !pointer.is_some_and(|pos| is_near(pos.y)) {
        return;
    }
    Area::new(id).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 4.0)).show(ctx, |ui| {
        Frame::popup(ui.style()).inner_margin(6.0).show(ui, |ui| line_ui(ui, current, commands));
    });
}

fn line_ui(ui: &mut Ui, current: Tab, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        for &(tab, name) in Tab::ALL {
            if ui.selectable_label(tab == current, name).clicked() {
                commands.push(Command::ShowTab(tab));
            }
        }
        ui.separator();
        if ui.button(labels::shell::LEAVE_PRESENTATION).clicked() {
            commands.push(Command::TogglePresentation);
        }
        ui.weak("F11 or Escape");
    });
}
