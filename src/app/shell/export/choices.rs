//! Options of a figure.

use std::path::PathBuf;

use eframe::egui::{Checkbox, ComboBox, DragValue, Grid, Role, ScrollArea, Ui, WidgetInfo, vec2};

use crate::app::{state::labels, work::export::OfferedRuns};
use crate::{
    figure::{FigureRequest, Ground, Options, Preset, figure, kinds::Choices},
    names::Named as _,
    pooling::{self, Method, none},
    symbols,
    trace::order::NodeOrder,
    view::{look::ColourBy, palette::ColourMap, reduction::Reduction, scale::Scale},
};

pub(super) fn options_ui(ui: &mut Ui, request: &mut FigureRequest, offered: Option<&OfferedRuns>) {
    let Ok(Choices { maps, node_colours, operators, labels }) = figure(&request.kind).map(|figure| figure.choices)
    else {
        return;
    };
    Grid::new("options").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        size_ui(ui, &mut request.options);
        let options = &mut request.options;
        number_ui(ui, "Resolution", &mut options.dpi, 36.0..=1200.0, " dpi");
        number_ui(ui, "Font size", &mut options.font_pt, 6.0..=36.0, " pt");
        choice_ui(ui, "Background", &mut options.ground, Ground::all());
        if maps {
            choice_ui(ui, "Colour map", &mut options.map, ColourMap::all());
            choice_ui(ui, "Scale", &mut options.scale, Scale::all());
            if request.kind == "matrix" {
                matrix_ui(ui, &mut options.matrix, request.methods.first());
            }
            choice_ui(ui, labels::explore::CELLS_PER_PIXEL, &mut options.reduction, Reduction::all());
            choice_ui(ui, "Node order", &mut options.order, NodeOrder::all());
        }
        if node_colours {
            choice_ui(ui, "Colour by", &mut options.colour, ColourBy::NAMED.into_iter());
        }
        if maps {
            let last = request.params.levels.saturating_sub(usize::from(request.kind != "matrix"));
            ui.weak("Level");
            let drag = ui.add(DragValue::new(&mut options.level).range(0..=last));
            drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Figure level"));
            ui.end_row();
        }
    });
    if operators {
        methods_ui(ui, &mut request.methods);
    }
    if let Some(offered) = offered {
        runs_ui(ui, &mut request.runs, offered);
    }
    ui.add_space(4.0);
    let options = &mut request.options;
    ui.horizontal_wrapped(|ui| {
        if labels {
            ui.add(Checkbox::new(&mut options.has_labels, "Labels"));
        }
        ui.add(Checkbox::new(&mut options.has_title, "Title"));
        ui.add(Checkbox::new(&mut options.has_caption, "Caption"));
        ui.add(Checkbox::new(&mut options.has_letters, "Panel letters"));
    });
}

fn size_ui(ui: &mut Ui, options: &mut Options) {
    ui.weak("Width");
    ui.horizontal(|ui| {
        let preset = Preset::all().find(|(preset, _)| preset.width_mm() == options.width_mm);
        let combo =
            ComboBox::from_id_salt("preset").selected_text(preset.map_or("custom", |(_, name)| name)).width(72.0);
        let response = combo.show_ui(ui, |ui| {
            for (preset, name) in Preset::all() {
                if ui.selectable_label(preset.width_mm() == options.width_mm, name).clicked() {
                    *options = Options { height_mm: None, font_pt: 8.0, margin_mm: 1.0, ..options.clone() };
                    options.set_preset(preset);
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Width preset"));
        let drag = ui.add(DragValue::new(&mut options.width_mm).range(40.0..=1000.0).max_decimals(1).suffix(" mm"));
        drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Width"));
    });
    ui.end_row();
    ui.weak("Height");
    ui.horizontal(|ui| {
        let mut is_given = options.height_mm.is_some();
        if ui.add(Checkbox::new(&mut is_given, "Fixed")).changed() {
            options.height_mm = is_given.then(|| (options.width_mm * 9.0 / 16.0).round());
        }
        if let Some(height) = &mut options.height_mm {
            let drag = ui.add(DragValue::new(height).range(20.0..=1000.0).max_decimals(1).suffix(" mm"));
            drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Height"));
        }
    });
    ui.end_row();
}

/// The matrices of the operator.
fn matrix_ui(ui: &mut Ui, chosen: &mut Option<String>, method: Option<&String>) {
    ui.weak(labels::shell::MATRIX);
    let symbols = method.and_then(|key| pooling::method(key)).into_iter().flat_map(Method::all_matrices);
    let key = chosen.clone().unwrap_or_else(|| symbols::R.key.to_owned());
    let response = ComboBox::from_id_salt("matrix").selected_text(&key).width(140.0).show_ui(ui, |ui| {
        for symbol in symbols {
            if ui.selectable_label(symbol.is_called(&key), format!("{}, {}", symbol.key, symbol.name)).clicked() {
                *chosen = Some(symbol.key.to_owned());
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::shell::MATRIX));
    ui.end_row();
}

fn number_ui(ui: &mut Ui, name: &str, value: &mut f64, range: std::ops::RangeInclusive<f64>, unit: &str) {
    ui.weak(name);
    let drag = ui.add(DragValue::new(value).range(range).max_decimals(1).suffix(unit));
    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
    ui.end_row();
}

fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    all: impl Iterator<Item = (T, &'static str)> + Clone,
) {
    ui.weak(name);
    let selected = all.clone().find(|(other, _)| other == value).map_or("same as window", |(_, name)| name);
    let response = ComboBox::from_id_salt(name).selected_text(selected).width(140.0).show_ui(ui, |ui| {
        for (other, name) in all {
            ui.selectable_value(value, other, name);
        }
    });
    response
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Figure {}", name.to_lowercase())));
    ui.end_row();
}

/// One row of the figure per operator.
fn methods_ui(ui: &mut Ui, methods: &mut Vec<String>) {
    ui.weak("Operators");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
        for method in pooling::methods().filter(|method| *method != &none::METHOD) {
            let mut is_shown = methods.iter().any(|key| key == method.key);
            if ui.toggle_value(&mut is_shown, method.name).on_hover_text(method.about).changed() {
                methods.retain(|key| key != method.key);
                if is_shown {
                    methods.push(method.key.to_owned());
                }
            }
        }
    });
}

fn runs_ui(ui: &mut Ui, chosen: &mut Vec<PathBuf>, offered: &OfferedRuns) {
    ui.weak("Runs");
    let selected = if chosen.is_empty() { offered.defaults.clone() } else { chosen.clone() };
    let lines = ScrollArea::vertical().max_height(128.0).auto_shrink([false, true]);
    lines.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if offered.all.is_empty() {
            ui.weak("None yet");
        }
        for (path, name) in &offered.all {
            let mut is_shown = selected.contains(path);
            if ui.add(Checkbox::new(&mut is_shown, name)).changed() {
                let is_wanted = |other: &PathBuf| if other == path { is_shown } else { selected.contains(other) };
                *chosen = offered.all.iter().map(|(path, _)| path).filter(|path| is_wanted(path)).cloned().collect();
            }
        }
    });
}
