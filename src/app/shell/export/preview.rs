//! The preview of the figure, next to the options.

use eframe::egui::{
    Align, Color32, Context, Direction, Image, Layout, Rect, Role, Sense, StrokeKind, TextureOptions, Ui, UiBuilder,
    WidgetInfo, emath::GuiRounding as _, vec2,
};

use super::Export;
use crate::app::{state::labels, work::export::Drawn};

/// Range of the width of the preview area, in points.
const TABLE: std::ops::RangeInclusive<f32> = 320.0..=960.0;
/// Total horizontal margin around the preview area, in points.
const AROUND: f32 = 112.0;
/// Range of the height of the preview area, in points.
const HEIGHT: std::ops::RangeInclusive<f32> = 380.0..=600.0;
/// Total vertical margin around it, in points.
const ABOVE_AND_BELOW: f32 = 96.0;
/// Margin around the page, in points.
const EDGE: f32 = 16.0;
/// Height of the line with the page size, in points.
const LINE: f32 = 24.0;

/// Width of the preview area next to options of this width.
pub(super) fn table_width(ctx: &Context, choices: f32) -> f32 {
    (ctx.content_rect().width() - choices - AROUND).clamp(*TABLE.start(), *TABLE.end())
}

/// Height of the preview area: that of the window decides, and not the figure.
pub(super) fn height(ctx: &Context) -> f32 {
    (ctx.content_rect().height() - ABOVE_AND_BELOW).clamp(*HEIGHT.start(), *HEIGHT.end())
}

/// Maximum size of the page in pixels.
pub(super) fn room_px(ctx: &Context, [wide, high]: [f32; 2]) -> [f32; 2] {
    let room = vec2(wide - 2.0 * EDGE, high - 2.0 * EDGE - LINE) * ctx.pixels_per_point();
    [room.x.round(), room.y.round()]
}

impl Export {
    /// The page with its size; or the error.
    pub(super) fn table_ui(&mut self, ui: &mut Ui, table: Rect) {
        let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().rect(table, 6.0, ui.visuals().panel_fill, stroke, StrokeKind::Inside);
        let centred = |ui: &mut Ui, show: &mut dyn FnMut(&mut Ui)| {
            let layout = Layout::centered_and_justified(Direction::TopDown);
            show(&mut ui.new_child(UiBuilder::new().max_rect(table.shrink(EDGE)).layout(layout)));
        };
        if let Some(error) = self.drawn.error() {
            centred(ui, &mut |ui| drop(ui.weak(error)));
            return;
        }
        let Some(drawn) = self.drawn.answer().cloned() else {
            centred(ui, &mut |ui| drop(ui.spinner()));
            return;
        };
        let page = table.with_max_y(table.bottom() - LINE).shrink(EDGE);
        self.page_ui(ui, page, &drawn);
        let line = table.with_min_y(table.bottom() - LINE - 4.0).shrink2(vec2(EDGE, 0.0));
        let (width, height, dpi) = (drawn.scene.width_mm, drawn.scene.height_mm, drawn.request.options.dpi);
        let px = |mm: f64| (mm / 25.4 * dpi).round();
        let words = format!("{width:.0} × {height:.0} mm · {} × {} px at {dpi} dpi", px(width), px(height));
        let layout = Layout::left_to_right(Align::Center);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(line).layout(layout));
        ui.weak(words);
        if !self.drawn.is_current() {
            ui.spinner();
        }
    }

    fn page_ui(&mut self, ui: &mut Ui, room: Rect, drawn: &Drawn) {
        if self.texture.as_ref().is_none_or(|(version, _)| *version != drawn.version) {
            let texture = ui.ctx().load_texture("figure", drawn.preview.clone(), TextureOptions::LINEAR);
            self.texture = Some((drawn.version, texture));
        }
        let Some((_, texture)) = &self.texture else { return };
        let size = texture.size_vec2() / ui.pixels_per_point();
        let size = size * (room.width() / size.x).min(room.height() / size.y).min(1.0);
        let rect = Rect::from_center_size(room.center(), size);
        let rect = Rect::from_min_size(rect.min.round_to_pixels(ui.pixels_per_point()), size);
        let response = ui.interact(rect, ui.scope_id().with("preview"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, labels::shell::FIGURE_PREVIEW));
        // White paper under a transparent figure, also in the dark theme.
        ui.painter().rect_filled(rect, 0.0, Color32::WHITE);
        Image::new(texture).paint_at(ui, rect);
    }
}
