//! Where things are on screen, for whoever wants to point at them.
//!
//! A panel says in each frame where it is; what said nothing in this frame is not there.

use eframe::egui::{Context, Id, Rect, Ui};

/// Something that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The graph and its coarse graphs.
    Canvas,
    /// The slider of a parameter.
    Parameter(&'static str),
    /// The map of a matrix.
    Matrix(&'static str),
    /// The arithmetic of a pair.
    Pair,
    /// All that a tab shows.
    Page,
    /// The names of the tabs.
    Tabs,
    /// The dialog for figures.
    Export,
    /// The last of the menus.
    Help,
}

/// Says that something is here in this frame, as far as it can be seen.
pub fn mark(ui: &Ui, place: Place, rect: Rect) {
    mark_whole(ui.ctx(), place, rect.intersect(ui.clip_rect()));
}

/// The same of something that lies over the window and is seen whole.
pub fn mark_whole(ctx: &Context, place: Place, rect: Rect) {
    if rect.is_positive() {
        let now = ctx.cumulative_frame_nr();
        ctx.data_mut(|data| data.insert_temp(id(place), (now, rect)));
    }
}

/// Where something was drawn in this frame.
pub fn find(ctx: &Context, place: Place) -> Option<Rect> {
    let (at, rect): (u64, Rect) = ctx.data(|data| data.get_temp(id(place)))?;
    (at == ctx.cumulative_frame_nr()).then_some(rect)
}

fn id(place: Place) -> Id {
    Id::unique("place").with(place)
}
