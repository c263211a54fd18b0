//! Raster images: a scene at any resolution, and PNG files with their resolution and the request that produced them.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, Transform};

use super::{metadata, tree::tree};
use crate::figure::{
    FigureError,
    scene::{Image, Scene},
};

/// Most pixels that a picture may have: a page of 600 × 600 mm at 600 DPI.
const MOST_PIXELS: u64 = 210_000_000;
const KEYWORD: &str = "ProxPool figure";

/// A picture, row by row from the top: red, green, blue and opacity, not multiplied by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    pub height: u32,
    /// Four bytes per pixel.
    pub rgba: Vec<u8>,
}

/// Width and height in pixels: millimetres × DPI.
pub fn size_px(scene: &Scene, dpi: f64) -> (u32, u32) {
    let px = |mm: f64| (mm / 25.4 * dpi).round().max(1.0) as u32;
    (px(scene.width_mm), px(scene.height_mm))
}

pub fn to_pixels(scene: &Scene, dpi: f64) -> Result<Pixels, FigureError> {
    let (width, height) = size_px(scene, dpi);
    let too_large = || FigureError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large());
    }
    let tree = tree(scene)?;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    let size = tree.size();
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    let is_opaque = scene.background.is_some();
    let mut rgba = pixmap.take();
    if !is_opaque {
        rgba.chunks_exact_mut(4).for_each(demultiply);
    }
    Ok(Pixels { width, height, rgba })
}

fn demultiply(pixel: &mut [u8]) {
    let alpha = u32::from(pixel[3]);
    if alpha > 0 && alpha < 255 {
        pixel[..3].iter_mut().for_each(|channel| *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha) as u8);
    }
}

/// A PNG file with its resolution, its title and the request that made it.
pub fn png(scene: &Scene, dpi: f64, title: &str, json: &str) -> Result<Vec<u8>, FigureError> {
    let pixels = to_pixels(scene, dpi)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    let is_opaque = scene.background.is_some();
    encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: per_metre, yppu: per_metre, unit: Unit::Meter }));
    encoder.add_text_chunk("Software".to_owned(), metadata::program())?;
    encoder.add_itxt_chunk("Title".to_owned(), title.to_owned())?;
    encoder.add_itxt_chunk(KEYWORD.to_owned(), json.to_owned())?;
    finished(encoder, &if is_opaque { opaque(&pixels.rgba) } else { pixels.rgba })?;
    Ok(bytes)
}

fn opaque(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// The cells of an image as a file.
pub fn cells(image: &Image) -> Vec<u8> {
    let (width, height, rgb) = image.enlarged();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    // Writing to memory cannot fail, and an empty image would be left out by the renderers.
    let written = finished(encoder, &rgb);
    debug_assert!(written.is_ok());
    bytes
}

fn finished(encoder: Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Result<(), FigureError> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    Ok(writer.finish()?)
}

/// The request in a PNG file.
pub fn request(bytes: &[u8]) -> Option<String> {
    let reader = Decoder::new(Cursor::new(bytes)).read_info().ok()?;
    let chunks = &reader.info().utf8_text;
    chunks.iter().find(|chunk| chunk.keyword == KEYWORD).and_then(|chunk| chunk.get_text().ok())
}
