//! The glossary: every symbol with its name, equation and source, with a search field.

use eframe::egui::{
    Align, Key, Label, Layout, Rect, RichText, Role, ScrollArea, TextEdit, Ui, UiBuilder, WidgetInfo, vec2,
};

use crate::{
    app::{
        state::labels,
        widgets::{equation::equation_ui, theme},
    },
    pooling::glossary,
    symbols::Symbol,
};

/// Maximum width in points.
pub(crate) const WIDTH: f32 = 680.0;
/// Width of the symbol column in points.
const SYMBOL: f32 = 92.0;
/// Free height above and below, in points.
const AROUND: f32 = 200.0;

/// Returns whether it is to be closed.
pub(crate) fn glossary_ui(ui: &mut Ui, typed: &mut String) -> bool {
    let mut is_done = false;
    ui.horizontal(|ui| {
        ui.label(RichText::new(labels::shell::GLOSSARY).size(15.0).family(theme::strong_family()));
        ui.weak("Equation numbers refer to Gao et al. 2020");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| is_done = ui.button(labels::CLOSE).clicked());
    });
    let edit = TextEdit::singleline(typed).hint_text("Search symbols, names and equations…");
    let edit = ui.add(edit.desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::shell::FIND_SYMBOL));
    // The field keeps the focus after a click elsewhere, unless Tab moved it to the button.
    if !edit.has_focus() && ui.memory(|memory| memory.focused()).is_none() {
        edit.request_focus();
    }
    let step = ui.input(|input| {
        let lines = |key| input.num_presses(key) as f32;
        64.0 * (lines(Key::ArrowDown) - lines(Key::ArrowUp)) + 320.0 * (lines(Key::PageDown) - lines(Key::PageUp))
    });
    let height = (ui.ctx().content_rect().height() - AROUND).max(120.0);
    let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(height).min_scrolled_height(height);
    scroll.show(ui, |ui| {
        ui.scroll_with_delta(vec2(0.0, -step));
        if typed.trim().is_empty() {
            glossary::with_groups(|groups| {
                for group in groups {
                    ui.add_space(8.0);
                    ui.label(RichText::new(group.title).weak().family(theme::strong_family()));
                    group.symbols.iter().for_each(|symbol| symbol_ui(ui, symbol));
                }
            });
            return;
        }
        let matches = glossary::search(typed);
        if matches.is_empty() {
            ui.weak("No matches");
        }
        matches.into_iter().for_each(|symbol| symbol_ui(ui, symbol));
    });
    is_done
}

/// Symbol on the left, name and equation in the middle, source on the right.
fn symbol_ui(ui: &mut Ui, symbol: &Symbol) {
    let text = ui.visuals().text_color();
    ui.horizontal_top(|ui| {
        let corner = ui.cursor().min;
        let room = Rect::from_min_size(corner, vec2(SYMBOL, 24.0));
        // Centred on the line of the name.
        let builder = UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center));
        let drawn = ui.scope_builder(builder, |ui| {
            equation_ui(ui, symbol.latex, 18.0, text);
        });
        ui.add_space((SYMBOL - drawn.response.rect.width()).max(0.0));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal(|ui| {
                ui.label(RichText::new(symbol.name).family(theme::strong_family()));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(8.0);
                    ui.weak(symbol.source.to_string());
                });
            });
            ui.add(Label::new(symbol.about).wrap());
            ui.add_space(2.0);
            equation_ui(ui, symbol.equation, 15.0, text);
        });
    });
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top(), line);
    ui.add_space(8.0);
}
