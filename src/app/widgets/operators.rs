//! The operators by families, with a field to search them.

use eframe::egui::{Id, Popup, PopupCloseBehavior, RichText, Role, TextEdit, Ui, WidgetInfo};

use crate::{
    app::state::labels,
    names::Named as _,
    pooling::{Family, Method, methods},
};

/// How the list behaves: a click into the field to search leaves it open.
pub const CLOSES: PopupCloseBehavior = PopupCloseBehavior::CloseOnClickOutside;

/// The list; returns the operator that was clicked.
pub fn operators_ui(ui: &mut Ui, salt: &str, is_chosen: impl Fn(&Method) -> bool) -> Option<&'static Method> {
    let id = Id::unique(("operators", salt));
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut typed).hint_text(labels::SEARCH_OPERATORS).desired_width(f32::INFINITY);
    let field = ui.add(field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::SEARCH_OPERATORS));
    let mut clicked = None;
    let mut is_empty = true;
    for (family, name) in Family::all() {
        let mut found = methods().filter(|method| method.family == family && is_found(method, &typed)).peekable();
        if found.peek().is_none() {
            continue;
        }
        is_empty = false;
        ui.add_space(4.0);
        ui.label(RichText::new(name).small().weak()).on_hover_text(family.about());
        for method in found {
            let choice = ui.selectable_label(is_chosen(method), method.name);
            if choice.on_hover_text(labels::operator(method.about, method.paper)).clicked() {
                clicked = Some(method);
            }
        }
    }
    if is_empty {
        ui.weak(labels::NO_OPERATOR);
    }
    if clicked.is_some() {
        typed.clear();
    }
    ui.data_mut(|data| data.insert_temp(id, typed));
    clicked
}

/// The same as a list of a combo box, which a choice closes.
pub fn operator_choice_ui(ui: &mut Ui, salt: &str, is_chosen: impl Fn(&Method) -> bool) -> Option<&'static Method> {
    let clicked = operators_ui(ui, salt, is_chosen);
    if clicked.is_some() {
        Popup::close_all(ui.ctx());
    }
    clicked
}

/// Whether every typed word is in its name, key, family, paper or description.
fn is_found(method: &Method, typed: &str) -> bool {
    let texts = [method.name, method.key, method.family.name(), method.paper, method.about];
    let text = texts.join(" ").to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_found_by_name_family_and_paper() {
        let found = |typed: &str| -> Vec<&str> {
            methods().filter(|method| is_found(method, typed)).map(|method| method.key).collect()
        };
        assert_eq!(found("mincut"), ["mincut"]);
        assert_eq!(found("Bacciu"), ["kmis"]);
        assert_eq!(found("spectral shi"), ["ncut"]);
        assert_eq!(found(" "), methods().map(|method| method.key).collect::<Vec<_>>());
        assert!(found("no such operator").is_empty());
        // Every family has somebody.
        assert!(Family::all().all(|(_, name)| !found(name).is_empty()));
    }
}
