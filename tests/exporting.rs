//! Figures from the window: what a right click offers in every tab, what the dialog takes over from it, and files that
//! make themselves again.
#![cfg(feature = "gui")]

mod driven;
mod place;

use std::{fs, path::Path};

use driven::{Driven, assert_shows, settle, window};
use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::Queryable;
use place::Place;
use proxpool::{
    app::{Action, Tab, WindowArguments, labels},
    figure::{self, FigureRequest},
};

fn on(tab: Tab, runs: &Path) -> Driven {
    let mut harness = window(WindowArguments {
        dataset: Some("MUTAG".to_owned()),
        tab: Some(tab),
        runs: Some(runs.to_owned()),
        ..WindowArguments::default()
    });
    settle(&mut harness);
    harness
}

fn right_click(harness: &mut Driven, label: &str) {
    let node = harness.query_all_by_label_contains(label).next();
    let pos = node.unwrap_or_else(|| panic!("“{label}” is not on screen")).rect().center();
    let press = |pressed| {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    harness.hover_at(pos);
    harness.run_steps(2);
    harness.event(press(true));
    harness.run_steps(1);
    harness.event(press(false));
    harness.run_steps(3);
}

/// Opens the dialog by a right click; it shows this kind.
fn export_from(harness: &mut Driven, label: &str, kind: &str) {
    right_click(harness, label);
    // The Train tab has a button of this name besides; the menu is above it.
    let of_menu = harness.query_all_by_label(Action::ExportFigure.label()).last();
    of_menu.expect("the menu offers the figure").click();
    settle(harness);
    assert_shows(harness, figure::figure(kind).unwrap().about);
    assert_shows(harness, labels::shell::FIGURE_PREVIEW);
}

fn saved(harness: &mut Driven, path: &Path) -> FigureRequest {
    harness.state_mut().save_figure(path.to_owned());
    settle(harness);
    figure::read_request(&fs::read(path).unwrap()).unwrap()
}

/// A run of two epochs, the weights and the curves of it.
fn train(place: &Place, pool: &str) {
    let out = format!("runs/{pool}");
    let size = ["--splits", "1", "--epochs", "2", "--hidden", "8"];
    let output = place.run(&[&["train", "MUTAG", "--pool", pool, "--out", &out], &size[..]].concat());
    assert_eq!(output.code, Some(0), "{}", output.err);
}

#[test]
fn every_plot_offers_the_figure_that_shows_it() {
    let nowhere = tempfile::tempdir().unwrap();
    for (tab, label, kind) in [
        (Tab::Explore, labels::heatmap("C"), "assignment"),
        (Tab::Compare, labels::heatmap("C"), "assignment"),
        (Tab::Spectrum, labels::spectrum::spectrum(17, 17), "spectrum"),
        (Tab::Spectrum, labels::heatmap("K_U"), "kernels"),
        (Tab::Steps, labels::heatmap("A"), "kernels"),
    ] {
        export_from(&mut on(tab, nowhere.path()), &label, kind);
    }
}

#[test]
fn ctrl_e_begins_with_the_figure_of_the_tab_and_leaves_it_at_that() {
    let nowhere = tempfile::tempdir().unwrap();
    let mut harness = on(Tab::Spectrum, nowhere.path());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut harness);
    assert_shows(&harness, figure::figure("spectrum").unwrap().about);
    let mut harness = on(Tab::Train, nowhere.path());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut harness);
    assert_shows(&harness, labels::shell::NO_RUN_TO_DRAW);
}

#[test]
fn runs_are_drawn_and_operators_are_shown_as_they_were_trained() {
    let place = Place::new();
    train(&place, "gpool");
    train(&place, "proxpool");
    let mut harness = on(Tab::Train, &place.path("runs"));
    driven::click(&mut harness, &labels::train::run("gpool"));
    export_from(&mut harness, &labels::train::plot(labels::train::LOSS), "training");
    let path = place.path("training.pdf");
    assert_eq!(saved(&mut harness, &path).runs, [place.path("runs/gpool")]);
    harness.get_by_role_and_label(Role::CheckBox, "proxpool").click();
    settle(&mut harness);
    assert_eq!(saved(&mut harness, &path).runs.len(), 2);
    place.run(&["figure", "--from", "training.pdf", "--out", "again.pdf"]).fine();
    assert!(fs::read(&path).unwrap() == fs::read(place.path("again.pdf")).unwrap());

    let mut harness = on(Tab::Compare, &place.path("runs"));
    export_from(&mut harness, &labels::heatmap("C"), "assignment");
    let request = saved(&mut harness, &place.path("assignment.svg"));
    assert_eq!(request.methods.len(), 8);
    assert_eq!(request.models.keys().collect::<Vec<_>>(), ["gpool", "proxpool"]);
    // The same by the command line, from the runs.
    let command = ["figure", "assignment", "MUTAG", "--pool", "gpool,proxpool", "--run", "runs", "--out", "cli.svg"];
    place.run(&command).fine();
    let by_hand = figure::read_request(&fs::read(place.path("cli.svg")).unwrap()).unwrap();
    assert_eq!(by_hand.models, request.models);
}

#[test]
fn a_figure_of_the_window_is_made_again_by_the_command_line() {
    let (place, nowhere) = (Place::new(), tempfile::tempdir().unwrap());
    let mut harness = on(Tab::Explore, nowhere.path());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut harness);
    for name in ["window.png", "window.svg", "window.pdf"] {
        let path = place.path(name);
        assert!(saved(&mut harness, &path).positions.is_some());
        let before = fs::read(&path).unwrap();
        place.run(&["figure", "--from", name]).fine();
        assert!(before == fs::read(&path).unwrap(), "{name} differs when made again");
    }
}
