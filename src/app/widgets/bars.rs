//! Numbers as bars, a node each, with names below as far as they fit.
//!
//! By hand and not by egui_plot: thousands of bars are thinned to the pixels there are, and names are set only where they
//! fit, neither of which its bar chart does.

use eframe::egui::{
    Align2, Color32, FontFamily, FontId, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2,
};

use super::{canvas::color, maths::maths};
use crate::view::{
    palette::{self, Rgb},
    scale::significant,
};

const SEED: Color32 = color(palette::SEED);

/// What is drawn.
pub struct Bars<'a> {
    /// For a reader of the screen.
    pub label: String,
    /// What the height of a bar is.
    pub y_title: &'a str,
    /// Nodes from left to right.
    pub order: &'a [u32],
    /// By node.
    pub values: &'a [f64],
    /// By node.
    pub fills: &'a [Rgb],
    /// By node.
    pub names: &'a [String],
    /// Nodes with a red ring around their bar, or a red line below it where it is thin.
    pub seeds: &'a [u32],
    /// The value at the top, at least; the others find their place by themselves.
    pub most: f64,
    /// Nodes that stand out.
    pub lit: &'a [u32],
    /// The node with a band behind it.
    pub banded: Option<u32>,
    /// A line after this number of bars, and its label.
    pub cut: Option<(usize, String)>,
}

/// Room of the numbers at the left.
pub const TICK_ROOM: f32 = 40.0;
const NAME_ROOM: f32 = 16.0;
/// Room of the title above the axis, and of half a number below it.
const TITLE_ROOM: f32 = 22.0;

/// Width of the thinnest bar with a ring, in points.
const THINNEST_RINGED: f32 = 4.0;
/// Height of the line below the bars of seeds, in points.
const MARK: f32 = 2.5;

/// Fills what is left of `ui`; returns the node under the pointer.
pub fn bars_ui(ui: &mut Ui, bars: &Bars<'_>) -> (Response, Option<u32>) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &bars.label));
    let top = rect.top() + TITLE_ROOM;
    let plot = Rect::from_x_y_ranges(rect.left() + TICK_ROOM..=rect.right(), top..=rect.bottom() - NAME_ROOM);
    let title = maths(bars.y_title, 11.0, FontFamily::Proportional, ui.visuals().weak_text_color());
    ui.painter().galley(rect.min, ui.painter().layout_job(title), ui.visuals().weak_text_color());
    let (low, high) = bars
        .values
        .iter()
        .fold((0.0_f64, bars.most.max(1e-12)), |(low, high), &value| (low.min(value), high.max(value)));
    let y_of = |value: f64| plot.bottom() - ((value - low) / (high - low)) as f32 * plot.height();
    let (muted, text) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
    let ticks = if low < 0.0 { vec![low, 0.0, high] } else { vec![0.0, high] };
    for tick in ticks {
        if tick != 0.0 || low == 0.0 || (y_of(0.0) - y_of(low)).abs() > 12.0 {
            let at = pos2(plot.left() - 6.0, y_of(tick));
            ui.painter().text(at, Align2::RIGHT_CENTER, significant(tick, 2), FontId::monospace(11.0), muted);
        }
    }
    ui.painter().hline(plot.x_range(), y_of(0.0), Stroke::new(1.0, muted));
    let width = plot.width() / bars.order.len().max(1) as f32;
    let gap = if width > 4.0 { 1.0 } else { 0.0 };
    let mut is_seed = vec![false; bars.values.len()];
    bars.seeds.iter().for_each(|&seed| is_seed[seed as usize] = true);
    let mut names_free_from = f32::NEG_INFINITY;
    // Thousands of bars are no more than there are pixels, and no more names are set than there is room for.
    let pixel = 1.0 / ui.pixels_per_point();
    let mut drawn = Drawn::default();
    for (place, &node) in bars.order.iter().enumerate() {
        let left = plot.left() + place as f32 * width;
        let value = bars.values[node as usize];
        let is_banded = bars.banded == Some(node);
        let is_lit = is_banded || bars.lit.contains(&node);
        if width >= pixel || drawn.is_stronger(left, pixel, value) {
            let [r, g, b] = bars.fills[node as usize];
            let x = left + gap..=left + width.max(pixel) - gap;
            let bar = Rect::from_x_y_ranges(x, y_of(value.max(0.0))..=y_of(value.min(0.0)));
            ui.painter().rect_filled(bar, 0.0, Color32::from_rgb(r, g, b));
            if is_seed[node as usize] {
                if bar.width() >= THINNEST_RINGED {
                    // Inside, so that the rings of neighbours stay apart.
                    let ring = Stroke::new(2.0_f32.min(bar.width() / 4.0), SEED);
                    ui.painter().rect_stroke(bar, 0.0, ring, StrokeKind::Inside);
                } else {
                    // A ring would leave no fill; seeds have a red line below.
                    let x = left..=left + width.max(pixel);
                    let mark = Rect::from_x_y_ranges(x, plot.bottom()..=plot.bottom() + MARK);
                    ui.painter().rect_filled(mark, 0.0, SEED);
                }
            }
        }
        if is_banded {
            let band = Rect::from_x_y_ranges(left..=left + width.max(pixel), plot.y_range());
            ui.painter().rect_filled(band, 0.0, ui.visuals().hyperlink_color.gamma_multiply(0.2));
        }
        if left + width / 2.0 <= names_free_from {
            continue;
        }
        let colour = if is_lit { text } else { muted };
        let name = bars.names[node as usize].clone();
        let galley = ui.painter().layout_no_wrap(name, FontId::proportional(11.0), colour);
        // Not below the number of the axis.
        let start = (left + width / 2.0 - galley.size().x / 2.0).max(plot.left() - 5.0);
        if start > names_free_from && start + galley.size().x < rect.right() {
            names_free_from = start + galley.size().x + 5.0;
            ui.painter().galley(pos2(start, plot.bottom() + 2.0), galley, colour);
        }
    }
    if let Some((behind, label)) = &bars.cut {
        paint_cut(ui, plot, plot.left() + *behind as f32 * width, label, text);
    }
    let place = response.hover_pos().map(|pos| ((pos.x - plot.left()) / width).floor()).filter(|place| *place >= 0.0);
    let under = place.and_then(|place| bars.order.get(place as usize).copied());
    (response, under)
}

/// The pixel that was drawn last, and how strongly.
#[derive(Default)]
struct Drawn {
    pixel: i32,
    most: f64,
}

impl Drawn {
    /// Whether a bar is to be drawn: the first of its pixel, or one that stands out more.
    fn is_stronger(&mut self, left: f32, pixel: f32, value: f64) -> bool {
        let at = (left / pixel) as i32;
        let is_drawn = at != self.pixel || value.abs() > self.most;
        if is_drawn {
            *self = Self { pixel: at, most: value.abs() };
        }
        is_drawn
    }
}

/// Tooltip of a bar.
pub fn reading_ui(response: Response, symbol: &str, name: &str, value: f64) {
    let text = format!("{symbol}({name}) = {}", significant(value, 4));
    response.on_hover_text_at_pointer(RichText::new(text).monospace());
}

fn paint_cut(ui: &Ui, plot: Rect, x: f32, label: &str, colour: Color32) {
    ui.painter().vline(x, plot.y_range(), Stroke::new(1.5, colour));
    let galley = ui.painter().layout_no_wrap(label.to_owned(), FontId::proportional(13.0), colour);
    let has_room = x + 6.0 + galley.size().x < plot.right();
    let left = if has_room { x + 6.0 } else { x - 6.0 - galley.size().x };
    ui.painter().galley(pos2(left, plot.top()), galley, colour);
}
