//! The Compare tab: one graph through several operators, side by side or two as a difference.

mod card;
mod difference;
mod numbers;
mod table;
mod trained;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use eframe::egui::{
    Align, ComboBox, Frame, Layout, Margin, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};

use self::{
    card::{Caption, Card},
    difference::{DifferencePage, Side, choose_pair_ui},
    table::{TABLE, table_ui},
    trained::{Model, Models, TRAINED, TrainedQuestion},
};
use super::{Cx, TabPage};
use crate::{
    app::{
        state::{
            SignalSource, arguments::WindowArguments, command::Command, explored::Explored, labels, loaded::Loaded,
            question::Question,
        },
        widgets::{
            chooser::chooser_ui,
            operators::{self, operators_ui},
            parameter::parameter_bar_ui,
            parts::part_ui,
            stale,
        },
        work::{explored, slot::Slot},
    },
    model::WeightSource,
    pooling::{Method, Parameter, methods},
};

use crate::app::state::looks::compare::CompareLook;
use crate::app::state::looks::compare::Mode;

pub(crate) struct CompareTab {
    rows: BTreeMap<&'static str, Row>,
    /// A copy of the look in the state, edited during the frame.
    look: CompareLook,
    trained: Slot<TrainedQuestion, Models>,
    /// Number of scans for runs.
    number: u64,
    difference: DifferencePage,
}

#[derive(Default)]
struct Row {
    slot: Slot<Question, Explored>,
    card: Card,
}

impl Default for CompareTab {
    fn default() -> Self {
        Self {
            rows: methods().map(|method| (method.key, Row::default())).collect(),
            look: CompareLook::default(),
            trained: Slot::default(),
            number: 0,
            difference: DifferencePage::default(),
        }
    }
}

/// Minimum size of a card in points; with less room the page scrolls.
const MIN_CARD: eframe::egui::Vec2 = vec2(404.0, 150.0);
/// Width of a scroll bar in points.
const BAR: f32 = 12.0;
const GAP: f32 = 16.0;

impl TabPage for CompareTab {
    fn new(_: &WindowArguments) -> Self {
        Self::default()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        self.look.clone_from(&cx.state.looks().compare);
        self.page_ui(ui, cx, commands);
        if self.look != cx.state.looks().compare {
            commands.push(Command::SetCompareLook(Box::new(self.look.clone())));
        }
    }

    fn is_busy(&self) -> bool {
        let is_waited_for =
            |key: &&str| self.rows.get(*key).is_some_and(|row| row.slot.error().is_none() && !row.slot.is_current());
        self.trained.is_busy()
            || (self.look.mode == Mode::Difference && self.difference.is_busy())
            || self.look.operators().iter().any(is_waited_for)
    }

    fn fit(&mut self) {
        self.rows.values_mut().for_each(|row| row.card.fit());
    }

    fn rescan(&mut self) {
        self.number += 1;
    }
}

impl CompareTab {
    fn page_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let Some(data) = cx.state.data() else { return };
        self.ask(ui, cx, data);
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            bar_ui(ui, cx, &self.look, commands);
            self.tools_ui(ui);
            match self.look.mode {
                Mode::SideBySide => self.cards_ui(ui, cx, commands),
                Mode::Difference => {
                    let sides = self.look.pair.map(|key| self.side(cx, key));
                    self.difference.ui(ui, cx, &sides, &mut self.look.compared, commands);
                }
            }
        });
    }

    /// The newest trace of an operator.
    pub(crate) fn explored(&self, key: &str) -> Option<&Arc<Explored>> {
        self.rows.get(key)?.slot.answer()
    }

    /// The trained models in use, by operator key.
    pub(crate) fn models(&self) -> BTreeMap<String, PathBuf> {
        let models = self.trained.answer().filter(|_| self.look.is_trained_wanted);
        models.map_or_else(BTreeMap::new, |models| {
            models.iter().map(|(key, model)| (key.clone(), model.path.clone())).collect()
        })
    }

    fn side(&self, cx: &Cx<'_>, key: &str) -> Side {
        let slot = self.rows.get(key).map(|row| &row.slot);
        let found = slot.and_then(Slot::answer);
        Side {
            found: found.cloned(),
            error: slot.and_then(Slot::error).map(str::to_owned),
            weights: weights_text(cx, self.model(key), found.map(|found| &**found)),
            is_fresh: slot.is_some_and(Slot::is_current),
        }
    }

    fn ask(&mut self, ui: &Ui, cx: &Cx<'_>, data: &Arc<Loaded>) {
        // Folders that cannot be read are not runs.
        self.trained.poll();
        let wanted = TrainedQuestion { data: data.clone(), runs: cx.runs.to_owned(), number: self.number };
        self.trained.ask(wanted, ui.ctx(), &TRAINED);
        if !self.trained.is_current() {
            return;
        }
        let models = self.trained.answer().cloned().filter(|_| self.look.is_trained_wanted);
        for key in self.look.operators() {
            let (Some(method), Some(row)) = (crate::pooling::method(key), self.rows.get_mut(key)) else { continue };
            row.slot.poll();
            let model = models.as_ref().and_then(|models| models.get(key));
            let view = cx.state.view();
            let question = match model {
                Some(model) => Question::as_trained(data, view, SignalSource::Model(model.path.clone())),
                None => Question::beside(data, view, method),
            };
            row.slot.ask(question, ui.ctx(), &explored::EXPLORE);
        }
    }

    fn tools_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.selectable_value(&mut self.look.mode, Mode::SideBySide, labels::compare::SIDE_BY_SIDE);
            ui.selectable_value(&mut self.look.mode, Mode::Difference, labels::compare::DIFFERENCE);
            ui.separator();
            match self.look.mode {
                Mode::SideBySide => self.choose_ui(ui),
                Mode::Difference => choose_pair_ui(ui, &mut self.look.pair),
            }
            let has_models = self.trained.answer().is_some_and(|models| !models.is_empty());
            if has_models {
                ui.separator();
                ui.checkbox(&mut self.look.is_trained_wanted, labels::compare::TRAINED)
                    .on_hover_text("Use the weights of the newest run of each operator on this dataset, if any");
            }
        });
        ui.add_space(2.0);
    }

    fn choose_ui(&mut self, ui: &mut Ui) {
        // Those that are there from the start and those that were chosen are at hand, the others in a list.
        let is_at_hand = |method: &Method| method.is_compared_by_default || self.look.chosen.contains(&method.key);
        let at_hand: Vec<_> = methods().filter(|method| is_at_hand(method)).collect();
        for method in at_hand {
            let mut is_chosen = self.look.chosen.contains(&method.key);
            if ui.checkbox(&mut is_chosen, method.name).on_hover_text(method.about).changed() {
                self.look.choose(method.key, is_chosen);
            }
        }
        let list = ComboBox::from_id_salt("more-operators").selected_text(labels::compare::MORE).height(640.0);
        let response = list.close_behavior(operators::CLOSES).show_ui(ui, |ui| {
            let look = &mut self.look;
            if let Some(method) = operators_ui(ui, "compare", |method| look.chosen.contains(&method.key)) {
                look.choose(method.key, !look.chosen.contains(&method.key));
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::compare::MORE));
    }

    fn cards_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        if self.look.chosen.is_empty() {
            ui.weak("Select operators above.");
            return;
        }
        let whole = ui.available_rect_before_wrap();
        // Beside the cards where two of them still fit, else above.
        if whole.width() >= 2.0 * MIN_CARD.x + 2.0 * GAP + TABLE {
            let place = whole.with_min_x(whole.right() - TABLE);
            part_ui(ui, place, "table", |ui| self.table_ui(ui, cx));
            part_ui(ui, whole.with_max_x(place.left() - GAP), "cards", |ui| self.grid_ui(ui, cx, false, commands));
        } else {
            self.grid_ui(ui, cx, true, commands);
        }
    }

    /// The statistics of the chosen operators.
    fn table_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let subject = cx.state.subject();
        let row = |key: &&'static str| {
            let name = crate::pooling::method(key)?.name;
            let found = self.explored(key).filter(|found| Some(found.subject()) == subject);
            let weights = weights_text(cx, self.model(key), found.map(|found| &**found));
            let is_trained = found.is_some_and(|found| found.is_trained());
            Some(table::Row { name, is_trained, weights, summary: found.map(|found| &found.summary) })
        };
        let rows = self.look.chosen.iter().filter_map(row).collect();
        let mut sorting = self.look.sorting;
        let place = ui.max_rect();
        table_ui(ui, rows, &mut sorting);
        let waits = self.look.chosen.iter().filter_map(|key| self.rows.get(key)?.slot.stale_for());
        stale::mark(ui, ui.min_rect().intersect(place), waits.max());
        self.look.sorting = sorting;
    }

    /// The cards, in two columns if they fit; below the table, if it is in the way.
    fn grid_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, has_table: bool, commands: &mut Vec<Command>) {
        let space = ui.available_size();
        let n = self.look.chosen.len();
        let columns = if n > 1 && space.x >= 2.0 * MIN_CARD.x + GAP { 2 } else { 1 };
        let n_rows = n.div_ceil(columns) as f32;
        let is_scrolled = n_rows * MIN_CARD.y + GAP * (n_rows - 1.0) > space.y;
        let space = if is_scrolled { space - vec2(BAR, 0.0) } else { space };
        let width = (space.x - GAP * (columns as f32 - 1.0)) / columns as f32;
        let height = ((space.y - GAP * (n_rows - 1.0)) / n_rows).clamp(MIN_CARD.y, 0.55 * width);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if has_table {
                ui.scope(|ui| self.table_ui(ui, cx));
            }
            ui.spacing_mut().item_spacing.y = GAP;
            let chosen = self.look.chosen.clone();
            for keys in chosen.chunks(columns) {
                let (rect, _) = ui.allocate_exact_size(vec2(space.x, height), Sense::hover());
                let hairline = ui.visuals().widgets.noninteractive.bg_stroke;
                ui.painter().hline(rect.x_range(), rect.bottom() + GAP / 2.0 - 0.5, hairline);
                for (column, key) in keys.iter().enumerate() {
                    let min = rect.min + vec2(column as f32 * (width + GAP), 0.0);
                    let place = Rect::from_min_size(min, vec2(width, height));
                    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt(*key));
                    self.row_ui(&mut child, cx, key, commands);
                }
            }
        });
    }

    /// The trained model of an operator, if requested and available.
    fn model(&self, key: &str) -> Option<&Model> {
        self.trained.answer().filter(|_| self.look.is_trained_wanted)?.get(key)
    }

    fn row_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, key: &str, commands: &mut Vec<Command>) {
        let found = self.explored(key).map(|found| &**found);
        let weights = weights_text(cx, self.model(key), found);
        let Some(Row { slot, card }) = self.rows.get_mut(key) else { return };
        let name = crate::pooling::method(key).map_or(key, |method| method.name);
        let subject = cx.state.subject();
        let is_of_this = |found: &&Arc<Explored>| Some(found.subject()) == subject;
        match (slot.error(), slot.answer().filter(is_of_this), cx.explored.filter(is_of_this)) {
            (Some(error), ..) => {
                ui.label(name);
                ui.add(eframe::egui::Label::new(error).wrap());
            }
            (None, Some(found), Some(shown)) => {
                let caption = Caption { weights: &weights, is_fresh: slot.is_current() };
                let place = ui.max_rect();
                card.ui(ui, cx, found, (&shown.orders[0], shown.version), &caption, commands);
                stale::mark(ui, place, slot.stale_for());
            }
            _ => {
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                    ui.label(name);
                    ui.spinner();
                });
            }
        }
    }
}

/// The graph, and the parameters of all operators that are shown.
fn bar_ui(ui: &mut Ui, cx: &Cx<'_>, look: &CompareLook, commands: &mut Vec<Command>) {
    if cx.state.is_presenting() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        chooser_ui(ui, cx.state, commands);
        ui.separator();
        let mut all: Vec<&Parameter> = Vec::new();
        for method in look.operators().iter().filter_map(|key| crate::pooling::method(key)) {
            all.extend(method.parameters.iter().filter(|one| !all.contains(one)).collect::<Vec<_>>());
        }
        parameter_bar_ui(ui, all.into_iter(), &cx.state.view().params, cx.focus, commands);
    });
    ui.add_space(2.0);
}

/// `untrained`, the run, or the opened model.
fn weights_text(cx: &Cx<'_>, model: Option<&Model>, found: Option<&Explored>) -> String {
    if let Some(model) = model {
        return labels::compare::trained(&model.run.file_name().unwrap_or_default().to_string_lossy());
    }
    match found.map(|found| &found.weights) {
        Some(WeightSource::Model(_)) => cx.state.signal_name(&cx.state.view().signal),
        Some(WeightSource::RandomNetwork) => "random network".to_owned(),
        Some(WeightSource::Untrained | WeightSource::Given(_)) => labels::compare::UNTRAINED.to_owned(),
        None => String::new(),
    }
}
