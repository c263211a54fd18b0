//! The window icon: a seed and its members, drawn at any size.

use eframe::egui::IconData;

use crate::view::palette::{self, Rgb};

/// Samples per pixel and axis.
const SAMPLES: usize = 4;
const GROUND: Rgb = [0x17, 0x1c, 0x26];
const EDGE: Rgb = [0x9a, 0xa6, 0xb8];

/// Members around the seed, in coordinates from −1 to 1.
const MEMBERS: [([f32; 2], Rgb); 3] =
    [([-0.52, -0.42], [0x5a, 0xa9, 0xff]), ([0.58, -0.3], [0xe6, 0xe9, 0xf0]), ([-0.1, 0.62], [0x2f, 0xb3, 0x8a])];

pub fn icon(side: usize) -> IconData {
    let mut rgba = Vec::with_capacity(4 * side * side);
    for pixel in 0..side * side {
        let mut sum = [0.0_f32; 4];
        for sample in 0..SAMPLES * SAMPLES {
            let place =
                |at: usize, part: usize| (at as f32 + (part as f32 + 0.5) / SAMPLES as f32) / side as f32 * 2.0 - 1.0;
            let (x, y) = (place(pixel % side, sample % SAMPLES), place(pixel / side, sample / SAMPLES));
            if let Some(colour) = colour_at(x, y) {
                for (sum, channel) in sum.iter_mut().zip(colour.map(f32::from).into_iter().chain([255.0])) {
                    *sum += channel;
                }
            }
        }
        let opaque = sum[3].max(1.0) / 255.0;
        rgba.extend([sum[0], sum[1], sum[2]].map(|channel| (channel / opaque) as u8));
        rgba.push((sum[3] / (SAMPLES * SAMPLES) as f32) as u8);
    }
    IconData { rgba, width: side as u32, height: side as u32 }
}

/// None outside the rounded square.
fn colour_at(x: f32, y: f32) -> Option<Rgb> {
    const CORNER: f32 = 0.4;
    let outside = [x, y].map(|side| (side.abs() - (1.0 - CORNER)).max(0.0));
    if outside[0].hypot(outside[1]) > CORNER {
        return None;
    }
    let seed = hexagon(x, y);
    if seed < 0.4 {
        return Some(palette::SEED);
    }
    for ([at_x, at_y], colour) in MEMBERS {
        if (x - at_x).hypot(y - at_y) < 0.21 {
            return Some(colour);
        }
    }
    let is_edge = MEMBERS.iter().any(|([at_x, at_y], _)| {
        // Distance from the line between the seed and the member.
        let t = ((x * at_x + y * at_y) / (at_x * at_x + at_y * at_y)).clamp(0.0, 1.0);
        (x - t * at_x).hypot(y - t * at_y) < 0.06
    });
    Some(if is_edge && seed > 0.47 { EDGE } else { GROUND })
}

/// Distance from the centre in the norm of a pointy-top hexagon.
fn hexagon(x: f32, y: f32) -> f32 {
    let (x, y) = (x.abs(), y.abs());
    x.max(0.5 * x + 0.866_025_4 * y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_is_red_and_the_corners_are_clear() {
        let icon = icon(32);
        let pixel = |x: usize, y: usize| &icon.rgba[4 * (y * 32 + x)..][..4];
        assert_eq!(pixel(16, 16), [0xe5, 0x48, 0x4d, 0xff]);
        assert_eq!(pixel(0, 0)[3], 0);
        assert_eq!(icon.rgba.len(), 4 * 32 * 32);
    }
}
