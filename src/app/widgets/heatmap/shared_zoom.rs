//! The zoom that the maps of a level have in common: what two maps both show is zoomed and moved in both.

use super::{
    Heatmap,
    view::{MapView, Span},
};
use crate::pooling::Axis;

/// The visible part of the rows and of the columns of each kind. Nodes are as large as rows as they are as columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedZoom {
    rows: [Span; 3],
    cols: [Span; 3],
}

impl SharedZoom {
    /// Gives a map its view, before it is drawn.
    pub fn lend(&self, map: &mut Heatmap, axes: [Axis; 2]) {
        map.view = self.view(axes);
    }

    /// Takes over what the user did to a map, after it was drawn.
    pub fn learn(&mut self, map: &Heatmap, axes: [Axis; 2]) {
        if map.is_view_moved {
            self.set(axes, map.view);
        }
    }

    fn view(&self, [rows, cols]: [Axis; 2]) -> MapView {
        MapView { rows: self.rows[place(rows)], cols: self.cols[place(cols)] }
    }

    fn set(&mut self, axes: [Axis; 2], view: MapView) {
        let nodes = place(Axis::Nodes);
        (self.rows[place(axes[0])], self.cols[place(axes[1])]) = (view.rows, view.cols);
        // What the map does not show of the nodes follows in size, around its middle.
        if axes[1] == Axis::Nodes && axes[0] != Axis::Nodes {
            self.rows[nodes] = self.rows[nodes].at_zoom(view.cols.zoom);
        } else if axes[0] == Axis::Nodes && axes[1] != Axis::Nodes {
            self.cols[nodes] = self.cols[nodes].at_zoom(view.rows.zoom);
        }
    }
}

fn place(axis: Axis) -> usize {
    match axis {
        Axis::Nodes => 0,
        Axis::Coarse => 1,
        Axis::Index => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: [Axis; 2] = [Axis::Nodes; 2];
    const ASSIGNMENT: [Axis; 2] = [Axis::Coarse, Axis::Nodes];

    fn span(zoom: f32, origin: f32) -> Span {
        Span { zoom, origin }
    }

    #[test]
    fn maps_share_what_both_show() {
        let mut zoom = SharedZoom::default();
        zoom.set(NODES, MapView { rows: span(4.0, 0.5), cols: span(4.0, 0.25) });
        assert_eq!(zoom.view(ASSIGNMENT), MapView { rows: Span::default(), cols: span(4.0, 0.25) });
        zoom.set(ASSIGNMENT, MapView { rows: span(2.0, 0.1), cols: span(2.0, 0.0) });
        let square = zoom.view(NODES);
        assert_eq!(square.cols, span(2.0, 0.0));
        assert_eq!(square.rows, span(2.0, 0.375), "the middle of the rows stays");
        zoom.set(ASSIGNMENT, MapView::default());
        assert_eq!(zoom, SharedZoom::default());
    }
}
