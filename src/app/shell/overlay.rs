//! Dialogs over the window: command palette, keyboard shortcuts, glossary, SMILES, path.

use std::path::PathBuf;

use eframe::egui::{self, Align2, Area, Context, Id, Key, Order, vec2};

use super::{
    glossary::{self, glossary_ui},
    key_sheet::{self, keys_ui},
    palette::{Palette, Sources, palette_ui},
    path_box::{PathBox, path_ui},
    smiles_box::{SmilesBox, smiles_ui},
};
use crate::app::{
    state::command::Command,
    work::{folder::Folder, sketch::Sketch, slot::Slot},
};

#[derive(Default)]
pub(crate) enum Overlay {
    #[default]
    None,
    Palette(Palette),
    Keys,
    /// Typed text.
    Glossary(String),
    Smiles(SmilesBox),
    /// Replaces the system's file dialog where there is none.
    Path(PathBox),
}

impl Overlay {
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// Background work of the dialogs.
#[derive(Default)]
pub(crate) struct OverlayWork {
    /// Folder listings of the path dialog.
    folders: Slot<PathBuf, Folder>,
    sketches: Slot<String, Sketch>,
}

impl OverlayWork {
    pub(crate) fn is_busy(&self) -> bool {
        self.sketches.is_busy()
    }
}

/// Draws the open dialog; a command closes it.
pub(crate) fn overlay_ui(
    ctx: &Context,
    overlay: &mut Overlay,
    work: &mut OverlayWork,
    sources: &Sources<'_>,
    commands: &mut Vec<Command>,
) {
    if !overlay.is_open() {
        return;
    }
    let mut is_done = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    // The sheet of keys needs the height of a small window.
    let top = (0.12 * ctx.content_rect().height()).min(if matches!(overlay, Overlay::Keys) { 40.0 } else { 96.0 });
    Area::new(Id::unique("overlay")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, top)).show(
        ctx,
        |ui| {
            egui::Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                let width: f32 = match overlay {
                    Overlay::Keys => key_sheet::WIDTH,
                    Overlay::Path(_) => 560.0,
                    Overlay::Glossary(_) => glossary::WIDTH,
                    _ => 480.0,
                };
                ui.set_width(width.min(ctx.content_rect().width() - 48.0));
                is_done |= match overlay {
                    Overlay::Palette(palette) => palette_ui(ui, palette, sources, commands),
                    Overlay::Keys => keys_ui(ui),
                    Overlay::Glossary(text) => glossary_ui(ui, text),
                    Overlay::Smiles(typed) => smiles_ui(ui, typed, &mut work.sketches, commands),
                    Overlay::Path(path) => path_ui(ui, path, &mut work.folders, commands),
                    Overlay::None => true,
                };
            });
        },
    );
    if is_done {
        *overlay = Overlay::None;
    }
}
