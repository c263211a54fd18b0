//! The steps as numbered buttons, and the buttons that go forward, back and on by themselves.

use eframe::egui::{
    Align2, FontFamily, FontId, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::step::Step;
use crate::app::{
    state::command::{Command, ShellCommand},
    widgets::maths::maths,
};

const HEIGHT: f32 = 34.0;
const NUMBER: f32 = 20.0;

/// How one goes from step to step.
pub enum Moves {
    /// With buttons beside the steps.
    ByButtons { is_playing: bool },
    /// By keys alone, as in a presentation, which has no room for more.
    ByKeys,
}

/// A row of all steps; the one on screen is filled, those before it are marked as done.
pub fn strip_ui(ui: &mut Ui, steps: &[Step], at: usize, moves: Moves, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (idx, step) in steps.iter().enumerate() {
            if step_ui(ui, idx, step, at) {
                commands.push(Command::SetStep(idx));
            }
        }
        let Moves::ByButtons { is_playing } = moves else { return };
        ui.add_space(12.0);
        let back =
            ui.add_enabled(at > 0, eframe::egui::Button::new("Back")).on_hover_text("Previous step (← or Page up)");
        if back.clicked() {
            commands.push(Command::Shell(ShellCommand::MoveStep(-1)));
        }
        let is_last = at + 1 >= steps.len();
        let forward = ui.add_enabled(!is_last, eframe::egui::Button::new("Forward"));
        if forward.on_hover_text("Next step (→ or Page down)").clicked() {
            commands.push(Command::Shell(ShellCommand::MoveStep(1)));
        }
        let play = if is_playing { "Pause" } else { "Play" };
        if ui.button(play).on_hover_text("One step after the other (Space)").clicked() {
            commands.push(Command::Shell(ShellCommand::PlaySteps));
        }
    });
}

fn step_ui(ui: &mut Ui, idx: usize, step: &Step, at: usize) -> bool {
    let visuals = ui.visuals().clone();
    let (text, accent, line) =
        (visuals.text_color(), visuals.hyperlink_color, visuals.widgets.noninteractive.bg_stroke.color);
    let is_here = idx == at;
    let size = TextStyle::Body.resolve(ui.style()).size;
    let colour = if is_here { text } else { visuals.weak_text_color() };
    let galley = ui.painter().layout_job(maths(step.short, size, FontFamily::Proportional, colour));
    let width = 8.0 + NUMBER + 6.0 + galley.size().x + 10.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    let name = format!("Step {}: {}", idx + 1, step.title);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_here, &name));
    let ring = if response.has_focus() || response.hovered() { text } else { line };
    let fill = if is_here { accent.gamma_multiply(0.22) } else { visuals.faint_bg_color };
    ui.painter().rect(rect, 6.0, fill, Stroke::new(1.0, if is_here { accent } else { ring }), StrokeKind::Inside);
    let dot = Rect::from_center_size(pos2(rect.left() + 8.0 + NUMBER / 2.0, rect.center().y), vec2(NUMBER, NUMBER));
    let is_done = idx <= at;
    if is_done {
        ui.painter().circle_filled(dot.center(), NUMBER / 2.0, accent);
    } else {
        ui.painter().circle_stroke(dot.center(), NUMBER / 2.0 - 0.5, Stroke::new(1.0, line));
    }
    let number = if is_done { visuals.panel_fill } else { visuals.weak_text_color() };
    ui.painter().text(dot.center(), Align2::CENTER_CENTER, idx + 1, FontId::monospace(12.0), number);
    let corner = pos2(dot.right() + 6.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, colour);
    response.on_hover_text(step.title).clicked()
}
