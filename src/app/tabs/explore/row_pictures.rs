//! Small drawings in the list: drawn once, when their row comes into sight.

use std::{collections::BTreeMap, sync::Arc};

use eframe::egui::{Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use crate::app::{
    state::{labels, loaded::Loaded, version::Version},
    widgets::canvas,
    work::{
        row_pictures::{AT_ONCE, ROW_PICTURES, RowPicture, RowPictures, RowsQuestion},
        slot::Slot,
    },
};

/// Size of a row with a drawing, in points.
pub(crate) const ROW_HEIGHT: f32 = 44.0;
pub(crate) const WIDTH: f32 = 56.0;
/// Drawings that are kept.
const MOST: usize = 2000;

#[derive(Default)]
pub(crate) struct PictureColumn {
    pub is_shown: bool,
    drawn: BTreeMap<u32, RowPicture>,
    drawn_of: Option<Version>,
    slot: Slot<RowsQuestion, RowPictures>,
    /// Rows in sight without a drawing.
    missing: Vec<u32>,
}

impl PictureColumn {
    pub(crate) fn is_busy(&self) -> bool {
        self.is_shown && (self.slot.is_busy() || !self.missing.is_empty())
    }

    /// While the list is hidden nothing is drawn.
    pub(crate) fn rest(&mut self) {
        (self.missing, self.slot) = (Vec::new(), Slot::default());
    }

    /// The number of drawings.
    pub(crate) fn n_drawn(&self) -> usize {
        self.drawn.values().flatten().count()
    }

    /// Takes what has been drawn, and asks for what is missing.
    pub(crate) fn refresh(&mut self, ui: &Ui, data: &Arc<Loaded>) {
        if self.drawn_of != Some(data.version) {
            *self = Self { is_shown: self.is_shown, drawn_of: Some(data.version), ..Self::default() };
        }
        if !self.is_shown {
            return;
        }
        let was_busy = self.slot.is_busy();
        let failure = self.slot.poll();
        if let Some(failure) = failure {
            // A graph that cannot be drawn is left out.
            self.drawn.extend(failure.question.graphs.into_iter().map(|graph| (graph, None)));
        } else if was_busy && let Some(answer) = self.slot.answer().filter(|_| !self.slot.is_busy()) {
            let all = answer.question.graphs.iter().copied().zip(answer.pictures.iter().cloned());
            self.drawn.extend(all);
        }
        let drawn = &self.drawn;
        self.missing.retain(|graph| !drawn.contains_key(graph));
        if self.drawn.len() > MOST {
            self.drawn.clear();
        }
        if !self.slot.is_busy() && !self.missing.is_empty() {
            let graphs = self.missing.iter().copied().take(AT_ONCE).collect();
            self.slot.ask(RowsQuestion { data: data.clone(), graphs }, ui.ctx(), &ROW_PICTURES);
        }
        self.missing.clear();
    }

    /// The drawing of a row in sight.
    pub(crate) fn cell_ui(&mut self, ui: &Ui, graph: u32) {
        match self.drawn.get(&graph) {
            Some(Some(looks)) => {
                let look = &looks[usize::from(!ui.visuals().dark_mode)];
                canvas::paint_still(ui, look, ui.max_rect().shrink2(vec2(1.0, 2.0)), ui.visuals().panel_fill);
            }
            Some(None) => {}
            None => {
                self.missing.push(graph);
                if !self.slot.is_busy() {
                    ui.ctx().request_repaint();
                }
            }
        }
    }
}

/// The button that shows and hides the column.
pub(crate) fn toggle_ui(ui: &mut Ui, is_shown: &mut bool) -> Response {
    let side = ui.spacing().interact_size.y;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    if response.clicked() {
        *is_shown = !*is_shown;
    }
    let name = labels::explore::ROW_PICTURES;
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *is_shown, name));
    let visuals = ui.style().interact_selectable(&response, *is_shown);
    ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    let at = |x: f32, y: f32| rect.center() + vec2(x, y);
    let nodes = [at(-5.0, 3.5), at(0.0, -4.0), at(5.0, 3.5)];
    let line = Stroke::new(1.2, visuals.fg_stroke.color);
    ui.painter().line(nodes.to_vec(), line);
    for node in nodes {
        ui.painter().circle_filled(node, 2.2, visuals.fg_stroke.color);
    }
    response.on_hover_text(name)
}
