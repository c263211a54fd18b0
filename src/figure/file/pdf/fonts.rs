//! Fonts in a PDF: only the glyphs that are shown, with their widths and the characters they stand for.

use std::collections::BTreeMap;

use pdf_writer::{
    Filter, Finish as _, Name, Pdf, Rect, Ref, Str,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use rustybuzz::ttf_parser::{Face as Parsed, RawFace, Tag};
use subsetter::GlyphRemapper;

use super::deflated;
use crate::figure::{
    FigureError,
    text::{Face, Glyph},
};

const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A font and the glyphs of it that are in use.
#[derive(Default)]
pub(super) struct Font {
    remapper: GlyphRemapper,
    /// Code → width in thousandths, and characters.
    glyphs: BTreeMap<u16, (f32, String)>,
}

/// The name of a face on a page.
pub(super) fn name(face: Face) -> String {
    format!("F{}", face as u8)
}

impl Font {
    /// The code of a glyph that stands for these characters.
    pub(super) fn code(&mut self, glyph: &Glyph, characters: &str) -> u16 {
        let code = self.remapper.remap(glyph.id);
        self.glyphs.entry(code).or_insert_with(|| ((1000.0 * glyph.own_advance) as f32, characters.to_owned()));
        code
    }

    /// Six letters that differ for other glyphs, so that figures of one document do not share fonts by mistake.
    fn tag(&self) -> String {
        const PRIME: u64 = 0x0100_0000_01b3;
        let bytes = self.remapper.remapped_gids().flat_map(u16::to_le_bytes);
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
        (0..6).map(|place| char::from(b'A' + (hash / 26_u64.pow(place) % 26) as u8)).collect()
    }

    /// Writes the font; returns what a page refers to.
    pub(super) fn write(&self, face: Face, pdf: &mut Pdf, next: &mut Ref) -> Result<Ref, FigureError> {
        let failed = |what: &str| FigureError::Render(format!("the font {} {what}", face.family()));
        let parsed = Parsed::parse(face.bytes(), 0).map_err(|_| failed("cannot be read"))?;
        let subset = subsetter::subset(face.bytes(), 0, &self.remapper).map_err(|_| failed("cannot be subset"))?;
        let raw = RawFace::parse(&subset, 0).map_err(|_| failed("cannot be subset"))?;
        let cff = raw.table(Tag::from_bytes(b"CFF "));
        let style = if face == Face::SemiBold { "SemiBold" } else { "Regular" };
        let base = format!("{}+{}-{style}", self.tag(), face.family().replace(' ', ""));
        let base = Name(base.as_bytes());
        let [font, descendant, descriptor, to_unicode, file] = std::array::from_fn(|_| next.bump());

        pdf.type0_font(font)
            .base_font(base)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant)
            .to_unicode(to_unicode);
        let mut cid = pdf.cid_font(descendant);
        cid.subtype(if cff.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
        cid.base_font(base).system_info(SYSTEM).font_descriptor(descriptor).default_width(0.0);
        if cff.is_none() {
            cid.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = cid.widths();
        for (&code, &(width, _)) in &self.glyphs {
            widths.consecutive(code, [width]);
        }
        widths.finish();
        cid.finish();
        describe(pdf, descriptor, base, &parsed, file, cff.is_some());

        let mut characters = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
        for (&code, (_, text)) in &self.glyphs {
            characters.pair_with_multiple(code, text.chars());
        }
        pdf.cmap(to_unicode, &characters.finish());
        let data = deflated(cff.unwrap_or(&subset));
        let mut stream = pdf.stream(file, &data);
        stream.filter(Filter::FlateDecode);
        if cff.is_some() {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        stream.finish();
        Ok(font)
    }
}

fn describe(pdf: &mut Pdf, id: Ref, base: Name<'_>, parsed: &Parsed<'_>, file: Ref, is_cff: bool) {
    let unit = 1000.0 / f32::from(parsed.units_per_em());
    let scaled = |value: i16| f32::from(value) * unit;
    let bbox = parsed.global_bounding_box();
    let mut flags = FontFlags::NON_SYMBOLIC;
    flags.set(FontFlags::FIXED_PITCH, parsed.is_monospaced());
    let mut descriptor = pdf.font_descriptor(id);
    descriptor.name(base).flags(flags).italic_angle(0.0).stem_v(if parsed.is_bold() { 120.0 } else { 80.0 });
    descriptor.bbox(Rect::new(scaled(bbox.x_min), scaled(bbox.y_min), scaled(bbox.x_max), scaled(bbox.y_max)));
    descriptor.ascent(scaled(parsed.ascender())).descent(scaled(parsed.descender()));
    descriptor.cap_height(scaled(parsed.capital_height().unwrap_or(parsed.ascender())));
    if is_cff {
        descriptor.font_file3(file)
    } else {
        descriptor.font_file2(file)
    };
}
