//! A number of the operator, to be set: its name and value in a line, a slider below, or all in one short row.

use eframe::egui::{
    self, Align, Color32, ComboBox, DragValue, Label, Layout, PointerButton, Response, Role, Sense, Slider,
    SliderClamping, TextStyle, Ui, WidgetInfo, vec2,
};

use super::{
    explain::explained,
    places::{self, Place},
};
use crate::{
    app::state::{command::Command, labels},
    pooling::{Parameter, Params},
};

/// Width in points of all values, so that they line up.
const VALUE: f32 = 52.0;
/// Width in points of a slider in a row.
const SLIDER: f32 = 72.0;

/// Width in points of a list of choices.
const CHOICE: f32 = 112.0;

/// Where a parameter is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In a panel: the full name, over a slider of the whole width.
    Panel,
    /// In a bar: the symbol, a short slider and the value.
    Bar,
}

/// Asks for the parameters that the user sets here. A double click sets the default. `is_wanted` gives the slider the focus.
pub fn parameter_ui(
    ui: &mut Ui,
    parameter: &Parameter,
    params: &Params,
    (form, is_wanted): (Form, bool),
    commands: &mut Vec<Command>,
) {
    let old = parameter.get(params);
    let mut value = old;
    if !parameter.choices.is_empty() {
        choice_ui(ui, parameter, form, &mut value);
        if value != old {
            let mut params = params.clone();
            parameter.set(&mut params, value);
            commands.push(Command::SetParams { params, is_same_gesture: false });
        }
        return;
    }
    let name = labels::explore::parameter(parameter.title(), parameter.text());
    let parts = match form {
        Form::Panel => {
            let width = ui.available_width();
            let (title, number) = ui
                .horizontal(|ui| {
                    ui.set_width(width);
                    let title = ui.add(Label::new(&name).truncate().sense(Sense::CLICK));
                    let at_right = Layout::right_to_left(Align::Center);
                    (title, ui.with_layout(at_right, |ui| number_ui(ui, parameter, &name, &mut value)).inner)
                })
                .inner;
            ui.spacing_mut().slider_width = width;
            Parts { title, slider: slider_ui(ui, parameter, &name, &mut value), number }
        }
        Form::Bar => {
            // Its size is known beforehand, so that it goes to the next row whole.
            let (font, space) = (TextStyle::Body.resolve(ui.style()), ui.spacing().item_spacing.x);
            let text = ui.painter().layout_no_wrap(parameter.text().to_owned(), font, Color32::PLACEHOLDER);
            let size = vec2(text.size().x + SLIDER + VALUE + 2.0 * space, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                let title = ui.add(Label::new(parameter.text()).sense(Sense::CLICK));
                ui.spacing_mut().slider_width = SLIDER;
                let slider = slider_ui(ui, parameter, &name, &mut value);
                Parts { title, slider, number: number_ui(ui, parameter, &name, &mut value) }
            })
            .inner
        }
    };
    let Parts { title, slider, number } = parts;
    let rect = title.rect | slider.rect | number.rect;
    if form == Form::Panel {
        places::mark(ui, Place::Parameter(parameter.key()), rect);
    }
    // A slider senses drags alone, without the click that would make it the one that the arrow keys move.
    if is_wanted || slider.is_pointer_button_down_on() {
        slider.request_focus();
    }
    // Clicks are not the slider's own: a second widget over it would take them, and the focus with them.
    let is_double = ui.input(|input| input.pointer.button_double_clicked(PointerButton::Primary));
    if title.double_clicked() || (slider.contains_pointer() && is_double) {
        value = parameter.default;
    }
    let is_held = [&slider, &number].into_iter().any(|part| part.dragged() && !part.drag_started());
    explained(title | slider, &[parameter.symbol], &labels::explore::default_of(parameter.default));
    if value != old {
        let mut params = params.clone();
        parameter.set(&mut params, value);
        commands.push(Command::SetParams { params, is_same_gesture: is_held });
    }
}

/// The names of a choice in a list.
fn choice_ui(ui: &mut Ui, parameter: &Parameter, form: Form, value: &mut f64) {
    let default = labels::explore::default_of(parameter.show(parameter.default));
    let row = |ui: &mut Ui| {
        let title = ui.add(Label::new(parameter.text()).truncate().sense(Sense::CLICK));
        let mut at_right = |ui: &mut Ui| {
            let list = ComboBox::from_id_salt(parameter.key()).selected_text(parameter.show(*value)).width(CHOICE);
            list.show_ui(ui, |ui| {
                for (name, at) in parameter.choices.iter().zip(0_u32..) {
                    ui.selectable_value(value, f64::from(at), *name);
                }
            })
            .response
        };
        let list = match form {
            Form::Panel => ui.with_layout(Layout::right_to_left(Align::Center), at_right).inner,
            Form::Bar => at_right(ui),
        };
        (title, list)
    };
    let (title, list) = ui.horizontal(row).inner;
    list.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, parameter.title()));
    if form == Form::Panel {
        places::mark(ui, Place::Parameter(parameter.key()), title.rect | list.rect);
    }
    if title.double_clicked() {
        *value = parameter.default;
    }
    explained(title, &[parameter.symbol], &default);
}

struct Parts {
    title: Response,
    slider: Response,
    number: Response,
}

fn slider_ui(ui: &mut Ui, parameter: &Parameter, name: &str, value: &mut f64) -> Response {
    // A model or a link may have a value outside the slider range, which is not clamped.
    let range = parameter.slider.0..=parameter.slider.1;
    let mut slider = Slider::new(value, range).clamping(SliderClamping::Edits).show_value(false);
    if parameter.is_whole {
        slider = slider.step_by(1.0);
    } else if parameter.is_logarithmic {
        slider = slider.logarithmic(true);
    } else {
        slider = slider.step_by(0.01);
    }
    let response = ui.add(slider);
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, ui.is_enabled(), name));
    response
}

fn number_ui(ui: &mut Ui, parameter: &Parameter, name: &str, value: &mut f64) -> Response {
    let (least, most) = parameter.slider;
    let mut number = DragValue::new(value).range(least..=most).clamp_existing_to_range(false);
    number = match (parameter.is_whole, parameter.is_logarithmic) {
        (true, _) => number.fixed_decimals(0).speed(0.05),
        // As fine as the value is small.
        (false, true) => number.max_decimals(3).speed(0.02),
        (false, false) => number.max_decimals(2).speed(0.005),
    };
    let response = ui.add_sized([VALUE, ui.spacing().interact_size.y], number);
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, ui.is_enabled(), name));
    response
}

/// All parameters of an operator that do something without training, in a row that wraps.
pub fn parameter_bar_ui<'a>(
    ui: &mut Ui,
    parameters: impl Iterator<Item = &'a Parameter>,
    params: &Params,
    focus: Option<&str>,
    commands: &mut Vec<Command>,
) {
    for parameter in parameters.filter(|parameter| !parameter.is_of_training) {
        let is_wanted = focus == Some(parameter.key());
        parameter_ui(ui, parameter, params, (Form::Bar, is_wanted), commands);
        ui.add_space(egui::Style::default().spacing.item_spacing.x);
    }
}
