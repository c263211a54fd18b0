//! What a reader had to say about a dataset: in one line, and as a list on a click.

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::{app::state::labels, graph::Dataset};

/// `3 of 100 records skipped`, which opens the list of reasons and warnings; nothing where all is well.
pub fn notices_ui(ui: &mut Ui, dataset: &Dataset) {
    let (skipped, warnings) = (&dataset.skipped, &dataset.warnings);
    if skipped.count == 0 && warnings.is_empty() {
        return;
    }
    let text = match skipped.count {
        0 => labels::explore::notices(warnings.len()),
        count => labels::explore::skipped(count, skipped.of),
    };
    ui.menu_button(RichText::new(text).small(), |ui| {
        ui.set_max_width(460.0);
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for warning in warnings {
                ui.label(RichText::new(&warning.message).small());
            }
            // The first reasons are among the warnings.
            for reason in skipped.first.iter().filter(|reason| !warnings.iter().any(|w| w.message == **reason)) {
                ui.label(RichText::new(reason).small());
            }
            if skipped.count > skipped.first.len() {
                ui.label(
                    RichText::new(labels::explore::more_skipped(skipped.count - skipped.first.len())).small().weak(),
                );
            }
        });
    });
}
