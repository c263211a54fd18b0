//! Type: the embedded faces, words with subscripts, and how much room they take.
//!
//! Text is measured by shaping it, as the renderers do, so what fits here fits on the page.

use std::sync::LazyLock;

use rustybuzz::{Face as Shaper, UnicodeBuffer, ttf_parser::GlyphId};

use super::scene::{Anchor, Rect, Text};
pub use crate::view::script::Script;
use crate::view::script::pieces;

/// Millimetres in a typographic point.
pub const MM_PER_PT: f64 = 25.4 / 72.0;

/// Size of a subscript, in that of its text.
pub const SCRIPT_SIZE: f64 = 0.72;
/// How far a subscript stands below the baseline, in the size of its text.
const SUBSCRIPT_DROP: f64 = 0.18;
/// How far a superscript stands above the baseline.
const SUPERSCRIPT_RISE: f64 = 0.34;

/// A font that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Inter.
    Regular,
    /// Inter, semibold.
    SemiBold,
    /// JetBrains Mono.
    Mono,
}

/// A glyph of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Where in the text its characters begin, in bytes.
    pub start: usize,
    /// How far it moves the pen, in units of the size.
    pub advance: f64,
    /// How far it would without its neighbours.
    pub own_advance: f64,
}

struct Loaded {
    bytes: &'static [u8],
    shaper: Shaper<'static>,
}

static FACES: LazyLock<Option<[Loaded; 3]>> = LazyLock::new(|| {
    let load = |bytes: &'static [u8]| Some(Loaded { bytes, shaper: Shaper::from_slice(bytes, 0)? });
    Some([
        load(include_bytes!("../../assets/fonts/Inter-Regular.otf"))?,
        load(include_bytes!("../../assets/fonts/Inter-SemiBold.otf"))?,
        load(include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf"))?,
    ])
});

impl Face {
    pub const ALL: [Self; 3] = [Self::Regular, Self::SemiBold, Self::Mono];

    /// Name of the family, for SVG.
    pub fn family(self) -> &'static str {
        match self {
            Self::Regular | Self::SemiBold => "Inter",
            Self::Mono => "JetBrains Mono",
        }
    }

    /// Weight within the family, for SVG.
    pub fn weight(self) -> u16 {
        if self == Self::SemiBold { 600 } else { 400 }
    }

    fn loaded(self) -> Option<&'static Loaded> {
        FACES.as_ref().map(|faces| &faces[self as usize])
    }

    pub fn bytes(self) -> &'static [u8] {
        self.loaded().map_or(&[], |loaded| loaded.bytes)
    }

    /// The glyph of a character, where the face has one.
    pub fn glyph(self, character: char) -> Option<u16> {
        self.loaded()?.shaper.glyph_index(character).map(|GlyphId(id)| id)
    }

    /// The glyphs of a text, kerned, from left to right.
    pub fn shaped(self, text: &str) -> Vec<Glyph> {
        let Some(loaded) = self.loaded() else { return Vec::new() };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        let em = f64::from(loaded.shaper.units_per_em());
        let shaped = rustybuzz::shape(&loaded.shaper, &[], buffer);
        let glyph = |(info, position): (&rustybuzz::GlyphInfo, &rustybuzz::GlyphPosition)| {
            let id = info.glyph_id as u16;
            let own = loaded.shaper.glyph_hor_advance(GlyphId(id)).unwrap_or(0);
            Glyph {
                id,
                start: info.cluster as usize,
                advance: f64::from(position.x_advance) / em,
                own_advance: f64::from(own) / em,
            }
        };
        shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(glyph).collect()
    }

    /// Width of a text, kerned, in units of its size.
    fn advance(self, text: &str) -> f64 {
        self.shaped(text).iter().map(|glyph| glyph.advance).sum()
    }

    /// Height of a capital letter, in units of the size.
    pub fn cap_height(self) -> f64 {
        let height = |loaded: &Loaded| {
            Some(f64::from(loaded.shaper.capital_height()?) / f64::from(loaded.shaper.units_per_em()))
        };
        self.loaded().and_then(height).unwrap_or(0.73)
    }
}

impl Script {
    /// How far below the baseline it stands, in the size of the text.
    pub fn drop(self) -> f64 {
        match self {
            Self::Base => 0.0,
            Self::Sub => SUBSCRIPT_DROP,
            Self::Super => -SUPERSCRIPT_RISE,
        }
    }

    /// Its size, in that of the text.
    pub fn scale(self) -> f64 {
        if self == Self::Base { 1.0 } else { SCRIPT_SIZE }
    }
}

/// Text with subscripts and superscripts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RichText {
    /// Pieces of one script each, none empty.
    pub runs: Vec<(Script, String)>,
}

impl RichText {
    /// Text without markup.
    pub fn plain(words: &str) -> Self {
        Self { runs: if words.is_empty() { Vec::new() } else { vec![(Script::Base, words.to_owned())] } }
    }

    /// Symbols as the paper writes them: `K_t`, `λ_{12}`, `A^{(1)}`.
    pub fn symbol(source: &str) -> Self {
        let mut runs: Vec<(Script, String)> = Vec::new();
        let mut add = |script: Script, text: &str| match runs.last_mut() {
            Some((last, run)) if *last == script => run.push_str(text),
            _ => runs.push((script, text.to_owned())),
        };
        pieces(source).for_each(|(script, text)| add(script, text));
        Self { runs }
    }

    /// The characters alone.
    pub fn flat(&self) -> String {
        self.runs.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Width in millimetres.
    pub fn width_mm(&self, face: Face, size_pt: f64) -> f64 {
        self.runs.iter().map(|(script, text)| script.scale() * face.advance(text)).sum::<f64>() * size_pt * MM_PER_PT
    }
}

/// Width of text without markup, in millimetres.
pub fn width_mm(words: &str, face: Face, size_pt: f64) -> f64 {
    face.advance(words) * size_pt * MM_PER_PT
}

/// Height of the capitals of a text in millimetres.
pub fn cap_mm(size_pt: f64) -> f64 {
    Face::Regular.cap_height() * size_pt * MM_PER_PT
}

/// Distance of baselines in millimetres.
pub fn line_mm(size_pt: f64) -> f64 {
    1.3 * size_pt * MM_PER_PT
}

/// What a text covers: from the top of capitals to the foot of descenders.
pub fn bounds(text: &Text) -> Rect {
    const DESCENT: f64 = 0.2;
    let size = text.size_pt * MM_PER_PT;
    let width = text.words.width_mm(text.face, text.size_pt);
    let has = |script: Script| text.words.runs.iter().any(|run| run.0 == script);
    let descends = |c: char| "gjpqyQ,;()|[]{}_µρ".contains(c);
    let has_descender = text.words.runs.iter().any(|(script, run)| *script == Script::Base && run.contains(descends));
    let above = text.face.cap_height() * size * if has(Script::Super) { 1.2 } else { 1.0 };
    let below = size * if has(Script::Sub) || has_descender { DESCENT } else { 0.02 };
    let before = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let [x, y] = text.at;
    if text.is_upright {
        Rect::new(x - above, y + before - width, above + below, width)
    } else {
        Rect::new(x - before, y - above, width, above + below)
    }
}

/// A space at which no line is broken.
pub const TIED: char = '\u{a0}';

/// Words broken into lines that are no wider than they may be.
pub fn wrapped(words: &str, face: Face, size_pt: f64, width_available_mm: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(last)) if width_mm(&flat(&longer), face, size_pt) <= width_available_mm => {
                *last = longer
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn flat(source: &str) -> String {
    RichText::symbol(source).flat()
}

/// The words, cut off with an ellipsis where they are wider than they may be.
pub fn shortened(words: &str, face: Face, size_pt: f64, width_available_mm: f64) -> String {
    if width_mm(words, face, size_pt) <= width_available_mm {
        return words.to_owned();
    }
    let mut head: String = words.to_owned();
    while head.pop().is_some() {
        let cut = format!("{}…", head.trim_end());
        if width_mm(&cut, face, size_pt) <= width_available_mm {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_their_subscripts() {
        let runs = |source| RichText::symbol(source).runs;
        assert_eq!(runs("K_t"), [(Script::Base, "K".to_owned()), (Script::Sub, "t".to_owned())]);
        assert_eq!(
            runs("A^{(1)} = 2"),
            [(Script::Base, "A".into()), (Script::Super, "(1)".into()), (Script::Base, " = 2".into())]
        );
        assert_eq!(RichText::symbol("λ_{12}").flat(), "λ12");
        assert_eq!(RichText::plain("a_b").flat(), "a_b");
    }

    #[test]
    fn widths_grow_with_size_and_words_and_scripts_are_narrower() {
        let width = |words: &RichText, size| words.width_mm(Face::Regular, size);
        let k = RichText::symbol("K_t");
        assert!((width(&k, 16.0) - 2.0 * width(&k, 8.0)).abs() < 1e-9);
        assert!(width(&k, 8.0) < width(&RichText::plain("Kt"), 8.0));
        // Eight points of Inter: an em is 2.82 mm, and a digit a little over half of it.
        assert!((1.0..2.2).contains(&width_mm("0", Face::Regular, 8.0)));
    }

    #[test]
    fn long_words_are_cut_and_long_lines_broken() {
        let cut = shortened("a very long name of a run", Face::Regular, 8.0, 12.0);
        assert!(cut.ends_with('…') && width_mm(&cut, Face::Regular, 8.0) <= 12.0, "{cut}");
        let lines = wrapped("one two three four five six", Face::Regular, 8.0, 14.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width_mm(line, Face::Regular, 8.0) <= 14.0), "{lines:?}");
        assert_eq!(lines.join(" "), "one two three four five six");
        let tied = format!("one two three s{TIED}={TIED}3");
        assert!(wrapped(&tied, Face::Regular, 8.0, 14.0).contains(&format!("s{TIED}={TIED}3")));
    }
}
