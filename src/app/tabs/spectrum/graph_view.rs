//! The graph in the layout of Explore, with colours given by the page and without seeds.

use eframe::egui::Ui;

use crate::{
    app::{
        state::{Hover, command::Command, explored::Explored, version::Version},
        tabs::Cx,
        widgets::{
            canvas::{Arrangement, CanvasLook, CanvasOutput, Lit, touches},
            export_menu::graph_items,
            levels::Levels,
        },
    },
    view::{
        look::ColourBy,
        palette::{ColourMap, Rgb},
    },
};

/// A canvas with one level.
#[derive(Default)]
pub(super) struct GraphView {
    levels: Levels<(Version, bool)>,
}

pub(super) struct Shown<'a> {
    pub title: String,
    pub fills: &'a [Rgb],
    pub edges: &'a [(u32, u32, f32)],
    /// Nodes with a ring around them.
    pub ringed: &'a [u32],
    pub pair: Option<(u32, u32)>,
}

impl GraphView {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        shown: Shown<'_>,
        commands: &mut Vec<Command>,
    ) -> CanvasOutput {
        let Some(layout) = cx.layout else { return CanvasOutput::default() };
        let is_dark = ui.visuals().dark_mode;
        self.levels.refresh(explored, layout.live.positions(), (explored.version, is_dark), |pooled| {
            let (mut look, _) = pooled.look(0, ColourBy::Label, None, is_dark);
            for node in &mut look.nodes {
                node.is_seed = false;
                node.is_dropped = false;
            }
            vec![look]
        });
        if let Some(look) = self.levels.looks.first_mut() {
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
        let look = CanvasLook::new(Arrangement::SideBySide);
        let output = self.levels.ui(ui, look, &[lit], &mut |ui, _, _| graph_items(ui, "spectrum", commands));
        commands.extend(touches(&output));
        output
    }

    pub(super) fn fit(&mut self) {
        self.levels.fit();
    }
}

/// A diverging colour map if any value is negative, else a sequential one from 0.
pub(super) fn fills(values: &[f64], is_dark: bool) -> Vec<Rgb> {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(1e-12);
    let is_signed = values.iter().any(|&value| value < -1e-9 * most);
    if is_signed {
        signed_fills(values, is_dark)
    } else {
        let viridis = ColourMap::Viridis.on(is_dark);
        values.iter().map(|&value| viridis.at(value / most)).collect()
    }
}

/// A diverging colour map, also for an eigenvector without negative entries.
pub(super) fn signed_fills(values: &[f64], is_dark: bool) -> Vec<Rgb> {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(1e-12);
    let ramp = ColourMap::TealBrown.on(is_dark);
    values.iter().map(|&value| ramp.at(0.5 + 0.5 * value / most)).collect()
}
