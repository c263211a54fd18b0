//! What was done to the nodes of a canvas.

use super::CanvasOutput;
use crate::app::state::{Hover, command::Command};

/// What the pointer is on, and what hands did to the nodes.
pub fn touches(output: &CanvasOutput) -> impl Iterator<Item = Command> + use<> {
    let hover = output.hovered.map(|(level, node)| Command::Hover(Hover::Node { level, node }));
    hover.into_iter().chain(moves(output))
}

/// What hands did to the nodes of a canvas. Coarse nodes cannot be moved: they sit where their seeds are.
pub fn moves(output: &CanvasOutput) -> impl Iterator<Item = Command> + use<> {
    let is_same_gesture = !output.is_drag_new;
    let dragged = output.dragged.filter(|(level, ..)| *level == 0);
    let unpinned = output.unpinned.filter(|(level, _)| *level == 0);
    let drag = dragged.map(|(_, node, position)| Command::Drag { node, position, is_same_gesture });
    drag.into_iter().chain(unpinned.map(|(_, node)| Command::Unpin(node)))
}
