//! Actions by their shortcuts.

use eframe::egui::{Context, Key, KeyboardShortcut, Popup};

use crate::app::state::{action::Action, command::Command};

/// Commands whose keys were pressed. Keys without Ctrl are for the widget with the focus, except those that nobody types
/// with.
pub fn pressed(ctx: &Context) -> Vec<Command> {
    // An open menu is closed by Escape, and has arrows of its own.
    let is_free = ctx.memory(|memory| memory.focused()).is_none() && !Popup::is_any_open(ctx);
    let is_pressed = |key: &KeyboardShortcut| {
        let is_for_all = key.modifiers.command || matches!(key.logical_key, Key::F1 | Key::F11);
        (is_free || is_for_all) && ctx.input_mut(|input| input.consume_shortcut(key))
    };
    let mut all: Vec<(KeyboardShortcut, Action)> =
        Action::ALL.iter().filter_map(|action| Some((action.shortcut()?, *action))).collect();
    // A key without Shift would count as pressed where the same key with Shift is.
    all.sort_by_key(|(key, _)| !key.modifiers.shift);
    all.into_iter().filter(|(key, _)| is_pressed(key)).map(|(_, action)| action.command()).collect()
}
