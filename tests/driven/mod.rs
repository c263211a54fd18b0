//! The window, driven by its labels.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub(crate) mod limited;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use eframe::egui;
use egui_kittest::{Harness, kittest::Queryable};
use proxpool::app::{Window, WindowArguments};

pub(crate) type Driven = Harness<'static, Window>;

/// A window that has come to rest.
pub(crate) fn window(arguments: WindowArguments) -> Driven {
    let mut harness = started(arguments);
    settle(&mut harness);
    harness
}

/// A window with its first frame.
pub(crate) fn started(arguments: WindowArguments) -> Driven {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|creation| Window::new(&creation.egui_ctx, arguments, None))
}

/// A window with frames so short that two clicks make a double click, at rest.
pub(crate) fn quick(arguments: WindowArguments) -> Driven {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_step_dt(1.0 / 60.0)
        .build_eframe(|creation| Window::new(&creation.egui_ctx, arguments, None));
    settle(&mut harness);
    harness
}

/// A window on a dataset or a link.
pub(crate) fn on(dataset: &str) -> Driven {
    window(WindowArguments { dataset: Some(dataset.to_owned()), ..WindowArguments::default() })
}

/// Frames until nothing is being loaded, computed or laid out; that happens on other threads.
pub(crate) fn settle(harness: &mut Driven) {
    for _ in 0..4000 {
        harness.step();
        if !harness.state().is_busy() {
            harness.run_steps(4);
            if !harness.state().is_busy() {
                // What ended in the last of these frames is drawn in the next one.
                harness.run_steps(2);
                if !harness.state().is_busy() {
                    return;
                }
            }
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    panic!("the window does not come to rest");
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the program reads files by their path".to_owned())
    }
}

/// Drops a file or a dataset name on the window; the next frame opens it.
pub(crate) fn drop_file(harness: &mut Driven, path: impl Into<PathBuf>) {
    harness.input_mut().dropped_files.push(Arc::new(Dropped(path.into())));
}

pub(crate) fn click(harness: &mut Driven, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

pub(crate) fn has(harness: &Driven, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

pub(crate) fn assert_shows(harness: &Driven, text: &str) {
    assert!(has(harness, text), "“{text}” is not on screen");
}
