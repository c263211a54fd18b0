//! The sortable, filterable table of all graphs of the dataset.

use eframe::egui::{self, Align, Button, ComboBox, Layout, Response, Sense, TextEdit, TextStyle, Ui};
use egui_extras::{TableBuilder, TableRow};

use super::{
    cell::{number_cell, text_cell},
    columns::{self, Chosen, Column, Offer, Shown},
    predicted::{class_ui, part_ui, predicted_ui, tooltip},
    row_pictures::{self, PictureColumn, toggle_ui},
};
use crate::{
    app::state::{State, command::Command, explored::Explored, labels, loaded::Loaded, version::Version},
    graph::{Dataset, split::Subset},
    train::predict::{Prediction, Predictions},
};

/// Filters and order of the table.
#[derive(Default)]
pub(crate) struct ListPanel {
    text: String,
    class: Option<u32>,
    max_nodes: usize,
    sort: Sort,
    is_descending: bool,
    /// Graph indices that pass the filters.
    rows: Vec<u32>,
    rows_for: Option<RowsKey>,
    shown: Option<usize>,
    pub pictures: PictureColumn,
    /// Columns that are shown or hidden by hand.
    columns: Chosen,
}

/// Cache key of the rows.
#[derive(PartialEq)]
struct RowsKey {
    data: Version,
    text: String,
    class: Option<u32>,
    max_nodes: usize,
    sort: Sort,
    is_descending: bool,
    predictions: Option<Version>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    #[default]
    Index,
    Name,
    Class,
    Nodes,
    Edges,
    Predicted,
    Confidence,
    /// Training, validation or test set.
    Subset,
    /// 1 − p of the true class.
    Error,
}

const ROW_HEIGHT: f32 = 24.0;
const ALL_CLASSES: &str = "All classes";
const MAX_NODES: &str = "Maximum number of nodes";

impl ListPanel {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &State, explored: Option<&Explored>, commands: &mut Vec<Command>) {
        let Some(data) = state.data() else { return };
        let is_entered = self.filter_ui(ui, data);
        let predictions = state.predictions().map(|(version, all)| (*version, &**all));
        if predictions.is_some() {
            self.predictions_ui(ui, &state.signal_name(&state.view().signal), commands);
        } else if matches!(self.sort, Sort::Predicted | Sort::Confidence | Sort::Subset | Sort::Error) {
            self.sort = Sort::Index;
        }
        self.refresh(data, predictions);
        self.pictures.refresh(ui, data);
        if let Some(&first) = self.rows.first().filter(|_| is_entered) {
            commands.push(Command::SelectGraph(first as usize));
        }
        let n_graphs = data.dataset.graphs.len();
        if self.rows.len() < n_graphs {
            ui.weak(format!("{} of {n_graphs} graphs", self.rows.len()));
        }
        // Of the copy that is being edited, as far as it is computed.
        let edited = explored.filter(|explored| !explored.edits.is_empty() && state.is_open(&explored.data));
        let edited = edited.filter(|explored| !state.view().edits.is_empty() && explored.graph == state.view().graph);
        let edited = edited.map(|explored| {
            let graph = &explored.edited_graph;
            Sizes { n_nodes: graph.n_nodes, n_edges: graph.n_edges(), is_edited: true }
        });
        self.table_ui(ui, data, predictions.map(|(_, all)| all), (state.view().graph, edited), commands);
    }

    /// The model that the predictions are of, and the button that sorts by error.
    fn predictions_ui(&mut self, ui: &mut Ui, model: &str, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            let hint = "Sort by error, 1 − p of the true class, largest first";
            if ui.selectable_label(self.sort == Sort::Error, labels::explore::WORST_FIRST).on_hover_text(hint).clicked()
            {
                (self.sort, self.is_descending) = match self.sort {
                    Sort::Error => (Sort::Index, false),
                    _ => (Sort::Error, true),
                };
            }
            let close = ui.small_button("×").on_hover_text(labels::explore::HIDE_PREDICTIONS);
            close
                .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, labels::explore::HIDE_PREDICTIONS));
            if close.clicked() {
                commands.push(Command::HidePredictions);
            }
        });
        ui.add(egui::Label::new(egui::RichText::new(labels::explore::predicted_by(model)).small().weak()).wrap());
    }

    /// The graph `step` rows further in the sorted and filtered table.
    pub(crate) fn neighbour(&self, graph: usize, step: isize) -> Option<usize> {
        let row = self.rows.iter().position(|&idx| idx as usize == graph)?;
        let row = row.saturating_add_signed(step).min(self.rows.len() - 1);
        Some(self.rows[row] as usize)
    }

    /// Whether Enter asks for the first row.
    fn filter_ui(&mut self, ui: &mut Ui, data: &Loaded) -> bool {
        let is_entered = ui.horizontal(|ui| self.text_ui(ui)).inner;
        ui.horizontal(|ui| {
            let classes = &data.dataset.classes;
            if !classes.is_empty() {
                let shown = self.class.map_or(ALL_CLASSES, |class| classes.show(class));
                let combo = ComboBox::from_id_salt("class").selected_text(shown).width(130.0).truncate();
                let response = combo.show_ui(ui, |ui| {
                    ui.selectable_value(&mut self.class, None, ALL_CLASSES);
                    for class in 0..classes.len() as u32 {
                        ui.selectable_value(&mut self.class, Some(class), classes.show(class));
                    }
                });
                response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Class"));
            }
            if self.max_nodes == 0 {
                self.max_nodes = data.stats.max_nodes;
            }
            let drag = egui::DragValue::new(&mut self.max_nodes).range(1..=data.stats.max_nodes).prefix("|V| ≤ ");
            let most = ui.add(drag).on_hover_text(MAX_NODES);
            most.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, MAX_NODES));
        });
        is_entered
    }

    fn text_ui(&mut self, ui: &mut Ui) -> bool {
        const CLEAR: f32 = 28.0;
        let toggle = ui.spacing().interact_size.y + ui.spacing().item_spacing.x;
        let width = ui.available_width() - toggle - if self.text.is_empty() { 0.0 } else { CLEAR };
        let hint = labels::explore::FILTER_HINT;
        let field = ui.add(TextEdit::singleline(&mut self.text).hint_text(hint).desired_width(width));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, labels::explore::FILTER));
        if !self.text.is_empty() {
            let clear = ui.small_button("×").on_hover_text(labels::explore::CLEAR_FILTER);
            clear.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, labels::explore::CLEAR_FILTER));
            if clear.clicked() {
                self.text.clear();
            }
        }
        toggle_ui(ui, &mut self.pictures.is_shown);
        field.lost_focus() && !self.text.is_empty() && ui.input(|input| input.key_pressed(egui::Key::Enter))
    }

    fn key(&self, data: &Loaded, predictions: Option<Version>) -> RowsKey {
        let Self { text, class, max_nodes, sort, is_descending, .. } = self;
        let (text, class, max_nodes, sort) = (text.clone(), *class, *max_nodes, *sort);
        RowsKey { data: data.version, text, class, max_nodes, sort, is_descending: *is_descending, predictions }
    }

    /// Filters and sorts again when the key changes. A new dataset resets the filters.
    fn refresh(&mut self, data: &Loaded, predictions: Option<(Version, &Predictions)>) {
        let version = predictions.map(|(version, _)| version);
        let key = self.key(data, version);
        if self.rows_for.as_ref() == Some(&key) {
            return;
        }
        if self.rows_for.as_ref().is_some_and(|old| old.data != key.data) {
            (self.text, self.class, self.max_nodes) = (String::new(), None, data.stats.max_nodes);
        }
        let predictions = predictions.map(|(_, all)| all);
        let graphs = &data.dataset.graphs;
        let wanted = self.text.trim().to_lowercase();
        // Each class once, not once per graph.
        let classes = &data.dataset.classes;
        let is_class_meant: Vec<bool> =
            (0..classes.len() as u32).map(|class| classes.show(class).to_lowercase().contains(&wanted)).collect();
        let passes = |idx: &u32| {
            let graph = &graphs[*idx as usize];
            let has_text = wanted.is_empty()
                || idx.to_string().starts_with(&wanted)
                || graph.name.as_ref().is_some_and(|name| name.to_lowercase().contains(&wanted))
                || graph.class.is_some_and(|class| is_class_meant.get(class as usize) == Some(&true));
            has_text && self.class.is_none_or(|class| graph.class == Some(class)) && graph.n_nodes <= self.max_nodes
        };
        self.rows = (0..graphs.len() as u32).filter(passes).collect();
        let graph = |idx: &u32| &graphs[*idx as usize];
        match self.sort {
            Sort::Index => {}
            Sort::Name => self.rows.sort_by(|a, b| graph(a).name.cmp(&graph(b).name)),
            Sort::Class => self.rows.sort_by_key(|idx| graph(idx).class),
            Sort::Nodes => self.rows.sort_by_key(|idx| graph(idx).n_nodes),
            Sort::Edges => self.rows.sort_by_key(|idx| graph(idx).n_edges()),
            Sort::Predicted => {
                let found = |idx: &u32| Some(predictions?.all.get(*idx as usize)?.class);
                self.rows.sort_by_key(found);
            }
            Sort::Subset => {
                let place = |idx: &u32| match predictions.and_then(|all| all.subset_of(*idx as usize)) {
                    Some(Subset::Test) => 0,
                    Some(Subset::Validation) => 1,
                    Some(Subset::Train) => 2,
                    None => 3,
                };
                self.rows.sort_by_key(place);
            }
            Sort::Confidence | Sort::Error => {
                let size = |idx: &u32| {
                    let found = predictions.and_then(|predictions| predictions.all.get(*idx as usize));
                    match (found, self.sort, graph(idx).class) {
                        (Some(found), Sort::Confidence, _) => found.confidence(),
                        (Some(found), _, Some(class)) => found.wrongness(class),
                        _ => -1.0,
                    }
                };
                self.rows.sort_by(|a, b| size(a).total_cmp(&size(b)));
            }
        }
        if self.is_descending {
            self.rows.reverse();
        }
        self.rows_for = Some(self.key(data, version));
    }

    fn table_ui(
        &mut self,
        ui: &mut Ui,
        data: &Loaded,
        predictions: Option<&Predictions>,
        (current, edited): (usize, Option<Sizes>),
        commands: &mut Vec<Command>,
    ) {
        let offer = Offer {
            has_names: data.dataset.graphs.iter().any(|graph| graph.name.is_some()),
            has_classes: !data.dataset.classes.is_empty(),
            has_predictions: predictions.is_some(),
            has_pictures: self.pictures.is_shown,
            are_large: data.stats.max_nodes >= 1000,
        };
        let row_height = if offer.has_pictures { row_pictures::ROW_HEIGHT } else { ROW_HEIGHT };
        ui.spacing_mut().item_spacing = egui::vec2(offer.gap(), 0.0);
        let shown = offer.fit(&self.columns, ui.available_width() - ui.spacing().scroll.allocated_width());
        let table = TableBuilder::new(ui).striped(true).sense(Sense::click());
        let mut table = shown.add_to(table.cell_layout(Layout::left_to_right(Align::Center)), &offer);
        // Scroll to the selected graph when it was changed elsewhere.
        if self.shown != Some(current) {
            self.shown = Some(current);
            if let Some(row) = self.rows.iter().position(|&idx| idx as usize == current) {
                table = table.scroll_to_row(row, Some(Align::Center));
            }
        }
        let rows = std::mem::take(&mut self.rows);
        let mut pictures = std::mem::take(&mut self.pictures);
        table.header(ROW_HEIGHT, |header| self.titles_ui(header, &offer, &shown)).body(|body| {
            body.rows(row_height, rows.len(), |mut row| {
                let idx = rows[row.index()] as usize;
                row.set_selected(idx == current);
                let found = predictions.and_then(|all| Some((all, all.all.get(idx)?)));
                let graph = &data.dataset.graphs[idx];
                let original = Sizes { n_nodes: graph.n_nodes, n_edges: graph.n_edges(), is_edited: false };
                let sizes = edited.filter(|_| idx == current).unwrap_or(original);
                cells_ui(&mut row, (&data.dataset, idx), &shown, found, sizes, &mut pictures);
                let response = described(row.response(), (&data.dataset, idx), idx == current, found, sizes);
                if response.clicked() {
                    // It is visible already.
                    self.shown = Some(idx);
                    commands.push(Command::SelectGraph(idx));
                }
            });
        });
        (self.rows, self.pictures) = (rows, pictures);
    }

    fn titles_ui(&mut self, mut header: TableRow<'_, '_>, offer: &Offer, shown: &Shown) {
        for &column in &shown.columns {
            header.col(|ui| self.title_ui(ui, column, (offer, shown)));
        }
    }

    /// A header that sorts; a second click reverses the order, a right click chooses columns.
    fn title_ui(&mut self, ui: &mut Ui, column: Column, (offer, shown): (&Offer, &Shown)) {
        let Some(sort) = column.sort() else { return };
        let mark = match (self.sort == sort && self.sort != Sort::Index, self.is_descending) {
            (true, false) => " ↑",
            (true, true) => " ↓",
            _ => "",
        };
        let title = match column {
            Column::Predicted if shown.is_prediction_named => "Predicted",
            column => column.title(),
        };
        let button = Button::new(egui::RichText::new(format!("{title}{mark}")).weak().small()).frame(false);
        let layout = if column.is_number() {
            Layout::right_to_left(Align::Center)
        } else {
            Layout::left_to_right(Align::Center)
        };
        ui.with_layout(layout, |ui| {
            let hint = format!("Sort by {}. {}", column.quantity(), labels::explore::COLUMNS_HINT);
            let response = ui.add(button).on_hover_text(hint);
            // A menu of check boxes stays open.
            egui::Popup::context_menu(&response)
                .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| columns::menu_ui(ui, offer, shown, &mut self.columns));
            if response.clicked() {
                self.is_descending = self.sort == sort && !self.is_descending;
                self.sort = sort;
            }
        });
    }
}

/// The prediction for a graph.
type Found<'a> = Option<(&'a Predictions, &'a Prediction)>;

fn class_of(dataset: &Dataset, idx: usize) -> &str {
    dataset.graphs[idx].class.map_or("–", |class| dataset.classes.show(class))
}

/// Numbers of nodes and edges of a graph; those of the edited copy, where there is one.
#[derive(Clone, Copy)]
struct Sizes {
    n_nodes: usize,
    n_edges: usize,
    is_edited: bool,
}

fn cells_ui(
    row: &mut TableRow<'_, '_>,
    (dataset, idx): (&Dataset, usize),
    shown: &Shown,
    found: Found<'_>,
    sizes: Sizes,
    pictures: &mut PictureColumn,
) {
    let graph = &dataset.graphs[idx];
    for &column in &shown.columns {
        row.col(|ui| {
            let ink = if sizes.is_edited { ui.visuals().hyperlink_color } else { ui.visuals().text_color() };
            match (column, found) {
                (Column::Index, _) => number_cell(ui, idx, ui.visuals().text_color()),
                (Column::Picture, _) => pictures.cell_ui(ui, idx as u32),
                (Column::Name, _) => text_ui(ui, graph.name.as_deref().unwrap_or("–")),
                (Column::Class, None) => text_ui(ui, class_of(dataset, idx)),
                (Column::Class, Some(_)) => class_ui(ui, dataset, graph.class),
                (Column::Predicted, Some((_, prediction))) => {
                    predicted_ui(ui, dataset, (graph.class, prediction.class), shown.is_prediction_named);
                }
                (Column::Confidence, Some((_, prediction))) => {
                    let percent = (100.0 * prediction.confidence()).round() as usize;
                    number_cell(ui, percent, ui.visuals().text_color());
                }
                (Column::Subset, Some((all, _))) => part_ui(ui, all.subset_of(idx)),
                (Column::Nodes, _) => number_cell(ui, sizes.n_nodes, ink),
                (Column::Edges, _) => number_cell(ui, sizes.n_edges, ink),
                (Column::Predicted | Column::Confidence | Column::Subset, None) => {}
            }
        });
    }
}

/// Accessible label, description and tooltip of a row.
fn described(
    response: Response,
    (dataset, idx): (&Dataset, usize),
    is_current: bool,
    found: Found<'_>,
    sizes: Sizes,
) -> Response {
    let (graph, class) = (&dataset.graphs[idx], class_of(dataset, idx));
    let mut label = labels::explore::graph(idx, graph.name.as_deref());
    if let Some((all, prediction)) = found {
        label += labels::explore::PREDICTED;
        label += dataset.classes.show(prediction.class);
        if let Some(part) = all.subset_of(idx) {
            label += &format!(", {}", labels::subset(part.name(), all.split));
        }
    }
    if sizes.is_edited {
        label += &labels::explore::edited_copy(sizes.n_nodes, sizes.n_edges);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_current, &label));
    let sizes = || {
        let copy = if sizes.is_edited { ", edited copy" } else { "" };
        format!("{class}, {} nodes, {} edges{copy}", sizes.n_nodes, sizes.n_edges)
    };
    response.ctx.accesskit_node_builder(response.id, |node| node.set_description(sizes()));
    match found {
        Some((all, prediction)) => {
            let text = tooltip(class, all, prediction, idx, dataset);
            response.on_hover_text(format!("{text}\n{}", sizes()))
        }
        None => match &graph.name {
            // The name may be cut in its column.
            Some(name) => response.on_hover_text(format!("{name}\n{}", sizes())),
            None => response,
        },
    }
}

fn text_ui(ui: &Ui, text: &str) {
    text_cell(ui, text, TextStyle::Body, ui.visuals().text_color());
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::graph::gallery;

    #[test]
    fn the_rows_are_those_of_the_dataset_even_at_the_address_of_one_that_is_gone() {
        let mut list = ListPanel { max_nodes: 3, ..ListPanel::default() };
        for n_graphs in [1, 4, 2, 3, 1] {
            let mut dataset = gallery::parse_spec("path:n=3").unwrap();
            dataset.graphs = vec![dataset.graphs[0].clone(); n_graphs];
            // Dropped at the end of the iteration, so that the next one may get its address.
            let data = Arc::new(Loaded::new("path:n=3", dataset));
            list.refresh(&data, None);
            assert_eq!(list.rows, (0..n_graphs as u32).collect::<Vec<_>>());
        }
    }
}
