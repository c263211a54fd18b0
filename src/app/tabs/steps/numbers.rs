//! The equation of a step with the values of two nodes, as LaTeX.

use super::{
    facts::{Facts, Projection},
    step::Kind,
};
use crate::{
    pooling::{Params, trace::Value},
    symbols,
    view::tex::{self, plain, word},
};

/// Maximum number of terms written out.
const MAX_TERMS: usize = 3;

/// None if the step does not involve the two nodes.
pub(super) fn filled(kind: Kind, facts: &Facts<'_>, params: &Params, name: &dyn Fn(u32) -> String) -> Option<String> {
    let (i, j) = (facts.i, facts.j);
    let pair = format!("{},{}", word(&name(i)), word(&name(j)));
    match kind {
        Kind::Graph => {
            let (a, d) = (facts.entry(&symbols::A, i, j)?, facts.degree(i));
            Some(format!(r"A_{{{pair}}} = {}, \quad d_{{{}}} = {}", number(a), word(&name(i)), number(d)))
        }
        Kind::Laplacian => laplacian(facts, &pair),
        Kind::Filter => filter(facts, params.s, &pair, name),
        Kind::Structure => {
            let [m, m_i, m_j] = [(i, j), (i, i), (j, j)].map(|(row, col)| facts.entry(&symbols::M, row, col));
            let (m, m_i, m_j) = (number(m?), number(m_i?), number(m_j?));
            let k_t = number(facts.entry(&symbols::K_T, i, j)?);
            Some(format!(r"k_t({pair}) = \frac{{{m}}}{{\sqrt{{{m_i} \cdot {m_j}}}}} = {k_t}"))
        }
        Kind::Signal => signal(facts, name),
        Kind::Similarity => {
            let (k_s, squared) = (facts.entry(&symbols::K_S, i, j)?, squared_distance(facts)?);
            let (tau, squared) = (number(params.tau), number(squared));
            Some(format!(r"k_s({pair}) = \exp\bigl( -{tau} \cdot {squared} \bigr) = {}", number(k_s)))
        }
        Kind::Proximity => {
            let r = number(facts.entry(&symbols::R, i, j)?);
            let first = facts.entry(&symbols::K_T, i, j).or_else(|| facts.entry(&symbols::A, i, j)).map(number);
            Some(match (first, facts.entry(&symbols::K_S, i, j).map(number)) {
                (Some(first), Some(k_s)) => format!(r"R_{{{pair}}} = {first} \cdot {k_s} = {r}"),
                _ => format!(r"R_{{{pair}}} = {r}"),
            })
        }
        Kind::Coupling => coupling(facts, name),
        Kind::Seeds => seeds(facts, params.rho, name),
        Kind::Sparsemax => sparsemax(facts, &facts.projection()?, name),
        Kind::Assignment => {
            let row = facts.row?;
            let seed = *facts.seeds().get(row)?;
            let [own, other] = [seed, j].map(|node| facts.entry(&symbols::C, row as u32, node));
            let (seed, j) = (word(&name(seed)), word(&name(j)));
            let own = format!(r"C_{{{seed},{seed}}} = {}", number(own?));
            Some(if seed == j { own } else { format!(r"{own}, \quad C_{{{seed},{j}}} = {}", number(other?)) })
        }
        Kind::Coarsened => coarsened(facts, name),
    }
}

fn laplacian(facts: &Facts<'_>, pair: &str) -> Option<String> {
    let (i, j) = (facts.i, facts.j);
    let [a, l] = [&symbols::A, &symbols::L].map(|symbol| facts.entry(symbol, i, j));
    let (a, l) = (number(a?), number(l?));
    let [d_i, d_j] = [i, j].map(|node| facts.degree(node));
    let one = if i == j { "1" } else { "0" };
    if d_i * d_j == 0.0 {
        return Some(format!(r"L_{{{pair}}} = {l}"));
    }
    let (d_i, d_j) = (number(d_i), number(d_j));
    Some(format!(r"L_{{{pair}}} = {one} - \frac{{{a}}}{{\sqrt{{{d_i} \cdot {d_j}}}}} = {l}"))
}

/// The last multiplication: the sum over the neighbours of node i.
fn filter(facts: &Facts<'_>, s: usize, pair: &str, name: &dyn Fn(u32) -> String) -> Option<String> {
    let (i, j) = (facts.i, facts.j);
    let m = number(facts.entry(&symbols::M, i, j)?);
    let Some(before) = s.checked_sub(1) else { return Some(format!(r"M_{{{pair}}} = {m}")) };
    // The kernel is symmetric: walks from j that end at a neighbour of i.
    let from_j = Facts { i: j, ..*facts }.spread(before).pop()?;
    let step = |k: u32| {
        let own = if k == i { 1.0 } else { 0.0 };
        let roots = (facts.degree(i) * facts.degree(k)).sqrt();
        let joined = facts.entry(&symbols::A, i, k).filter(|_| roots > 0.0).map_or(0.0, |a| a / roots);
        (own + joined) / 2.0
    };
    let mut terms: Vec<(u32, f64, f64)> =
        (0..facts.n() as u32).map(|k| (k, step(k), from_j[k as usize])).filter(|term| term.1 * term.2 != 0.0).collect();
    terms.sort_by(|a, b| (b.1 * b.2).total_cmp(&(a.1 * a.2)).then(a.0.cmp(&b.0)));
    let written = terms
        .iter()
        .take(MAX_TERMS)
        .map(|&(k, step, value)| under(&name(k), &format!(r"{} \cdot {}", number(step), number(value))));
    let sum = sum(written, terms.len());
    Some(format!(r"M_{{{pair}}} = {sum} = {m}"))
}

fn signal(facts: &Facts<'_>, name: &dyn Fn(u32) -> String) -> Option<String> {
    let Some(Value::Dense(q)) = facts.level.get(&symbols::Q) else { return None };
    let row = |node: u32| {
        let shown: Vec<String> = q.row(node as usize).iter().take(4).map(|&value| number(value)).collect();
        let rest = if q.ncols() > 4 { r",\, \ldots" } else { "" };
        format!(r"q_{{{}}} = ({}{rest})", word(&name(node)), shown.join(r",\, "))
    };
    Some(format!(r"{}, \quad {}", row(facts.i), row(facts.j)))
}

fn squared_distance(facts: &Facts<'_>) -> Option<f64> {
    let Some(Value::Dense(q)) = facts.level.get(&symbols::Q) else { return None };
    let (i, j) = (facts.i as usize, facts.j as usize);
    Some(q.row(i).iter().zip(q.row(j)).map(|(a, b)| (a - b) * (a - b)).sum())
}

fn coupling(facts: &Facts<'_>, name: &dyn Fn(u32) -> String) -> Option<String> {
    let e = number(*facts.coupling().get(facts.i as usize)?);
    let shares = facts.shares(facts.i);
    let i = word(&name(facts.i));
    if shares.is_empty() {
        return Some(format!(r"E_{{{i}}} = {e}"));
    }
    let written = shares
        .iter()
        .take(MAX_TERMS)
        .map(|&(j, r, volume)| under(&name(j), &format!(r"\frac{{{}}}{{{}}}", number(r), number(volume))));
    Some(format!(r"E_{{{i}}} = {} = {e}", sum(written, shares.len())))
}

fn seeds(facts: &Facts<'_>, rho: f64, name: &dyn Fn(u32) -> String) -> Option<String> {
    let (n, kept) = (facts.n(), facts.seeds().len());
    let e = *facts.coupling().get(facts.i as usize)?;
    let i = word(&name(facts.i));
    let what = match facts.seeds().iter().position(|&seed| seed == facts.i) {
        Some(place) => format!(r"\text{{, rank }} {} \text{{: seed}}", place + 1),
        None => r"\text{, below the cut-off: not a seed}".to_owned(),
    };
    let count = format!(r"n' = \lceil {} \cdot {n} \rceil = {kept}", number(rho));
    Some(format!(r"{count}, \quad E_{{{i}}} = {}{what}", number(e)))
}

fn sparsemax(facts: &Facts<'_>, found: &Projection, name: &dyn Fn(u32) -> String) -> Option<String> {
    // The second node if it is a candidate, else the one with the largest weight.
    let candidates = &found.candidates;
    let shown = candidates.iter().find(|candidate| candidate.node == facts.j).or(candidates.first())?;
    let (r, theta, weight) = (number(shown.r), number(found.theta), number(shown.weight));
    let minus = if found.theta < 0.0 { format!("({theta})") } else { theta };
    let pair = format!("{},{}", word(&name(found.seed)), word(&name(shown.node)));
    let note = if shown.node == facts.j {
        String::new()
    } else {
        format!(r"\text{{{} is not a candidate; }}", plain(&name(facts.j)))
    };
    Some(format!(r"{note}p_{{{pair}}} = \max({r} - {minus},\, 0) = {weight}"))
}

/// The entry of A′ between the clusters of the two nodes, as the sum over edges between their members.
fn coarsened(facts: &Facts<'_>, name: &dyn Fn(u32) -> String) -> Option<String> {
    let (a, b) = (facts.cluster_of(facts.i)?, facts.cluster_of(facts.j)?);
    let (adjacency, c) = (facts.level.sparse(&symbols::A)?, facts.level.sparse(&symbols::C)?);
    let mut terms: Vec<[f64; 3]> = Vec::new();
    for (k, c_k) in c.row(a as u32) {
        for (l, weight) in adjacency.row(k) {
            let c_l = c.get(b, l as usize);
            if c_l > 0.0 {
                terms.push([c_k, weight, c_l]);
            }
        }
    }
    terms.sort_by(|a, b| (b[0] * b[1] * b[2]).total_cmp(&(a[0] * a[1] * a[2])));
    let value = facts.coarse.get(&symbols::A)?.at(a as u32, b as u32)?;
    let [first, second] = [a, b].map(|row| facts.seeds().get(row).map(|&seed| word(&name(seed))));
    let (first, second) = (first?, second?);
    let written = terms.iter().take(MAX_TERMS).map(|term| term.map(number).join(r" \cdot "));
    let sum = if terms.is_empty() { String::new() } else { format!("{} = ", sum(written, terms.len())) };
    Some(format!(r"A'_{{{first},{second}}} = {sum}{}", number(value)))
}

/// A term with the name of its node below it.
fn under(name: &str, term: &str) -> String {
    format!(r"\underset{{\vphantom{{\big|}}\text{{{}}}}}{{{term}}}", plain(name))
}

/// Terms joined by +, with dots for omitted ones.
fn sum(written: impl Iterator<Item = String>, n: usize) -> String {
    let mut terms: Vec<String> = written.collect();
    if n > terms.len() {
        terms.push(r"\cdots".to_owned());
    }
    terms.join(" + ")
}

/// Three significant digits.
fn number(value: f64) -> String {
    tex::number(value, 3)
}
