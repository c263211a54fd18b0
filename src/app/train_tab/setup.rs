//! The left of the tab: what to train, what it will cost, and the queue.

use std::sync::Arc;

use eframe::egui::{
    self, Button, ComboBox, DragValue, Grid, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};

use super::{
    super::{command::Command, loading::Loaded, panels::heading_ui, state::State},
    TrainCommand, TrainTab,
};
use crate::{
    graph::features::SignalKind,
    pooling::{METHODS, method},
    train::{
        Config, Status,
        calibrate::{Cost, show_seconds},
        engine::default_threads,
        memory::show_bytes,
    },
};

/// The run to be started next.
pub struct Setup {
    pub config: Option<Config>,
    pub threads: usize,
    /// The dataset that the configuration is for.
    pub data: Option<Arc<Loaded>>,
    /// When it was changed last.
    pub changed_at: f64,
    /// Why it cannot be trained.
    pub refusal: Option<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { config: None, threads: default_threads(), data: None, changed_at: 0.0, refusal: None }
    }
}

impl Setup {
    /// Starts from the paper's values when the dataset is another.
    pub fn follow(&mut self, data: &Arc<Loaded>) {
        if !self.data.as_ref().is_some_and(|known| Arc::ptr_eq(known, data)) {
            self.config = Some(Config::for_dataset(&data.dataset));
            self.data = Some(data.clone());
        }
    }
}

impl TrainTab {
    pub(super) fn setup_ui(&mut self, ui: &mut Ui, state: &State, data: &Arc<Loaded>, commands: &mut Vec<Command>) {
        let Some(config) = self.setup.config.clone() else { return };
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            heading_ui(ui, "New run");
            let dataset = &data.dataset;
            ui.weak(format!("{} · {} graphs · {} classes", dataset.name, dataset.graphs.len(), dataset.classes.len()));
            let mut changed = config.clone();
            presets_ui(ui, state, data, &mut changed);
            ui.horizontal(|ui| {
                pool_ui(ui, &mut changed);
                signal_ui(ui, data, &mut changed);
            });
            numbers_ui(ui, &mut changed, self.setup.threads, commands);
            if changed != config {
                commands.push(Command::Train(TrainCommand::SetConfig(Box::new(changed))));
            }
            ui.add_space(4.0);
            self.cost_ui(ui, &config);
            self.buttons_ui(ui, commands);
            self.queue_ui(ui, commands);
            ui.add_space(4.0);
            self.folder_ui(ui, commands);
        });
    }

    /// One line that says what it will take.
    fn cost_ui(&self, ui: &mut Ui, config: &Config) {
        if let Some(reason) = &self.setup.refusal {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color).small());
            return;
        }
        let cost = self.cost.answer().and_then(|cost| **cost);
        let text = match cost {
            Some(cost) if self.cost.is_current() => cost_line(&cost, config),
            Some(cost) if self.is_training() => {
                format!("about {} of memory; time is measured when nothing trains", show_bytes(cost.memory.total()))
            }
            None if self.is_training() => "The cost is measured when nothing trains.".to_owned(),
            _ => "Measuring what it will cost…".to_owned(),
        };
        ui.label(RichText::new(text).small().weak());
    }

    fn buttons_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let is_training = self.is_training();
        ui.horizontal(|ui| {
            let (text, hint) = match is_training {
                false => ("Start", "Train with these values"),
                true => ("Queue", "Train with these values when the run in progress is done"),
            };
            let start = Button::new(text).fill(ui.visuals().selection.bg_fill).min_size(vec2(72.0, 28.0));
            if ui.add(start).on_hover_text(hint).clicked() {
                commands.push(Command::Train(TrainCommand::Start));
            }
            let Some(live) = self.live.as_ref().filter(|_| is_training) else { return };
            let is_paused = live.history.status == Status::Paused;
            let pause = Button::new(if is_paused { "Resume" } else { "Pause" }).min_size(vec2(72.0, 28.0));
            if ui.add_enabled(!live.is_stopping(), pause).clicked() {
                commands.push(Command::Train(TrainCommand::TogglePause));
            }
            let stop = Button::new(if live.is_stopping() { "Stopping…" } else { "Stop" }).min_size(vec2(60.0, 28.0));
            let stop = ui.add_enabled(!live.is_stopping(), stop);
            if stop.on_hover_text("Stop; what is done is kept, and can be gone on with").clicked() {
                commands.push(Command::Train(TrainCommand::Stop));
            }
        });
    }

    fn queue_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        for (idx, order) in self.queue.iter().enumerate() {
            ui.horizontal(|ui| {
                let remove = ui.small_button("×").on_hover_text("Take it out of the queue");
                remove
                    .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Remove queued run {}", idx + 1)));
                if remove.clicked() {
                    commands.push(Command::Train(TrainCommand::Unqueue(idx)));
                }
                ui.add(egui::Label::new(RichText::new(format!("next: {}", order.title())).small()).truncate());
            });
        }
    }

    fn folder_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let label = ui.label(RichText::new("Runs are kept in").small().weak());
        // A path is taken when it has been typed to its end.
        let id = ui.make_persistent_id("runs-folder");
        let shown = self.scan.root.display().to_string();
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.clone());
        let edit =
            ui.add(TextEdit::singleline(&mut text).desired_width(ui.available_width()).font(egui::TextStyle::Small));
        let edit = edit.labelled_by(label.id).on_hover_text(&shown);
        if edit.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        } else {
            ui.data_mut(|data| data.remove::<String>(id));
            if edit.lost_focus() && text != shown && !text.trim().is_empty() {
                commands.push(Command::Train(TrainCommand::SetRoot(text.trim().into())));
            }
        }
    }
}

/// `about 98 MB of memory · 9000 graphs/s · at most 40 s for 20 splits of 200 epochs`.
fn cost_line(cost: &Cost, config: &Config) -> String {
    format!(
        "about {} of memory · {:.0} graphs/s · at most {} for {} × {} epochs",
        show_bytes(cost.memory.total()),
        cost.graphs_per_second,
        show_seconds(cost.most_seconds),
        config.splits,
        config.epochs
    )
}

fn presets_ui(ui: &mut Ui, state: &State, data: &Loaded, config: &mut Config) {
    ui.horizontal(|ui| {
        let paper = Config::for_dataset(&data.dataset);
        let choice = |ui: &mut Ui, name: &str, hint: &str, preset: Config, config: &mut Config| {
            if ui.selectable_label(*config == preset, name).on_hover_text(hint).clicked() {
                *config = preset;
            }
        };
        let pool = config.pool.clone();
        let quick = Config { pool: pool.clone(), splits: 2, epochs: 20, ..paper.clone() };
        let view = &state.view;
        let explored = Config {
            pool: view.method.key.into(),
            s: view.params.s,
            tau: view.params.tau,
            rho: view.params.rho,
            ..config.clone()
        };
        choice(
            ui,
            "Paper",
            "The paper's values for this dataset: 20 splits, 200 epochs",
            Config { pool, ..paper },
            config,
        );
        choice(ui, "Quick try", "Two splits of 20 epochs", quick, config);
        choice(ui, "As explored", "Operator, s, τ and ρ as in the Explore tab", explored, config);
    });
}

fn pool_ui(ui: &mut Ui, config: &mut Config) {
    let name = method(&config.pool).map_or(config.pool.as_str(), |method| method.name).to_owned();
    let combo = ComboBox::from_id_salt("train-pool").selected_text(name).width(120.0);
    let response = combo.show_ui(ui, |ui| {
        for method in METHODS {
            let choice = ui.selectable_label(method.key == config.pool, method.name).on_hover_text(method.about);
            if choice.clicked() {
                config.pool = method.key.to_owned();
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Pooling"));
}

/// A number with its name before it.
fn number_ui(ui: &mut Ui, name: &str, hint: &str, value: DragValue<'_>) {
    let label = ui.label(RichText::new(name).weak());
    ui.add_sized([56.0, 22.0], value).labelled_by(label.id).on_hover_text(hint);
}

fn numbers_ui(ui: &mut Ui, config: &mut Config, threads: usize, commands: &mut Vec<Command>) {
    let parameters = method(&config.pool).map_or(&[][..], |method| method.parameters);
    let has = |key: &str| parameters.iter().any(|parameter| parameter.key == key);
    Grid::new("train-numbers").num_columns(4).spacing([6.0, 4.0]).show(ui, |ui| {
        let mut column = 0;
        let mut next = |ui: &mut Ui| {
            column += 1;
            if column % 2 == 0 {
                ui.end_row();
            }
        };
        if has("s") {
            number_ui(ui, "s", "Hops of the structure kernel", DragValue::new(&mut config.s).range(0..=16).speed(0.05));
            next(ui);
        }
        if has("tau") {
            let drag = DragValue::new(&mut config.tau).range(0.0..=1000.0).speed(0.01).max_decimals(4);
            number_ui(ui, "τ", "Precision of the signal kernel", drag);
            next(ui);
        }
        if has("rho") {
            let drag = DragValue::new(&mut config.rho).range(0.01..=1.0).speed(0.005).max_decimals(3);
            number_ui(ui, "ρ", "Share of the nodes that is kept", drag);
            next(ui);
        }
        let drag = DragValue::new(&mut config.dprime).range(1..=1024).speed(0.1);
        number_ui(ui, "d′", "Width of the signal that is compared", drag);
        next(ui);
        let drag = DragValue::new(&mut config.lr).range(0.0..=10.0).speed(0.0001).max_decimals(6);
        number_ui(ui, "step size", "Step size of Adam", drag);
        next(ui);
        let drag = DragValue::new(&mut config.wd).range(0.0..=10.0).speed(0.00001).max_decimals(6);
        number_ui(ui, "decay", "Weight decay", drag);
        next(ui);
        number_ui(ui, "batch", "Graphs a step", DragValue::new(&mut config.batch).range(1..=65_536));
        next(ui);
        let drag = DragValue::new(&mut config.hidden).range(1..=4096);
        number_ui(ui, "hidden", "Numbers a node after each convolution", drag);
        next(ui);
        number_ui(ui, "epochs", "At most so many", DragValue::new(&mut config.epochs).range(1..=1_000_000));
        next(ui);
        let drag = DragValue::new(&mut config.patience).range(1..=1_000_000);
        number_ui(ui, "patience", "Stop after so many epochs without a lower validation loss", drag);
        next(ui);
        let drag = DragValue::new(&mut config.splits).range(1..=10_000).speed(0.1);
        number_ui(ui, "splits", "Random splits: eight parts train, one chooses the epoch, one tests", drag);
        next(ui);
        let drag = DragValue::new(&mut config.seed).speed(0.1);
        number_ui(ui, "seed", "Decides splits, start and order of batches", drag);
        next(ui);
        let mut chosen = threads;
        let drag = DragValue::new(&mut chosen).range(1..=1024).speed(0.05);
        number_ui(ui, "threads", "They change the time, not the result", drag);
        if chosen != threads {
            commands.push(Command::Train(TrainCommand::SetThreads(chosen)));
        }
        next(ui);
    });
}

fn signal_ui(ui: &mut Ui, data: &Loaded, config: &mut Config) {
    let dataset = &data.dataset;
    let choices = [
        (SignalKind::Labels, "labels", !dataset.node_labels.is_empty()),
        (SignalKind::Degree, "degree", true),
        (SignalKind::Attributes, "attributes", !dataset.node_attribute_names.is_empty()),
    ];
    let shown = choices.iter().find(|(kind, ..)| *kind == config.signal).map_or("", |(_, name, _)| name);
    let response =
        ComboBox::from_id_salt("train-signal").selected_text(shown).width(92.0).truncate().show_ui(ui, |ui| {
            for (kind, name, is_there) in choices {
                if ui.add_enabled(is_there, Button::selectable(kind == config.signal, name)).clicked() {
                    config.signal = kind;
                }
            }
        });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Training signal"));
}
