//! How far a run is: bars for epoch, split and run, the time that is left, and graphs a second.

use eframe::egui::{ProgressBar, RichText, Role, Ui, WidgetInfo};

use crate::{
    app::{widgets::heading::heading_ui, work::training::live::Live},
    train::Status,
    units,
};

pub fn progress_ui(ui: &mut Ui, live: &Live) {
    let name = live.run.as_ref().and_then(|(path, _)| Some(path.file_name()?.to_string_lossy().into_owned()));
    let name = name.unwrap_or_else(|| "a new run".to_owned());
    let history = &live.history;
    let title = match &history.status {
        _ if live.is_stopping() => format!("Stopping {name}…"),
        Status::Preparing => format!("Preparing {name}"),
        Status::Running if live.is_pausing() => format!("Pausing {name}…"),
        Status::Running => format!("Training {name}"),
        Status::Paused => format!("Paused: {name}"),
        Status::Stopped => format!("Stopped: {name}"),
        Status::Finished => format!("Finished: {name}"),
        Status::Failed(_) => format!("Failed: {name}"),
    };
    heading_ui(ui, &title);
    if let Status::Failed(reason) = &history.status {
        ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        return;
    }
    if history.status == Status::Preparing {
        let (done, total) = history.prepared;
        bar_ui(ui, "Graphs made ready", done as f32 / total.max(1) as f32, format!("graphs {done} of {total}"));
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
            "Progress of the epoch",
            batch as f32 / batches.max(1) as f32,
            format!("epoch {} · batch {batch} of {batches}", n_epochs + 1),
        );
        let most = run.config.epochs;
        bar_ui(
            ui,
            "Progress of the split",
            n_epochs as f32 / most.max(1) as f32,
            format!("split {number} · epoch {n_epochs} of at most {most}"),
        );
    }
    let n_ended = history.ended().count();
    bar_ui(ui, "Progress of the run", live.share(), format!("{n_ended} of {splits} splits done"));
    if live.is_over {
        return;
    }
    if history.status == Status::Paused {
        ui.label(RichText::new("It waits until Resume is pressed.").small().weak());
        return;
    }
    let speed: f64 = active.iter().filter_map(|(_, split)| split.epochs.last()).map(|row| row.graphs_per_second).sum();
    let left = match live.seconds_left() {
        // Without a split that is done nobody knows how soon they stop.
        Some(seconds) if n_ended == 0 => format!("at most {} left", units::long_time(seconds)),
        Some(seconds) => format!("about {} left", units::long_time(seconds)),
        None => "…".to_owned(),
    };
    ui.label(RichText::new(format!("{speed:.0} graphs/s · {left}")).small().weak());
}

fn bar_ui(ui: &mut Ui, label: &str, share: f32, text: String) {
    let bar = ProgressBar::new(share.clamp(0.0, 1.0)).text(RichText::new(&text).small()).desired_height(18.0);
    let response = ui.add(bar.corner_radius(4.0).fill(ui.visuals().selection.bg_fill));
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("{label}: {text}")));
}
