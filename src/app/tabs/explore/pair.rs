//! The card of a pair of nodes, or of one: its arithmetic, cluster, degree, and its rows of R and C as small bars.

use eframe::egui::{FontFamily, Label, RichText, Ui};

use super::{
    arithmetic::{self, cluster, contribution},
    mini_bars::{MiniBars, mini_bars_ui},
};
use crate::{
    app::{
        state::{
            Hover, Pair, State,
            command::{Command, ShellCommand},
            explored::Explored,
            labels,
        },
        widgets::{
            equation::equation_ui,
            explain::explained,
            heading::heading_ui,
            maths::maths,
            places::{self, Place},
        },
    },
    pooling::trace::Value,
    symbols::{A, C, E, K_S, K_T, R, Symbol},
    view::{palette, scale::significant},
};

/// Size of the equation.
const EQUATION: f32 = 16.0;

pub(crate) fn pair_ui(ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    let drawn = ui.scope(|ui| card_ui(ui, state, explored, commands));
    places::mark(ui, Place::Pair, drawn.response.rect);
}

fn card_ui(ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    heading_ui(ui, "Pair");
    // After a change of parameters a coarse level may have fewer nodes than when the pair was locked.
    let is_there = |pair: &Pair| {
        let level = explored.levels.get(pair.level);
        level.is_some_and(|level| (pair.row.max(pair.col) as usize) < level.names.len())
    };
    let of_node = match state.hover() {
        Hover::Node { level, node } => Some(Pair { level, row: node, col: node }),
        _ => None,
    };
    let Some(pair) = state.shown_pair().or(of_node).filter(is_there) else {
        ui.weak(labels::explore::PAIR_HINT);
        return;
    };
    if pair.row == pair.col {
        let name = &explored.levels[pair.level].names[pair.row as usize];
        ui.label(labels::explore::node(name, pair.row, pair.level));
    } else {
        pair_lines(ui, explored, pair);
    }
    for node in nodes(pair) {
        node_lines(ui, explored, pair.level, node);
    }
    membership(ui, explored, pair);
    bars(ui, explored, pair, commands);
    ui.horizontal(|ui| {
        if ui.button(labels::explore::COPY_LATEX).clicked() {
            let what = labels::explore::ARITHMETIC.to_owned();
            commands.push(ShellCommand::CopyAs { what, text: arithmetic::card(explored, pair) }.into());
        }
    });
}

fn nodes(pair: Pair) -> Vec<u32> {
    if pair.row == pair.col { vec![pair.row] } else { vec![pair.row, pair.col] }
}

/// A line of arithmetic with a tooltip for its symbols.
fn line(ui: &mut Ui, symbols: &[&Symbol], text: String) {
    explained(ui.add(Label::new(RichText::new(text).monospace().size(12.0)).wrap()), symbols, "");
}

fn pair_lines(ui: &mut Ui, explored: &Explored, pair: Pair) {
    let Some(level) = explored.levels.get(pair.level) else { return };
    let name = |node: u32| level.names.get(node as usize).map_or("?", String::as_str);
    let hops = match explored.hops(pair.level, pair.row, pair.col) {
        Some(0) => "same node".to_owned(),
        Some(hops) => labels::explore::hops(hops),
        None => "not connected".to_owned(),
    };
    ui.label(labels::explore::pair(name(pair.row), name(pair.col), &hops));
    match arithmetic::proximity(explored, pair) {
        Some(tex) => {
            ui.add_space(4.0);
            let drawn = equation_ui(ui, &tex, EQUATION, ui.visuals().text_color());
            let symbols =
                [&R, &K_T, &K_S].into_iter().filter(|symbol| explored.trace.levels[pair.level].get(symbol).is_some());
            explained(drawn, &symbols.collect::<Vec<_>>(), "");
            ui.add_space(4.0);
        }
        None => {
            if let Some(a) = explored.entry(pair.level, &A, pair.row, pair.col) {
                line(ui, &[&A], format!("a = {}", short(a)));
            }
        }
    }
    if let Some([_, _, share]) = contribution(explored, pair) {
        line(ui, &[&E], format!("{}({}) = {}", labels::explore::CONTRIBUTION, name(pair.row), short(share)));
    }
}

/// Rank, degree and cluster of a node.
fn node_lines(ui: &mut Ui, explored: &Explored, level: usize, node: u32) {
    let Some(found) = explored.levels.get(level).filter(|found| (node as usize) < found.names.len()) else { return };
    let trace = &explored.trace.levels[level];
    let name = &found.names[node as usize];
    if let (Some(symbol), Some(scores), Some(rank)) = (trace.ranked_by, &found.scores, &found.rank) {
        let seeds = trace.seeds().unwrap_or_default();
        let place = labels::explore::rank(rank[node as usize] + 1, rank.len(), seeds.contains(&node));
        line(ui, &[symbol], format!("{symbol}({name}) = {}{place}", short(scores[node as usize])));
    }
    let degree = trace.sparse(&A).map(|a| a.row(node).filter(|&(other, a)| other != node && a > 0.0).count());
    let cluster = cluster(explored, level, node).map(|(row, weight)| {
        let seed = trace.seeds().and_then(|seeds| found.names.get(*seeds.get(row as usize)? as usize)).cloned();
        (row, seed.unwrap_or_else(|| row.to_string()), weight)
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.weak(labels::explore::degree(name, degree.unwrap_or(0)));
        if let Some((row, seed, weight)) = cluster {
            let [r, g, b] = palette::cluster(row as usize);
            let (dot, _) = ui.allocate_exact_size(eframe::egui::vec2(9.0, 12.0), eframe::egui::Sense::hover());
            ui.painter().circle_filled(dot.center(), 4.0, eframe::egui::Color32::from_rgb(r, g, b));
            ui.weak(labels::explore::in_cluster(&seed, &short(weight)));
        }
    });
}

/// Assignment weight of one node in the cluster of the other, if that is a seed.
fn membership(ui: &mut Ui, explored: &Explored, pair: Pair) {
    let trace = &explored.trace.levels[pair.level];
    let (Some(seeds), Some(Value::Sparse(c))) = (trace.seeds(), trace.get(&C)) else { return };
    let names = &explored.levels[pair.level].names;
    for (seed, member) in [(pair.row, pair.col), (pair.col, pair.row)] {
        if pair.row == pair.col {
            break;
        }
        if let Some(row) = seeds.iter().position(|&other| other == seed) {
            let weight = c.get(row, member as usize);
            let (seed, member) = (&names[seed as usize], &names[member as usize]);
            line(ui, &[&C], format!("c({seed}, {member}) = {}", short(weight)));
        }
    }
}

/// The row of R of the first node, and its column of C: how much of it is in each cluster.
fn bars(ui: &mut Ui, explored: &Explored, pair: Pair, commands: &mut Vec<Command>) {
    let (trace, level) = (&explored.trace.levels[pair.level], &explored.levels[pair.level]);
    let name = &level.names[pair.row as usize];
    let accent = ui.visuals().hyperlink_color;
    let other = (pair.row != pair.col).then_some(pair.col);
    let title = |ui: &mut Ui, text: String| {
        ui.add_space(4.0);
        ui.label(maths(&text, 11.0, FontFamily::Proportional, ui.visuals().weak_text_color()));
    };
    if let Some(r) = trace.sparse(&R) {
        let mut values = vec![0.0; level.names.len()];
        r.row(pair.row).filter(|&(node, _)| node != pair.row).for_each(|(node, value)| values[node as usize] = value);
        title(ui, labels::explore::row_of("R", name));
        let bars = MiniBars {
            label: labels::explore::row_of("R", name),
            order: &explored.orders[pair.level],
            values: &values,
            colour: &|_| accent,
            lit: other,
        };
        if let Some(node) = mini_bars_ui(ui, &bars, &|node| format!("R({name}, {})", level.names[node as usize])) {
            let pair = Pair { level: pair.level, row: pair.row, col: node };
            commands.push(Command::Hover(Hover::Pair(pair)));
        }
    }
    let Some(c) = trace.get(&C).filter(|value| value.is_matrix()) else { return };
    let n_clusters = c.shape().map_or(0, |(rows, _)| rows as u32);
    let values: Vec<f64> = (0..n_clusters).map(|row| c.at(row, pair.row).unwrap_or(0.0)).collect();
    let order: Vec<u32> = (0..n_clusters).collect();
    let cluster_name = |row: u32| {
        let coarse = explored.levels.get(pair.level + 1).and_then(|coarse| coarse.names.get(row as usize));
        coarse.cloned().unwrap_or_else(|| row.to_string())
    };
    title(ui, labels::explore::column_of("C", name));
    let colour = |row: u32| {
        let [r, g, b] = palette::cluster(row as usize);
        eframe::egui::Color32::from_rgb(r, g, b)
    };
    let label = labels::explore::column_of("C", name);
    let bars = MiniBars { label, order: &order, values: &values, colour: &colour, lit: None };
    if let Some(row) = mini_bars_ui(ui, &bars, &|row| format!("C({}, {name})", cluster_name(row))) {
        commands.push(Command::Hover(Hover::Node { level: pair.level + 1, node: row }));
    }
}

fn short(value: f64) -> String {
    significant(value, 4)
}
