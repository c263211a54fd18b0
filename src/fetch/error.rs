//! Why a download failed, and what to do instead.

use std::{io, path::Path};

use crate::fetch::{LIST_URL, Order, ReadError};

/// Why a dataset could not be downloaded.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The name cannot be one of the collection.
    #[error("{name} is not a valid dataset name; use letters, digits and - _ + . as in “PTC_MR”")]
    BadName {
        /// The name, quoted.
        name: String,
    },
    /// The address cannot be one.
    #[error("“{url}” is not a valid URL; it must start with http:// or https://")]
    BadAddress {
        /// The address.
        url: String,
    },
    /// No connection came about.
    #[error("{url} cannot be reached ({reason}); check the connection, or {by_hand}")]
    Offline {
        /// The address.
        url: String,
        /// What the network said.
        reason: String,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The server has no such file.
    #[error("no dataset “{name}” at {url}; see the list of names at {LIST_URL}")]
    NotFound {
        /// The name.
        name: String,
        /// The address.
        url: String,
    },
    /// The server answered with another status than success.
    #[error("{url}: the server responded with HTTP status {status}; try again later, or {by_hand}")]
    Server {
        /// The address.
        url: String,
        /// The status.
        status: u16,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The connection broke, and broke again.
    #[error("the download of {url} was interrupted after {received} bytes ({reason}); start it again, or {by_hand}")]
    Broken {
        /// The address.
        url: String,
        /// How many bytes had come.
        received: u64,
        /// What the network said.
        reason: String,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// The file is larger than allowed.
    #[error("{url} is larger than {max_bytes} bytes; if you trust it, {by_hand}")]
    TooLarge {
        /// The address.
        url: String,
        /// The most that is allowed.
        max_bytes: u64,
        /// How to place the file by hand.
        by_hand: String,
    },
    /// What came is something else.
    #[error("the file from {url} is not the dataset “{name}” ({reason}); check the name and the URL")]
    NotADataset {
        /// The name.
        name: String,
        /// The address.
        url: String,
        /// What is wrong with it.
        reason: Box<ReadError>,
    },
    /// The caller ended it.
    #[error("the download of “{name}” was cancelled; start it again to continue")]
    Cancelled {
        /// The name.
        name: String,
    },
    /// The same is being downloaded by another program.
    #[error("another download of “{name}” is in progress; wait until it has finished")]
    Busy {
        /// The name.
        name: String,
    },
    /// A file could not be written.
    #[error("{path}: writing failed ({error}); check the folder's permissions and the free space")]
    Disk {
        /// The file or folder.
        path: String,
        /// What the system said.
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

impl Order<'_> {
    /// How to do without the download.
    pub(super) fn by_hand(&self) -> String {
        format!("download {} in a browser and put {}.zip into {}", self.url, self.name, self.folder.display())
    }
}
