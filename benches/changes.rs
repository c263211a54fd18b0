//! How long D&D's largest graph takes from scratch, and after a change of one parameter.
//!
//! `PROXPOOL_DATA=… cargo bench --bench changes` prints milliseconds of wall time for ProxPool, both levels and everything
//! that the window shows of them included; the fastest of three.

use std::time::Instant;

use proxpool::{
    explore::{Exploration, Explored},
    graph::features::SignalKind,
    pooling::{Memory, Params},
    readers::catalog::Catalog,
    trace::order::NodeOrder,
};

/// A change and its name.
type Change = (&'static str, fn(&mut Exploration));

const CHANGES: [Change; 4] = [
    ("nothing", |_| ()),
    ("rho", |exploration| exploration.params.rho = 0.25),
    ("tau", |exploration| exploration.params.tau = 0.5),
    ("signal", |exploration| exploration.signal = Some(SignalKind::Degree)),
];

fn main() {
    let Ok(dataset) = Catalog::from_environment().load("DD", &Default::default()) else {
        println!("PROXPOOL_DATA names no folder that has DD: nothing is measured");
        return;
    };
    let graph = dataset.graphs.iter().max_by_key(|graph| graph.n_nodes).expect("it has graphs");
    println!("{:>2} {:>8} {}", "s", "fresh", CHANGES.map(|(name, _)| format!("{name:>8}")).join(" "));
    for s in 1..=6 {
        let usual = Exploration { params: Params { s, ..Params::default() }, ..Exploration::default() };
        let timed = |exploration: &Exploration, memory: &Memory| {
            let start = Instant::now();
            let explored =
                exploration.open(&dataset).and_then(|opened| opened.run_from(memory, graph)).expect("it fits");
            std::hint::black_box(ordered(&explored));
            1e3 * start.elapsed().as_secs_f64()
        };
        let fastest = |time: &dyn Fn() -> f64| (0..3).map(|_| time()).fold(f64::INFINITY, f64::min);
        let fresh = fastest(&|| timed(&usual, &Memory::default()));
        let after = CHANGES.map(|(_, change)| {
            let mut changed = usual.clone();
            change(&mut changed);
            fastest(&|| {
                let memory = Memory::default();
                timed(&usual, &memory);
                timed(&changed, &memory)
            })
        });
        println!("{s:>2} {fresh:>8.0} {}", after.map(|time| format!("{time:>8.0}")).join(" "));
    }
}

/// The order of each level's maps, as the window has it.
fn ordered(explored: &Explored) -> Vec<Vec<u32>> {
    let levels = explored.trace.levels.iter().zip(&explored.levels);
    levels.map(|(level, names)| NodeOrder::Automatic.permutation(level, &names.labels)).collect()
}
