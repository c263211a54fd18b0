//! What ProxPool costs: sparse (the program's own), dense, and through eigenvectors, on a ladder of sizes.
//!
//! `cargo bench --bench pooling` prints the table of the README. Random contact graphs of mean degree
//! about 5 stand in for proteins; the ladder's 5748 nodes are D&D's largest graph where `PROXPOOL_DATA`
//! is set. One thread throughout.

use std::{
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use candle_core::DType;
use ndarray::{Array2, Axis};
use proxpool::{
    graph::{Dataset, Graph, GraphBuilder},
    math::rng::Rng,
    pooling::{self, Graphs, Params, Trace, Weights, explore, weights::glorot},
    readers::{catalog::Catalog, open},
    spectral::{Filter, Spectrum},
};

const LABELS: usize = 40;
const Q_WIDTH: usize = 16;

fn main() {
    molecule();
    ladder();
}

/// Two levels on a molecule of 30 atoms, in both precisions.
fn molecule() {
    let dataset = Catalog::default().load("molecules", &Default::default()).expect("the molecules are bundled");
    let graph = dataset.graphs.iter().find(|graph| graph.n_nodes == 30).expect("a molecule of 30 atoms");
    let name = graph.name.as_deref().unwrap_or("?");
    println!("Two levels of ProxPool on {name} (30 atoms, {} bonds), s = 3, ρ = 0.3\n", graph.n_edges());
    let params = Params::default();
    for dtype in [DType::F32, DType::F64] {
        let (graphs, weights) = prepared(graph, params.levels, dtype);
        let time = median(|| run(&graphs, &weights, &params));
        println!("  sparse {:4}  {}", dtype.as_str(), time_text(time));
    }
    let dense = median(|| drop(black_box(dense_levels(graph, &params))));
    println!("  dense f64    {}\n", time_text(dense));
}

/// One level on graphs of growing size.
fn ladder() {
    println!("One level of ProxPool, s = 3, ρ = 0.25, d' = {Q_WIDTH}, f32, one thread\n");
    println!("      n   nnz(K_t)      sparse   ns per nnz       dense   eigenvectors");
    let params = Params { rho: 0.25, levels: 1, ..Params::default() };
    for n in [30, 300, 1000, 5748, 50_000] {
        let graph = largest_protein(n).unwrap_or_else(|| contact_graph(n, 7));
        let (graphs, weights) = prepared(&graph, 1, DType::F32);
        let nnz = graphs.a.pattern.reach(params.s).nnz();
        let sparse = median(|| run(&graphs, &weights, &params));
        let dense = (n <= 1000).then(|| median(|| drop(black_box(dense_levels(&graph, &params)))));
        let eigen = (n <= 1000).then(|| median(|| drop(black_box(eigen_kernel(&graph)))));
        let or_dash = |time: Option<Duration>| time.map_or("–".to_owned(), time_text);
        println!(
            "{n:7} {nnz:10} {:>11} {:12.1} {:>11} {:>14}",
            time_text(sparse),
            sparse.as_secs_f64() * 1e9 / nnz as f64,
            or_dash(dense),
            or_dash(eigen)
        );
    }
}

fn run(graphs: &Graphs, weights: &Weights, params: &Params) -> Graphs {
    let method = pooling::method("proxpool").expect("ProxPool is in the table");
    explore::run(method, graphs.clone(), params, weights, &mut Trace::off()).expect("pooling works")
}

/// The graph with one-hot labels, and a W_Q for each level.
fn prepared(graph: &Graph, levels: usize, dtype: DType) -> (Graphs, Weights) {
    let x = one_hot(graph);
    let graphs = Graphs::new([(graph, x.as_slice().expect("row-major"))], LABELS, dtype).expect("a valid graph");
    let mut weights = Weights::default();
    for level in 0..levels {
        let wq = glorot([LABELS, Q_WIDTH], &mut Rng::new(level as u64), dtype).expect("a matrix");
        weights.set(level, "wq", wq);
    }
    (graphs, weights)
}

fn one_hot(graph: &Graph) -> Array2<f64> {
    let mut x = Array2::zeros((graph.n_nodes, LABELS));
    for node in 0..graph.n_nodes {
        let label = graph.node_labels.as_ref().map_or(node * 7, |labels| labels[node] as usize);
        x[[node, label % LABELS]] = 1.0;
    }
    x
}

/// The same equations on n × n matrices, as a notebook would have them.
fn dense_levels(graph: &Graph, params: &Params) -> Array2<f64> {
    let mut a = Array2::<f64>::zeros((graph.n_nodes, graph.n_nodes));
    for &[u, v] in &graph.edges {
        a[[u as usize, v as usize]] = 1.0;
        a[[v as usize, u as usize]] = 1.0;
    }
    let mut q = one_hot(graph).slice(ndarray::s![.., ..Q_WIDTH]).to_owned();
    for _ in 0..params.levels {
        let c = dense_assignment(&a, &q, params);
        a = c.dot(&a).dot(&c.t());
        q = c.dot(&q);
    }
    a
}

fn dense_assignment(a: &Array2<f64>, q: &Array2<f64>, params: &Params) -> Array2<f64> {
    let n = a.nrows();
    let u = a.sum_axis(Axis(1)).mapv(|d| if d > 0.0 { d.sqrt().recip() } else { 0.0 });
    let p = Array2::from_shape_fn((n, n), |(i, j)| 0.5 * (f64::from(u8::from(i == j)) + a[[i, j]] * u[i] * u[j]));
    let mut m = Array2::eye(n);
    for _ in 0..params.s {
        m = m.dot(&p);
    }
    let w = m.diag().mapv(|d| d.sqrt().recip());
    let inner = q.dot(&q.t());
    let squared = inner.diag().to_owned();
    let r = Array2::from_shape_fn((n, n), |(i, j)| {
        let distance = (squared[i] + squared[j] - 2.0 * inner[[i, j]]).max(0.0);
        m[[i, j]] * w[i] * w[j] * (-params.tau * distance).exp()
    });
    let volume = r.sum_axis(Axis(1)) - r.diag();
    let e: Vec<f64> =
        (0..n).map(|i| (0..n).filter(|&j| j != i && volume[j] > 0.0).map(|j| r[[i, j]] / volume[j]).sum()).collect();
    let seeds = proxpool::math::rank::best::<f64>(&e, proxpool::math::rank::n_kept(n, params.rho)).idx;
    let mut c = Array2::zeros((seeds.len(), n));
    for (k, &seed) in seeds.iter().enumerate() {
        let open: Vec<usize> =
            (0..n).filter(|&j| m[[seed as usize, j]] > 0.0 && !seeds.contains(&(j as u32))).collect();
        let z: Vec<f64> = open.iter().map(|&j| r[[seed as usize, j]]).collect();
        for (&j, weight) in open.iter().zip(proxpool::math::sparsemax::sparsemax(&z)) {
            c[[k, j]] = weight;
        }
        c[[k, seed as usize]] = 1.0;
    }
    c
}

/// K_t through U g(Λ) Uᵀ.
fn eigen_kernel(graph: &Graph) -> Array2<f64> {
    Spectrum::compute(graph).expect("a symmetric matrix").kernel(Filter::Paper { s: 3 })
}

/// D&D's largest graph, where it can be had.
fn largest_protein(n: usize) -> Option<Graph> {
    let folder = std::env::var_os("PROXPOOL_DATA").filter(|_| n == 5748)?;
    let dataset: Dataset = open(&Path::new(&folder).join("DD.zip")).ok()?;
    dataset.graphs.into_iter().find(|graph| graph.n_nodes == n)
}

/// Points in a cube, joined when close: mean degree about 5.
fn contact_graph(n: usize, seed: u64) -> Graph {
    let mut rng = Rng::new(seed);
    let side = (n as f64).cbrt();
    let points: Vec<[f64; 3]> = (0..n).map(|_| [0; 3].map(|_| rng.f64() * side)).collect();
    // A ball of volume 5 around a point holds 5 others on average.
    let reach = (5.0 * 3.0 / (4.0 * std::f64::consts::PI)).cbrt();
    let cell = |point: &[f64; 3]| point.map(|x| (x / reach) as i64);
    let mut cells = std::collections::HashMap::<[i64; 3], Vec<u32>>::new();
    for (idx, point) in points.iter().enumerate() {
        cells.entry(cell(point)).or_default().push(idx as u32);
    }
    let mut builder = GraphBuilder::new(n);
    for (idx, point) in points.iter().enumerate() {
        let [x, y, z] = cell(point);
        for step in 0..27 {
            let near = [x + step % 3 - 1, y + step / 3 % 3 - 1, z + step / 9 - 1];
            for &other in cells.get(&near).into_iter().flatten() {
                let distance: f64 = point.iter().zip(&points[other as usize]).map(|(a, b)| (a - b) * (a - b)).sum();
                if (other as usize) < idx && distance < reach * reach {
                    builder.add_edge(idx as u32, other);
                }
            }
        }
    }
    builder.finish()
}

/// The median over runs of about one second in total, after a short warm-up.
fn median<R>(mut work: impl FnMut() -> R) -> Duration {
    let once = |work: &mut dyn FnMut() -> R| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let start = Instant::now();
    let mut last = once(&mut work);
    while start.elapsed() < Duration::from_millis(100) {
        last = once(&mut work);
    }
    let n_runs = (1.0 / last.as_secs_f64().max(1e-7)).clamp(3.0, 5000.0) as usize;
    let mut times: Vec<Duration> = (0..n_runs).map(|_| once(&mut work)).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
