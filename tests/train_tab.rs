//! The Train tab, driven by its labels: start, watch, pause, go on, stop, scrub, explore, close, come back.
#![cfg(feature = "gui")]

mod driven;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use driven::{Driven, started};
use eframe::egui::{Key, Modifiers, ViewportEvent, ViewportId, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use proxpool::{
    app::{Action, Tab, Window, WindowArguments, labels},
    symbols,
    train::{
        History, RunFolder, Status,
        event::{Event, Started},
    },
};

fn arguments(dataset: &str, runs: &Path) -> WindowArguments {
    WindowArguments {
        dataset: Some(dataset.to_owned()),
        tab: Some(Tab::Train),
        runs: Some(runs.to_owned()),
        ..WindowArguments::default()
    }
}

fn window(arguments: WindowArguments) -> Driven {
    let mut harness = started(arguments);
    wait(&mut harness, "the dataset", |window| window.state().data().is_some() && !window.is_busy());
    harness
}

/// Frames until something is so; it happens on other threads.
fn wait(harness: &mut Driven, what: &str, is_so: impl Fn(&Window) -> bool) {
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
fn wait_for_label(harness: &mut Driven, label: &str) {
    for _ in 0..1000 {
        if harness.query_all_by_label_contains(label).next().is_some() {
            return;
        }
        harness.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("“{label}” did not come");
}

fn click(harness: &mut Driven, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click();
    harness.run_steps(3);
}

fn is(status: Status) -> impl Fn(&Window) -> bool {
    move |window| window.train().status() == Some(&status)
}

/// A short run to its end, by clicks alone.
fn quick_run(harness: &mut Driven) {
    click(harness, Role::Button, labels::train::QUICK_RUN);
    click(harness, Role::Button, labels::train::START);
    wait(harness, "the end", is(Status::Finished));
    wait(harness, "the list of runs", |window| !window.is_busy());
}

/// Between the pause and its end, as the log has them, each split at most ends the epoch that it was at.
fn assert_stood_still(run: &Path) {
    let events = RunFolder::open(run).unwrap().0.events().unwrap();
    let Some(Event::Started(Started { concurrent_splits, .. })) = events.first() else {
        panic!("{:?}", events.first())
    };
    let at = |expected: &Event| events.iter().position(|event| event == expected).expect("it was paused and resumed");
    let meanwhile = &events[at(&Event::Paused)..at(&Event::Resumed)];
    let n_epochs = meanwhile.iter().filter(|event| matches!(event, Event::EpochEnded(_))).count();
    assert!(n_epochs <= *concurrent_splits, "a paused run stands still: {meanwhile:?}");
}

#[test]
fn a_run_is_started_paused_resumed_and_stopped_and_the_next_one_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    harness.get_by_label(labels::train::NO_RUNS);
    wait_for_label(&mut harness, labels::train::MEMORY);
    harness.get_by_label_contains(labels::train::SPEED);
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 2);
    harness.get_by_label_contains(&labels::train::training("MUTAG-proxpool"));
    harness.get_by_label_contains(labels::train::EPOCH_PROGRESS);
    harness.get_by_label_contains(labels::train::SPLIT_PROGRESS);
    harness.get_by_label_contains(labels::train::RUN_PROGRESS);
    harness.get_by_label_contains(&labels::train::plot(labels::train::LOSS));
    harness.get_by_label_contains(&labels::train::confusion("validation"));
    // Seen from every tab, and followed in one.
    click(&mut harness, Role::Button, Tab::Explore.name());
    harness.get_by_role_and_label(Role::Button, Tab::Train.name());
    click(&mut harness, Role::Button, labels::train::FOLLOW);
    wait(&mut harness, "the explorer", |window| window.explored().is_some_and(|explored| explored.seen.is_some()));
    let first = harness.state().explored().unwrap().seen.as_ref().unwrap().epoch;
    wait(&mut harness, "a later epoch", |window| {
        window.explored().is_some_and(|explored| explored.seen.as_ref().is_some_and(|seen| seen.epoch > first))
    });
    click(&mut harness, Role::Button, labels::train::STOP_FOLLOWING);
    assert!(harness.query_by_label(labels::train::STOP_FOLLOWING).is_none());
    click(&mut harness, Role::Button, Tab::Train.name());

    click(&mut harness, Role::Button, labels::train::QUEUE);
    harness.get_by_label_contains(&format!("{}MUTAG · ProxPool · 20 splits", labels::train::QUEUED));
    click(&mut harness, Role::Button, &labels::train::remove_queued(1));
    assert!(harness.query_by_label_contains(labels::train::QUEUED).is_none());

    click(&mut harness, Role::Button, labels::PAUSE);
    wait(&mut harness, "the pause", is(Status::Paused));
    harness.get_by_label_contains(&labels::train::paused("MUTAG-proxpool"));
    // Frames pass, and nothing with them.
    harness.run_steps(50);
    let before = harness.state().train().n_epochs();
    click(&mut harness, Role::Button, labels::train::RESUME);
    wait(&mut harness, "another epoch", |window| window.train().n_epochs() > before);
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the stop", is(Status::Stopped));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    harness.get_by_label(&labels::train::run("MUTAG-proxpool"));
    assert_stood_still(&folder.path().join("MUTAG-proxpool"));

    click(&mut harness, Role::Button, labels::train::RESUME_RUN);
    let done = harness.state().train().n_epochs();
    wait(&mut harness, "more epochs", |window| window.train().n_epochs() > done);
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the stop", is(Status::Stopped));
}

#[test]
fn epochs_are_scrubbed_and_the_model_goes_to_explore() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    assert!(RunFolder::is_run(&folder.path().join("MUTAG-proxpool")));
    harness.get_by_label_contains(&labels::train::finished("MUTAG-proxpool"));
    assert!(driven::has(&harness, &labels::subset("", 0)));

    let epoch = |window: &Window| window.train().scrubbed().and_then(|explored| Some(explored.seen.as_ref()?.epoch));
    let k_s = |window: &Window| {
        window.train().scrubbed().map(|explored| format!("{:?}", explored.trace.levels[0].get(&symbols::K_S)))
    };
    let slider = harness.get_by_role_and_label(Role::Slider, labels::train::EPOCH);
    slider.focus();
    slider.set_value_accesskit(2.0);
    wait(&mut harness, "epoch 2", |window| epoch(window) == Some(2));
    let at_2 = k_s(harness.state());
    harness.get_by_label_contains(&labels::train::at_epoch(2));
    harness.get_by_role_and_label(Role::Slider, labels::train::EPOCH).set_value_accesskit(20.0);
    wait(&mut harness, "epoch 20", |window| epoch(window) == Some(20));
    assert_ne!(at_2, k_s(harness.state()), "K_s moves as the network learns");

    // The Explore tab shows the scrubbed epoch.
    click(&mut harness, Role::CheckBox, labels::train::LIVE_UPDATE);
    wait(&mut harness, "the explorer", |window| {
        window.explored().is_some_and(|explored| explored.seen.as_ref().is_some_and(|seen| seen.epoch == 20))
    });
    click(&mut harness, Role::CheckBox, labels::train::LIVE_UPDATE);

    click(&mut harness, Role::Button, labels::train::USE_IN_EXPLORE);
    wait(&mut harness, "predictions", |window| window.state().predictions().is_some() && !window.is_busy());
    assert_eq!(harness.state().state().tab(), Tab::Explore);
    assert!(harness.query_all_by_label_contains(labels::explore::PREDICTED).next().is_some());
    let seen = harness.state().explored().unwrap().seen.as_ref().unwrap();
    harness.get_by_label_contains(&format!("· {}", labels::subset(seen.part.unwrap().name(), seen.split)));

    click(&mut harness, Role::Button, labels::explore::WORST_FIRST);
    let predictions = harness.state().state().predictions().unwrap();
    let graphs = &harness.state().state().data().unwrap().dataset.graphs;
    let error = |idx: usize| predictions.1.all[idx].wrongness(graphs[idx].class.unwrap());
    let worst = (0..graphs.len()).max_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap();
    let top = harness
        .query_all_by_label_contains(labels::explore::PREDICTED)
        .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
        .and_then(|row| row.accesskit_node().label())
        .unwrap();
    assert!(
        top.starts_with(&(labels::explore::graph(worst, None) + labels::explore::PREDICTED)),
        "{top} is not graph {worst}"
    );
    click(&mut harness, Role::Button, labels::explore::HIDE_PREDICTIONS);
    assert!(harness.query_all_by_label_contains(labels::explore::PREDICTED).next().is_none());
}

/// Split and epoch of the model in Explore, by its trace.
fn in_explore(window: &Window) -> Option<(usize, usize)> {
    let seen = window.explored()?.seen.as_ref()?;
    Some((seen.split, seen.epoch))
}

fn signal_box(harness: &Driven) -> String {
    let signal = harness.get_by_role_and_label(Role::ComboBox, labels::explore::SIGNAL);
    signal.accesskit_node().value().unwrap_or_default()
}

/// The model in Explore, in the trace, in the Signal box and over the list.
fn assert_in_explore(harness: &mut Driven, split: usize, epoch: usize) {
    wait(harness, "the model", |window| in_explore(window) == Some((split, epoch)) && !window.is_busy());
    let name = labels::model("MUTAG-proxpool", split, epoch);
    assert_eq!(signal_box(harness), name);
    wait(harness, "predictions", |window| window.state().predictions().is_some() && !window.is_busy());
    let predictions = &harness.state().state().predictions().unwrap().1;
    assert_eq!((predictions.split, predictions.epoch), (split, epoch));
    harness.get_by_label(&labels::explore::predicted_by(&name));
}

#[test]
fn explore_gets_the_split_and_the_epoch_on_screen_and_the_best_model_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    let events = RunFolder::at(&folder.path().join("MUTAG-proxpool")).events().unwrap();
    let history = History::from_events(events);
    let best = history.best_split().unwrap();
    // Neither the best epoch nor the last.
    let epoch = (2..19).find(|epoch| *epoch != best.best_epoch).unwrap();
    harness.get_by_role_and_label(Role::Slider, labels::train::EPOCH).set_value_accesskit(epoch as f64);
    wait(&mut harness, "the epoch", |window| {
        window.train().scrubbed().is_some_and(|explored| explored.seen.as_ref().is_some_and(|seen| seen.epoch == epoch))
    });
    click(&mut harness, Role::Button, labels::train::USE_IN_EXPLORE);
    assert_eq!(harness.state().state().tab(), Tab::Explore);
    assert_in_explore(&mut harness, 0, epoch);

    click(&mut harness, Role::Button, Tab::Train.name());
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::Button, labels::train::USE_BEST_MODEL);
    assert_in_explore(&mut harness, best.split, best.best_epoch);

    // The predictions are those of the signal, whatever it becomes.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    assert_in_explore(&mut harness, 0, epoch);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    assert_in_explore(&mut harness, best.split, best.best_epoch);

    // In the Train tab there is one prediction, of the epoch that is shown there.
    let status = |epoch: usize| format!("prediction (epoch {epoch})");
    assert!(driven::has(&harness, &status(best.best_epoch)));
    click(&mut harness, Role::Button, Tab::Train.name());
    wait(&mut harness, "the epoch", |window| !window.is_busy());
    assert!(driven::has(&harness, &status(epoch)) && !driven::has(&harness, &status(best.best_epoch)));
    click(&mut harness, Role::Button, Tab::Explore.name());

    // All of it is there again when the window is opened again.
    let session = harness.state().session();
    drop(harness);
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut harness: Driven =
        builder.build_eframe(|creation| Window::new(&creation.egui_ctx, WindowArguments::default(), Some(session)));
    wait(&mut harness, "the dataset", |window| window.state().data().is_some());
    assert_in_explore(&mut harness, best.split, best.best_epoch);
    assert!(driven::has(&harness, labels::explore::PREDICTED));
    assert!(!driven::has(&harness, labels::explore::DROP_MODEL));
}

#[test]
fn what_the_user_set_in_explore_returns_after_a_live_update() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("proxpool:MUTAG?rho=0.5&signal=degree", folder.path()));
    quick_run(&mut harness);
    let before = harness.state().link_text();
    click(&mut harness, Role::CheckBox, labels::train::LIVE_UPDATE);
    wait(&mut harness, "the explorer", |window| in_explore(window).is_some() && !window.is_busy());
    let (split, epoch) = in_explore(harness.state()).unwrap();
    click(&mut harness, Role::Button, Tab::Explore.name());
    harness.get_by_label(&labels::train::following(&labels::model("MUTAG-proxpool", split, epoch)));
    let rho = |harness: &Driven| harness.state().state().view().params.rho;
    assert_eq!(rho(&harness), 0.3);
    click(&mut harness, Role::Button, labels::train::STOP_FOLLOWING);
    assert_eq!((rho(&harness), signal_box(&harness).as_str()), (0.5, "degree"));
    click(&mut harness, Role::Button, Tab::Train.name());
    assert_eq!(harness.state().link_text(), before);
    assert!(!harness.state().state().can_undo(), "nothing has changed");

    // What is set meanwhile is not set again.
    click(&mut harness, Role::CheckBox, labels::train::LIVE_UPDATE);
    wait(&mut harness, "the explorer", |window| in_explore(window).is_some() && !window.is_busy());
    click(&mut harness, Role::Button, Tab::Explore.name());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    wait(&mut harness, "the trace", |window| !window.is_busy());
    assert_eq!((rho(&harness), signal_box(&harness).as_str()), (0.5, "degree"));
    assert!(harness.query_by_label(labels::train::STOP_FOLLOWING).is_none());
}

/// Half of the window that a text is in; it is there once.
fn is_on_the_right(harness: &Driven, text: &str) -> bool {
    harness.get_by_label(text).rect().left() > 640.0
}

#[test]
fn the_results_have_the_title_of_their_run_and_progress_is_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    let (first, second) = ("MUTAG-proxpool", "MUTAG-proxpool-2");
    click(&mut harness, Role::Button, labels::train::PAPER);
    click(&mut harness, Role::Button, labels::train::START);
    wait_for_label(&mut harness, &labels::train::training(second));
    wait(&mut harness, "the list of runs", |window| window.train().n_epochs() > 0);
    assert!(is_on_the_right(&harness, &labels::train::training(second)));
    assert!(harness.query_by_label(&labels::train::finished(first)).is_none());

    wait_for_label(&mut harness, &labels::train::run(first));
    click(&mut harness, Role::Button, &labels::train::run(first));
    assert!(is_on_the_right(&harness, &labels::train::finished(first)));
    assert!(!is_on_the_right(&harness, &labels::train::training(second)));
    harness.get_by_label_contains(labels::train::RUN_PROGRESS);
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the stop", is(Status::Stopped));
    harness.get_by_label(&labels::train::finished(first));
    drop(harness);

    // The newest run is selected when the window is opened again.
    let mut harness = window(arguments("MUTAG", folder.path()));
    wait_for_label(&mut harness, &labels::train::stopped(second));
    assert!(harness.query_by_label(labels::train::NO_RUNS).is_none());
}

#[test]
fn runs_are_compared_imported_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", &folder.path().join("here")));
    quick_run(&mut harness);
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "the second run", |window| window.train().status() == Some(&Status::Running));
    wait(&mut harness, "the end", is(Status::Finished));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::Button, &labels::train::run("MUTAG-proxpool"));
    // The same seed gives the same bits.
    harness.get_by_label("identical (2)");
    for run in ["MUTAG-proxpool", "MUTAG-proxpool-2"] {
        click(&mut harness, Role::CheckBox, &labels::train::compare(run));
    }
    harness.get_by_label_contains(&labels::train::compared_curves(2));
    // A new run is drawn with them.
    click(&mut harness, Role::Button, labels::train::START);
    wait_for_label(&mut harness, &labels::train::compared_curves(3));
    wait(&mut harness, "the third run", |window| window.train().status() == Some(&Status::Finished));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::CheckBox, &labels::train::compare("MUTAG-proxpool-3"));
    harness.get_by_label_contains(&labels::train::compared_curves(2));
    click(&mut harness, Role::Button, &labels::train::run("MUTAG-proxpool"));
    click(&mut harness, Role::Button, &labels::train::split(1));
    click(&mut harness, Role::Button, labels::train::EXPORT_CURVES);
    wait_for_label(&mut harness, "curves.csv and 1 more");
    for run in ["here/MUTAG-proxpool/curves.csv", "here/MUTAG-proxpool-2/curves.csv"] {
        let text = std::fs::read_to_string(folder.path().join(run)).unwrap();
        assert_eq!(text.lines().count(), 41, "{text}");
    }
    // The dialog of all figures, set to the curves of the compared runs.
    click(&mut harness, Role::Button, labels::train::EXPORT_FIGURE);
    wait(&mut harness, "the preview", |window| !window.is_busy());
    let kind = harness.get_by_role_and_label(Role::ComboBox, labels::shell::FIGURE_TYPE);
    assert_eq!(kind.accesskit_node().value().as_deref(), Some("Training"));
    harness.state_mut().save_figure(folder.path().join("training.pdf"));
    wait_for_label(&mut harness, "training.pdf");
    assert!(std::fs::read(folder.path().join("training.pdf")).unwrap().starts_with(b"%PDF"));
    // Closes the message, then the dialog.
    for _ in 0..2 {
        harness.key_press(Key::Escape);
        harness.run_steps(3);
    }

    // A run from elsewhere, named in the box that opens where there is no dialog.
    let elsewhere = folder.path().join("elsewhere");
    std::fs::rename(folder.path().join("here/MUTAG-proxpool-2"), &elsewhere).unwrap();
    click(&mut harness, Role::Button, Action::ImportRun.label());
    wait_for_label(&mut harness, labels::train::RUN_FOLDER);
    harness.get_by_role_and_label(Role::TextInput, labels::train::RUN_FOLDER).focus();
    harness.run_steps(1);
    harness
        .get_by_role_and_label(Role::TextInput, labels::train::RUN_FOLDER)
        .type_text(&elsewhere.display().to_string());
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    wait(&mut harness, "the run", |window| !window.is_busy());
    harness.run_steps(5);
    harness.get_by_label(&labels::train::run("elsewhere"));
}

#[test]
fn what_is_queued_begins_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 0);
    click(&mut harness, Role::Button, labels::train::QUICK_RUN);
    click(&mut harness, Role::Button, labels::train::QUEUE);
    harness.get_by_label_contains(&format!("{}MUTAG · ProxPool · 2 splits", labels::train::QUEUED));
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the end of the second", is(Status::Finished));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    assert!(harness.query_by_label_contains(labels::train::QUEUED).is_none());
    harness.get_by_label_contains(&labels::train::finished("MUTAG-proxpool-2"));
    harness.get_by_label(&labels::train::run("MUTAG-proxpool-2"));
    // The time is estimated again now that no run is active.
    wait_for_label(&mut harness, labels::train::SPEED);
}

#[test]
fn another_dataset_is_chosen_and_its_run_is_not_mistaken() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    click(&mut harness, Role::ComboBox, labels::train::DATASET);
    click(&mut harness, Role::Button, "gallery");
    wait(&mut harness, "the gallery", |window| {
        window.state().data().is_some_and(|data| data.source == "gallery") && !window.is_busy()
    });
    wait_for_label(&mut harness, "but a classifier needs at least two");
    harness.get_by_label_contains(&labels::train::trained_on("MUTAG"));
    // The names of the classes are the run's, not those of the dataset that is open.
    harness.get_by_label("predicted class: mutagenic");
    click(&mut harness, Role::Button, &labels::shell::open("MUTAG"));
    wait(&mut harness, "MUTAG", |window| window.state().data().is_some_and(|data| data.source == "MUTAG"));
    wait_for_label(&mut harness, &labels::subset("", 0));
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
    click(&mut harness, Role::Button, labels::train::REFRESH);
    wait_for_label(&mut harness, &labels::train::unreadable("cut"));
    wait_for_label(&mut harness, "this is not a valid run description");
    wait_for_label(&mut harness, "line 1: this is not a valid event");
    harness.get_by_label(&labels::train::run("MUTAG-proxpool"));
    harness.get_by_role_and_label(Role::Slider, labels::train::EPOCH).set_value_accesskit(2.0);
    wait_for_label(&mut harness, "00002.safetensors");
}

#[test]
fn a_run_that_cannot_go_on_says_why_then_and_when_it_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "epochs", |window| window.train().n_epochs() > 4);
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the stop", is(Status::Stopped));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    std::fs::write(folder.path().join("MUTAG-proxpool/split-00/last.safetensors"), b"nothing").unwrap();
    click(&mut harness, Role::Button, labels::train::RESUME_RUN);
    wait(&mut harness, "the failure", |window| matches!(window.train().status(), Some(Status::Failed(_))));
    let Some(Status::Failed(reason)) = harness.state().train().status().cloned() else { panic!() };
    assert!(reason.contains("last.safetensors"), "{reason}");
    harness.get_by_label(&labels::train::failed("MUTAG-proxpool"));
    harness.get_by_label(&reason);
    drop(harness);

    let mut harness = window(arguments("MUTAG", folder.path()));
    wait(&mut harness, "the list of runs", |window| !window.is_busy());
    click(&mut harness, Role::Button, &labels::train::run("MUTAG-proxpool"));
    harness.get_by_label(&labels::train::failed("MUTAG-proxpool"));
    harness.get_by_label(&reason);
}

#[test]
fn a_run_that_fails_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("smiles:CCO", folder.path()));
    // Said before the start, and after it.
    wait_for_label(&mut harness, "but a classifier needs at least two");
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "the failure", |window| matches!(window.train().status(), Some(Status::Failed(_))));
    harness.get_by_label_contains(&labels::train::failed(""));
    let n_reasons = harness.query_all_by_label_contains("but a classifier needs at least two").count();
    assert!(n_reasons >= 1, "the reason is on screen");
}

fn request_close(harness: &mut Driven) {
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
    click(&mut harness, Role::Button, labels::train::START);
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 2);
    request_close(&mut harness);
    harness.get_by_label(labels::train::IN_PROGRESS);
    click(&mut harness, Role::Button, labels::train::KEEP_TRAINING);
    assert!(harness.query_by_label(labels::train::IN_PROGRESS).is_none());
    assert!(harness.state().train().is_training());

    request_close(&mut harness);
    click(&mut harness, Role::Button, labels::train::STOP_AND_CLOSE);
    wait(&mut harness, "the stop", |window| !window.train().is_training());
    let done = harness.state().train().n_epochs();
    let session = harness.state().session();
    drop(harness);

    let again = arguments("MUTAG", folder.path());
    let again = WindowArguments { tab: None, ..again };
    let builder = Harness::builder().with_size([1280.0, 800.0]);
    let mut harness: Driven = builder.build_eframe(|creation| Window::new(&creation.egui_ctx, again, Some(session)));
    wait(&mut harness, "the dataset", |window| window.state().data().is_some());
    harness.get_by_label_contains(&labels::train::interrupted("MUTAG-proxpool"));
    click(&mut harness, Role::Button, labels::train::RESUME_TRAINING);
    wait(&mut harness, "more epochs", |window| window.train().n_epochs() > done);
    assert!(harness.query_by_label_contains(labels::train::INTERRUPTED).is_none());
    click(&mut harness, Role::Button, labels::train::STOP);
    wait(&mut harness, "the stop", is(Status::Stopped));
}

#[test]
fn commands_are_found_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.get_by_label(labels::shell::FIND_COMMAND).type_text(&Action::StartTraining.label()[..8]);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    wait(&mut harness, "an epoch", |window| window.train().n_epochs() > 0);
    // Closing the window ends the run.
    drop(harness);
    let (run, _) = RunFolder::open(&folder.path().join("MUTAG-proxpool")).unwrap();
    run.lock().expect("nobody trains it any more");
}

/// Size of the smallest window that is supported.
const SMALL: [f32; 2] = [800.0, 600.0];

#[test]
fn in_a_small_window_no_text_lies_on_another_and_start_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    harness.set_size(SMALL.into());
    harness.run_steps(5);
    let start = harness.get_by_role_and_label(Role::Button, labels::train::START).rect();
    assert!(start.bottom() < SMALL[1] && start.right() < SMALL[0], "{start:?}");
    let texts = [
        labels::explore::graph(0, None),
        "class mutagenic".to_owned(),
        labels::train::LIVE_UPDATE.to_owned(),
        labels::train::USE_IN_EXPLORE.to_owned(),
        labels::train::EPOCH.to_owned(),
        labels::train::EXPORT_CURVES.to_owned(),
        labels::train::EXPORT_FIGURE.to_owned(),
        labels::train::USE_BEST_MODEL.to_owned(),
    ];
    let mut widgets = Vec::new();
    for text in &texts {
        // A text may be there twice, as the label of a slider and as its name.
        widgets.extend(harness.query_all_by_label(text).take(1).map(|node| (text, node.rect())));
    }
    assert!(widgets.len() >= 7, "{widgets:?}");
    for (idx, (one, place)) in widgets.iter().enumerate() {
        assert!(place.right() <= SMALL[0] && place.left() > 0.0, "{one} is cut: {place:?}");
        for (other, its_place) in &widgets[..idx] {
            let common = place.shrink(1.0).intersect(its_place.shrink(1.0));
            assert!(!common.is_positive(), "{one} lies on {other}: {place:?} {its_place:?}");
        }
    }
    // Results take turns with the settings.
    click(&mut harness, Role::Button, labels::train::CURVES_AND_RUNS);
    harness.get_by_label(&labels::train::finished("MUTAG-proxpool"));
    assert!(harness.query_by_role_and_label(Role::Button, labels::train::START).is_none());
}

#[test]
fn every_curve_is_read_at_the_pointer_and_a_zoom_is_of_all_plots() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    quick_run(&mut harness);
    let plot = harness.get_by_label(&labels::train::plot(labels::train::LOSS)).rect();
    harness.hover_at(plot.center());
    harness.run_steps(3);
    let epoch =
        (1..=20).find(|&epoch| harness.query_by_label(&labels::train::readout(labels::train::LOSS, epoch)).is_some());
    let epoch = epoch.expect("a read-out");
    let (_, history) =
        (0, History::from_events(RunFolder::at(&folder.path().join("MUTAG-proxpool")).events().unwrap()));
    let losses: Vec<f64> = history.splits.values().map(|split| split.epochs[epoch - 1].validation_loss).collect();
    let mean = proxpool::view::scale::significant(losses.iter().sum::<f64>() / losses.len() as f64, 4);
    assert!(driven::has(&harness, &format!("{mean} ± ")), "{mean} at epoch {epoch}");
    assert!(harness.query_by_label(labels::train::RESET_ZOOM).is_none());

    // The wheel zooms in, and a double click back.
    harness.event(eframe::egui::Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: eframe::egui::vec2(0.0, 200.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(20);
    harness.get_by_label(labels::train::RESET_ZOOM);
    click(&mut harness, Role::Button, labels::train::RESET_ZOOM);
    harness.run_steps(3);
    assert!(harness.query_by_label(labels::train::RESET_ZOOM).is_none());

    // A drag selects a box.
    harness.hover_at(plot.center());
    harness.run_steps(3);
    harness.drag_at(plot.center());
    harness.run_steps(2);
    // A box begins where the pointer is when it has moved far enough to be a drag.
    for way in [eframe::egui::vec2(12.0, 8.0), eframe::egui::vec2(60.0, 40.0)] {
        harness.hover_at(plot.center() + way);
        harness.run_steps(2);
    }
    // The pointer stays where the button is released.
    let pos = plot.center() + eframe::egui::vec2(60.0, 40.0);
    let (button, modifiers) = (eframe::egui::PointerButton::Primary, Modifiers::NONE);
    harness.event(eframe::egui::Event::PointerButton { pos, button, pressed: false, modifiers });
    harness.run_steps(4);
    harness.get_by_label(labels::train::RESET_ZOOM);
}

#[test]
fn presets_are_buttons_and_unused_parameters_keep_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(arguments("MUTAG", folder.path()));
    let place = |harness: &Driven| harness.get_by_role_and_label(Role::SpinButton, "learning rate").rect();
    let before = place(&harness);
    for preset in [labels::train::PAPER, labels::train::QUICK_RUN, labels::train::FROM_EXPLORE] {
        let button = harness.get_by_role_and_label(Role::Button, preset);
        assert_eq!(button.accesskit_node().toggled(), None, "{preset} is not a mode");
    }
    click(&mut harness, Role::ComboBox, "Pooling");
    click(&mut harness, Role::Button, "gPool");
    assert_eq!(place(&harness), before);
}
