//! Claims: one process at a time on each job, on one machine and on several that share a folder.
//!
//! On one machine the lock of the operating system decides, which ends with its process. Where a shared folder has no
//! such locks, a claim file does: it names machine and process and is written again at every sign of life. One that has
//! been silent for [`EXPIRY`] is nobody's any more. Ages are told by the clock of the file system alone, since the clocks
//! of two machines may differ.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
    time::{Duration, Instant, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::error::StudyError;
use crate::files::write_atomically;

/// A claim of another machine that was silent for so long has expired.
pub const EXPIRY: Duration = Duration::from_secs(300);
/// How often a claim is written again.
const BEAT: Duration = Duration::from_secs(15);

/// Who works on a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Claimant {
    /// Name of the machine.
    pub host: String,
    /// Process on it.
    pub pid: u32,
    /// Threads that it computes with.
    pub threads: usize,
    /// The job of a scheduler, if it runs in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

impl Claimant {
    /// This process.
    pub fn this(threads: usize, task: Option<String>) -> Self {
        Self { host: host(), pid: process::id(), threads, task }
    }
}

/// Held while a job is worked on.
#[derive(Debug)]
pub struct Claim {
    claimant: Claimant,
    /// The claim file.
    path: PathBuf,
    beaten: Instant,
    /// Its lock lives as long as the file is open.
    _lock: File,
}

/// A claim as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub claimant: Claimant,
    /// Since its last sign of life.
    pub silent: Duration,
}

impl Claim {
    /// Claims a job for a process; none if another one has it.
    pub fn take(folder: &Path, key: &str, claimant: &Claimant) -> Result<Option<Self>, StudyError> {
        Self::take_after(folder, key, claimant, EXPIRY)
    }

    /// The same with another time after which silence counts as an end.
    pub fn take_after(
        folder: &Path,
        key: &str,
        claimant: &Claimant,
        expiry: Duration,
    ) -> Result<Option<Self>, StudyError> {
        let lock_path = folder.join(format!("{key}.lock"));
        let failed = |error: io::Error| StudyError::file(&lock_path, format!("cannot be locked: {error}"));
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = OpenOptions::new().create(true).append(true).open(&lock_path).map_err(failed)?;
        let is_locked = match lock.try_lock() {
            Ok(()) => true,
            Err(fs::TryLockError::WouldBlock) => return Ok(None),
            // A folder without locks: the claim file alone decides.
            Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => false,
            Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
        };
        let path = folder.join(format!("{key}.json"));
        let is_taken = match held(&path)? {
            None => !create_new(&path, claimant)?,
            // The lock says that a process of this machine has ended.
            Some(other) if is_locked && other.claimant.host == claimant.host => false,
            Some(other) => other.silent < expiry,
        };
        if is_taken {
            return Ok(None);
        }
        let claim = Self { claimant: claimant.clone(), path, beaten: Instant::now(), _lock: lock };
        claim.write()?;
        Ok(claim.is_ours()?.then_some(claim))
    }

    /// A sign of life, if the last one is some time ago. False if the claim is no longer ours, because we were silent for
    /// too long: then another machine has the job.
    pub fn beat(&mut self) -> Result<bool, StudyError> {
        if self.beaten.elapsed() < BEAT {
            return Ok(true);
        }
        self.beaten = Instant::now();
        if !self.is_ours()? {
            return Ok(false);
        }
        self.write()?;
        Ok(true)
    }

    fn is_ours(&self) -> Result<bool, StudyError> {
        Ok(held(&self.path)?.is_some_and(|held| held.claimant == self.claimant))
    }

    fn write(&self) -> Result<(), StudyError> {
        let failed = |error: io::Error| StudyError::file(&self.path, format!("could not be written: {error}"));
        write_atomically(&self.path, |file| Ok(serde_json::to_writer(file, &self.claimant)?)).map_err(failed)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.is_ours().unwrap_or(false) {
            // What is left behind expires.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a claim where there is none: of two processes on a shared folder, one succeeds.
fn create_new(path: &Path, claimant: &Claimant) -> Result<bool, StudyError> {
    let failed = |error: io::Error| StudyError::file(path, format!("could not be written: {error}"));
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    let text = serde_json::to_string(claimant).map_err(|error| failed(error.into()))?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(true)
}

/// The claim on a job, whether it is alive or not.
fn held(path: &Path) -> Result<Option<Held>, StudyError> {
    let failed = |error: io::Error| StudyError::file(path, format!("cannot be read: {error}"));
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    // One that was cut off while it was written has nobody's name, and expires as others do.
    let claimant = serde_json::from_slice(&text).unwrap_or_default();
    let Ok(written) = path.metadata().and_then(|metadata| metadata.modified()) else { return Ok(None) };
    let now = now_at(path).unwrap_or_else(SystemTime::now);
    Ok(Some(Held { claimant, silent: now.duration_since(written).unwrap_or_default() }))
}

/// The time by the clock of the file system that a file is on: that of a new file.
fn now_at(path: &Path) -> Option<SystemTime> {
    let probe = tempfile::Builder::new().prefix(".now-").tempfile_in(path.parent()?).ok()?;
    probe.as_file().metadata().and_then(|metadata| metadata.modified()).ok()
}

/// Who works on a job now; nobody if the claim has ended or expired.
pub fn holder(folder: &Path, key: &str) -> Result<Option<Held>, StudyError> {
    let Some(held) = held(&folder.join(format!("{key}.json")))? else { return Ok(None) };
    let is_alive = if held.claimant.host == host() {
        let lock = OpenOptions::new().append(true).open(folder.join(format!("{key}.lock")));
        lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)))
    } else {
        held.silent < EXPIRY
    };
    Ok(is_alive.then_some(held))
}

/// The name of this machine.
pub fn host() -> String {
    let kernel = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = kernel.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "this machine".to_owned(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elsewhere() -> Claimant {
        Claimant { host: "elsewhere".to_owned(), pid: 7, threads: 2, task: None }
    }

    #[test]
    fn one_has_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let me = Claimant::this(1, None);
        let claim = Claim::take(folder.path(), "job", &me).unwrap().unwrap();
        assert!(Claim::take(folder.path(), "job", &elsewhere()).unwrap().is_none());
        assert!(Claim::take(folder.path(), "other", &elsewhere()).unwrap().is_some());
        assert_eq!(holder(folder.path(), "job").unwrap().unwrap().claimant, me);
        drop(claim);
        assert_eq!(holder(folder.path(), "job").unwrap(), None);
        assert!(Claim::take(folder.path(), "job", &elsewhere()).unwrap().is_some());
    }

    /// What a process leaves behind that was killed: the file, but no lock.
    fn leave_behind(folder: &Path, claimant: &Claimant) {
        fs::write(folder.join("job.json"), serde_json::to_string(claimant).unwrap()).unwrap();
    }

    #[test]
    fn a_claim_of_a_dead_process_here_is_nobodys_at_once() {
        let folder = tempfile::tempdir().unwrap();
        leave_behind(folder.path(), &Claimant { pid: 1, ..Claimant::this(1, None) });
        assert_eq!(holder(folder.path(), "job").unwrap(), None);
        assert!(Claim::take(folder.path(), "job", &Claimant::this(1, None)).unwrap().is_some());
    }

    #[test]
    fn a_claim_of_another_machine_expires() {
        let folder = tempfile::tempdir().unwrap();
        leave_behind(folder.path(), &elsewhere());
        let me = Claimant::this(1, None);
        assert!(Claim::take(folder.path(), "job", &me).unwrap().is_none(), "it may be alive");
        assert!(holder(folder.path(), "job").unwrap().is_some());
        std::thread::sleep(Duration::from_millis(30));
        let claim = Claim::take_after(folder.path(), "job", &me, Duration::from_millis(10)).unwrap();
        let mut claim = claim.expect("it has been silent for too long");
        assert!(claim.beat().unwrap());
        // The other machine comes back and takes it: we notice at the next beat, and leave its claim alone.
        leave_behind(folder.path(), &elsewhere());
        claim.beaten -= 2 * BEAT;
        assert!(!claim.beat().unwrap());
        drop(claim);
        assert!(folder.path().join("job.json").exists());
    }

    #[test]
    fn a_claim_that_was_cut_off_expires_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("job.json"), "{\"host\": \"a").unwrap();
        let me = Claimant::this(1, None);
        assert!(Claim::take(folder.path(), "job", &me).unwrap().is_none());
        let late = Claim::take_after(folder.path(), "job", &me, Duration::ZERO).unwrap();
        assert!(late.is_some());
    }
}
