//! The toolbar of the canvas: levels, colours and their legend, layout, editing.

use eframe::egui::{Color32, ComboBox, DragValue, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            edit::EditCommand,
            labels,
        },
        tabs::Cx,
        widgets::dice::dice_button,
    },
    spectral::ends::N_EACH,
    view::{
        look::{ColourBy, Legend},
        palette::Rgb,
        ramp::Ramp,
        scale::significant,
    },
};

/// Maximum number of legend entries; the others are in a tooltip.
const MAX_WORDS: usize = 10;
/// Room of a dot before its word, in points.
const SWATCH: f32 = 14.0;

/// In a presentation, only the legend; else it is beside the title of the panel, where it moves nothing.
pub(crate) fn tools_ui(ui: &mut Ui, cx: &Cx<'_>, legend: &Legend, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        if cx.state.is_presenting() {
            legend_ui(ui, cx, legend);
            return;
        }
        if !cx.state.is_list_shown(ui.ctx().content_rect().width())
            && ui.button("List").on_hover_text(hint(Action::List, "Ctrl+B")).clicked()
        {
            commands.push(Command::Shell(ShellCommand::ToggleList));
        }
        levels_ui(ui, cx, commands);
        ui.separator();
        colour_ui(ui, cx, commands);
        let are_hulls_shown = cx.state.view().are_hulls_shown;
        if ui.selectable_label(are_hulls_shown, "Hulls").on_hover_text(hint(Action::Hulls, "H")).clicked() {
            commands.push(Command::ToggleHulls);
        }
        ui.separator();
        layout_ui(ui, cx, commands);
        let edit = ui.selectable_label(cx.state.pen().is_down, "Edit");
        edit.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, cx.state.pen().is_down, Action::EditGraph.label())
        });
        if edit.on_hover_text("Edit a copy of the graph (E)").clicked() {
            commands.push(Command::Edit(EditCommand::Toggle));
        }
    });
}

fn hint(action: Action, key: &str) -> String {
    format!("{} ({key})", action.label())
}

fn levels_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let is_one = cx.state.view().is_one_level;
    let all = ui.selectable_label(!is_one, "All levels").on_hover_text("All levels side by side (V)");
    let one = ui.selectable_label(is_one, "One").on_hover_text("One level at a time (V); 1, 2, 3 switch levels");
    if (all.clicked() && is_one) || (one.clicked() && !is_one) {
        commands.push(Command::ToggleOneLevel);
    }
}

fn colour_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let colour = cx.state.view().colour;
    ui.weak(labels::explore::COLOUR_BY);
    let shown = match colour {
        ColourBy::Eigenvector(_) => labels::explore::EIGENVECTOR.to_owned(),
        ColourBy::Coupling => cx.explored.map_or_else(|| colour.name(), |found| found.pooled().colour_name(colour)),
        named => named.name(),
    };
    let combo = ComboBox::from_id_salt("colour").selected_text(shown).width(96.0);
    let response = combo.show_ui(ui, |ui| {
        let is_vector = matches!(colour, ColourBy::Eigenvector(_));
        // In a connected graph the first eigenvector is trivial.
        let vector = (if is_vector { colour } else { ColourBy::Eigenvector(1) }, labels::explore::EIGENVECTOR);
        for (choice, name) in ColourBy::NAMED.into_iter().chain([vector]) {
            if ui.selectable_label(choice == colour, name).clicked() {
                commands.push(Command::SetColour(choice));
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::explore::COLOUR_BY));
    if let ColourBy::Eigenvector(idx) = colour {
        eigenvector_ui(ui, cx, idx, commands);
    }
}

/// Index of the eigenvector, from 1 as in the paper, and its eigenvalue.
fn eigenvector_ui(ui: &mut Ui, cx: &Cx<'_>, idx: usize, commands: &mut Vec<Command>) {
    let n = cx.explored.and_then(|explored| explored.levels.first()).map_or(1, |level| level.names.len().max(1));
    let mut number = idx + 1;
    let drag = ui.add(DragValue::new(&mut number).range(1..=n).speed(0.1).prefix("u "));
    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, labels::explore::EIGENVECTOR_INDEX));
    if drag.changed() {
        commands.push(Command::SetColour(ColourBy::Eigenvector(number - 1)));
    }
    match cx.spectra.map(|spectra| spectra.eigenvalue(idx)) {
        Some(Some(lambda)) => ui.weak(format!("λ = {}", significant(lambda, 3))),
        Some(None) => ui.weak(labels::explore::between_ends(N_EACH)),
        None => ui.spinner(),
    };
}

fn layout_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let is_moving = cx.layout.is_some_and(|layout| layout.live.is_running && !layout.live.is_settled());
    let text = if is_moving { labels::PAUSE } else { "Layout" };
    if ui.button(text).on_hover_text(hint(Action::ToggleLayout, "Space")).clicked() {
        commands.push(Command::Shell(ShellCommand::ToggleLayout));
    }
    if ui.button("Restart").on_hover_text(Action::RestartLayout.label()).clicked() {
        commands.push(Command::Shell(ShellCommand::RestartLayout));
    }
    let name = Action::NewLayout.label();
    if dice_button(ui, name).on_hover_text(name).clicked() {
        commands.push(Command::NewLayout);
    }
    if ui.button("Fit").on_hover_text(hint(Action::Fit, "F")).clicked() {
        commands.push(Command::Shell(ShellCommand::Fit));
    }
}

/// On one line from either end; as many words as fit.
pub(crate) fn legend_ui(ui: &mut Ui, cx: &Cx<'_>, legend: &Legend) {
    match legend {
        Legend::None => {}
        Legend::Words(words) => {
            let n_shown = n_fitting(ui, words);
            let (shown, rest) = words.split_at(n_shown);
            let more_ui = |ui: &mut Ui| {
                if !rest.is_empty() {
                    let names: Vec<&str> = rest.iter().map(|(word, _)| word.as_str()).collect();
                    ui.weak(format!("+{}", rest.len())).on_hover_text(names.join(", "));
                }
            };
            if ui.layout().prefer_right_to_left() {
                more_ui(ui);
                shown.iter().rev().for_each(|(word, colour)| swatch_ui(ui, word, *colour));
            } else {
                shown.iter().for_each(|(word, colour)| swatch_ui(ui, word, *colour));
                more_ui(ui);
            }
        }
        &Legend::Range { ramp, ends: (low, high) } => {
            let is_automatic = cx.state.view().colour == ColourBy::Automatic;
            let found = cx.explored.filter(|_| is_automatic);
            let name = found.map(|found| found.pooled().colour_name(ColourBy::Automatic));
            let name_ui = |ui: &mut Ui| name.iter().for_each(|name| drop(ui.weak(name)));
            let range = |ui: &mut Ui| range_ui(ui, ramp, [low, high].map(|end| significant(end, 3)));
            if ui.layout().prefer_right_to_left() {
                range(ui);
                name_ui(ui);
            } else {
                name_ui(ui);
                range(ui);
            }
        }
    }
}

/// Number of words that are shown.
fn n_fitting(ui: &Ui, words: &[(String, Rgb)]) -> usize {
    /// Room of `+99`.
    const MORE: f32 = 36.0;
    let font = TextStyle::Body.resolve(ui.style());
    let (space, room) = (ui.spacing().item_spacing.x, ui.available_width());
    let mut used = 0.0;
    words
        .iter()
        .take(MAX_WORDS)
        .take_while(|(word, _)| {
            let galley = ui.painter().layout_no_wrap(word.clone(), font.clone(), Color32::PLACEHOLDER);
            used += SWATCH + galley.size().x + space;
            used + MORE <= room
        })
        .count()
}

/// A dot and its text, which stay on one line.
fn swatch_ui(ui: &mut Ui, word: &str, [r, g, b]: Rgb) {
    let colour = ui.visuals().weak_text_color();
    let galley = ui.painter().layout_no_wrap(word.to_owned(), TextStyle::Body.resolve(ui.style()), colour);
    let (rect, response) = ui.allocate_exact_size(vec2(SWATCH + galley.size().x, 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word));
    ui.painter().circle_filled(rect.left_center() + vec2(5.0, 0.0), 5.0, Color32::from_rgb(r, g, b));
    let corner = pos2(rect.left() + SWATCH, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, colour);
}

/// A colour bar between its ends: one piece, which stays on one line.
fn range_ui(ui: &mut Ui, ramp: Ramp, ends: [String; 2]) {
    const STRIPS: usize = 32;
    const BAR: f32 = 72.0;
    const GAP: f32 = 6.0;
    let colour = ui.visuals().weak_text_color();
    let name = ends.join(" – ");
    let font = TextStyle::Body.resolve(ui.style());
    let [low, high] = ends.map(|end| ui.painter().layout_no_wrap(end, font.clone(), colour));
    let size = vec2(low.size().x + high.size().x + BAR + 2.0 * GAP, low.size().y.max(16.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let bar = Rect::from_min_size(pos2(rect.left() + low.size().x + GAP, rect.center().y - 4.0), vec2(BAR, 8.0));
    ui.painter().galley(pos2(rect.left(), rect.center().y - low.size().y / 2.0), low, colour);
    ui.painter().galley(pos2(bar.right() + GAP, rect.center().y - high.size().y / 2.0), high, colour);
    let width = BAR / STRIPS as f32;
    for strip in 0..STRIPS {
        let [r, g, b] = ramp.at((strip as f64 + 0.5) / STRIPS as f64);
        let min = pos2(bar.left() + strip as f32 * width, bar.top());
        ui.painter().rect_filled(Rect::from_min_size(min, vec2(width + 0.5, 8.0)), 0.0, Color32::from_rgb(r, g, b));
    }
}
