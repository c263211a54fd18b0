//! Title of a run, and its progress: bars for epoch, split and run, remaining time and throughput.

use eframe::egui::{ProgressBar, RichText, Role, Ui, WidgetInfo};

use super::{TrainTab, view::RunView};
use crate::{
    app::{state::labels, widgets::heading::heading_ui, work::training::live::Live},
    train::Status,
    units,
};

impl TrainTab {
    /// Title and progress of the selected run, over its results.
    pub(super) fn title_ui(&self, ui: &mut Ui, run: &RunView<'_>) {
        let live = self.live.as_ref().filter(|_| run.is_live);
        title_ui(ui, &run.name(), &run.history.status, live);
        if let Some(live) = live.filter(|live| !live.is_over) {
            bars_ui(ui, live);
        }
    }

    /// Title and progress of the run in training while another one is selected, or of one that has no folder.
    pub(super) fn elsewhere_ui(&self, ui: &mut Ui) {
        let Some(live) = &self.live else { return };
        let name = match &live.run {
            Some((path, _)) if self.shown.as_ref() == Some(path) || live.is_over => return,
            Some((path, _)) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            None => "new run".to_owned(),
        };
        ui.add_space(4.0);
        title_ui(ui, &name, &live.history.status, Some(live));
        if !live.is_over {
            bars_ui(ui, live);
        }
    }
}

/// What a run is doing; `live` if it is the one of this window. A run that failed says why.
fn title_ui(ui: &mut Ui, name: &str, status: &Status, live: Option<&Live>) {
    let title = match (status, live) {
        (Status::Finished, _) => labels::train::finished(name),
        (Status::Failed(_), _) => labels::train::failed(name),
        (_, Some(live)) if live.is_stopping() => labels::train::stopping(name),
        (Status::Preparing, Some(_)) => format!("Preparing {name}…"),
        (Status::Running, Some(live)) if live.is_pausing() => format!("Pausing {name}…"),
        (Status::Running, Some(_)) => labels::train::training(name),
        (Status::Paused, Some(_)) => labels::train::paused(name),
        // Without an end in its log it was interrupted.
        (Status::Stopped, _) | (Status::Preparing | Status::Running | Status::Paused, None) => {
            labels::train::stopped(name)
        }
    };
    heading_ui(ui, &title);
    if let Status::Failed(reason) = status {
        ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
    }
}

fn bars_ui(ui: &mut Ui, live: &Live) {
    let history = &live.history;
    if history.status == Status::Preparing {
        let (done, total) = history.prepared;
        bar_ui(ui, "Preprocessing", done as f32 / total.max(1) as f32, format!("preprocessing graphs: {done}/{total}"));
        return;
    }
    let Some((_, run)) = &live.run else { return };
    let splits = run.config.splits;
    let active: Vec<_> = history.active().collect();
    if let Some((number, split)) = active.first() {
        let n_graphs = run.splits.get(*number).map_or(0, |split| split.train.len());
        let batches = n_graphs.div_ceil(run.config.batch.max(1));
        let batch = split.batch.as_ref().map_or(0, |row| row.batch);
        let n_epochs = split.epochs.len();
        bar_ui(
            ui,
            labels::train::EPOCH_PROGRESS,
            batch as f32 / batches.max(1) as f32,
            format!("epoch {} · batch {batch}/{batches}", n_epochs + 1),
        );
        let most = run.config.epochs;
        bar_ui(
            ui,
            labels::train::SPLIT_PROGRESS,
            n_epochs as f32 / most.max(1) as f32,
            format!("split {number} · epoch {n_epochs}/{most}"),
        );
    }
    let n_ended = history.ended().count();
    bar_ui(ui, labels::train::RUN_PROGRESS, live.share(), format!("{n_ended}/{splits} splits done"));
    if history.status == Status::Paused {
        ui.label(RichText::new("Paused").small().weak());
        return;
    }
    let speed: f64 = active.iter().filter_map(|(_, split)| split.epochs.last()).map(|row| row.graphs_per_second).sum();
    let left = match live.seconds_left() {
        // Early stopping is unpredictable until one split has ended.
        Some(seconds) if n_ended == 0 => format!("≤ {} left", units::long_time(seconds)),
        Some(seconds) => format!("≈ {} left", units::long_time(seconds)),
        None => "…".to_owned(),
    };
    ui.label(RichText::new(format!("{speed:.0} graphs/s · {left}")).small().weak());
}

fn bar_ui(ui: &mut Ui, label: &str, share: f32, text: String) {
    let bar = ProgressBar::new(share.clamp(0.0, 1.0)).text(RichText::new(&text).small()).desired_height(18.0);
    let response = ui.add(bar.corner_radius(4.0).fill(ui.visuals().selection.bg_fill));
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("{label}: {text}")));
}
