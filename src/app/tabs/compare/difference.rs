//! The difference of two operators: seeds, and a matrix of one minus that of the other.

use std::sync::Arc;

use eframe::egui::{ComboBox, FontFamily, Label, Rect, RichText, Role, Ui, WidgetInfo, pos2};

use super::card::{Caption, Card, first, numbers_height, numbers_ui, title_ui};
use crate::{
    app::{
        state::{command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{
            heatmap::Heatmap,
            maths::maths,
            matrix::PairMap,
            parts::{part_ui, split},
            stale,
        },
        work::{
            error::WorkError,
            slot::{Job, Slot},
            spectra::MOST_NODES,
        },
    },
    pooling::{methods, trace::Value},
    spectral::kernels::{Gap, difference},
    trace::compare::{Compared, Seeds},
    view::{
        palette::ColourMap,
        scale::{Scale, significant},
        shading,
    },
};

#[derive(Default)]
pub(super) struct DifferencePage {
    cards: [Card; 2],
    maps: [Heatmap; 3],
    found: Slot<DifferenceQuestion, Found>,
}

pub(super) struct Side {
    pub found: Option<Arc<Explored>>,
    pub error: Option<String>,
    /// Source of the weights.
    pub weights: String,
    /// Whether the pooling belongs to the current view.
    pub is_fresh: bool,
}

#[derive(Clone)]
struct DifferenceQuestion {
    pair: [Arc<Explored>; 2],
    compared: Compared,
}

impl PartialEq for DifferenceQuestion {
    fn eq(&self, other: &Self) -> bool {
        let versions = |of: &Self| [of.pair[0].version, of.pair[1].version];
        versions(self) == versions(other) && self.compared == other.compared
    }
}

struct Found {
    version: Version,
    of: [Arc<Explored>; 2],
    compared: Compared,
    values: [Value; 3],
    gap: Gap,
    /// Common colours of the two matrices.
    colours: (ColourMap, (f64, f64)),
}

const SALTS: [&str; 3] = ["first map", "second map", "difference"];

fn name_of(key: &str) -> &str {
    crate::pooling::method(key).map_or(key, |method| method.name)
}

pub(super) fn choose_pair_ui(ui: &mut Ui, pair: &mut [&'static str; 2]) {
    for (key, label) in pair.iter_mut().zip(["First operator", "Second operator"]) {
        let combo = ComboBox::from_id_salt(label).selected_text(name_of(key)).width(110.0);
        let response = combo.show_ui(ui, |ui| {
            for method in methods() {
                ui.selectable_value(key, method.key, method.name);
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    }
}

impl DifferencePage {
    pub(super) fn is_busy(&self) -> bool {
        self.found.is_busy()
    }

    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        sides: &[Side; 2],
        compared: &mut Compared,
        commands: &mut Vec<Command>,
    ) {
        if let Some(error) = sides.iter().find_map(|side| side.error.as_deref()) {
            ui.add(Label::new(error).wrap());
            return;
        }
        let subject = cx.state.subject();
        let is_of_this = |found: &Arc<Explored>| Some(found.subject()) == subject;
        let (Some(a), Some(b), Some(shown)) =
            (&sides[0].found, &sides[1].found, cx.explored.filter(|shown| is_of_this(shown)))
        else {
            ui.spinner();
            return;
        };
        if !is_of_this(a) || !is_of_this(b) {
            ui.spinner();
            return;
        }
        let space = ui.available_rect_before_wrap();
        let cut = (space.top() + 0.42 * space.height()).round();
        let seeds = Seeds::new(&a.trace.levels[0], &b.trace.levels[0]);
        let parts = split(space.with_max_y(cut), &[1.0, 1.0], 16.0);
        for (idx, (explored, rect)) in [a, b].into_iter().zip(parts).enumerate() {
            let caption = &Caption { weights: &sides[idx].weights, is_fresh: sides[idx].is_fresh };
            let alone = seeds.as_ref().map_or(&[][..], |seeds| if idx == 0 { &seeds.first } else { &seeds.second });
            part_ui(ui, rect, if idx == 0 { "first" } else { "second" }, |ui| {
                self.side_ui(ui, cx, idx, explored, (caption, alone), commands);
            });
        }
        let lower = Rect::from_min_max(pos2(space.left(), cut + 10.0), space.max);
        part_ui(ui, lower, "lower", |ui| {
            matrices_ui(ui, [a, b], seeds.as_ref(), compared);
            self.maps_ui(ui, cx, [a, b], *compared, (&shown.orders[0], shown.version), commands);
        });
    }

    fn side_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        idx: usize,
        explored: &Arc<Explored>,
        (caption, alone): (&Caption<'_>, &[u32]),
        commands: &mut Vec<Command>,
    ) {
        let whole = ui.available_rect_before_wrap();
        let rect = whole.with_min_y(whole.top() + 22.0);
        part_ui(ui, whole.with_max_y(rect.top()), "title", |ui| title_ui(ui, explored, caption));
        let cut = rect.bottom() - numbers_height(rect.width());
        part_ui(ui, rect.with_max_y(cut), "graphs", |ui| {
            self.cards[idx].graphs_ui(ui, cx, explored, alone, commands);
        });
        part_ui(ui, rect.with_min_y(cut), "numbers", |ui| numbers_ui(ui, explored));
    }

    fn maps_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        [a, b]: [&Arc<Explored>; 2],
        compared: Compared,
        (order, order_version): (&[u32], Version),
        commands: &mut Vec<Command>,
    ) {
        if order.len() > MOST_NODES {
            ui.weak(format!("Differences are available for graphs of up to {MOST_NODES} nodes."));
            return;
        }
        self.found.poll();
        let question = DifferenceQuestion { pair: [a.clone(), b.clone()], compared };
        self.found.ask(question, ui.ctx(), &DIFFERENCE);
        if let Some(error) = self.found.error() {
            ui.weak(error);
            return;
        }
        // The previous difference of this graph stays until the next one is ready.
        let Some(found) = self.found.answer().filter(|found| found.of[0].subject() == a.subject()) else {
            ui.spinner();
            return;
        };
        let place = ui.available_rect_before_wrap();
        let ([a, b], compared) = ([&found.of[0], &found.of[1]], found.compared);
        let parts = split(ui.available_rect_before_wrap(), &[1.0; 3], 16.0);
        let versions = [found.version, order_version].into();
        let [a_title, b_title] =
            [(a, 0), (b, 1)].map(|(of, side)| format!("{}: {}", labels::compare::SIDES[side], of.method.name));
        let titles = [a_title, b_title, gap_text(&found.gap, [a, b])];
        for (idx, (rect, title)) in parts.into_iter().zip(titles).enumerate() {
            let name = compared.name();
            let most = found.gap.largest.max(1e-12);
            let (symbol, colours) = match idx {
                0 | 1 => (name.to_owned(), found.colours),
                _ => (format!("Δ{name}"), (ColourMap::TealBrown, (-most, most))),
            };
            let seeds = [a, b].get(idx).map_or(&[][..], |of| of.trace.levels[0].seeds().unwrap_or_default());
            part_ui(ui, rect, SALTS[idx], |ui| {
                ui.add(Label::new(RichText::new(title).small()).truncate());
                let map = PairMap {
                    symbol: &symbol,
                    title: about(compared),
                    value: &found.values[idx],
                    versions,
                    order,
                    explored: a,
                    seeds,
                    locked: None,
                    colours,
                };
                map.ui(ui, &mut self.maps[idx], cx.state.hover(), commands);
            });
        }
        stale::mark(ui, place, self.found.stale_for());
    }
}

fn matrices_ui(ui: &mut Ui, [a, b]: [&Explored; 2], seeds: Option<&Seeds>, compared: &mut Compared) {
    let offered = Compared::all((a.method, &a.trace.levels[0]), (b.method, &b.trace.levels[0]));
    if !offered.contains(compared) {
        *compared = Compared::default();
    }
    ui.horizontal_wrapped(|ui| {
        for offered in offered {
            let text = maths(offered.name(), 13.0, FontFamily::Proportional, ui.visuals().text_color());
            ui.selectable_value(compared, offered, text).on_hover_text(about(offered));
        }
        ui.separator();
        let text = match seeds {
            Some(seeds) => seeds_text(seeds, [a, b]),
            None => "One of the operators has no seeds; it clusters all nodes.".to_owned(),
        };
        ui.add(Label::new(RichText::new(text).small().weak()).truncate());
    });
}

fn about(compared: Compared) -> &'static str {
    match compared {
        Compared::Together => "Which nodes share a cluster, independent of cluster order",
        Compared::BySeed => "Assignment matrix, rows aligned by seed",
        Compared::Symbol(_) => "Matrix of both operators",
    }
}

fn seeds_text(seeds: &Seeds, [a, b]: [&Explored; 2]) -> String {
    let names = |nodes: &[u32]| {
        let names: Vec<&str> = nodes.iter().map(|&node| a.levels[0].names[node as usize].as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { first(&names) }
    };
    let n = seeds.both.len();
    format!(
        "{} · only {}: {} · only {}: {}",
        labels::compare::common_seeds(n),
        a.method.name,
        names(&seeds.first),
        b.method.name,
        names(&seeds.second)
    )
}

const DIFFERENCE: Job<DifferenceQuestion, Found> = Job { name: "difference", run: found };

fn found(question: DifferenceQuestion) -> Result<Found, WorkError> {
    let DifferenceQuestion { pair: of, compared } = question;
    let [first, second] = [&of[0], &of[1]].map(|found| compared.matrix(&found.trace.levels[0]));
    let both = first.zip(second).filter(|(first, second)| first.dim() == second.dim());
    let (first, second) = both.ok_or_else(|| "One of the operators does not have this matrix.".to_owned())?;
    let (less, gap) = difference(&first, &second);
    let values = [first, second, less].map(Value::Dense);
    let map = values[..2].iter().fold(ColourMap::Viridis, |map, value| shading::suited(value, map));
    let [x, y] = [&values[0], &values[1]].map(|value| shading::readable_range(value, Scale::Linear, map));
    let colours = (map, (x.0.min(y.0), x.1.max(y.1)));
    Ok(Found { version: Version::next(), of, compared, gap, colours, values })
}

/// What was taken from what, and how much they differ.
fn gap_text(gap: &Gap, [a, b]: [&Explored; 2]) -> String {
    let name = |node: usize| a.levels[0].names.get(node).map_or("", String::as_str);
    let (row, col) = gap.at;
    if gap.largest < 1e-12 {
        labels::compare::IDENTICAL.to_owned()
    } else {
        format!(
            "{}: max |Δ| {} ({}–{}), RMS {}",
            labels::compare::subtracted(a.method.name, b.method.name),
            significant(gap.largest, 3),
            name(row),
            name(col),
            significant(gap.root_mean_square, 2)
        )
    }
}
