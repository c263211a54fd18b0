//! The graph on screen at an epoch of the selected run: seeds, matrices, predicted class; and a slider over the epochs.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use eframe::egui::{
    Align, Button, Frame, Layout, Margin, Rect, RichText, Role, Sense, Slider, Ui, UiBuilder, WidgetInfo, vec2,
};

use super::{TrainTab, view::RunView};
use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            explored::{Explored, GraphPrediction},
            labels,
            loaded::Loaded,
            tab::Tab,
            train_command::TrainCommand,
            version::Version,
        },
        tabs::Cx,
        widgets::{
            canvas::{Arrangement, CanvasLook, Spot},
            export_menu::{figure_item, matrix_menu},
            heading::heading_ui,
            heatmap::{Heatmap, HeatmapLook},
            levels::Levels,
            matrix::{Lit, Matrix},
            parts::split,
        },
        work::live_layout::LiveLayout,
    },
    graph::split::Subset,
    pooling::trace::{Stage, Step},
    symbols::Symbol,
    train::snapshot::SPLIT,
    view::look::ColourBy,
};

#[derive(Default)]
pub(super) struct MoleculePanel {
    /// Of a trace in a theme.
    levels: Levels<(Version, bool)>,
    maps: BTreeMap<&'static Symbol, Heatmap>,
}

impl TrainTab {
    pub(super) fn molecule_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, data: &Arc<Loaded>, commands: &mut Vec<Command>) {
        let path = self.shown.as_deref().unwrap_or(Path::new(""));
        let run = RunView::find(self.live.as_ref(), super::found(&self.runs), path);
        let graph = cx.state.view().graph;
        let is_narrow = ui.available_width() < ROOM_FOR_ONE_LINE;
        ui.horizontal_wrapped(|ui| {
            step_ui(ui, "‹", Action::PreviousGraph.label(), -1, commands);
            heading_ui(ui, &labels::explore::graph(graph, None));
            step_ui(ui, "›", Action::NextGraph.label(), 1, commands);
            if !cx.state.view().edits.is_empty() {
                ui.label(labels::explore::EDITED);
            } else if let Some(class) = data.dataset.graphs.get(graph).and_then(|graph| graph.class) {
                ui.label(format!("class {}", data.dataset.classes.show(class)));
            }
            if let Some(run) = run.filter(|run| run.is_on(data) && cx.state.view().edits.is_empty()) {
                part_ui(ui, &run, graph);
            }
            if is_narrow {
                self.model_ui(ui, run, data, commands);
            } else {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.model_ui(ui, run, data, commands));
            }
        });
        let Some(run) = run else {
            ui.weak("Select a run to replay pooling at any epoch.");
            return;
        };
        if !run.is_on(data) {
            let name = &run.file.data.name;
            ui.weak(labels::train::trained_on(name));
            if ui.button(labels::shell::open(name)).clicked() {
                commands.push(Command::Open(run.file.data.source.clone()));
            }
            return;
        }
        let Some(newest) = run.newest_epoch() else {
            ui.weak("Waiting for the first epoch of split 0…");
            return;
        };
        self.scrubber_ui(ui, &run, newest, commands);
        let Some((explored, layout)) = self.scrubbed().cloned().zip(cx.layout) else {
            ui.spinner();
            return;
        };
        if Some(explored.subject()) != cx.state.subject() || !layout.fits(&explored) {
            ui.spinner();
            return;
        }
        self.molecule.ui(ui, &explored, &layout.live, commands);
    }

    fn model_ui(&self, ui: &mut Ui, run: Option<RunView<'_>>, data: &Loaded, commands: &mut Vec<Command>) {
        let shown = run.filter(|run| run.is_on(data)).and_then(|run| Some((run, self.shown_epoch(&run)?)));
        let button = ui.add_enabled(shown.is_some(), Button::new(labels::train::USE_IN_EXPLORE));
        let model = shown.map_or_else(String::new, |(run, epoch)| labels::model(&run.name(), SPLIT, epoch));
        let hint = format!("{model}: use these weights as the signal in Explore, and predict the class of every graph");
        if button.on_hover_text(hint).clicked() {
            commands.push(Command::Train(TrainCommand::UseModel));
        }
        let mut is_linked = self.is_linked;
        let hint = "Explore shows the selected epoch and follows the slider and the training. Its operator, parameters and \
                    signal are replaced until this ends";
        if ui.checkbox(&mut is_linked, labels::train::LIVE_UPDATE).on_hover_text(hint).changed() {
            commands.push(Command::Train(TrainCommand::SetLinked(is_linked)));
        }
    }

    fn scrubber_ui(&self, ui: &mut Ui, run: &RunView<'_>, newest: usize, commands: &mut Vec<Command>) {
        let seen = self.scrubbed().and_then(|answer| Some((answer, answer.seen.as_ref()?)));
        let is_training = run.is_live && self.is_training();
        let is_narrow = ui.available_width() < if is_training { ROOM_FOR_ONE_LINE } else { ROOM_FOR_PREDICTION };
        ui.horizontal(|ui| {
            let mut epoch = self.shown_epoch(run).unwrap_or(newest);
            ui.label(RichText::new(labels::train::EPOCH).weak());
            // On a narrow panel the prediction has a line of its own.
            let mut prediction_width = if is_narrow { 0.0 } else { 250.0 };
            if run.is_live && self.is_training() {
                prediction_width += 130.0;
            }
            ui.spacing_mut().slider_width = (ui.available_width() - prediction_width - 190.0).max(80.0);
            let slider = Slider::new(&mut epoch, 1..=newest.max(2)).integer();
            let slider = ui.add_enabled(newest > 1, slider);
            slider.widget_info(|| WidgetInfo::labeled(Role::Slider, newest > 1, labels::train::EPOCH));
            if slider.changed() {
                commands.push(Command::Train(TrainCommand::Scrub(epoch.min(newest))));
            }
            if let Some(best) = run.best_epoch() {
                let hint = format!("Epoch {best}: highest validation accuracy of split {SPLIT} so far");
                if ui.small_button(format!("best {best}")).on_hover_text(hint).clicked() {
                    commands.push(Command::Train(TrainCommand::Scrub(best)));
                }
            }
            if run.is_live && self.is_training() {
                let mut is_following = self.is_following;
                let follow = ui.checkbox(&mut is_following, labels::train::FOLLOW);
                if follow.on_hover_text("Show each new epoch").changed() {
                    commands.push(Command::Train(TrainCommand::SetFollowing(is_following)));
                }
            }
            if let Some((explored, seen)) = seen.filter(|_| !is_narrow) {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| prediction_ui(ui, explored, seen));
            }
        });
        if let Some((explored, seen)) = seen.filter(|_| is_narrow) {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| prediction_ui(ui, explored, seen));
        }
    }
}

fn step_ui(ui: &mut Ui, sign: &str, name: &str, step: isize, commands: &mut Vec<Command>) {
    let key = if step < 0 { "←" } else { "→" };
    let button = ui.small_button(sign).on_hover_text(format!("{name} ({key})"));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if button.clicked() {
        commands.push(Command::Shell(ShellCommand::StepGraph(step)));
    }
}

/// The subset of the graph: a correct prediction of a training graph shows no generalisation.
fn part_ui(ui: &mut Ui, run: &RunView<'_>, graph: usize) {
    let Some(split) = run.file.splits.get(SPLIT) else { return };
    let part = split.subset_of(graph as u32);
    let hint = match part {
        Some(Subset::Train) => "Its class was used for training: a correct prediction shows no generalisation",
        Some(Subset::Validation) => "Its class was used for model selection, but not for training",
        Some(Subset::Test) => "Its class was used neither for training nor for model selection",
        None => "It has no class label, so it is in no split",
    };
    let text = part.map_or_else(|| format!("not in split {SPLIT}"), |part| labels::subset(part.name(), SPLIT));
    let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
    let badge = Frame::new().stroke(stroke).corner_radius(8.0).inner_margin(Margin::symmetric(6, 1));
    badge.show(ui, |ui| ui.label(RichText::new(text).small())).response.on_hover_text(hint);
}

fn prediction_ui(ui: &mut Ui, explored: &Explored, seen: &GraphPrediction) {
    let dataset = &explored.data.dataset;
    let prediction = &seen.prediction;
    let (verdict, is_wrong) = match explored.class() {
        Some(class) if class == prediction.class => ("correct", false),
        Some(_) => ("incorrect", true),
        None => ("", false),
    };
    let class = dataset.classes.show(prediction.class);
    let text = format!("{}{class}, p = {:.2}", labels::train::at_epoch(seen.epoch), prediction.confidence());
    let colour = if is_wrong { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    ui.label(RichText::new(verdict).color(colour).strong());
    ui.label(RichText::new(text).color(colour));
}

const GAP: f32 = 12.0;
/// Width of the graph's name, class and subset beside the buttons, in points.
const ROOM_FOR_ONE_LINE: f32 = 640.0;
/// In a smaller panel only the graph itself is drawn, in points.
const ROOM_FOR_COARSE: f32 = 180.0;
const ROOM_FOR_LEVELS: f32 = 420.0;
/// Width of a short slider beside the prediction.
const ROOM_FOR_PREDICTION: f32 = 510.0;

impl MoleculePanel {
    fn ui(&mut self, ui: &mut Ui, explored: &Arc<Explored>, layout: &LiveLayout, commands: &mut Vec<Command>) {
        let is_dark = ui.visuals().dark_mode;
        self.levels.refresh(explored, layout.positions(), (explored.version, is_dark), |pooled| {
            (0..explored.levels.len()).map(|level| pooled.look(level, ColourBy::Label, None, is_dark).0).collect()
        });
        let space = ui.available_size();
        let matrices = moving(explored);
        let (rect, _) = ui.allocate_exact_size(space, Sense::hover());
        let shapes: Vec<bool> = matrices.iter().map(Matrix::is_square).collect();
        let (canvas, cells) = places(rect, &shapes);
        let mut child = ui.new_child(UiBuilder::new().max_rect(canvas).id_salt("train-canvas"));
        // Epochs follow quickly: easing from one to the next would repaint without end during training.
        child.style_mut().animation_time = 0.0;
        let mut menu = |ui: &mut Ui, _: usize, _: Spot| {
            figure_item(ui, "pooling", commands);
            if ui.button("Show in Explore").clicked() {
                commands.push(Command::Train(TrainCommand::SetLinked(true)));
                commands.push(Command::ShowTab(Tab::Explore));
                ui.close();
            }
        };
        let arrangement = match canvas.size() {
            size if size.y < ROOM_FOR_COARSE && size.x < ROOM_FOR_LEVELS => Arrangement::One(0),
            // As large as they can be, so that atoms have room for their letters.
            _ => Arrangement::Largest,
        };
        self.levels.ui(&mut child, CanvasLook::new(arrangement), &[], &mut menu);
        for (matrix, cell) in matrices.iter().zip(cells) {
            let mut child = ui.new_child(UiBuilder::new().max_rect(cell).id_salt(matrix.step.symbol.key));
            let map = self.maps.entry(matrix.step.symbol).or_default();
            let output = matrix.ui(&mut child, map, Lit::default(), HeatmapLook::default());
            matrix_menu(&output.response, matrix.figure_kind(), commands);
        }
    }
}

/// The matrices that change during training, and the assignment.
fn moving(explored: &Explored) -> Vec<Matrix<'_>> {
    let matrices = explored.method.matrices.iter().filter_map(|symbol| Matrix::find(explored, 0, symbol));
    let is_moving = |step: &Step| step.stage != Stage::Input && !step.is_of_graph_alone;
    matrices.filter(|matrix| is_moving(matrix.step) || matrix.has_coarse_axis()).collect()
}

/// Places of the graphs and of the maps, which are square or wide.
fn places(rect: Rect, are_square: &[bool]) -> (Rect, Vec<Rect>) {
    /// In a lower panel all maps are in one row.
    const ROOM_FOR_TWO_ROWS: f32 = 170.0;
    /// Share of the height of the wide maps.
    const WIDE: f32 = 0.4;
    /// Width that a map needs beyond its height, for its colour bar.
    const BAR: f32 = 36.0;
    let n_square = are_square.iter().filter(|is_square| **is_square).count();
    let n_wide = are_square.len() - n_square;
    let has_rows = n_square > 0 && n_wide > 0 && rect.height() > ROOM_FOR_TWO_ROWS;
    let (height, n_cols) = if has_rows {
        ((1.0 - WIDE) * rect.height() - GAP, n_square.max(n_wide))
    } else {
        (rect.height(), are_square.len())
    };
    let most = if are_square.len() > 1 { 0.52 } else { 0.42 } * rect.width();
    let width = (n_cols as f32 * (height + BAR + GAP)).min(most);
    let (canvas, maps) = rect.split_left_right_at_x(rect.right() - width);
    let row = |rect: Rect, n: usize| split(rect, &vec![1.0; n], GAP);
    let maps = Rect::from_min_max(maps.min + vec2(GAP.min(width), 0.0), maps.max);
    let places = if has_rows {
        let (squares, wides) = maps.split_top_bottom_at_y(maps.top() + height + GAP);
        let squares = Rect::from_min_size(squares.min, vec2(squares.width(), height));
        let (mut squares, mut wides) = (row(squares, n_square).into_iter(), row(wides, n_wide).into_iter());
        let place = |is_square: &bool| if *is_square { squares.next() } else { wides.next() };
        are_square.iter().filter_map(place).collect()
    } else {
        row(maps, are_square.len())
    };
    (canvas, places)
}

#[cfg(test)]
mod tests {
    use eframe::egui::Pos2;

    use super::*;

    #[test]
    fn maps_and_graphs_fill_the_panel_and_do_not_overlap() {
        for size in [vec2(500.0, 90.0), vec2(700.0, 230.0), vec2(1300.0, 400.0)] {
            let all = Rect::from_min_size(Pos2::ZERO, size);
            for are_square in [&[][..], &[false], &[true, true, false], &[true, false, false]] {
                let (canvas, maps) = places(all, are_square);
                assert_eq!(maps.len(), are_square.len());
                assert!(canvas.width() > 0.45 * size.x, "{canvas:?}");
                for (idx, map) in maps.iter().enumerate() {
                    assert!(all.expand(1.0).contains_rect(*map) && !map.shrink(1.0).intersects(canvas), "{map:?}");
                    assert!(maps[..idx].iter().all(|other| !other.shrink(1.0).intersects(map.shrink(1.0))));
                }
            }
        }
    }
}
