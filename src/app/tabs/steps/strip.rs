//! The strip of numbered steps, with buttons for back, next and play.

use eframe::egui::{
    Align2, FontFamily, FontId, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::step::Step;
use crate::app::{
    state::{
        action::Action,
        command::{Command, ShellCommand},
        labels,
    },
    widgets::maths::maths,
};

const HEIGHT: f32 = 34.0;
const NUMBER: f32 = 20.0;

pub(super) enum Moves {
    ByButtons {
        is_playing: bool,
    },
    /// In a presentation, which has no room for buttons.
    ByKeys,
}

/// The current step is filled, earlier ones are marked as done.
pub(super) fn strip_ui(ui: &mut Ui, steps: &[Step], at: usize, moves: Moves, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (idx, step) in steps.iter().enumerate() {
            if step_ui(ui, idx, step, at) {
                commands.push(Command::SetStep(idx));
            }
        }
        let Moves::ByButtons { is_playing } = moves else { return };
        ui.add_space(12.0);
        let back = ui
            .add_enabled(at > 0, eframe::egui::Button::new("Back"))
            .on_hover_text(format!("{} (← or Page Up)", Action::PreviousStep.label()));
        if back.clicked() {
            commands.push(Command::Shell(ShellCommand::MoveStep(-1)));
        }
        let is_last = at + 1 >= steps.len();
        let forward = ui.add_enabled(!is_last, eframe::egui::Button::new("Next"));
        if forward.on_hover_text(format!("{} (→ or Page Down)", Action::NextStep.label())).clicked() {
            commands.push(Command::Shell(ShellCommand::MoveStep(1)));
        }
        let play = if is_playing { labels::PAUSE } else { labels::steps::PLAY };
        if ui.button(play).on_hover_text(format!("{} (Space)", Action::PlaySteps.label())).clicked() {
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
    let name = labels::steps::button(idx + 1, step.title);
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
