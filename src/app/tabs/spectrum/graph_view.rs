//! The graph in the layout of Explore, with colours given by the page and without seeds.

use eframe::egui::Ui;

use crate::{
    app::{
        state::{
            Hover,
            action::Action,
            command::{Command, ShellCommand},
            explored::Explored,
            version::Version,
        },
        tabs::Cx,
        widgets::{
            canvas::moves,
            canvas::{Arrangement, Canvas, CanvasInput, CanvasLook, CanvasOutput, Lit, Spot},
            export_menu::figure_item,
        },
    },
    view::{
        look::{ColourBy, Pooled},
        palette::{ColourMap, Rgb},
        picture::LevelLook,
    },
};

/// A canvas with one level.
#[derive(Default)]
pub struct GraphView {
    canvas: Canvas,
    looks: Vec<LevelLook>,
    /// Cache key of the looks: trace and theme.
    key: Option<(Version, bool)>,
    /// The graph that the camera was fitted to.
    graph: Option<(Version, usize)>,
}

pub struct Shown<'a> {
    pub title: String,
    pub fills: &'a [Rgb],
    pub edges: &'a [(u32, u32, f32)],
    /// Nodes with a ring around them.
    pub ringed: &'a [u32],
    pub pair: Option<(u32, u32)>,
}

impl GraphView {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        shown: Shown<'_>,
        commands: &mut Vec<Command>,
    ) -> CanvasOutput {
        let Some(layout) = cx.layout else { return CanvasOutput::default() };
        self.refresh(explored, ui.visuals().dark_mode);
        let graph = Some(explored.original());
        if self.graph != graph {
            self.graph = graph;
            self.canvas.fit();
        }
        Pooled::place(&explored.trace, &mut self.looks, &layout.positions());
        if let Some(look) = self.looks.first_mut() {
            look.title = shown.title;
            for (node, &fill) in look.nodes.iter_mut().zip(shown.fills) {
                node.fill = fill;
            }
        }
        let hovered = match cx.state.hover() {
            Hover::Node { level: 0, node } => vec![(node, 1.0)],
            _ => Vec::new(),
        };
        let lit =
            Lit { nodes: &hovered, pair: shown.pair, selected: shown.ringed, edges: shown.edges, ..Lit::default() };
        let look = CanvasLook { arrangement: Arrangement::SideBySide, are_hulls_shown: false, are_labels_shown: true };
        let input = CanvasInput { levels: &self.looks, look, lit: &[lit] };
        let mut menu = |ui: &mut Ui, _: usize, _: Spot| {
            figure_item(ui, "spectrum", commands);
            if ui.button(Action::Fit.label()).clicked() {
                commands.push(Command::Shell(ShellCommand::Fit));
                ui.close();
            }
        };
        let output = self.canvas.ui(ui, &input, &mut menu);
        commands.extend(output.hovered.map(|(level, node)| Command::Hover(Hover::Node { level, node })));
        commands.extend(moves(&output));
        output
    }

    pub fn fit(&mut self) {
        self.canvas.fit();
    }

    fn refresh(&mut self, explored: &Explored, is_dark: bool) {
        let key = Some((explored.version, is_dark));
        if self.key != key {
            self.key = key;
            let (mut look, _) = explored.pooled().look(0, ColourBy::Label, None, is_dark);
            for node in &mut look.nodes {
                node.is_seed = false;
                node.is_dropped = false;
            }
            self.looks = vec![look];
        }
    }
}

/// A diverging colour map if any value is negative, else a sequential one from 0.
pub fn fills(values: &[f64]) -> Vec<Rgb> {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(1e-12);
    let is_signed = values.iter().any(|&value| value < -1e-9 * most);
    let colour = |value: f64| match is_signed {
        true => ColourMap::Diverging.at(0.5 + 0.5 * value / most),
        false => ColourMap::Viridis.at(value / most),
    };
    values.iter().map(|&value| colour(value)).collect()
}

/// A diverging colour map, also for an eigenvector without negative entries.
pub fn signed_fills(values: &[f64]) -> Vec<Rgb> {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(1e-12);
    values.iter().map(|&value| ColourMap::Diverging.at(0.5 + 0.5 * value / most)).collect()
}
