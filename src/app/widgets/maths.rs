//! Mathematical text, filter curves and node pairs shared by tabs.

use eframe::egui::{
    Align, Color32, FontFamily, FontId, Ui,
    text::{LayoutJob, TextFormat},
};

use crate::{
    app::state::{Pair, State, command::Command},
    pooling::trace::LevelTrace,
    spectral::{Eigenpairs, Filter},
    symbols,
    view::script::{Script, pieces},
};

/// Subscript: `₁₂`.
pub fn below(number: usize) -> String {
    number.to_string().chars().filter_map(|digit| char::from_u32(0x2080 + digit.to_digit(10)?)).collect()
}

/// Text with subscripts and superscripts as in TeX: `_x`, `^x`, `_{xy}`.
pub fn maths(text: &str, size: f32, family: FontFamily, colour: Color32) -> LayoutJob {
    spaced_maths(text, size, family, colour, 0.5)
}

/// The same with so much room before each index and power.
pub fn spaced_maths(text: &str, size: f32, family: FontFamily, colour: Color32, room: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = |size: f32| TextFormat::simple(FontId::new(size, family.clone()), colour);
    for (script, piece) in pieces(text) {
        let valign = match script {
            Script::Base => {
                job.append(piece, 0.0, format(size));
                continue;
            }
            Script::Sub => Align::BOTTOM,
            Script::Super => Align::TOP,
        };
        job.append(piece, room, TextFormat { valign, ..format((0.76 * size).round()) });
    }
    job
}

pub fn maths_ui(ui: &mut Ui, text: &str, size: f32, colour: Color32) -> eframe::egui::Response {
    ui.add(eframe::egui::Label::new(maths(text, size, FontFamily::Proportional, colour)).wrap())
}

/// A filter as points (λ, g); an ideal low-pass drops between the last eigenvalue in the passband and the next.
pub fn curve(filter: Filter, spectrum: Eigenpairs<'_>) -> Vec<[f64; 2]> {
    const STEPS: usize = 160;
    match filter {
        Filter::LowPass { m } => {
            let value = |number: usize| Some(spectrum.values[spectrum.place(number)?]);
            let cut = match (m.checked_sub(1).and_then(value), value(m)) {
                (Some(last), Some(next)) => (last + next) / 2.0,
                (Some(_), None) => 2.0,
                (None, _) => 0.0,
            };
            vec![[0.0, 1.0], [cut, 1.0], [cut, 0.0], [2.0, 0.0]]
        }
        _ => {
            let point = |step: usize| {
                let lambda = 2.0 * step as f64 / STEPS as f64;
                [lambda, filter.at(lambda, 0)]
            };
            (0..=STEPS).map(point).collect()
        }
    }
}

/// The locked pair of a level, else the first node and a neighbour.
pub fn chosen_pair(state: &State, number: usize, level: &LevelTrace) -> (u32, u32) {
    let n = level.sparse(&symbols::A).map_or(0, |a| a.pattern.n_rows()) as u32;
    let locked = state.view().locked.filter(|pair| pair.level == number && pair.row < n && pair.col < n);
    let first = locked.map_or(0, |pair| pair.row);
    let second = locked.map(|pair| pair.col).filter(|&col| col != first);
    let neighbour = || {
        let a = level.sparse(&symbols::A)?;
        a.pattern.row(first as usize).iter().copied().find(|&other| other != first)
    };
    (first, second.or_else(neighbour).unwrap_or(if n > 1 { (first + 1) % n } else { first }))
}

/// A click selects the first node of a pair, the next click the second.
pub fn choose(state: &State, node: u32) -> Command {
    let row = match state.view().locked {
        Some(Pair { level: 0, row, col }) if row == col && row != node => row,
        _ => node,
    };
    Command::Lock(Some(Pair { level: 0, row, col: node }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_stand_below_the_line() {
        assert_eq!(below(120), "₁₂₀");
    }

    #[test]
    fn powers_and_indices_end_where_the_letter_does() {
        let job = maths("u^TLu = (1 − λ/2)^s w_{ij} (u", 13.0, FontFamily::Proportional, Color32::WHITE);
        let lengths: Vec<f32> = job.sections.iter().map(|part| part.format.font_id.size).collect();
        assert_eq!(job.text, "uTLu = (1 − λ/2)s wij (u");
        assert_eq!(lengths, [13.0, 10.0, 13.0, 10.0, 13.0, 10.0, 13.0]);
    }

    #[test]
    fn two_clicks_choose_a_pair_and_a_third_begins_anew() {
        let mut state = State::default();
        for (node, expected) in [(3, (3, 3)), (5, (3, 5)), (7, (7, 7))] {
            let Command::Lock(Some(pair)) = choose(&state, node) else { panic!() };
            assert_eq!((pair.row, pair.col), expected);
            state.apply(Command::Lock(Some(pair)));
        }
    }
}
