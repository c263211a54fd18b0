//! The system's file manager.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use super::{error::WorkError, slot::Job};
use crate::app::state::version::Version;

/// A folder to open; the version makes an equal request another one.
pub(crate) const OPEN: Job<(Version, PathBuf), ()> = Job { name: "file manager", run: open };

const PROGRAM: &str = if cfg!(windows) {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

fn open((_, folder): (Version, PathBuf)) -> Result<(), WorkError> {
    if !folder.is_dir() {
        return Err(format!("{}: this folder does not exist any more", folder.display()).into());
    }
    let mut command = Command::new(PROGRAM);
    command.arg(&folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        // The Explorer of Windows always reports a failure.
        Ok(status) if status.success() || cfg!(windows) => Ok(()),
        Ok(status) => Err(format!("{} could not be opened by {PROGRAM} ({status})", folder.display()).into()),
        Err(error) => Err(format!("{} could not be opened: {PROGRAM}: {error}", folder.display()).into()),
    }
}
