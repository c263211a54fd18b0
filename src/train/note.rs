//! The note of a run: a text of the user, in a file of its own, because `run.json` is never written again.

use std::{
    fs,
    io::{self, Write as _},
};

use serde::{Deserialize, Serialize};

use super::{error::TrainError, folder::RunFolder};
use crate::files::{format::FileFormat, write_atomically};

const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };
const NOTE: &str = "note.json";

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NoteFile {
    text: String,
}

/// The note; empty where there is none.
pub fn read(folder: &RunFolder) -> Result<String, TrainError> {
    let path = folder.path().join(NOTE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(TrainError::file(&path, format!("cannot be read: {error}"))),
    };
    let note: NoteFile =
        FORMAT.read(&bytes).map_err(|error| TrainError::unread(&path, "this is not a valid note", error))?;
    Ok(note.text)
}

/// Writes the note. An empty one removes the file.
pub fn write(folder: &RunFolder, text: &str) -> Result<(), TrainError> {
    let path = folder.path().join(NOTE);
    let failed = |error: io::Error| TrainError::file(&path, format!("could not be written: {error}"));
    if text.trim().is_empty() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        };
    }
    let note = NoteFile { text: text.trim().to_owned() };
    write_atomically(&path, |file| {
        serde_json::to_writer_pretty(&mut *file, &FORMAT.numbered(&note))?;
        file.write_all(b"\n")
    })
    .map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_kept_with_a_format_number_and_removed_when_empty() {
        let place = tempfile::tempdir().unwrap();
        let folder = RunFolder::at(place.path());
        assert_eq!(read(&folder).unwrap(), "");
        write(&folder, " wider τ\nthan before \n").unwrap();
        assert_eq!(read(&folder).unwrap(), "wider τ\nthan before");
        let file = place.path().join(NOTE);
        assert!(fs::read_to_string(&file).unwrap().contains("\"format\": 1"));
        fs::write(&file, r#"{"format": 2, "text": "x"}"#).unwrap();
        assert!(read(&folder).unwrap_err().to_string().contains("newer version"));
        write(&folder, "").unwrap();
        assert!(!file.exists());
        write(&folder, "").unwrap();
    }
}
