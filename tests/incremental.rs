//! An exploration that takes from the one before what did not change gives the same, to the last bit.

use proxpool::{
    explore::{Exploration, Explored},
    graph::{
        Dataset,
        features::{Signal, SignalKind},
    },
    math::rng::Rng,
    names::Named as _,
    pooling::{Memory, Params, methods, trace::Value},
    readers::catalog::{Catalog, LoadOptions},
    symbols,
};

fn mutag() -> Dataset {
    Catalog::default().load("MUTAG", &LoadOptions::default()).unwrap()
}

fn explored(exploration: &Exploration, memory: &Memory, dataset: &Dataset, graph: usize) -> Explored {
    exploration.open(dataset).unwrap().run_from(memory, &dataset.graphs[graph]).unwrap()
}

/// All numbers of a value as they are stored.
fn bits(value: &Value) -> Vec<u64> {
    match value {
        Value::Sparse(matrix) => {
            let entries = matrix.pattern.entries();
            entries.flat_map(|(at, row, col)| [row as u64, col as u64, matrix.values[at].to_bits()]).collect()
        }
        Value::Dense(matrix) => matrix.iter().map(|entry| entry.to_bits()).collect(),
        Value::Vector(vector) => vector.iter().map(|entry| entry.to_bits()).collect(),
        Value::Nodes(nodes) => nodes.iter().map(|&node| u64::from(node)).collect(),
        Value::Number(number) => vec![number.to_bits()],
    }
}

fn assert_same(reused: &Explored, fresh: &Explored, what: &str) {
    assert_eq!(reused.trace.levels.len(), fresh.trace.levels.len(), "{what}");
    for (level, (reused, fresh)) in reused.trace.levels.iter().zip(&fresh.trace.levels).enumerate() {
        assert_eq!((&reused.tied, reused.ranked_by), (&fresh.tied, fresh.ranked_by), "{what}, level {level}");
        let symbols = |steps: &[std::sync::Arc<proxpool::pooling::trace::Step>]| {
            steps.iter().map(|step| (step.stage, step.symbol, step.axes, step.is_of_graph_alone)).collect::<Vec<_>>()
        };
        assert_eq!(symbols(&reused.steps), symbols(&fresh.steps), "{what}, level {level}");
        for (reused, fresh) in reused.steps.iter().zip(&fresh.steps) {
            assert!(bits(&reused.value) == bits(&fresh.value), "{what}, level {level}: {}", reused.symbol);
        }
    }
    assert!(reused.trace == fresh.trace && reused.levels == fresh.levels, "{what}");
}

#[test]
fn any_sequence_of_changes_gives_what_a_fresh_exploration_gives() {
    let dataset = mutag();
    let signals: Vec<SignalKind> =
        SignalKind::all().map(|(kind, _)| kind).filter(|&kind| Signal::new(&dataset, kind).is_ok()).collect();
    assert!(signals.len() > 1);
    for method in methods() {
        let memory = Memory::default();
        let mut rng = Rng::new(7);
        let mut pick = |n: usize| (rng.f64() * n as f64) as usize;
        let mut exploration = Exploration { method, ..Exploration::default() };
        let mut graph = 3;
        for change in 0..60 {
            let params = &mut exploration.params;
            match pick(8) {
                0 | 1 => params.tau = [0.1, 0.5, 1.0, 2.0][pick(4)],
                2 | 3 => params.rho = [0.1, 0.3, 0.5, 1.0][pick(4)],
                4 => params.s = pick(5),
                5 => params.levels = 1 + pick(3),
                6 => exploration.signal = Some(signals[pick(signals.len())]),
                _ => match pick(3) {
                    0 => params.seed = pick(3) as u64,
                    1 => params.detach_adjacency ^= true,
                    _ => graph = [3, 7, 100][pick(3)],
                },
            }
            let reused = explored(&exploration, &memory, &dataset, graph);
            let fresh = explored(&exploration, &Memory::default(), &dataset, graph);
            assert_same(&reused, &fresh, &format!("{} after {change} changes", method.key));
        }
    }
}

/// The steps of a level that are the very ones of before.
fn kept(before: &Explored, after: &Explored, level: usize) -> Vec<&'static str> {
    let levels = [before, after].map(|explored| &explored.trace.levels[level].steps);
    let is_kept = |step: &&std::sync::Arc<_>| levels[0].iter().any(|other| std::sync::Arc::ptr_eq(step, other));
    levels[1].iter().filter(is_kept).map(|step| step.symbol.key).collect()
}

#[test]
fn only_what_depends_on_a_change_is_computed() {
    let dataset = mutag();
    let memory = Memory::default();
    let first = Exploration { signal: Some(SignalKind::Labels), ..Exploration::default() };
    let changed = |change: &dyn Fn(&mut Exploration)| {
        let mut exploration = first.clone();
        change(&mut exploration);
        let before = explored(&first, &memory, &dataset, 3);
        kept(&before, &explored(&exploration, &memory, &dataset, 3), 0)
    };
    let key = |symbol: &symbols::Symbol| symbol.key;
    let structure = [&symbols::L, &symbols::M, &symbols::K_T].map(key);
    let with = |input: &[&'static str], more: &[&'static str]| [input, &structure[..], more].concat();
    let input = [&symbols::A, &symbols::X].map(key);
    let [q, k_s, r, e] = [&symbols::Q, &symbols::K_S, &symbols::R, &symbols::E].map(key);
    assert_eq!(changed(&|exploration| exploration.params.tau = 0.5), with(&input, &[q]));
    assert_eq!(changed(&|exploration| exploration.params.rho = 0.5), with(&input, &[q, k_s, r, e]));
    assert_eq!(changed(&|exploration| exploration.signal = Some(SignalKind::Degree)), structure);
    assert_eq!(changed(&|exploration| exploration.params.s = 2), [&input[..], &[q]].concat());
}

#[test]
fn nothing_piles_up() {
    let dataset = mutag();
    let memory = Memory::default();
    let mut exploration = Exploration::default();
    explored(&exploration, &memory, &dataset, 3);
    let n_results = memory.len();
    for step in 0..20 {
        exploration.params = Params { tau: 0.1 + 0.1 * f64::from(step), ..Params::default() };
        explored(&exploration, &memory, &dataset, 3);
    }
    assert_eq!(memory.len(), n_results);
}

#[test]
fn what_was_cancelled_forgets_nothing() {
    let dataset = mutag();
    let memory = Memory::default();
    let exploration = Exploration::default();
    let before = explored(&exploration, &memory, &dataset, 3);
    let cancel = proxpool::cancel::Cancel::default();
    cancel.cancel();
    let cancelled = cancel.run(|| explored(&exploration, &memory, &dataset, 7));
    assert!(cancelled.is_err());
    let after = explored(&exploration, &memory, &dataset, 3);
    assert_eq!(kept(&before, &after, 0).len(), before.trace.levels[0].steps.len());
}
