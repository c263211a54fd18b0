//! The dialog for a SMILES string: the molecule is drawn while one types, and a fault is shown at its character.

use std::sync::Arc;

use eframe::egui::{
    Id, Key, Rect, RichText, Role, Sense, StrokeKind, TextEdit, Ui, WidgetInfo,
    text::{CCursor, CCursorRange},
    vec2,
};

use crate::app::{
    state::{action::Action, command::Command, labels},
    widgets::{canvas, heading::heading_ui},
    work::{
        sketch::{SKETCH, Sketch},
        slot::Slot,
    },
};

#[derive(Default)]
pub(crate) struct SmilesBox {
    text: String,
    /// Whether it is to be opened as soon as it has been read.
    is_wanted: bool,
    /// The text with a fault that was to be opened.
    refused: Option<String>,
    /// The last molecule that could be drawn.
    drawn: Option<Arc<Sketch>>,
}

const DRAWING: f32 = 180.0;

/// Draws the dialog; returns whether it is done.
pub(crate) fn smiles_ui(
    ui: &mut Ui,
    typed: &mut SmilesBox,
    sketches: &mut Slot<String, Sketch>,
    commands: &mut Vec<Command>,
) -> bool {
    heading_ui(ui, Action::TypeSmiles.title());
    let id = Id::unique("typed smiles");
    let hint = "CC(=O)Oc1ccccc1C(=O)O";
    let edit = ui.add(TextEdit::singleline(&mut typed.text).id(id).hint_text(hint).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::shell::SMILES));
    let is_entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && (is_entered || ui.memory(|memory| memory.focused()).is_none()) {
        edit.request_focus();
    }
    if edit.changed() {
        (typed.is_wanted, typed.refused) = (false, None);
    }
    let smiles = typed.text.trim().to_owned();
    if !smiles.is_empty() {
        sketches.ask(typed.text.clone(), ui.ctx(), &SKETCH);
    }
    sketches.poll();
    let sketch = sketches.answer().filter(|_| sketches.is_current() && !smiles.is_empty()).cloned();
    match sketch.as_deref() {
        Some(Sketch::Molecule { .. }) => typed.drawn.clone_from(&sketch),
        Some(Sketch::Fault { .. }) => {}
        None if smiles.is_empty() => typed.drawn = None,
        None => {}
    }
    message_ui(ui, typed, sketch.as_deref(), sketches.error());
    drawing_ui(ui, typed, sketch.as_deref(), sketches.is_slow());
    let is_sound = matches!(sketch.as_deref(), Some(Sketch::Molecule { .. }));
    let mut is_done = false;
    ui.horizontal(|ui| {
        if ui.button(labels::shell::OPEN).clicked() || is_entered {
            typed.is_wanted = !smiles.is_empty();
        }
        is_done = ui.button(labels::CANCEL).clicked();
    });
    if typed.is_wanted
        && let Some(sketch) = sketch
    {
        typed.is_wanted = false;
        match &*sketch {
            Sketch::Molecule { .. } if is_sound => {
                commands.push(Command::Open(format!("smiles:{smiles}")));
                is_done = true;
            }
            Sketch::Fault { at, .. } => {
                typed.refused = Some(typed.text.clone());
                put_cursor(ui, id, *at);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            Sketch::Molecule { .. } => {}
        }
    }
    is_done
}

/// Half-typed molecules have faults too: these are shown quietly until the molecule is to be opened.
fn message_ui(ui: &mut Ui, typed: &SmilesBox, sketch: Option<&Sketch>, error: Option<&str>) {
    let is_refused = typed.refused.as_ref() == Some(&typed.text);
    let text = match (sketch, error) {
        (Some(Sketch::Fault { message, .. }), _) if is_refused => {
            RichText::new(message).color(ui.visuals().error_fg_color)
        }
        (Some(Sketch::Fault { message, .. }), _) => RichText::new(message).weak(),
        (Some(Sketch::Molecule { about, .. }), _) => RichText::new(about).weak(),
        (None, Some(error)) => RichText::new(error).color(ui.visuals().error_fg_color),
        (None, None) => RichText::new(" "),
    };
    ui.label(text);
}

fn drawing_ui(ui: &mut Ui, typed: &SmilesBox, sketch: Option<&Sketch>, is_slow: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DRAWING), Sense::hover());
    let visuals = ui.visuals();
    ui.painter().rect(rect, 6.0, visuals.extreme_bg_color, visuals.window_stroke, StrokeKind::Inside);
    if let Some(Sketch::Molecule { looks: Some(looks), .. }) = typed.drawn.as_deref() {
        let look = &looks[usize::from(!visuals.dark_mode)];
        ui.scope(|ui| {
            // The molecule before, while this one has a fault.
            if !matches!(sketch, Some(Sketch::Molecule { .. })) {
                ui.multiply_opacity(0.35);
            }
            canvas::paint_still(ui, look, rect.shrink(12.0), ui.visuals().extreme_bg_color);
        });
    }
    if is_slow {
        ui.put(Rect::from_center_size(rect.center(), vec2(20.0, 20.0)), eframe::egui::Spinner::new());
    }
}

fn put_cursor(ui: &Ui, id: Id, at: usize) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    state.store(ui.ctx(), id);
    ui.ctx().request_repaint();
}
