//! The spectral view of a graph: its eigenvalues, the filter g(λ) = (1 − λ/2)^s for several s, and the
//! smoothest eigenvectors on the graph.

use super::{Choices, Example, Figure, Needs};
use crate::{
    figure::{
        FigureData, FigureError,
        ink::Ink,
        options::Options,
        page::{Page, columns},
        panel::{
            axes::{Axis, Plot},
            bar,
            fit::{Fit, Placed},
            graph,
        },
        scene::{Anchor, Rect, Scene, Stroke},
        text::{self, RichText, cap_mm, line_mm},
    },
    graph::Graph,
    spectral::{Filter, Spectrum},
    view::{
        palette::ColourMap,
        picture::{EdgeLook, LevelLook, NodeLook},
        scale::{Scale, significant},
        shading::Shading,
    },
};

pub(super) static FIGURE: Figure = Figure {
    key: "spectrum",
    title: "Spectrum",
    about: "eigenvalues, the filter for several s, eigenvectors on the graph",
    needs: Needs::SPECTRUM.and(Needs::LAYOUT),
    choices: Choices { maps: false, node_colours: false, operators: false, labels: false },
    example: Some(Example { graph: 0, methods: &["proxpool"] }),
    build: spectrum_fig,
};

const PLOT_MM: f64 = 36.0;
const GAP_MM: f64 = 5.0;
/// An eigenvalue below this is 0 but for rounding.
const ROUNDING: f64 = 1e-9;
/// Powers whose filters are drawn, beside the one that is in use.
const HOPS: [usize; 5] = [1, 2, 3, 4, 8];

pub(super) fn spectrum_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let (_, graph) = data.graph()?;
    let missing = || FigureError::Missing("the spectrum of this graph is not available".to_owned());
    let spectrum = data.spectrum.as_ref().ok_or_else(missing)?;
    let is_narrow = options.width_mm < 120.0;
    let n_vectors = spectrum.n().min(4);
    let n_cols = if is_narrow { n_vectors.min(2) } else { n_vectors };
    let n_rows = n_vectors.div_ceil(n_cols.max(1));
    let looks: Vec<LevelLook> =
        (0..n_vectors).map(|idx| look(graph, spectrum, idx, &data.positions, options)).collect();
    let shading = shading(spectrum, n_vectors, options);
    let bar_mm = {
        let probe = Page::new(options, "", "", |_| 50.0);
        bar::room_mm(&probe, &shading) + 2.0
    };
    let placed = [Placed { positions: &data.positions, has_loops: false }];
    let panel_width = |width: f64| (width - bar_mm - (n_cols - 1) as f64 * 3.0) / n_cols as f64;
    let head_mm = line_mm(options.font_pt) + 0.4;
    let graph_height = |width: f64| {
        let panel = panel_width(width);
        Fit::height_mm(&placed, panel, options.font_pt).min(panel).max(10.0)
    };
    let plots_mm = if is_narrow { 2.0 * PLOT_MM + GAP_MM } else { PLOT_MM };
    let natural = |width: f64| {
        plots_mm
            + head_mm
            + GAP_MM
            + n_rows as f64 * (head_mm + graph_height(width))
            + (n_rows - 1) as f64 * 2.0
            + if is_narrow { head_mm } else { 0.0 }
    };
    let title = format!("Spectrum of {}", data.graph_name());
    let mut page = Page::new(options, &title, &caption(data), natural);
    let body = page.body;
    let vectors_mm = n_rows as f64 * head_mm + (n_rows - 1) as f64 * 2.0;
    let graph_mm = graph_height(body.w).min((body.h - GAP_MM - vectors_mm) * 0.5 / n_rows as f64);
    let plots = Rect { h: body.h - GAP_MM - vectors_mm - n_rows as f64 * graph_mm, ..body };
    if graph_mm < 6.0 || plots.h < 18.0 {
        return Err(super::kernels::no_room("the plots", options));
    }
    let cut = if is_narrow { crate::figure::page::rows(plots, 2, GAP_MM) } else { columns(plots, 2, GAP_MM + 2.0) };
    eigenvalues(&mut page, cut[0], spectrum);
    filters(&mut page, cut[1], spectrum, data.params.s);

    let top = plots.bottom() + GAP_MM;
    for (idx, look) in looks.iter().enumerate() {
        let (row, col) = (idx / n_cols, idx % n_cols);
        let width = panel_width(body.w);
        let x = body.x + col as f64 * (width + 3.0);
        let y = top + row as f64 * (head_mm + graph_mm + 2.0);
        let value = spectrum.eigenvalues[idx];
        let value = if value.abs() < ROUNDING { 0.0 } else { value };
        let symbol = format!("u_{{{}}}", idx + 1);
        page.heading([x, y], width, &symbol, &format!("λ = {}", significant(value, 3)));
        let fit = Fit::new(&placed, Rect::new(x, y + head_mm, width, graph_mm), options.font_pt);
        graph::draw(&mut page, &fit, look);
    }
    let height = n_rows as f64 * (head_mm + graph_mm + 2.0) - head_mm - 2.0;
    let bar_rect = Rect::new(body.right() - bar_mm + 2.0, top + head_mm, bar_mm - 2.0, height);
    bar::draw(&mut page, bar_rect, &shading);
    Ok(page.scene)
}

fn shading(spectrum: &Spectrum, n_vectors: usize, options: &Options) -> Shading {
    let most = (0..n_vectors).flat_map(|idx| spectrum.eigenvectors.column(idx).to_vec());
    let most = most.fold(1e-9_f64, |most, entry| most.max(entry.abs()));
    Shading {
        beyond: [false; 2],
        range: (-most, most),
        scale: Scale::Linear,
        ramp: ColourMap::TealBrown.on(Ink::new(options.ground).is_dark),
        empty: Ink::new(options.ground).empty,
    }
}

/// The graph with the entries of an eigenvector as colours.
fn look(graph: &Graph, spectrum: &Spectrum, idx: usize, positions: &[[f32; 2]], options: &Options) -> LevelLook {
    let shading = shading(spectrum, spectrum.n().min(4), options);
    let node = |&entry: &f64| NodeLook { fill: shading.colour(entry), ..NodeLook::default() };
    let edge = |&[a, b]: &[u32; 2]| EdgeLook { a, b, width_weight: 1.0, bond: crate::view::picture::Bond::Plain };
    LevelLook {
        positions: positions.to_vec(),
        nodes: spectrum.eigenvectors.column(idx).iter().map(node).collect(),
        edges: graph.edges.iter().map(edge).collect(),
        ..LevelLook::default()
    }
}

fn eigenvalues(page: &mut Page<'_>, area: Rect, spectrum: &Spectrum) {
    let head = page.heading_mm();
    page.heading([area.x, area.y], area.w, "λ_i", "eigenvalues of L");
    let n = spectrum.n();
    let x = Axis::new((0.0, n as f64 + 1.0), 6, "i");
    let x =
        Axis { ticks: x.ticks.into_iter().filter(|t| *t >= 1.0 && *t <= n as f64 && t.fract() == 0.0).collect(), ..x };
    let inner = Rect { y: area.y + head, h: area.h - head, ..area };
    let plot = Plot::within(page, inner, x, Axis::new((0.0, 2.0), 5, "λ_i"));
    plot.grid(page);
    let accent = page.ink.accent;
    let unit = page.unit();
    let radius = (0.3 * plot.rect.w / (n as f64 + 1.0)).clamp(0.14, 0.6 * unit);
    for (idx, &value) in spectrum.eigenvalues.iter().enumerate() {
        let at = plot.at(idx as f64 + 1.0, value);
        page.scene.line([at[0], plot.rect.bottom()], at, Stroke { opacity: 0.45, ..Stroke::new(0.16 * unit, accent) });
        page.scene.disc(at, radius, accent);
    }
}

/// The filters, and where on them the eigenvalues are.
fn filters(page: &mut Page<'_>, area: Rect, spectrum: &Spectrum, s_used: usize) {
    let head = page.heading_mm();
    page.heading([area.x, area.y], area.w, "g(λ) = (1 − λ/2)^s", "");
    let inner = Rect { y: area.y + head, h: area.h - head, ..area };
    let size = page.options.small_pt();
    let label_mm = text::width_mm("s = 16", page.words(Anchor::Start).face, size) + 1.2;
    let inner = Rect { w: inner.w - label_mm, ..inner };
    let plot = Plot::within(page, inner, Axis::new((0.0, 2.0), 5, "λ"), Axis::new((0.0, 1.0), 5, "g(λ)"));
    plot.grid(page);
    let mut hops: Vec<usize> = HOPS.to_vec();
    if !hops.contains(&s_used) {
        hops.push(s_used);
        hops.sort_unstable();
    }
    // Names stand where the curves are far apart: at the left, in a column of their own.
    let line = line_mm(size);
    let viridis = ColourMap::Viridis.on(page.ink.is_dark);
    for (rank, &s) in hops.iter().enumerate() {
        let filter = Filter::Paper { s };
        // From what stands out most to what can still be seen as a thin line.
        let colour = viridis.at(0.95 - 0.68 * rank as f64 / (hops.len() - 1).max(1) as f64);
        let width = page.unit() * if s == s_used { 0.55 } else { 0.28 };
        let points: Vec<(f64, f64)> = (0..=100).map(|at| f64::from(at) / 50.0).map(|x| (x, filter.at(x, 1))).collect();
        plot.curve(page, &points, Stroke::new(width, colour));
        if s == s_used {
            for (idx, &value) in spectrum.eigenvalues.iter().enumerate() {
                page.scene.disc(plot.at(value, filter.at(value, idx)), 0.45 * page.unit(), colour);
            }
        }
        let y = plot.rect.y + (rank as f64 + 0.5) * line;
        let x = plot.rect.right() + 1.0;
        let style = crate::figure::page::Style { colour: page.ink.text, ..page.notes(Anchor::Start) };
        page.scene.line([x - 3.6, y], [x - 1.0, y], Stroke::new(width, colour));
        page.text([x, y + cap_mm(size) / 2.0], &RichText::plain(&format!("s = {s}")), style);
    }
}

fn caption(data: &FigureData<'_>) -> String {
    format!(
        "Spectrum of {}: eigenvalues λ_i of the normalised Laplacian, the filter g for several orders s (eigenvalues \
         marked at s = {}), and the smoothest eigenvectors on the graph.",
        data.graph_name(),
        data.params.s
    )
}
