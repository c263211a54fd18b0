//! The text of a step: equation, sentence, and the equation with the values of two nodes.

use eframe::egui::{ComboBox, FontFamily, Label, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::step::Step;
use crate::app::{
    state::{Pair, command::Command, labels},
    widgets::{equation::equation_ui, maths::maths, theme},
};

const EQUATION: f32 = 26.0;
const FILLED: f32 = 20.0;

pub(super) struct Card<'a> {
    pub step: &'a Step,
    pub place: (usize, usize),
    /// The equation with values.
    pub filled: Option<String>,
    pub pair: Pair,
    pub names: &'a [String],
}

pub(super) fn card_ui(ui: &mut Ui, card: &Card<'_>, commands: &mut Vec<Command>) {
    let text = ui.visuals().text_color();
    let (number, of) = card.place;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(card.step.title).size(20.0).family(theme::strong_family()));
            ui.weak(format!("{} · {}", labels::steps::place(number, of), card.step.source));
        });
        ui.add_space(8.0);
        equation_ui(ui, card.step.equation, EQUATION, text);
        ui.add_space(8.0);
        ui.add(Label::new(maths(card.step.sentence, 15.0, FontFamily::Proportional, text)).wrap());
        ui.add_space(12.0);
        pair_ui(ui, card, commands);
        ui.add_space(4.0);
        match &card.filled {
            Some(filled) => drop(equation_ui(ui, filled, FILLED, text)),
            None => drop(ui.weak("This step does not involve these two nodes.")),
        }
    });
}

/// The two nodes; they can also be selected on the graph and in the maps.
fn pair_ui(ui: &mut Ui, card: &Card<'_>, commands: &mut Vec<Command>) {
    let pair = card.pair;
    ui.horizontal(|ui| {
        ui.weak("Example: i =");
        if let Some(row) = node_ui(ui, "Node i", pair.row, card.names) {
            commands.push(Command::Lock(Some(Pair { row, ..pair })));
        }
        ui.weak("j =");
        if let Some(col) = node_ui(ui, "Node j", pair.col, card.names) {
            commands.push(Command::Lock(Some(Pair { col, ..pair })));
        }
    });
}

fn node_ui(ui: &mut Ui, label: &str, node: u32, names: &[String]) -> Option<u32> {
    let name = |node: u32| names.get(node as usize).map_or("", String::as_str);
    let mut chosen = None;
    let combo = ComboBox::from_id_salt(label).selected_text(name(node)).width(64.0);
    let response = combo.show_ui(ui, |ui| {
        // Only visible rows are built: a protein has thousands.
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().max_height(240.0).show_rows(ui, height, names.len(), |ui, rows| {
            for other in rows {
                if ui.selectable_label(other as u32 == node, &names[other]).clicked() {
                    chosen = Some(other as u32);
                }
            }
        });
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    chosen
}
