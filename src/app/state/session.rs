//! The session, restored when the window is opened again.

use std::path::PathBuf;

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use super::{dock::Pane, link::Link};
use crate::files::format::FileFormat;

const FORMAT: FileFormat = FileFormat { noun: "session", newest: 1 };

/// Unknown fields are ignored, not refused.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Link to the last view; none if nothing was open.
    pub link: Option<String>,
    /// Whether motion is reduced.
    pub is_still: bool,
    /// Whether the tour was started once; true in sessions older than the tour.
    #[serde(default = "yes")]
    pub is_tour_seen: bool,
    /// Zoom factor outside presentations.
    pub zoom: Option<f32>,
    /// Recent files, newest first.
    pub recent: Vec<String>,
    /// Whether the list of graphs has drawings.
    pub has_row_pictures: bool,
    /// Window width in points at which the panels were arranged.
    pub width: f32,
    pub panels: Option<Tree<Pane>>,
    pub train: TrainSession,
}

/// Runs of the last session, and its unfinished run.
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

/// Storage key.
const KEY: &str = "session";
/// Storage key of the backup of an unreadable session.
const ASIDE: &str = "session-unreadable";

/// A session that this version cannot read. [`keep_aside`](Self::keep_aside) backs it up before the next one is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    text: String,
    pub problem: String,
}

impl Unreadable {
    /// Stores its text under the backup key.
    pub fn keep_aside(&self, storage: &mut dyn eframe::Storage) {
        storage.set_string(ASIDE, self.text.clone());
    }

    pub fn message(&self) -> String {
        format!(
            "The last session could not be restored: {}. A backup is kept as “{ASIDE}” in the application settings.",
            self.problem
        )
    }
}

impl Session {
    /// Link to the last view, or why it is invalid.
    pub fn link(&self) -> Option<Result<Link, String>> {
        let text = self.link.as_ref()?;
        Some(text.parse().map_err(|problem| format!("could not restore the last view {text}: {problem}")))
    }

    pub fn write(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(&FORMAT.numbered(self)) {
            storage.set_string(KEY, text);
        }
    }

    pub fn read(storage: &dyn eframe::Storage) -> Result<Option<Self>, Unreadable> {
        let Some(text) = storage.get_string(KEY) else { return Ok(None) };
        match FORMAT.read(text.as_bytes()) {
            Ok(session) => Ok(Some(session)),
            Err(error) => Err(Unreadable { problem: error.to_string(), text }),
        }
    }

    /// A new session after an unreadable one: without the tour.
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
            panels: Some(dock::default_tree()),
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
