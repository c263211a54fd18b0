//! Screen positions of parts of the window, for the tour.
//!
//! Parts register in each frame; those that do not are not visible.

use eframe::egui::{Context, Id, Rect, Ui};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Canvas,
    /// Slider of the parameter with this key.
    Parameter(&'static str),
    /// Heatmap of the matrix with this key.
    Matrix(&'static str),
    Pair,
    /// The content of a tab.
    Page,
    Tabs,
    Export,
    Help,
}

/// Registers the visible part of a rectangle.
pub fn mark(ui: &Ui, place: Place, rect: Rect) {
    mark_whole(ui.ctx(), place, rect.intersect(ui.clip_rect()));
}

/// Registers a rectangle of an overlay, which is not clipped.
pub fn mark_whole(ctx: &Context, place: Place, rect: Rect) {
    if rect.is_positive() {
        let now = ctx.cumulative_frame_nr();
        ctx.data_mut(|data| data.insert_temp(id(place), (now, rect)));
    }
}

pub fn find(ctx: &Context, place: Place) -> Option<Rect> {
    let (at, rect): (u64, Rect) = ctx.data(|data| data.get_temp(id(place)))?;
    (at == ctx.cumulative_frame_nr()).then_some(rect)
}

fn id(place: Place) -> Id {
    Id::unique("place").with(place)
}
