//! The arithmetic of a pair of nodes.

use eframe::egui::{FontFamily, Label, RichText, Ui};

use crate::{
    app::{
        state::{Hover, Pair, State, explored::Explored, labels},
        widgets::{
            explain::explained,
            heading::heading_ui,
            maths::maths,
            places::{self, Place},
        },
    },
    pooling::trace::Value,
    symbols::{A, C, E, K_S, K_T, R, Symbol},
    view::scale::significant,
};

pub(crate) fn pair_ui(ui: &mut Ui, state: &State, explored: &Explored) {
    let drawn = ui.scope(|ui| numbers_ui(ui, state, explored));
    places::mark(ui, Place::Pair, drawn.response.rect);
}

fn numbers_ui(ui: &mut Ui, state: &State, explored: &Explored) {
    heading_ui(ui, "Pair");
    // After a change of parameters a coarse level may have fewer nodes than when the pair was locked.
    let is_there = |pair: &Pair| {
        let level = explored.levels.get(pair.level);
        level.is_some_and(|level| (pair.row.max(pair.col) as usize) < level.names.len())
    };
    match (state.shown_pair().filter(is_there), state.hover()) {
        (Some(pair), _) => pair_lines(ui, explored, pair),
        (None, Hover::Node { level, node }) => node_lines(ui, explored, level, node),
        _ => {
            ui.weak(labels::explore::PAIR_HINT);
        }
    }
}

/// A line of arithmetic with a tooltip for its symbols.
fn line(ui: &mut Ui, symbols: &[&Symbol], text: String) {
    explained(ui.add(Label::new(RichText::new(text).monospace().size(12.0)).wrap()), symbols, "");
}

/// The same with subscripts; node names may contain `_`, so this is for text without names.
fn formula(ui: &mut Ui, symbols: &[&Symbol], text: &str) {
    let job = maths(text, 12.0, FontFamily::Monospace, ui.visuals().text_color());
    explained(ui.add(Label::new(job).wrap()), symbols, "");
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
    let entry = |symbol: &Symbol| explored.entry(pair.level, symbol, pair.row, pair.col);
    match (entry(&K_T), entry(&K_S), entry(&R)) {
        (Some(k_t), Some(k_s), Some(r)) => {
            formula(ui, &[&R, &K_T, &K_S], &format!("r = k_t · k_s = {} · {} = {}", short(k_t), short(k_s), short(r)));
        }
        (None, Some(k_s), Some(r)) => {
            let a = entry(&A).unwrap_or(0.0);
            formula(ui, &[&R, &A, &K_S], &format!("r = a · k_s = {} · {} = {}", short(a), short(k_s), short(r)));
        }
        (Some(_), None, Some(r)) => formula(ui, &[&R, &K_T], &format!("r = k_t = {}", short(r))),
        _ => {
            if let Some(a) = entry(&A) {
                line(ui, &[&A], format!("a = {}", short(a)));
            }
        }
    }
    if let Some(share) = contribution(explored, pair) {
        line(ui, &[&E], format!("{}({}) = {}", labels::explore::CONTRIBUTION, name(pair.row), short(share)));
    }
    for node in [pair.row, pair.col] {
        node_rank(ui, explored, pair.level, node);
        if pair.row == pair.col {
            break;
        }
    }
    membership(ui, explored, pair);
}

fn node_lines(ui: &mut Ui, explored: &Explored, level: usize, node: u32) {
    let Some(found) = explored.levels.get(level) else { return };
    let name = found.names.get(node as usize).map_or("?", String::as_str);
    ui.label(labels::explore::node(name, node, level));
    node_rank(ui, explored, level, node);
}

/// R_ij / Σ_{k≠j} R_kj, the contribution of node j to E_i.
fn contribution(explored: &Explored, pair: Pair) -> Option<f64> {
    let r = explored.trace.levels.get(pair.level)?.sparse(&R)?;
    explored.levels.get(pair.level)?.scores.as_ref()?;
    if pair.row == pair.col {
        return None;
    }
    let col = pair.col as usize;
    let volume: f64 = r.pattern.range(col).filter(|&at| r.pattern.cols()[at] != pair.col).map(|at| r.values[at]).sum();
    (volume > 0.0).then(|| r.get(pair.row as usize, col) / volume)
}

fn node_rank(ui: &mut Ui, explored: &Explored, level: usize, node: u32) {
    let Some(found) = explored.levels.get(level).filter(|found| (node as usize) < found.names.len()) else { return };
    let ranked_by = explored.trace.levels[level].ranked_by;
    let (Some(symbol), Some(scores), Some(rank)) = (ranked_by, &found.scores, &found.rank) else { return };
    let seeds = explored.trace.levels[level].seeds().unwrap_or_default();
    let (name, value, place) = (&found.names[node as usize], scores[node as usize], rank[node as usize] + 1);
    let rank = labels::explore::rank(place, rank.len(), seeds.contains(&node));
    line(ui, &[symbol], format!("{symbol}({name}) = {}{rank}", short(value)));
}

/// Assignment weight of one node in the cluster of the other, if that is a seed.
fn membership(ui: &mut Ui, explored: &Explored, pair: Pair) {
    let trace = &explored.trace.levels[pair.level];
    let (Some(seeds), Some(Value::Sparse(c))) = (trace.seeds(), trace.get(&C)) else { return };
    let names = &explored.levels[pair.level].names;
    for (seed, member) in [(pair.row, pair.col), (pair.col, pair.row)] {
        if let Some(row) = seeds.iter().position(|&other| other == seed) {
            let weight = c.get(row, member as usize);
            let (seed, member) = (&names[seed as usize], &names[member as usize]);
            line(ui, &[&C], format!("c({seed}, {member}) = {}", short(weight)));
        }
        if pair.row == pair.col {
            break;
        }
    }
}

fn short(value: f64) -> String {
    significant(value, 4)
}
