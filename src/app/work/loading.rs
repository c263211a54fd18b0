//! Loading of datasets on a background thread.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use eframe::egui::{self, Align2, Area, Frame, Id, ProgressBar};

use crate::{
    app::state::{labels, loaded::Loaded},
    readers::{
        ReadError, TableColumns,
        catalog::{Catalog, LoadOptions},
        spec,
        watch::Watch,
    },
};

/// A failure keeps the current dataset open.
#[derive(Default)]
pub(crate) struct Loading {
    pub loaded: Option<Arc<Loaded>>,
    pub error: Option<String>,
    /// Which columns are which, where only the user can tell.
    pub question: Option<Question>,
    running: Option<Running>,
}

/// A table whose columns the user has to choose.
pub(crate) struct Question {
    pub source: String,
    pub error: String,
    /// Titles.
    pub columns: Vec<String>,
    pub chosen: TableColumns,
}

/// Why nothing was loaded.
struct Failure {
    message: String,
    columns: Vec<String>,
}

struct Running {
    name: String,
    outcome: mpsc::Receiver<Result<Loaded, Failure>>,
    watch: Arc<Watch>,
    since: Instant,
}

/// Interval between progress updates.
const LOOK: Duration = Duration::from_millis(100);

impl Loading {
    /// Starts loading and cancels the previous request.
    pub(crate) fn start(&mut self, source: &str, catalog: &Catalog, ctx: &egui::Context) {
        self.cancel();
        let (sender, outcome) = mpsc::sync_channel(1);
        let (name, catalog, ctx) = (source.to_owned(), catalog.clone(), ctx.clone());
        let watch = Arc::new(Watch::default());
        let its_watch = watch.clone();
        let load = move || {
            let outcome =
                std::panic::catch_unwind(|| its_watch.during(|| load(&catalog, &name))).unwrap_or_else(|_| {
                    let message = format!("{name}: internal error in the reader (please report, with the file)");
                    Err(Failure { message, columns: Vec::new() })
                });
            // The window may have closed or requested another dataset.
            let _ = sender.send(outcome);
            ctx.request_repaint();
        };
        self.error = None;
        self.question = None;
        match thread::Builder::new().name("load".to_owned()).spawn(load) {
            Ok(_) => self.running = Some(Running { name: source.to_owned(), outcome, watch, since: Instant::now() }),
            Err(error) => self.error = Some(format!("could not start a thread ({error})")),
        }
    }

    pub(crate) fn poll(&mut self) {
        let Some(running) = &self.running else { return };
        match running.outcome.try_recv() {
            Ok(Ok(loaded)) => self.loaded = Some(Arc::new(loaded)),
            Ok(Err(Failure { message, columns })) if columns.is_empty() => self.error = Some(message),
            Ok(Err(Failure { message, columns })) => {
                let (source, chosen) = (spec::name(&running.name).to_owned(), TableColumns::default());
                self.question = Some(Question { source, error: message, columns, chosen });
            }
            Err(mpsc::TryRecvError::Empty) => return,
            Err(mpsc::TryRecvError::Disconnected) => self.error = Some("loading ended unexpectedly".to_owned()),
        }
        self.running = None;
    }

    pub(crate) fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.watch.stop();
        }
    }

    /// Name of the dataset being loaded.
    pub(crate) fn running(&self) -> Option<&str> {
        self.running.as_ref().map(|running| running.name.as_str())
    }

    /// Whether it takes long enough to show it.
    pub(crate) fn is_slow(&self) -> bool {
        const PATIENCE: Duration = Duration::from_millis(300);
        self.running.as_ref().is_some_and(|running| running.since.elapsed() > PATIENCE)
    }

    /// Progress bar and cancel button.
    pub(crate) fn ui(&mut self, ctx: &egui::Context) {
        let Some(running) = &self.running else { return };
        ctx.request_repaint_after(LOOK);
        let progress = running.watch.progress();
        let mut is_cancelled = false;
        Area::new(Id::unique("loading")).anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(12.0).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(format!("{}{}…", labels::shell::LOADING, running.name));
                    ui.add(ProgressBar::new(progress.share).desired_width(160.0).desired_height(6.0));
                    is_cancelled = ui.button(labels::CANCEL).clicked();
                });
                // For a folder or a zip, the file being read.
                if !progress.file.is_empty() && progress.file != running.name {
                    ui.weak(format!("{} · {:.0} %", progress.file, 100.0 * progress.share));
                }
            });
        });
        if is_cancelled {
            self.cancel();
        }
    }
}

fn load(catalog: &Catalog, source: &str) -> Result<Loaded, Failure> {
    let failure = |error: ReadError| Failure { message: error.to_string(), columns: error.columns.into_vec() };
    let dataset = catalog.load(source, &LoadOptions::default()).map_err(failure)?;
    Ok(Loaded::new(source, dataset))
}
