//! A font with only the glyphs that a figure needs, small enough to travel inside an SVG.
//!
//! `subsetter` makes fonts for PDF, which finds glyphs by number. A browser finds them by character,
//! so the table of characters (`cmap`) and what else a browser insists on are put back here.

use std::collections::BTreeSet;

use rustybuzz::ttf_parser::{RawFace, Tag};
use subsetter::GlyphRemapper;

use crate::figure::text::Face;

/// The font with the glyphs of these characters; none where it cannot be made.
pub fn subset(face: Face, characters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let mut remapper = GlyphRemapper::new();
    let mut pairs: Vec<(u32, u16)> = Vec::new();
    for &character in characters {
        // Beyond the basic plane there is nothing that a figure writes.
        if let (Some(glyph), Ok(_)) = (face.glyph(character), u16::try_from(u32::from(character))) {
            pairs.push((u32::from(character), remapper.remap(glyph)));
        }
    }
    let small = subsetter::subset(face.bytes(), 0, &remapper).ok()?;
    let (small, whole) = (RawFace::parse(&small, 0).ok()?, RawFace::parse(face.bytes(), 0).ok()?);
    let mut tables: Vec<([u8; 4], Vec<u8>)> = Vec::new();
    for name in [b"CFF ", b"glyf", b"loca", b"cvt ", b"fpgm", b"prep", b"head", b"hhea", b"hmtx", b"maxp"] {
        if let Some(data) = small.table(Tag::from_bytes(name)) {
            let mut data = data.to_vec();
            if name == b"head" {
                // The checksum of the whole font is not part of that of the table.
                data[8..12].fill(0);
            }
            tables.push((*name, data));
        }
    }
    tables.push((*b"OS/2", whole.table(Tag::from_bytes(b"OS/2"))?.to_vec()));
    tables.push((*b"cmap", cmap(&pairs)));
    tables.push((*b"name", name(face)));
    tables.push((*b"post", post()));
    tables.sort();
    Some(assemble(if face == Face::Mono { 0x0001_0000 } else { u32::from_be_bytes(*b"OTTO") }, &tables))
}

/// Format 4, a segment for each character: there are few of them.
fn cmap(pairs: &[(u32, u16)]) -> Vec<u8> {
    let mut segments: Vec<(u16, u16)> = pairs.iter().map(|&(character, glyph)| (character as u16, glyph)).collect();
    segments.push((0xffff, 0));
    let count = segments.len() as u16;
    let power = 15 - count.leading_zeros() as u16;
    let mut table = Vec::new();
    let mut put = |values: &[u16]| values.iter().for_each(|value| table.extend(value.to_be_bytes()));
    // Version 0, one subtable: Windows, Unicode, from byte 12.
    put(&[0, 1, 3, 1, 0, 12]);
    put(&[4, 16 + 8 * count, 0, 2 * count, 2 << power, power, 2 * count - (2 << power)]);
    segments.iter().for_each(|segment| put(&[segment.0]));
    put(&[0]);
    segments.iter().for_each(|segment| put(&[segment.0]));
    segments
        .iter()
        .for_each(|&(character, glyph)| put(&[if character == 0xffff { 1 } else { glyph.wrapping_sub(character) }]));
    segments.iter().for_each(|_| put(&[0]));
    table
}

/// Family, style and full name, for Windows in English.
fn name(face: Face) -> Vec<u8> {
    let style = if face == Face::SemiBold { "SemiBold" } else { "Regular" };
    let full = format!("{} {style}", face.family());
    let postscript = full.replace(' ', "");
    let records = [(1_u16, face.family()), (2, style), (4, &full), (6, &postscript)];
    let (mut table, mut strings) = (Vec::new(), Vec::new());
    let mut put = |values: &[u16]| values.iter().for_each(|value| table.extend(value.to_be_bytes()));
    put(&[0, records.len() as u16, 6 + 12 * records.len() as u16]);
    for (id, words) in records {
        let encoded: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
        put(&[3, 1, 0x0409, id, encoded.len() as u16, strings.len() as u16]);
        strings.extend(encoded);
    }
    table.extend(strings);
    table
}

/// Version 3: glyphs have no names.
fn post() -> Vec<u8> {
    let mut table = 0x0003_0000_u32.to_be_bytes().to_vec();
    table.resize(32, 0);
    table
}

fn assemble(version: u32, tables: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let power = 15 - count.leading_zeros() as u16;
    let mut font = version.to_be_bytes().to_vec();
    for value in [count, 16 << power, power, 16 * count - (16 << power)] {
        font.extend(value.to_be_bytes());
    }
    let mut offset = 12 + 16 * tables.len();
    let mut head = None;
    for (tag, data) in tables {
        if tag == b"head" {
            head = Some(offset);
        }
        font.extend(tag);
        for value in [checksum(data), offset as u32, data.len() as u32] {
            font.extend(value.to_be_bytes());
        }
        offset += data.len().next_multiple_of(4);
    }
    for (_, data) in tables {
        font.extend(data);
        font.resize(font.len().next_multiple_of(4), 0);
    }
    if let Some(at) = head {
        let whole = 0xb1b0_afba_u32.wrapping_sub(checksum(&font));
        font[at + 8..at + 12].copy_from_slice(&whole.to_be_bytes());
    }
    font
}

fn checksum(data: &[u8]) -> u32 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(word)
    };
    data.chunks(4).fold(0, |sum: u32, chunk| sum.wrapping_add(word(chunk)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_font_knows_its_characters_and_their_widths() {
        for face in Face::ALL {
            let characters: BTreeSet<char> = "Kt λ0.5±".chars().collect();
            let font = subset(face, &characters).unwrap();
            assert!(font.len() < 20_000, "{face:?} has {} bytes", font.len());
            let small = rustybuzz::ttf_parser::Face::parse(&font, 0).unwrap();
            let whole = rustybuzz::ttf_parser::Face::parse(face.bytes(), 0).unwrap();
            for &character in &characters {
                let advance =
                    |face: &rustybuzz::ttf_parser::Face<'_>| face.glyph_hor_advance(face.glyph_index(character)?);
                assert_eq!(advance(&small), advance(&whole), "{face:?} {character}");
                assert!(advance(&small).is_some());
            }
            assert_eq!(small.glyph_index('z'), None);
        }
    }
}
