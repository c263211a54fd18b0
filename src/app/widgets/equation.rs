//! Equations in LaTeX, typeset and drawn as text: sharp at any scale, in any colour.
//!
//! Layout and fonts are those of KaTeX.

use std::sync::Arc;

use eframe::egui::{
    Color32, FontData, FontDefinitions, FontFamily, FontId, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo,
    cache::{ComputerMut, FrameCache},
    pos2, vec2,
};
use ratex_layout::{LayoutOptions, layout, to_display_list};
use ratex_parser::parse;
use ratex_types::{
    color::Color,
    display_item::{DisplayItem, DisplayList},
};

/// Draws an equation, scaled down if wider than the space. Invalid LaTeX is shown as plain text.
pub fn equation_ui(ui: &mut Ui, latex: &str, size: f32, colour: Color32) -> Response {
    let cached = ui.memory_mut(|memory| memory.caches.cache::<Cache>().get(latex).clone());
    let Ok(typeset) = cached.as_ref() else { return ui.colored_label(colour, latex) };
    let whole = typeset.size(1.0);
    let size = size.min(ui.available_width().max(1.0) / whole.x.max(f32::EPSILON));
    let (rect, response) = ui.allocate_exact_size(typeset.size(size), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &typeset.spoken));
    if ui.is_rect_visible(rect) {
        typeset.paint(ui, rect, size, colour);
    }
    response
}

/// Draws an equation centred at a point, for axis titles.
pub fn equation_at(ui: &Ui, at: Pos2, latex: &str, size: f32, colour: Color32) {
    let cached = ui.memory_mut(|memory| memory.caches.cache::<Cache>().get(latex).clone());
    if let Ok(typeset) = cached.as_ref() {
        typeset.paint(ui, Rect::from_center_size(at, typeset.size(size)), size, colour);
    }
}

/// Whether an equation can be typeset.
#[cfg(test)]
pub fn is_typeset(latex: &str) -> bool {
    Typeset::parse(latex).is_ok()
}

/// Fonts of equations, by their KaTeX names.
const FONTS: [(&str, &[u8]); 8] = [
    ("Main-Regular", include_bytes!("../../../assets/fonts/KaTeX_Main-Regular.ttf")),
    ("Math-Italic", include_bytes!("../../../assets/fonts/KaTeX_Math-Italic.ttf")),
    ("Caligraphic-Regular", include_bytes!("../../../assets/fonts/KaTeX_Caligraphic-Regular.ttf")),
    ("AMS-Regular", include_bytes!("../../../assets/fonts/KaTeX_AMS-Regular.ttf")),
    ("Size1-Regular", include_bytes!("../../../assets/fonts/KaTeX_Size1-Regular.ttf")),
    ("Size2-Regular", include_bytes!("../../../assets/fonts/KaTeX_Size2-Regular.ttf")),
    ("Size3-Regular", include_bytes!("../../../assets/fonts/KaTeX_Size3-Regular.ttf")),
    ("Size4-Regular", include_bytes!("../../../assets/fonts/KaTeX_Size4-Regular.ttf")),
];

/// Registers the fonts.
pub fn install_fonts(fonts: &mut FontDefinitions) {
    for (name, bytes) in FONTS {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(family(name), vec![name.to_owned()]);
    }
    // Fallback for mathematical symbols in other text.
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.entry(family).or_default().push(FONTS[0].0.to_owned());
    }
}

fn family(name: &str) -> FontFamily {
    FontFamily::Name(name.into())
}

/// Cache of typeset equations.
type Cache = FrameCache<Arc<Result<Typeset, String>>, Typesetter>;

#[derive(Default)]
struct Typesetter;

impl ComputerMut<&str, Arc<Result<Typeset, String>>> for Typesetter {
    fn compute(&mut self, latex: &str) -> Arc<Result<Typeset, String>> {
        Arc::new(Typeset::parse(latex))
    }
}

/// A typeset equation in ems, with its accessible text.
struct Typeset {
    list: DisplayList,
    spoken: String,
}

impl Typeset {
    fn parse(latex: &str) -> Result<Self, String> {
        let nodes = parse(latex).map_err(|error| error.to_string())?;
        let list = to_display_list(&layout(&nodes, &LayoutOptions::default()));
        let has_font = |item: &DisplayItem| match item {
            DisplayItem::GlyphPath { font, .. } => FONTS.iter().any(|(name, _)| name == font),
            DisplayItem::Line { .. } => true,
            DisplayItem::Rect { .. } | DisplayItem::Path { .. } => false,
        };
        if !list.items.iter().all(has_font) {
            return Err("contains unsupported glyphs".to_owned());
        }
        let spoken = list.items.iter().filter_map(glyph).filter(|sign| !is_part_of_a_sign(*sign)).collect();
        Ok(Self { list, spoken })
    }

    fn size(&self, em: f32) -> eframe::egui::Vec2 {
        vec2(self.list.width as f32, (self.list.height + self.list.depth) as f32) * em
    }

    fn paint(&self, ui: &Ui, rect: Rect, em: f32, colour: Color32) {
        let at = |x: f64, y: f64| rect.min + vec2(x as f32, y as f32) * em;
        for item in &self.list.items {
            match item {
                DisplayItem::GlyphPath { x, y, scale, font, color, .. } => {
                    let Some(sign) = glyph(item) else { continue };
                    let font = FontId::new(*scale as f32 * em, family(font));
                    paint_glyph(ui, at(*x, *y), sign, font, ink(*color, colour));
                }
                DisplayItem::Line { x, y, width, thickness, color, .. } => {
                    let height = (*thickness as f32 * em).max(1.0 / ui.pixels_per_point());
                    let start = at(*x, *y);
                    let line =
                        Rect::from_min_size(pos2(start.x, start.y - height / 2.0), vec2(*width as f32 * em, height));
                    ui.painter().rect_filled(line, 0.0, ink(*color, colour));
                }
                DisplayItem::Rect { .. } | DisplayItem::Path { .. } => {}
            }
        }
    }
}

/// Black becomes the text colour; other colours are kept.
fn ink(specified: Color, around: Color32) -> Color32 {
    let level = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    if specified == Color::BLACK {
        around
    } else {
        Color32::from_rgb(level(specified.r), level(specified.g), level(specified.b))
    }
}

fn glyph(item: &DisplayItem) -> Option<char> {
    match item {
        DisplayItem::GlyphPath { char_code, .. } => char::from_u32(*char_code),
        _ => None,
    }
}

/// Overlaid strokes, such as that of ≠.
fn is_part_of_a_sign(sign: char) -> bool {
    ('\u{e000}'..='\u{f8ff}').contains(&sign)
}

/// A glyph with its baseline origin at a point.
fn paint_glyph(ui: &Ui, at: Pos2, sign: char, font: FontId, colour: Color32) {
    let galley = ui.painter().layout_no_wrap(sign.to_string(), font, colour);
    let Some((row, glyph)) = galley.rows.first().and_then(|row| Some((row, row.row.glyphs.first()?))) else { return };
    let baseline = row.pos.y + glyph.pos.y;
    ui.painter().galley(pos2(at.x, at.y - baseline), galley, colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_equation_is_set_and_spoken() {
        let typeset = Typeset::parse(r"k_t(i, j) = \frac{M_{ij}}{\sqrt{M_{ii} M_{jj}}} \ne 0.357").unwrap();
        assert_eq!(typeset.spoken, "kt(i,j)=Mij√MiiMjj=0.357");
        assert!(typeset.list.width > 5.0 && typeset.list.width < 20.0);
    }

    #[test]
    fn what_is_no_equation_is_an_error() {
        assert!(Typeset::parse(r"\frac{1").is_err());
        assert!(Typeset::parse(r"\nosuchcommand").is_err());
    }
}
