//! The cells as a cached texture.

use std::{ops::Range, sync::Arc};

use eframe::egui::{Color32, ColorImage, Pos2, Rect, TextureHandle, TextureOptions, Ui, pos2};

use super::{
    making::{AskedPicture, Making},
    view::Grid,
};
use crate::{
    app::state::version::Versions,
    pooling::trace::Step,
    view::{
        raster::{self, Cells, Raster},
        reduction::Reduction,
        shading::Shading,
    },
};

#[derive(Default)]
pub(super) struct Picture {
    drawn: Option<DrawnPicture>,
}

struct DrawnPicture {
    key: Key,
    texture: TextureHandle,
    size: [usize; 2],
    /// How it is coloured: a mean or a density has a range of its own.
    shading: Shading,
}

/// Cache key of the texture.
#[derive(Clone, PartialEq)]
pub(super) struct Key {
    versions: Versions,
    rows: Range<usize>,
    cols: Range<usize>,
    most: [usize; 2],
    shading: Shading,
    reduction: Reduction,
}

impl Picture {
    pub(super) fn update(
        &mut self,
        ui: &Ui,
        cells: Cells<'_>,
        versions: Versions,
        grid: &Grid,
        colours: (&Shading, Reduction),
        elsewhere: Option<(&mut Making, &Arc<Step>)>,
    ) {
        let key = key(ui, versions, grid, colours);
        if self.drawn.as_ref().is_some_and(|drawn| drawn.key == key) {
            return;
        }
        let (image, shading) = match elsewhere {
            None => image(cells, &key),
            Some((making, step)) => {
                let orders = Arc::new([cells.row_order().to_vec(), cells.col_order().to_vec()]);
                let question = AskedPicture { key: key.clone(), step: step.clone(), orders };
                let Some(drawn) = making.picture(question, ui.ctx()) else { return };
                (drawn.0.clone(), drawn.1)
            }
        };
        let [width, height] = image.size;
        let texture = match self.drawn.take() {
            Some(mut drawn) => {
                drawn.texture.set(image, TextureOptions::NEAREST);
                drawn.texture
            }
            None => ui.ctx().load_texture("heatmap", image, TextureOptions::NEAREST),
        };
        self.drawn = Some(DrawnPicture { key, texture, size: [width, height], shading });
    }

    pub(super) fn paint(&self, ui: &Ui, grid: &Grid) {
        let Some(drawn) = &self.drawn else { return };
        let area = grid.area(&drawn.key.rows, &drawn.key.cols);
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let painter = ui.painter().with_clip_rect(grid.rect.intersect(ui.clip_rect()));
        painter.image(drawn.texture.id(), area, uv, Color32::WHITE);
    }

    /// How the cells are coloured.
    pub(super) fn shading(&self) -> Option<Shading> {
        self.drawn.as_ref().map(|drawn| drawn.shading)
    }

    /// Rows and columns that share a pixel, at most.
    pub(super) fn cells_per_pixel(&self) -> (usize, usize) {
        let Some(DrawnPicture { key, size: [width, height], .. }) = &self.drawn else { return (1, 1) };
        (key.rows.len().div_ceil((*height).max(1)), key.cols.len().div_ceil((*width).max(1)))
    }

    /// Cells that share a pixel, of the matrix that is now shown.
    pub(super) fn around(&self, grid: &Grid, place: (usize, usize)) -> (Range<usize>, Range<usize>) {
        // The picture may still be that of another.
        let (rows, cols) = self.around_place(place);
        if rows.end > grid.n_rows || cols.end > grid.n_cols {
            return (place.0..place.0 + 1, place.1..place.1 + 1);
        }
        (rows, cols)
    }

    fn around_place(&self, (row, col): (usize, usize)) -> (Range<usize>, Range<usize>) {
        let Some(DrawnPicture { key, size: [width, height], .. }) = &self.drawn else {
            return (row..row + 1, col..col + 1);
        };
        (share(row, &key.rows, *height), share(col, &key.cols, *width))
    }
}

/// The part of a matrix that a key asks for.
pub(super) fn image(cells: Cells<'_>, key: &Key) -> (ColorImage, Shading) {
    let window = cells.window(key.rows.clone(), key.cols.clone());
    let (raster, shading) = raster::raster(window, key.most[0], key.most[1], &key.shading, key.reduction);
    let Raster { width, height, pixels } = raster;
    let pixels = pixels.into_iter().map(|[r, g, b, _]| Color32::from_rgb(r, g, b)).collect();
    (ColorImage::new([width, height], pixels), shading)
}

/// Positions that fall into the same of `n` pixels.
fn share(place: usize, window: &Range<usize>, n: usize) -> Range<usize> {
    if !window.contains(&place) || n == 0 {
        return place..place + 1;
    }
    let len = window.len();
    let pixel = (place - window.start) * n / len;
    window.start + (pixel * len).div_ceil(n)..window.start + ((pixel + 1) * len).div_ceil(n)
}

/// A small matrix is drawn whole with one pixel per cell, of a large one only the visible part.
fn key(ui: &Ui, versions: Versions, grid: &Grid, (shading, reduction): (&Shading, Reduction)) -> Key {
    let largest = ui.input(|input| input.max_texture_side);
    // Rounded down: a texture pixel is never smaller than a screen pixel, so none is skipped.
    let pixels = |rect: Rect| {
        let size = rect.size() * ui.pixels_per_point() + eframe::egui::Vec2::splat(0.01);
        [size.x, size.y].map(|side| (side as usize).clamp(1, largest))
    };
    let screen = pixels(grid.rect);
    let (rows, cols) = if grid.n_cols <= screen[0] && grid.n_rows <= screen[1] {
        (0..grid.n_rows, 0..grid.n_cols)
    } else {
        grid.visible()
    };
    let most = pixels(grid.area(&rows, &cols));
    // With one pixel per cell, the size on screen does not matter.
    let most = [most[0].min(cols.len()), most[1].min(rows.len())];
    Key { versions, rows, cols, most, shading: *shading, reduction }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn every_place_shares_a_pixel_with_those_that_raster_puts_there() {
        for (n, pixels) in [(17, 17), (17, 5), (100, 33), (5748, 140)] {
            for place in (0..n).step_by(7) {
                let shared = share(place + 3, &(3..n + 3), pixels);
                let expected: Vec<usize> =
                    (0..n).filter(|i| i * pixels / n == place * pixels / n).map(|i| i + 3).collect();
                assert_eq!(shared.collect::<Vec<_>>(), expected);
            }
        }
    }
}
