//! What is found again when the window is opened the next time.

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use super::{
    dock::Pane,
    state::{SignalSource, View},
    train_tab::TrainSession,
};
use crate::pooling::{METHODS, Params, method, order::NodeOrder};

/// The window as it was closed.
#[derive(Clone, Serialize, Deserialize)]
pub struct Session {
    /// What was open.
    pub dataset: Option<String>,
    /// The graph on screen.
    pub graph: usize,
    pub method: String,
    pub s: usize,
    pub tau: f64,
    pub rho: f64,
    pub levels: usize,
    pub order: String,
    pub are_hulls_shown: bool,
    pub is_random_network: bool,
    /// Whether nothing moves by itself.
    #[serde(default)]
    pub is_still: bool,
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

const KEY: &str = "session";

impl Session {
    /// What is on screen, without the window around it.
    pub fn new(dataset: Option<String>, view: &View) -> Self {
        let order = NodeOrder::ALL.iter().find(|(order, _)| *order == view.order).map_or("", |(_, name)| name);
        Self {
            dataset,
            graph: view.graph,
            method: view.method.key.to_owned(),
            s: view.params.s,
            tau: view.params.tau,
            rho: view.params.rho,
            levels: view.params.levels,
            order: order.to_owned(),
            are_hulls_shown: view.are_hulls_shown,
            is_random_network: view.signal == SignalSource::RandomNetwork,
            is_still: false,
            recent: Vec::new(),
            width: 0.0,
            panels: None,
            train: TrainSession::default(),
        }
    }

    /// The view that it had; what cannot be read any more is as usual.
    pub fn view(&self) -> View {
        let params = Params { s: self.s, tau: self.tau, rho: self.rho, levels: self.levels, ..Params::default() };
        View {
            method: method(&self.method).unwrap_or(&METHODS[0]),
            params: params.checked().unwrap_or_default(),
            order: NodeOrder::ALL
                .iter()
                .find(|(_, name)| *name == self.order)
                .map_or(NodeOrder::Index, |(order, _)| *order),
            are_hulls_shown: self.are_hulls_shown,
            signal: if self.is_random_network { SignalSource::RandomNetwork } else { SignalSource::Usual },
            ..View::default()
        }
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
    fn a_view_survives_being_closed() {
        let view = View {
            graph: 7,
            method: method("gpool").unwrap(),
            params: Params { s: 2, tau: 0.5, rho: 0.4, levels: 3, ..Params::default() },
            order: NodeOrder::Fiedler,
            are_hulls_shown: true,
            ..View::default()
        };
        let mut session = Session::new(Some("MUTAG".into()), &view);
        session.recent.push("a.smi".into());
        session.panels = Some(dock::usual());
        let again: Session = serde_json::from_str(&serde_json::to_string(&session).unwrap()).unwrap();
        assert_eq!(again.view(), View { graph: 0, ..view });
        assert_eq!((again.graph, again.dataset.as_deref(), again.recent.len()), (7, Some("MUTAG"), 1));
        assert!(again.panels.is_some());
    }
}
