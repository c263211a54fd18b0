//! The bar at the top with its menus.

use eframe::egui::{self, Align, Button, Label, Layout, MenuBar, RichText, Role, Ui, WidgetInfo};

use super::{
    super::{
        command::{Command, named},
        places::{self, Place},
        state::State,
        tabs::Tab,
    },
    overlay::key_name,
};
use crate::readers::catalog::Entry;

pub fn top_ui(
    ui: &mut Ui,
    state: &State,
    entries: &[Entry],
    recent: &[String],
    trained: Option<f32>,
    commands: &mut Vec<Command>,
) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| {
            items_ui(ui, OPENING, true, commands);
            ui.separator();
            for entry in entries {
                if ui.button(&entry.name).clicked() {
                    commands.push(Command::Open(entry.name.clone()));
                }
            }
            if !recent.is_empty() {
                ui.menu_button("Recent", |ui| {
                    for path in recent {
                        if ui.button(path).clicked() {
                            commands.push(Command::Open(path.clone()));
                        }
                    }
                });
            }
            ui.separator();
            items_ui(ui, SAVING, state.data.is_some(), commands);
            ui.separator();
            item_ui(ui, "Quit", true, commands);
        });
        ui.menu_button("Edit", |ui| {
            item_ui(ui, "Undo", state.can_undo(), commands);
            item_ui(ui, "Redo", state.can_redo(), commands);
            ui.separator();
            item_ui(ui, "Edit the graph", state.data.is_some(), commands);
            item_ui(ui, "Remove the kept node or edge", state.pen.is_down && state.view.locked.is_some(), commands);
            item_ui(ui, "Discard all edits", !state.view.edits.is_empty(), commands);
        });
        ui.menu_button("View", |ui| {
            for (name, items) in SUBMENUS {
                ui.menu_button(*name, |ui| items_ui(ui, items, true, commands));
            }
            ui.separator();
            items_ui(ui, VIEW, true, commands);
        });
        let help = ui.menu_button("Help", |ui| {
            items_ui(ui, HELP, true, commands);
        });
        places::mark(ui, Place::Help, help.response.rect);
        ui.separator();
        let mut names = egui::Rect::NOTHING;
        for &(tab, name) in Tab::ALL {
            // A run in progress is seen from every tab.
            let text = match trained.filter(|_| tab == Tab::Train) {
                Some(share) => format!("{name} {:.0} %", 100.0 * share),
                None => name.to_owned(),
            };
            let label = ui.selectable_label(tab == state.tab, text);
            label.widget_info(|| WidgetInfo::selected(Role::Button, true, tab == state.tab, name));
            names |= label.rect;
            if label.clicked() {
                commands.push(Command::ShowTab(tab));
            }
        }
        places::mark(ui, Place::Tabs, names);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_dark = ui.visuals().dark_mode;
            let theme = ui.button(if is_dark { "Light" } else { "Dark" }).on_hover_text("Dark or light (Ctrl+D)");
            theme.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Dark or light"));
            if theme.clicked() {
                commands.push(Command::ToggleTheme);
            }
            if ui.button("Commands").on_hover_text("All commands by name (Ctrl+K)").clicked() {
                commands.push(Command::TogglePalette);
            }
            // In what is left, so that a long name moves nothing else.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| shown_ui(ui, state));
        });
    });
}

/// Which graph is on screen.
fn shown_ui(ui: &mut Ui, state: &State) {
    let Some(data) = &state.data else { return };
    ui.separator();
    ui.label(RichText::new(&data.dataset.name).family(super::theme::strong_family()));
    let graph = data.dataset.graphs.get(state.view.graph);
    let name = graph.and_then(|graph| graph.name.as_deref()).map(|name| format!(" · {name}")).unwrap_or_default();
    let edited = if state.view.edits.is_empty() { "" } else { " · edited" };
    let (graph, n_graphs) = (state.view.graph, data.dataset.graphs.len());
    let text = RichText::new(format!("graph {graph} of {n_graphs}{name}{edited}")).weak();
    ui.add(Label::new(text).truncate());
}

const OPENING: &[&str] = &["Start page", "Open file…", "Open path or link…", "Type SMILES…"];
const SAVING: &[&str] =
    &["Save as GraphML…", "Export figure…", "Copy figure", "Export matrices…", "Copy link to this view"];
const HELP: &[&str] = &["Take the tour", "Glossary…", "Keys…", "All commands…"];

/// What the menu View holds in menus of its own.
const SUBMENUS: &[(&str, &[&str])] = &[
    (
        "Go",
        &["Next graph", "Previous graph", "Next tab", "Previous tab", "Next step", "Previous step", "Play the steps"],
    ),
    ("Levels", &["One level at a time", "Level 0", "Level 1", "Level 2"]),
    ("Parameters", &["Set the hops s", "Set the precision τ", "Set the share ρ"]),
    ("Layout", &["Start or pause the layout", "Shake the layout", "Unpin all nodes"]),
    ("Pair", &["Keep the pair, or let go", "Let go of the pair"]),
    (
        "Training",
        &[
            "Start training",
            "Pause or resume training",
            "Stop training",
            "Use the trained model in Explore",
            "Import a run…",
            "Export the curves of runs",
            "Export a figure of runs",
        ],
    ),
];

const VIEW: &[&str] = &[
    "Fit graphs",
    "Hulls around clusters",
    "Next node order",
    "List of graphs",
    "Panels to their places",
    "Presentation",
    "Dark or light",
    "Less motion",
];

fn items_ui(ui: &mut Ui, names: &[&str], is_enabled: bool, commands: &mut Vec<Command>) {
    for name in names {
        item_ui(ui, name, is_enabled, commands);
    }
}

/// A line of a menu with its key.
fn item_ui(ui: &mut Ui, name: &str, is_enabled: bool, commands: &mut Vec<Command>) {
    let Some(found) = named().into_iter().find(|found| found.name == name) else { return };
    let key = found.key.map(|key| key_name(ui, &key)).unwrap_or_default();
    if ui.add_enabled(is_enabled, Button::new(name).shortcut_text(key)).clicked() {
        commands.push(found.command);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_a_menu_and_every_line_of_a_menu_is_a_command() {
        let single = ["Quit", "Undo", "Redo", "Edit the graph", "Remove the kept node or edge", "Discard all edits"];
        let menus = [OPENING, SAVING, VIEW, HELP, &single].into_iter().chain(SUBMENUS.iter().map(|(_, items)| *items));
        let mut in_menus: Vec<&str> = menus.flatten().copied().collect();
        let mut commands: Vec<&str> = named().iter().map(|found| found.name).collect();
        in_menus.sort_unstable();
        commands.sort_unstable();
        assert_eq!(in_menus, commands);
    }
}
