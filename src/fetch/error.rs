//! Why a download failed, and what to do instead.

use std::{io, path::Path};

use crate::fetch::{Download, LIST_URL, ReadError};

/// Why a dataset could not be downloaded.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The name cannot be one of the collection.
    #[error("{name} is not a valid dataset name; use letters, digits and - _ + . as in “PTC_MR”")]
    BadName {
        /// The name, quoted.
        name: String,
    },
    /// Invalid URL.
    #[error("“{url}” is not a valid URL; it must start with http:// or https://")]
    BadAddress { url: String },
    /// No connection.
    #[error("{url} cannot be reached ({reason}); check the connection, or {by_hand}")]
    Offline {
        url: String,
        /// Reason given by the network stack.
        reason: String,
        /// How to place the file by hand.
        by_hand: String,
    },
    #[error("no dataset “{name}” at {url}; see the list of names at {LIST_URL}")]
    NotFound { name: String, url: String },
    /// The server answered with another status than success.
    #[error("{url}: the server responded with HTTP status {status}; try again later, or {by_hand}")]
    Server {
        url: String,
        status: u16,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The connection was interrupted and all retries failed.
    #[error("the download of {url} was interrupted after {received} bytes ({reason}); start it again, or {by_hand}")]
    Broken {
        url: String,
        /// Bytes received.
        received: u64,
        /// Reason given by the network stack.
        reason: String,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The file is larger than allowed.
    #[error("{url} is larger than {max_bytes} bytes; if you trust it, {by_hand}")]
    TooLarge {
        url: String,
        /// The limit.
        max_bytes: u64,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The downloaded file is not the dataset.
    #[error("the file from {url} is not the dataset “{name}” ({reason}); check the name and the URL")]
    NotADataset {
        name: String,
        url: String,
        /// What is wrong with it.
        reason: Box<ReadError>,
    },
    /// Cancelled by the caller.
    #[error("the download of “{name}” was cancelled; start it again to continue")]
    Cancelled { name: String },
    /// The same is being downloaded by another program.
    #[error("another download of “{name}” is in progress; wait until it has finished")]
    Busy { name: String },
    #[error("{path}: writing failed ({error}); check the folder's permissions and the free space")]
    Disk {
        path: String,
        /// Error of the operating system.
        error: io::Error,
    },
}

impl FetchError {
    /// Whether what has come so far can be taken up again.
    pub(super) fn leaves_part(&self) -> bool {
        matches!(
            self,
            Self::Offline { .. }
                | Self::Server { .. }
                | Self::Broken { .. }
                | Self::Cancelled { .. }
                | Self::Disk { .. }
        )
    }
}

/// A failure of the disk.
pub(super) fn disk(path: &Path, error: &io::Error) -> FetchError {
    // An io::Error cannot be cloned; its kind and words are all that is shown.
    FetchError::Disk { path: path.display().to_string(), error: io::Error::new(error.kind(), error.to_string()) }
}

impl Download<'_> {
    /// Instructions for a manual download.
    pub(super) fn by_hand(&self) -> String {
        format!("download {} in a browser and put {}.zip into {}", self.url, self.name, self.folder.display())
    }
}
