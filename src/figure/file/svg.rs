//! A scene as SVG: millimetres as user units, fonts inside, the request in its metadata.
//!
//! Numbers have a fixed number of digits, so a scene has one text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{font, metadata, png};
use crate::{
    figure::{
        scene::{Anchor, Disc, Fill, Image, Item, Line, Point, Polygon, Scene, Stroke, Text},
        text::{Face, MM_PER_PT, Script},
    },
    view::palette::Rgb,
};

/// The SVG of a scene. Renderers of ours have the fonts; files for others carry them.
pub fn svg(scene: &Scene, json: Option<&str>, has_fonts: bool) -> String {
    let mut out = String::with_capacity(64 * scene.items.len() + 1024);
    let (width, height) = (number(scene.width_mm), number(scene.height_mm));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">"#
    );
    if let Some(json) = json {
        let _ = writeln!(out, "<metadata>{}</metadata>", metadata::element(json));
    }
    if has_fonts {
        let _ = writeln!(out, "<style>\n{}</style>", font_faces(scene));
    }
    if let Some(ground) = scene.background {
        let _ = writeln!(out, r#"<rect width="{width}" height="{height}" fill="{}"/>"#, hex(ground));
    }
    out.push_str("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-miterlimit=\"10\">\n");
    let mut items = scene.items.iter().peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Line(first) => {
                let mut data = path_data(&first.points);
                // Opaque lines of one pen are one path: large graphs have thousands.
                while let Some(Item::Line(next)) = items.peek().copied() {
                    if next.stroke != first.stroke || next.stroke.opacity < 1.0 {
                        break;
                    }
                    data.push_str(&path_data(&next.points));
                    items.next();
                }
                line(&mut out, &data, first);
            }
            Item::Disc(disc) => write_disc(&mut out, disc),
            Item::Polygon(polygon) => write_polygon(&mut out, polygon),
            Item::Text(text) => write_text(&mut out, text),
            Item::Image(image) => write_image(&mut out, image),
        }
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// Three digits behind the point, a micrometre, and no more than are needed.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn pair([x, y]: Point) -> String {
    format!("{} {}", number(x), number(y))
}

fn path_data(points: &[Point]) -> String {
    let mut data = String::new();
    for (idx, &point) in points.iter().enumerate() {
        let _ = write!(data, "{}{}", if idx == 0 { 'M' } else { 'L' }, pair(point));
    }
    data
}

fn stroke(stroke: &Stroke) -> String {
    let mut text = format!(r#" stroke="{}" stroke-width="{}""#, hex(stroke.colour), number(stroke.width_mm));
    if stroke.opacity < 1.0 {
        let _ = write!(text, r#" stroke-opacity="{}""#, number(stroke.opacity));
    }
    if let Some(dash) = stroke.dash {
        let _ = write!(text, r#" stroke-dasharray="{}" stroke-linecap="butt""#, pair(dash));
    }
    text
}

fn paint(filled: Option<Fill>, outline: Option<&Stroke>) -> String {
    let mut text = String::new();
    if let Some(fill) = filled {
        let _ = write!(text, r#" fill="{}""#, hex(fill.colour));
        if fill.opacity < 1.0 {
            let _ = write!(text, r#" fill-opacity="{}""#, number(fill.opacity));
        }
    }
    text + &outline.map(stroke).unwrap_or_default()
}

fn line(out: &mut String, data: &str, line: &Line) {
    let _ = writeln!(out, r#"<path d="{data}"{}/>"#, stroke(&line.stroke));
}

fn write_disc(out: &mut String, disc: &Disc) {
    let ([x, y], radius) = (disc.centre.map(number), number(disc.radius_mm));
    let _ = writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}"{}/>"#, paint(disc.fill, disc.stroke.as_ref()));
}

fn write_polygon(out: &mut String, polygon: &Polygon) {
    let data = path_data(&polygon.points);
    // Corners of frames are square; round ones are for lines.
    let join = r#" stroke-linejoin="miter""#;
    let join = if polygon.stroke.is_some() { join } else { "" };
    let _ = writeln!(out, r#"<path d="{data}Z"{}{join}/>"#, paint(polygon.fill, polygon.stroke.as_ref()));
}

fn write_text(out: &mut String, text: &Text) {
    let size = text.size_pt * MM_PER_PT;
    let [x, y] = text.at.map(number);
    let place = if text.is_upright {
        format!(r#"transform="translate({x} {y}) rotate(-90)""#)
    } else {
        format!(r#"x="{x}" y="{y}""#)
    };
    let weight = if text.face == Face::SemiBold { r#" font-weight="600""# } else { "" };
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
    };
    let family = match text.face {
        Face::Mono => "'JetBrains Mono',monospace",
        _ => "Inter,'Helvetica Neue',Arial,sans-serif",
    };
    let _ = write!(
        out,
        r#"<text {place} font-family="{family}" font-size="{}"{weight}{anchor} fill="{}" xml:space="preserve">"#,
        number(size),
        hex(text.colour)
    );
    let mut drop = 0.0;
    for (script, run) in &text.words.runs {
        let words = metadata::escaped(run);
        let shift = script.drop() * size - drop;
        drop += shift;
        match (*script, shift.abs() < 1e-9) {
            (Script::Base, true) => out.push_str(&words),
            _ => {
                let smaller = number(script.scale() * size);
                let _ = write!(out, r#"<tspan dy="{}" font-size="{smaller}">{words}</tspan>"#, number(shift));
            }
        }
    }
    out.push_str("</text>\n");
}

fn write_image(out: &mut String, image: &Image) {
    if image.width == 0 || image.height == 0 {
        return;
    }
    let rect = &image.rect;
    let data = STANDARD.encode(png::cells(image));
    let _ = writeln!(
        out,
        r#"<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" image-rendering="optimizeSpeed" href="data:image/png;base64,{data}"/>"#,
        number(rect.x),
        number(rect.y),
        number(rect.w),
        number(rect.h)
    );
}

/// Every face in use, with the characters in use.
fn font_faces(scene: &Scene) -> String {
    let mut characters: BTreeMap<Face, BTreeSet<char>> = BTreeMap::new();
    for text in scene.texts() {
        characters.entry(text.face).or_default().extend(text.words.runs.iter().flat_map(|(_, run)| run.chars()));
    }
    let mut css = String::new();
    for (face, characters) in characters {
        let Some(font) = font::subset(face, &characters) else { continue };
        let (kind, format) = if face == Face::Mono { ("ttf", "truetype") } else { ("otf", "opentype") };
        let _ = writeln!(
            css,
            "@font-face{{font-family:'{}';font-weight:{};src:url(data:font/{kind};base64,{}) format('{format}')}}",
            face.family(),
            face.weight(),
            STANDARD.encode(font)
        );
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_nothing() {
        assert_eq!([1.0, 0.12345, -0.0001, 174.0, 2.50].map(number), ["1", "0.123", "0", "174", "2.5"]);
    }

    #[test]
    fn lines_of_one_pen_are_one_path() {
        let stroke = Stroke::new(0.2, [0, 0, 0]);
        let mut scene = Scene { width_mm: 10.0, height_mm: 5.0, background: None, items: Vec::new() };
        scene.line([0.0, 0.0], [1.0, 1.0], stroke);
        scene.line([2.0, 2.0], [3.0, 1.0], stroke);
        scene.line([2.0, 2.0], [3.0, 1.0], Stroke { opacity: 0.5, ..stroke });
        let svg = svg(&scene, None, true);
        assert!(svg.contains(r#"d="M0 0L1 1M2 2L3 1" stroke="#), "{svg}");
        assert_eq!(svg.matches("<path").count(), 2);
    }
}
