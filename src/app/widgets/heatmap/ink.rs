//! The colours and type of a map's chrome, from the theme.

use eframe::egui::{Align, Color32, FontFamily, FontId, TextFormat, Visuals, text::LayoutJob};

use crate::{app::theme, figure::palette};

pub struct Ink {
    pub text: Color32,
    pub muted: Color32,
    pub line: Color32,
    pub accent: Color32,
    pub ground: Color32,
    pub seed: Color32,
}

impl Ink {
    pub fn of(visuals: &Visuals) -> Self {
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

    pub fn number_font(&self) -> FontId {
        FontId::new(10.0, FontFamily::Monospace)
    }

    pub fn name_font(&self) -> FontId {
        FontId::new(10.0, FontFamily::Proportional)
    }

    /// A symbol as the paper sets it: `K_t` with its t below the line.
    pub fn symbol(&self, symbol: &str) -> LayoutJob {
        let (letter, index) = symbol.split_once('_').unwrap_or((symbol, ""));
        let mut job = LayoutJob::default();
        let strong = |size| FontId::new(size, theme::strong_family());
        job.append(letter, 0.0, TextFormat::simple(strong(13.0), self.text));
        let below = TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(strong(10.0), self.text) };
        job.append(index, 1.0, below);
        job
    }
}
