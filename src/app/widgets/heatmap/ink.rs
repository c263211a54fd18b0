//! Colours and fonts of a heatmap, from the theme.

use eframe::egui::{Color32, FontFamily, FontId, TextFormat, Visuals, text::LayoutJob};

use crate::{
    app::widgets::{maths::spaced_maths, theme},
    view::palette,
};

pub(super) struct Ink {
    pub text: Color32,
    pub muted: Color32,
    pub line: Color32,
    pub accent: Color32,
    pub ground: Color32,
    pub seed: Color32,
}

impl Ink {
    pub(super) fn from_visuals(visuals: &Visuals) -> Self {
        let [r, g, b] = palette::SEED;
        Self {
            text: visuals.text_color(),
            muted: visuals.weak_text_color(),
            line: visuals.widgets.noninteractive.bg_stroke.color,
            accent: visuals.hyperlink_color,
            ground: visuals.panel_fill,
            seed: Color32::from_rgb(r, g, b),
        }
    }

    pub(super) fn number_font(&self) -> FontId {
        FontId::new(10.0, FontFamily::Monospace)
    }

    pub(super) fn name_font(&self) -> FontId {
        FontId::new(10.0, FontFamily::Proportional)
    }

    /// A symbol with its subscript: `K_t`.
    pub(super) fn symbol(&self, symbol: &str) -> LayoutJob {
        self.set(symbol, theme::strong_family())
    }

    /// A symbol followed by a value.
    pub(super) fn reading(&self, symbol: &str, value: &str) -> LayoutJob {
        let mut job = self.set(symbol, FontFamily::Monospace);
        job.append(value, 0.0, TextFormat::simple(FontId::new(13.0, FontFamily::Monospace), self.text));
        job
    }

    fn set(&self, symbol: &str, family: FontFamily) -> LayoutJob {
        spaced_maths(symbol, 13.0, family, self.text, 1.0)
    }
}
