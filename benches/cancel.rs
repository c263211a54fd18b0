//! Time until cancelled work ends.
//!
//! `PROXPOOL_DATA=… cargo bench --bench cancel` cancels every operator at 30 moments of its work on D&D's largest graph
//! (on the largest that the window lets an operator have; at fewer moments of what takes long), and prints the longest
//! time until its thread was free.

use std::{
    sync::mpsc::channel,
    thread,
    time::{Duration, Instant},
};

use proxpool::{
    cancel::Cancel,
    explore::Exploration,
    graph::{Dataset, Graph},
    pooling::methods,
    readers::catalog::Catalog,
};

const MOMENTS: u32 = 30;

/// Seconds of work for all moments together, about.
const ENOUGH: f64 = 60.0;

fn main() {
    let Ok(dataset) = Catalog::from_environment().load("DD", &Default::default()) else {
        println!("PROXPOOL_DATA names no folder that has DD: nothing is measured");
        return;
    };
    println!("{:<12} {:>6} {:>10} {:>22}", "operator", "nodes", "work ms", "ends after ms, at most");
    for method in methods() {
        let limit = method.max_nodes_interactive.unwrap_or(usize::MAX);
        let graphs = dataset.graphs.iter().filter(|graph| graph.n_nodes <= limit);
        let Some(graph) = graphs.max_by_key(|graph| graph.n_nodes) else { continue };
        let exploration = Exploration { method, ..Exploration::default() };
        let (work, longest) = longest_delay(&exploration, &dataset, graph);
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        println!("{:<12} {:>6} {:>10.0} {:>22.1}", method.key, graph.n_nodes, ms(work), ms(longest));
    }
}

/// The time of the whole work, and the longest from cancelling it to its end.
fn longest_delay(exploration: &Exploration, dataset: &Dataset, graph: &Graph) -> (Duration, Duration) {
    let start = Instant::now();
    exploration.run(dataset, graph).expect("the operator fits the graph");
    let work = start.elapsed();
    let moments = ((ENOUGH / work.as_secs_f64()) as u32).clamp(6, MOMENTS);
    let delays = (0..moments).map(|moment| {
        let cancel = Cancel::default();
        thread::scope(|scope| {
            let (begun, begins) = channel();
            let flag = cancel.clone();
            scope.spawn(move || {
                let _ = begun.send(());
                let _ = flag.run(|| exploration.run(dataset, graph).is_ok());
            });
            let _ = begins.recv();
            thread::sleep(work * moment / moments);
            cancel.cancel();
            Instant::now()
        })
        .elapsed()
    });
    (work, delays.max().unwrap_or_default())
}
