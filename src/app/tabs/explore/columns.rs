//! Columns of the list of graphs: which there are, which of them have room, and how wide they are.

use std::collections::BTreeMap;

use eframe::egui::Ui;
use egui_extras::{Column as Width, TableBuilder};

use super::{list::Sort, row_pictures};
use crate::app::state::labels;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    Index,
    Picture,
    Name,
    Class,
    Predicted,
    Confidence,
    Subset,
    Nodes,
    Edges,
}

impl Column {
    /// From left to right.
    const ALL: [Self; 9] = [
        Self::Index,
        Self::Picture,
        Self::Name,
        Self::Class,
        Self::Predicted,
        Self::Confidence,
        Self::Subset,
        Self::Nodes,
        Self::Edges,
    ];
    /// Those that make room for others, first of all the first.
    const YIELDING: [Self; 4] = [Self::Edges, Self::Nodes, Self::Subset, Self::Confidence];

    /// Short enough for the width of its numbers.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Index => "#",
            Self::Picture => "",
            Self::Name => "Name",
            Self::Class => "Class",
            Self::Predicted => "Pred.",
            Self::Confidence => "%",
            Self::Subset => "Set",
            Self::Nodes => "|V|",
            Self::Edges => "|E|",
        }
    }

    pub(crate) fn quantity(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Picture => "drawing",
            Self::Name => "name",
            Self::Class => "class",
            Self::Predicted => "predicted class",
            Self::Confidence => "confidence (%)",
            Self::Subset => "subset (train, validation, test)",
            Self::Nodes => "number of nodes",
            Self::Edges => "number of edges",
        }
    }

    pub(crate) fn sort(self) -> Option<Sort> {
        match self {
            Self::Index => Some(Sort::Index),
            Self::Picture => None,
            Self::Name => Some(Sort::Name),
            Self::Class => Some(Sort::Class),
            Self::Predicted => Some(Sort::Predicted),
            Self::Confidence => Some(Sort::Confidence),
            Self::Subset => Some(Sort::Subset),
            Self::Nodes => Some(Sort::Nodes),
            Self::Edges => Some(Sort::Edges),
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Index | Self::Confidence | Self::Nodes | Self::Edges)
    }
}

/// Columns that the user shows or hides, whatever the room.
pub(crate) type Chosen = BTreeMap<Column, bool>;

/// What a dataset has to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub has_names: bool,
    pub has_classes: bool,
    pub has_predictions: bool,
    pub has_pictures: bool,
    /// Whether numbers of nodes and edges have many digits.
    pub are_large: bool,
}

/// The columns of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub columns: Vec<Column>,
    /// Whether there is room for the name of the predicted class beside its dot.
    pub is_prediction_named: bool,
}

/// Width of the name of a predicted class, in points.
const NAMED: f32 = 90.0;

impl Offer {
    pub(crate) fn has(&self, column: Column) -> bool {
        match column {
            Column::Index | Column::Nodes | Column::Edges => true,
            Column::Picture => self.has_pictures,
            Column::Name => self.has_names,
            Column::Class => self.has_classes,
            Column::Predicted | Column::Confidence | Column::Subset => self.has_predictions,
        }
    }

    /// Distance between columns in points.
    pub(crate) fn gap(&self) -> f32 {
        if self.has_names || self.has_predictions { 4.0 } else { 8.0 }
    }

    /// The least width of a column, and whether it takes what is left.
    fn width(&self, column: Column) -> (f32, bool) {
        let is_tight = self.has_names || self.has_predictions;
        match column {
            Column::Index => (if self.has_names { 30.0 } else { 34.0 }, !(self.has_names || self.has_classes)),
            Column::Picture => (row_pictures::WIDTH, false),
            Column::Name => (44.0, true),
            Column::Class => (if self.has_names { 48.0 } else { 64.0 }, !self.has_names),
            Column::Predicted => (30.0, false),
            Column::Confidence => (28.0, false),
            Column::Subset => (28.0, false),
            Column::Nodes if !is_tight => (44.0, false),
            Column::Edges if !is_tight => (50.0, false),
            // Five digits still fit.
            Column::Nodes => (if self.are_large { 34.0 } else { 30.0 }, false),
            Column::Edges => (if self.are_large { 40.0 } else { 34.0 }, false),
        }
    }

    /// Width of columns with their gaps, in points.
    fn total(&self, columns: &[Column]) -> f32 {
        let widths: f32 = columns.iter().map(|&column| self.width(column).0).sum();
        widths + self.gap() * columns.len().saturating_sub(1) as f32
    }

    /// The columns that are chosen, and as many of the others as have room.
    pub(crate) fn fit(&self, chosen: &Chosen, room: f32) -> Shown {
        let is_shown = |column: &Column| self.has(*column) && chosen.get(column) != Some(&false);
        let mut columns: Vec<Column> = Column::ALL.into_iter().filter(is_shown).collect();
        for column in Column::YIELDING {
            if self.total(&columns) > room && !chosen.contains_key(&column) {
                columns.retain(|other| *other != column);
            }
        }
        let is_prediction_named = self.total(&columns) + NAMED <= room;
        Shown { columns, is_prediction_named }
    }
}

impl Shown {
    pub(crate) fn add_to<'t>(&self, mut table: TableBuilder<'t>, offer: &Offer) -> TableBuilder<'t> {
        for &column in &self.columns {
            let (least, takes_rest) = offer.width(column);
            table = table.column(match column {
                Column::Predicted if self.is_prediction_named => Width::exact(NAMED).clip(true),
                _ if takes_rest => Width::remainder().at_least(least).clip(true),
                _ => Width::exact(least).clip(true),
            });
        }
        table
    }
}

/// The menu of a title.
pub(crate) fn menu_ui(ui: &mut Ui, offer: &Offer, shown: &Shown, chosen: &mut Chosen) {
    ui.weak(labels::explore::COLUMNS);
    let optional = |column: &Column| !matches!(column, Column::Index | Column::Picture) && offer.has(*column);
    for column in Column::ALL.into_iter().filter(optional) {
        let mut is_shown = shown.columns.contains(&column);
        if ui.checkbox(&mut is_shown, column.quantity()).changed() {
            chosen.insert(column, is_shown);
        }
    }
    if ui.add_enabled(!chosen.is_empty(), eframe::egui::Button::new(labels::explore::AUTOMATIC_COLUMNS)).clicked() {
        chosen.clear();
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_leave_the_facts_their_room() {
        let offer =
            Offer { has_names: false, has_classes: true, has_predictions: true, has_pictures: false, are_large: false };
        let titles = |chosen: &Chosen, room: f32| -> Vec<&str> {
            offer.fit(chosen, room).columns.iter().map(|column| column.title()).collect()
        };
        let automatic = Chosen::new();
        assert_eq!(titles(&automatic, 251.0), ["#", "Class", "Pred.", "%", "Set", "|V|"], "the default panel");
        assert_eq!(titles(&automatic, 290.0), ["#", "Class", "Pred.", "%", "Set", "|V|", "|E|"]);
        let chosen = Chosen::from([(Column::Subset, false), (Column::Edges, true)]);
        assert_eq!(titles(&chosen, 251.0), ["#", "Class", "Pred.", "%", "|V|", "|E|"]);
        assert!(!offer.fit(&automatic, 251.0).is_prediction_named);
        assert!(offer.fit(&automatic, 400.0).is_prediction_named);
        let plain = Offer { has_predictions: false, ..offer };
        assert_eq!(plain.fit(&automatic, 251.0).columns.len(), 4);
    }
}
