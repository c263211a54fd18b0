//! The line below a level with a note on the choice of its seeds.

use eframe::egui::{FontId, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::{draw::Chrome, nodes::ring_of_tied};
use crate::view::picture::LevelLook;

const HEIGHT: f32 = 18.0;
const RING: f32 = 4.5;
/// Below this width of a drawing, in points, there is no room for words.
const NARROWEST: f32 = 90.0;

/// The part of a level's place that its drawing takes.
pub(super) fn above(rect: Rect, level: &LevelLook) -> Rect {
    if level.notice.is_empty() || rect.height() < 4.0 * HEIGHT { rect } else { rect.with_max_y(rect.bottom() - HEIGHT) }
}

/// Writes the notice below a drawing, with the ring that its nodes have; cut where the drawing is narrow.
pub(super) fn notice_ui(ui: &Ui, idx: usize, rect: Rect, level: &LevelLook) {
    if level.notice.is_empty() || rect.width() < NARROWEST {
        return;
    }
    let line = Rect::from_min_size(rect.left_bottom(), vec2(rect.width(), HEIGHT)).intersect(ui.max_rect());
    let response = ui.interact(line, ui.scope_id().with("notice").with(idx), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &level.notice));
    let chrome = Chrome::from_visuals(ui.visuals());
    ring_of_tied(ui.painter(), line.left_center() + vec2(RING + 2.0, 0.0), RING, chrome.text);
    let at = line.left_center() + vec2(2.0 * RING + 8.0, 0.0);
    let galleys = shorter(&level.notice)
        .map(|text| ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(12.0), chrome.text));
    if let Some(galley) = galleys.into_iter().find(|galley| at.x + galley.size().x <= line.right()) {
        ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, chrome.text);
    }
    response.on_hover_text(format!("{}\nNodes with a dashed ring have the same score.", level.notice));
}

/// A notice with less and less of its details: `E tied: index order decides (4 of 12 nodes)`, `E tied`.
fn shorter(notice: &str) -> [&str; 3] {
    let before = |mark: &str| notice.split(mark).next().unwrap_or(notice);
    [notice, before(" ("), before(":")]
}

#[cfg(test)]
mod tests {
    use super::shorter;

    #[test]
    fn a_notice_is_cut_at_its_parts() {
        let parts = shorter("E tied: index order decides (4 of 12 nodes)");
        assert_eq!(parts[1..], ["E tied: index order decides", "E tied"]);
    }
}
