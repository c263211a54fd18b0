//! The colours of everything on a figure that is not data, as in the window.

use crate::{
    figure::options::Ground,
    view::{palette::Rgb, shading::Paper},
};

/// Colours for one background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// What lies under everything, drawn or not.
    pub ground: Rgb,
    /// Frames, axes, grids.
    pub line: Rgb,
    pub text: Rgb,
    /// Secondary text.
    pub muted: Rgb,
    /// Edges of graphs.
    pub edge: Rgb,
    /// Selected items.
    pub accent: Rgb,
    /// Cells of a matrix without an entry.
    pub empty: Rgb,
    pub is_dark: bool,
}

const LIGHT: Ink = Ink {
    ground: [0xff, 0xff, 0xff],
    line: [0x9a, 0xa3, 0xb2],
    text: [0x1b, 0x23, 0x30],
    muted: [0x5b, 0x66, 0x77],
    edge: [0x6b, 0x75, 0x85],
    accent: [0x1f, 0x6f, 0xeb],
    empty: [0xee, 0xf0, 0xf4],
    is_dark: false,
};

const DARK: Ink = Ink {
    ground: [0x11, 0x15, 0x1c],
    line: [0x5b, 0x66, 0x7a],
    text: [0xe6, 0xea, 0xf2],
    muted: [0x9a, 0xa6, 0xb8],
    edge: [0x8a, 0x95, 0xa8],
    accent: [0x5a, 0xa9, 0xff],
    empty: [0x1e, 0x25, 0x32],
    is_dark: true,
};

impl Ink {
    /// The colours for a background.
    pub fn new(ground: Ground) -> Self {
        if ground == Ground::Dark { DARK } else { LIGHT }
    }

    /// What matrices are drawn on.
    pub fn paper(&self) -> Paper {
        Paper { is_dark: self.is_dark, empty: self.empty }
    }

    /// The background colour; none if transparent.
    pub fn background(ground: Ground) -> Option<Rgb> {
        (ground != Ground::Transparent).then_some(Self::new(ground).ground)
    }
}

/// Width of frames, axes and ticks in millimetres (half a point).
pub const HAIRLINE_MM: f64 = 0.18;
