//! Training: what is learned, that it repeats to the last bit, and that nothing is lost or believed blindly.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use candle_core::DType;
use proxpool::{
    graph::{
        Dataset,
        features::SignalKind,
        split::{Split, Subset},
    },
    math::rng::Rng,
    model::{Batch, Network, Parameters, Prepared},
    pooling::Trace,
    train::{
        Config, DataSource, Engine, Event, History, Job, RunFolder, Status, calibrate, checkpoint, control::Control,
        engine::computing_threads, history::SplitHistory, predict, snapshot, step,
    },
};

fn mutag() -> Arc<Dataset> {
    Arc::new(common::mutag())
}

fn source(dataset: &Dataset) -> DataSource {
    DataSource::new(dataset, &dataset.name, None, false)
}

fn with_seed(mut config: Config, seed: u64) -> Config {
    config.params.seed = seed;
    config
}

/// A short run; `hidden` is small so that unoptimised builds are quick too.
fn short(pool: &str) -> Config {
    Config { pool: pool.into(), splits: 2, epochs: 4, hidden: 16, ..Config::for_dataset(&mutag()) }
}

fn job(config: Config, path: &Path) -> Job {
    let dataset = mutag();
    let source = source(&dataset);
    Job::create(dataset, source, config, path).unwrap()
}

/// Runs to the end; all events.
fn events(job: Job) -> Vec<Event> {
    let engine = Engine::start(job, || ()).unwrap();
    let mut events = Vec::new();
    for event in engine.events() {
        events.push(event);
    }
    events
}

fn history(job: Job) -> History {
    History::from_events(events(job))
}

fn failure(job: Job) -> String {
    match history(job).status {
        Status::Failed(reason) => reason,
        other => panic!("it did not fail: {other:?}"),
    }
}

/// Every model of a run, by name.
fn models(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "safetensors") {
                let name = entry.strip_prefix(path).unwrap().display().to_string();
                files.push((name, fs::read(&entry).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn assert_same_models(one: &Path, other: &Path) {
    let (one, other) = (models(one), models(other));
    let names = |models: &[(String, Vec<u8>)]| models.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for ((name, one), (_, other)) in one.iter().zip(&other) {
        assert!(one == other, "{name} differs");
    }
}

#[test]
fn every_method_learns() {
    let folder = tempfile::tempdir().unwrap();
    for method in common::methods() {
        let config = Config { splits: 1, epochs: 10, lr: 3e-3, ..short(method.key) };
        let history = history(job(config, &folder.path().join(method.key)));
        assert_eq!(history.status, Status::Finished, "{}", method.key);
        let losses: Vec<f64> = history.splits[&0].epochs.iter().map(|row| row.train_loss).collect();
        // Losses of poolings may be negative, and the sum with them.
        assert!(losses[9] < losses[0] - 0.05 * losses[0].abs(), "{}: {losses:?}", method.key);
        let declared: std::collections::BTreeSet<&str> = method.losses.iter().map(|symbol| symbol.key).collect();
        for row in &history.splits[&0].epochs {
            assert!(row.losses.keys().map(String::as_str).eq(declared.iter().copied()), "{}", method.key);
            let of_poolings: f64 = row.losses.values().sum();
            assert!(row.train_loss > of_poolings, "{}: the rest is cross entropy", method.key);
        }
        let norms: Vec<f64> = history.splits[&0].epochs.iter().map(|row| row.gradient_norm).collect();
        assert!(norms.iter().all(|norm| norm.is_finite() && *norm > 0.0), "{}: {norms:?}", method.key);
    }
}

#[test]
fn threads_change_no_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, threads, concurrent_splits) in [("one", 1, 1), ("again", 1, 1), ("two", 2, 2), ("inside", 3, 1)] {
        let mut job = job(short("proxpool"), &path(name));
        (job.threads, job.concurrent_splits) = (threads, Some(concurrent_splits));
        assert_eq!(history(job).status, Status::Finished);
    }
    assert_eq!(models(&path("one")).len(), 9, "two of each split, the best, and four epochs of the first");
    for other in ["again", "two", "inside"] {
        assert_same_models(&path("one"), &path(other));
    }
    let other_seed = path("seed");
    history(job(with_seed(short("proxpool"), 1), &other_seed));
    assert_ne!(models(&path("one")), models(&other_seed));
}

#[test]
fn what_is_known_beforehand_changes_nothing() {
    let dataset = mutag();
    for method in common::methods() {
        let config = short(method.key);
        let (architecture, signal) = config.network(&dataset).unwrap();
        let prepare = |graph| Prepared::new(graph, 0, &signal.values(graph), &architecture, DType::F32).unwrap();
        let prepared: Vec<Prepared> = dataset.graphs[..12].iter().map(prepare).collect();
        let batch = Batch::new(&prepared.iter().collect::<Vec<_>>()).unwrap();
        let parameters = Parameters::start(&architecture, &mut Rng::new(3)).unwrap();
        let weights = parameters.constants(DType::F32).unwrap();
        let network = Network { architecture: &architecture, weights: &weights };
        let scores = |batch: &Batch| {
            let output = network.forward(batch, &mut Trace::off()).unwrap();
            output.scores.flatten_all().unwrap().to_vec1::<f32>().unwrap()
        };
        let unprepared = Batch { precomputed: Vec::new(), ..batch.clone() };
        assert_eq!(scores(&batch), scores(&unprepared), "{}", method.key);
    }
}

#[test]
fn an_output_does_not_depend_on_the_other_graphs() {
    let dataset = mutag();
    for method in common::methods() {
        let (architecture, signal) = short(method.key).network(&dataset).unwrap();
        let prepare = |graph| Prepared::new(graph, 0, &signal.values(graph), &architecture, DType::F32).unwrap();
        let prepared: Vec<Prepared> = dataset.graphs.iter().map(prepare).collect();
        let parameters = Parameters::start(&architecture, &mut Rng::new(7)).unwrap();
        let pool = computing_threads(2).unwrap();
        let outputs = |graphs: &[&Prepared]| step::outputs(&pool, &architecture, &parameters, graphs).unwrap();
        let in_order = outputs(&prepared.iter().collect::<Vec<_>>());
        let mut shuffled: Vec<usize> = (0..prepared.len()).collect();
        Rng::new(1).shuffle(&mut shuffled);
        let of_shuffled = outputs(&shuffled.iter().map(|&idx| &prepared[idx]).collect::<Vec<_>>());
        for (output, &idx) in of_shuffled.iter().zip(&shuffled) {
            assert_eq!(*output, in_order[idx], "{}: graph {idx}", method.key);
        }
        assert_eq!(outputs(&[&prepared[5]])[0], in_order[5], "{}", method.key);
    }
}

/// Waits for an event of a kind.
fn wait_for(engine: &Engine, is_it: impl Fn(&Event) -> bool) -> Event {
    engine.events().find(|event| is_it(event) || event.is_last()).expect("the run ended without an event")
}

#[test]
fn pause_holds_resume_goes_on_stop_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let config = Config { epochs: 12, patience: 100, ..short("proxpool") };
    assert_eq!(history(job(config.clone(), &whole)).status, Status::Finished);
    for concurrent_splits in [1, 2] {
        let stopped = folder.path().join(format!("stopped-{concurrent_splits}"));
        let mut job = job(config.clone(), &stopped);
        job.concurrent_splits = Some(concurrent_splits);
        let engine = Engine::start(job, || ()).unwrap();
        wait_for(&engine, |event| matches!(event, Event::EpochEnded(_)));
        engine.control().pause();
        assert_eq!(wait_for(&engine, |event| *event == Event::Paused), Event::Paused);
        engine.control().resume();
        let meanwhile: Vec<Event> = engine.events().take_while(|event| *event != Event::Resumed).collect();
        // Another split may end what it was at when this one paused.
        assert!(concurrent_splits > 1 || meanwhile.is_empty(), "a paused run says nothing: {meanwhile:?}");
        assert!(!meanwhile.iter().any(Event::is_last), "a paused run does not end: {meanwhile:?}");
        wait_for(&engine, |event| matches!(event, Event::EpochEnded(_)));
        engine.control().stop();
        assert_eq!(wait_for(&engine, Event::is_last), Event::Stopped);
        drop(engine);
        assert_resumed(&whole, &stopped);
    }
}

/// A run that was stopped ends as one that was not.
fn assert_resumed(whole: &Path, stopped: &Path) {
    let resumed = history(Job::resume(mutag(), stopped).unwrap());
    assert_eq!(resumed.status, Status::Finished);
    assert_same_models(whole, stopped);
    // The log reads as if nothing had happened, but for the times.
    let curves = |path: &Path| {
        let events = RunFolder::open(path).unwrap().0.events().unwrap();
        let losses = |split: &SplitHistory| split.epochs.iter().map(|row| row.train_loss).collect::<Vec<_>>();
        History::from_events(events).splits.values().map(losses).collect::<Vec<_>>()
    };
    assert_eq!(curves(whole), curves(stopped));
    assert_eq!(curves(whole)[0].len(), 12);
}

#[test]
fn dropping_the_engine_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { epochs: 100_000, patience: 100_000, ..short("gpool") };
    let engine = Engine::start(job(config, folder.path().join("run").as_path()), || ()).unwrap();
    wait_for(&engine, |event| matches!(event, Event::EpochEnded(_)));
    drop(engine);
    let events = RunFolder::open(&folder.path().join("run")).unwrap().0.events().unwrap();
    assert_eq!(events.last(), Some(&Event::Stopped));
}

fn train(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proxpool"));
    command.args(["train"]).args(arguments).env_remove("PROXPOOL_DATA");
    command
}

/// Waits until a run has logged this number of epochs.
fn wait_for_epochs(path: &Path, n_epochs: usize, child: &mut Child) {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(path.join("events.jsonl")).unwrap_or_default();
        if text.matches("epoch_ended").count() >= n_epochs || child.try_wait().unwrap().is_some() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "no epoch after two minutes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_run_ends_with_the_weights_of_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let new = |name: &str| {
        let out = path(name).display().to_string();
        train(&["MUTAG", "--splits", "3", "--epochs", "15", "--hidden", "16", "--threads", "2", "--out", &out])
    };
    assert!(new("whole").output().unwrap().status.success());

    let mut child = new("killed").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for n_epochs in [3, 14, 29, 40] {
        wait_for_epochs(&path("killed"), n_epochs, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        let killed = path("killed").display().to_string();
        child = train(&["--resume", &killed]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    }
    assert!(child.wait().unwrap().success());
    assert_same_models(&path("whole"), &path("killed"));
}

#[test]
fn an_interrupt_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let out = run.display().to_string();
    let mut child = train(&["MUTAG", "--epochs", "100000", "--patience", "100000", "--hidden", "16", "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_epochs(&run, 2, &mut child);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains(&format!("proxpool train --resume {out}")), "{stderr}");
}

#[test]
fn numbers_that_break_down_stop_the_run_and_are_named() {
    let mut dataset = common::mutag();
    dataset.node_attribute_names = vec!["size".into()];
    for graph in &mut dataset.graphs {
        graph.node_attributes = Some(vec![1.0; graph.n_nodes]);
    }
    // One overflow, deep in the data.
    dataset.graphs[100].node_attributes = Some(vec![1e39; dataset.graphs[100].n_nodes]);
    let config = Config { signal: SignalKind::Attributes, splits: 1, ..with_seed(short("gpool"), 3) };
    let folder = tempfile::tempdir().unwrap();
    let source = source(&dataset);
    let job = Job::create(Arc::new(dataset), source, config, &folder.path().join("run")).unwrap();
    let reason = failure(job);
    assert!(reason.starts_with("the loss is not finite in split 0, epoch 1, batch "), "{reason}");
    assert!(reason.contains("try a lower learning rate"), "{reason}");
    let events = RunFolder::open(&folder.path().join("run")).unwrap().0.events().unwrap();
    assert_eq!(events.last(), Some(&Event::Failed { reason }));
}

/// The log is JSON, which has no word for what is not finite: it would not be read again.
#[test]
fn a_validation_that_breaks_down_stops_the_run_and_leaves_a_log_that_can_be_read() {
    let mut dataset = common::mutag();
    dataset.node_attribute_names = vec!["size".into()];
    for graph in &mut dataset.graphs {
        graph.node_attributes = Some(vec![1.0; graph.n_nodes]);
    }
    let graphs: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let broken = Split::new(&graphs, 3, 0).validation[0] as usize;
    dataset.graphs[broken].node_attributes = Some(vec![1e39; dataset.graphs[broken].n_nodes]);
    let config = Config { signal: SignalKind::Attributes, splits: 1, ..with_seed(short("gpool"), 3) };
    let folder = tempfile::tempdir().unwrap();
    let source = source(&dataset);
    let job = Job::create(Arc::new(dataset), source, config, &folder.path().join("run")).unwrap();
    let reason = failure(job);
    assert!(reason.starts_with("the validation loss is not finite in split 0, epoch 1"), "{reason}");
    let events = RunFolder::open(&folder.path().join("run")).unwrap().0.events().unwrap();
    assert_eq!(events.last(), Some(&Event::Failed { reason }));
}

/// The listener's call is the one thing from outside that runs on the threads of the splits.
#[test]
fn a_panic_in_one_split_ends_the_run_at_once_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let config = Config { epochs: 100, patience: 100, hidden: 4, ..short("gpool") };
    let mut job = job(config, &path);
    (job.threads, job.concurrent_splits) = (2, Some(2));
    let has_panicked = Arc::new(AtomicBool::new(false));
    let engine = Engine::start(job, move || {
        match std::thread::current().name() {
            Some("split 1") => {
                has_panicked.store(true, Ordering::Release);
                panic!("a row too many");
            }
            // However fast it is, most of its epochs are still to come then.
            Some("split 0") => {
                while !has_panicked.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
            }
            _ => {}
        }
    });
    let engine = engine.unwrap();
    let history = History::from_events(engine.events());
    let Status::Failed(reason) = &history.status else { panic!("it did not fail: {:?}", history.status) };
    assert!(reason.contains("internal error in split 1: a row too many"), "{reason}");
    let n_epochs = history.splits.get(&0).map_or(0, |split| split.epochs.len());
    assert!(n_epochs < 50, "the other split went on for {n_epochs} epochs");
    let logged = RunFolder::open(&path).unwrap().0.events().unwrap();
    assert_eq!(logged.last(), Some(&Event::Failed { reason: reason.clone() }));
}

#[test]
fn what_cannot_fit_is_refused_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = job(short("diffpool"), &folder.path().join("run"));
    job.memory_limit = Some(100_000);
    let events = events(job);
    assert!(!events.iter().any(|event| matches!(event, Event::Started(_))));
    match events.last() {
        Some(Event::Failed { reason }) => {
            assert!(reason.contains("of memory, but only 100 kB is free; choose fewer threads, or a"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_processes_do_not_train_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let config = Config { epochs: 100_000, patience: 100_000, ..short("gpool") };
    let first = Engine::start(job(config, &path), || ()).unwrap();
    wait_for(&first, |event| matches!(event, Event::EpochEnded(_)));
    let reason = failure(Job::resume(mutag(), &path).unwrap());
    assert!(reason.contains("another process is training this run"), "{reason}");
}

/// A run of one split that was stopped before its end, and the state of that split.
fn stopped_run(folder: &Path) -> (PathBuf, PathBuf) {
    let path = folder.join("run");
    let config = Config { splits: 1, epochs: 100_000, patience: 100_000, ..short("proxpool") };
    let engine = Engine::start(job(config, &path), || ()).unwrap();
    // The state of an epoch is written right after its event, so the second event implies the first's state.
    wait_for(&engine, |event| matches!(event, Event::EpochEnded(row) if row.epoch == 2));
    drop(engine);
    let last = path.join("split-00/last.safetensors");
    (path, last)
}

#[test]
fn a_damaged_or_foreign_state_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (path, last) = stopped_run(folder.path());
    let whole = fs::read(&last).unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&last, bytes).unwrap();
        let reason = failure(Job::resume(mutag(), &path).unwrap());
        assert!(reason.contains("split-00/last.safetensors"), "{reason}");
        reason
    };
    for length in [0, 7, 8, 100, whole.len() / 2, whole.len() - 1] {
        let reason = refusal(&whole[..length]);
        assert!(reason.contains("safetensors file is incomplete or damaged"), "{length}: {reason}");
    }
    let mut hostile = whole.clone();
    hostile[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(refusal(&hostile).contains("safetensors file is incomplete or damaged"));
    assert!(
        refusal(b"not a tensor in sight, but long enough to look")
            .contains("safetensors file is incomplete or damaged")
    );

    let mut not_finite = whole.clone();
    let end = not_finite.len();
    not_finite[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(refusal(&not_finite).contains("contains NaN or infinity"));

    // The text of the metadata, changed without changing its length.
    let changed = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let mut bytes = whole.clone();
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    let wider = changed(r#"\"hidden\":16"#, r#"\"hidden\":32"#);
    let reason = refusal(&wider);
    assert!(
        reason.contains("does not belong to this run: hidden is 32 in the checkpoint and 16 in run.json"),
        "{reason}"
    );
    // The file alone is refused as well, because its tensors are not those that it describes.
    let reason = checkpoint::read(&last).unwrap_err().to_string();
    assert!(reason.contains("are expected"), "{reason}");
    assert!(
        refusal(&changed(r#"\"format\":1"#, r#"\"format\":9"#))
            .contains("by a newer version of ProxPool Explorer (format 9;")
    );
    assert!(refusal(&changed(r#"\"split\":0"#, r#"\"split\":7"#)).contains("this checkpoint is of split 7"));
    let reason = refusal(&changed(r#"\"lr\":0.001"#, r#"\"lr\":0.002"#));
    assert!(reason.contains("lr is 0.002 in the checkpoint and 0.001 in run.json"), "{reason}");
    assert!(refusal(&changed(r#"\"epoch\":"#, r#"\"hcope\":"#)).contains("cannot be read"));
    let fingerprint = mutag().fingerprint();
    assert!(refusal(&changed(&fingerprint, &"0".repeat(32))).contains("it was trained on other data (MUTAG"));

    let other = folder.path().join("gpool");
    history(job(Config { splits: 1, ..short("gpool") }, &other));
    let reason = refusal(&fs::read(other.join("split-00/last.safetensors")).unwrap());
    assert!(reason.contains("it was trained with gpool, this run uses proxpool"), "{reason}");

    fs::write(&last, &whole).unwrap();
    assert!(checkpoint::read(&last).is_ok());
}

#[test]
fn a_run_does_not_go_on_with_other_data() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = stopped_run(folder.path());
    let mut other = common::mutag();
    other.graphs[0].class = Some(1 - other.graphs[0].class.unwrap());
    let Err(error) = Job::resume(Arc::new(other), &path) else { panic!("other data was taken") };
    assert!(error.to_string().contains("is different data"), "{error}");
}

#[test]
fn a_log_cut_off_in_the_middle_of_a_line_is_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    history(job(short("random"), &path));
    let log = path.join("events.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let n_events = RunFolder::open(&path).unwrap().0.events().unwrap().len();
    fs::write(&log, &text[..text.len() - 5]).unwrap();
    assert_eq!(RunFolder::open(&path).unwrap().0.events().unwrap().len(), n_events - 1);
    fs::write(&log, text.replacen("epoch_ended", "epoch_begun", 1)).unwrap();
    let error = RunFolder::open(&path).unwrap().0.events().unwrap_err().to_string();
    assert!(error.contains("events.jsonl: line 2: this is not a valid event"), "{error}");
}

#[test]
fn snapshots_change_no_bit_and_are_the_same_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let config = Config { epochs: 12, patience: 100, ..short("proxpool") };
    let mut without = job(config.clone(), &path("without"));
    without.keeps_snapshots = false;
    assert_eq!(history(without).status, Status::Finished);
    assert_eq!(history(job(config.clone(), &path("with"))).status, Status::Finished);
    let is_state = |(name, _): &(String, Vec<u8>)| !name.contains("epochs/");
    let states = |name: &str| models(&path(name)).into_iter().filter(is_state).collect::<Vec<_>>();
    assert_eq!(models(&path("without")).len(), 5);
    assert!(states("without") == states("with"), "snapshots change a bit");

    let engine = Engine::start(job(config, &path("broken")), || ()).unwrap();
    wait_for(&engine, |event| matches!(event, Event::EpochEnded(row) if row.split == 0 && row.epoch == 5));
    drop(engine);
    assert_eq!(history(Job::resume(mutag(), &path("broken")).unwrap()).status, Status::Finished);
    assert_same_models(&path("with"), &path("broken"));

    let kept = snapshot::saved_epochs(&path("with").join("split-00/epochs"));
    assert_eq!(kept.iter().map(|(epoch, _)| *epoch).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    for (epoch, file) in &kept {
        let model = checkpoint::read_model(file).unwrap();
        assert_eq!((model.progress.epoch, model.progress.split), (*epoch, 0));
        assert_eq!(snapshot::nearest(&path("with"), *epoch).unwrap(), (*epoch, file.clone()));
    }
    let (_, last) = checkpoint::read(&path("with").join("split-00/last.safetensors")).unwrap();
    assert_eq!(checkpoint::read_model(&kept[11].1).unwrap().parameters, last.parameters);
    // Where nothing was kept, the best epoch stands in.
    let (_, file) = snapshot::nearest(&path("without"), 3).unwrap();
    assert!(file.ends_with("split-00/best.safetensors"), "{}", file.display());
}

#[test]
fn predictions_are_those_that_training_scored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let history = history(job(short("proxpool"), &path));
    let dataset = mutag();
    let (pool, control, done) = (computing_threads(2).unwrap(), Control::default(), AtomicUsize::new(0));
    let file = path.join("split-01/best.safetensors");
    let fingerprint = dataset.fingerprint();
    let predictions = predict::all(&file, &dataset, &fingerprint, &pool, &control, &done).unwrap().unwrap();
    assert_eq!((predictions.all.len(), done.into_inner()), (188, 188));
    let test = &predictions.parts.as_ref().unwrap().test;
    let is_right = |idx: &&u32| dataset.graphs[**idx as usize].class == Some(predictions.all[**idx as usize].class);
    let accuracy = test.iter().filter(is_right).count() as f64 / test.len() as f64;
    assert_eq!(accuracy, history.splits[&1].end.as_ref().unwrap().test.as_ref().unwrap().accuracy);
    assert_eq!(predictions.subset_of(test[0] as usize), Some(Subset::Test));
    let model = checkpoint::read_model(&file).unwrap();
    assert_eq!(predict::one(&file, &model, &dataset, &dataset.graphs[7]).unwrap(), predictions.all[7]);
    control.stop();
    assert!(predict::all(&file, &dataset, &fingerprint, &pool, &control, &AtomicUsize::new(0)).unwrap().is_none());
}

#[test]
fn the_cost_is_of_the_right_size() {
    let dataset = mutag();
    let config = Config { splits: 2, epochs: 10, ..short("proxpool") };
    let cost = calibrate::cost(&dataset, &config, 1, &Control::default()).unwrap().unwrap();
    let pace = cost.pace.unwrap();
    assert!(pace.graphs_per_second.is_finite() && pace.epoch_seconds > 0.0, "{cost:?}");
    // Eight tenths of the graphs are trained; one tenth is scored, which takes about a third as long.
    let n_graphs = dataset.graphs.len() as f64 * (0.8 + 0.1 / 3.0);
    assert!((pace.graphs_per_second * pace.epoch_seconds / n_graphs - 1.0).abs() < 1e-9, "{cost:?}");
    assert!((pace.most_seconds / pace.epoch_seconds - 20.0).abs() < 1e-9, "{cost:?}");
    let unmeasured = calibrate::memory(&dataset, &config, 1).unwrap();
    assert_eq!((unmeasured.memory, unmeasured.pace), (cost.memory, None));
    let stopped = Control::default();
    stopped.stop();
    assert_eq!(calibrate::cost(&dataset, &config, 1, &stopped).unwrap(), None);
}
