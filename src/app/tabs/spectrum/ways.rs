//! K_t as a matrix polynomial, by full and by truncated eigendecomposition, with the differences.

use std::{sync::Arc, time::Duration};

use eframe::egui::{Label, Rect, RichText, Ui, vec2};

use crate::{
    app::{
        state::{command::Command, explored::Explored, labels, version::Versions},
        tabs::Cx,
        widgets::{
            heatmap::Heatmap,
            maths::maths_ui,
            matrix::PairMap,
            parts::{part_ui, split},
        },
        work::spectral::{First, Other, Powers},
    },
    pooling::trace::Value,
    spectral::Spectrum,
    symbols, units,
    view::{palette::ColourMap, scale::significant},
};

/// Minimum width of a map whose text fits on one line, in points.
const ONE_LINE: f32 = 230.0;

#[derive(Default)]
pub(super) struct WaysPage {
    maps: [Heatmap; 5],
}

struct Map<'a> {
    /// Column on the page.
    place: usize,
    symbol: &'a str,
    title: &'a str,
    value: &'a Value,
    versions: Versions,
    map: ColourMap,
    range: (f64, f64),
}

impl WaysPage {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        powers: &Arc<Powers>,
        first: Option<&Arc<First>>,
        explored: &Explored,
        commands: &mut Vec<Command>,
    ) {
        // Without eigenvectors there is only one map.
        let shares: &[f32] = if powers.whole.is_some() { &[1.0; 5] } else { &[1.0, 1.0] };
        let parts = split(ui.available_rect_before_wrap(), shares, 12.0);
        let versions = [powers.version, explored.version].into();
        if let Some(k_t) = powers.level.get(&symbols::K_T) {
            part_ui(ui, parts[0], "powers", |ui| {
                above_ui(ui, "Polynomial", &format!("{} · {}", micros(powers.time), labels::spectrum::DEFAULT_METHOD));
                let map = kernel(0, "K_t", "structure kernel", k_t, versions);
                self.map_ui(ui, cx, explored, &map, commands);
            });
        }
        let Some(whole) = &powers.whole else { return };
        let decomposition = micros(powers.of.time);
        part_ui(ui, parts[1], "whole", |ui| {
            above_ui(
                ui,
                "Eigendecomposition",
                &format!("{decomposition} {}{}", labels::spectrum::DECOMPOSITION, micros(whole.time)),
            );
            let map = kernel(1, "K_U", "U g(Λ) U^T, normalised", &whole.kernel, versions);
            self.map_ui(ui, cx, explored, &map, commands);
        });
        part_ui(ui, parts[2], "whole difference", |ui| {
            above_ui(ui, "Difference", &gap_text(whole, explored));
            self.map_ui(ui, cx, explored, &difference(2, "ΔK_U", whole, versions), commands);
        });
        let Some((first, other)) = first.and_then(|first| Some((first, first.other.as_ref()?))) else {
            part_ui(ui, parts[3], "waiting", |ui| ui.spinner());
            return;
        };
        let versions = [powers.version, explored.version, first.version].into();
        part_ui(ui, parts[3], "first", |ui| {
            let title = labels::spectrum::truncated(first.m, powers.n());
            let below = if other.least < -1e-9 {
                format!(", min {}", significant(other.least, 2).replace('-', "−"))
            } else {
                String::new()
            };
            above_ui(ui, &title, &format!("{decomposition} + {}{below}", micros(other.time)));
            let map = kernel(
                3,
                "K_m",
                "cosine similarity of the first m eigenvectors (Shi and Malik)",
                &other.kernel,
                versions,
            );
            self.map_ui(ui, cx, explored, &map, commands);
        });
        part_ui(ui, parts[4], "first difference", |ui| {
            // Titles of one line, so that the maps align.
            let title = if ui.available_width() < ONE_LINE { "Difference" } else { "Difference from polynomial" };
            above_ui(ui, title, &gap_text(other, explored));
            self.map_ui(ui, cx, explored, &difference(4, "ΔK_m", other, versions), commands);
        });
    }

    fn map_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, explored: &Explored, map: &Map<'_>, commands: &mut Vec<Command>) {
        let map_of_pairs = PairMap {
            symbol: map.symbol,
            title: map.title,
            value: map.value,
            versions: map.versions,
            order: &explored.orders[0],
            explored,
            seeds: &[],
            locked: cx.state.view().locked,
            colours: (map.map, map.range),
        };
        let clicked = map_of_pairs.ui(ui, &mut self.maps[map.place], cx.state.hover(), commands);
        if let Some(pair) = clicked {
            commands.push(Command::Lock((cx.state.view().locked != Some(pair)).then_some(pair)));
        }
    }
}

/// All kernels share one colour scale.
fn kernel<'a>(place: usize, symbol: &'a str, title: &'a str, value: &'a Value, versions: Versions) -> Map<'a> {
    // A truncated cosine can be negative; its map is then a diverging one, from −1.
    Map { place, symbol, title, value, versions, map: ColourMap::Viridis, range: (0.0, 1.0) }
}

fn difference<'a>(place: usize, symbol: &'a str, other: &'a Other, versions: Versions) -> Map<'a> {
    // Round-off is drawn as 0.
    let most = other.gap.largest.max(1e-12);
    let title = "entrywise difference";
    Map { place, symbol, title, value: &other.difference, versions, map: ColourMap::TealBrown, range: (-most, most) }
}

/// Multiplicity of the eigenvalue whose eigenspace a truncation after m eigenvectors splits, if it does: then the result
/// depends on the choice of basis.
pub(super) fn cut_through(spectrum: &Spectrum, m: usize) -> Option<usize> {
    let last = m.checked_sub(1).filter(|&last| last < spectrum.n())?;
    let run = spectrum.degenerate_with(last);
    (run.end > m).then_some(run.len())
}

fn above_ui(ui: &mut Ui, title: &str, below: &str) {
    ui.spacing_mut().item_spacing.y = 2.0;
    maths_ui(ui, title, 13.0, ui.visuals().text_color());
    // Same height for all texts, so that the maps align.
    let height = if ui.available_width() < ONE_LINE { 30.0 } else { 15.0 };
    let room = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
    part_ui(ui, room, "below", |ui| ui.add(Label::new(RichText::new(below).small().weak()).wrap()));
    ui.advance_cursor_after_rect(room);
}

/// `max |Δ| 0.41 (C3–N7), RMS 0.12`.
fn gap_text(other: &Other, explored: &Explored) -> String {
    let gap = &other.gap;
    let name = |node: usize| explored.levels[0].names.get(node).map_or("", String::as_str);
    if gap.largest < 1e-12 {
        return format!("max |Δ| {} {}", significant(gap.largest, 2), labels::spectrum::ROUND_OFF);
    }
    let (row, col) = gap.at;
    let (most, mean) = (significant(gap.largest, 3), significant(gap.root_mean_square, 2));
    format!("max |Δ| {most} ({}–{}), RMS {mean}", name(row), name(col))
}

fn micros(time: Duration) -> String {
    units::short_time(time.as_secs_f64() * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_within_equal_eigenvalues_is_told() {
        // A triangle: 0, 3/2, 3/2.
        let triangle = ndarray::array![[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]];
        let spectrum = Spectrum::of_adjacency(&triangle).unwrap();
        assert_eq!([0, 1, 2, 3, 9].map(|m| cut_through(&spectrum, m)), [None, None, Some(2), None, None]);
    }
}
