//! What is found again when the window is opened the next time.

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use super::{dock::Pane, link::Link, train_tab::TrainSession};

/// The window as it was closed.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Session {
    /// What was on screen, as a link; none where nothing was open.
    #[serde(default)]
    pub link: Option<String>,
    /// Whether nothing moves by itself.
    #[serde(default)]
    pub is_still: bool,
    /// Whether the tour was begun once; who had a window before there was one needs none.
    #[serde(default = "yes")]
    pub is_tour_seen: bool,
    /// How much larger than usual everything is; 1 where nobody said. Not the size of a presentation.
    #[serde(default)]
    pub zoom: Option<f32>,
    /// Files opened lately, the newest first.
    pub recent: Vec<String>,
    /// The width of the window that the panels were in.
    #[serde(default)]
    pub width: f32,
    /// Where the panels were.
    pub panels: Option<Tree<Pane>>,
    /// What the Train tab finds again.
    #[serde(default)]
    pub train: TrainSession,
}

fn yes() -> bool {
    true
}

const KEY: &str = "session";

impl Session {
    /// What was on screen; nothing where that cannot be read any more.
    pub fn link(&self) -> Option<Link> {
        self.link.as_ref()?.parse().ok()
    }

    /// Writes it to the toolkit's storage.
    pub fn write(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }

    /// Reads it; none where there is none, or one of another version.
    pub fn read(storage: &dyn eframe::Storage) -> Option<Self> {
        serde_json::from_str(&storage.get_string(KEY)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::dock;

    #[test]
    fn a_window_survives_being_closed() {
        let session = Session {
            link: Some("proxpool:MUTAG?graph=7&pool=gpool".to_owned()),
            recent: vec!["a.smi".to_owned()],
            panels: Some(dock::usual()),
            ..Session::default()
        };
        let again: Session = serde_json::from_str(&serde_json::to_string(&session).unwrap()).unwrap();
        let link = again.link().unwrap();
        assert_eq!((&*link.dataset, link.view.graph, link.view.method.key), ("MUTAG", 7, "gpool"));
        assert_eq!(again.recent.len(), 1);
        assert!(again.panels.is_some());
        let older: Session = serde_json::from_str(r#"{"recent": [], "panels": null, "graph": 3}"#).unwrap();
        assert!(older.link().is_none() && older.is_tour_seen);
    }
}
