//! The left of the tab: settings of a new run, cost estimate and queue.

use std::sync::Arc;

use eframe::egui::{self, Button, ComboBox, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

use super::{
    TrainTab,
    numbers::{numbers_ui, pool_ui, signal_ui},
};
use crate::{
    app::{
        state::{State, command::Command, labels, loaded::Loaded, train_command::TrainCommand},
        tabs::Cx,
        widgets::heading::heading_ui,
    },
    model::NetworkKind,
    readers::spec,
    train::{Config, calibrate::Cost, engine::default_threads},
    units,
};

pub(super) struct Setup {
    pub config: Option<Config>,
    pub threads: usize,
    /// Dataset of the configuration.
    pub data: Option<Arc<Loaded>>,
    /// Time of the last change, in seconds.
    pub changed_at: f64,
    /// Why this configuration cannot be trained.
    pub refusal: Option<String>,
    /// Height of what stays below the settings, in points.
    pub footer_height: f32,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            config: None,
            threads: default_threads(),
            data: None,
            changed_at: 0.0,
            refusal: None,
            footer_height: 64.0,
        }
    }
}

impl Setup {
    /// Resets to the paper's settings when the dataset changes.
    pub(super) fn follow(&mut self, data: &Arc<Loaded>) {
        if !self.data.as_ref().is_some_and(|known| Arc::ptr_eq(known, data)) {
            self.config = Some(Config::for_dataset(&data.dataset));
            self.data = Some(data.clone());
        }
    }
}

impl TrainTab {
    pub(super) fn setup_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, data: &Arc<Loaded>, commands: &mut Vec<Command>) {
        let Some(config) = self.setup.config.clone() else { return };
        // Start stays in sight, however many settings there are.
        let height = (ui.available_height() - self.setup.footer_height).max(80.0);
        let settings = ScrollArea::vertical().auto_shrink([false, true]).max_height(height);
        settings.show(ui, |ui| {
            heading_ui(ui, labels::train::NEW_RUN);
            data_ui(ui, cx, data, commands);
            let mut changed = config.clone();
            presets_ui(ui, cx.state, data, &mut changed);
            ui.horizontal(|ui| {
                pool_ui(ui, &mut changed);
                signal_ui(ui, data, &mut changed);
            });
            numbers_ui(ui, &mut changed, self.setup.threads, commands);
            if changed != config {
                commands.push(Command::Train(TrainCommand::SetConfig(Box::new(changed))));
            }
            ui.add_space(4.0);
            self.folder_ui(ui, commands);
        });
        let footer = ui.vertical(|ui| {
            ui.add_space(4.0);
            self.cost_ui(ui, &config);
            self.buttons_ui(ui, commands);
            self.elsewhere_ui(ui);
            self.queue_ui(ui, commands);
        });
        self.setup.footer_height = footer.response.rect.height() + 2.0 * ui.spacing().item_spacing.y;
    }

    fn cost_ui(&self, ui: &mut Ui, config: &Config) {
        if let Some(reason) = &self.setup.refusal {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color).small());
            return;
        }
        let cost = self.cost.answer().and_then(|cost| **cost);
        let text = match cost {
            Some(cost) if self.is_cost_known() => cost_line(&cost, config),
            _ => "Estimating time and memory…".to_owned(),
        };
        ui.label(RichText::new(text).small().weak());
    }

    /// Whether the estimate belongs to the current configuration.
    pub(super) fn is_cost_known(&self) -> bool {
        self.cost.is_current() && self.cost_question.as_ref() == self.cost.asked()
    }

    fn buttons_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let is_training = self.is_training();
        ui.horizontal(|ui| {
            let (text, hint) = if is_training {
                (labels::train::QUEUE, "Add to the queue; training starts when the current run ends")
            } else {
                (labels::train::START, "Start training with these settings")
            };
            let start = Button::new(text).fill(ui.visuals().selection.bg_fill).min_size(vec2(72.0, 28.0));
            if ui.add(start).on_hover_text(hint).clicked() {
                commands.push(Command::Train(TrainCommand::Start));
            }
            let Some(live) = self.live.as_ref().filter(|_| is_training) else { return };
            let pause = Button::new(if live.is_pausing() { labels::train::RESUME } else { labels::PAUSE })
                .min_size(vec2(72.0, 28.0));
            if ui.add_enabled(!live.is_stopping(), pause).clicked() {
                commands.push(Command::Train(TrainCommand::TogglePause));
            }
            let stop = Button::new(if live.is_stopping() { "Stopping…" } else { labels::train::STOP })
                .min_size(vec2(60.0, 28.0));
            let stop = ui.add_enabled(!live.is_stopping(), stop);
            let hint = if self.queue.is_empty() {
                "Stop and save; the run can be resumed"
            } else {
                "Stop and save; the run can be resumed. The next queued run starts"
            };
            if stop.on_hover_text(hint).clicked() {
                commands.push(Command::Train(TrainCommand::Stop));
            }
        });
    }

    fn queue_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let queue = ScrollArea::vertical().id_salt("train-queue").auto_shrink([false, true]).max_height(88.0);
        queue.show(ui, |ui| self.queued_ui(ui, commands));
    }

    fn queued_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        for (idx, order) in self.queue.iter().enumerate() {
            ui.horizontal(|ui| {
                let remove = ui.small_button("×").on_hover_text("Remove from the queue");
                remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, labels::train::remove_queued(idx + 1)));
                if remove.clicked() {
                    commands.push(Command::Train(TrainCommand::Unqueue(idx)));
                }
                let title = format!("{}{}", labels::train::QUEUED, order.title());
                ui.add(egui::Label::new(RichText::new(&title).small()).truncate()).on_hover_text(title);
            });
        }
    }
}

/// `≈ 98 MB of RAM · 9000 graphs/s · ≤ 40 s (20 splits × 200 epochs)`.
fn cost_line(cost: &Cost, config: &Config) -> String {
    let memory = format!("≈ {} {}", units::bytes(cost.memory.total()), labels::train::MEMORY);
    match cost.pace {
        Some(pace) => format!(
            "{memory} · {:.0} {} {} ({} splits × {} epochs)",
            pace.graphs_per_second,
            labels::train::SPEED,
            units::long_time(pace.most_seconds),
            config.splits,
            config.epochs
        ),
        None => format!("{memory} · time estimate available when idle"),
    }
}

/// Training uses the open dataset, so a choice here opens another one.
fn data_ui(ui: &mut Ui, cx: &Cx<'_>, data: &Loaded, commands: &mut Vec<Command>) {
    let dataset = &data.dataset;
    let width = ui.available_width() - 8.0;
    let combo = ComboBox::from_id_salt("train-data").selected_text(&dataset.name).width(width).height(320.0);
    let response = combo.truncate().show_ui(ui, |ui| {
        for entry in cx.entries {
            let choice = ui.selectable_label(entry.name == spec::name(&data.source), &entry.name);
            if choice.clicked() {
                commands.push(Command::Open(entry.name.clone()));
            }
            if let Some(about) = entry.about {
                choice.on_hover_text(about);
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::train::DATASET));
    if !dataset.field_names.is_empty() {
        class_ui(ui, data, commands);
    }
    let mut text = format!("{} graphs, {} classes", dataset.graphs.len(), dataset.classes.len());
    let n_without = dataset.graphs.iter().filter(|graph| graph.class.is_none()).count();
    if n_without > 0 && !dataset.classes.is_empty() {
        text += &format!(", {n_without} without a class left out");
    }
    ui.label(RichText::new(text).small().weak());
}

/// Another field as class is another dataset, so the choice opens the file again.
fn class_ui(ui: &mut Ui, data: &Loaded, commands: &mut Vec<Command>) {
    let chosen = spec::label(&data.source);
    let width = ui.available_width() - 8.0;
    let text = chosen.as_deref().unwrap_or(labels::train::CLASS_OF_FILE);
    let combo = ComboBox::from_id_salt("train-class").selected_text(text).width(width).height(320.0).truncate();
    let response = combo.show_ui(ui, |ui| {
        if ui.selectable_label(chosen.is_none(), labels::train::CLASS_OF_FILE).clicked() {
            commands.push(Command::Open(spec::labelled(&data.source, None)));
        }
        for field in &data.dataset.field_names {
            if ui.selectable_label(chosen.as_ref() == Some(field), field).clicked() {
                commands.push(Command::Open(spec::labelled(&data.source, Some(field))));
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::train::CLASS_FIELD));
}

fn presets_ui(ui: &mut Ui, state: &State, data: &Loaded, config: &mut Config) {
    ui.horizontal_wrapped(|ui| {
        let paper = Config::for_dataset(&data.dataset);
        let choice = |ui: &mut Ui, name: &str, hint: &str, preset: Config, config: &mut Config| {
            // A button, not a mode: two presets may be the same settings.
            if ui.button(name).on_hover_text(hint).clicked() {
                *config = preset;
            }
        };
        let (network, pool) = (config.network, config.pool.clone());
        let quick = Config { network, pool: pool.clone(), splits: 2, epochs: 20, ..paper.clone() };
        let view = state.view();
        let explored = Config {
            network: NetworkKind::Pooling,
            pool: view.method.key.into(),
            params: view.method.parameters.iter().filter(|parameter| !parameter.is_of_training).fold(
                config.params.clone(),
                |mut params, parameter| {
                    parameter.set(&mut params, parameter.get(&view.params));
                    params
                },
            ),
            ..config.clone()
        };
        choice(
            ui,
            labels::train::PAPER,
            "Settings of the paper for this dataset (20 splits × 200 epochs)",
            Config { network, pool, ..paper },
            config,
        );
        choice(ui, labels::train::QUICK_RUN, "2 splits × 20 epochs", quick, config);
        choice(ui, labels::train::FROM_EXPLORE, "Operator and parameters of the Explore tab", explored, config);
    });
}
