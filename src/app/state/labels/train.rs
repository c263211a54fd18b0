//! The Train tab.

// ---- New run

pub const QUICK_RUN: &str = "Quick run";
pub const START: &str = "Start";
pub const QUEUE: &str = "Queue";
pub const RESUME: &str = "Resume";
pub const STOP: &str = "Stop";
pub const DATASET: &str = "Training dataset";
pub const QUEUED: &str = "Queued: ";
/// The cost estimate: memory, then speed, then time.
pub const MEMORY: &str = "of RAM";
pub const SPEED: &str = "graphs/s · ≤";

pub fn remove_queued(number: usize) -> String {
    format!("Remove queued run {number}")
}

// ---- Progress

pub const EPOCH_PROGRESS: &str = "Epoch progress";
pub const SPLIT_PROGRESS: &str = "Split progress";
pub const RUN_PROGRESS: &str = "Run progress";

pub fn training(run: &str) -> String {
    format!("Training {run}")
}

pub fn paused(run: &str) -> String {
    format!("Paused: {run}")
}

pub fn finished(run: &str) -> String {
    format!("Finished: {run}")
}

pub fn stopping(run: &str) -> String {
    format!("Stopping {run}…")
}

pub fn stopped(run: &str) -> String {
    format!("Stopped: {run}")
}

pub fn failed(run: &str) -> String {
    format!("Failed: {run}")
}

// ---- Graph of an epoch

pub const EPOCH: &str = "Epoch";
pub const FOLLOW: &str = "Follow training";
pub const STOP_FOLLOWING: &str = "Stop following";
pub const LIVE_UPDATE: &str = "Live-update Explore";
pub const USE_IN_EXPLORE: &str = "Use in Explore";
pub const USE_BEST_MODEL: &str = "Use best model of the run";

/// What Explore says while it follows a run.
pub fn following(model: &str) -> String {
    format!("Live update: operator, parameters and signal are those of {model}. Yours return when it stops.")
}

/// Start of a prediction, `epoch 12: `.
pub fn at_epoch(epoch: usize) -> String {
    format!("epoch {epoch}: ")
}

pub fn trained_on(dataset: &str) -> String {
    format!("This run was trained on {dataset}.")
}

// ---- Curves and results

pub const NO_RUNS: &str = "No runs yet";
pub const LOSS: &str = "loss";

pub fn compared_curves(n_runs: usize) -> String {
    format!("validation, mean ± std over splits, {n_runs} runs (colours as in the table)")
}

pub fn plot(quantity: &str) -> String {
    format!("Plot of {quantity}")
}

pub fn confusion(subset: &str) -> String {
    format!("Confusion matrix, {subset} graphs")
}

pub fn split(number: usize) -> String {
    format!("Split {number}")
}

// ---- Runs

pub const REFRESH: &str = "Refresh";
pub const EXPORT_CURVES: &str = "Export curves";
pub const EXPORT_FIGURE: &str = "Export figure";
pub const RESUME_RUN: &str = "Resume run";
pub const RUN_FOLDER: &str = "Run folder";

pub fn run(name: &str) -> String {
    format!("Run {name}")
}

pub fn compare(name: &str) -> String {
    format!("Compare {name}")
}

pub fn unreadable(name: &str) -> String {
    format!("Unreadable run {name}: ")
}

// ---- Closing the window

pub const IN_PROGRESS: &str = "Training in progress";
pub const KEEP_TRAINING: &str = "Keep training";
pub const STOP_AND_CLOSE: &str = "Stop, save and close";
pub const RESUME_TRAINING: &str = "Resume training";
pub const INTERRUPTED: &str = "was interrupted";

pub fn interrupted(run: &str) -> String {
    format!("Training of {run} {INTERRUPTED}")
}
