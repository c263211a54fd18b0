//! The read-out of a plot: the value of every curve at the epoch under the pointer.

use eframe::egui::{Align, Color32, Grid, Layout, PopupAnchor, Response, RichText, Sense, Tooltip, Ui, vec2};

use super::series::Series;
use crate::{app::state::labels, view::scale::significant};

pub(super) fn readout_ui(ui: &Ui, response: &Response, title: &str, series: &[&Series], epoch: usize) {
    let is_smoothed = series.iter().any(|series| series.raw.values != series.smooth.values);
    let has_splits = series.iter().any(|series| series.n_splits_at(epoch).is_some());
    let id = response.id.with("readout");
    let tooltip = Tooltip::always_open(ui.ctx().clone(), response.layer_id, id, PopupAnchor::Pointer);
    tooltip.gap(16.0).show(|ui| {
        ui.label(RichText::new(labels::train::readout(title, epoch)).strong());
        Grid::new("readout").num_columns(5).spacing([10.0, 2.0]).min_col_width(0.0).show(ui, |ui| {
            let heads = [("", true), ("", true), ("smoothed", is_smoothed), ("value", true), ("splits", has_splits)];
            for (head, _) in heads.into_iter().filter(|(_, is_there)| *is_there) {
                ui.label(RichText::new(head).small().weak());
            }
            ui.end_row();
            for series in series {
                swatch_ui(ui, series.colour);
                ui.label(&series.name);
                let value = series.value_at(epoch).map(|(value, std)| match std {
                    Some(std) => format!("{} ± {}", significant(value, 4), significant(std, 2)),
                    None => significant(value, 4),
                });
                let n_splits = series.n_splits_at(epoch).map(|n| n.to_string());
                let smooth = series.smooth_at(epoch).map(|value| significant(value, 4));
                for (text, _) in [(smooth, is_smoothed), (value, true), (n_splits, has_splits)]
                    .into_iter()
                    .filter(|(_, is_there)| *is_there)
                {
                    // A run that is shorter has no value there.
                    let text = RichText::new(text.unwrap_or_else(|| "–".to_owned())).monospace().size(12.0);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
                }
                ui.end_row();
            }
        });
    });
}

fn swatch_ui(ui: &mut Ui, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, colour);
}
