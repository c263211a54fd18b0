//! The arrangement of the panels, which can be dragged, resized and tabbed, and is saved with the session.

use crate::app::state::labels;
use eframe::egui;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pane {
    List,
    Canvas,
    Maps,
    /// Operator and parameters, and the pair.
    Side,
}

impl Pane {
    pub fn title(self) -> &'static str {
        match self {
            Self::List => labels::explore::GRAPHS,
            Self::Canvas => labels::explore::CANVAS,
            Self::Maps => labels::explore::MATRICES,
            Self::Side => labels::explore::OPERATOR,
        }
    }
}

/// Window width in points for which [`default_tree`] is designed.
pub(crate) const DEFAULT_WIDTH: f32 = 1280.0;

/// On resize, only the widest panel changes its width.
pub(crate) fn keep_widths(tree: &mut Tree<Pane>, old_width: f32, new_width: f32) {
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

/// Window width in points for which [`presented`] is designed.
pub(crate) const PRESENTED_WIDTH: f32 = 914.0;

/// Panels of a presentation: canvas over matrices, parameters on the right, no list.
pub(crate) fn presented() -> Tree<Pane> {
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

/// Default panels: list, canvas over matrices, parameters.
pub(crate) fn default_tree() -> Tree<Pane> {
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
