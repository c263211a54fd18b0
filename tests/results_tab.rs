//! The Results tab, driven by its labels.
#![cfg(feature = "gui")]

mod driven;

use std::{fs, path::Path, sync::Arc};

use driven::{Driven, assert_shows, has, settle, window};
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use proxpool::{
    app::{Tab, WindowArguments, labels},
    readers::catalog::{Catalog, LoadOptions},
    study::{Report, source},
    train::{Config, DataSource, Engine, Job},
};
use serde_json::{Value, json};

fn on(study: Option<&Path>) -> Driven {
    let tab = Some(Tab::Results);
    window(WindowArguments {
        tab,
        study: study.map(Path::to_owned),
        dataset: Some("MUTAG".into()),
        ..Default::default()
    })
}

fn click_cell(harness: &mut Driven, operator: &str, dataset: &str) {
    harness.get_by_role_and_label(Role::Button, &labels::results::cell(operator, dataset)).click();
    settle(harness);
}

/// Two operators on one dataset, of which the second has half of its splits.
fn summary() -> Value {
    let cell = |pool: &str, n: usize, shift: f64| {
        let split = |split: usize| {
            json!({
                "split": split, "graphs": format!("{split}"), "epochs": 90, "best_epoch": 40 + split,
                "validation_accuracy": 0.8, "validation_loss": 0.5, "test_accuracy": 0.70 + 0.01 * split as f64 + shift,
            })
        };
        json!({
            "dataset": "NCI1", "fingerprint": "f", "pool": pool, "settings": "", "seed": 0, "wanted": 8,
            "command": format!("proxpool train NCI1 --pool {pool}"),
            "splits": (0..n).map(split).collect::<Vec<_>>(),
        })
    };
    json!({ "format": 1, "name": "two", "about": "two operators", "cells": [cell("proxpool", 8, 0.0), cell("gpool", 4, 0.1)] })
}

#[test]
fn the_bundled_results_are_there_without_any_run() {
    let mut harness = on(None);
    assert_eq!(harness.state().state().tab(), Tab::Results);
    let bundled = source::bundled().unwrap();
    if bundled.cells.is_empty() {
        // Then the tab says how there will be results.
        assert_shows(&harness, labels::results::NO_RESULTS);
        harness.get_by_label(labels::results::COMMANDS[0]);
        assert!(!has(&harness, labels::results::SELECT_A_CELL));
        return;
    }
    assert_shows(&harness, labels::results::SELECT_A_CELL);
    for cell in bundled.cells.iter().take(1) {
        let name = proxpool::pooling::method(&cell.pool).unwrap().name;
        click_cell(&mut harness, name, &cell.dataset);
        assert_shows(&harness, labels::results::NO_RUN);
        harness.get_by_label(labels::results::COPY_COMMAND);
    }
}

#[test]
fn a_cell_shows_its_splits_and_its_difference_to_the_reference() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("two.json");
    fs::write(&file, summary().to_string()).unwrap();
    let mut harness = on(Some(&file));
    assert_shows(&harness, "two operators");
    click_cell(&mut harness, "gPool", "NCI1");
    assert_shows(&harness, &labels::results::of_splits(4, 8));
    // The mean of four splits, the difference on the four that both have, and no p from four.
    assert_shows(&harness, "81.50 ± 1.29");
    assert_shows(&harness, "+10.00 ± 0.00 (4)");
    assert_shows(&harness, "n too small");
    assert!(!has(&harness, labels::results::SHOW_RUN), "there is no run on disk");
    // The cell is part of the link, which opens the same.
    let link = harness.state().state().link().unwrap().to_string();
    let again = driven::on(&link);
    assert_eq!(again.state().state().looks().results, harness.state().state().looks().results);
    assert_shows(&again, "+10.00 ± 0.00 (4)");
    // A second click leaves it.
    click_cell(&mut harness, "gPool", "NCI1");
    assert_shows(&harness, labels::results::SELECT_A_CELL);
}

/// Clicks the cell of ProxPool on MUTAG, whose row names what is set.
fn click_cell_of(harness: &mut Driven, runs: &Path) {
    let report = Report::of(&source::read(runs).unwrap());
    let (pool, settings) = &report.rows()[0];
    assert_eq!((*pool, settings.is_empty()), ("proxpool", false));
    click_cell(harness, &format!("ProxPool ({settings})"), "MUTAG");
}

/// A run of two splits of a few epochs.
fn train(path: &Path) {
    let dataset = Arc::new(Catalog::from_environment().load("MUTAG", &LoadOptions::default()).unwrap());
    let data = DataSource::new(&dataset, "MUTAG", None, false);
    let config = Config { splits: 2, epochs: 2, hidden: 8, ..Config::for_dataset(&dataset) };
    let engine = Engine::start(Job::create(dataset, data, config, path).unwrap(), || ()).unwrap();
    assert!(engine.events().any(|event| event.is_last()));
}

#[test]
fn a_cell_with_its_run_on_disk_leads_to_its_curves_and_its_model() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("runs/MUTAG-proxpool");
    train(&run);
    let runs = place.path().join("runs");
    let mut harness = on(Some(&runs));
    click_cell_of(&mut harness, &runs);
    harness.get_by_role_and_label(Role::Button, labels::results::SHOW_RUN).click();
    settle(&mut harness);
    assert_eq!(harness.state().state().tab(), Tab::Train);
    assert_shows(&harness, "MUTAG-proxpool");
    harness.get_by_role_and_label(Role::Button, Tab::Results.name()).click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::Button, labels::results::USE_MODEL).click();
    settle(&mut harness);
    assert_eq!(harness.state().state().tab(), Tab::Explore);
    let explored = harness.state().explored().unwrap();
    assert!(explored.is_trained(), "{:?}", explored.weights);
}

#[test]
fn a_model_of_another_dataset_opens_that_dataset() {
    let place = tempfile::tempdir().unwrap();
    train(&place.path().join("runs/MUTAG-proxpool"));
    let runs = place.path().join("runs");
    let study = Some(runs.clone());
    let arguments = WindowArguments { dataset: Some("molecules".into()), study, ..Default::default() };
    let mut harness = window(arguments);
    click_cell_of(&mut harness, &runs);
    harness.get_by_role_and_label(Role::Button, labels::results::USE_MODEL).click();
    settle(&mut harness);
    let state = harness.state().state();
    assert_eq!((state.tab(), &*state.data().unwrap().dataset.name), (Tab::Explore, "MUTAG"));
    assert!(harness.state().explored().unwrap().is_trained());
}

#[test]
fn results_that_cannot_be_read_say_why() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("broken.json");
    fs::write(&file, "{\"format\": 99}").unwrap();
    assert_shows(&on(Some(&file)), "newer version");
    fs::create_dir(place.path().join("empty")).unwrap();
    assert_shows(&on(Some(&place.path().join("empty"))), "no study");
}
