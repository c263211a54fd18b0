//! What the tour asks for.

use super::{View, tab::Tab};

/// A wish about the tour.
#[derive(Clone, Debug, PartialEq)]
pub enum TourCommand {
    /// Begin it, from its first stop.
    Start,
    /// Go on; from the last stop, end it.
    Next,
    /// Go back.
    Back,
    /// End it, with everything as it was.
    End,
    /// Show what a stop is about.
    Show { tab: Tab, view: Box<View> },
}
