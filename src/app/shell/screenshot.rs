//! A screenshot once the window is idle.

use std::path::{Path, PathBuf};

use eframe::egui::{ColorImage, Context, ScreenshotCallback, ViewportCommand, vec2};

use crate::app::state::labels;
use crate::files::write_atomically;

#[derive(Default)]
pub(crate) struct Screenshot {
    path: Option<PathBuf>,
    /// Requested size in pixels.
    size: Option<[u32; 2]>,
    idle_frames: usize,
    n_resizes: usize,
}

/// Idle frames before the screenshot: sizes depend on the previous frame, and the camera eases in.
const IDLE_FRAMES: usize = 30;
/// Maximum number of resize requests: a window system may refuse the size.
const MAX_RESIZES: usize = 5;

impl Screenshot {
    pub(crate) fn new(path: Option<PathBuf>, size: Option<[u32; 2]>) -> Self {
        Self { path, size, idle_frames: 0, n_resizes: 0 }
    }

    /// Exits with an error rather than with a screenshot of something else.
    pub(crate) fn give_up(&self, why: &str) {
        if self.path.is_some() {
            end_with(why);
        }
    }

    /// Corrects the window size on a screen with several pixels per point.
    fn resize(&mut self, ctx: &Context) {
        let Some(size) = self.size else { return };
        let scale = ctx.pixels_per_point();
        let size_px = vec2(size[0] as f32, size[1] as f32);
        let is_right = (ctx.content_rect().size() * scale - size_px).abs().max_elem() < 0.5;
        if !is_right && self.n_resizes < MAX_RESIZES && self.idle_frames % 10 == 9 {
            self.n_resizes += 1;
            self.idle_frames = 0;
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size_px / scale));
        }
    }

    /// Takes the screenshot once the window has been idle for some frames, then closes it.
    pub(crate) fn take_when(&mut self, is_calm: bool, ctx: &Context) {
        if self.path.is_none() {
            return;
        }
        ctx.request_repaint();
        self.resize(ctx);
        self.idle_frames = if is_calm { self.idle_frames + 1 } else { 0 };
        if self.idle_frames < IDLE_FRAMES {
            return;
        }
        let Some(path) = self.path.take() else { return };
        let then = ctx.clone();
        let save = move |image: std::sync::Arc<ColorImage>| {
            if let Err(error) = save_png(&path, &image) {
                end_with(&format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN));
            }
            then.send_viewport_cmd(ViewportCommand::Close);
            then.request_repaint();
        };
        ctx.send_viewport_cmd(ViewportCommand::Screenshot(ScreenshotCallback::new(save)));
    }
}

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
