//! The Steps tab: the pipeline as numbered steps. Each shows its equation, one sentence, the equation with values, and
//! an animation on the graph and in the matrices.

mod card;
mod facts;
mod graph;
mod maps;
mod numbers;
mod picture;
mod player;
mod projection;
mod step;
mod strip;

use std::sync::Arc;

use eframe::egui::{Context, Frame, Key, Margin, Modifiers, Rect, Ui, pos2};

use self::{
    card::{Card, card_ui},
    facts::Facts,
    graph::StepGraph,
    maps::{Shown, StepMaps},
    numbers::filled,
    picture::{Picture, picture},
    player::Player,
    projection::projection_ui,
    step::{Kind, Step, steps},
    strip::{Moves, strip_ui},
};
use super::{Cx, TabPage};
use crate::{
    app::{
        state::{
            Hover, Pair, State,
            arguments::WindowArguments,
            command::{Command, ShellCommand},
            explored::Explored,
            labels,
        },
        widgets::{
            bars::{Bars, bars_ui, reading_ui},
            chooser::chooser_ui,
            export_menu::plot_menu,
            heading::heading_ui,
            maths::{chosen_pair, maths_ui},
            parameter::parameter_bar_ui,
            parts::{part_ui, split},
            stale,
        },
    },
    pooling::METHODS,
    view::palette,
};

#[derive(Default)]
pub(crate) struct StepsTab {
    player: Player,
    graph: StepGraph,
    maps: StepMaps,
    /// Number of steps in the last frame.
    n_steps: usize,
    is_moving: bool,
}

impl TabPage for StepsTab {
    fn new(_: &WindowArguments) -> Self {
        Self::default()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if !cx.state.is_presenting() {
                ui.horizontal_wrapped(|ui| {
                    chooser_ui(ui, cx.state, commands);
                    ui.separator();
                    let view = cx.state.view();
                    parameter_bar_ui(ui, view.method.parameters.iter().copied(), &view.params, cx.focus, commands);
                });
            }
            match cx.explored {
                Some(explored) => {
                    let picture = ui.available_rect_before_wrap();
                    self.explored_ui(ui, cx, explored, commands);
                    stale::mark(ui, picture, cx.stale);
                }
                None => drop(ui.spinner()),
            }
        });
    }

    fn is_busy(&self) -> bool {
        self.is_moving || self.player.is_playing
    }

    fn fit(&mut self) {
        self.graph.fit();
    }

    fn pressed(&self, ctx: &Context) -> Option<Command> {
        pressed(ctx)
    }
}

impl StepsTab {
    /// The step `by` further on, clamped. Stops playback.
    pub(crate) fn moved(&mut self, from: usize, by: isize) -> usize {
        self.player.is_playing = false;
        from.min(self.n_steps.saturating_sub(1)).saturating_add_signed(by).min(self.n_steps.saturating_sub(1))
    }

    /// Starts or stops playback; returns the first step.
    pub(crate) fn play(&mut self, from: usize) -> usize {
        self.player.is_playing = !self.player.is_playing;
        let is_at_end = from + 1 >= self.n_steps;
        if self.player.is_playing {
            self.player.restart();
        }
        if self.player.is_playing && is_at_end { 0 } else { from }
    }

    fn explored_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, explored: &Arc<Explored>, commands: &mut Vec<Command>) {
        self.is_moving = false;
        let level = cx.state.view().level.min(explored.levels.len().saturating_sub(2));
        let steps = steps(&explored.trace.levels[level]);
        let pair = pair_of(cx.state, explored, level);
        let cluster_of = &explored.levels[level].cluster_of;
        let facts = Facts::new(&explored.trace, level, cluster_of, (pair.row, pair.col));
        let Some(facts) = facts.filter(|facts| !facts.coupling().is_empty()) else {
            other_operator_ui(ui, explored, commands);
            return;
        };
        self.n_steps = steps.len();
        let at = cx.state.step().min(steps.len() - 1);
        let progress = self.player.tick(ui, at);
        self.is_moving = progress.share < 1.0;
        if progress.is_over {
            if at + 1 < steps.len() { commands.push(Command::SetStep(at + 1)) } else { self.player.is_playing = false }
        }
        let is_presented = cx.state.is_presenting();
        let moves = if is_presented { Moves::ByKeys } else { Moves::ByButtons { is_playing: self.player.is_playing } };
        strip_ui(ui, &steps, at, moves, commands);
        ui.add_space(2.0);
        let step = &steps[at];
        let seen = Seen { explored, facts: &facts, step, level, pair, share: progress.share };
        let space = ui.available_rect_before_wrap();
        // Large type needs more room for the text.
        let upper_share = if is_presented { 0.56 } else { 0.5 };
        let cut = (space.top() + upper_share * space.height()).round();
        let upper = split(space.with_max_y(cut - 4.0), &[0.46, 0.54], 20.0);
        let picture = picture(step.kind, &facts, explored.params.s, &explored.orders[level], progress.share);
        part_ui(ui, upper[0], "graph", |ui| {
            legend_ui(ui, &picture, level, explored);
            self.graph.ui(ui, cx, explored, (level, pair), &picture, commands);
        });
        part_ui(ui, upper[1], "card", |ui| {
            let names = &explored.levels[level].names;
            let name = |node: u32| names[node as usize].clone();
            let filled = filled(step.kind, &facts, &explored.params, &name);
            let card = Card { step, place: (at + 1, steps.len()), filled, pair, names };
            card_ui(ui, &card, commands);
        });
        ui.painter().hline(space.x_range(), cut + 0.5, ui.visuals().widgets.noninteractive.bg_stroke);
        let lower = Rect::from_min_max(pos2(space.left(), cut + 8.0), space.max);
        part_ui(ui, lower, "matrices", |ui| self.lower_ui(ui, cx, &seen, commands));
    }

    /// Matrices, or bars for steps about node scores.
    fn lower_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, seen: &Seen<'_>, commands: &mut Vec<Command>) {
        let Seen { explored, facts, step, level, pair, share } = *seen;
        let signs = match step.kind {
            Kind::Graph => ["", ""],
            Kind::Proximity => ["⊙", "→"],
            _ => ["", "→"],
        };
        let shown = Shown { level, pair, symbols: step.maps, signs, share };
        match step.kind {
            Kind::Coupling => {
                let parts = split(ui.available_rect_before_wrap(), &[0.36, 0.64], 24.0);
                part_ui(ui, parts[0], "r", |ui| {
                    self.maps.ui(ui, cx, explored, &Shown { share: 1.0, ..shown }, commands);
                });
                let order = &explored.orders[level];
                let counted = facts.coupling_of_first(&order[..picture::done(order.len(), share)]);
                part_ui(ui, parts[1], "e", |ui| coupling_ui(ui, cx, seen, order, &counted, None, commands));
            }
            Kind::Seeds => {
                let mut ranked: Vec<u32> = (0..facts.n() as u32).collect();
                if let Some(rank) = &explored.levels[level].rank {
                    ranked.sort_by_key(|&node| rank[node as usize]);
                }
                let n_seeds = facts.seeds().len();
                let cut = Some((n_seeds, picture::done(n_seeds, share)));
                coupling_ui(ui, cx, seen, &ranked, facts.coupling(), cut, commands);
            }
            Kind::Sparsemax => match facts.projection() {
                Some(found) => projection_ui(ui, &found, &explored.levels[level].names, share, commands),
                None => drop(ui.weak("The seed of node i has no candidates, so its cluster has one node.")),
            },
            _ => self.maps.ui(ui, cx, explored, &shown, commands),
        }
    }
}

#[derive(Clone, Copy)]
struct Seen<'a> {
    explored: &'a Explored,
    facts: &'a Facts<'a>,
    step: &'a Step,
    level: usize,
    pair: Pair,
    share: f64,
}

/// E as bars; `cut` is the number of seeds, and how many of them are red so far.
fn coupling_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    seen: &Seen<'_>,
    order: &[u32],
    values: &[f64],
    cut: Option<(usize, usize)>,
    commands: &mut Vec<Command>,
) {
    let (level, names) = (seen.level, &seen.explored.levels[seen.level].names);
    let is_counted = seen.share >= 1.0 || cut.is_some();
    let title = match (cut, is_counted) {
        (Some(_), _) => "Coupling E, in descending order",
        (None, true) => "Coupling E",
        (None, false) => "Coupling E, partial sums",
    };
    heading_ui(ui, title);
    let most = seen.facts.coupling().iter().fold(0.0_f64, |most, &value| most.max(value));
    let viridis = palette::ColourMap::Viridis.on(ui.visuals().dark_mode);
    let fills: Vec<palette::Rgb> =
        values.iter().map(|&value| viridis.at(value / most.max(f64::MIN_POSITIVE))).collect();
    let seeds = cut.map_or(&[][..], |(_, n_seeds)| &seen.facts.seeds()[..n_seeds]);
    let banded = match cx.state.hover() {
        Hover::Node { level: at, node } if at == level => Some(node),
        _ => None,
    };
    let bars = Bars {
        label: format!("{title}, {} nodes", order.len()),
        y_title: labels::steps::COUPLING,
        order,
        values,
        fills: &fills,
        names,
        seeds,
        most,
        lit: &[seen.pair.row],
        banded,
        cut: cut.map(|(n_seeds, _)| (n_seeds, format!("n′ = {n_seeds}"))),
    };
    let (response, under) = bars_ui(ui, &bars);
    plot_menu(&response, "pipeline", commands);
    if let Some(node) = under {
        commands.push(Command::Hover(Hover::Node { level, node }));
        reading_ui(response, "E", &names[node as usize], values[node as usize]);
    }
}

fn legend_ui(ui: &mut Ui, picture: &Picture, level: usize, explored: &Explored) {
    let shown = level + usize::from(picture.is_coarse);
    let n = explored.levels[shown].names.len();
    let nodes = if n == 1 { "node" } else { "nodes" };
    let legend = if picture.legend.is_empty() { String::new() } else { format!(" · {}", picture.legend) };
    maths_ui(ui, &format!("level {shown} · {n} {nodes}{legend}"), 13.0, ui.visuals().weak_text_color());
}

fn other_operator_ui(ui: &mut Ui, explored: &Explored, commands: &mut Vec<Command>) {
    ui.add_space(48.0);
    ui.vertical_centered(|ui| {
        ui.label(labels::steps::PROXPOOL_ONLY);
        ui.weak(format!("The result of {} is shown in Explore.", explored.method.name));
        if ui.button(labels::steps::SHOW_PROXPOOL).clicked() {
            commands.push(Command::SetMethod(METHODS[0]));
        }
    });
}

fn pair_of(state: &State, explored: &Explored, level: usize) -> Pair {
    let (row, col) = chosen_pair(state, level, &explored.trace.levels[level]);
    Pair { level, row, col }
}

/// The keys of this tab: arrows change the step, Space plays.
fn pressed(ctx: &Context) -> Option<Command> {
    if ctx.memory(|memory| memory.focused()).is_some() {
        return None;
    }
    let keys = [
        (Key::ArrowRight, Command::Shell(ShellCommand::MoveStep(1))),
        (Key::ArrowLeft, Command::Shell(ShellCommand::MoveStep(-1))),
        (Key::Space, Command::Shell(ShellCommand::PlaySteps)),
    ];
    keys.into_iter()
        .find(|(key, _)| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, *key)))
        .map(|(_, command)| command)
}
