//! The sheet of keyboard shortcuts, in groups, all of it in sight.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};

use super::menus::groups;
use crate::app::{
    state::{action::Action, labels},
    widgets::{heading::heading_ui, keys::key_name},
};

/// Maximum width in points.
pub(crate) const WIDTH: f32 = 720.0;
const COLUMNS: usize = 3;
const GAP: f32 = 20.0;

/// What the pointer does, and keys that belong to no command.
const MOUSE: [(&str, &str); 6] = [
    ("Wheel", "Zoom at the pointer"),
    ("Drag", "Pan; on a node: move it"),
    ("Double click", "Fit; unpin; default of a slider"),
    ("Shift+Drag", "Select nodes"),
    ("Right click", "Context menu"),
    ("Arrow keys", "Move the focused slider"),
];

/// Rows under a heading.
struct Group {
    title: &'static str,
    rows: Vec<(String, &'static str)>,
}

/// Returns whether it is to be closed.
pub(crate) fn keys_ui(ui: &mut Ui) -> bool {
    heading_ui(ui, Action::Keys.title());
    let columns = dealt(all(ui));
    let height = ui.ctx().content_rect().height() - 150.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        // As wide as their texts: a small window has room for no more.
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for groups in &columns {
                ui.vertical(|ui| groups.iter().for_each(|group| group_ui(ui, group)));
            }
        });
    });
    ui.add_space(4.0);
    ui.button(labels::CLOSE).clicked()
}

fn all(ui: &Ui) -> Vec<Group> {
    let short = |key: String| key.replace("PageDown", "PgDn").replace("PageUp", "PgUp");
    let row = |action: &Action| Some((short(key_name(ui, &action.shortcut()?)), action.label()));
    let of =
        |(title, actions): (&'static str, Vec<Action>)| Group { title, rows: actions.iter().filter_map(row).collect() };
    let mouse = Group { title: "Pointer", rows: MOUSE.map(|(key, what)| (key.to_owned(), what)).to_vec() };
    groups().into_iter().map(of).chain([mouse]).filter(|group| !group.rows.is_empty()).collect()
}

/// In their order, in columns of about the same height.
fn dealt(groups: Vec<Group>) -> Vec<Vec<Group>> {
    let height = |group: &Group| group.rows.len() + 2;
    let share = groups.iter().map(height).sum::<usize>().div_ceil(COLUMNS);
    let mut columns: Vec<Vec<Group>> = (0..COLUMNS).map(|_| Vec::new()).collect();
    let (mut at, mut filled) = (0, 0);
    for group in groups {
        // A group that is mostly beyond the end of a column begins the next one.
        if filled > 0 && filled + height(&group) / 2 > share && at + 1 < COLUMNS {
            (at, filled) = (at + 1, 0);
        }
        filled += height(&group);
        columns[at].push(group);
    }
    columns
}

fn group_ui(ui: &mut Ui, group: &Group) {
    ui.add_space(6.0);
    ui.label(RichText::new(group.title).weak().small());
    Grid::new(("keys", group.title)).num_columns(2).min_row_height(0.0).spacing([8.0, 1.0]).show(ui, |ui| {
        for (key, what) in &group.rows {
            ui.label(RichText::new(key).monospace().size(11.0));
            ui.label(RichText::new(*what).size(12.0));
            ui.end_row();
        }
    });
}
