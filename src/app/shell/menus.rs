//! The menu bar.

use eframe::egui::{self, Align, Button, Label, Layout, MenuBar, RichText, Role, Ui, WidgetInfo};

use crate::{
    app::{
        state::{State, action::Action, command::Command, labels, tab::Tab},
        widgets::{
            keys::key_name,
            places::{self, Place},
            short::short,
        },
    },
    readers::catalog::Entry,
};

pub(crate) fn top_ui(
    ui: &mut Ui,
    state: &State,
    graph: Option<usize>,
    entries: &[Entry],
    recent: &[String],
    trained: Option<f32>,
    commands: &mut Vec<Command>,
) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button(labels::shell::FILE, |ui| {
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
                        if ui.button(short(path, 60)).on_hover_text(path).clicked() {
                            commands.push(Command::Open(path.clone()));
                        }
                    }
                });
            }
            ui.separator();
            items_ui(ui, SAVING, state.data().is_some(), commands);
            ui.separator();
            item_ui(ui, Action::Quit, true, commands);
        });
        ui.menu_button(labels::shell::EDIT, |ui| {
            step_ui(ui, Action::Undo, state.undo_name(), commands);
            step_ui(ui, Action::Redo, state.redo_name(), commands);
            ui.separator();
            item_ui(ui, Action::EditGraph, state.data().is_some(), commands);
            item_ui(ui, Action::RemoveLocked, state.pen().is_down && state.view().locked.is_some(), commands);
            item_ui(ui, Action::DiscardEdits, !state.view().edits.is_empty(), commands);
        });
        ui.menu_button(labels::shell::VIEW, |ui| {
            for (name, items) in SUBMENUS {
                ui.menu_button(*name, |ui| items_ui(ui, items, true, commands));
            }
            ui.separator();
            items_ui(ui, VIEW, true, commands);
        });
        let help = ui.menu_button(labels::shell::HELP, |ui| {
            items_ui(ui, HELP, true, commands);
        });
        places::mark(ui, Place::Help, help.response.rect);
        ui.separator();
        let mut names = egui::Rect::NOTHING;
        for &(tab, name) in Tab::ALL {
            // Training progress is visible from every tab.
            let text = match trained.filter(|_| tab == Tab::Train) {
                Some(share) => format!("{name} {:.0} %", 100.0 * share),
                None => name.to_owned(),
            };
            let is_lit = tab == state.tab() && !state.is_start_shown();
            let label = ui.selectable_label(is_lit, text);
            label.widget_info(|| WidgetInfo::selected(Role::Button, true, is_lit, name));
            names |= label.rect;
            if label.clicked() {
                commands.push(Command::ShowTab(tab));
            }
        }
        places::mark(ui, Place::Tabs, names);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_dark = ui.visuals().dark_mode;
            let theme = ui
                .button(if is_dark { "Light" } else { "Dark" })
                .on_hover_text(format!("{} (Ctrl+D)", Action::Theme.label()));
            theme.widget_info(|| WidgetInfo::labeled(Role::Button, true, Action::Theme.label()));
            if theme.clicked() {
                commands.push(Action::Theme.command());
            }
            if ui.button("Commands").on_hover_text(format!("{} (Ctrl+K)", Action::Palette.title())).clicked() {
                commands.push(Action::Palette.command());
            }
            // In the remaining width, so that a long name moves nothing.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| graph_ui(ui, state, graph));
        });
    });
}

/// `graph` is the graph on screen, if it is not yet that of the view.
fn graph_ui(ui: &mut Ui, state: &State, graph: Option<usize>) {
    let is_of_graph = state.tab().is_of_graph() && !state.is_start_shown();
    let Some(data) = state.data().filter(|_| is_of_graph) else { return };
    let idx = graph.unwrap_or(state.view().graph);
    ui.separator();
    ui.label(RichText::new(&data.dataset.name).family(crate::app::widgets::theme::strong_family()));
    let graph = data.dataset.graphs.get(idx);
    let name = graph.and_then(|graph| graph.name.as_deref()).map(|name| format!(" · {name}")).unwrap_or_default();
    let edited = if state.view().edits.is_empty() { String::new() } else { format!(" {}", labels::explore::IS_EDITED) };
    let text = RichText::new(labels::shell::graph_of(idx, data.dataset.graphs.len()) + &name + &edited).weak();
    ui.add(Label::new(text).truncate());
}

const OPENING: &[Action] = &[Action::StartPage, Action::OpenFile, Action::OpenPath, Action::TypeSmiles];
const SAVING: &[Action] = &[
    Action::SaveSession,
    Action::SaveGraph,
    Action::ExportFigure,
    Action::CopyFigure,
    Action::ExportMatrices,
    Action::CopyLink,
];
const EDIT: &[Action] = &[Action::Undo, Action::Redo, Action::EditGraph, Action::RemoveLocked, Action::DiscardEdits];
const HELP: &[Action] = &[Action::Tour, Action::Glossary, Action::Keys, Action::Palette];

/// The submenus of View.
const SUBMENUS: &[(&str, &[Action])] = &[
    (
        "Go",
        &[
            Action::NextGraph,
            Action::PreviousGraph,
            Action::NextTab,
            Action::PreviousTab,
            Action::NextStep,
            Action::PreviousStep,
            Action::PlaySteps,
        ],
    ),
    ("Levels", &[Action::OneLevel, Action::Level0, Action::Level1, Action::Level2]),
    ("Parameters", &[Action::SetS, Action::SetTau, Action::SetRho]),
    ("Layout", &[Action::ToggleLayout, Action::RestartLayout, Action::NewLayout, Action::UnpinAll]),
    ("Zoom", &[Action::ZoomIn, Action::ZoomOut, Action::ZoomReset]),
    ("Pair", &[Action::ToggleLock, Action::Unlock]),
    (
        "Training",
        &[
            Action::StartTraining,
            Action::PauseTraining,
            Action::StopTraining,
            Action::UseModel,
            Action::UseBestModel,
            Action::ImportRun,
            Action::ExportCurves,
            Action::ExportTrainingFigure,
        ],
    ),
    (
        "Runs",
        &[
            Action::RenameRun,
            Action::EditNote,
            Action::CompareSettings,
            Action::CopyCommandLine,
            Action::OpenRunFolder,
            Action::DeleteRun,
            Action::RestoreRun,
        ],
    ),
];

const VIEW: &[Action] = &[
    Action::Fit,
    Action::Hulls,
    Action::NextOrder,
    Action::List,
    Action::ResetPanels,
    Action::Presentation,
    Action::Theme,
    Action::Motion,
];

fn items_ui(ui: &mut Ui, actions: &[Action], is_enabled: bool, commands: &mut Vec<Command>) {
    for &action in actions {
        item_ui(ui, action, is_enabled, commands);
    }
}

/// All commands, by menu.
pub(crate) fn groups() -> Vec<(&'static str, Vec<Action>)> {
    let mut groups =
        vec![(labels::shell::FILE, [OPENING, SAVING, &[Action::Quit]].concat()), (labels::shell::EDIT, EDIT.to_vec())];
    groups.extend(SUBMENUS.iter().map(|(title, items)| (*title, items.to_vec())));
    groups.extend([(labels::shell::VIEW, VIEW.to_vec()), (labels::shell::HELP, HELP.to_vec())]);
    groups
}

/// `Undo drag of C5`.
fn step_ui(ui: &mut Ui, action: Action, step: Option<String>, commands: &mut Vec<Command>) {
    let key = action.shortcut().map(|key| key_name(ui, &key)).unwrap_or_default();
    let name = step.as_ref().map_or_else(|| action.label().to_owned(), |step| format!("{} {step}", action.label()));
    if ui.add_enabled(step.is_some(), Button::new(name).shortcut_text(key)).clicked() {
        commands.push(action.command());
    }
}

fn item_ui(ui: &mut Ui, action: Action, is_enabled: bool, commands: &mut Vec<Command>) {
    let key = action.shortcut().map(|key| key_name(ui, &key)).unwrap_or_default();
    if ui.add_enabled(is_enabled, Button::new(action.label()).shortcut_text(key)).clicked() {
        commands.push(action.command());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_in_a_menu_once() {
        let in_menus: Vec<Action> = groups().into_iter().flat_map(|(_, items)| items).collect();
        for action in Action::ALL {
            assert_eq!(in_menus.iter().filter(|other| *other == action).count(), 1, "{action:?}");
        }
    }
}
