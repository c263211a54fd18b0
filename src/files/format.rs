//! Format numbers: files of a newer version are distinguished from damaged files.
//!
//! Runs, their logs and notes, models, figures, sessions and links each have a [`FileFormat`]. The number grows when something that
//! was there before changes its meaning; where none is written it is 1. A field that is only added gets a default
//! and leaves the number alone: what was written before stays readable, and an older version names the field that
//! it does not know instead of showing something else than was meant.

use serde::{Deserialize as _, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, from_slice, from_value};

/// One kind of thing that is written and read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFormat {
    /// For messages: "file", "link".
    pub noun: &'static str,
    /// The number that this version writes, and the highest it reads.
    pub newest: u32,
}

/// Why a file or link cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Written by a newer version.
    #[error(
        "this {noun} was written by a newer version of ProxPool Explorer (format {found}; this version reads up to \
         {newest}); update to open it"
    )]
    Newer {
        noun: &'static str,
        found: String,
        /// The highest number that can be read.
        newest: u32,
    },
    /// A field or a value that does not exist here.
    #[error("unknown {kind} “{name}”; it may come from a newer version of ProxPool Explorer")]
    Unknown {
        /// "field" or "value".
        kind: &'static str,
        name: String,
    },
    /// It is damaged, or something else altogether.
    #[error(transparent)]
    Json(serde_json::Error),
}

impl FormatError {
    /// The whole sentence; a newer file is not called invalid.
    pub fn explained(&self, what_is_wrong: &str) -> String {
        match self {
            Self::Newer { .. } => self.to_string(),
            _ => format!("{what_is_wrong}: {self}"),
        }
    }
}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> Self {
        // serde_json distinguishes these from other errors only by their text.
        let text = error.to_string();
        let kinds = [("unknown field `", "field"), ("unknown variant `", "value")];
        let found =
            kinds.into_iter().find_map(|(start, kind)| Some((kind, text.strip_prefix(start)?.split_once('`')?.0)));
        match found {
            Some((kind, name)) => Self::Unknown { kind, name: name.to_owned() },
            None => Self::Json(error),
        }
    }
}

const KEY: &str = "format";

#[derive(Serialize)]
struct Numbered<'a, T> {
    format: u32,
    #[serde(flatten)]
    value: &'a T,
}

impl FileFormat {
    /// Rejects a number above the newest.
    pub fn check(&self, found: u64) -> Result<(), FormatError> {
        let Self { noun, newest } = *self;
        if found <= u64::from(newest) {
            Ok(())
        } else {
            Err(FormatError::Newer { noun, found: found.to_string(), newest })
        }
    }

    /// Reads JSON whose number stands at the top, or nowhere. The number is looked at before all else.
    pub fn read<T: DeserializeOwned>(&self, json: &[u8]) -> Result<T, FormatError> {
        let mut fields: Map<String, Value> = from_slice(json)?;
        let number = fields.remove(KEY);
        self.read_numbered(number.as_ref(), Value::Object(fields))
    }

    /// Reads JSON whose number was found elsewhere.
    pub fn read_numbered<T: DeserializeOwned>(&self, number: Option<&Value>, value: Value) -> Result<T, FormatError> {
        if let Some(number) = number {
            self.check(u64::deserialize(number)?)?;
        }
        Ok(from_value(value)?)
    }

    /// The value with its number, to be written as JSON.
    pub fn numbered<'a, T: Serialize>(&self, value: &'a T) -> impl Serialize + use<'a, T> {
        Numbered { format: self.newest, value }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Kept {
        a: u64,
        b: Option<Colour>,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    enum Colour {
        Red,
    }

    const FORMAT: FileFormat = FileFormat { noun: "file", newest: 2 };

    fn read(json: &str) -> Result<Kept, String> {
        FORMAT.read(json.as_bytes()).map_err(|error: FormatError| error.explained("no kept thing"))
    }

    #[test]
    fn what_is_written_is_read_with_and_without_a_number() {
        let kept = Kept { a: u64::MAX, b: Some(Colour::Red) };
        let json = serde_json::to_string(&FORMAT.numbered(&kept)).unwrap();
        assert_eq!(json, r#"{"format":2,"a":18446744073709551615,"b":"Red"}"#);
        assert_eq!(read(&json), Ok(kept));
        assert_eq!(read(r#"{"a": 3}"#), Ok(Kept { a: 3, b: None }));
        assert_eq!(read(r#"{"format": 1}"#), Ok(Kept::default()));
    }

    #[test]
    fn the_number_goes_before_everything_else_that_is_wrong() {
        let newer = "this file was written by a newer version of ProxPool Explorer (format 3; this version reads up \
                     to 2); update to open it";
        assert_eq!(read(r#"{"a": "x", "c": 1, "format": 3}"#).unwrap_err(), newer);
        let unknown = |what: &str| {
            format!("no kept thing: unknown {what}; it may come from a newer version of ProxPool Explorer")
        };
        assert_eq!(read(r#"{"format": 2, "c": 1}"#).unwrap_err(), unknown("field “c”"));
        assert_eq!(read(r#"{"b": "Blue"}"#).unwrap_err(), unknown("value “Blue”"));
        for damaged in ["{", "[]", r#"{"a": "x"}"#, r#"{"format": "two"}"#] {
            let error = read(damaged).unwrap_err();
            assert!(error.starts_with("no kept thing: ") && !error.contains("newer"), "{error}");
        }
    }
}
