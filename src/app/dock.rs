//! Where the panels are: they can be dragged, resized and put in tabs, and are found there again.

use eframe::egui;
use egui_tiles::{Container, Linear, LinearDir, Tile, Tiles, Tree};
use serde::{Deserialize, Serialize};

/// A panel that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pane {
    /// The graphs of the dataset.
    List,
    /// The graph and its coarse graphs.
    Canvas,
    /// The matrices.
    Maps,
    /// Operator and parameters, and the pair.
    Side,
}

impl Pane {
    /// As on its tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::List => "Graphs",
            Self::Canvas => "Canvas",
            Self::Maps => "Matrices",
            Self::Side => "Operator",
        }
    }
}

/// The usual places: list, canvas over matrices, parameters.
pub fn usual() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let [list, canvas, maps, side] =
        [Pane::List, Pane::Canvas, Pane::Maps, Pane::Side].map(|pane| tiles.insert_pane(pane));
    let mut centre = Linear::new(LinearDir::Vertical, vec![canvas, maps]);
    centre.shares.set_share(canvas, 1.7);
    let centre = tiles.insert_new(Tile::Container(Container::Linear(centre)));
    let mut root = Linear::new(LinearDir::Horizontal, vec![list, centre, side]);
    root.shares.set_share(list, 0.29);
    root.shares.set_share(centre, 0.95);
    root.shares.set_share(side, 0.26);
    let root = tiles.insert_new(Tile::Container(Container::Linear(root)));
    Tree::new(egui::Id::unique("panels"), root, tiles)
}
