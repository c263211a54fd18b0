//! The arithmetic of a pair of nodes as TeX: on screen, and to copy.

use crate::{
    app::state::{Pair, explored::Explored},
    symbols::{A, C, K_S, K_T, R, Symbol},
    view::tex::{self, word},
};

/// Significant digits.
const DIGITS: usize = 4;

/// `r = k_t · k_s`, the same with numbers, and the result, one below the other; none if the operator has no proximity.
pub(super) fn proximity(explored: &Explored, pair: Pair) -> Option<String> {
    Some(tex::aligned(&lines(explored, pair, "r")?))
}

fn lines(explored: &Explored, pair: Pair, left: &str) -> Option<Vec<String>> {
    let entry = |symbol: &Symbol| explored.entry(pair.level, symbol, pair.row, pair.col);
    let number = |value: f64| tex::number(value, DIGITS);
    let r = number(entry(&R)?);
    Some(match (entry(&K_T), entry(&K_S)) {
        (Some(k_t), Some(k_s)) => {
            let product = format!(r"&= {} \cdot {}", number(k_t), number(k_s));
            vec![format!(r"{left} &= k_t \cdot k_s"), product, format!("&= {r}")]
        }
        (None, Some(k_s)) => {
            let product = format!(r"&= {} \cdot {}", number(entry(&A).unwrap_or(0.0)), number(k_s));
            vec![format!(r"{left} &= a \cdot k_s"), product, format!("&= {r}")]
        }
        (Some(_), None) => vec![format!("{left} &= k_t"), format!("&= {r}")],
        (None, None) => vec![format!("{left} &= {r}")],
    })
}

/// R_ij, Σ_{k≠j} R_kj and their ratio, the contribution of node j to E_i.
pub(super) fn contribution(explored: &Explored, pair: Pair) -> Option<[f64; 3]> {
    let r = explored.trace.levels.get(pair.level)?.sparse(&R)?;
    explored.levels.get(pair.level)?.scores.as_ref()?;
    if pair.row == pair.col {
        return None;
    }
    let col = pair.col as usize;
    let volume: f64 = r.pattern.range(col).filter(|&at| r.pattern.cols()[at] != pair.col).map(|at| r.values[at]).sum();
    let own = r.get(pair.row as usize, col);
    (volume > 0.0).then(|| [own, volume, own / volume])
}

/// Everything that the card says of a pair, or of one node, with the names of the nodes.
pub(super) fn card(explored: &Explored, pair: Pair) -> String {
    let Some(level) = explored.levels.get(pair.level) else { return String::new() };
    let trace = &explored.trace.levels[pair.level];
    let name = |node: u32| word(level.names.get(node as usize).map_or("?", String::as_str));
    let number = |value: f64| tex::number(value, DIGITS);
    let both = format!("{},{}", name(pair.row), name(pair.col));
    let mut all = Vec::new();
    if pair.row != pair.col {
        all.extend(lines(explored, pair, &format!("R_{{{both}}}")).unwrap_or_default());
        if trace.get(&R).is_none() {
            let a = explored.entry(pair.level, &A, pair.row, pair.col);
            all.extend(a.map(|a| format!("A_{{{both}}} &= {}", number(a))));
        }
        if let Some([own, volume, share]) = contribution(explored, pair) {
            let part = format!(r"\frac{{{}}}{{{}}}", number(own), number(volume));
            all.push(format!(
                r"E_{{{}}} &= \cdots + {part} + \cdots, \quad {part} = {}",
                name(pair.row),
                number(share)
            ));
        }
    }
    // `E_i` of no node in particular.
    let ranked_by = trace.ranked_by.map(|symbol| symbol.latex.trim_end_matches("_i"));
    let nodes = if pair.row == pair.col { vec![pair.row] } else { vec![pair.row, pair.col] };
    for node in nodes {
        if let (Some(latex), Some(scores)) = (ranked_by, &level.scores) {
            all.extend(
                scores.get(node as usize).map(|&value| format!("{latex}_{{{}}} &= {}", name(node), number(value))),
            );
        }
        if let Some((row, weight)) = cluster(explored, pair.level, node) {
            let seed = trace.seeds().and_then(|seeds| seeds.get(row as usize));
            let row = seed.map_or_else(|| row.to_string(), |&seed| name(seed));
            all.push(format!("{}_{{{row},{}}} &= {}", C.latex, name(node), number(weight)));
        }
    }
    tex::aligned(&all)
}

/// The cluster that a node belongs to most, and its weight there.
pub(super) fn cluster(explored: &Explored, level: usize, node: u32) -> Option<(u32, f64)> {
    let row = explored.levels.get(level)?.cluster_of.get(node as usize).copied().flatten()?;
    Some((row, explored.entry(level, &C, row, node)?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        app::{
            state::{View, loaded::Loaded, question::Question},
            widgets::equation::is_typeset,
            work::explored::EXPLORE,
        },
        graph::gallery,
        pooling::methods,
    };

    #[test]
    fn the_arithmetic_of_every_operator_can_be_typeset() {
        for method in methods() {
            let spec = "sbm:blocks=2,size=4";
            let data = Arc::new(Loaded::new(spec, gallery::parse_spec(spec).unwrap()));
            let view = View { method, ..View::default() };
            let explored = (EXPLORE.run)(Question::from_view(&data, &view)).unwrap();
            for (row, col) in [(0, 1), (2, 2), (0, 7)] {
                let pair = Pair { level: 0, row, col };
                let shown = proximity(&explored, pair);
                assert!(shown.as_ref().is_none_or(|tex| is_typeset(tex)), "{}: {shown:?}", method.key);
                assert_eq!(shown.is_some(), explored.entry(0, &R, row, col).is_some(), "{}", method.key);
                let copied = card(&explored, pair);
                assert!(is_typeset(&copied), "{}: {copied}", method.key);
            }
        }
    }
}
