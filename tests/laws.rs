//! Every operator against what it declares of itself ([`Laws`]): on graphs of all kinds, forward and backward, alone and in a
//! batch, as numbered and renumbered. Operators to come are held to theirs without a line here.

mod common;

use candle_core::{DType, Tensor, Var};
use common::{Sample, batch, graph, methods, n_coarse, run, weights};
use ndarray::{Array2, Axis};
use proxpool::{
    graph::{Graph, GraphBuilder},
    math::{components::Components, rng::Rng},
    pooling::{
        Graphs, Laws, Method, Params, Trace, Weights,
        laws::{EdgeLaw, Membership, Numbering, SignalLaw},
        trace::{LevelTrace, Value},
    },
    symbols,
};

const WIDTH: usize = 3;
const LEVELS: usize = 2;

/// One of every kind.
fn samples() -> Vec<Sample> {
    let weighted = {
        let mut builder = GraphBuilder::new(9);
        let edges =
            [(0, 1, 0.5), (1, 2, 2.0), (2, 3, 1.25), (3, 0, 0.75), (2, 4, 1.0), (4, 5, 3.0), (6, 7, 1.5), (7, 8, 0.25)];
        edges.into_iter().for_each(|(u, v, weight)| builder.add_weighted_edge(u, v, weight));
        builder.finish()
    };
    let mut samples: Vec<Sample> = [
        ("one node", graph(1, &[])),
        ("two nodes", graph(2, &[[0, 1]])),
        ("no edges", graph(4, &[])),
        ("an isolated node and two joined", graph(3, &[[1, 2]])),
        ("two components", graph(9, &[[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 8], [4, 6]])),
        ("star", common::gallery("star:leaves=6")),
        ("path", common::gallery("path:n=9")),
        ("odd cycle", common::gallery("cycle:n=7")),
        ("even cycle", common::gallery("cycle:n=8")),
        ("complete", common::gallery("complete:n=6")),
        ("grid", common::gallery("grid:rows=3,columns=4")),
        ("weights", weighted),
    ]
    .into_iter()
    .map(|(name, graph)| Sample::new(name, graph, WIDTH))
    .collect();
    samples.push(Sample::with_equal_signals("equal signals", common::gallery("path:n=7"), WIDTH));
    let mut twins = Sample::new("duplicate signals", common::gallery("lollipop:clique=4,stick=4"), WIDTH);
    let (front, back) = twins.x.split_at_mut(4 * WIDTH);
    back.copy_from_slice(front);
    samples.push(twins);
    samples
}

fn params() -> Params {
    Params { rho: 0.4, levels: LEVELS, max_nodes: 9, ..Params::default() }
}

fn traced(method: &Method, graphs: &Graphs) -> Trace {
    let params = params();
    let mut trace = Trace::on();
    let weights = weights(method, WIDTH, None, &params, DType::F64);
    run(method, graphs, &params, &weights, &mut trace).unwrap();
    trace
}

// ---- readings of a trace

fn dense(level: &LevelTrace, symbol: &symbols::Symbol) -> Array2<f64> {
    match level.get(symbol) {
        Some(Value::Sparse(matrix)) => matrix.to_dense(),
        Some(Value::Dense(matrix)) => matrix.clone(),
        other => panic!("{symbol} is {other:?}"),
    }
}

/// C, A' and X' of a pooling, with what went in.
struct Pooled {
    a: Array2<f64>,
    x: Array2<f64>,
    c: Array2<f64>,
    a_coarse: Array2<f64>,
    x_coarse: Array2<f64>,
    seeds: Option<Vec<u32>>,
    is_tied: bool,
}

/// Every pooling of a trace that keeps the input of each level, as `explore` does and `run` does not: A and X are followed.
fn poolings(trace: &Trace, graphs: &Graphs) -> Vec<Pooled> {
    let mut a = to_dense(graphs);
    let mut x = tensor(&graphs.x);
    let one = |level: &LevelTrace| {
        let pooled = Pooled {
            a: a.clone(),
            x: x.clone(),
            c: dense(level, &symbols::C),
            a_coarse: dense(level, &symbols::A_COARSE),
            x_coarse: dense(level, &symbols::X_COARSE),
            seeds: level.seeds().map(<[u32]>::to_vec),
            is_tied: level.is_tied(),
        };
        (a, x) = (pooled.a_coarse.clone(), pooled.x_coarse.clone());
        pooled
    };
    trace.levels.iter().map(one).collect()
}

fn to_dense(graphs: &Graphs) -> Array2<f64> {
    let (values, n) = (graphs.a.to_f64().unwrap(), graphs.n_nodes());
    let mut a = Array2::zeros((n, n));
    graphs.a.pattern.entries().for_each(|(at, row, col)| a[[row, col]] = values[at]);
    a
}

fn tensor(x: &Tensor) -> Array2<f64> {
    let values: Vec<f64> = x.flatten_all().unwrap().to_vec1().unwrap();
    Array2::from_shape_vec(x.dims2().unwrap(), values).unwrap()
}

fn components(a: &Array2<f64>) -> Components {
    let edges = a.indexed_iter().filter(|(_, weight)| **weight > 0.0);
    Components::new(a.nrows(), edges.map(|((row, col), _)| [row as u32, col as u32]))
}

fn close(a: &Array2<f64>, b: &Array2<f64>) -> bool {
    let largest = a.iter().chain(b).fold(1.0_f64, |most, value| most.max(value.abs()));
    a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-10 * largest)
}

// ---- the laws

fn assert_laws(laws: &Laws, pooled: &Pooled) {
    let Pooled { a, x, c, a_coarse, x_coarse, seeds, .. } = pooled;
    assert!(c.iter().all(|&share| share.is_finite() && share >= 0.0), "C = {c}");
    assert!(x_coarse.iter().all(|value| value.is_finite()), "X' = {x_coarse}");
    assert!(a_coarse.iter().all(|&weight| weight.is_finite() && weight >= 0.0), "A' = {a_coarse}");
    let is_one = |sum: f64| (sum - 1.0).abs() < 1e-12;
    for (node, column) in c.columns().into_iter().enumerate() {
        let sum = column.sum();
        match laws.membership {
            Membership::Whole => assert!(is_one(sum), "node {node} has {sum}"),
            Membership::WholeOrNone => assert!(is_one(sum) || sum == 0.0, "node {node} has {sum}"),
            Membership::Any => {}
        }
        let n_coarse = column.iter().filter(|share| **share > 0.0).count();
        assert!(!laws.is_hard || n_coarse <= 1, "node {node} is in {n_coarse} coarse nodes");
    }
    if let Some(seeds) = seeds.as_ref().filter(|_| laws.are_seeds_whole) {
        for (row, &seed) in seeds.iter().enumerate() {
            for other in 0..c.nrows() {
                assert_eq!(c[[other, seed as usize]], f64::from(u8::from(other == row)), "seed {seed}");
            }
        }
    }
    match laws.signal {
        SignalLaw::Sum => assert!(close(x_coarse, &c.dot(x)), "X' is not C X"),
        SignalLaw::Seeds => {
            let seeds: Vec<usize> = seeds.as_ref().unwrap().iter().map(|&seed| seed as usize).collect();
            assert!(close(x_coarse, &x.select(Axis(0), &seeds)), "X' is not that of the seeds");
        }
        SignalLaw::Own => {}
    }
    let mut product = c.dot(a).dot(&c.t());
    match laws.edges {
        EdgeLaw::Galerkin => assert!(close(a_coarse, &product), "A' is not C A Cᵀ"),
        EdgeLaw::GalerkinWithoutLoops => {
            product.diag_mut().fill(0.0);
            assert!(close(a_coarse, &product), "A' is not C A Cᵀ without its diagonal");
        }
        EdgeLaw::Own => {}
    }
    if laws.is_symmetric {
        assert!(a_coarse.indexed_iter().all(|((row, col), value)| value.to_bits() == a_coarse[[col, row]].to_bits()));
    }
    if laws.keeps_components_apart {
        assert_apart(a, c, a_coarse);
    }
}

fn assert_apart(a: &Array2<f64>, c: &Array2<f64>, a_coarse: &Array2<f64>) {
    let component = components(a).of_node;
    let of_coarse: Vec<Option<u32>> = c
        .rows()
        .into_iter()
        .map(|row| {
            let mut of_members = (0..row.len()).filter(|&node| row[node] > 0.0).map(|node| component[node]);
            let first = of_members.next();
            assert!(of_members.all(|other| Some(other) == first), "a coarse node spans components");
            first
        })
        .collect();
    for ((p, q), _) in a_coarse.indexed_iter().filter(|(_, weight)| **weight > 0.0) {
        assert_eq!(of_coarse[p], of_coarse[q], "an edge joins components");
    }
}

#[test]
fn every_operator_keeps_its_laws_on_graphs_of_every_kind() {
    for method in methods() {
        for sample in samples() {
            println!("{} on {}", method.key, sample.name);
            let graphs = sample.alone(DType::F64);
            for (level, pooled) in poolings(&traced(method, &graphs), &graphs).iter().enumerate() {
                assert_laws(&method.laws, pooled);
                let (n, size) = (pooled.a.nrows(), pooled.c.nrows());
                assert!(n_coarse(method, n, level, &params()).contains(&size), "{n} nodes to {size}");
            }
        }
    }
}

#[test]
fn gradients_are_finite_and_the_losses_are_those_that_are_declared() {
    for method in methods() {
        for sample in samples() {
            let graphs = sample.alone(DType::F64);
            let x = Var::from_tensor(&graphs.x).unwrap();
            let graphs = Graphs { x: x.as_tensor().clone(), ..graphs };
            let constants = weights(method, WIDTH, None, &params(), DType::F64);
            let (mut learned, mut vars, mut width) = (Weights::default(), vec![x], WIDTH);
            for level in 0..LEVELS {
                for spec in method.operator.weights(level, width, &params()) {
                    let var = Var::from_tensor(constants.get(level, spec.name).unwrap()).unwrap();
                    learned.set(level, spec.name, var.as_tensor().clone());
                    vars.push(var);
                }
                width = method.operator.width_after(width);
            }
            let levels = run(method, &graphs, &params(), &learned, &mut Trace::off()).unwrap();
            let last = &levels[LEVELS - 1].graphs;
            let sum = |tensor: &Tensor| tensor.sqr().unwrap().sum_all().unwrap();
            let mut loss = (sum(&last.x) + sum(&last.a.values)).unwrap();
            for level in &levels {
                let declared: Vec<_> = method.losses.iter().map(|symbol| symbol.key).collect();
                let found: Vec<_> = level.losses.iter().map(|loss| loss.symbol.key).collect();
                assert_eq!(found, declared, "{}", method.key);
                assert_eq!(level.extra_loss.is_some(), !declared.is_empty(), "{}", method.key);
                if let Some(extra) = &level.extra_loss {
                    assert_eq!(extra.dims(), [1]);
                    loss = (loss + extra.sum_all().unwrap()).unwrap();
                }
            }
            let place = format!("{} on {}", method.key, sample.name);
            assert!(loss.to_scalar::<f64>().unwrap().is_finite(), "{place}");
            let gradients = loss.backward().unwrap();
            for gradient in vars.iter().filter_map(|var| gradients.get(var)) {
                let values: Vec<f64> = gradient.flatten_all().unwrap().to_vec1().unwrap();
                assert!(values.iter().all(|value| value.is_finite()), "{place}: {values:?}");
            }
        }
    }
}

#[test]
fn a_batch_gives_each_graph_what_it_gets_alone() {
    let samples = samples();
    for method in methods() {
        for dtype in [DType::F32, DType::F64] {
            let pool = |graphs: &Graphs| {
                let weights = weights(method, WIDTH, None, &params(), dtype);
                run(method, graphs, &params(), &weights, &mut Trace::off()).unwrap()
            };
            let together = pool(&batch(&samples, dtype));
            for (at, sample) in samples.iter().enumerate() {
                let alone = pool(&sample.alone(dtype));
                for (together, alone) in together.iter().zip(&alone) {
                    let place = format!("{} on {} in {dtype:?}", method.key, sample.name);
                    assert_eq!(bits(&together.graphs, at), bits(&alone.graphs, 0), "{place}");
                    let losses = [(together, at), (alone, 0)].map(|(level, at)| {
                        level.losses.iter().map(|loss| numbers(&loss.values)[at].to_bits()).collect::<Vec<u64>>()
                    });
                    assert_eq!(losses[0], losses[1], "{place}");
                }
            }
        }
    }
}

fn numbers(tensor: &Tensor) -> Vec<f64> {
    tensor.to_dtype(DType::F64).unwrap().flatten_all().unwrap().to_vec1().unwrap()
}

/// The entries and the signal of one graph of a batch.
fn bits(graphs: &Graphs, at: usize) -> (Vec<(usize, usize, u64)>, Vec<u64>) {
    let (rows, values) = (graphs.segments.range(at), graphs.a.to_f64().unwrap());
    let entries = graphs.a.pattern.entries().filter(|(_, row, _)| rows.contains(row));
    let entries = entries.map(|(at, row, col)| (row - rows.start, col - rows.start, values[at].to_bits()));
    let signal = numbers(&graphs.x.narrow(0, rows.start, rows.len()).unwrap());
    (entries.collect(), signal.into_iter().map(f64::to_bits).collect())
}

// ---- numbering

/// The same graph with its nodes in another order: new node k is old node `order[k]`.
fn renumbered(sample: &Sample, order: &[usize]) -> Sample {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new as u32);
    let mut builder = GraphBuilder::new(order.len());
    for edge in 0..sample.graph.n_edges() {
        let [u, v] = sample.graph.edges[edge].map(|node| place[node as usize]);
        builder.add_weighted_edge(u, v, sample.graph.edge_weight(edge));
    }
    let graph: Graph = builder.finish();
    let x = order.iter().flat_map(|&old| sample.x[old * WIDTH..(old + 1) * WIDTH].to_vec()).collect();
    Sample { graph, x, ..sample.clone() }
}

/// What of a pooling does not depend on how its coarse nodes are numbered: for each pair of nodes of the given graph what they
/// share, and for each node the signal and the edges of where it belongs.
fn unnumbered(pooled: &Pooled) -> [Array2<f64>; 3] {
    let c_t = pooled.c.t();
    [c_t.dot(&pooled.c), c_t.dot(&pooled.x_coarse), c_t.dot(&pooled.a_coarse).dot(&pooled.c)]
}

#[test]
fn a_renumbered_graph_has_the_renumbered_result_up_to_marked_ties() {
    let mut rng = Rng::new(3);
    let mut n_compared = std::collections::BTreeMap::new();
    let mut all = samples();
    // Molecules too, with a signal without ties.
    let molecules = common::mutag_samples();
    all.extend([3, 60, 150].map(|at| Sample::new("a molecule", molecules[at].graph.clone(), WIDTH)));
    for sample in all {
        for _ in 0..3 {
            let mut order: Vec<usize> = (0..sample.graph.n_nodes).collect();
            rng.shuffle(&mut order);
            let moved = renumbered(&sample, &order);
            for method in methods().filter(|method| method.laws.numbering == Numbering::Irrelevant) {
                let [given, moved] = [&sample, &moved].map(|sample| {
                    let graphs = sample.alone(DType::F64);
                    poolings(&traced(method, &graphs), &graphs).swap_remove(0)
                });
                let place = format!("{} on {}", method.key, sample.name);
                assert_eq!(given.is_tied, moved.is_tied, "{place}");
                if given.is_tied {
                    continue;
                }
                *n_compared.entry(method.key).or_insert(0) += 1;
                let [pairs, signals, edges] = unnumbered(&given);
                let moved_back = unnumbered(&moved);
                let both = |matrix: &Array2<f64>| matrix.select(Axis(0), &order).select(Axis(1), &order);
                assert!(close(&both(&pairs), &moved_back[0]), "{place}: other coarse nodes");
                assert!(close(&signals.select(Axis(0), &order), &moved_back[1]), "{place}: another signal");
                assert!(close(&both(&edges), &moved_back[2]), "{place}: other edges");
            }
        }
    }
    for method in methods().filter(|method| method.laws.numbering == Numbering::Irrelevant) {
        let n = n_compared.get(method.key).copied().unwrap_or(0);
        assert!(n >= 3, "{}: only {n} results without ties", method.key);
    }
}
