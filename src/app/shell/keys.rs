//! Keyboard shortcuts.

use eframe::egui::{Context, Key, KeyboardShortcut, Popup};

use crate::app::state::{action::Action, command::Command};

/// Commands of the pressed shortcuts. Keys without Ctrl go to the focused widget, except function keys.
pub(crate) fn pressed(ctx: &Context) -> Vec<Command> {
    // An open menu uses Escape and the arrow keys.
    let is_free = ctx.memory(|memory| memory.focused()).is_none() && !Popup::is_any_open(ctx);
    let is_pressed = |key: &KeyboardShortcut| {
        let is_for_all = key.modifiers.command || matches!(key.logical_key, Key::F1 | Key::F11);
        (is_free || is_for_all) && ctx.input_mut(|input| input.consume_shortcut(key))
    };
    let mut all: Vec<(KeyboardShortcut, Action)> =
        Action::ALL.iter().filter_map(|action| Some((action.shortcut()?, *action))).collect();
    // Shift+key would also match the shortcut without Shift.
    all.sort_by_key(|(key, _)| !key.modifiers.shift);
    all.into_iter().filter(|(key, _)| is_pressed(key)).map(|(_, action)| action.command()).collect()
}
