//! Presentation mode: zoom and full screen.
//!
//! The zoom is chosen so that a window of any size shows as much as one of [`ROOM`] points. Hidden panels keep their state.

use eframe::egui::{Context, Vec2, ViewportCommand, vec2};

/// Minimum size of a presentation in points: a window of 1280 × 800 is zoomed by 1.4.
const ROOM: Vec2 = vec2(914.0, 571.0);
/// Maximum zoom.
const LARGEST: f32 = 4.0;
/// The presentation, and the settings to restore.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Presentation {
    zoom: f32,
    /// Whether the presentation switched to full screen.
    has_filled_screen: bool,
    /// Window size for which the zoom was chosen, in unzoomed points.
    fitted_to: Vec2,
}

impl Presentation {
    /// A window with a requested size stays out of full screen.
    pub(crate) fn begin(ctx: &Context, is_size_kept: bool) -> Self {
        let was_full = ctx.input(|input| input.viewport().fullscreen).unwrap_or(false);
        let has_filled_screen = !was_full && !is_size_kept;
        if has_filled_screen {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
        }
        Self { zoom: ctx.zoom_factor(), has_filled_screen, fitted_to: Vec2::ZERO }
    }

    /// Adapts the zoom when the window is resized; otherwise the user may change it.
    pub(crate) fn fit(&mut self, ctx: &Context) {
        let size = ctx.content_rect().size() * ctx.zoom_factor();
        if (size - self.fitted_to).abs().max_elem() > 1.0 {
            self.fitted_to = size;
            ctx.set_zoom_factor(zoom(size));
        }
    }

    /// Zoom before the presentation.
    pub(crate) fn zoom_before(&self) -> f32 {
        self.zoom
    }

    /// Restores zoom and window.
    pub(crate) fn end(self, ctx: &Context) {
        ctx.set_zoom_factor(self.zoom);
        if self.has_filled_screen {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
        }
    }
}

/// Zoom for a window of this size.
fn zoom(size: Vec2) -> f32 {
    (size / ROOM).min_elem().clamp(1.0, LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_grows_with_the_window_and_is_never_smaller_than_usual() {
        assert!((zoom(vec2(1280.0, 800.0)) - 1.4).abs() < 0.01);
        assert!((1.85..1.95).contains(&zoom(vec2(1920.0, 1080.0))));
        assert_eq!(zoom(vec2(800.0, 600.0)), 1.0);
    }
}
