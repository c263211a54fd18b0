//! The cost of an open window: training throughput (graphs per second) on the command line and in the Train tab, which
//! is visible, draws curves and pools the molecule on screen after every epoch.
//!
//! `xvfb-run -a -s "-screen 0 2048x1280x24" cargo bench --bench window`, or without `xvfb-run` where there is
//! a display. Both run the program itself, alternately; the median of the runs is printed. Times are wall-clock, from
//! the creation of the run folder to the final model, so validation, checkpoints and snapshots are included.

use std::{
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, SystemTime},
};

use proxpool::{
    graph::Dataset,
    readers::catalog::Catalog,
    train::{Config, DataSource, History, Job, RunFolder},
};

const TURNS: usize = 5;
/// Several seconds a turn: in shorter ones the opening of the window and the moods of the machine weigh more.
const SPLITS: usize = 8;
const EPOCHS: usize = 200;

fn main() {
    let has = |name: &str| std::env::var_os(name).is_some();
    if !has("DISPLAY") && !has("WAYLAND_DISPLAY") {
        println!(
            "There is no display; run it as `xvfb-run -a -s \"-screen 0 2048x1280x24\" cargo bench --bench window`."
        );
        return;
    }
    let name = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or("MUTAG".to_owned());
    let dataset = Arc::new(Catalog::from_environment().load(&name, &Default::default()).expect("a dataset"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let path = folder.path().join(format!("cli-{turn}"));
        make(&dataset, &path);
        run(program().args(["train", "--resume"]).arg(&path), &folder.path().join(format!("data-cli-{turn}")));
        alone.push(speed(&path));
        let path = folder.path().join(format!("window-{turn}"));
        make(&dataset, &path);
        let mut window = program();
        window.args([name.as_str(), "--tab", "train", "--size", "1280x800", "--close-when-done", "--resume"]);
        // A window that was never opened before, so that no turn finds what another left.
        let report = run(window.arg(&path), &folder.path().join(format!("data-window-{turn}")));
        assert!(report.starts_with("frames ") && !report.starts_with("frames 0,"), "the window drew nothing: {report}");
        beside.push(speed(&path));
        println!("command line {:>8.0} graphs/s   window {:>8.0} graphs/s   {report}", alone[turn], beside[turn]);
    }
    let (alone, beside) = (median(alone), median(beside));
    println!(
        "median       {alone:>8.0} graphs/s   window {beside:>8.0} graphs/s   {:+.1} %",
        100.0 * (beside / alone - 1.0)
    );
}

/// A run that is not begun, so that both begin the same.
fn make(dataset: &Arc<Dataset>, path: &Path) {
    let config = Config { splits: SPLITS, epochs: EPOCHS, patience: EPOCHS, ..Config::for_dataset(dataset) };
    let source = DataSource::new(dataset, &dataset.name, None, false);
    Job::create(dataset.clone(), source, config, path).expect("a run");
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_proxpool"))
}

fn run(command: &mut Command, folder: &Path) -> String {
    let output = command.env("XDG_DATA_HOME", folder).output().expect("the program");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    printed.lines().next().unwrap_or_default().to_owned()
}

/// Training throughput of all splits, in graphs per second.
fn speed(path: &Path) -> f64 {
    let (folder, run) = RunFolder::open(path).expect("a run");
    let history = History::from_events(folder.events().expect("events"));
    let rows: Vec<_> = history.splits.values().flat_map(|split| &split.epochs).collect();
    assert_eq!(rows.len(), SPLITS * EPOCHS);
    let graphs: usize = rows.iter().map(|row| run.splits[row.split].train.len()).sum();
    let written = |path: &Path| -> SystemTime {
        path.metadata().and_then(|metadata| metadata.modified()).expect("the time of a file")
    };
    // The lock is never written to again, and the model is the last file of all.
    let seconds = written(&folder.model()).duration_since(written(&path.join(".lock")));
    graphs as f64 / seconds.as_ref().map_or(f64::NAN, Duration::as_secs_f64)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
