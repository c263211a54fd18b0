//! A scene as PDF: vectors, selectable text in embedded fonts, the request as metadata.
//!
//! Written by hand instead of with `svg2pdf`, because a figure file must embed its request, keep text as text with
//! subset fonts, and be identical byte for byte for the same scene: it contains no dates and no random identifiers.

mod content;
mod fonts;

use std::io::Write as _;

use content::Painter;
use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use super::metadata;
use crate::figure::{FigureError, scene::Scene};

const PT_PER_MM: f64 = 72.0 / 25.4;

pub fn pdf(scene: &Scene, title: &str, json: &str) -> Result<Vec<u8>, FigureError> {
    let painted = Painter::paint(scene);
    let mut next = Ref::new(1);
    let [catalog, pages, page, content, packet, info] = std::array::from_fn(|_| next.bump());
    let image_ids: Vec<Ref> = painted.images.iter().map(|_| next.bump()).collect();
    let opacity_ids: Vec<Ref> = painted.opacities.iter().map(|_| next.bump()).collect();

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages).metadata(packet);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info).title(TextStr(title)).creator(TextStr(&metadata::program()));
    pdf.metadata(packet, metadata::xmp(title, json).as_bytes());
    pdf.stream(content, &deflated(&painted.content)).filter(Filter::FlateDecode);
    for (image, &id) in painted.images.iter().zip(&image_ids) {
        let (width, height, rgb) = image.enlarged();
        let data = deflated(&rgb);
        let mut object = pdf.image_xobject(id, &data);
        object.filter(Filter::FlateDecode);
        object.width(width as i32).height(height as i32).bits_per_component(8);
        object.interpolate(false).color_space().device_rgb();
    }
    for (&opacity, &id) in painted.opacities.iter().zip(&opacity_ids) {
        let opacity = f32::from(opacity) / content::OPACITY_STEPS;
        pdf.ext_graphics(id).stroking_alpha(opacity).non_stroking_alpha(opacity);
    }
    let mut font_ids = Vec::new();
    for (face, font) in painted.fonts {
        font_ids.push((fonts::name(face), font.write(face, &mut pdf, &mut next)?));
    }

    let points = |mm: f64| (mm * PT_PER_MM) as f32;
    let mut leaf = pdf.page(page);
    leaf.media_box(Rect::new(0.0, 0.0, points(scene.width_mm), points(scene.height_mm)));
    leaf.parent(pages).contents(content);
    let mut resources = leaf.resources();
    let mut images = resources.x_objects();
    for (idx, id) in image_ids.into_iter().enumerate() {
        images.pair(Name(content::image_name(idx).as_bytes()), id);
    }
    images.finish();
    let mut opacities = resources.ext_g_states();
    for (&opacity, id) in painted.opacities.iter().zip(opacity_ids) {
        opacities.pair(Name(content::opacity_name(opacity).as_bytes()), id);
    }
    opacities.finish();
    let mut fonts = resources.fonts();
    for (name, id) in font_ids {
        fonts.pair(Name(name.as_bytes()), id);
    }
    fonts.finish();
    resources.finish();
    leaf.finish();
    Ok(pdf.finish())
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
