//! The window for a projector: large type, the picture alone, and the way back.
//!
//! Everything is made larger together, so that a window of any size shows what one of [`ROOM`] points shows.
//! What is hidden is only not drawn: lists and panels are as they were when the presentation is over.

use eframe::egui::{Context, Vec2, ViewportCommand, vec2};

/// The points that a presentation has, at least: in a window of 1280 × 800, type is 1.4 times as large.
const ROOM: Vec2 = vec2(914.0, 571.0);
/// On a wall of pixels type stops growing.
const LARGEST: f32 = 4.0;
/// A presentation, and what it goes back to.
#[derive(Clone, Debug, PartialEq)]
pub struct Presentation {
    zoom: f32,
    /// Whether it was the presentation that filled the screen.
    has_filled_screen: bool,
    /// The size of the window that the type was chosen for, in points of no zoom.
    fitted_to: Vec2,
}

impl Presentation {
    /// Begins; a window of a wanted size does not fill the screen.
    pub fn begin(ctx: &Context, is_size_kept: bool) -> Self {
        let was_full = ctx.input(|input| input.viewport().fullscreen).unwrap_or(false);
        let has_filled_screen = !was_full && !is_size_kept;
        if has_filled_screen {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
        }
        Self { zoom: ctx.zoom_factor(), has_filled_screen, fitted_to: Vec2::ZERO }
    }

    /// Chooses the size of the type again when the window has another size; meanwhile people may choose theirs.
    pub fn fit(&mut self, ctx: &Context) {
        let size = ctx.content_rect().size() * ctx.zoom_factor();
        if (size - self.fitted_to).abs().max_elem() > 1.0 {
            self.fitted_to = size;
            ctx.set_zoom_factor(zoom(size));
        }
    }

    /// How large everything was before.
    pub fn zoom_before(&self) -> f32 {
        self.zoom
    }

    /// Ends, with everything as it was.
    pub fn end(self, ctx: &Context) {
        ctx.set_zoom_factor(self.zoom);
        if self.has_filled_screen {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
        }
    }
}

/// How many times larger everything is in a window of this size.
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
