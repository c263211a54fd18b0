//! Axes of the plots: round numbers, as many decimals as the grid needs, logarithms.

use eframe::egui::Id;
use egui_plot::{AxisHints, GridInput, GridMark};

use crate::view::scale::{round_steps, significant};

/// The plots whose epochs are zoomed together.
pub(super) fn linked() -> Id {
    Id::unique("train-plots")
}

pub(super) fn y_axis<'a>(name: &'a str, is_log: bool) -> AxisHints<'a> {
    AxisHints::new_y()
        .formatter(move |mark, _| {
            if is_log {
                return significant(10_f64.powf(mark.value), 2);
            }
            // As many decimals as the grid spacing has.
            format!("{:.*}", (-mark.step_size.log10()).ceil().max(0.0) as usize, mark.value)
        })
        .label(name)
        .min_thickness(34.0)
}

pub(super) fn x_axis<'a>(name: &'a str) -> AxisHints<'a> {
    let axis = AxisHints::new_x().formatter(|mark, _| format!("{:.0}", mark.value));
    if name.is_empty() { axis } else { axis.label(name) }
}

/// Grid lines at 1, 2 or 5 times a power of ten, as dense as allowed.
pub(super) fn nice_steps(input: GridInput, room: f64) -> Vec<GridMark> {
    let least = (room * input.base_step_size).max(1e-12);
    let step = round_steps(least).into_iter().find(|step| *step >= least).unwrap_or(least);
    let (low, high) = input.bounds;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    // An empty plot has infinite bounds.
    (first..=last.min(first + 200)).map(|at| GridMark { value: at as f64 * step, step_size: step }).collect()
}

/// The same of an axis of epochs, which has no fractions.
pub(super) fn epoch_steps(input: GridInput) -> Vec<GridMark> {
    // Tick labels are wider than high.
    const ROOM: f64 = 2.5;
    nice_steps(GridInput { base_step_size: input.base_step_size.max(1.0 / ROOM), ..input }, ROOM)
}

/// Grid lines of a logarithmic axis: a few per decade, or one on a long axis.
pub(super) fn log_steps(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let factors: &[f64] = match high - low {
        span if span < 0.8 => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        span if span < 2.5 => &[1.0, 2.0, 5.0],
        _ => &[1.0],
    };
    let powers = low.floor().max(-12.0) as i32..=high.ceil().min(12.0) as i32;
    let values = powers.flat_map(|power| factors.iter().map(move |factor| f64::from(power) + factor.log10()));
    values.filter(|value| (low..=high).contains(value)).map(|value| GridMark { value, step_size: 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epochs_have_whole_numbers_however_near_one_looks() {
        let input = GridInput { bounds: (12.2, 13.9), base_step_size: 0.05 };
        let marks = epoch_steps(input);
        assert_eq!(marks.iter().map(|mark| mark.value).collect::<Vec<_>>(), [13.0]);
    }
}
