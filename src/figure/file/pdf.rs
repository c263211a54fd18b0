//! A scene as PDF: vectors, selectable text in embedded fonts, the request as metadata. No dates, so
//! the same scene gives the same bytes.

use std::collections::HashMap;

use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, TextStr};
use svg2pdf::ConversionOptions;

use super::{metadata, tree::tree};
use crate::figure::{FigureError, scene::Scene};

/// The file.
pub fn pdf(scene: &Scene, title: &str, json: &str) -> Result<Vec<u8>, FigureError> {
    let points = |mm: f64| (mm * 72.0 / 25.4) as f32;
    let (width, height) = (points(scene.width_mm), points(scene.height_mm));
    let (drawing, drawing_id) = svg2pdf::to_chunk(&tree(scene)?, ConversionOptions::default())
        .map_err(|error| FigureError::Render(error.to_string()))?;

    let mut next = Ref::new(1);
    let [catalog, pages, page, content, packet, info] = std::array::from_fn(|_| next.bump());
    let mut renumbered = HashMap::new();
    let drawing = drawing.renumber(|old| *renumbered.entry(old).or_insert_with(|| next.bump()));
    let drawing_id = renumbered.get(&drawing_id).copied().unwrap_or(drawing_id);

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages).metadata(packet);
    pdf.pages(pages).kids([page]).count(1);
    let name = Name(b"figure");
    let mut leaf = pdf.page(page);
    leaf.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
    leaf.resources().x_objects().pair(name, drawing_id);
    leaf.finish();
    let mut stream = Content::new();
    stream.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(name);
    pdf.stream(content, &stream.finish());
    pdf.metadata(packet, metadata::xmp(title, json).as_bytes());
    pdf.document_info(info).title(TextStr(title)).creator(TextStr(&metadata::program()));
    pdf.extend(&drawing);
    Ok(pdf.finish())
}
