//! The kind of a graph of the gallery and its parameters, to be set.

use eframe::egui::{
    Align, ComboBox, DragValue, Label, Layout, Role, Sense, Slider, SliderClamping, Ui, WidgetInfo, vec2,
};

use crate::{
    app::{
        state::{State, command::Command, labels},
        widgets::heading::heading_ui,
    },
    graph::gallery::{Chosen, GALLERY, Parameter},
};

/// Width in points of all names.
const NAME: f32 = 58.0;
/// Width in points of all values.
const VALUE: f32 = 52.0;
/// Whole numbers above this are no sizes, and have no slider.
const LARGEST_SIZE: f64 = 1e6;

/// Nothing for other graphs.
pub(crate) fn generated_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(chosen) = state.chosen() else { return };
    heading_ui(ui, labels::explore::GALLERY_GRAPH);
    let combo = ComboBox::from_id_salt("gallery graph").selected_text(chosen.generator.title).truncate();
    let response = combo.width(ui.available_width() - 8.0).height(360.0).show_ui(ui, |ui| {
        for generator in GALLERY {
            let is_shown = generator.name == chosen.generator.name;
            let choice = ui.selectable_label(is_shown, generator.title).on_hover_text(generator.description);
            if choice.clicked() && !is_shown {
                let chosen = Chosen::by_default(generator);
                commands.push(Command::Generate { chosen, is_same_gesture: false });
            }
        }
    });
    response
        .response
        .on_hover_text(chosen.generator.description)
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::explore::GALLERY_GRAPH));
    for (idx, parameter) in chosen.generator.parameters.iter().enumerate() {
        let old = chosen.values[idx];
        let (value, is_held) = value_ui(ui, parameter, old);
        if value != old {
            let mut chosen = chosen.clone();
            chosen.values[idx] = value;
            commands.push(Command::Generate { chosen, is_same_gesture: is_held });
        }
    }
    ui.add_space(8.0);
    heading_ui(ui, labels::explore::OPERATOR);
}

/// The new value, and whether it goes on with a drag.
fn value_ui(ui: &mut Ui, parameter: &Parameter, old: f64) -> (f64, bool) {
    let mut value = old;
    let Parameter { name, description, min, max, default, whole } = *parameter;
    let hint = format!("{description}: {min} to {max}\n{}", labels::explore::default_of(default));
    let hint = if max > LARGEST_SIZE { description.to_owned() } else { hint };
    let mut parts = Vec::new();
    ui.horizontal(|ui| {
        let width = ui.available_width();
        let is_size = max <= LARGEST_SIZE;
        let size = vec2(
            if is_size { NAME } else { width - VALUE - ui.spacing().item_spacing.x },
            ui.spacing().interact_size.y,
        );
        let title = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            let name = if name == "seed" { labels::explore::RANDOM_SEED } else { name };
            ui.add(Label::new(name).truncate().sense(Sense::CLICK))
        });
        if title.inner.double_clicked() {
            value = default;
        }
        title.inner.on_hover_text(&hint);
        if is_size {
            let spacing = ui.spacing().item_spacing.x;
            ui.spacing_mut().slider_width = (width - NAME - VALUE - 2.0 * spacing).max(24.0);
            let slider = Slider::new(&mut value, min..=max).show_value(false).clamping(SliderClamping::Always);
            // Most graphs that teach something are small.
            let slider =
                if whole { slider.step_by(1.0).logarithmic(max > 20.0 && min > 0.0) } else { slider.step_by(0.01) };
            let slider = ui.add(slider);
            slider.widget_info(|| WidgetInfo::labeled(Role::Slider, true, description));
            if slider.is_pointer_button_down_on() {
                slider.request_focus();
            }
            parts.push(slider);
        }
        let number = DragValue::new(&mut value).range(min..=max);
        let number = if whole { number.fixed_decimals(0).speed(0.05) } else { number.max_decimals(2).speed(0.005) };
        let number = ui.add_sized([VALUE, ui.spacing().interact_size.y], number);
        number.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, description));
        parts.push(number.on_hover_text(&hint));
    });
    let is_held = parts.iter().any(|part| part.dragged() && !part.drag_started());
    (if whole { value.round() } else { value }, is_held)
}
