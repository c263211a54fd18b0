//! What nodes are ranked by, as bars in the order of the ranking, with the cut between kept and other nodes.

use eframe::egui::{Ui, vec2};

use crate::{
    app::{
        state::{Hover, Pair, State, command::Command, explored::Explored, labels},
        widgets::{
            bars::{Bars, bars_ui, reading_ui},
            heading::heading_ui,
            parts::part_ui,
        },
    },
    view::look::ColourBy,
};

const HEIGHT: f32 = 128.0;

/// Nothing where no score decides.
pub(crate) fn scores_ui(ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    let level = state.view().level.min(explored.levels.len() - 1);
    let (found, trace) = (&explored.levels[level], &explored.trace.levels[level]);
    let (Some(symbol), Some(values), Some(rank)) = (trace.ranked_by, &found.scores, &found.rank) else { return };
    let name = labels::explore::scores(symbol.name, symbol.text);
    heading_ui(ui, &name);
    let mut order = vec![0; rank.len()];
    for (node, &place) in rank.iter().enumerate() {
        order[place as usize] = node as u32;
    }
    let seeds = trace.seeds().unwrap_or_default();
    let fills = explored.pooled().fills(level, ColourBy::Coupling, ui.visuals().dark_mode);
    let banded = match state.hover() {
        Hover::Node { level: at, node } if at == level => Some(node),
        Hover::Pair(Pair { level: at, col, .. }) if at == level => Some(col),
        _ => None,
    };
    let bars = Bars {
        label: labels::explore::bars_of(&name, level),
        y_title: &labels::explore::kept_left(symbol.text),
        order: &order,
        values,
        fills: &fills,
        names: &found.names,
        seeds,
        most: 0.0,
        lit: &[],
        banded,
        cut: Some((seeds.len(), String::new())),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), eframe::egui::Sense::hover());
    let (response, under) = part_ui(ui, rect, "scores", |ui| bars_ui(ui, &bars));
    if let Some(node) = under {
        commands.push(Command::Hover(Hover::Node { level, node }));
        reading_ui(response, symbol.text, &found.names[node as usize], values[node as usize]);
    }
}
