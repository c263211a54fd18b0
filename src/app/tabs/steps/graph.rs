//! The graph of the level with the animation of the step; the last step turns it into the coarsened graph.

use eframe::egui::Ui;

use super::picture::Picture;
use crate::{
    app::{
        state::{
            Hover, Pair,
            action::Action,
            command::{Command, ShellCommand},
            explored::Explored,
            version::Version,
        },
        tabs::Cx,
        widgets::{
            canvas::moves,
            canvas::{Arrangement, Canvas, CanvasInput, CanvasLook, Lit, Spot},
            export_menu::figure_item,
        },
    },
    view::{
        look::{ColourBy, Pooled},
        palette::Rgb,
        picture::LevelLook,
    },
};

/// A canvas with all levels, one on screen.
#[derive(Default)]
pub struct StepGraph {
    canvas: Canvas,
    looks: Vec<LevelLook>,
    /// Label colours, restored after a step with its own colours.
    labels: Vec<Vec<Rgb>>,
    key: Option<(Version, bool)>,
    /// The graph that the camera was fitted to.
    graph: Option<(Version, usize)>,
}

impl StepGraph {
    pub fn fit(&mut self) {
        self.canvas.fit();
    }

    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        (level, pair): (usize, Pair),
        picture: &Picture,
        commands: &mut Vec<Command>,
    ) {
        let Some(layout) = cx.layout else { return };
        self.refresh(explored, ui.visuals().dark_mode);
        let graph = Some(explored.original());
        if self.graph != graph {
            self.graph = graph;
            self.canvas.fit();
        }
        Pooled::place(&explored.trace, &mut self.looks, &layout.positions());
        self.dress(explored, level, picture);
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
        let look = CanvasLook { arrangement, are_hulls_shown: false, are_labels_shown: true };
        let input = CanvasInput { levels: &self.looks, look, lit: &[lit] };
        let mut menu = |ui: &mut Ui, _: usize, _: Spot| {
            figure_item(ui, "pipeline", commands);
            if ui.button(Action::Fit.label()).clicked() {
                commands.push(Command::Shell(ShellCommand::Fit));
                ui.close();
            }
        };
        let output = self.canvas.ui(ui, &input, &mut menu);
        commands.extend(output.hovered.map(|(level, node)| Command::Hover(Hover::Node { level, node })));
        commands.extend(moves(&output));
        if let Some((at, node)) = output.clicked
            && at == level
        {
            commands.push(Command::Lock(Some(Pair::after(cx.state.view().locked, level, node))));
        }
    }

    fn refresh(&mut self, explored: &Explored, is_dark: bool) {
        let key = Some((explored.version, is_dark));
        if self.key != key {
            self.key = key;
            let pooled = explored.pooled();
            let look = |level| pooled.look(level, ColourBy::Label, None, is_dark).0;
            self.looks = (0..explored.levels.len()).map(look).collect();
            // The step has its own legend above the graph.
            self.looks.iter_mut().for_each(|look| look.title.clear());
            self.labels = self.looks.iter().map(|look| look.nodes.iter().map(|node| node.fill).collect()).collect();
        }
    }

    /// Applies the colours and seeds of the step.
    fn dress(&mut self, explored: &Explored, level: usize, picture: &Picture) {
        let (Some(look), Some(labels)) = (self.looks.get_mut(level), self.labels.get(level)) else { return };
        let seeds = explored.trace.levels[level].seeds().unwrap_or_default();
        let fills = picture.fills.as_ref().unwrap_or(labels);
        for (node, &fill) in look.nodes.iter_mut().zip(fills) {
            node.fill = fill;
            node.is_seed = false;
            // Dropped nodes are unknown before C is computed.
            node.is_dropped = false;
        }
        // Seeds of the next level do not belong to this pooling.
        for node in self.looks.get_mut(level + 1).map_or(&mut [][..], |coarse| &mut coarse.nodes) {
            node.is_seed = false;
            node.is_dropped = false;
        }
        let Some(look) = self.looks.get_mut(level) else { return };
        for &seed in &seeds[..picture.n_seeds.min(seeds.len())] {
            look.nodes[seed as usize].is_seed = true;
        }
    }
}
