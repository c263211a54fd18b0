//! The question which columns of a table are which, where the file does not say so.

use eframe::egui::{ComboBox, Context, Frame, Grid, Id, Modal, Ui};

use crate::{
    app::{
        state::{command::Command, labels},
        work::loading::Question,
    },
    readers::{TableColumns, spec},
};

impl Question {
    /// Whether the question is answered, or closed.
    pub(super) fn ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) -> bool {
        let frame = Frame::popup(&ctx.global_style()).inner_margin(14.0);
        let modal = Modal::new(Id::unique("columns")).frame(frame).show(ctx, |ui| {
            ui.set_max_width(460.0);
            ui.heading(labels::shell::COLUMNS);
            ui.label(&self.error);
            Grid::new("columns").num_columns(2).show(ui, |ui| {
                choice_ui(ui, labels::shell::SMILES_COLUMN, &self.columns, &mut self.chosen.smiles);
                ui.add_enabled_ui(self.chosen.smiles.is_none(), |ui| {
                    ui.label(labels::shell::OR_EDGES);
                });
                ui.end_row();
                for (label, column) in [
                    (labels::shell::SOURCE_COLUMN, &mut self.chosen.source),
                    (labels::shell::TARGET_COLUMN, &mut self.chosen.target),
                    (labels::shell::WEIGHT_COLUMN, &mut self.chosen.weight),
                ] {
                    choice_ui(ui, label, &self.columns, column);
                }
            });
            let TableColumns { smiles, source, target, .. } = &self.chosen;
            let is_enough = smiles.is_some() || (source.is_some() && target.is_some() && source != target);
            ui.horizontal(|ui| {
                let open = ui.add_enabled_ui(is_enough, |ui| ui.button(labels::shell::OPEN_TABLE)).inner;
                if open.clicked() {
                    let columns = match &self.chosen.smiles {
                        Some(smiles) => TableColumns { smiles: Some(smiles.clone()), ..TableColumns::default() },
                        None => self.chosen.clone(),
                    };
                    commands.push(Command::Open(spec::named(&self.source, &columns)));
                    return true;
                }
                ui.button(labels::CANCEL).clicked()
            })
            .inner
        });
        modal.inner || modal.should_close()
    }
}

fn choice_ui(ui: &mut Ui, label: &str, columns: &[String], chosen: &mut Option<String>) {
    let title = ui.label(label);
    let text = chosen.clone().unwrap_or_else(|| labels::shell::NO_COLUMN.to_owned());
    let combo = ComboBox::from_id_salt(label).selected_text(text).width(240.0).height(320.0).truncate();
    let response = combo.show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, labels::shell::NO_COLUMN);
        for (idx, column) in columns.iter().enumerate() {
            // A column without a title is chosen by its number.
            let name = if column.is_empty() { (idx + 1).to_string() } else { column.clone() };
            ui.selectable_value(chosen, Some(name.clone()), name);
        }
    });
    response.response.labelled_by(title.id);
    ui.end_row();
}
