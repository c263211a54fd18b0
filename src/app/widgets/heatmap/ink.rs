//! Colours and fonts of a heatmap, from the theme.

use eframe::egui::{Align, Color32, FontFamily, FontId, TextFormat, Visuals, text::LayoutJob};

use crate::{app::widgets::theme, view::palette};

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

    /// A symbol with its subscript: `K_t`.
    pub fn symbol(&self, symbol: &str) -> LayoutJob {
        self.set(symbol, theme::strong_family())
    }

    /// A symbol followed by a value.
    pub fn reading(&self, symbol: &str, value: &str) -> LayoutJob {
        let mut job = self.set(symbol, FontFamily::Monospace);
        job.append(value, 0.0, TextFormat::simple(FontId::new(13.0, FontFamily::Monospace), self.text));
        job
    }

    /// `_` starts a subscript, `^` a superscript of one letter.
    fn set(&self, symbol: &str, family: FontFamily) -> LayoutJob {
        let (letters, index) = symbol.split_once('_').unwrap_or((symbol, ""));
        let mut job = LayoutJob::default();
        let font = |size| FontId::new(size, family.clone());
        let plain = || TextFormat::simple(font(13.0), self.text);
        let small = |valign| TextFormat { valign, ..TextFormat::simple(font(10.0), self.text) };
        let mut rest = letters;
        while let Some((before, after)) = rest.split_once('^') {
            let (raised, after) = after.split_at(after.chars().next().map_or(0, char::len_utf8));
            job.append(before, 0.0, plain());
            job.append(raised, 1.0, small(Align::TOP));
            rest = after;
        }
        job.append(rest, 0.0, plain());
        job.append(index, 1.0, small(Align::BOTTOM));
        job
    }
}
