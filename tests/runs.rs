//! Runs managed in the Train tab: renamed, deleted and restored, annotated, compared, reproduced; and their folder.
#![cfg(feature = "gui")]

mod driven;
mod place;

use std::{fs, path::Path, time::Duration};

use driven::{Driven, has, settle, started};
use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};
use place::Place;
use proxpool::{
    app::{Action, Tab, WindowArguments, labels},
    train::{RunFolder, Status, command_line::command_line, shelf::BIN},
};

fn train(place: &Place, name: &str, more: &[&str]) {
    let out = format!("runs/{name}");
    let size = ["--splits", "1", "--epochs", "2", "--hidden", "8"];
    let output = place.run(&[&["train", "MUTAG", "--out", &out], &size[..], more].concat());
    assert_eq!(output.code, Some(0), "{}", output.err);
}

fn window(runs: Option<&Path>) -> Driven {
    let mut harness = started(WindowArguments {
        dataset: Some("MUTAG".to_owned()),
        tab: Some(Tab::Train),
        runs: runs.map(Path::to_owned),
        ..WindowArguments::default()
    });
    settle(&mut harness);
    harness
}

fn wait_for(harness: &mut Driven, what: &str, is_so: impl Fn(&Driven) -> bool) {
    for _ in 0..4000 {
        harness.step();
        if is_so(harness) {
            harness.run_steps(2);
            return;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    panic!("{what} did not come");
}

/// Chooses an item of the menu of a run's row.
fn choose(harness: &mut Driven, run: &str, action: Action) {
    let pos = harness.get_by_label(&labels::train::run(run)).rect().center();
    harness.hover_at(pos);
    harness.run_steps(2);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(2);
    }
    harness.get_by_label(action.label()).click();
    harness.run_steps(3);
}

/// Puts a text in the place of that in a field.
fn replace(harness: &mut Driven, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run_steps(1);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
    harness.run_steps(2);
}

fn click(harness: &mut Driven, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    settle(harness);
}

fn is_listed(harness: &Driven, run: &str) -> bool {
    harness.query_by_label(&labels::train::run(run)).is_some()
}

#[test]
fn a_run_is_renamed_and_stays_selected() {
    let place = Place::new();
    train(&place, "first", &[]);
    train(&place, "second", &[]);
    let mut harness = window(Some(&place.path("runs")));
    click(&mut harness, &labels::train::run("first"));
    choose(&mut harness, "first", Action::RenameRun);
    replace(&mut harness, labels::train::NEW_NAME, "a/b");
    assert!(has(&harness, "cannot be the name of a folder"));
    replace(&mut harness, labels::train::NEW_NAME, "second");
    click(&mut harness, labels::train::RENAME);
    assert!(has(&harness, "already"), "the dialog says why, and stays");
    replace(&mut harness, labels::train::NEW_NAME, "wide τ");
    harness.key_press(Key::Enter);
    wait_for(&mut harness, "the new name", |harness| is_listed(harness, "wide τ"));
    assert!(RunFolder::is_run(&place.path("runs/wide τ")) && !is_listed(&harness, "first"));
    harness.get_by_label(&labels::train::finished("wide τ"));
    assert!(harness.query_by_label(labels::train::NEW_NAME).is_none());
}

#[test]
fn a_deleted_run_is_kept_in_a_bin_and_comes_back() {
    let place = Place::new();
    train(&place, "first", &[]);
    train(&place, "second", &[]);
    let runs = place.path("runs");
    let mut harness = window(Some(&runs));
    choose(&mut harness, "first", Action::DeleteRun);
    wait_for(&mut harness, "the end of the run", |harness| !is_listed(harness, "first"));
    assert!(RunFolder::is_run(&runs.join(BIN).join("first")) && !runs.join("first").exists());
    click(&mut harness, labels::UNDO);
    wait_for(&mut harness, "the run", |harness| is_listed(harness, "first"));
    assert!(RunFolder::is_run(&runs.join("first")) && !runs.join(BIN).exists());

    // The same from the palette, of the selected run.
    click(&mut harness, &labels::train::run("second"));
    for action in [Action::DeleteRun, Action::RestoreRun] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        harness.run_steps(2);
        harness.get_by_label(labels::shell::FIND_COMMAND).type_text(action.label());
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        let is_back = action == Action::RestoreRun;
        wait_for(&mut harness, action.label(), move |harness| is_listed(harness, "second") == is_back);
    }
    // What is deleted when the window closes stays in the bin.
    choose(&mut harness, "second", Action::DeleteRun);
    wait_for(&mut harness, "the end of the run", |harness| !is_listed(harness, "second"));
    drop(harness);
    assert!(RunFolder::is_run(&runs.join(BIN).join("second")));
    assert!(!is_listed(&window(Some(&runs)), "second"), "the bin is not searched");
}

#[test]
fn a_note_is_shown_in_the_table_and_survives_a_restart() {
    let place = Place::new();
    train(&place, "first", &[]);
    let runs = place.path("runs");
    let mut harness = window(Some(&runs));
    choose(&mut harness, "first", Action::EditNote);
    replace(&mut harness, labels::train::NOTE, "before the fix");
    click(&mut harness, labels::train::SAVE);
    wait_for(&mut harness, "the note", |harness| harness.query_by_label("before the fix").is_some());
    drop(harness);
    assert!(fs::read_to_string(runs.join("first/note.json")).unwrap().contains("\"format\": 1"));
    let mut harness = window(Some(&runs));
    harness.get_by_label("before the fix");
    choose(&mut harness, "first", Action::EditNote);
    let field = harness.get_by_role_and_label(Role::TextInput, labels::train::NOTE);
    assert_eq!(field.accesskit_node().value().as_deref(), Some("before the fix"));
}

#[test]
fn the_copied_command_line_trains_the_same_run() {
    let place = Place::new();
    train(&place, "first", &["--pool", "gpool", "--rho", "0.5", "--seed", "7", "--lr", "0.002", "--tau", "0.3"]);
    let mut harness = window(Some(&place.path("runs")));
    choose(&mut harness, "first", Action::CopyCommandLine);
    let (_, first) = RunFolder::open(&place.path("runs/first")).unwrap();
    let line = command_line(&first);
    assert!(has(&harness, &format!("{} {line}", labels::COPIED)), "{line}");
    let words: Vec<&str> = line.split(' ').skip(1).chain(["--out", "again"]).collect();
    let output = place.run(&words);
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert_eq!(RunFolder::open(&place.path("again")).unwrap().1, first);
    let events = |run: &str| fs::read(place.path(run).join("split-00/best.safetensors")).unwrap();
    assert!(events("again") == events("runs/first"), "the same weights to the last bit");
}

#[test]
fn settings_that_differ_are_listed_and_others_are_not() {
    let place = Place::new();
    train(&place, "first", &[]);
    train(&place, "second", &["--tau", "0.25"]);
    train(&place, "third", &[]);
    let mut harness = window(Some(&place.path("runs")));
    click(&mut harness, &labels::train::run("first"));
    choose(&mut harness, "second", Action::CompareSettings);
    harness.get_by_label(&labels::train::settings_of("first", "second"));
    harness.get_by_label("tau");
    harness.get_by_label("0.25");
    assert!(harness.query_by_label("rho").is_none() && harness.query_by_label("lr").is_none());
    click(&mut harness, labels::CLOSE);
    choose(&mut harness, "third", Action::CompareSettings);
    harness.get_by_label(labels::train::EQUAL_SETTINGS);
}

#[test]
fn a_run_in_training_is_drawn_on_top_and_its_folder_stays() {
    let place = Place::new();
    train(&place, "first", &[]);
    train(&place, "second", &[]);
    let mut harness = window(Some(&place.path("runs")));
    click(&mut harness, &labels::train::run("first"));
    harness.get_by_role_and_label(Role::Button, labels::train::START).click();
    let name = "MUTAG-proxpool";
    let is_drawn = |harness: &Driven| harness.state().train().n_epochs() > 1 && is_listed(harness, name);
    wait_for(&mut harness, "an epoch", is_drawn);
    // Another run is selected, and two are ticked.
    harness.get_by_label(&labels::train::run("second")).click();
    wait_for(&mut harness, "both", |harness| harness.state().train().drawn_runs().len() == 2);
    assert_eq!(harness.state().train().drawn_runs(), ["second", name]);
    for run in ["second", "first"] {
        harness.get_by_role_and_label(Role::CheckBox, &labels::train::compare(run)).click();
        harness.run_steps(3);
    }
    wait_for(&mut harness, "all", |harness| harness.state().train().drawn_runs().len() == 3);
    assert_eq!(harness.state().train().drawn_runs().last().map(String::as_str), Some(name));

    // Disabled in the menu.
    choose(&mut harness, name, Action::DeleteRun);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    harness.get_by_label(&labels::train::run(name)).click();
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.get_by_label(labels::shell::FIND_COMMAND).type_text(Action::RenameRun.title());
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    wait_for(&mut harness, "the reason", |harness| has(harness, labels::train::IN_TRAINING));
    assert!(RunFolder::is_run(&place.path("runs").join(name)));
    harness.get_by_role_and_label(Role::Button, labels::train::STOP).click();
    wait_for(&mut harness, "the stop", |harness| harness.state().train().status() == Some(&Status::Stopped));
}

#[test]
fn a_runs_folder_is_checked_and_offered_to_be_created() {
    let place = Place::new();
    train(&place, "first", &[]);
    let mut harness = window(Some(&place.path("runs")));
    let set = |harness: &mut Driven, path: &Path| {
        replace(harness, labels::train::RUNS_FOLDER, &path.display().to_string());
        harness.key_press(Key::Enter);
        settle(harness);
    };
    let missing = place.path("a/b");
    set(&mut harness, &missing);
    assert!(has(&harness, labels::train::NO_FOLDER) && is_listed(&harness, "first"), "the old folder stays");
    click(&mut harness, labels::train::CREATE_FOLDER);
    assert!(missing.is_dir() && !has(&harness, labels::train::NO_FOLDER));
    assert_eq!(harness.state().train().root(), missing);
    wait_for(&mut harness, "an empty list", |harness| !is_listed(harness, "first"));

    let file = place.path("file");
    fs::write(&file, "").unwrap();
    set(&mut harness, &file);
    assert!(has(&harness, "is a file, not a folder"));
    click(&mut harness, labels::train::KEEP_FOLDER);
    assert!(!has(&harness, "is a file, not a folder"));
    assert_eq!(harness.state().train().root(), missing);
}

#[test]
fn the_default_runs_folder_is_in_the_data_folder_of_the_user() {
    let harness = window(None);
    let root = harness.state().train().root();
    assert!(root.is_absolute() && root.ends_with("proxpool/runs"), "{}", root.display());
}
