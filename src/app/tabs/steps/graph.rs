//! The graph of the level with the animation of the step; the last step turns it into the coarsened graph.

use eframe::egui::Ui;

use super::picture::Picture;
use crate::{
    app::{
        state::{Hover, Pair, command::Command, explored::Explored, version::Version},
        tabs::Cx,
        widgets::{
            canvas::{Arrangement, CanvasLook, Lit, touches},
            export_menu::graph_items,
            levels::Levels,
        },
    },
    view::{
        look::ColourBy,
        palette::{ColourMap, Rgb},
        picture::LevelLook,
    },
};

/// A canvas with all levels, one on screen.
#[derive(Default)]
pub(super) struct StepGraph {
    levels: Levels<(Version, bool)>,
    /// Label colours, restored after a step with its own colours.
    labels: Vec<Vec<Rgb>>,
}

impl StepGraph {
    pub(super) fn fit(&mut self) {
        self.levels.fit();
    }

    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        (level, pair): (usize, Pair),
        picture: &Picture,
        commands: &mut Vec<Command>,
    ) {
        let Some(layout) = cx.layout else { return };
        let is_dark = ui.visuals().dark_mode;
        self.levels.refresh(explored, layout.live.positions(), (explored.version, is_dark), |pooled| {
            // What the graph shows is said above it, in the words of the step.
            let untitled =
                |level| LevelLook { title: String::new(), ..pooled.look(level, ColourBy::Label, None, is_dark).0 };
            let looks: Vec<LevelLook> = (0..explored.levels.len()).map(untitled).collect();
            self.labels = looks.iter().map(|look| look.nodes.iter().map(|node| node.fill).collect()).collect();
            looks
        });
        self.dress(explored, level, picture, is_dark);
        let mut lit_nodes = picture.lit.clone();
        if let Hover::Node { level: at, node } = cx.state.hover()
            && at == level
        {
            lit_nodes.push((node, 1.0));
        }
        let other = if picture.is_pair_joined { pair.col } else { pair.row };
        let lit = Lit {
            level,
            nodes: &lit_nodes,
            pair: Some((pair.row, other)),
            selected: &picture.ringed,
            edges: &picture.links,
            ..Lit::default()
        };
        let arrangement = Arrangement::One(level + usize::from(picture.is_coarse));
        let look = CanvasLook::new(arrangement);
        let output = self.levels.ui(ui, look, &[lit], &mut |ui, _, _| graph_items(ui, "pipeline", commands));
        commands.extend(touches(&output));
        if let Some((at, node)) = output.clicked
            && at == level
        {
            commands.push(Command::Lock(Some(Pair::after(cx.state.view().locked, level, node))));
        }
    }

    /// Applies the colours and seeds of the step.
    fn dress(&mut self, explored: &Explored, level: usize, picture: &Picture, is_dark: bool) {
        let (Some(look), Some(labels)) = (self.levels.looks.get_mut(level), self.labels.get(level)) else { return };
        let seeds = explored.trace.levels[level].seeds().unwrap_or_default();
        let viridis = ColourMap::Viridis.on(is_dark);
        let coloured = picture.values.as_ref().map(|values| values.iter().map(|&value| viridis.at(value)).collect());
        let fills: &Vec<Rgb> = coloured.as_ref().unwrap_or(labels);
        for (node, &fill) in look.nodes.iter_mut().zip(fills) {
            node.fill = fill;
            node.is_seed = false;
            // Dropped nodes are unknown before C is computed.
            node.is_dropped = false;
        }
        // Seeds of the next level do not belong to this pooling.
        for node in self.levels.looks.get_mut(level + 1).map_or(&mut [][..], |coarse| &mut coarse.nodes) {
            node.is_seed = false;
            node.is_dropped = false;
        }
        let Some(look) = self.levels.looks.get_mut(level) else { return };
        for &seed in &seeds[..picture.n_seeds.min(seeds.len())] {
            look.nodes[seed as usize].is_seed = true;
        }
    }
}
