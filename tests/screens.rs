//! The window, driven by its labels; and once for real, where there is a display.
#![cfg(feature = "gui")]

mod skip;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use eframe::egui;
use egui_kittest::{Harness, kittest::Queryable};
use proxpool::app::{Window, WindowArguments};

fn window(dataset: Option<&str>) -> Harness<'static, Window> {
    let arguments = WindowArguments { dataset: dataset.map(str::to_owned), ..WindowArguments::default() };
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|creation| Window::new(&creation.egui_ctx, arguments));
    settle(&mut harness);
    harness
}

/// Frames until nothing is being loaded; loading happens on another thread.
fn settle(harness: &mut Harness<'static, Window>) {
    for _ in 0..1000 {
        harness.step();
        if !harness.state().is_busy() {
            harness.run_steps(3);
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nothing was loaded");
}

#[test]
fn it_opens_on_mutag_and_every_bundled_set_is_a_click_away() {
    let mut harness = window(None);
    harness.get_by_label_contains("125 mutagenic");
    for (name, row) in [("molecules", "methane"), ("gallery", "Path"), ("MUTAG", "not mutagenic")] {
        harness.get_by_role_and_label(egui::accesskit::Role::Button, name).click();
        settle(&mut harness);
        assert!(harness.query_all_by_label_contains(row).next().is_some(), "{name} does not show {row}");
    }
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

#[test]
fn a_broken_file_says_why_and_the_old_data_stays() {
    let mut harness = window(Some("molecules"));
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bad/tu/edges-node-zero");
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(broken)));
    settle(&mut harness);
    harness.get_by_label_contains("DS_A.txt:1: there is no node 0");
    harness.get_by_label_contains("methane");
}

#[test]
fn what_cannot_be_found_is_said_on_an_empty_window() {
    let harness = window(Some("no such dataset"));
    harness.get_by_label_contains("there is no file and no dataset of that name");
    harness.get_by_label_contains("Nothing is open");
}

#[test]
fn the_real_window_opens_draws_and_closes() {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        skip::skipped("there is no display for a real window (make test brings one)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("window.png");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_proxpool"))
        .args(["MUTAG", "--size", "900x600", "--theme", "dark", "--screenshot"])
        .arg(&picture)
        .env("XDG_DATA_HOME", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let image = image::open(&picture).unwrap().into_rgb8();
    assert_eq!(image.dimensions(), (900, 600));
    let mut colours: Vec<_> = image.pixels().collect();
    colours.sort_unstable_by_key(|pixel| pixel.0);
    colours.dedup();
    assert!(colours.len() > 50, "the window is empty: only {} colours", colours.len());
}
