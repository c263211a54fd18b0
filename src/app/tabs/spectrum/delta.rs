//! The impulse response of a node: on the graph, as a row of M, and for all s.

use std::sync::Arc;

use eframe::egui::{Label, RichText, ScrollArea, Ui};

use super::{
    graph_view::{GraphView, Shown, fills},
    row::{bars_ui, spread_ui},
};
use crate::{
    app::{
        state::{Pair, command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{
            heading::heading_ui,
            heatmap::Heatmap,
            maths::maths_ui,
            parts::{part_ui, split},
        },
        work::{
            spectra::MOST_NODES,
            spectral::{MAX_HOPS, Powers, Spread},
        },
    },
    pooling::{
        Params,
        trace::{SparseValue, Value},
    },
    spectral::{Filter, Spectrum},
    symbols,
    view::palette::Rgb,
};

/// Seconds between two steps of s while it plays.
const STEP: f64 = 0.7;

#[derive(Default)]
pub(super) struct DeltaPage {
    pub graph: GraphView,
    map: Heatmap,
    /// Index into `NAMES`.
    filter: usize,
    found: Option<Found>,
    spread: Option<Rows>,
    /// While playing: time of the next step, and whether it belongs to the same undo step as the previous one.
    next_step: Option<(f64, bool)>,
}

/// Cache key of the row.
type Key = (Version, u32, Filter, bool);

/// Impulse response for every s.
struct Rows {
    of: (Version, u32),
    version: Version,
    value: Value,
}

struct Found {
    key: Key,
    /// Row of M, by node.
    row: Vec<f64>,
    fills: Vec<Rgb>,
    /// Nodes within s hops.
    near: Vec<u32>,
    /// Nodes with K_t > 0.
    n_positive: usize,
    /// Whether these are the nodes within s hops.
    is_exact: bool,
}

const NAMES: [&str; 3] = ["filter g of the paper", labels::spectrum::HEAT_KERNEL, labels::spectrum::LOW_PASS];

impl DeltaPage {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        powers: &Arc<Powers>,
        spread: Option<&Arc<Spread>>,
        filters: [Filter; 3],
        explored: &Explored,
        commands: &mut Vec<Command>,
    ) {
        let (node, _) = crate::app::widgets::maths::chosen_pair(cx.state, 0, &powers.level);
        if powers.of.spectrum.is_none() {
            self.filter = 0;
        }
        self.look_at(powers, node, filters[self.filter], ui.visuals().dark_mode);
        self.play(ui, cx, commands);
        let parts = split(ui.available_rect_before_wrap(), &[0.32, 0.46, 0.22], 12.0);
        let name = &explored.levels[0].names[node as usize];
        let Self { graph, map, found: Some(found), spread: kept, .. } = self else { return };
        part_ui(ui, parts[0], "graph", |ui| {
            let title = format!("impulse at {name} · rings: within {} hops", powers.s);
            let shown = Shown { title, fills: &found.fills, edges: &[], ringed: &found.near, pair: None };
            let output = graph.ui(ui, cx, explored, shown, commands);
            let lock = |(_, node)| Command::Lock(Some(Pair { level: 0, row: node, col: node }));
            commands.extend(output.clicked.map(lock));
        });
        let middle = parts[1];
        // The map has one row per s.
        let cut = (middle.top() + 0.4 * middle.height()).round();
        part_ui(ui, middle.with_max_y(cut), "row", |ui| {
            bars_ui(ui, cx, explored, (node, name), (&found.row, &found.fills), commands);
        });
        part_ui(ui, middle.with_min_y(cut + 8.0), "spread", |ui| match spread {
            Some(spread) => {
                let of = (spread.version, node);
                let rows = match kept.take().filter(|rows| rows.of == of) {
                    Some(rows) => rows,
                    None => Rows { of, version: Version::next(), value: Value::Dense(spread.rows(node)) },
                };
                let rows = kept.insert(rows);
                spread_ui(ui, map, cx, explored, (node, rows.version, &rows.value), powers.s, commands);
            }
            None if powers.of.spectrum.is_some() => drop(ui.spinner()),
            None => drop(ui.weak(format!(
                "The response for all s is available for graphs of up to {MOST_NODES} nodes; use the slider of s above."
            ))),
        });
        part_ui(ui, parts[2], "text", |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.text_ui(ui, powers, name));
        });
    }

    /// Computes the row, once per node and filter.
    fn look_at(&mut self, powers: &Powers, node: u32, filter: Filter, is_dark: bool) {
        let key = (powers.version, node, filter, is_dark);
        if self.found.as_ref().is_some_and(|found| found.key == key) {
            return;
        }
        let (Some(m), Some(k_t), Some(a)) =
            (powers.level.sparse(&symbols::M), powers.level.sparse(&symbols::K_T), powers.level.sparse(&symbols::A))
        else {
            return;
        };
        let n = m.pattern.n_rows();
        let row: Vec<f64> = match (filter, &powers.of.spectrum) {
            (Filter::Paper { .. }, _) | (_, None) => (0..n).map(|col| m.get(node as usize, col)).collect(),
            (_, Some(spectrum)) => filtered_delta(spectrum, filter, node as usize),
        };
        let near = within(a, node, powers.s);
        let positive: Vec<u32> = (0..n as u32).filter(|&col| k_t.get(node as usize, col as usize) > 0.0).collect();
        let fills = fills(&row, is_dark);
        self.found = Some(Found { key, fills, row, n_positive: positive.len(), is_exact: near == positive, near });
    }

    fn play(&mut self, ui: &Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let Some((due, is_same_gesture)) = self.next_step else { return };
        let now = ui.input(|input| input.time);
        let params = &cx.state.view().params;
        if now >= due {
            if params.s >= MAX_HOPS {
                self.next_step = None;
                return;
            }
            let params = Params { s: params.s + 1, ..params.clone() };
            commands.push(Command::SetParams { params, is_same_gesture });
            self.next_step = Some((now + STEP, true));
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
    }

    fn text_ui(&mut self, ui: &mut Ui, powers: &Powers, name: &str) {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.y = 20.0;
        heading_ui(ui, "Filter");
        for (idx, filter) in NAMES.into_iter().enumerate() {
            let is_there = idx == 0 || powers.of.spectrum.is_some();
            ui.add_enabled_ui(is_there, |ui| ui.radio_value(&mut self.filter, idx, filter));
        }
        let is_playing = self.next_step.is_some();
        ui.horizontal(|ui| {
            if ui
                .button(if is_playing { labels::PAUSE } else { "Play s" })
                .on_hover_text("Increase s step by step")
                .clicked()
            {
                self.next_step = (!is_playing).then(|| (ui.input(|input| input.time), false));
            }
        });
        let Some(found) = &self.found else { return };
        heading_ui(ui, "Hops");
        let colour = ui.visuals().text_color();
        let line = |ui: &mut Ui, text: String| maths_ui(ui, &text, 12.0, colour);
        line(ui, labels::spectrum::within(powers.s, name, found.near.len()));
        line(ui, labels::spectrum::positive(found.n_positive));
        let verdict =
            if found.is_exact { labels::spectrum::EXACTLY_WITHIN } else { "The sets differ: underflow to 0." };
        line(ui, verdict.to_owned());
        if self.filter != 0 {
            let text = labels::spectrum::NOT_LOCAL;
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        } else {
            let text = "Click a node to place the impulse.";
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }
}

/// Nodes within `s` hops, in ascending order, by breadth-first search.
fn within(a: &SparseValue, from: u32, hops: usize) -> Vec<u32> {
    let mut is_near = vec![false; a.pattern.n_rows()];
    let mut border = vec![from];
    if let Some(start) = is_near.get_mut(from as usize) {
        *start = true;
    }
    for _ in 0..hops {
        let mut next = Vec::new();
        for &other in border.iter().flat_map(|&node| a.pattern.row(node as usize)) {
            if !std::mem::replace(&mut is_near[other as usize], true) {
                next.push(other);
            }
        }
        border = next;
    }
    (0..).zip(is_near).filter(|(_, is_near)| *is_near).map(|(node, _)| node).collect()
}

/// Row i of U g(Λ) Uᵀ.
fn filtered_delta(spectrum: &Spectrum, filter: Filter, node: usize) -> Vec<f64> {
    let u = &spectrum.eigenvectors;
    let g = spectrum.eigenvalues.iter().enumerate().map(|(idx, &value)| filter.at(value, idx) * u[[node, idx]]);
    u.dot(&ndarray::Array1::from_iter(g)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_is_filtered_as_the_whole_matrix_is() {
        let a = ndarray::array![[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        let spectrum = Spectrum::of_adjacency(&a).unwrap();
        let filter = Filter::Heat { t: 0.7 };
        let whole: ndarray::Array2<f64> = spectrum.filtered(filter);
        let row = filtered_delta(&spectrum, filter, 1);
        assert!(row.iter().zip(whole.row(1)).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
