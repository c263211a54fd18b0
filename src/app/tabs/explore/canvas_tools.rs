//! The line over the canvas: which levels, what colours say and mean, the layout.

use eframe::egui::{Color32, ComboBox, DragValue, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use crate::{
    app::{
        state::{
            command::{Command, ShellCommand},
            edit::EditCommand,
        },
        tabs::Cx,
        work::spectra::Spectra,
    },
    view::{
        look::{ColourBy, Legend},
        palette::{ColourMap, Rgb},
        scale::significant,
    },
};

/// Words of a legend, at most; more would fill the line.
const MOST_WORDS: usize = 7;

/// The line; of it, a presentation keeps what the colours mean.
pub fn tools_ui(ui: &mut Ui, cx: &Cx<'_>, legend: &Legend, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        if cx.state.is_presenting() {
            legend_ui(ui, legend);
            return;
        }
        if !cx.state.is_list_shown(ui.ctx().content_rect().width())
            && ui.button("list").on_hover_text("List of graphs (Ctrl+B)").clicked()
        {
            commands.push(Command::Shell(ShellCommand::ToggleList));
        }
        levels_ui(ui, cx, commands);
        ui.separator();
        colour_ui(ui, cx, commands);
        let are_hulls_shown = cx.state.view().are_hulls_shown;
        if ui.selectable_label(are_hulls_shown, "hulls").on_hover_text("Hulls around clusters (H)").clicked() {
            commands.push(Command::ToggleHulls);
        }
        ui.separator();
        layout_ui(ui, cx, commands);
        let edit = ui.selectable_label(cx.state.pen().is_down, "edit");
        edit.widget_info(|| WidgetInfo::selected(Role::Button, true, cx.state.pen().is_down, "Edit the graph"));
        if edit.on_hover_text("Edit a copy of the graph (E)").clicked() {
            commands.push(Command::Edit(EditCommand::Toggle));
        }
        if *legend != Legend::None {
            ui.separator();
        }
        legend_ui(ui, legend);
    });
}

fn levels_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let is_one = cx.state.view().is_one_level;
    let all = ui.selectable_label(!is_one, "all levels").on_hover_text("The levels side by side (V)");
    let one =
        ui.selectable_label(is_one, "one").on_hover_text("One level at a time; 1, 2, 3 go from level to level (V)");
    if (all.clicked() && is_one) || (one.clicked() && !is_one) {
        commands.push(Command::ToggleOneLevel);
    }
}

fn colour_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let colour = cx.state.view().colour;
    ui.weak("colour by");
    let shown = match colour {
        ColourBy::Eigenvector(_) => "eigenvector".to_owned(),
        named => named.name(),
    };
    let combo = ComboBox::from_id_salt("colour").selected_text(shown).width(96.0);
    let response = combo.show_ui(ui, |ui| {
        let is_vector = matches!(colour, ColourBy::Eigenvector(_));
        // The second one is the first that says something of a connected graph.
        let vector = (if is_vector { colour } else { ColourBy::Eigenvector(1) }, "eigenvector");
        for (choice, name) in ColourBy::NAMED.into_iter().chain([vector]) {
            if ui.selectable_label(choice == colour, name).clicked() {
                commands.push(Command::SetColour(choice));
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Colour by"));
    if let ColourBy::Eigenvector(idx) = colour {
        eigenvector_ui(ui, cx, idx, commands);
    }
}

/// Which eigenvector, counted from 1 as in the paper, and its eigenvalue.
fn eigenvector_ui(ui: &mut Ui, cx: &Cx<'_>, idx: usize, commands: &mut Vec<Command>) {
    let n = cx.explored.and_then(|explored| explored.levels.first()).map_or(1, |level| level.names.len().max(1));
    let mut number = idx + 1;
    let drag = ui.add(DragValue::new(&mut number).range(1..=n).speed(0.1).prefix("u "));
    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Eigenvector"));
    if drag.changed() {
        commands.push(Command::SetColour(ColourBy::Eigenvector(number - 1)));
    }
    match cx.spectra.map(|spectra| eigenvalue(spectra, idx)) {
        Some(Some(lambda)) => ui.weak(format!("λ = {}", significant(lambda, 3))),
        Some(None) => ui.weak(format!("over {} nodes: not computed", crate::app::work::spectra::MOST_NODES)),
        None => ui.spinner(),
    };
}

fn eigenvalue(spectra: &Spectra, idx: usize) -> Option<f64> {
    spectra.levels.first()?.as_ref()?.eigenvalues.get(idx).copied()
}

fn layout_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let is_moving = cx.layout.is_some_and(|layout| layout.is_running && !layout.is_settled());
    let text = if is_moving { "pause" } else { "layout" };
    if ui.button(text).on_hover_text("Start or pause the layout (Space)").clicked() {
        commands.push(Command::Shell(ShellCommand::ToggleLayout));
    }
    if ui.button("shake").on_hover_text("Shake the layout").clicked() {
        commands.push(Command::Shell(ShellCommand::RestartLayout));
    }
    let mut seed = cx.state.view().layout_seed;
    let drag = ui.add(DragValue::new(&mut seed).speed(0.05).prefix("seed "));
    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Seed of the layout"));
    if drag.on_hover_text("Another seed may find another drawing").changed() {
        commands.push(Command::SetLayoutSeed(seed));
    }
    if ui.button("fit").on_hover_text("Fit graphs (F)").clicked() {
        commands.push(Command::Shell(ShellCommand::Fit));
    }
}

/// What the colours mean.
fn legend_ui(ui: &mut Ui, legend: &Legend) {
    match legend {
        Legend::None => {}
        Legend::Words(words) => {
            for (word, colour) in words.iter().take(MOST_WORDS) {
                swatch_ui(ui, word, *colour);
            }
            if words.len() > MOST_WORDS {
                let rest: Vec<&str> = words[MOST_WORDS..].iter().map(|(word, _)| word.as_str()).collect();
                ui.weak(format!("+{}", rest.len())).on_hover_text(rest.join(", "));
            }
        }
        &Legend::Range { map, ends: (low, high) } => {
            ui.weak(significant(low, 3));
            gradient_ui(ui, map);
            ui.weak(significant(high, 3));
        }
    }
}

/// A dot and its word, which stay together where the line breaks.
fn swatch_ui(ui: &mut Ui, word: &str, [r, g, b]: Rgb) {
    let colour = ui.visuals().weak_text_color();
    let galley = ui.painter().layout_no_wrap(word.to_owned(), TextStyle::Body.resolve(ui.style()), colour);
    let (rect, response) = ui.allocate_exact_size(vec2(14.0 + galley.size().x, 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word));
    ui.painter().circle_filled(rect.left_center() + vec2(5.0, 0.0), 5.0, Color32::from_rgb(r, g, b));
    let corner = pos2(rect.left() + 14.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, colour);
}

fn gradient_ui(ui: &mut Ui, map: ColourMap) {
    const STRIPS: usize = 32;
    let (rect, _) = ui.allocate_exact_size(vec2(72.0, 8.0), Sense::hover());
    let width = rect.width() / STRIPS as f32;
    for strip in 0..STRIPS {
        let [r, g, b] = map.at((strip as f64 + 0.5) / STRIPS as f64);
        let min = pos2(rect.left() + strip as f32 * width, rect.top());
        ui.painter().rect_filled(Rect::from_min_size(min, vec2(width + 0.5, 8.0)), 0.0, Color32::from_rgb(r, g, b));
    }
}
