//! An unfinished download: `NAME.zip.part`, and its validator in `NAME.zip.part.tag`.
//!
//! The tag holds the address and the server's validator for its file (ETag or Last-Modified), each
//! on a line. A part without a tag cannot be continued. The tag is locked while a download runs.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::fetch::{Download, FetchError, error::disk};

/// A tag longer than this is not ours.
const MAX_TAG_BYTES: u64 = 4096;

/// An unfinished download on disk.
pub(super) struct PartialDownload {
    path: PathBuf,
    tag_path: PathBuf,
    file: File,
    tag_file: File,
    url: String,
    len: u64,
    validator: Option<String>,
}

impl PartialDownload {
    /// Opens what an earlier download left, or starts anew; makes the folder.
    pub(super) fn open(download: &Download<'_>) -> Result<Self, FetchError> {
        fs::create_dir_all(download.folder).map_err(|error| disk(download.folder, &error))?;
        let path = download.folder.join(format!("{}.zip.part", download.name));
        let tag_path = download.folder.join(format!("{}.zip.part.tag", download.name));
        let open = |path: &Path| {
            let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
            options.map_err(|error| disk(path, &error))
        };
        let mut tag_file = open(&tag_path)?;
        match tag_file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(FetchError::Busy { name: download.name.to_owned() }),
            // A file system without locks is no reason to fail.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let file = open(&path)?;
        let validator = read_tag(&mut tag_file, &download.url).map_err(|error| disk(&tag_path, &error))?;
        let len = file.metadata().map_err(|error| disk(&path, &error))?.len();
        let mut part = Self { path, tag_path, file, tag_file, url: download.url.clone(), len, validator };
        if part.validator.is_none() || part.len > download.settings.max_bytes {
            part.restart(None)?;
        }
        Ok(part)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The validator to continue with; none where there is nothing to continue.
    pub(super) fn validator(&self) -> Option<&str> {
        self.validator.as_deref().filter(|_| self.len > 0)
    }

    /// Forgets what came and notes the validator of what comes.
    pub(super) fn restart(&mut self, validator: Option<&str>) -> Result<(), FetchError> {
        let outcome = self.file.set_len(0).and_then(|()| self.file.rewind());
        outcome.map_err(|error| disk(&self.path, &error))?;
        self.len = 0;
        let text = validator.map_or_else(String::new, |validator| format!("{}\n{validator}\n", self.url));
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(text.as_bytes())
        };
        write(&mut self.tag_file).map_err(|error| disk(&self.tag_path, &error))?;
        self.validator = validator.map(str::to_owned);
        Ok(())
    }

    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), FetchError> {
        let outcome = self.file.seek(SeekFrom::Start(self.len)).and_then(|_| self.file.write_all(bytes));
        outcome.map_err(|error| disk(&self.path, &error))?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Makes sure that all of it is on the disk.
    pub(super) fn flush(&self) -> Result<(), FetchError> {
        self.file.sync_all().map_err(|error| disk(&self.path, &error))
    }

    /// Puts it in its place, in one step.
    pub(super) fn rename(self, to: &Path) -> Result<(), FetchError> {
        drop(self.file);
        fs::rename(&self.path, to).map_err(|error| disk(to, &error))?;
        // The dataset is in place; a tag that stays behind does no harm.
        let _ = fs::remove_file(&self.tag_path);
        Ok(())
    }

    /// Ends without success: what can be continued stays if it may, everything else goes.
    pub(super) fn close(self, may_stay: bool) {
        if may_stay && self.validator().is_some() {
            return;
        }
        // The download has failed already; that is the error to show, not one of tidying up.
        drop(self.file);
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.tag_path);
    }
}

/// The validator in a tag, if the tag is of this address.
fn read_tag(file: &mut File, url: &str) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(MAX_TAG_BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    Ok(match (lines.next(), lines.next()) {
        (Some(address), Some(validator)) if address == url && is_header_value(validator) => Some(validator.to_owned()),
        _ => None,
    })
}

fn is_header_value(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
}
