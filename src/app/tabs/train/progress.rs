//! Progress of a run: bars for epoch, split and run, remaining time and throughput.

use eframe::egui::{ProgressBar, RichText, Role, Ui, WidgetInfo};

use crate::{
    app::{state::labels, widgets::heading::heading_ui, work::training::live::Live},
    train::Status,
    units,
};

pub fn progress_ui(ui: &mut Ui, live: &Live) {
    let name = live.run.as_ref().and_then(|(path, _)| Some(path.file_name()?.to_string_lossy().into_owned()));
    let name = name.unwrap_or_else(|| "new run".to_owned());
    let history = &live.history;
    let title = match &history.status {
        _ if live.is_stopping() => format!("Stopping {name}…"),
        Status::Preparing => format!("Preparing {name}…"),
        Status::Running if live.is_pausing() => format!("Pausing {name}…"),
        Status::Running => labels::train::training(&name),
        Status::Paused => labels::train::paused(&name),
        Status::Stopped => format!("Stopped: {name}"),
        Status::Finished => labels::train::finished(&name),
        Status::Failed(_) => labels::train::failed(&name),
    };
    heading_ui(ui, &title);
    if let Status::Failed(reason) = &history.status {
        ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        return;
    }
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
    if live.is_over {
        return;
    }
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
