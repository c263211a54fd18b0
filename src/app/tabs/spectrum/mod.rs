//! The Spectrum tab: eigenvalues and filters above, one of several pages below.

mod delta;
mod graph_view;
mod proofs;
mod row;
mod scatter;
mod signals;
mod stem;
mod vector;
mod ways;

use std::sync::{Arc, atomic::Ordering};

use eframe::egui::{
    Color32, FontFamily, Frame, Label, Margin, ProgressBar, Rect, RichText, Sense, Slider, Ui, pos2, vec2,
};

use self::{
    delta::DeltaPage,
    proofs::proofs_ui,
    signals::SignalsPage,
    stem::{Curve, stem_ui},
    vector::VectorView,
    ways::{WaysPage, cut_through},
};
use super::{Cx, TabPage};
use crate::{
    app::{
        state::{arguments::WindowArguments, command::Command, explored::Explored, labels, subject::Subject},
        widgets::{
            chooser::chooser_ui,
            equation::equation_ui,
            export_menu,
            maths::{maths, maths_ui},
            parts::{part_ui, split},
            stale,
        },
        work::{
            slot::Slot,
            spectra::MOST_NODES,
            spectral::{
                DECOMPOSE, Decomposed, ENDS, EndsQuestion, FIRST, First, FirstQuestion, POWERS, Powers, PowersQuestion,
                SPREAD, SpectrumEnds, Spread, SpreadQuestion,
            },
        },
    },
    names::Named as _,
    pooling::{Params, parameter::S},
    spectral::{Eigenpairs, Filter, Spectrum, ends::N_EACH},
    view::{palette, scale::significant},
};

use crate::app::state::looks::spectrum::LONGEST_HEAT;
use crate::app::state::looks::spectrum::Page;
use crate::app::state::looks::spectrum::SpectrumLook;

#[derive(Default)]
pub(crate) struct SpectrumTab {
    decomposed: Slot<Subject, Decomposed>,
    ends: Slot<EndsQuestion, SpectrumEnds>,
    powers: Slot<PowersQuestion, Powers>,
    first: Slot<FirstQuestion, First>,
    spread: Slot<SpreadQuestion, Spread>,
    error: Option<String>,
    /// A copy of the look in the state, edited during the frame.
    look: SpectrumLook,
    vector: VectorView,
    ways: WaysPage,
    delta: DeltaPage,
    signals: SignalsPage,
}

/// For larger graphs a message is shown while computing.
const MAX_QUICK: usize = 250;
/// Height in points below which the page is compact.
const LOW: f32 = 600.0;

/// Begins the controls of a filter on this row, or on a new one: a slider does not wrap by itself, and would make the tab wider
/// than the window.
fn begin_filter(ui: &mut Ui) {
    const WIDTH: f32 = 310.0;
    if ui.available_size_before_wrap().x < WIDTH {
        ui.end_row();
    } else {
        ui.separator();
    }
}

/// Colours of the other filters.
fn filter_colours() -> [Color32; 2] {
    [0, 2].map(|idx| {
        let [r, g, b] = palette::cluster(idx);
        Color32::from_rgb(r, g, b)
    })
}

impl TabPage for SpectrumTab {
    fn new(_: &WindowArguments) -> Self {
        Self::default()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        self.look = cx.state.looks().spectrum;
        self.page_ui(ui, cx, commands);
        if self.look != cx.state.looks().spectrum {
            commands.push(Command::SetSpectrumLook(self.look));
        }
    }

    fn is_busy(&self) -> bool {
        let are_chained = self.decomposed.answer().is_none() || self.powers.answer().is_none();
        self.decomposed.is_busy()
            || self.ends.is_busy()
            || self.powers.is_busy()
            || self.first.is_busy()
            || self.spread.is_busy()
            || (are_chained && self.error.is_none())
    }

    fn fit(&mut self) {
        self.vector.graph.fit();
        self.delta.graph.fit();
    }
}

impl SpectrumTab {
    fn page_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        self.ask(ui, cx);
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if let Some(error) = &self.error {
                ui.colored_label(ui.visuals().error_fg_color, error);
                return;
            }
            let found = self.powers.answer().cloned().zip(cx.explored);
            let is_of_this = |(powers, explored): &(Arc<Powers>, &Arc<Explored>)| powers.of.of == explored.subject();
            match found.filter(is_of_this) {
                Some((powers, explored)) => {
                    self.found_ui(ui, cx, &powers, explored, commands);
                    // Which answers are on screen depends on the page.
                    let first = self.first.stale_for().filter(|_| self.look.page == Page::Ways);
                    let spread = self.spread.stale_for().filter(|_| self.look.page == Page::Delta);
                    let waits = [cx.stale, self.decomposed.stale_for(), self.powers.stale_for(), first, spread];
                    stale::mark(ui, ui.min_rect(), waits.into_iter().flatten().max());
                }
                None => waiting_ui(ui, cx),
            }
        });
    }

    /// Number of eigenvectors in the passband, at most `n`.
    fn m(&self, n: usize) -> usize {
        self.look.m.clamp(1, n.max(1))
    }

    /// Each request depends on the previous answer.
    fn ask(&mut self, ui: &Ui, cx: &Cx<'_>) {
        let told = [
            self.decomposed.poll().map(|failure| failure.error),
            self.powers.poll().map(|failure| failure.error),
            self.first.poll().map(|failure| failure.error),
            // Where there is room for the plot.
            self.ends.poll().and(None),
            self.spread.poll().map(|failure| failure.error),
        ];
        self.error = told.into_iter().flatten().next().or(self.error.take());
        let (Some(wanted), ctx) = (cx.state.subject(), ui.ctx()) else { return };
        self.decomposed.ask(wanted, ctx, &DECOMPOSE);
        let Some(of) = self.decomposed.answer().filter(|_| self.decomposed.is_current()).cloned() else { return };
        self.error = None;
        if of.spectrum.is_none() {
            self.ends.ask(EndsQuestion::new(of.clone()), ctx, &ENDS);
        }
        self.powers.ask(PowersQuestion { of: of.clone(), s: cx.state.view().params.s }, ctx, &POWERS);
        if self.look.page == Page::Delta && of.spectrum.is_some() {
            self.spread.ask(SpreadQuestion(of), ctx, &SPREAD);
        }
        if let Some(powers) = self.powers.answer().filter(|_| self.look.page == Page::Ways && self.powers.is_current())
        {
            let m = self.m(powers.n());
            self.first.ask(FirstQuestion { powers: powers.clone(), m }, ctx, &FIRST);
        }
    }

    fn found_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        powers: &Arc<Powers>,
        explored: &Arc<Explored>,
        commands: &mut Vec<Command>,
    ) {
        let n = explored.levels[0].names.len();
        self.filters_ui(ui, cx, (n, powers.of.spectrum.is_some()), commands);
        let space = ui.available_rect_before_wrap();
        let share = match self.look.page {
            Page::Proofs if space.height() < LOW => 0.32,
            Page::Ways if space.height() < LOW => 0.41,
            _ => 0.46,
        };
        let top = (share * space.height()).clamp(160.0, 460.0).min(space.height());
        let upper = space.with_max_y((space.top() + top).round());
        let ends = self.ends.answer().filter(|found| Arc::ptr_eq(&found.of, &powers.of)).cloned();
        match (&powers.of.spectrum, ends) {
            (Some(spectrum), _) => self.upper_ui(ui, upper, cx, explored, spectrum.pairs(), commands),
            (None, Some(found)) => {
                let plots = part_ui(ui, upper, "ends", |ui| {
                    ends_ui(ui, found.ends.pairs());
                    ui.available_rect_before_wrap()
                });
                self.upper_ui(ui, plots, cx, explored, found.ends.pairs(), commands);
            }
            (None, None) => part_ui(ui, upper, "computing ends", |ui| self.computing_ui(ui, n)),
        }
        ui.painter().hline(space.x_range(), upper.bottom() + 4.5, ui.visuals().widgets.noninteractive.bg_stroke);
        let lower = Rect::from_min_max(pos2(space.left(), upper.bottom() + 10.0), space.max);
        part_ui(ui, lower, "lower", |ui| {
            self.pages_ui(ui, powers.of.spectrum.as_ref());
            match self.look.page {
                Page::Ways => {
                    // The answer for an earlier m or s stays until the new one is ready.
                    let first = self.first.answer().filter(|first| Arc::ptr_eq(&first.of, &powers.of));
                    self.ways.ui(ui, cx, powers, first, explored, commands);
                }
                Page::Delta => {
                    let (s, t, m) = (powers.s, self.look.t, self.m(n));
                    let filters = [Filter::Paper { s }, Filter::Heat { t }, Filter::LowPass { m }];
                    let spread = self.spread.answer().filter(|spread| Arc::ptr_eq(&spread.of, &powers.of));
                    self.delta.ui(ui, cx, powers, spread, filters, explored, commands);
                }
                Page::Signals => self.signals.ui(ui, cx, powers, explored, commands),
                Page::Proofs => proofs_ui(ui, powers),
            }
        });
    }

    /// Sliders of the filters, each with the colour of its curve.
    fn filters_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, (n, is_known): (usize, bool), commands: &mut Vec<Command>) {
        let accent = ui.visuals().hyperlink_color;
        let [heat, low] = filter_colours();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().slider_width = if ui.available_width() < 1000.0 { 64.0 } else { 80.0 };
            if !cx.state.is_presenting() {
                chooser_ui(ui, cx.state, commands);
                ui.separator();
            }
            swatch_ui(ui, accent);
            let text = ui.visuals().text_color();
            equation_ui(ui, r"g(\lambda) = (1 - \tfrac{\lambda}{2})^s", 15.0, text)
                .on_hover_text("Filter of the paper, Eq. 8");
            let params = &cx.state.view().params;
            let mut s = params.s;
            let most = 8.max(params.s);
            let slider = ui.add(Slider::new(&mut s, 0..=most).text("s")).on_hover_text(S.title());
            if cx.focus == Some(S.key()) || slider.drag_started() {
                slider.request_focus();
            }
            if slider.changed() && s != params.s {
                let is_same_gesture = slider.dragged() && !slider.drag_started();
                commands.push(Command::SetParams { params: Params { s, ..params.clone() }, is_same_gesture });
            }
            // The other filters need eigenvectors.
            if !is_known {
                return;
            }
            begin_filter(ui);
            swatch_ui(ui, low);
            ui.checkbox(&mut self.look.is_low_pass_shown, labels::spectrum::LOW_PASS);
            let mut m = self.m(n);
            if ui
                .add(Slider::new(&mut m, 1..=n.max(1)).text("m"))
                .on_hover_text("Number of eigenvectors in the passband")
                .changed()
            {
                self.look.m = m;
            }
            begin_filter(ui);
            swatch_ui(ui, heat);
            ui.checkbox(&mut self.look.is_heat_shown, labels::spectrum::HEAT_KERNEL).on_hover_ui(heat_ui);
            ui.add_enabled(
                self.look.is_heat_shown,
                Slider::new(&mut self.look.t, 0.0..=LONGEST_HEAT).max_decimals(2).text("t"),
            )
            .on_hover_ui(heat_ui);
        });
    }

    /// Of the ends of a spectrum only that of the paper, as the sliders have no others then.
    fn curves(&self, accent: Color32, s: usize, spectrum: Eigenpairs<'_>) -> Vec<Curve> {
        let [heat, low] = filter_colours();
        let mut curves = vec![Curve { filter: Filter::Paper { s }, colour: accent, name: "g" }];
        if !spectrum.is_whole() {
            return curves;
        }
        if self.look.is_low_pass_shown {
            curves.push(Curve { filter: Filter::LowPass { m: self.m(spectrum.len()) }, colour: low, name: "low-pass" });
        }
        if self.look.is_heat_shown {
            curves.push(Curve { filter: Filter::Heat { t: self.look.t }, colour: heat, name: "heat" });
        }
        curves
    }

    fn upper_ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        cx: &Cx<'_>,
        explored: &Arc<Explored>,
        spectrum: Eigenpairs<'_>,
        commands: &mut Vec<Command>,
    ) {
        let parts = split(rect, &[0.46, 0.32, 0.22], 12.0);
        let curves = self.curves(ui.visuals().hyperlink_color, cx.state.view().params.s, spectrum);
        let Some(last) = spectrum.len().checked_sub(1) else { return };
        // What is between the ends of a large graph is not there: then the last one below it.
        let chosen = spectrum.place(self.look.at.min(spectrum.n_nodes() - 1));
        let at = chosen.unwrap_or(spectrum.n_lowest.saturating_sub(1));
        let output = part_ui(ui, parts[0], "stems", |ui| stem_ui(ui, spectrum, at, &curves));
        if let Some(chosen) = output.chosen {
            self.look.at = spectrum.number(chosen);
        }
        if let Some(response) = &output.response {
            export_menu::plot_menu(response, "spectrum", commands);
        }
        let at = output.hovered.or(output.chosen).unwrap_or(at).min(last);
        self.vector.look_at(explored, spectrum, at, ui.visuals().dark_mode);
        part_ui(ui, parts[1], "vector", |ui| self.vector.graph_ui(ui, cx, explored, commands));
        part_ui(ui, parts[2], "terms", |ui| self.vector.terms_ui(ui, explored, spectrum, commands));
    }

    /// Progress of the ends of the spectrum, or why there are none.
    fn computing_ui(&mut self, ui: &mut Ui, n: usize) {
        let n_found = self.ends.asked().map_or(0, |asked| asked.n_found.load(Ordering::Relaxed));
        ui.add_space(8.0);
        match self.ends.error().map(str::to_owned) {
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak(labels::spectrum::computing_ends(n_found, N_EACH, n));
                    if ui.button(labels::CANCEL).clicked() {
                        self.ends.stop();
                    }
                });
                let share = n_found as f32 / (2 * N_EACH) as f32;
                ui.add(ProgressBar::new(share).desired_width(320.0).desired_height(6.0));
            }
            Some(error) => {
                ui.horizontal(|ui| {
                    ui.weak(error);
                    if ui.button(labels::spectrum::COMPUTE).clicked() {
                        self.ends.retry();
                    }
                });
            }
        }
        maths_ui(ui, &labels::spectrum::needs_all(MOST_NODES), 12.0, ui.visuals().weak_text_color());
    }

    fn pages_ui(&mut self, ui: &mut Ui, spectrum: Option<&Spectrum>) {
        ui.horizontal(|ui| {
            for (page, name) in Page::all() {
                let colour = ui.visuals().text_color();
                ui.selectable_value(&mut self.look.page, page, maths(name, 13.0, FontFamily::Proportional, colour));
            }
            let cut = spectrum.filter(|_| self.look.page == Page::Ways).and_then(|found| {
                let m = self.m(found.n());
                Some((m, cut_through(found, m)?))
            });
            if let Some((m, fold)) = cut {
                ui.separator();
                let text = labels::spectrum::cuts_eigenspace(m, fold);
                maths_ui(ui, &text, 12.0, ui.visuals().weak_text_color());
            }
        });
    }
}

fn swatch_ui(ui: &mut Ui, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 10.0), Sense::hover());
    ui.painter().rect_filled(Rect::from_center_size(rect.center(), vec2(14.0, 3.0)), 1.5, colour);
}

fn heat_ui(ui: &mut Ui) {
    equation_ui(ui, r"g(\lambda) = e^{-t \lambda}", 15.0, ui.visuals().text_color());
    ui.label("t: diffusion time");
}

fn waiting_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let subject = cx.state.subject();
    let shown = cx.explored.filter(|explored| Some(explored.subject()) == subject);
    let n = shown.map_or(0, |explored| explored.levels[0].names.len());
    ui.horizontal(|ui| {
        ui.spinner();
        if n > MAX_QUICK {
            ui.weak(if n > MOST_NODES { labels::spectrum::computing_k_t(n) } else { labels::spectrum::computing(n) });
        }
    });
}

/// Which part of the spectrum is shown, and what needs the other.
fn ends_ui(ui: &mut Ui, pairs: Eigenpairs<'_>) {
    let shown = |idx: usize| significant(pairs.values[idx], 3);
    let (seam, last) = (pairs.n_lowest, pairs.len() - 1);
    let [a, b, c, d] = [0, seam - 1, seam, last].map(shown);
    let text = labels::spectrum::ends(N_EACH, pairs.n_nodes(), [&a, &b], [&c, &d]);
    let response = ui.add(Label::new(RichText::new(text).small().weak()).truncate());
    let text = ui.visuals().text_color();
    response.on_hover_ui(|ui| drop(maths_ui(ui, &labels::spectrum::needs_all(MOST_NODES), 12.0, text)));
}
