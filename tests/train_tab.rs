//! The Train tab, driven by its labels: start, watch, pause, go on, stop, scrub, explore, close, come back.
#![cfg(feature = "gui")]

use std::{
    path::Path,
    time::{Duration, Instant},
};

use eframe::egui::{Key, Modifiers, ViewportEvent, ViewportId, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use proxpool::{
    app::{Tab, Window, WindowArguments},
    symbols,
    train::{
        RunFolder, Status,
        event::{Event, Started},
    },
};

type Tested = Harness<'static, Window>;

fn arguments(dataset: &str, runs: &Path) -> WindowArguments {
    WindowArguments {
        dataset: Some(dataset.to_owned()),
        tab: Some(Tab::Train),
        runs: Some(runs.to_owned()),
        ..WindowArguments::default()
    }
}

fn window(arguments: WindowArguments) -> Tested {
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut harness = builder.build_eframe(|creation| Window::new(&creation.egui_ctx, arguments, None));
    wait(&mut harness, "the dataset", |window| window.state().data().is_some() && !window.is_busy());
    harness
}

/// Frames until something is so; it happens on other threads.
fn wait(harness: &mut Tested, what: &str, is_so: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(120) {
        harness.step();
        if is_so(harness.state()) {
            harness.run_steps(3);
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{what} did not come: {:?}", harness.state().train().status());
}

/// Frames until a label is on screen.
fn wait_for_label(harness: &mut Tested, label: &str) {
    for _ in 0..1000 {
        if harness.query_all_by_label_contains(label).next().is_some() {
            return;
        }
        harness.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("“{label}” did not come");
}

fn click(harness: &mut Tested, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click();
    harness.run_steps(3);
}

fn is(status: Status) -> impl Fn(&Window) -> bool {
    move |window| window.train().status() == Some(&status)
}

/// A short run to its end, by clicks alone.
fn quick_run(harness: &mut Tested) {
    click(harness, Role::Button, "Quick try");
    click(harness, Role::Button, "Start");
    wait(harness, "the end", is(Status::Finished));
    wait(harness, "the list of runs", |window| !window.is_busy());
}

/// Between the pause and its end, as the log has them, each split at most ends the epoch that it was at.
fn assert_stood_still(run: &Path) {
    let events = RunFolder::open(run).unwrap().0.events().unwrap();
    let Some(Event::Started(Started { concurrent_splits, .. })) = events.first() else {
        panic!("{:?}", events.first())
    };
    let at = |wanted: &Event| events.iter().position(|event| event == wanted).expect("it was paused and resumed");
    let meanwhile = &events[at(&Event::Paused)..at(&Event::Resumed)];
    let n_epochs = meanwhile.iter().filter(|event| matches!(event, Event::EpochEnded(_))).count();
    assert!(n_epochs <= *concurrent_splits, "a paused run stands still: {meanwhile:?}");
}

#[test]
fn a_run_is_started_paused_resumed_and_stopped_and_the_next_one_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    harness.get_by_label("No run yet");
    wait_for_label(&mut harness, "of memory");
    harness.get_by_label_contains("graphs/s · at most");
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 2);
    harness.get_by_label_contains("Training MUTAG-proxpool");
    harness.get_by_label_contains("Progress of the epoch");
    harness.get_by_label_contains("Progress of the split");
    harness.get_by_label_contains("Progress of the run");
    harness.get_by_label_contains("Plot of loss");
    harness.get_by_label_contains("Confusion of validation graphs");
    // Seen from every tab, and followed in one.
    click(&mut harness, Role::Button, "Explore");
    harness.get_by_role_and_label(Role::Button, "Train");
    click(&mut harness, Role::Button, "Follow training");
    wait(&mut harness, "the explorer", |window| window.explored().is_some_and(|explored| explored.seen.is_some()));
    let first = harness.state().explored().unwrap().seen.as_ref().unwrap().epoch;
    wait(&mut harness, "a later epoch", |window| {
        window.explored().is_some_and(|explored| explored.seen.as_ref().is_some_and(|seen| seen.epoch > first))
    });
    click(&mut harness, Role::Button, "Stop following");
    assert!(harness.query_by_label("Stop following").is_none());
    click(&mut harness, Role::Button, "Train");

    click(&mut harness, Role::Button, "Queue");
    harness.get_by_label_contains("next: MUTAG · ProxPool · 20 splits");
    click(&mut harness, Role::Button, "Remove queued run 1");
    assert!(harness.query_by_label_contains("next: MUTAG").is_none());

    click(&mut harness, Role::Button, "Pause");
    wait(&mut harness, "the pause", is(Status::Paused));
    harness.get_by_label_contains("Paused: MUTAG-proxpool");
    // Frames pass, and nothing with them.
    harness.run_steps(50);
    let before = harness.state().train().n_epochs();
    click(&mut harness, Role::Button, "Resume");
    wait(&mut harness, "another epoch", |window| window.train().n_epochs() > before);
    click(&mut harness, Role::Button, "Stop");
    wait(&mut harness, "the stop", is(Status::Stopped));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    harness.get_by_label("Run MUTAG-proxpool");
    assert_stood_still(&folder.path().join("MUTAG-proxpool"));

    click(&mut harness, Role::Button, "Resume this run");
    let done = harness.state().train().n_epochs();
    wait(&mut harness, "more epochs", |window| window.train().n_epochs() > done);
    click(&mut harness, Role::Button, "Stop");
    wait(&mut harness, "the stop", is(Status::Stopped));
}

#[test]
fn epochs_are_scrubbed_and_the_model_goes_to_explore() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    assert!(RunFolder::is_run(&folder.path().join("MUTAG-proxpool")));
    harness.get_by_label_contains("Finished: MUTAG-proxpool");
    harness.get_by_label_contains("graph of split 0");

    let epoch = |window: &Window| window.train().scrubbed().and_then(|explored| Some(explored.seen.as_ref()?.epoch));
    let k_s = |window: &Window| {
        window.train().scrubbed().map(|explored| format!("{:?}", explored.trace.levels[0].get(&symbols::K_S)))
    };
    let slider = harness.get_by_role_and_label(Role::Slider, "Epoch");
    slider.focus();
    slider.set_value_accesskit(2.0);
    wait(&mut harness, "epoch 2", |window| epoch(window) == Some(2));
    let at_2 = k_s(harness.state());
    harness.get_by_label_contains("epoch 2: ");
    harness.get_by_role_and_label(Role::Slider, "Epoch").set_value_accesskit(20.0);
    wait(&mut harness, "epoch 20", |window| epoch(window) == Some(20));
    assert_ne!(at_2, k_s(harness.state()), "K_s moves as the network learns");

    // The Explore tab shows the scrubbed epoch.
    click(&mut harness, Role::CheckBox, "Explore follows");
    wait(&mut harness, "the explorer", |window| {
        window.explored().is_some_and(|explored| explored.seen.as_ref().is_some_and(|seen| seen.epoch == 20))
    });
    click(&mut harness, Role::CheckBox, "Explore follows");

    click(&mut harness, Role::Button, "Use in Explore");
    wait(&mut harness, "predictions", |window| window.state().predictions().is_some() && !window.is_busy());
    assert_eq!(harness.state().state().tab(), Tab::Explore);
    assert!(harness.query_all_by_label_contains(", predicted ").next().is_some());
    let part = harness.state().explored().unwrap().seen.as_ref().unwrap().part.unwrap();
    harness.get_by_label_contains(&format!("a {} graph of split", part.name()));

    click(&mut harness, Role::Button, "most wrong");
    let predictions = harness.state().state().predictions().clone().unwrap();
    let graphs = &harness.state().state().data().unwrap().dataset.graphs;
    let wrongness = |idx: usize| predictions.1.all[idx].wrongness(graphs[idx].class.unwrap());
    let worst = (0..graphs.len()).max_by(|&a, &b| wrongness(a).total_cmp(&wrongness(b))).unwrap();
    let top = harness
        .query_all_by_label_contains(", predicted ")
        .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
        .and_then(|row| row.accesskit_node().label())
        .unwrap();
    assert!(top.starts_with(&format!("Graph {worst}, predicted ")), "{top} is not graph {worst}");
    click(&mut harness, Role::Button, "Hide predictions");
    assert!(harness.query_all_by_label_contains(", predicted ").next().is_none());
}

#[test]
fn runs_are_compared_imported_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", &folder.path().join("here")));
    quick_run(&mut harness);
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "the second run", |window| window.train().status() == Some(&Status::Running));
    wait(&mut harness, "the end", is(Status::Finished));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::Button, "Run MUTAG-proxpool");
    // The same seed gives the same bits.
    harness.get_by_label_contains("+0.00 ± 0.00, p 1.000 (2)");
    for run in ["Compare MUTAG-proxpool", "Compare MUTAG-proxpool-2"] {
        click(&mut harness, Role::CheckBox, run);
    }
    harness.get_by_label_contains("validation, mean ± std over splits");
    click(&mut harness, Role::Button, "Split 1");
    click(&mut harness, Role::Button, "Export curves");
    wait_for_label(&mut harness, "curves.csv and 1 more");
    for run in ["here/MUTAG-proxpool/curves.csv", "here/MUTAG-proxpool-2/curves.csv"] {
        let text = std::fs::read_to_string(folder.path().join(run)).unwrap();
        assert_eq!(text.lines().count(), 41, "{text}");
    }
    click(&mut harness, Role::Button, "Export figure");
    wait_for_label(&mut harness, "training.pdf");
    assert!(std::fs::read(folder.path().join("here/MUTAG-proxpool/training.pdf")).unwrap().starts_with(b"%PDF"));

    // A run from elsewhere, named in the box that opens where there is no dialog.
    let elsewhere = folder.path().join("elsewhere");
    std::fs::rename(folder.path().join("here/MUTAG-proxpool-2"), &elsewhere).unwrap();
    click(&mut harness, Role::Button, "Import a run…");
    wait_for_label(&mut harness, "Folder of a run");
    harness.get_by_role_and_label(Role::TextInput, "Folder of a run").focus();
    harness.run_steps(1);
    harness.get_by_role_and_label(Role::TextInput, "Folder of a run").type_text(&elsewhere.display().to_string());
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    wait(&mut harness, "the run", |window| !window.is_busy());
    harness.run_steps(5);
    harness.get_by_label("Run elsewhere");
}

#[test]
fn what_is_queued_begins_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 0);
    click(&mut harness, Role::Button, "Quick try");
    click(&mut harness, Role::Button, "Queue");
    harness.get_by_label_contains("next: MUTAG · ProxPool · 2 splits");
    click(&mut harness, Role::Button, "Stop");
    wait(&mut harness, "the end of the second", is(Status::Finished));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    assert!(harness.query_by_label_contains("next: ").is_none());
    harness.get_by_label_contains("Finished: MUTAG-proxpool-2");
    harness.get_by_label("Run MUTAG-proxpool-2");
    // What it costs is measured again now that nothing trains.
    wait_for_label(&mut harness, "graphs/s · at most");
}

#[test]
fn another_dataset_is_chosen_and_its_run_is_not_mistaken() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    click(&mut harness, Role::ComboBox, "Training data");
    click(&mut harness, Role::Button, "gallery");
    wait(&mut harness, "the gallery", |window| {
        window.state().data().is_some_and(|data| data.source == "gallery") && !window.is_busy()
    });
    wait_for_label(&mut harness, "but a classifier needs at least two");
    harness.get_by_label_contains("This run was trained on MUTAG");
    click(&mut harness, Role::Button, "Open MUTAG");
    wait(&mut harness, "MUTAG", |window| window.state().data().is_some_and(|data| data.source == "MUTAG"));
    wait_for_label(&mut harness, "graph of split 0");
}

#[test]
fn folders_that_are_broken_say_what_is_wrong_and_harm_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    let run = folder.path().join("MUTAG-proxpool");
    for (name, file, text) in [("cut", "run.json", "{\"program\": "), ("other", "events.jsonl", "no event\n")] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::copy(run.join("run.json"), folder.path().join(name).join("run.json")).unwrap();
        std::fs::write(folder.path().join(name).join(file), text).unwrap();
    }
    // Weights that are no weights any more.
    for epoch in std::fs::read_dir(run.join("split-00/epochs")).unwrap() {
        std::fs::write(epoch.unwrap().path(), b"nothing").unwrap();
    }
    click(&mut harness, Role::Button, "Refresh");
    wait_for_label(&mut harness, "Broken run cut: ");
    wait_for_label(&mut harness, "this is not a valid run description");
    wait_for_label(&mut harness, "line 1: this is not a valid event");
    harness.get_by_label("Run MUTAG-proxpool");
    harness.get_by_role_and_label(Role::Slider, "Epoch").set_value_accesskit(2.0);
    wait_for_label(&mut harness, "00002.safetensors");
}

#[test]
fn a_run_that_cannot_go_on_says_why_then_and_when_it_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "epochs", |window| window.train().n_epochs() > 4);
    click(&mut harness, Role::Button, "Stop");
    wait(&mut harness, "the stop", is(Status::Stopped));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    std::fs::write(folder.path().join("MUTAG-proxpool/split-00/last.safetensors"), b"nothing").unwrap();
    click(&mut harness, Role::Button, "Resume this run");
    wait(&mut harness, "the failure", |window| matches!(window.train().status(), Some(Status::Failed(_))));
    let Some(Status::Failed(reason)) = harness.state().train().status().cloned() else { panic!() };
    assert!(reason.contains("last.safetensors"), "{reason}");
    harness.get_by_label("Failed: MUTAG-proxpool");
    harness.get_by_label(&reason);
    drop(harness);

    let mut harness = window(arguments("MUTAG", folder.path()));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::Button, "Run MUTAG-proxpool");
    harness.get_by_label("Failed: MUTAG-proxpool");
    harness.get_by_label(&reason);
}

#[test]
fn a_run_that_fails_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("smiles:CCO", folder.path()));
    // Said before the start, and after it.
    wait_for_label(&mut harness, "but a classifier needs at least two");
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "the failure", |window| matches!(window.train().status(), Some(Status::Failed(_))));
    harness.get_by_label_contains("Failed: ");
    let said = harness.query_all_by_label_contains("but a classifier needs at least two").count();
    assert!(said >= 1, "the reason is on screen");
}

fn request_close(harness: &mut Tested) {
    let viewport = harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    harness.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
    harness.run_steps(2);
}

#[test]
fn closing_asks_saves_and_the_next_window_offers_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    click(&mut harness, Role::Button, "Start");
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 2);
    request_close(&mut harness);
    harness.get_by_label("Training is running");
    click(&mut harness, Role::Button, "Go on training");
    assert!(harness.query_by_label("Training is running").is_none());
    assert!(harness.state().train().is_training());

    request_close(&mut harness);
    click(&mut harness, Role::Button, "Stop, save and close");
    wait(&mut harness, "the stop", |window| !window.train().is_training());
    let done = harness.state().train().n_epochs();
    let session = harness.state().session();
    drop(harness);

    let again = arguments("MUTAG", folder.path());
    let again = WindowArguments { tab: None, ..again };
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut harness: Tested = builder.build_eframe(|creation| Window::new(&creation.egui_ctx, again, Some(session)));
    wait(&mut harness, "the dataset", |window| window.state().data().is_some());
    harness.get_by_label_contains("The training of MUTAG-proxpool was interrupted");
    click(&mut harness, Role::Button, "Resume training");
    wait(&mut harness, "more epochs", |window| window.train().n_epochs() > done);
    assert!(harness.query_by_label_contains("was interrupted").is_none());
    click(&mut harness, Role::Button, "Stop");
    wait(&mut harness, "the stop", is(Status::Stopped));
}

#[test]
fn commands_are_found_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.get_by_label("Find a command").type_text("start tr");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 0);
    // Closing the window ends the run.
    drop(harness);
    let (run, _) = RunFolder::open(&folder.path().join("MUTAG-proxpool")).unwrap();
    run.lock().expect("nobody trains it any more");
}
