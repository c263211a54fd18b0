//! How far the wheel zooms: calmly, and as far in a graph as in a matrix.

use eframe::egui::InputState;

/// Points of scrolling that zoom by e. A notch of a wheel is some 40 to 100 points.
const SCROLL_PER_E: f32 = 400.0;

/// The factor by which this frame's wheel, or a pinch, zooms.
pub fn zoom_factor(input: &InputState) -> f32 {
    (input.smooth_scroll_delta().y / SCROLL_PER_E).exp() * input.zoom_delta()
}

/// `×2.4`; none where nothing is zoomed.
pub fn read_out(zoom: f32) -> Option<String> {
    let is_zoomed = (zoom - 1.0).abs() > 0.02;
    is_zoomed.then(|| if zoom < 9.95 { format!("×{zoom:.1}") } else { format!("×{zoom:.0}") })
}

#[cfg(test)]
mod tests {
    use super::read_out;

    #[test]
    fn a_zoom_is_told_in_two_digits() {
        assert_eq!(read_out(1.0), None);
        assert_eq!(read_out(0.5).as_deref(), Some("×0.5"));
        assert_eq!(read_out(12.4).as_deref(), Some("×12"));
    }
}
