//! The Train tab.

// ---- New run

pub const NEW_RUN: &str = "New run";
pub const CURVES_AND_RUNS: &str = "Curves and runs";
pub const PAPER: &str = "Paper";
pub const QUICK_RUN: &str = "Quick run";
pub const FROM_EXPLORE: &str = "From Explore";
pub const START: &str = "Start";
pub const QUEUE: &str = "Queue";
pub const RESUME: &str = "Resume";
pub const STOP: &str = "Stop";
pub const DATASET: &str = "Training dataset";
pub const QUEUED: &str = "Queued: ";
/// The cost estimate: memory, then speed, then time.
pub const MEMORY: &str = "of RAM";
pub const SPEED: &str = "graphs/s · ≤";

pub const RUNS_FOLDER: &str = "Runs folder";
pub const CREATE_FOLDER: &str = "Create folder";
pub const KEEP_FOLDER: &str = "Keep current folder";
pub const NO_FOLDER: &str = "does not exist";

/// Of a network that has no operator to choose.
pub const NO_POOLING: &str = "The sum of the node signals, then an MLP: no convolution and no pooling, as a baseline";
pub const PATIENCE_ON: &str = "patience on";
pub const BEST_BY: &str = "best epoch by";

/// Of a parameter that stays in its place.
pub fn not_used(parameter: &str, operator: &str) -> String {
    format!("{parameter}: not used by {operator}")
}

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
pub const USE_BEST_MODEL: &str = "Use best model";

/// Notice in Explore while it follows a run.
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
pub const AUXILIARY: &str = "losses of the poolings";

pub const EPOCHS_AXIS: &str = "epoch";
pub const SPLIT_CURVES: &str = "Splits";
pub const RESET_ZOOM: &str = "Reset zoom";
pub const BEST_EPOCHS: &str = "best epochs";
pub const BEST_EPOCHS_HINT: &str = "The epoch with the highest validation accuracy of each split, with the value of that \
                                    split: it may lie off the mean";

pub fn compared_curves(n_runs: usize) -> String {
    format!("validation, mean ± std over splits, {n_runs} runs")
}

/// Title of the values under the pointer.
pub fn readout(quantity: &str, epoch: usize) -> String {
    format!("{quantity} at epoch {epoch}")
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
pub const EXPORT_FIGURE: &str = "Export figure…";
pub const RESUME_RUN: &str = "Resume run";
pub const RUN_FOLDER: &str = "Run folder";

pub fn run(name: &str) -> String {
    format!("Run {name}")
}

pub fn compare(name: &str) -> String {
    format!("Compare {name}")
}

pub const NEW_NAME: &str = "New name";
pub const RENAME: &str = "Rename";
pub const NOTE: &str = "Note";
pub const SAVE: &str = "Save";
pub const EQUAL_SETTINGS: &str = "All settings are equal.";
pub const IN_TRAINING: &str = "This run is being trained; stop it first";
pub const IN_QUEUE: &str = "This run is queued to be resumed; remove it from the queue first";
pub const IN_EXPLORE: &str = "Explore uses the weights of this run; choose another signal there first";
pub const NO_RUN_SELECTED: &str = "No run is selected; click one in the table of the Train tab";
pub const NO_SECOND_RUN: &str = "Select one run and tick another one to compare their settings";
pub const NOTHING_DELETED: &str = "No run was deleted since the window was opened";

/// Title of the table of settings.
pub fn settings_of(first: &str, second: &str) -> String {
    format!("Settings of {first} and {second}")
}

/// After a run was moved to the folder of deleted runs.
pub fn deleted(name: &str, bin: &str) -> String {
    format!("Deleted {name}. It is kept in {bin}")
}

pub fn restored(name: &str) -> String {
    format!("Restored {name}")
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
