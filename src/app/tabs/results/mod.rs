//! The Results tab: what a study found, beside the paper's table.
//!
//! A row is an operator, a column a dataset. A cell shows mean and standard deviation over the splits and, on the axis of its
//! column, this program's result above the paper's. A click on a cell shows its splits.

mod detail;
mod grid;
mod open;

use eframe::egui::{Frame, Margin, ScrollArea, Ui};

use super::{Cx, TabPage};
use crate::app::{
    state::{
        arguments::WindowArguments,
        command::Command,
        labels,
        looks::results::{CellKey, ResultsLook},
    },
    widgets::{parts::part_ui, stale},
    work::{
        file_dialog::FileDialog,
        slot::Slot,
        studies::{RESULTS, Results, ResultsQuestion},
    },
};

#[derive(Default)]
pub(crate) struct ResultsTab {
    results: Slot<ResultsQuestion, Results>,
    /// A copy of the look in the state, edited during the frame.
    look: ResultsLook,
    /// Number of times that the results were asked for again.
    number: u64,
    dialog: FileDialog,
    /// Text field for a path, if there is no system dialog.
    typed: Option<String>,
}

/// Width of the panel at the right, in points.
const DETAIL: f32 = 340.0;
/// With less room the details are below the table.
const ROOM_FOR_BOTH: f32 = 1000.0;
const GAP: f32 = 16.0;

impl TabPage for ResultsTab {
    fn new(_: &WindowArguments) -> Self {
        Self::default()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        self.look.clone_from(&cx.state.looks().results);
        self.take_path();
        self.results.poll();
        let question = ResultsQuestion { source: self.look.source.clone(), number: self.number };
        self.results.ask(question, ui.ctx(), &RESULTS);
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if !cx.state.is_presenting() {
                self.bar_ui(ui, commands);
            }
            self.page_ui(ui, cx, commands);
        });
        if self.look != cx.state.looks().results {
            commands.push(Command::SetResultsLook(self.look.clone()));
        }
    }

    fn is_busy(&self) -> bool {
        self.results.is_busy()
    }

    fn rescan(&mut self) {
        self.number += 1;
    }
}

impl ResultsTab {
    fn page_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        if let Some(error) = self.results.error() {
            ui.add_space(GAP);
            ui.add(eframe::egui::Label::new(error).wrap());
            return;
        }
        // Those of another study are not shown under the name of this one.
        let is_of_this = self.results.answered().is_some_and(|answered| answered.source == self.look.source);
        let Some(results) = self.results.answer().filter(|_| is_of_this).cloned() else {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(labels::results::READING);
            });
            return;
        };
        if results.summary.cells.is_empty() {
            self.empty_ui(ui, commands);
            return;
        }
        let whole = ui.available_rect_before_wrap();
        if whole.width() >= ROOM_FOR_BOTH {
            // Beside the table, not at the far end of a wide window.
            let left = (whole.left() + grid::widest(&results) + GAP).min(whole.right() - DETAIL);
            let place = whole.with_min_x(left).with_max_x(left + DETAIL);
            part_ui(ui, place, "detail", |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.detail_ui(ui, cx, &results, commands));
            });
            part_ui(ui, whole.with_max_x(place.left() - GAP), "grid", |ui| self.grid_ui(ui, &results));
        } else {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                self.grid_ui(ui, &results);
                ui.separator();
                self.detail_ui(ui, cx, &results, commands);
            });
        }
        stale::mark(ui, whole, self.results.stale_for());
    }

    fn select(&mut self, key: CellKey) {
        let is_selected = self.look.selected.as_ref() == Some(&key);
        self.look.selected = (!is_selected).then_some(key);
    }
}
