//! The folder of a run: everything needed to inspect, resume and reproduce it.
//!
//! ```text
//! run.json                      configuration, data, splits, version
//! events.jsonl                  what happened, one JSON a line
//! note.json                     a note of the user, if there is one
//! best.safetensors              the model of the best split, by validation
//! split-00/last.safetensors     the state after the last epoch
//! split-00/best.safetensors     the state after the best epoch
//! split-00/epochs/00012.safetensors   the weights after an epoch of the first split, to look at
//! ```

use std::{
    fs::{self, File, OpenOptions},
    io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde::{Deserialize, Serialize};

use super::{config::Config, error::TrainError, event::Event, history::History};
use crate::{
    files::{format::FileFormat, write_atomically},
    graph::{Dataset, split::Split},
};

/// The format of `run.json`.
const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };

/// The contents of `run.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunFile {
    /// Name and version of the program.
    pub program: String,
    /// Where the data comes from.
    pub data: DataSource,
    pub config: Config,
    /// The file that the splits were read from, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits_from: Option<String>,
    /// Names of the classes, by their number; empty in older files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Which graphs are in which part, split by split.
    pub splits: Vec<Split>,
}

/// The data of a run: its source as given by the user, and its fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DataSource {
    /// A path or a name.
    pub source: String,
    /// The field used as class.
    pub label: Option<String>,
    /// Whether hydrogens were removed.
    pub strip_hydrogens: bool,
    pub name: String,
    pub graphs: usize,
    pub fingerprint: String,
}

impl DataSource {
    /// This data, as named by the user and as read. Paths are stored as absolute paths.
    pub fn new(dataset: &Dataset, source: &str, label: Option<String>, strip_hydrogens: bool) -> Self {
        Self {
            source: absolute(source),
            label,
            strip_hydrogens,
            name: dataset.name.clone(),
            graphs: dataset.graphs.len(),
            fingerprint: dataset.fingerprint(),
        }
    }
}

/// The absolute path; names that are not paths are unchanged.
pub fn absolute(source: &str) -> String {
    let path = Path::new(source);
    if path.exists() {
        return std::path::absolute(path).map_or_else(|_| source.to_owned(), |path| path.display().to_string());
    }
    // How a file is read may follow its path.
    match source.rsplit_once('?') {
        Some((path, options)) if Path::new(path).exists() => format!("{}?{options}", absolute(path)),
        _ => source.to_owned(),
    }
}

/// Default folder of runs on the command line, in the working directory.
pub const RUNS: &str = "runs";

/// `MUTAG-proxpool` in a folder of runs, with a number if there is one already.
pub fn free_folder(root: &Path, dataset: &str, pool: &str) -> PathBuf {
    let name: String =
        dataset.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect();
    let first = root.join(format!("{name}-{pool}"));
    let numbered = |number: usize| match number {
        1 => first.clone(),
        _ => PathBuf::from(format!("{}-{number}", first.display())),
    };
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or(first.clone())
}

/// The folder of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
}

/// Held while a run is written to; excludes a second process.
pub struct Lock(#[expect(dead_code, reason = "the lock lives as long as the file is open")] File);

const RUN: &str = "run.json";
const EVENTS: &str = "events.jsonl";

impl RunFolder {
    /// Makes the folder of a new run; one that holds something else is left alone.
    pub fn create(path: &Path, run: &RunFile) -> Result<Self, TrainError> {
        let failed = |error: std::io::Error| TrainError::file(path, format!("cannot be created: {error}"));
        if path.join(RUN).exists() {
            let problem = "this folder already contains a run; resume it, or choose another folder";
            return Err(TrainError::file(path, problem));
        }
        fs::create_dir_all(path).map_err(failed)?;
        let is_foreign = |entry: &std::io::Result<fs::DirEntry>| {
            !entry.as_ref().is_ok_and(|entry| crate::files::is_temporary(&entry.file_name().to_string_lossy()))
        };
        // A start that was killed before run.json had its name leaves that file under another.
        if fs::read_dir(path).map_err(failed)?.any(|entry| is_foreign(&entry)) {
            return Err(TrainError::file(path, "this folder is not empty; choose another folder"));
        }
        let folder = Self { path: path.to_owned() };
        folder.write(run)?;
        Ok(folder)
    }

    /// Opens the folder of a run.
    pub fn open(path: &Path) -> Result<(Self, RunFile), TrainError> {
        let file = path.join(RUN);
        let text = fs::read(&file).map_err(|error| {
            TrainError::file(&file, format!("cannot be read ({error}); check that this is a run folder"))
        })?;
        let run: RunFile = FORMAT
            .read(&text)
            .map_err(|error| TrainError::unread(&file, "this is not a valid run description", error))?;
        if run.splits.len() != run.config.splits {
            let problem =
                format!("{} splits are listed, but the configuration has {}", run.splits.len(), run.config.splits);
            return Err(TrainError::file(&file, problem));
        }
        Ok((Self { path: path.to_owned() }, run))
    }

    /// The folder of a run, of which nothing is read yet.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Whether a path is the folder of a run.
    pub fn is_run(path: &Path) -> bool {
        path.join(RUN).is_file()
    }

    /// The run that a file belongs to, such as a model of it.
    pub fn of_file(file: &Path) -> Option<Self> {
        // The deepest file is split-00/epochs/00012.safetensors.
        file.ancestors().skip(1).take(3).find(|path| Self::is_run(path)).map(Self::at)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// When its log was written to last.
    pub fn last_written(&self) -> Option<SystemTime> {
        self.path.join(EVENTS).metadata().and_then(|metadata| metadata.modified()).ok()
    }

    /// The name of the folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn write(&self, run: &RunFile) -> Result<(), TrainError> {
        let file = self.path.join(RUN);
        let failed = |error: std::io::Error| TrainError::file(&file, format!("could not be written: {error}"));
        write_atomically(&file, |out| {
            serde_json::to_writer_pretty(&mut *out, &FORMAT.numbered(run))?;
            out.write_all(b"\n")
        })
        .map_err(failed)
    }

    /// Keeps other processes out for as long as the lock lives.
    pub fn lock(&self) -> Result<Lock, TrainError> {
        let file = self.path.join(".lock");
        let failed = |error: &dyn std::fmt::Display| TrainError::file(&file, format!("cannot be locked: {error}"));
        let lock = OpenOptions::new().create(true).append(true).open(&file).map_err(|error| failed(&error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Lock(lock)),
            Err(fs::TryLockError::WouldBlock) => Err(TrainError::file(
                &self.path,
                "another process is training this run; wait until it has finished, or stop it",
            )),
            Err(fs::TryLockError::Error(error)) => Err(failed(&error)),
        }
    }

    /// The state after the last epoch of a split.
    pub fn last(&self, split: usize) -> PathBuf {
        self.split(split).join("last.safetensors")
    }

    /// The state after the best epoch of a split.
    pub fn best(&self, split: usize) -> PathBuf {
        self.split(split).join("best.safetensors")
    }

    /// The model of the best split.
    pub fn model(&self) -> PathBuf {
        self.path.join("best.safetensors")
    }

    /// The weights of a split, epoch by epoch.
    pub fn epochs(&self, split: usize) -> PathBuf {
        self.split(split).join("epochs")
    }

    fn split(&self, split: usize) -> PathBuf {
        self.path.join(format!("split-{split:02}"))
    }

    /// Creates the folder of a split.
    pub fn make_split(&self, split: usize) -> Result<(), TrainError> {
        let path = self.split(split);
        fs::create_dir_all(&path).map_err(|error| TrainError::file(&path, format!("cannot be created: {error}")))
    }

    /// The events so far. A last line that was cut off in the middle is left out.
    pub fn events(&self) -> Result<Vec<Event>, TrainError> {
        let mut events = Vec::new();
        self.each_event(|event| {
            events.push(event);
            Ok(())
        })?;
        Ok(events)
    }

    /// What became of the run and of its splits, without their epochs, which may be many.
    pub fn results(&self) -> Result<History, TrainError> {
        let mut history = History::default();
        self.each_event(|event| {
            if !matches!(event, Event::EpochEnded(_)) {
                history.add(event);
            }
            Ok(())
        })?;
        Ok(history)
    }

    /// Hands over the events so far one by one, so that memory does not grow with the log.
    pub fn each_event(&self, mut take: impl FnMut(Event) -> Result<(), TrainError>) -> Result<(), TrainError> {
        let path = self.path.join(EVENTS);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(TrainError::file(&path, format!("cannot be read: {error}"))),
        };
        let mut reader = BufReader::new(file);
        let (mut line, mut number) = (Vec::new(), 0);
        loop {
            line.clear();
            let n_read = reader
                .read_until(b'\n', &mut line)
                .map_err(|error| TrainError::file(&path, format!("cannot be read: {error}")))?;
            if n_read == 0 || !line.ends_with(b"\n") {
                return Ok(());
            }
            number += 1;
            match Event::FORMAT.read(&line) {
                Ok(event) => take(event)?,
                Err(error) => {
                    let problem = format!("line {number}: this is not a valid event");
                    return Err(TrainError::unread(&path, &problem, error));
                }
            }
        }
    }

    /// Whether the last line of the log is this event, found without reading the rest.
    pub fn ends_with(&self, event: &Event) -> bool {
        const LONGEST: u64 = 4096;
        let tail = || -> std::io::Result<Vec<u8>> {
            let mut file = File::open(self.path.join(EVENTS))?;
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)))?;
            let mut tail = Vec::new();
            file.read_to_end(&mut tail)?;
            Ok(tail)
        };
        let Ok(tail) = tail() else { return false };
        let Some(lines) = tail.strip_suffix(b"\n") else { return false };
        let last = lines.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        Event::FORMAT.read::<Event>(last).is_ok_and(|last| last == *event)
    }

    /// Leaves in the log what is to be kept, and no line that was cut off.
    pub fn retain_events(&self, is_kept: impl Fn(&Event) -> bool) -> Result<(), TrainError> {
        let path = self.path.join(EVENTS);
        let failed = |error: &dyn std::fmt::Display| TrainError::file(&path, format!("could not be written: {error}"));
        write_atomically(&path, |file| {
            self.each_event(|event| {
                if !is_kept(&event) {
                    return Ok(());
                }
                serde_json::to_writer(&mut *file, &event).map_err(|error| failed(&error))?;
                file.write_all(b"\n").map_err(|error| failed(&error))
            })
            .map_err(Unwritten::Told)
        })
        .map_err(|error| match error {
            Unwritten::Told(error) => error,
            Unwritten::Io(error) => failed(&error),
        })
    }

    /// The log, opened for appending.
    pub fn log(&self) -> Result<Log, TrainError> {
        let path = self.path.join(EVENTS);
        match OpenOptions::new().create(true).append(true).open(&path) {
            Ok(file) => Ok(Log { path, file }),
            Err(error) => Err(TrainError::file(&path, format!("cannot be opened: {error}"))),
        }
    }
}

/// Why a log could not be written again.
enum Unwritten {
    Told(TrainError),
    Io(std::io::Error),
}

impl From<std::io::Error> for Unwritten {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// The log of a run, open for adding.
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Adds an event: one line, in one write.
    pub fn add(&mut self, event: &Event) -> Result<(), TrainError> {
        let failed =
            |error: &dyn std::fmt::Display| TrainError::file(&self.path, format!("could not be written: {error}"));
        let mut line = serde_json::to_vec(event).map_err(|error| failed(&error))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(|error| failed(&error))
    }
}
