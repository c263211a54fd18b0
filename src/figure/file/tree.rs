//! The scene as `usvg` understands it, with our fonts and no others.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{Options, Tree, fontdb};

use super::svg::svg;
use crate::figure::{FigureError, scene::Scene, text::Face};

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for face in Face::ALL {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face.bytes())));
    }
    fonts.set_sans_serif_family(Face::Regular.family());
    fonts.set_monospace_family(Face::Mono.family());
    Arc::new(fonts)
});

/// The tree of a scene.
pub(super) fn tree(scene: &Scene) -> Result<Tree, FigureError> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    Tree::from_str(&svg(scene, None, false), &options).map_err(|error| FigureError::Render(error.to_string()))
}
