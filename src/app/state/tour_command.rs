//! Commands of the tour.

use super::{View, tab::Tab};

#[derive(Clone, Debug, PartialEq)]
pub enum TourCommand {
    Start,
    /// To the next stop; from the last one, end the tour.
    Next,
    Back,
    /// End the tour and restore the view.
    End,
    /// Show the scene of a stop.
    Show {
        tab: Tab,
        view: Box<View>,
    },
}
