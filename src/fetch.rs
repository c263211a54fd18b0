//! Downloads a dataset of the TU collection (Morris et al., “TUDataset”, 2020; chrsmrrs.github.io/datasets).
//!
//! The bytes are written to `NAME.zip.part`; `NAME.zip` is replaced atomically at the end, after the download has
//! been checked. An interrupted download is resumed
//! if the server confirms that its file is unchanged: its validator is stored in `NAME.zip.part.tag`.

mod attempt;
mod error;
mod part;

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use self::{
    attempt::{DownloadError, agent},
    part::PartialDownload,
};
use crate::readers::{Place, ReadError, ReadOptions, report::quote, source::Source, tu};
pub use error::FetchError;

/// Base URL of the TU collection.
pub const DEFAULT_BASE_URL: &str = "https://www.chrsmrrs.com/graphkerneldatasets";
/// Page that lists the dataset names.
pub const LIST_URL: &str = "https://chrsmrrs.github.io/datasets";

/// Settings of a download.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The URL before `/NAME.zip`.
    pub base_url: String,
    /// Larger files are rejected.
    pub max_bytes: u64,
    /// How often a connection that broke is tried again.
    pub retries: u32,
    /// How long to wait before the first retry; each further one waits twice as long.
    pub back_off: Duration,
    /// Sleeps. The library does not sleep by itself, so the caller passes `std::thread::sleep`.
    pub pause: fn(Duration),
    /// How long to wait for a connection.
    pub connect_timeout: Duration,
    /// How long to wait for the next bytes.
    pub idle_timeout: Duration,
}

impl Settings {
    /// The collection's address, 256 MiB at most, three retries.
    pub fn new(pause: fn(Duration)) -> Self {
        Self {
            base_url: DEFAULT_BASE_URL.to_owned(),
            max_bytes: 256 << 20,
            retries: 3,
            back_off: Duration::from_secs(1),
            pause,
            connect_timeout: Duration::from_secs(15),
            idle_timeout: Duration::from_secs(30),
        }
    }
}

/// Called with the bytes received and, if known, their total; `Break` cancels the download.
pub type OnProgress<'a> = dyn FnMut(u64, Option<u64>) -> ControlFlow<()> + 'a;

/// A download: what, from where and to where.
pub(crate) struct Download<'a> {
    name: &'a str,
    url: String,
    folder: &'a Path,
    settings: &'a Settings,
}

/// Downloads the dataset `name` into `folder` and returns the path of its zip.
///
/// `check` gets the path of the finished download before it takes the place of an older one;
/// [`check_dataset`] is meant for it.
pub fn fetch(
    name: &str,
    folder: &Path,
    settings: &Settings,
    check: &dyn Fn(&Path) -> Result<(), ReadError>,
    progress: &mut OnProgress<'_>,
) -> Result<PathBuf, FetchError> {
    if !is_name(name) {
        return Err(FetchError::BadName { name: quote(name) });
    }
    let url = format!("{}/{name}.zip", settings.base_url.trim_end_matches('/'));
    let download = Download { name, url, folder, settings };
    let mut part = PartialDownload::open(&download)?;
    let outcome = try_often(&download, &mut part, progress).and_then(|()| part.flush()).and_then(|()| {
        let not_a_dataset = |reason| FetchError::NotADataset {
            name: name.to_owned(),
            url: download.url.clone(),
            reason: Box::new(reason),
        };
        check(part.path()).map_err(not_a_dataset)
    });
    if let Err(error) = outcome {
        part.close(error.leaves_part());
        return Err(error);
    }
    let path = folder.join(format!("{name}.zip"));
    part.rename(&path)?;
    Ok(path)
}

/// Whether a downloaded file is the TU dataset of that name.
pub fn check_dataset(path: &Path, name: &str) -> Result<(), ReadError> {
    let source = Source::zip_file(path)?;
    let adjacency_file = format!("{name}_A.txt");
    if !source.names().iter().any(|member| member.rsplit('/').next() == Some(&adjacency_file)) {
        return Err(ReadError::new(
            Place::file(source.display_name()),
            format!("this zip contains no {adjacency_file}"),
            "check that the name is spelled as in the collection",
        ));
    }
    tu::read(source, &ReadOptions::default()).map(|_| ())
}

fn try_often(
    download: &Download<'_>,
    part: &mut PartialDownload,
    progress: &mut OnProgress<'_>,
) -> Result<(), FetchError> {
    let agent = agent(download);
    let mut was_reached = false;
    let mut back_off = download.settings.back_off;
    let mut retries = download.settings.retries;
    loop {
        let error = match attempt::download(download, &agent, part, progress) {
            Ok(()) => return Ok(()),
            Err(DownloadError::Final(error)) => return Err(error),
            Err(error) => error,
        };
        // Without a network there is nothing to wait for, unless it was there a moment ago.
        was_reached |= !matches!(error, DownloadError::Unreachable(_));
        if retries == 0 || !was_reached {
            return Err(error.into_error(download, part.len()));
        }
        retries -= 1;
        (download.settings.pause)(back_off);
        back_off = back_off.saturating_mul(2);
        if progress(part.len(), None).is_break() {
            return Err(FetchError::Cancelled { name: download.name.to_owned() });
        }
    }
}

/// Valid characters of dataset names; anything else could lead to another folder or URL.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        for good in ["MUTAG", "PTC_MR", "COIL-DEL", "SW-620H", "a.b", "C++"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", ".", "..", ".x", "a/b", "a\\b", "a b", "a%2fb", "a?b", "ü", "a\n"] {
            assert!(!is_name(bad), "{bad:?}");
        }
        assert!(!is_name(&"x".repeat(101)));
    }
}
