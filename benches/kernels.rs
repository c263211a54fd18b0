//! What each operation on tensors costs, forward and backward, in nanoseconds per node.
//!
//! `cargo bench --bench kernels` prints a table: 16 molecules of about 30 atoms (bundled), and two
//! random contact graphs of 284 nodes that stand in for proteins, each at level 0 and after one
//! pooling. `f32`, one thread. A word after `--` keeps the rows whose name has it.

use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use candle_core::{DType, Device, Result, Tensor, Var};
use proxpool::{
    graph::{Graph, GraphBuilder},
    math::{coupling::coupling, pattern::Pattern, rank, rng::Rng},
    pooling::stages::Graphs,
    readers::catalog::Catalog,
    tensor::{
        Segments, Sparse, assign::assign, gram::gram, matmul::matmul, relu_norm::relu_norm, segment_sum::segment_sum,
        slice_op::with_values, softmax::softmax,
    },
};

const WIDTH: usize = 64;
const Q_WIDTH: usize = 16;
const LABELS: usize = 37;
const HOPS: usize = 3;

fn main() -> Result<()> {
    let shards = [molecules()?, proteins()?];
    let mut table = Table::default();
    for Shard { levels, rho } in &shards {
        for graphs in levels {
            sparse_operations(&mut table, graphs, *rho)?;
            dense_operations(&mut table, &graphs.segments, *rho)?;
            patterns(&mut table, graphs)?;
        }
    }
    println!("Nanoseconds per node, forward and backward, f32, one thread\n");
    println!("{:24}{:^36}{:^36}", "", "16 molecules", "2 proteins");
    println!("{:24}{:^18}{:^18}{:^18}{:^18}\n", "", "level 0", "level 1", "level 0", "level 1");
    table.print();
    Ok(())
}

fn sparse_operations(table: &mut Table, graphs: &Graphs, rho: f64) -> Result<()> {
    let n = graphs.n_nodes();
    let (a, p) = (tracked(&graphs.a)?, tracked(&graphs.a.lazy_walk()?)?);
    let m = tracked(&p.power(HOPS)?)?;
    let k_t = tracked(&m.cosine()?)?;
    let q = variable(n, Q_WIDTH, 0.3)?;
    let k_s = tracked(&k_t.rbf(&q, 1.0)?)?;
    let r = tracked(&k_t.hadamard(&k_s)?)?;
    let seeds = seeds(&r, &graphs.segments, rho)?.0;
    let c = tracked(&assign(&r, &seeds)?)?;
    let x = variable(n, WIDTH, 1.0)?;
    table.add("spmm A X", n, || a.matmul(&x));
    table.add("spmm A X, A constant", n, || graphs.a.matmul(&x));
    table.add("spmm C X", n, || c.matmul(&x));
    table.add("lazy_walk", n, || Ok(a.lazy_walk()?.values));
    table.add("power", n, || Ok(p.power(HOPS)?.values));
    table.add("cosine", n, || Ok(m.cosine()?.values));
    table.add("rbf", n, || Ok(k_t.rbf(&q, 1.0)?.values));
    table.add("hadamard", n, || Ok(k_t.hadamard(&k_s)?.values));
    table.add("assign", n, || Ok(assign(&r, &seeds)?.values));
    table.add("galerkin", n, || Ok(c.galerkin(&a)?.values));
    table.add("galerkin, A constant", n, || Ok(c.galerkin(&graphs.a)?.values));
    table.add("normalise", n, || Ok(a.normalise()?.values));
    table.add("add_identity", n, || Ok(a.add_identity()?.values));
    table.add("without_diagonal", n, || Ok(r.without_diagonal()?.values));
    table.add("symmetrise", n, || Ok(r.symmetrise()?.values));
    table.add("row_sums", n, || r.row_sums(&r.values));
    table.add_plain("coupling", n, || with_values(&r.values, |values: &[f32]| coupling(&r.pattern, values)));
    Ok(())
}

fn dense_operations(table: &mut Table, segments: &Arc<Segments>, rho: f64) -> Result<()> {
    let (n, n_graphs) = (segments.n_rows(), segments.len());
    let k = (rho * n as f64 / n_graphs as f64).round() as usize;
    let x = variable(n, WIDTH, 1.0)?;
    let labels = one_hot(n)?;
    let (w, w_q, w_labels) =
        (variable(WIDTH, WIDTH, 0.2)?, variable(WIDTH, Q_WIDTH, 0.2)?, variable(LABELS, WIDTH, 0.2)?);
    table.add("matmul 64 x 64", n, || matmul(&x, &w));
    table.add("matmul 64 x 16", n, || matmul(&x, &w_q));
    table.add("matmul one-hot x 64", n, || matmul(&labels, &w_labels));
    let (read_out, w_1) = (variable(n_graphs, 6 * WIDTH, 1.0)?, variable(6 * WIDTH, WIDTH, 0.1)?);
    let (hidden, w_2) = (variable(n_graphs, WIDTH, 1.0)?, variable(WIDTH, 2, 0.1)?);
    table.add("read-out 384 x 64", n, || matmul(&read_out, &w_1));
    table.add("read-out 64 x 2", n, || matmul(&hidden, &w_2));
    table.add("relu_norm", n, || relu_norm(&x));
    let logits = variable(n, k, 1.0)?;
    let s = Var::from_tensor(&softmax(&logits)?)?;
    table.add("softmax", n, || softmax(&logits));
    table.add("gram S' X", n, || gram(&s, &x, segments));
    table.add("gram S' S", n, || gram(&s, &logits, segments));
    let score = variable(n, 1, 1.0)?.flatten_all()?;
    table.add("segment_sum", n, || segment_sum(&score, segments));
    Ok(())
}

fn patterns(table: &mut Table, graphs: &Graphs) -> Result<()> {
    let n = graphs.n_nodes();
    let p = graphs.a.lazy_walk()?.pattern;
    let near = p.reach(HOPS);
    let blocks: Vec<Pattern> = graphs.segments.ranges().map(|rows| block(&near, rows)).collect();
    for block in &blocks {
        black_box(block.mirror());
    }
    let fresh =
        |pattern: &Pattern| Pattern::new(pattern.n_cols(), pattern.row_starts().to_vec(), pattern.cols().to_vec());
    table.add_plain("pattern reach", n, || p.reach(HOPS));
    table.add_plain("pattern mirror", n, || fresh(&near).mirror().len());
    table.add_plain("pattern transpose", n, || near.transpose());
    table.add_plain("pattern with_diagonal", n, || graphs.a.pattern.with_diagonal());
    table.add_plain("pattern block_diagonal", n, || Pattern::block_diagonal(&blocks).mirror().len());
    Ok(())
}

/// A shard of a batch at both levels.
struct Shard {
    levels: Vec<Graphs>,
    rho: f64,
}

impl Shard {
    fn new(graphs: &[Graph], rho: f64) -> Result<Self> {
        let signals: Vec<Vec<f64>> = graphs.iter().map(|graph| vec![1.0; graph.n_nodes]).collect();
        let fine = Graphs::new(graphs.iter().zip(signals.iter().map(Vec::as_slice)), 1, DType::F32)?;
        let k_t = fine.a.lazy_walk()?.power(HOPS)?.cosine()?;
        let r = k_t.hadamard(&k_t.rbf(variable(fine.n_nodes(), Q_WIDTH, 0.3)?.as_tensor(), 1.0)?)?;
        let (seeds, segments) = seeds(&r, &fine.segments, rho)?;
        let c = assign(&r, &seeds)?;
        let coarse = Graphs { a: c.galerkin(&fine.a)?.detach(), x: c.matmul(&fine.x)?.detach(), segments };
        println!(
            "{} nodes, {:.1} entries of A per row; pooled {} nodes, {:.1}; C has {:.1}",
            fine.n_nodes(),
            fine.a.pattern.nnz() as f64 / fine.n_nodes() as f64,
            coarse.n_nodes(),
            coarse.a.pattern.nnz() as f64 / coarse.n_nodes() as f64,
            c.pattern.nnz() as f64 / coarse.n_nodes() as f64,
        );
        Ok(Self { levels: vec![fine, coarse], rho })
    }
}

fn molecules() -> Result<Shard> {
    let dataset = Catalog::default().load("molecules", &Default::default()).expect("the molecules are bundled");
    let mut graphs = dataset.graphs;
    graphs.sort_by_key(|graph| graph.n_nodes.abs_diff(30));
    graphs.truncate(16);
    Shard::new(&graphs, 0.3)
}

fn proteins() -> Result<Shard> {
    Shard::new(&[contact_graph(284, 7), contact_graph(284, 8)], 0.25)
}

/// The most strongly coupled nodes of each graph.
fn seeds(r: &Sparse, segments: &Segments, rho: f64) -> Result<(Vec<u32>, Arc<Segments>)> {
    let e = with_values(&r.values, |values: &[f32]| coupling(&r.pattern, values))?;
    let (mut seeds, mut lengths) = (Vec::new(), Vec::new());
    for rows in segments.ranges() {
        let first = rows.start as u32;
        let best = rank::best::<f32>(&e[rows.clone()], rank::n_kept(rows.len(), rho)).idx;
        lengths.push(best.len());
        seeds.extend(best.into_iter().map(|idx| idx + first));
    }
    Ok((seeds, Arc::new(Segments::from_lengths(lengths))))
}

/// A graph's own block of a block-diagonal pattern.
fn block(pattern: &Pattern, rows: std::ops::Range<usize>) -> Pattern {
    let first_entry = pattern.row_starts()[rows.start];
    let row_starts = pattern.row_starts()[rows.start..=rows.end].iter().map(|start| start - first_entry).collect();
    let entries = pattern.range(rows.start).start..pattern.row_starts()[rows.end] as usize;
    let cols = pattern.cols()[entries].iter().map(|col| col - rows.start as u32).collect();
    Pattern::new(rows.len(), row_starts, cols)
}

/// The same matrix, with gradients wanted.
fn tracked(matrix: &Sparse) -> Result<Sparse> {
    let values = Var::from_tensor(&matrix.values.detach())?;
    Sparse::new(matrix.pattern.clone(), values.as_tensor().clone())
}

/// Uniform in [−scale, scale).
fn variable(rows: usize, cols: usize, scale: f64) -> Result<Var> {
    let mut rng = Rng::new((rows * 31 + cols) as u64);
    let values: Vec<f32> = (0..rows * cols).map(|_| (scale * (2.0 * rng.f64() - 1.0)) as f32).collect();
    Var::from_tensor(&Tensor::from_vec(values, (rows, cols), &Device::Cpu)?)
}

fn one_hot(n: usize) -> Result<Tensor> {
    let mut values = vec![0.0_f32; n * LABELS];
    for node in 0..n {
        values[node * LABELS + node * node % LABELS] = 1.0;
    }
    Tensor::from_vec(values, (n, LABELS), &Device::Cpu)
}

/// Points in a cube, joined when close: mean degree about 5.
fn contact_graph(n: usize, seed: u64) -> Graph {
    let mut rng = Rng::new(seed);
    let side = (n as f64).cbrt();
    let points: Vec<[f64; 3]> = (0..n).map(|_| [0; 3].map(|_| rng.f64() * side)).collect();
    // A ball of volume 7 around a point holds 5 others, since many stand near the cube's faces.
    let reach = (7.0 * 3.0 / (4.0 * std::f64::consts::PI)).cbrt();
    let mut builder = GraphBuilder::new(n);
    for i in 0..n {
        for j in 0..i {
            let squared: f64 = points[i].iter().zip(&points[j]).map(|(a, b)| (a - b) * (a - b)).sum();
            if squared < reach * reach {
                builder.add_edge(i as u32, j as u32);
            }
        }
    }
    builder.finish()
}

/// Forward and, where there is one, backward.
type Times = (f64, Option<f64>);

/// One row an operation, one column a shard and level.
struct Table {
    rows: Vec<(&'static str, Vec<Times>)>,
    only: Option<String>,
}

impl Default for Table {
    fn default() -> Self {
        let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
        Self { rows: Vec::new(), only }
    }
}

impl Table {
    /// Times an operation, and the gradient of the sum of its values.
    fn add(&mut self, name: &'static str, n: usize, run: impl Fn() -> Result<Tensor>) {
        if self.wants(name) {
            let result = run().expect("the operation works");
            let backward = median(|| result.backward().expect("the gradient works"));
            self.put(name, n, median(|| run().expect("the operation works")), Some(backward));
        }
    }

    fn add_plain<R>(&mut self, name: &'static str, n: usize, run: impl Fn() -> R) {
        if self.wants(name) {
            self.put(name, n, median(run), None);
        }
    }

    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only))
    }

    fn put(&mut self, name: &'static str, n: usize, forward: Duration, backward: Option<Duration>) {
        let per_node = |time: Duration| time.as_secs_f64() * 1e9 / n as f64;
        let times = (per_node(forward), backward.map(per_node));
        match self.rows.iter_mut().find(|row| row.0 == name) {
            Some(row) => row.1.push(times),
            None => self.rows.push((name, vec![times])),
        }
    }

    fn print(&self) {
        for (name, times) in &self.rows {
            print!("{name:24}");
            for (forward, backward) in times {
                let backward = backward.map_or("–".to_owned(), |time| format!("{time:.1}"));
                print!("{forward:8.1} {backward:>8} ");
            }
            println!();
        }
    }
}

/// The median over runs that take about 50 ms together, after a moment of warming up.
fn median<R>(mut work: impl FnMut() -> R) -> Duration {
    let mut once = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let start = Instant::now();
    let mut last = once();
    while start.elapsed() < Duration::from_millis(10) {
        last = once();
    }
    let n_runs = (0.05 / last.as_secs_f64().max(1e-7)).clamp(5.0, 5000.0) as usize;
    let mut times: Vec<Duration> = (0..n_runs).map(|_| once()).collect();
    times.sort_unstable();
    times[times.len() / 2]
}
