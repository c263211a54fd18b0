//! A place of its own to run the program in.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::{collections::BTreeSet, fs, path::PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder to run in, which is also the user's home.
pub(crate) struct Place(TempDir);

/// Exit code and output of a run.
pub(crate) struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// Where the program looks for datasets by name.
    pub(crate) fn data_folder(&self) -> PathBuf {
        self.path("share/proxpool/datasets")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proxpool"));
        command.env_clear().env("HOME", self.0.path()).env("XDG_DATA_HOME", self.path("share"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Finished {
        finish(&mut self.command(arguments))
    }

    /// What stands in the folder, by name.
    pub(crate) fn files(&self) -> BTreeSet<String> {
        fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

pub(crate) fn finish(command: &mut Command) -> Finished {
    let output = command.output().unwrap();
    Finished {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Finished {
    /// What was printed, if all went well and quietly.
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// What was printed, if all went well, whatever is on the error stream.
    pub(crate) fn succeeded(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    /// The error, if it is one line on the error stream alone.
    pub(crate) fn error(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{}", self.err);
        let error = self.err.strip_suffix('\n').unwrap();
        assert!(!error.contains('\n'), "{error}");
        error.strip_prefix("proxpool: ").unwrap().to_owned()
    }
}
