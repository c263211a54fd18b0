//! The system's file dialog; where there is none, the window shows its own.

use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, TryRecvError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use crate::{app::state::session_file::ENDING, readers};

/// An open dialog.
#[derive(Default)]
pub(crate) struct FileDialog {
    open: Option<Receiver<Answer>>,
}

pub(crate) enum Answer {
    Chosen(String),
    Cancelled,
    /// No portal: the dialog returned sooner than a person could.
    NoDialog,
}

const SOONER_THAN_A_PERSON: Duration = Duration::from_millis(250);

impl FileDialog {
    /// Opens the dialog on its own thread, unless one is open.
    pub(crate) fn start(&mut self, ctx: &Context) {
        self.ask(ctx, || {
            let dialog = rfd::FileDialog::new()
                .set_title("Open a dataset or a molecule")
                .add_filter("Graphs and sessions", &readers::endings().chain([ENDING]).collect::<Vec<_>>())
                .add_filter("All files", &["*"]);
            dialog.pick_file()
        });
    }

    /// The same for a folder.
    pub(crate) fn start_folder(&mut self, title: &'static str, ctx: &Context) {
        self.ask(ctx, move || rfd::FileDialog::new().set_title(title).pick_folder());
    }

    /// Opens a save dialog with a suggested name and allowed extensions.
    pub(crate) fn start_save(&mut self, title: &'static str, name: &str, endings: &[&str], ctx: &Context) {
        let (name, endings): (String, Vec<String>) = (name.to_owned(), endings.iter().map(|&e| e.to_owned()).collect());
        self.ask(ctx, move || {
            rfd::FileDialog::new()
                .set_title(title)
                .set_file_name(name)
                .add_filter(endings.join(", "), &endings)
                .save_file()
        });
    }

    fn ask(&mut self, ctx: &Context, pick: impl FnOnce() -> Option<PathBuf> + Send + 'static) {
        if self.open.is_some() {
            return;
        }
        let (sender, receiver) = sync_channel(1);
        let ctx = ctx.clone();
        let ask = move || {
            let start = Instant::now();
            let answer = match pick() {
                Some(path) => Answer::Chosen(path.display().to_string()),
                None if start.elapsed() < SOONER_THAN_A_PERSON => Answer::NoDialog,
                None => Answer::Cancelled,
            };
            // The window may have closed.
            let _ = sender.send(answer);
            ctx.request_repaint();
        };
        if thread::Builder::new().name("file-dialog".to_owned()).spawn(ask).is_ok() {
            self.open = Some(receiver);
        }
    }

    pub(crate) fn take_answer(&mut self) -> Option<Answer> {
        let answer = match self.open.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Ok(answer) => answer,
            Err(TryRecvError::Disconnected) => Answer::NoDialog,
        };
        self.open = None;
        Some(answer)
    }
}
