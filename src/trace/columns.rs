//! What the columns of X are, at every level.

use crate::{
    pooling::{Trace, trace::Step},
    symbols,
};

/// The name of a column of X at a level, as an element or a degree; none where a convolution has made features of its own.
///
/// X' = C X has the columns of X. Where an operator puts several filtered signals side by side, as EigenPool does, each is
/// told with its number. `signal` has the names of level 0.
pub fn feature(trace: &Trace, signal: &[String], level: usize, column: usize) -> Option<String> {
    let Some(below) = level.checked_sub(1) else { return signal.get(column).cloned() };
    let width = |level: usize| Some(trace.levels.get(level)?.get(&symbols::X)?.shape()?.1);
    let (before, now) = (width(below)?, width(level)?);
    if trace.levels[below].get(&symbols::H).is_some() || before == 0 || now % before != 0 {
        return None;
    }
    let name = feature(trace, signal, below, column % before)?;
    Some(if now == before { name } else { format!("{name} · Θ{}", lowered(column / before + 1)) })
}

/// The name of a column of a matrix of a level: that of a feature, or of the scores that nodes are ranked by.
pub fn of_step(trace: &Trace, signal: &[String], level: usize, step: &Step, column: usize) -> Option<String> {
    match step.symbol {
        symbol if symbol == &symbols::X => feature(trace, signal, level, column),
        symbol if symbol == &symbols::X_COARSE => feature(trace, signal, level + 1, column),
        symbol if trace.levels.get(level)?.ranked_by == Some(symbol) => Some(symbol.text.to_owned()),
        _ => None,
    }
}

/// A number as an index.
fn lowered(number: usize) -> String {
    number.to_string().chars().filter_map(|digit| char::from_u32(0x2080 + digit.to_digit(10)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::{
            features::{Signal, SignalKind},
            gallery,
        },
        pooling::{Params, Weights, explore, method},
    };

    #[test]
    fn columns_keep_their_names_through_all_levels() {
        let dataset = gallery::dataset();
        let (graph, signal, params) =
            (&dataset.graphs[0], Signal::new(&dataset, SignalKind::Degree).unwrap(), Params::default());
        for (key, last) in [("proxpool", ""), ("gpool", ""), ("eigenpool", " · Θ₁ · Θ₂")] {
            let method = method(key).unwrap();
            let weights = Weights::untrained(method.operator, signal.width(), &params).unwrap();
            let trace = explore(method, graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
            let name = |level, column| feature(&trace, &signal.columns, level, column);
            let first = signal.columns[1].as_str();
            assert_eq!(name(0, 1).as_deref(), Some(first));
            let column = if key == "eigenpool" { 3 * signal.width() + 1 } else { 1 };
            assert_eq!(name(2, column), Some(format!("{first}{last}")), "{key}");
            assert_eq!(name(0, 10_000), None);
        }
    }
}
