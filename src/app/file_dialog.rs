//! Asking for a file: the system's dialog, or a box to type in where no system answers.

use std::{
    sync::mpsc::{Receiver, TryRecvError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::panels::Overlay;

/// A question to the person, while it is open.
#[derive(Default)]
pub struct FileDialog {
    open: Option<Receiver<Answer>>,
}

enum Answer {
    Chosen(String),
    Cancelled,
    /// No portal answered: the dialog came back sooner than a person can.
    NoDialog,
}

const SOONER_THAN_A_PERSON: Duration = Duration::from_millis(250);

impl FileDialog {
    /// Opens the dialog on a thread of its own; a second one is not opened.
    pub fn start(&mut self, ctx: &Context) {
        if self.open.is_some() {
            return;
        }
        let (sender, receiver) = sync_channel(1);
        let ctx = ctx.clone();
        let ask = move || {
            let start = Instant::now();
            let dialog = rfd::FileDialog::new()
                .set_title("Open a dataset or a molecule")
                .add_filter(
                    "Graphs",
                    &[
                        "zip", "smi", "smiles", "ism", "csv", "sdf", "sd", "mol", "graphml", "xml", "tsv", "txt",
                        "edges", "edgelist", "el",
                    ],
                )
                .add_filter("All files", &["*"]);
            let answer = match dialog.pick_file() {
                Some(path) => Answer::Chosen(path.display().to_string()),
                None if start.elapsed() < SOONER_THAN_A_PERSON => Answer::NoDialog,
                None => Answer::Cancelled,
            };
            // The window may have closed meanwhile.
            let _ = sender.send(answer);
            ctx.request_repaint();
        };
        if thread::Builder::new().name("file-dialog".to_owned()).spawn(ask).is_ok() {
            self.open = Some(receiver);
        }
    }

    /// The file that was chosen; opens the box to type in where there is no dialog.
    pub fn poll(&mut self, overlay: &mut Overlay) -> Option<String> {
        let answer = match self.open.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            answer => answer,
        };
        self.open = None;
        match answer {
            Ok(Answer::Chosen(path)) => return Some(path),
            Ok(Answer::Cancelled) => {}
            Ok(Answer::NoDialog) | Err(_) => *overlay = Overlay::Path(String::new()),
        }
        None
    }
}
