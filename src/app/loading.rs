//! Loading a dataset on a thread of its own, so that the window never waits.

use std::{
    sync::{Arc, mpsc},
    thread,
};

use eframe::egui;

use crate::{
    graph::{Dataset, Stats},
    readers::catalog::{Catalog, LoadOptions},
};

/// A dataset with its statistics.
#[derive(Debug)]
pub struct Loaded {
    /// What was asked for.
    pub source: String,
    pub dataset: Arc<Dataset>,
    pub stats: Stats,
    /// Tells it from other data of the same name.
    pub fingerprint: String,
}

/// A dataset being loaded, and what came of it. A failure leaves the one on screen standing.
#[derive(Default)]
pub struct Loading {
    pub shown: Option<Arc<Loaded>>,
    pub error: Option<String>,
    running: Option<(String, mpsc::Receiver<Result<Loaded, String>>)>,
}

impl Loading {
    /// Starts loading; what was being loaded before is dropped when it arrives.
    pub fn start(&mut self, wanted: &str, catalog: &Catalog, ctx: &egui::Context) {
        let (sender, receiver) = mpsc::sync_channel(1);
        let (name, catalog, ctx) = (wanted.to_owned(), catalog.clone(), ctx.clone());
        let load = move || {
            let outcome = std::panic::catch_unwind(|| load(&catalog, &name))
                .unwrap_or_else(|_| Err(format!("{name}: the reader failed; please report this file as a bug")));
            // The window may have closed or asked for something else meanwhile.
            let _ = sender.send(outcome);
            ctx.request_repaint();
        };
        self.error = None;
        match thread::Builder::new().name("load".to_owned()).spawn(load) {
            Ok(_) => self.running = Some((wanted.to_owned(), receiver)),
            Err(error) => self.error = Some(format!("no thread could be started ({error})")),
        }
    }

    /// Takes a finished dataset, if there is one.
    pub fn poll(&mut self) {
        let Some((_, receiver)) = &self.running else { return };
        match receiver.try_recv() {
            Ok(Ok(loaded)) => self.shown = Some(Arc::new(loaded)),
            Ok(Err(error)) => self.error = Some(error),
            Err(mpsc::TryRecvError::Empty) => return,
            Err(mpsc::TryRecvError::Disconnected) => self.error = Some("loading stopped unexpectedly".to_owned()),
        }
        self.running = None;
    }

    /// Lets go of what is being loaded.
    pub fn cancel(&mut self) {
        self.running = None;
    }

    /// The name of what is being loaded.
    pub fn running(&self) -> Option<&str> {
        self.running.as_ref().map(|(name, _)| name.as_str())
    }
}

fn load(catalog: &Catalog, wanted: &str) -> Result<Loaded, String> {
    let dataset = catalog.load(wanted, &LoadOptions::default()).map_err(|error| error.to_string())?;
    let stats = Stats::of(&dataset);
    let fingerprint = dataset.fingerprint();
    Ok(Loaded { source: wanted.to_owned(), dataset: Arc::new(dataset), stats, fingerprint })
}
