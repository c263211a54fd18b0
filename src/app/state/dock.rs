//! Where the panels are: they can be dragged, resized and put in tabs, and are found there again.

use crate::app::state::labels;
use eframe::egui;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
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
            Self::List => labels::explore::GRAPHS,
            Self::Canvas => labels::explore::CANVAS,
            Self::Maps => labels::explore::MATRICES,
            Self::Side => labels::explore::OPERATOR,
        }
    }
}

/// The width that the shares of [`usual`] are for.
pub const USUAL_WIDTH: f32 = 1280.0;

/// Lets only the widest panel grow and shrink with the window; the others keep their width.
pub fn keep_widths(tree: &mut Tree<Pane>, old_width: f32, new_width: f32) {
    let Some(root) = tree.root() else { return };
    let Some(Tile::Container(Container::Linear(found))) = tree.tiles.get(root) else { return };
    if found.dir != LinearDir::Horizontal {
        return;
    }
    let children: Vec<TileId> = found.children.iter().copied().filter(|&child| tree.tiles.is_visible(child)).collect();
    let Some(Tile::Container(Container::Linear(root))) = tree.tiles.get_mut(root) else { return };
    let total: f32 = children.iter().map(|&child| root.shares[child]).sum();
    let mut widths: Vec<f32> = children.iter().map(|&child| root.shares[child] / total * old_width).collect();
    let widest = (0..widths.len()).max_by(|&a, &b| widths[a].total_cmp(&widths[b]));
    if let Some(widest) = widest {
        widths[widest] = (widths[widest] + new_width - old_width).max(0.3 * new_width);
        for (child, width) in children.into_iter().zip(widths) {
            root.shares.set_share(child, width);
        }
    }
}

/// The width that the shares of [`presented`] are for.
pub const PRESENTED_WIDTH: f32 = 914.0;

/// The places in a presentation: the picture over its matrices, the parameters beside them, no list.
pub fn presented() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let [canvas, maps, side] = [Pane::Canvas, Pane::Maps, Pane::Side].map(|pane| tiles.insert_pane(pane));
    let mut centre = Linear::new(LinearDir::Vertical, vec![canvas, maps]);
    centre.shares.set_share(canvas, 1.75);
    let centre = tiles.insert_new(Tile::Container(Container::Linear(centre)));
    let mut root = Linear::new(LinearDir::Horizontal, vec![centre, side]);
    root.shares.set_share(centre, 686.0);
    root.shares.set_share(side, 228.0);
    let root = tiles.insert_new(Tile::Container(Container::Linear(root)));
    Tree::new(egui::Id::unique("presented panels"), root, tiles)
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
    root.shares.set_share(list, 0.31);
    root.shares.set_share(centre, 0.93);
    root.shares.set_share(side, 0.26);
    let root = tiles.insert_new(Tile::Container(Container::Linear(root)));
    Tree::new(egui::Id::unique("panels"), root, tiles)
}
