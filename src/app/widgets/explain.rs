//! Tooltips of symbols.

use eframe::egui::{Label, Response, RichText, Ui};

use super::{equation::equation_ui, theme};
use crate::symbols::Symbol;

/// Width of a tooltip in points.
const TOOLTIP: f32 = 300.0;

/// One symbol with its equation, or the names of several; nothing while the pointer is at work, which it would cover.
pub fn explained(response: Response, symbols: &[&Symbol], also: &str) -> Response {
    if response.ctx.input(|input| input.pointer.any_down()) {
        return response;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(TOOLTIP);
        match symbols {
            [symbol] => single_ui(ui, symbol, also),
            [] => drop(ui.add(Label::new(RichText::new(also).weak()).wrap())),
            symbols => symbols.iter().for_each(|symbol| {
                ui.horizontal(|ui| {
                    equation_ui(ui, symbol.latex, 15.0, ui.visuals().text_color());
                    heading_ui(ui, symbol);
                });
            }),
        }
    })
}

fn single_ui(ui: &mut Ui, symbol: &Symbol, also: &str) {
    ui.horizontal(|ui| heading_ui(ui, symbol));
    equation_ui(ui, symbol.equation, 15.0, ui.visuals().text_color());
    ui.add(Label::new(symbol.about).wrap());
    if symbol.name != also && !also.is_empty() {
        ui.add(Label::new(RichText::new(also).weak()).wrap());
    }
}

fn heading_ui(ui: &mut Ui, symbol: &Symbol) {
    ui.label(RichText::new(symbol.name).family(theme::strong_family()));
    ui.weak(symbol.source.to_string());
}
