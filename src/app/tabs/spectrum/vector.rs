//! One eigenvector on the graph, and its smoothness as a sum over edges (Eq. 3).

use eframe::egui::{Label, RichText, ScrollArea, Sense, Ui, vec2};

use super::graph_view::{GraphView, Shown, signed_fills};
use crate::{
    app::{
        state::{Hover, Pair, command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{equation::equation_ui, heading::heading_ui, maths::below},
    },
    spectral::{Eigenpairs, Smoothness},
    symbols,
    view::{look::ColourBy, palette::Rgb, scale::significant},
};

/// Width in points of the whole equation of the smoothness.
const ROOM_FOR_LEFT_SIDE: f32 = 230.0;
/// Maximum number of edges listed and highlighted.
const MAX_NAMED: usize = 8;

#[derive(Default)]
pub(super) struct VectorView {
    pub graph: GraphView,
    found: Option<Found>,
}

struct Found {
    version: Version,
    at: usize,
    /// Its place in the whole spectrum, from 0.
    number: usize,
    is_dark: bool,
    fills: Vec<Rgb>,
    smoothness: Smoothness,
    lit: Vec<(u32, u32, f32)>,
}

impl VectorView {
    /// Computes colours and edge terms, once per eigenvector.
    pub(super) fn look_at(&mut self, explored: &Explored, spectrum: Eigenpairs<'_>, at: usize, is_dark: bool) {
        let key = (explored.version, at, is_dark);
        if self.found.as_ref().is_some_and(|found| (found.version, found.at, found.is_dark) == key) {
            return;
        }
        let vector = spectrum.vectors.column(at).to_vec();
        let smoothness = match explored.trace.levels.first().and_then(|level| level.get(&symbols::A)) {
            Some(a) => {
                let entries: Vec<_> = a.entries().collect();
                Smoothness::compute(entries.iter().copied(), &vector)
            }
            None => Smoothness::default(),
        };
        let most = smoothness.terms.first().map_or(0.0, |term| term.value).max(1e-12);
        let strong = smoothness.terms.iter().take(MAX_NAMED).filter(|term| smoothness.share(term) > 1e-6);
        let lit = strong.map(|term| (term.a, term.b, (term.value / most) as f32)).collect();
        let fills = signed_fills(&vector, is_dark);
        self.found =
            Some(Found { version: explored.version, at, number: spectrum.number(at), is_dark, fills, smoothness, lit });
    }

    pub(super) fn graph_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, explored: &Explored, commands: &mut Vec<Command>) {
        let Self { graph, found: Some(found) } = self else { return };
        let pair = cx.state.shown_pair().filter(|pair| pair.level == 0).map(|pair| (pair.row, pair.col));
        let shown = Shown {
            title: format!("u{} · teal: negative, brown: positive", below(found.number + 1)),
            fills: &found.fills,
            edges: &found.lit,
            ringed: &[],
            pair: pair.filter(|(row, col)| row != col),
        };
        let output = graph.ui(ui, cx, explored, shown, commands);
        commands.extend(output.clicked.map(|(_, node)| crate::app::widgets::maths::choose(cx.state, node)));
    }

    /// The sum, its largest terms, and a note for a degenerate eigenvalue.
    pub(super) fn terms_ui(
        &self,
        ui: &mut Ui,
        explored: &Explored,
        spectrum: Eigenpairs<'_>,
        commands: &mut Vec<Command>,
    ) {
        let Some(found) = &self.found else { return };
        let number = below(found.number + 1);
        let lambda = spectrum.values[found.at];
        heading_ui(ui, &format!("λ{number} = {}", short(lambda)));
        let run = spectrum.degenerate_with(found.at);
        if run.len() > 1 {
            let (fold, place) = (run.len(), found.at - run.start + 1);
            ui.add(Label::new(RichText::new(labels::spectrum::degenerate(fold, &number, place)).small().weak()).wrap());
        }
        let total = short(found.smoothness.total);
        // On a narrow panel the left side would make all of it too small to read.
        let left = if ui.available_width() < ROOM_FOR_LEFT_SIDE { "" } else { r"u^\top L u = " };
        let sum = format!(
            r"{left}\frac{{1}}{{2}} \sum_{{i,j}} A_{{ij}} \left( \frac{{u_i}}{{\sqrt{{d_i}}}} - \frac{{u_j}}{{\sqrt{{d_j}}}} \right)^2 = {total}"
        );
        equation_ui(ui, &sum, 15.0, ui.visuals().text_color())
            .on_hover_text("Eq. 3 of the paper: the sum over edges equals the eigenvalue");
        ui.add_space(2.0);
        // As many rows as fit, the last one for the remaining edges.
        let n_rows = (((ui.available_height() - 34.0) / 19.0) as usize).clamp(3, MAX_NAMED + 1) - 1;
        ScrollArea::vertical().auto_shrink([false, true]).max_height(ui.available_height() - 34.0).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            self.rows_ui(ui, explored, found, n_rows, commands);
        });
        let colour = ColourBy::Eigenvector(found.number);
        let button = ui.small_button("Use this colouring in Explore");
        if button.on_hover_text("Colour the nodes in Explore by this eigenvector, at every level").clicked() {
            commands.push(Command::SetColour(colour));
        }
    }

    fn rows_ui(&self, ui: &mut Ui, explored: &Explored, found: &Found, most: usize, commands: &mut Vec<Command>) {
        let names = &explored.levels[0].names;
        let terms = &found.smoothness.terms;
        let is_named = |share: f64| share > 1e-6;
        let n_shown = if terms.len() <= most + 1 { most + 1 } else { most };
        let named = terms.iter().take(n_shown).filter(|term| is_named(found.smoothness.share(term)));
        let largest = terms.first().map_or(0.0, |term| found.smoothness.share(term));
        let mut rest = found.smoothness.total;
        let mut n_named = 0;
        for term in named {
            rest -= term.value;
            n_named += 1;
            let share = found.smoothness.share(term);
            let name = format!("{}–{}", names[term.a as usize], names[term.b as usize]);
            if row_ui(ui, &name, term.value, share, (share / largest) as f32) {
                commands.push(Command::Hover(Hover::Pair(Pair { level: 0, row: term.a, col: term.b })));
            }
        }
        match (n_named, terms.len() - n_named) {
            (0, 0) => drop(ui.weak("No edges")),
            (0, n) => drop(ui.weak(labels::spectrum::equal_ends(n))),
            (_, 0) => {}
            (_, n) => {
                let share = if found.smoothness.total > 0.0 { rest / found.smoothness.total } else { 0.0 };
                row_ui(ui, &format!("{n} more"), rest.max(0.0), share.max(0.0), 0.0);
            }
        }
    }
}

/// `C3–N7   0.112   29 %` over a bar; returns whether it is hovered.
fn row_ui(ui: &mut Ui, name: &str, value: f64, share: f64, bar: f32) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    let accent = ui.visuals().hyperlink_color;
    let filled = rect.with_max_x(rect.left() + bar * rect.width());
    ui.painter().rect_filled(filled, 2.0, accent.gamma_multiply(0.22));
    let font = eframe::egui::FontId::monospace(12.0);
    let (text, muted) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let middle = rect.center().y;
    let at = |x: f32| eframe::egui::pos2(x, middle);
    use eframe::egui::Align2;
    ui.painter().text(at(rect.left() + 4.0), Align2::LEFT_CENTER, name, font.clone(), text);
    ui.painter().text(at(rect.right() - 46.0), Align2::RIGHT_CENTER, short(value), font.clone(), text);
    let percent = format!("{:.0} %", 100.0 * share);
    ui.painter().text(at(rect.right() - 4.0), Align2::RIGHT_CENTER, &percent, font, muted);
    let label = format!("{name}: {}, {percent}", short(value));
    response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Label, true, &label));
    response.hovered()
}

fn short(value: f64) -> String {
    significant(if value.abs() < 1e-12 { 0.0 } else { value }, 4)
}
