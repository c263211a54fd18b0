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

/// Least width of a window in which canvas and matrices have room side by side, and most height at which one over the other
/// would leave both too low, in points.
const FLAT: egui::Vec2 = egui::vec2(1200.0, 500.0);

pub(crate) fn is_flat(size: egui::Vec2) -> bool {
    size.x >= FLAT.x && size.y <= FLAT.y
}

/// Sets canvas and matrices side by side, or one over the other, where they are still a pair.
pub(crate) fn turn(tree: &mut Tree<Pane>, is_flat: bool) {
    let pair = [Pane::Canvas, Pane::Maps].map(|pane| tree.tiles.find_pane(&pane).and_then(|tile| alone_in(tree, tile)));
    let [Some(canvas), Some(maps)] = pair else { return };
    let Some(parent) = tree.tiles.parent_of(canvas).filter(|&parent| Some(parent) != tree.root()) else { return };
    if let Some(Tile::Container(Container::Linear(centre))) = tree.tiles.get_mut(parent)
        && centre.children.len() == 2
        && centre.children.contains(&maps)
    {
        centre.dir = if is_flat { LinearDir::Horizontal } else { LinearDir::Vertical };
    }
}

/// The tab bar that shows this panel alone, or the panel itself before it has one.
fn alone_in(tree: &Tree<Pane>, tile: TileId) -> Option<TileId> {
    let parent = tree.tiles.parent_of(tile)?;
    match tree.tiles.get(parent)? {
        Tile::Container(Container::Tabs(tabs)) => (tabs.children.len() == 1).then_some(parent),
        _ => Some(tile),
    }
}

/// On resize, only the widest panel changes its width.
pub(crate) fn keep_widths(tree: &mut Tree<Pane>, old_width: f32, new_width: f32) {
    let mut widths = widths(tree, old_width);
    if let Some(widest) = widest(&widths) {
        widths[widest].1 = (widths[widest].1 + new_width - old_width).max(0.3 * new_width);
    }
    set_widths(tree, &widths);
}

/// Shows or hides a panel: the widest of the others makes room for it, or takes its room.
pub(crate) fn set_shown(tree: &mut Tree<Pane>, pane: Pane, is_shown: bool, width: f32) {
    let Some(tile) = tree.tiles.find_pane(&pane).filter(|&tile| tree.tiles.is_visible(tile) != is_shown) else {
        return;
    };
    let before = widths(tree, width);
    // The share of a hidden panel is its width, too.
    set_widths(tree, &before);
    tree.tiles.set_visible(tile, is_shown);
    let after = visible(tree);
    let is_in = |all: &[TileId], child: TileId| all.contains(&child);
    let old: Vec<TileId> = before.iter().map(|(child, _)| *child).collect();
    let mut others: Vec<(TileId, f32)> = before.iter().copied().filter(|(child, _)| is_in(&after, *child)).collect();
    let Some(widest) = widest(&others) else { return };
    if let Some((_, room)) = before.iter().find(|(child, _)| !is_in(&after, *child)) {
        others[widest].1 += room;
    }
    if let Some(&child) = after.iter().find(|child| !is_in(&old, **child)) {
        let room = share(tree, child).clamp(0.1 * width, 0.4 * width);
        others[widest].1 = (others[widest].1 - room).max(0.2 * width);
        others.push((child, room));
    }
    set_widths(tree, &others);
}

fn root(tree: &Tree<Pane>) -> Option<&Linear> {
    match tree.tiles.get(tree.root()?) {
        Some(Tile::Container(Container::Linear(root))) if root.dir == LinearDir::Horizontal => Some(root),
        _ => None,
    }
}

fn share(tree: &Tree<Pane>, child: TileId) -> f32 {
    root(tree).map_or(0.0, |root| root.shares[child])
}

fn visible(tree: &Tree<Pane>) -> Vec<TileId> {
    let children = root(tree).map_or(&[][..], |root| &root.children);
    children.iter().copied().filter(|&child| tree.tiles.is_visible_in_layout(child)).collect()
}

/// Widths of the panels side by side, in points.
fn widths(tree: &Tree<Pane>, width: f32) -> Vec<(TileId, f32)> {
    let children = visible(tree);
    let total: f32 = children.iter().map(|&child| share(tree, child)).sum();
    children.into_iter().map(|child| (child, share(tree, child) / total * width)).collect()
}

fn set_widths(tree: &mut Tree<Pane>, widths: &[(TileId, f32)]) {
    let Some(root) = tree.root() else { return };
    if let Some(Tile::Container(Container::Linear(root))) = tree.tiles.get_mut(root) {
        widths.iter().for_each(|&(child, width)| root.shares.set_share(child, width));
    }
}

fn widest(widths: &[(TileId, f32)]) -> Option<usize> {
    (0..widths.len()).max_by(|&a, &b| widths[a].1.total_cmp(&widths[b].1))
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
    root.shares.set_share(list, 0.322);
    root.shares.set_share(centre, 0.918);
    root.shares.set_share(side, 0.26);
    let root = tiles.insert_new(Tile::Container(Container::Linear(root)));
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width_of(tree: &Tree<Pane>, idx: usize, width: f32) -> f32 {
        widths(tree, width)[idx].1.round()
    }

    #[test]
    fn in_a_flat_window_canvas_and_matrices_stand_side_by_side() {
        assert!(is_flat(egui::vec2(1920.0, 450.0)) && !is_flat(egui::vec2(1280.0, 720.0)));
        let mut tree = default_tree();
        let dir = |tree: &Tree<Pane>| {
            let tile = tree.tiles.find_pane(&Pane::Canvas).unwrap();
            match tree.tiles.get(tree.tiles.parent_of(tile).unwrap()) {
                Some(Tile::Container(Container::Linear(centre))) => centre.dir,
                other => panic!("{other:?}"),
            }
        };
        turn(&mut tree, true);
        assert_eq!(dir(&tree), LinearDir::Horizontal);
        turn(&mut tree, false);
        assert_eq!(dir(&tree), LinearDir::Vertical);
    }

    #[test]
    fn the_canvas_gives_the_list_its_room_and_takes_it_back() {
        let mut tree = default_tree();
        let side = width_of(&tree, 2, 1280.0);
        set_shown(&mut tree, Pane::List, false, 1280.0);
        keep_widths(&mut tree, 1280.0, 800.0);
        assert_eq!((visible(&tree).len(), width_of(&tree, 1, 800.0)), (2, side), "the operator keeps its width");
        set_shown(&mut tree, Pane::List, true, 800.0);
        let all: Vec<f32> = (0..3).map(|idx| width_of(&tree, idx, 800.0)).collect();
        assert_eq!((all[0], all[2]), (width_of(&default_tree(), 0, 1280.0), side));
        assert!(all[1] > 250.0, "{all:?}");
    }
}
