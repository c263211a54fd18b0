//! Every operator on every odd graph: it runs, its sizes are right, its trace is whole; and the same
//! bits come out alone and in a batch, for any number of threads, with the trace on and off.

mod common;

use candle_core::{DType, Result, Tensor, Var};
use common::{Level, Sample, batch, methods, mutag_samples, n_coarse, odd_samples, run, scores, weights};
use proxpool::{
    math::rank::n_kept,
    pooling::{
        Graphs, Method, Params, Trace, Weights, explore,
        laws::SizeLaw,
        parameter::RHO,
        stages::{WeightSpec, adjacency},
        trace::{LevelTrace, Value},
    },
    symbols,
    trace::summary::Summary,
};

const WIDTH: usize = 3;
const HIDDEN: usize = 6;
const PRECISIONS: [DType; 2] = [DType::F32, DType::F64];

// ---- whole traces

fn values(value: &Value) -> Vec<f64> {
    match value {
        Value::Sparse(matrix) => matrix.values.clone(),
        Value::Dense(matrix) => matrix.iter().copied().collect(),
        Value::Vector(values) => values.clone(),
        Value::Nodes(nodes) => nodes.iter().map(|&node| f64::from(node)).collect(),
        Value::Number(number) => vec![*number],
    }
}

/// Rows and columns of a matrix of the trace.
fn shape(level: &LevelTrace, symbol: &str) -> Option<[usize; 2]> {
    match level.get(proxpool::pooling::glossary::find(symbol)?)? {
        Value::Sparse(matrix) => Some([matrix.pattern.n_rows(), matrix.pattern.n_cols()]),
        Value::Dense(matrix) => Some([matrix.nrows(), matrix.ncols()]),
        _ => None,
    }
}

fn assert_whole(method: &Method, sample: &Sample, trace: &Trace, params: &Params) {
    let place = |level: usize| format!("{} on {}, level {level}", method.key, sample.name);
    assert_eq!(trace.levels.len(), params.levels + 1);
    let mut width = sample.width;
    for (at, pair) in trace.levels.windows(2).enumerate() {
        let (level, next) = (&pair[0], &pair[1]);
        for step in &level.steps {
            let values = values(&step.value);
            assert!(values.iter().all(|value| value.is_finite()), "{} of {}: {values:?}", step.symbol, place(at));
        }
        let shapes: Vec<_> = method.matrices.iter().map(|symbol| (symbol, shape(level, symbol.key))).collect();
        assert!(shapes.iter().all(|(_, shape)| shape.is_some()), "{}: {shapes:?}", place(at));

        let (n, n_next) = (shape(level, "A").unwrap()[0], shape(next, "A").unwrap()[0]);
        assert!(n_coarse(method, n, at, params).contains(&n_next), "{}: {n} nodes to {n_next}", place(at));
        assert_eq!(shape(level, "C"), Some([n_next, n]), "{}", place(at));
        assert_eq!(shape(level, "X"), Some([n, width]), "{}", place(at));
        width = method.operator.width_after(width);
        assert_eq!(shape(next, "X"), Some([n_next, width]), "{}", place(at));
        // What one level makes is what the next is given.
        assert_eq!(
            (level.get(&symbols::A_COARSE), level.get(&symbols::X_COARSE)),
            (next.get(&symbols::A), next.get(&symbols::X)),
            "{}",
            place(at)
        );
    }
}

fn assert_summary(trace: &Trace, sample: &Sample) {
    let summary = Summary::new(trace);
    assert_eq!(summary.levels.len(), trace.levels.len());
    assert_eq!(summary.levels[0].nodes, sample.graph.n_nodes);
    assert_eq!(summary.levels[0].edges, adjacency(&sample.graph).0.nnz() / 2);
    assert!(summary.levels.last().unwrap().pooling.is_none());
    for (level, numbers) in trace.levels.iter().zip(&summary.levels) {
        let a = level.sparse(&symbols::A).unwrap().to_dense();
        let is_joined = |node: usize| (0..a.ncols()).any(|other| other != node && a[[node, other]] > 0.0);
        assert_eq!(numbers.isolated, (0..a.nrows()).filter(|&node| !is_joined(node)).count());
        assert_eq!(numbers.self_loops, a.diag().iter().filter(|loops| **loops > 0.0).count());
        assert!(numbers.isolated <= numbers.components && numbers.components <= numbers.nodes);

        let Some(pooling) = &numbers.pooling else { continue };
        let c = level.sparse(&symbols::C).unwrap().to_dense();
        let mass: Vec<f64> = c.columns().into_iter().map(|column| column.sum()).collect();
        let zero: Vec<u32> = (0..mass.len() as u32).filter(|&node| mass[node as usize] == 0.0).collect();
        assert_eq!(pooling.dropped, zero);
        assert!(pooling.column_mass.iter().zip(&mass).all(|(a, b)| (a - b).abs() < 1e-12));
        assert_eq!(pooling.coverage, (mass.len() - zero.len()) as f64 / mass.len() as f64);
        assert_eq!(pooling.seeds, level.seeds().unwrap_or_default());
        assert_eq!((pooling.tied, &pooling.tied_nodes), (level.is_tied(), &level.tied));
        assert!((1..=c.nrows()).contains(&pooling.used_clusters));
        assert!((0.0..=(c.nrows() as f64).log2() + 1e-12).contains(&pooling.entropy_bits));
    }
}

#[test]
fn every_operator_runs_on_every_odd_graph() {
    for method in methods() {
        for sample in odd_samples(WIDTH) {
            for levels in 1..=3 {
                let params = Params { levels, max_nodes: 12, ..Params::default() };
                let weights = Weights::untrained(method.operator, WIDTH, &params).unwrap();
                let trace = explore(method, &sample.graph, &sample.x, WIDTH, &params, &weights).unwrap();
                assert_whole(method, &sample, &trace, &params);
                assert_summary(&trace, &sample);
            }
        }
    }
}

#[test]
fn every_operator_runs_at_the_ends_of_its_parameters() {
    for method in methods() {
        for sample in odd_samples(WIDTH) {
            for (s, tau, rho) in [(0, 0.0, 0.0), (16, 1000.0, 1.0), (1, 1000.0, 0.01), (16, 0.0, 0.5)] {
                let params = Params { s, tau, rho, levels: 8, max_nodes: 0, ..Params::default() }.checked().unwrap();
                let weights = Weights::untrained(method.operator, WIDTH, &params).unwrap();
                // Where the width grows by a factor at each level, so do memory and time.
                let is_growing = method.operator.width_after(WIDTH) > WIDTH;
                let params = if is_growing { Params { levels: 3, ..params } } else { params };
                let trace = explore(method, &sample.graph, &sample.x, WIDTH, &params, &weights).unwrap();
                assert_whole(method, &sample, &trace, &params);
                assert_summary(&trace, &sample);
            }
        }
    }
}

#[test]
fn a_score_of_any_size_can_be_ranked() {
    // Attributes come in any unit, and an explorer without a model scores them as they are.
    let params = Params { levels: 1, ..Params::default() };
    let mut scored = Vec::new();
    for method in methods() {
        // One number by which the signal is multiplied.
        let specs = method.operator.weights(0, 1, &params);
        let [WeightSpec { name, shape: [1, 1], .. }] = specs.as_slice() else { continue };
        for scale in [-1e12, 1e12, -1e300] {
            let sample = Sample::new("path", common::gallery("path:n=10"), 1);
            let x: Vec<f64> = (0..10).map(|node| scale * f64::from(node)).collect();
            let mut weights = Weights::default();
            weights.set(0, name, Tensor::from_vec(vec![1.0], (1, 1), &candle_core::Device::Cpu).unwrap());
            let trace = explore(method, &sample.graph, &x, 1, &params, &weights).unwrap();
            let is_score = trace.levels[0].ranked_by == Some(&proxpool::pooling::score::Y);
            let Some(y) = trace.levels[0].scores().filter(|_| is_score) else { continue };
            let mut best: Vec<u32> = (0..10).collect();
            best.sort_by(|&a, &b| y[b as usize].total_cmp(&y[a as usize]));
            assert_eq!(trace.levels[0].seeds().unwrap(), &best[..3], "{}, {scale}: {y:?}", method.key);
            scored.push(method.key);
        }
    }
    assert!(scored.contains(&"gpool") && scored.contains(&"sagpool"), "{scored:?}");
}

#[test]
fn what_an_operator_says_of_its_size_is_the_law_of_the_paper() {
    for method in methods() {
        for (n, rho) in [(1, 0.3), (10, 0.3), (17, 0.25), (24, 1.0), (100, 0.01)] {
            let params = Params { rho, max_nodes: 111, ..Params::default() };
            let predicted = [0, 1].map(|level| method.operator.n_coarse(n, level, &params));
            let expected = match method.laws.size {
                SizeLaw::Ratio | SizeLaw::UpToRatio | SizeLaw::RatioOrComponents => [n_kept(n, rho); 2],
                // A share of the mean graph, then of that; here nobody knows its size, and the largest takes its place.
                SizeLaw::Dataset if method.has(&RHO) => [n_kept(111, rho), n_kept(n_kept(111, rho), rho)],
                // A fifth of the largest graph, then of that.
                SizeLaw::Dataset => [23, 5],
                SizeLaw::Free | SizeLaw::HalfOrMore | SizeLaw::Same => [n; 2],
            };
            assert_eq!(predicted, expected, "{}, n = {n}, ρ = {rho}", method.key);
            let is_of_graph = matches!(method.laws.size, SizeLaw::Free | SizeLaw::HalfOrMore | SizeLaw::Same);
            assert!(!is_of_graph || !method.has(&RHO), "{} does not use its ρ", method.key);
        }
    }
}

// ---- the same bits

/// One graph of a batch, as bits: entries with their columns, signal, extra loss.
#[derive(Debug, PartialEq)]
struct Bits {
    entries: Vec<(usize, usize, u64)>,
    signal: Vec<u64>,
    extra_loss: Option<u64>,
}

fn to_f64_vec(tensor: &Tensor) -> Vec<f64> {
    tensor.to_dtype(DType::F64).unwrap().flatten_all().unwrap().to_vec1().unwrap()
}

fn bits(level: &Level, graph: usize) -> Bits {
    let Graphs { a, x, segments } = &level.graphs;
    let (rows, values) = (segments.range(graph), a.to_f64().unwrap());
    let entries = a.pattern.entries().filter(|(_, row, _)| rows.contains(row));
    Bits {
        entries: entries.map(|(at, row, col)| (row - rows.start, col - rows.start, values[at].to_bits())).collect(),
        signal: to_f64_vec(&x.narrow(0, rows.start, rows.len()).unwrap()).into_iter().map(f64::to_bits).collect(),
        extra_loss: level.extra_loss.as_ref().map(|loss| to_f64_vec(loss)[graph].to_bits()),
    }
}

fn params() -> Params {
    Params { max_nodes: 28, ..Params::default() }
}

/// Molecules and odd graphs of one width, side by side.
fn mixed() -> Vec<Sample> {
    let molecules = mutag_samples();
    let width = molecules[0].width;
    let picked = [0, 1, 40, 77, 120, 187].map(|idx| molecules[idx].clone());
    let odd = odd_samples(width);
    // Alternating, so that a wrong offset cannot hide.
    let mut samples: Vec<Sample> = Vec::new();
    let mut picked = picked.into_iter();
    for sample in odd {
        samples.push(sample);
        samples.extend(picked.next());
    }
    samples
}

fn run_traced(method: &Method, graphs: &Graphs, mut trace: Trace) -> Vec<Level> {
    let (params, dtype) = (params(), graphs.a.dtype());
    let weights = weights(method, graphs.x.dim(1).unwrap(), Some(HIDDEN), &params, dtype);
    run(method, graphs, &params, &weights, &mut trace).unwrap()
}

#[test]
fn a_batch_gives_each_graph_what_it_gets_alone() {
    let samples = mixed();
    for method in methods() {
        for dtype in PRECISIONS {
            let together = run_traced(method, &batch(&samples, dtype), Trace::off());
            for (graph, sample) in samples.iter().enumerate() {
                let alone = run_traced(method, &sample.alone(dtype), Trace::off());
                for (level, (together, alone)) in together.iter().zip(&alone).enumerate() {
                    let place = format!("{}, {}, level {level}, {dtype:?}", method.key, sample.name);
                    assert_eq!(bits(together, graph), bits(alone, 0), "{place}");
                }
            }
        }
    }
}

#[test]
fn the_trace_changes_no_bit() {
    let samples = mixed();
    for method in methods() {
        for dtype in PRECISIONS {
            let graphs = batch(&samples, dtype);
            let (off, on) = (run_traced(method, &graphs, Trace::off()), run_traced(method, &graphs, Trace::on()));
            for (off, on) in off.iter().zip(&on) {
                for graph in 0..samples.len() {
                    assert_eq!(bits(off, graph), bits(on, graph), "{} in {dtype:?}", method.key);
                }
            }
        }
    }
}

/// The result of two levels and the gradients of all weights, as bits.
fn with_gradients(method: &Method, graphs: &Graphs) -> Result<(Vec<u64>, Vec<u64>)> {
    let (params, dtype) = (params(), graphs.a.dtype());
    let constants = weights(method, graphs.x.dim(1)?, Some(HIDDEN), &params, dtype);
    let (mut learned, mut vars) = (Weights::default(), Vec::new());
    let mut width = graphs.x.dim(1)?;
    for level in 0..params.levels {
        if let Some(w) = constants.conv(level) {
            vars.push(Var::from_tensor(w)?);
            learned.set_conv(level, vars[vars.len() - 1].as_tensor().clone());
            width = HIDDEN;
        }
        for spec in method.operator.weights(level, width, &params) {
            let Some(w) = constants.get(level, spec.name) else { candle_core::bail!("no {}", spec.name) };
            vars.push(Var::from_tensor(w)?);
            learned.set(level, spec.name, vars[vars.len() - 1].as_tensor().clone());
        }
        width = method.operator.width_after(width);
    }
    let levels = run(method, graphs, &params, &learned, &mut Trace::off())?;
    let last = &levels[levels.len() - 1].graphs;
    let gradients = (last.x.sqr()?.sum_all()? + last.a.values.sqr()?.sum_all()?)?.backward()?;
    let to_bits = |tensor: &Tensor| to_f64_vec(tensor).into_iter().map(f64::to_bits).collect::<Vec<u64>>();
    let found = vars.iter().filter_map(|var| gradients.get(var)).flat_map(to_bits).collect();
    Ok(([to_bits(&last.a.values), to_bits(&last.x)].concat(), found))
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let samples = mixed();
    for method in methods() {
        for dtype in PRECISIONS {
            let graphs = batch(&samples, dtype);
            let run_on = |n_threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
                pool.install(|| with_gradients(method, &graphs).unwrap())
            };
            let one = run_on(1);
            assert!(!one.1.is_empty() && one.1.iter().any(|&bits| bits != 0), "{}", method.key);
            for n_threads in [1, 2, 5] {
                assert_eq!(run_on(n_threads), one, "{} on {n_threads} threads in {dtype:?}", method.key);
            }
        }
    }
}

// ---- both precisions

/// Whether the worst selected and the best other node are distinguished in either precision.
fn is_clear_cut(level: &LevelTrace) -> bool {
    let Some(scores) = scores(level) else { return true };
    let mut sorted = scores.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let cut = level.seeds().unwrap().len();
    cut == sorted.len() || sorted[cut - 1] - sorted[cut] > 2e-5
}

#[test]
fn both_precisions_choose_alike() {
    let molecules = mutag_samples();
    for method in methods() {
        let mut n_compared = 0;
        for sample in &molecules {
            let run_in = |dtype: DType| {
                let (params, graphs) = (params(), sample.alone(dtype));
                let weights = weights(method, sample.width, Some(HIDDEN), &params, dtype);
                let mut trace = Trace::on();
                let levels = run(method, &graphs, &params, &weights, &mut trace).unwrap();
                (levels, trace)
            };
            let ((double, double_trace), (single, single_trace)) = (run_in(DType::F64), run_in(DType::F32));
            for level in 0..2 {
                if !is_clear_cut(&double_trace.levels[level]) {
                    break;
                }
                n_compared += 1;
                let place = format!("{}, {}, level {level}", method.key, sample.name);
                let seeds = |trace: &Trace| trace.levels[level].seeds().unwrap_or_default().to_vec();
                assert_eq!(seeds(&double_trace), seeds(&single_trace), "{place}");
                let (double, single) = (&double[level].graphs, &single[level].graphs);
                assert_eq!(double.a.pattern, single.a.pattern, "{place}");
                let close =
                    |a: Vec<f64>, b: Vec<f64>| a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-4 * a.abs().max(1.0));
                assert!(close(double.a.to_f64().unwrap(), single.a.to_f64().unwrap()), "A' of {place}");
                assert!(close(to_f64_vec(&double.x), to_f64_vec(&single.x)), "X' of {place}");
            }
        }
        assert!(n_compared >= 40, "{}: only {n_compared} poolings are without ties", method.key);
    }
}
