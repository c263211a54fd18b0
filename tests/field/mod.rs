//! What holds of the operators of the field beyond what they declare: each against its definition, written dense and plain.

use std::collections::VecDeque;

use ndarray::Array2;
use proxpool::{
    pooling::{
        Params, glossary, kmis,
        trace::{LevelTrace, Value},
    },
    symbols,
};

fn dense(level: &LevelTrace, symbol: &symbols::Symbol) -> Array2<f64> {
    match level.get(symbol) {
        Some(Value::Sparse(matrix)) => matrix.to_dense(),
        Some(Value::Dense(matrix)) => matrix.clone(),
        other => panic!("{symbol} is {other:?}"),
    }
}

fn named(level: &LevelTrace, symbol: &str) -> Array2<f64> {
    dense(level, glossary::find(symbol).unwrap())
}

/// Steps between all pairs; `usize::MAX` where there is no way.
fn hops(a: &Array2<f64>) -> Array2<usize> {
    let n = a.nrows();
    let mut hops = Array2::from_elem((n, n), usize::MAX);
    for start in 0..n {
        hops[[start, start]] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for next in (0..n).filter(|&next| a[[node, next]] > 0.0) {
                if hops[[start, next]] == usize::MAX {
                    hops[[start, next]] = hops[[start, node]] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    hops
}

/// k-MIS: seeds are more than k hops apart, every node is within k hops of its own, which has the highest priority of those.
pub(crate) fn assert_independent(level: &LevelTrace, params: &Params) {
    let k = kmis::K_PARAMETER.get(params) as usize;
    let (hops, c, pi) = (hops(&dense(level, &symbols::A)), dense(level, &symbols::C), named(level, "pi"));
    let seeds: Vec<usize> = level.seeds().unwrap().iter().map(|&seed| seed as usize).collect();
    for (row, &seed) in seeds.iter().enumerate() {
        assert!(seeds.iter().all(|&other| other == seed || hops[[seed, other]] > k), "seed {seed} has another near");
        for node in (0..c.ncols()).filter(|&node| c[[row, node]] > 0.0) {
            assert!(hops[[seed, node]] <= k, "{node} is {} hops from {seed}", hops[[seed, node]]);
            let better =
                seeds.iter().filter(|&&other| hops[[other, node]] <= k && pi[[other, 0]] > pi[[seed, 0]] + 1e-9);
            assert_eq!(better.count(), 0, "{node} is not with the best seed");
        }
    }
}

/// MinCutPool, DMoN, Just Balance: A' is made of S alone, and the losses are within their bounds.
pub(crate) fn assert_soft_clusters(level: &LevelTrace, is_normalised_first: bool) {
    let (mut a, s) = (dense(level, &symbols::A), named(level, "S"));
    let (n, k) = s.dim();
    if is_normalised_first {
        a = normalised(&a);
    }
    assert_eq!(s.t(), dense(level, &symbols::C));
    assert!(s.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-12));
    let mut between = s.t().dot(&a).dot(&s);
    between.diag_mut().fill(0.0);
    let coarse = dense(level, &symbols::A_COARSE);
    assert!(coarse.iter().zip(&normalised(&between)).all(|(a, b)| (a - b).abs() < 1e-8), "{coarse}");
    let root = (k as f64).sqrt();
    for (key, least, most) in [
        ("cut", -1.0, 0.0),
        ("ortho", 0.0, 2.0_f64.sqrt()),
        ("modularity", -1.0, 1.0),
        ("collapse", 0.0, root - 1.0),
        ("balance", -1.0, -1.0 / root),
    ] {
        let Some(Value::Vector(loss)) = level.get(glossary::find(key).unwrap()) else { continue };
        // The ε under its root makes a balance lower.
        let slack = 1e-12 + 1e-4 * f64::from(u8::from(key == "balance"));
        assert!(loss[0] >= least - slack && loss[0] <= most + slack, "{key} is {} of {n} nodes", loss[0]);
        let expected = match key {
            "cut" => {
                let degrees: Vec<f64> = a.rows().into_iter().map(|row| row.sum()).collect();
                let squares = s.rows().into_iter().map(|row| row.dot(&row));
                let all: f64 = degrees.iter().zip(squares).map(|(degree, square)| degree * square).sum();
                -s.t().dot(&a).dot(&s).diag().sum() / (all + 1e-8)
            }
            "ortho" => {
                let gram = s.t().dot(&s);
                let mut apart = &gram / gram.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
                apart.diag_mut().iter_mut().for_each(|entry| *entry -= 1.0 / root);
                apart.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
            }
            _ => continue,
        };
        assert!((loss[0] - expected).abs() < 1e-12, "{key} is {} and not {expected}", loss[0]);
    }
}

/// A_ij / √(d_i d_j), 0 where a degree is.
fn normalised(a: &Array2<f64>) -> Array2<f64> {
    let degrees: Vec<f64> = a.rows().into_iter().map(|row| row.sum()).collect();
    Array2::from_shape_fn(a.dim(), |(row, col)| {
        let scale = (degrees[row] * degrees[col]).sqrt();
        if scale > 1e-7 { a[[row, col]] / scale } else { 0.0 }
    })
}

/// LaPool: leaders are those whose signal varies at least as much as all their neighbours'.
pub(crate) fn assert_leaders(level: &LevelTrace) {
    let (a, v) = (dense(level, &symbols::A), named(level, "v"));
    let n = a.nrows();
    let slack = 1e-8 * v.iter().copied().fold(1.0, f64::max);
    for node in 0..n {
        let is_leader = level.seeds().unwrap().contains(&(node as u32));
        let near = (0..n).filter(|&other| other != node && a[[node, other]] > 0.0);
        let least = near.map(|other| v[[node, 0]] - v[[other, 0]]).fold(f64::INFINITY, f64::min);
        assert!(if is_leader { least > -slack } else { least < slack }, "node {node}: {least}");
    }
}

/// EdgePool and Graclus: pairs of neighbours, and no two neighbours are left alone; on the complement, of strangers.
pub(crate) fn assert_matched(level: &LevelTrace, is_complement: bool) {
    let (a, c) = (dense(level, &symbols::A), dense(level, &symbols::C));
    let members: Vec<Vec<usize>> =
        c.rows().into_iter().map(|row| (0..row.len()).filter(|&node| row[node] > 0.0).collect()).collect();
    let is_pair = |u: usize, v: usize| (a[[u, v]] > 0.0) != is_complement;
    assert!(members.iter().all(|nodes| matches!(nodes[..], [_]) || matches!(nodes[..], [u, v] if is_pair(u, v))));
    let alone: Vec<usize> = members.iter().filter(|nodes| nodes.len() == 1).map(|nodes| nodes[0]).collect();
    for (at, &u) in alone.iter().enumerate() {
        assert!(alone[at + 1..].iter().all(|&v| !is_pair(u, v)), "{u} could be matched");
    }
    let of_ones = c.mapv(|entry| f64::from(u8::from(entry > 0.0)));
    let mut between = of_ones.dot(&a).dot(&of_ones.t());
    between.diag_mut().fill(0.0);
    assert!(dense(level, &symbols::A_COARSE).iter().zip(&between).all(|(a, b)| (a - b).abs() < 1e-9 * b.max(1.0)));
}

/// NDP: the Schur complement of the Laplacian on the kept nodes, without what is at most the threshold.
pub(crate) fn assert_decimated(level: &LevelTrace) {
    let a = dense(level, &symbols::A);
    let n = a.nrows();
    let degree = |node: usize| a.row(node).sum() - a[[node, node]];
    let mut laplacian =
        Array2::from_shape_fn((n, n), |(row, col)| if row == col { degree(row) } else { -a[[row, col]] });
    let seeds: Vec<usize> = level.seeds().unwrap().iter().map(|&seed| seed as usize).collect();
    for gone in (0..n).filter(|node| !seeds.contains(node)) {
        let pivot = laplacian[[gone, gone]];
        assert!(pivot > 0.0, "{gone} is alone and dropped");
        let (column, row) = (laplacian.column(gone).to_owned(), laplacian.row(gone).to_owned());
        for ((i, j), entry) in laplacian.indexed_iter_mut() {
            *entry -= column[i] * row[j] / pivot;
        }
    }
    let coarse = dense(level, &symbols::A_COARSE);
    for (p, &seed) in seeds.iter().enumerate() {
        for (q, &other) in seeds.iter().enumerate().filter(|&(q, _)| q != p) {
            let weight = -laplacian[[seed, other]];
            let slack = 1e-9 * degree(seed).max(1.0);
            let is_left_out = coarse[[p, q]] == 0.0 && weight <= 0.01 + slack;
            assert!(is_left_out || (coarse[[p, q]] - weight).abs() < slack, "{} and not {weight}", coarse[[p, q]]);
        }
    }
}

/// ASAP: the rows of C are those of the attention at the fittest, which adds up to 1 over the neighbours.
pub(crate) fn assert_attended(level: &LevelTrace) {
    let (a, c, alpha) = (dense(level, &symbols::A), dense(level, &symbols::C), named(level, "alpha"));
    assert!(alpha.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-12));
    assert!(alpha.indexed_iter().all(|((row, col), &share)| share == 0.0 || row == col || a[[row, col]] > 0.0));
    let fitness = named(level, "fitness");
    let (seeds, x) = (level.seeds().unwrap(), dense(level, &symbols::X_COARSE));
    let gathered = c.dot(&dense(level, &symbols::X));
    for (row, &seed) in seeds.iter().enumerate() {
        let seed = seed as usize;
        assert_eq!(c.row(row), alpha.row(seed));
        let gated = gathered.row(row).mapv(|value| value * fitness[[seed, 0]]);
        assert!(x.row(row).iter().zip(&gated).all(|(a, b)| (a - b).abs() < 1e-10));
    }
}

/// InfoPool: C has the balls of a hop around the seeds, and the gain is the distance to the mean of the neighbours.
pub(crate) fn assert_informed(level: &LevelTrace) {
    let (a, c, x, gain) =
        (dense(level, &symbols::A), dense(level, &symbols::C), dense(level, &symbols::X), named(level, "gain"));
    let hops = hops(&a);
    for (row, &seed) in level.seeds().unwrap().iter().enumerate() {
        for node in 0..a.nrows() {
            assert_eq!(c[[row, node]], f64::from(u8::from(hops[[seed as usize, node]] <= 1)));
        }
    }
    for node in 0..a.nrows() {
        let degree = a.row(node).sum() - a[[node, node]];
        let mut surprise = x.row(node).to_owned();
        for other in (0..a.nrows()).filter(|&other| other != node && a[[node, other]] > 0.0) {
            surprise.scaled_add(-a[[node, other]] / degree, &x.row(other));
        }
        let expected: f64 = surprise.iter().map(|entry| entry.abs()).sum();
        assert!((gain[[node, 0]] - expected).abs() < 1e-9 * expected.max(1.0));
    }
}

/// Ncut and RSB: as many parts as wanted, or as there are components; halves of a half differ by a node at most.
pub(crate) fn assert_divided(level: &LevelTrace, n_wanted: usize) {
    let (a, c) = (dense(level, &symbols::A), dense(level, &symbols::C));
    let edges = a.indexed_iter().filter(|(_, weight)| **weight > 0.0);
    let edges = edges.map(|((row, col), _)| [row as u32, col as u32]);
    let n_components = proxpool::math::components::Components::new(a.nrows(), edges).n;
    assert_eq!(c.nrows(), n_wanted.max(n_components).min(a.nrows()));
}
