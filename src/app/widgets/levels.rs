//! The levels of a pooled graph on a canvas: their looks as long as those stay the same, where their nodes are, and a camera
//! that is fitted to each new graph.

use std::sync::Arc;

use eframe::egui::Ui;

use super::canvas::{Canvas, CanvasInput, CanvasLook, CanvasOutput, Lit, Spot};
use crate::{
    app::state::{explored::Explored, version::Version},
    view::{look::Pooled, picture::LevelLook},
};

/// A canvas with levels. `Key` is all that decides about their looks, the version of the trace among it.
pub struct Levels<Key> {
    pub canvas: Canvas,
    /// Level by level; changes here persist until the key changes.
    pub looks: Vec<LevelLook>,
    key: Option<Key>,
    /// Where the nodes of level 0 are that the others were placed by.
    placed: Option<Arc<Vec<[f32; 2]>>>,
    /// The graph that the camera was fitted to.
    graph: Option<(Version, usize)>,
}

impl<Key> Default for Levels<Key> {
    fn default() -> Self {
        Self { canvas: Canvas::default(), looks: Vec::new(), key: None, placed: None, graph: None }
    }
}

impl<Key: PartialEq> Levels<Key> {
    /// Looks at the levels again when something that is seen of them has changed, and puts their nodes where they are.
    pub fn refresh(
        &mut self,
        explored: &Explored,
        positions: Arc<Vec<[f32; 2]>>,
        key: Key,
        looks: impl FnOnce(&Pooled<'_>) -> Vec<LevelLook>,
    ) {
        if self.key.as_ref() != Some(&key) {
            (self.key, self.placed) = (Some(key), None);
            self.looks = looks(&explored.pooled());
        }
        let graph = Some(explored.original());
        if self.graph != graph {
            self.graph = graph;
            self.canvas.fit();
        }
        if self.placed.as_ref() != Some(&positions) {
            Pooled::place(&explored.trace, &mut self.looks, &positions);
            self.placed = Some(positions);
        }
    }

    /// Draws them.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        look: CanvasLook,
        lit: &[Lit<'_>],
        menu: &mut dyn FnMut(&mut Ui, usize, Spot),
    ) -> CanvasOutput {
        self.canvas.ui(ui, &CanvasInput { levels: &self.looks, look, lit }, menu)
    }

    /// Shows the graphs whole.
    pub fn fit(&mut self) {
        self.canvas.fit();
    }
}
