//! Reading of session files in the background.

use std::path::PathBuf;

use super::{error::WorkError, slot::Job};
use crate::app::state::{session_file::SessionFile, version::Version};

/// A file to read; the version makes an equal request another one.
pub(crate) const READ: Job<(Version, PathBuf), SessionFile> = Job { name: "session file", run: read };

fn read((_, path): (Version, PathBuf)) -> Result<SessionFile, WorkError> {
    Ok(SessionFile::read(&path)?)
}
