//! What is found again when the window is opened the next time.

use std::path::PathBuf;

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use super::{dock::Pane, link::Link};
use crate::files::format::FileFormat;

const FORMAT: FileFormat = FileFormat { noun: "session", newest: 1 };

/// The window as it was closed.
///
/// Fields that this version does not know are left out rather than refused: a session is no more than where a person
/// left off.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// What was on screen, as a link; none where nothing was open.
    pub link: Option<String>,
    /// Whether nothing moves by itself.
    pub is_still: bool,
    /// Whether the tour was begun once; who had a window before there was one needs none.
    #[serde(default = "yes")]
    pub is_tour_seen: bool,
    /// How much larger than usual everything is; 1 where nobody said. Not the size of a presentation.
    pub zoom: Option<f32>,
    /// Files opened lately, the newest first.
    pub recent: Vec<String>,
    /// The width of the window that the panels were in.
    pub width: f32,
    /// Where the panels were.
    pub panels: Option<Tree<Pane>>,
    /// What the Train tab finds again.
    pub train: TrainSession,
}

/// The runs of an earlier window, and the one that it left unfinished.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TrainSession {
    pub root: Option<PathBuf>,
    pub unfinished: Option<PathBuf>,
    pub imported: Vec<PathBuf>,
}

fn yes() -> bool {
    true
}

/// Where the toolkit keeps it.
const KEY: &str = "session";
/// Where it keeps the newest one that could not be read.
const ASIDE: &str = "session-unreadable";

/// A session that this version cannot read. It is not thrown away: [`keep_aside`](Self::keep_aside) comes before the
/// next session is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    text: String,
    /// Why.
    pub problem: String,
}

impl Unreadable {
    /// Keeps its text beside the sessions that are written from now on.
    pub fn keep_aside(&self, storage: &mut dyn eframe::Storage) {
        storage.set_string(ASIDE, self.text.clone());
    }

    /// What a person is told.
    pub fn message(&self) -> String {
        format!(
            "The last session could not be restored: {}. A backup is kept as “{ASIDE}” in the application settings.",
            self.problem
        )
    }
}

impl Session {
    /// What was on screen, or why that cannot be said any more.
    pub fn link(&self) -> Option<Result<Link, String>> {
        let text = self.link.as_ref()?;
        Some(text.parse().map_err(|problem| format!("could not restore the last view {text}: {problem}")))
    }

    /// Writes it to the toolkit's storage.
    pub fn write(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(&FORMAT.numbered(self)) {
            storage.set_string(KEY, text);
        }
    }

    /// Reads it; none where there is none.
    pub fn read(storage: &dyn eframe::Storage) -> Result<Option<Self>, Unreadable> {
        let Some(text) = storage.get_string(KEY) else { return Ok(None) };
        match FORMAT.read(text.as_bytes()) {
            Ok(session) => Ok(Some(session)),
            Err(error) => Err(Unreadable { problem: error.to_string(), text }),
        }
    }

    /// For somebody who had a session that cannot be read: as new, but no stranger.
    pub fn after_unreadable() -> Self {
        Self { is_tour_seen: true, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::app::state::dock;

    #[derive(Default)]
    struct Memory(BTreeMap<String, String>);

    impl eframe::Storage for Memory {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.get(key).cloned()
        }

        fn set_string(&mut self, key: &str, value: String) {
            self.0.insert(key.to_owned(), value);
        }

        fn remove_string(&mut self, key: &str) {
            self.0.remove(key);
        }

        fn flush(&mut self) {}
    }

    fn stored(text: &str) -> Memory {
        Memory(BTreeMap::from([(KEY.to_owned(), text.to_owned())]))
    }

    #[test]
    fn a_window_survives_being_closed() {
        let session = Session {
            link: Some("proxpool:MUTAG?graph=7&pool=gpool".to_owned()),
            recent: vec!["a.smi".to_owned()],
            panels: Some(dock::usual()),
            ..Session::default()
        };
        let mut storage = Memory::default();
        assert!(Session::read(&storage).unwrap().is_none());
        session.write(&mut storage);
        let again = Session::read(&storage).unwrap().unwrap();
        let link = again.link().unwrap().unwrap();
        assert_eq!((&*link.dataset, link.view.graph, link.view.method.key), ("MUTAG", 7, "gpool"));
        assert_eq!(again.recent.len(), 1);
        assert!(again.panels.is_some());
        let older = Session::read(&stored(r#"{"recent": [], "panels": null, "graph": 3}"#)).unwrap().unwrap();
        assert!(older.link().is_none() && older.is_tour_seen);
    }

    #[test]
    fn what_cannot_be_read_is_kept_when_the_next_session_is_written() {
        for (text, problem) in [
            (
                r#"{"format": 2, "panels": "elsewhere"}"#,
                "this session was written by a newer version of ProxPool Explorer (format 2; this version reads up to 1)",
            ),
            (r#"{"recent": 3}"#, "invalid type: integer `3`, expected a sequence"),
        ] {
            let mut storage = stored(text);
            let Err(unreadable) = Session::read(&storage) else { panic!("{text} was read") };
            assert!(unreadable.message().contains(problem), "{}", unreadable.message());
            unreadable.keep_aside(&mut storage);
            Session::after_unreadable().write(&mut storage);
            assert_eq!(storage.0[ASIDE], text);
            assert!(Session::read(&storage).unwrap().unwrap().is_tour_seen);
        }
    }
}
