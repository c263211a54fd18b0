//! K_t by powers, by all eigenvectors and by the first m of them, with the differences.

use std::{sync::Arc, time::Duration};

use eframe::egui::{Label, Rect, RichText, Ui, vec2};

use crate::{
    app::{
        state::{command::Command, explored::Explored, version::Versions},
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

/// The width of a map from which on what is said of it fits a line.
const ONE_LINE: f32 = 230.0;

/// The five maps.
#[derive(Default)]
pub struct WaysPage {
    maps: [Heatmap; 5],
}

/// One map: what is written above it, and how it is coloured.
struct Map<'a> {
    /// Where in the page, from the left.
    place: usize,
    symbol: &'a str,
    title: &'a str,
    value: &'a Value,
    versions: Versions,
    map: ColourMap,
    range: (f64, f64),
}

impl WaysPage {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        powers: &Arc<Powers>,
        first: Option<&Arc<First>>,
        explored: &Explored,
        commands: &mut Vec<Command>,
    ) {
        // Without eigenvectors there is one map, which may be large.
        let shares: &[f32] = if powers.whole.is_some() { &[1.0; 5] } else { &[1.0, 1.0] };
        let parts = split(ui.available_rect_before_wrap(), shares, 12.0);
        let versions = [powers.version, explored.version].into();
        if let Some(k_t) = powers.level.get(&symbols::K_T) {
            part_ui(ui, parts[0], "powers", |ui| {
                above_ui(ui, "By powers", &format!("{} · what the program uses", micros(powers.time)));
                let map = kernel(0, "K_t", "structure kernel", k_t, versions);
                self.map_ui(ui, cx, explored, &map, commands);
            });
        }
        let Some(whole) = &powers.whole else { return };
        let decomposition = micros(powers.of.time);
        part_ui(ui, parts[1], "whole", |ui| {
            above_ui(ui, "By U g(Λ) U^T", &format!("{decomposition} to decompose + {}", micros(whole.time)));
            let map = kernel(1, "K_U", "by all eigenvectors", &whole.kernel, versions);
            self.map_ui(ui, cx, explored, &map, commands);
        });
        part_ui(ui, parts[2], "whole difference", |ui| {
            above_ui(ui, "Their difference", &gap_text(whole, explored));
            self.map_ui(ui, cx, explored, &difference(2, "ΔK_U", whole, versions), commands);
        });
        let Some((first, other)) = first.and_then(|first| Some((first, first.other.as_ref()?))) else {
            part_ui(ui, parts[3], "waiting", |ui| ui.spinner());
            return;
        };
        let versions = [powers.version, explored.version, first.version].into();
        part_ui(ui, parts[3], "first", |ui| {
            let title = format!("By the first {} of {}", first.m, powers.n());
            let below = match other.least < -1e-9 {
                true => format!(", least {}", significant(other.least, 2).replace('-', "−")),
                false => String::new(),
            };
            above_ui(ui, &title, &format!("{decomposition} + {}{below}", micros(other.time)));
            let map = kernel(3, "K_m", "cosine of Shi and Malik's features", &other.kernel, versions);
            self.map_ui(ui, cx, explored, &map, commands);
        });
        part_ui(ui, parts[4], "first difference", |ui| {
            above_ui(ui, "Difference from powers", &gap_text(other, explored));
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

/// A map of a kernel: all three have one range, so that colours can be compared.
fn kernel<'a>(place: usize, symbol: &'a str, title: &'a str, value: &'a Value, versions: Versions) -> Map<'a> {
    // With few eigenvectors a cosine can be negative: then 0 is still the dark end, and what is below is as dark.
    Map { place, symbol, title, value, versions, map: ColourMap::Viridis, range: (0.0, 1.0) }
}

fn difference<'a>(place: usize, symbol: &'a str, other: &'a Other, versions: Versions) -> Map<'a> {
    // Nothing but rounding is shown as nothing.
    let most = other.gap.largest.max(1e-12);
    let title = "entry by entry";
    Map { place, symbol, title, value: &other.difference, versions, map: ColourMap::Diverging, range: (-most, most) }
}

/// How often the eigenvalue is there between whose eigenvectors a cut after the first m falls, if it does: then what
/// is kept depends on the basis.
pub fn cut_through(spectrum: &Spectrum, m: usize) -> Option<usize> {
    let last = m.checked_sub(1).filter(|&last| last < spectrum.n())?;
    let run = spectrum.degenerate_with(last);
    (run.end > m).then_some(run.len())
}

fn above_ui(ui: &mut Ui, title: &str, below: &str) {
    ui.spacing_mut().item_spacing.y = 2.0;
    maths_ui(ui, title, 13.0, ui.visuals().text_color());
    // Two lines beside each other's one would move the maps apart: where there is little room all have two.
    let height = if ui.available_width() < ONE_LINE { 30.0 } else { 15.0 };
    let room = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
    part_ui(ui, room, "below", |ui| ui.add(Label::new(RichText::new(below).small().weak()).wrap()));
    ui.advance_cursor_after_rect(room);
}

/// `at most 0.41 (C3–N7), r.m.s. 0.12`.
fn gap_text(other: &Other, explored: &Explored) -> String {
    let gap = &other.gap;
    let name = |node: usize| explored.levels[0].names.get(node).map_or("", String::as_str);
    if gap.largest < 1e-12 {
        return format!("at most {}: rounding", significant(gap.largest, 2));
    }
    let (row, col) = gap.at;
    let (most, mean) = (significant(gap.largest, 3), significant(gap.root_mean_square, 2));
    format!("at most {most} ({}–{}), r.m.s. {mean}", name(row), name(col))
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
