//! Results that took long, kept on disk under a hash of what they were computed from.
//!
//! Off until a program sets the folder ([`use_folder`]), so that tests and other users of the library write nothing. An entry
//! has a format number and a checksum: one that is damaged or of another version counts as absent, and is computed and
//! written anew. What was not used for longest goes when the folder grows above [`MOST_BYTES`]. A cache that cannot be read or
//! written costs time and nothing else, so its failures are no errors.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use sha2::{Digest as _, Sha256};

use super::write_atomically;

/// The environment variable that names another folder, or switches the cache off.
pub const VARIABLE: &str = "PROXPOOL_CACHE";

/// What switches it off.
pub const OFF: &str = "off";

/// The folder's size at most.
pub const MOST_BYTES: u64 = 1 << 30;

/// Bytes of new entries after which the size of the folder is measured again.
const LOOK_AFTER: u64 = MOST_BYTES / 32;

const MAGIC: &[u8; 8] = b"proxpool";
const HEAD: usize = MAGIC.len() + 4 + 32;

/// One kind of result.
#[derive(Debug)]
pub struct Kind {
    /// Its folder.
    pub name: &'static str,
    /// Grows when the same input gives another result, or the bytes mean something else.
    pub version: u32,
}

static FOLDER: OnceLock<PathBuf> = OnceLock::new();
static WRITTEN: AtomicU64 = AtomicU64::new(LOOK_AFTER);

/// Keeps results in this folder from now on. The first call counts.
pub fn use_folder(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// Keeps results in the user's cache folder, or in the folder that [`VARIABLE`] names; nowhere if that is [`OFF`] or empty.
pub fn use_default_folder() {
    let folder = match std::env::var_os(VARIABLE) {
        Some(value) if value.is_empty() || value == OFF => None,
        Some(value) => Some(value.into()),
        None => directories::ProjectDirs::from("", "", "proxpool").map(|folders| folders.cache_dir().to_owned()),
    };
    if let Some(folder) = folder {
        use_folder(folder);
    }
}

pub fn is_on() -> bool {
    FOLDER.get().is_some()
}

/// The result that was kept under a key, a word of letters and digits.
pub fn get(kind: &Kind, key: &str) -> Option<Vec<u8>> {
    Cache { folder: FOLDER.get()? }.get(kind, key)
}

pub fn put(kind: &Kind, key: &str, bytes: &[u8]) {
    let Some(folder) = FOLDER.get() else { return };
    let cache = Cache { folder };
    let was_written = cache.put(kind, key, bytes);
    let written = WRITTEN.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
    if was_written && written >= LOOK_AFTER {
        WRITTEN.store(0, Ordering::Relaxed);
        cache.shrink(MOST_BYTES);
    }
}

struct Cache<'a> {
    folder: &'a Path,
}

impl Cache<'_> {
    fn path(&self, kind: &Kind, key: &str) -> PathBuf {
        self.folder.join(kind.name).join(format!("{key}.bin"))
    }

    fn get(&self, kind: &Kind, key: &str) -> Option<Vec<u8>> {
        let path = self.path(kind, key);
        let mut file = fs::read(&path).ok()?;
        let (head, bytes) = file.split_at_checked(HEAD)?;
        if head != self::head(kind, bytes) {
            return None;
        }
        // The time of the last use; a folder that cannot be written is none the worse.
        let _ = fs::File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        file.drain(..HEAD);
        Some(file)
    }

    /// Whether it could be written.
    fn put(&self, kind: &Kind, key: &str, bytes: &[u8]) -> bool {
        let path = self.path(kind, key);
        let Some(folder) = path.parent() else { return false };
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(folder)?;
            write_atomically(&path, |file| {
                file.write_all(&head(kind, bytes))?;
                file.write_all(bytes)
            })
        };
        write().is_ok()
    }

    /// Deletes the entries that were not used for longest, until the others take this much at most.
    fn shrink(&self, most: u64) {
        let folders = fs::read_dir(self.folder).into_iter().flatten().flatten();
        let files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten().flatten();
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = files
            .filter(|file| file.path().extension().is_some_and(|ending| ending == "bin"))
            .filter_map(|file| {
                let metadata = file.metadata().ok()?;
                Some((metadata.modified().ok()?, metadata.len(), file.path()))
            })
            .collect();
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in entries {
            if total <= most {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
    }
}

/// What stands before the bytes of an entry.
fn head(kind: &Kind, bytes: &[u8]) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(kind.version.to_le_bytes());
    head.extend(Sha256::digest(bytes));
    head
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const KIND: Kind = Kind { name: "squares", version: 1 };

    #[test]
    fn what_is_put_is_got_and_damage_counts_as_absent() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path() };
        assert_eq!(cache.get(&KIND, "a"), None);
        assert!(cache.put(&KIND, "a", b"four"));
        assert_eq!(cache.get(&KIND, "a").as_deref(), Some(&b"four"[..]));
        assert_eq!(cache.get(&Kind { version: 2, ..KIND }, "a"), None, "another version");
        let path = cache.path(&KIND, "a");
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damaged in [&flipped[..], &whole[..whole.len() - 1], &whole[..5], &[]] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(cache.get(&KIND, "a"), None);
        }
        assert!(cache.put(&KIND, "a", b"five"));
        assert_eq!(cache.get(&KIND, "a").as_deref(), Some(&b"five"[..]), "written anew");
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path() };
        for (idx, key) in ["a", "b", "c"].into_iter().enumerate() {
            cache.put(&KIND, key, &[0; 100]);
            let time = SystemTime::now() - Duration::from_secs(100 - idx as u64);
            fs::File::options().append(true).open(cache.path(&KIND, key)).unwrap().set_modified(time).unwrap();
        }
        assert!(cache.get(&KIND, "a").is_some(), "used again");
        let size = (100 + HEAD) as u64;
        cache.shrink(2 * size);
        let kept = ["a", "b", "c"].map(|key| cache.path(&KIND, key).exists());
        assert_eq!(kept, [true, false, true]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let cache = Cache { folder: file.path() };
        assert!(!cache.put(&KIND, "a", b"four"));
        assert_eq!(cache.get(&KIND, "a"), None);
        cache.shrink(0);
    }
}
