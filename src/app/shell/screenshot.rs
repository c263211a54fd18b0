//! A picture of the window once nothing moves any more, for slides and for the README.

use std::path::{Path, PathBuf};

use eframe::egui::{ColorImage, Context, ScreenshotCallback, ViewportCommand, vec2};

use crate::files::write_atomically;

/// A picture to be taken.
#[derive(Default)]
pub struct Screenshot {
    path: Option<PathBuf>,
    /// Pixels of the picture, where they were asked for.
    size: Option<[u32; 2]>,
    calm_frames: usize,
    n_resizes: usize,
}

/// Frames without change before the picture: sizes depend on the frame before, the camera eases in.
const CALM: usize = 30;
/// A window system that does not give the size asked for is not asked for ever.
const MOST_RESIZES: usize = 5;

impl Screenshot {
    /// To this file, if one is given.
    pub fn new(path: Option<PathBuf>, size: Option<[u32; 2]>) -> Self {
        Self { path, size, calm_frames: 0, n_resizes: 0 }
    }

    /// Says that what was asked for cannot be shown: a picture of something else would be worse than none.
    pub fn give_up(&self, why: &str) {
        if self.path.is_some() {
            end_with(why);
        }
    }

    /// On a screen with several pixels a point the window was made too large: its size is in points.
    fn resize(&mut self, ctx: &Context) {
        let Some(size) = self.size else { return };
        let scale = ctx.pixels_per_point();
        let wanted = vec2(size[0] as f32, size[1] as f32);
        let is_right = (ctx.content_rect().size() * scale - wanted).abs().max_elem() < 0.5;
        if !is_right && self.n_resizes < MOST_RESIZES && self.calm_frames % 10 == 9 {
            self.n_resizes += 1;
            self.calm_frames = 0;
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(wanted / scale));
        }
    }

    /// Takes it when the window has been calm for a while, then closes the window.
    pub fn take_when(&mut self, is_calm: bool, ctx: &Context) {
        if self.path.is_none() {
            return;
        }
        ctx.request_repaint();
        self.resize(ctx);
        self.calm_frames = if is_calm { self.calm_frames + 1 } else { 0 };
        if self.calm_frames < CALM {
            return;
        }
        let Some(path) = self.path.take() else { return };
        let then = ctx.clone();
        let save = move |image: std::sync::Arc<ColorImage>| {
            if let Err(error) = save_png(&path, &image) {
                end_with(&format!("{} could not be written ({error})", path.display()));
            }
            then.send_viewport_cmd(ViewportCommand::Close);
            then.request_repaint();
        };
        ctx.send_viewport_cmd(ViewportCommand::Screenshot(ScreenshotCallback::new(save)));
    }
}

/// Who asked for a picture waits for the program, not for its window.
fn end_with(why: &str) -> ! {
    eprintln!("proxpool: {why}");
    std::process::exit(1)
}

fn save_png(path: &Path, image: &ColorImage) -> anyhow::Result<()> {
    let rgba: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let [width, height] = image.size.map(|side| side as u32);
    write_atomically(path, |file| {
        let encoder = image::codecs::png::PngEncoder::new(file);
        Ok(image::ImageEncoder::write_image(encoder, &rgba, width, height, image::ExtendedColorType::Rgba8)?)
    })
}
