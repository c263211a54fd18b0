//! What a layout costs and how good it is, on graphs of growing size. One thread.
//!
//! `cargo bench --bench layout` prints the table; D&D's largest graph and NCI1 are in it where
//! `PROXPOOL_DATA` names the folder that has them. `tests/layout_quality.py` uses two more ways to
//! call it: `--graphs NAME COUNT` writes the edges of a dataset, `--positions` reads graphs from its
//! input and writes where their nodes settle. Graphs and positions are JSON, one per line.

use std::{
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

use proxpool::{
    graph::{Dataset, Graph, GraphBuilder, gallery},
    layout::{LayoutRequest, Simulation, stress},
    math::rng::Rng,
    readers::catalog::Catalog,
};

const MAX_STEPS: usize = 1000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--graphs", name, count] => write_graphs(name, count.parse().expect("a number of graphs")),
        ["--positions"] => write_positions(),
        _ => table(),
    }
}

fn table() {
    println!("graph                            n      m   start ms   ms/step  steps  settle ms   stress");
    let molecules = load("molecules").expect("the molecules are bundled");
    for n in [10, 20, 30, 40] {
        if let Some(graph) = molecules.graphs.iter().find(|graph| graph.n_nodes == n) {
            row(graph.name.as_deref().unwrap_or("?"), graph);
        }
    }
    for graph in &gallery::dataset().graphs {
        row(graph.name.as_deref().unwrap_or("?"), graph);
    }
    for n in [100, 300, 600, 1000, 2000, 5748] {
        row("contact graph", &contact_graph(n, 7));
    }
    if let Some(nci1) = load("NCI1") {
        let largest = nci1.graphs.iter().max_by_key(|graph| graph.n_nodes).expect("NCI1 has graphs");
        row("NCI1's largest", largest);
    }
    if let Some(dd) = load("DD") {
        let largest = dd.graphs.iter().max_by_key(|graph| graph.n_nodes).expect("D&D has graphs");
        row("D&D's largest", largest);
    }
    for name in ["molecules", "MUTAG", "NCI1"] {
        if let Some(dataset) = load(name) {
            summary(name, &dataset);
        }
    }
}

fn row(name: &str, graph: &Graph) {
    let request = LayoutRequest::new(graph, 0);
    let repeats = if graph.n_nodes < 200 { 9 } else { 1 };
    let mut runs: Vec<(Duration, Duration, usize, Simulation)> = (0..repeats).map(|_| run(&request)).collect();
    runs.sort_by_key(|run| run.0 + run.1);
    let (start, steps_time, steps, simulation) = &runs[repeats / 2];
    println!(
        "{name:<28} {:>5} {:>6} {:>10.2} {:>9.3} {steps:>6} {:>10.2} {:>8.4}",
        graph.n_nodes,
        graph.n_edges(),
        ms(*start),
        ms(*steps_time) / (*steps).max(1) as f64,
        ms(*start + *steps_time),
        stress(&request, simulation.positions())
    );
}

/// How long the graphs of a set take, median and worst.
fn summary(name: &str, dataset: &Dataset) {
    let mut small_worst = 0.0_f64;
    let mut times: Vec<f64> = dataset
        .graphs
        .iter()
        .take(1000)
        .map(|graph| {
            let (start, steps, ..) = run(&LayoutRequest::new(graph, 0));
            if graph.n_nodes <= 30 {
                small_worst = small_worst.max(ms(start + steps));
            }
            ms(start + steps)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{name}: {} graphs, converged in {:.2} ms (median), {:.2} ms (99th percentile), {:.2} ms (max), \
         {small_worst:.2} ms (max up to 30 nodes)",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn run(request: &LayoutRequest) -> (Duration, Duration, usize, Simulation) {
    let clock = Instant::now();
    let mut simulation = Simulation::new(request);
    let start = clock.elapsed();
    let steps = simulation.settle(MAX_STEPS);
    (start, clock.elapsed() - start, steps, simulation)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn load(name: &str) -> Option<Dataset> {
    Catalog::from_environment().load(name, &Default::default()).ok()
}

/// Points in a square, joined to those near them: mean degree about 5.
fn contact_graph(n: usize, seed: u64) -> Graph {
    let mut rng = Rng::new(seed);
    let points: Vec<[f64; 2]> = (0..n).map(|_| [rng.f64(), rng.f64()]).collect();
    let reach = (5.0 / (std::f64::consts::PI * n as f64)).sqrt();
    let mut builder = GraphBuilder::new(n);
    for u in 0..n {
        for v in 0..u {
            if (points[u][0] - points[v][0]).hypot(points[u][1] - points[v][1]) < reach {
                builder.add_edge(v as u32, u as u32);
            }
        }
    }
    let graph = builder.finish();
    // Joined up, as the lowest node of each component with that of the next.
    let (component, n_components) = graph.components();
    let lowest: Vec<u32> = (0..n_components as u32)
        .map(|c| component.iter().position(|&x| x == c).expect("it has a node") as u32)
        .collect();
    let mut builder = GraphBuilder::new(n);
    graph.edges.iter().for_each(|&[u, v]| builder.add_edge(u, v));
    lowest.windows(2).for_each(|pair| builder.add_edge(pair[0], pair[1]));
    builder.finish()
}

fn write_graphs(name: &str, count: usize) {
    let dataset = load(name).unwrap_or_else(|| panic!("{name} not found: set PROXPOOL_DATA to its folder"));
    // Evenly over the whole set, which may be sorted.
    let step = (dataset.graphs.len() / count.max(1)).max(1);
    let mut out = io::stdout().lock();
    for graph in dataset.graphs.iter().step_by(step).take(count) {
        let value = serde_json::json!({ "name": graph.name, "n": graph.n_nodes, "edges": graph.edges });
        writeln!(out, "{value}").expect("the output takes lines");
    }
}

fn write_positions() {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let value: serde_json::Value = serde_json::from_str(&line.expect("lines of text")).expect("JSON");
        let n_nodes = value["n"].as_u64().expect("n, the number of nodes") as usize;
        let edges: Vec<[u32; 2]> = serde_json::from_value(value["edges"].clone()).expect("edges, pairs of nodes");
        let edges = edges.into_iter().map(|edge| (edge, 1.0)).collect();
        let request = LayoutRequest { n_nodes, edges, ..LayoutRequest::default() };
        let (start, steps_time, steps, simulation) = run(&request);
        let ms = ms(start + steps_time);
        let value = serde_json::json!({ "ms": ms, "steps": steps, "positions": simulation.positions() });
        writeln!(out, "{value}").expect("the output takes lines");
    }
}
