//! The gradient of the whole network's loss by every weight, through both poolings, against central
//! differences in `f64`.
//!
//! The operators jump where a seed or an edge changes, and ReLU and max have kinks; an entry whose
//! nudge meets one of those is left out, and only few may be.

mod common;

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use candle_core::{DType, Device, Tensor, Var};
use common::{Sample, gallery, methods, mutag_samples, run};
use proxpool::{
    math::rng::Rng,
    model::{Architecture, Batch, Network, NetworkKind, Prepared},
    pooling::{Method, Params, Trace, Weights, trace::Value, weights::glorot},
    symbols,
};

const HIDDEN: usize = 5;
const Q_WIDTH: usize = 3;
const CLASSES: usize = 2;
const TARGETS: [u32; 3] = [1, 0, 1];
const STEP: f64 = 1e-6;

/// The weights by name: `conv.0.w`, `pool.0.wq`, `head.0.w`.
type Values = BTreeMap<String, Tensor>;

/// The loss and the choices behind it.
struct Outcome {
    loss: Tensor,
    /// Seeds, patterns, and which ReLUs are on: while these are the same, the loss is smooth but for max.
    choices: Vec<Vec<u32>>,
}

fn samples() -> Vec<Sample> {
    let molecule = mutag_samples().swap_remove(1);
    let width = molecule.width;
    // Light edges: without the structure kernel, sparsemax gives all to one of two weights that differ by 1.
    let mut lollipop = gallery("lollipop:clique=4,stick=4");
    lollipop.edge_weights = Some((0..lollipop.n_edges()).map(|edge| 0.1 + 0.01 * edge as f64).collect());
    vec![
        molecule,
        Sample::new("lollipop", lollipop, width),
        Sample::new("two components", common::graph(7, &[[0, 1], [1, 2], [2, 3], [4, 5], [5, 6]]), width),
    ]
}

fn params() -> Params {
    Params { rho: 0.5, q_width: Q_WIDTH, max_nodes: 40, ..Params::default() }
}

fn architecture(method: &Method, params: &Params) -> Architecture {
    let method = methods().find(|other| *other == method).unwrap();
    Architecture {
        network: NetworkKind::Pooling,
        method,
        params: params.clone(),
        width: samples()[0].width,
        hidden: HIDDEN,
        classes: CLASSES,
    }
}

fn batch(architecture: &Architecture) -> Batch {
    let prepare = |(sample, class): (&Sample, u32)| {
        Prepared::new(&sample.graph, class, &sample.x, architecture, DType::F64).unwrap()
    };
    let prepared: Vec<Prepared> = samples().iter().zip(TARGETS).map(prepare).collect();
    Batch::new(&prepared.iter().collect::<Vec<_>>()).unwrap()
}

fn initial(architecture: &Architecture, seed: u64) -> Values {
    let mut rng = Rng::new(seed);
    // Biases too, so that every weight has a place from which it can be nudged both ways.
    let draw = |spec: proxpool::model::ParameterSpec| (spec.name, glorot(spec.shape, &mut rng, DType::F64).unwrap());
    architecture.parameters().into_iter().map(draw).collect()
}

/// Which entries of a kept matrix are positive.
fn signs(value: Option<&Value>) -> Vec<u32> {
    match value {
        Some(Value::Dense(matrix)) => matrix.iter().map(|&value| u32::from(value > 0.0)).collect(),
        other => panic!("{other:?} is no matrix"),
    }
}

fn network(architecture: &Architecture, batch: &Batch, values: &Values) -> Outcome {
    let mut weights = Weights::default();
    for (name, value) in values {
        weights.insert(name.clone(), value.clone());
    }
    let mut trace = Trace::on();
    let output = Network { architecture, weights: &weights }.forward(batch, &mut trace).unwrap();
    let mut choices = Vec::new();
    if !architecture.network.has_pooling() {
        // Its scores go through a ReLU, too.
        let scores = output.scores.flatten_all().unwrap().to_vec1::<f64>().unwrap();
        choices.push(scores.iter().map(|&score| u32::from(score > 0.0)).collect());
    }
    let levels = if architecture.network.has_pooling() { &trace.levels[..] } else { &[] };
    for (level, kept) in levels.iter().enumerate() {
        choices.push(signs(kept.get(&symbols::H)));
        if level < architecture.params.levels {
            choices.push(kept.seeds().unwrap_or_default().to_vec());
            for symbol in ["C", "A'"] {
                choices.extend(
                    kept.sparse(proxpool::pooling::glossary::find(symbol).unwrap())
                        .map(|matrix| matrix.pattern.cols().to_vec()),
                );
            }
        }
    }
    choices.push(signs(trace.levels.last().unwrap().get(&symbols::HIDDEN)));
    Outcome { loss: output.losses(&batch.classes).unwrap().mean_all().unwrap(), choices }
}

fn number(loss: &Tensor) -> f64 {
    loss.to_scalar().unwrap()
}

/// The gradient of each weight; zeros where none arrives.
fn gradients(architecture: &Architecture, batch: &Batch, values: &Values) -> BTreeMap<String, Vec<f64>> {
    let vars: BTreeMap<String, Var> =
        values.iter().map(|(name, value)| (name.clone(), Var::from_tensor(value).unwrap())).collect();
    let tensors: Values = vars.iter().map(|(name, var)| (name.clone(), var.as_tensor().clone())).collect();
    let gradients = network(architecture, batch, &tensors).loss.backward().unwrap();
    let of = |var: &Var| match gradients.get(var) {
        Some(gradient) => gradient.flatten_all().unwrap().to_vec1().unwrap(),
        None => vec![0.0; var.elem_count()],
    };
    vars.iter().map(|(name, var)| (name.clone(), of(var))).collect()
}

/// The first random weights at which every weight has an effect: in such a small network, all ReLUs of a
/// layer may be off, or every seed of a pooling may have one member.
fn living(architecture: &Architecture, batch: &Batch) -> Values {
    let start = |seed| initial(architecture, seed);
    let is_alive = |values: &Values| {
        let gradients = gradients(architecture, batch, values);
        gradients.values().all(|gradient| gradient.iter().any(|&entry| entry.abs() > 1e-5))
    };
    match (0..1000).map(start).find(is_alive) {
        Some(values) => values,
        None => panic!("{}: a weight has no gradient at any of 1000 starts", architecture.method.key),
    }
}

fn nudged(values: &Values, name: &str, entry: usize, step: f64) -> Values {
    let mut values = values.clone();
    let tensor = &values[name];
    let (mut numbers, shape) = (tensor.flatten_all().unwrap().to_vec1::<f64>().unwrap(), tensor.shape().clone());
    numbers[entry] += step;
    values.insert(name.to_owned(), Tensor::from_vec(numbers, shape, &Device::Cpu).unwrap());
    values
}

/// The central difference at an entry; none where a choice changes within the step.
fn difference(
    losses: &dyn Fn(&Values) -> Outcome,
    (values, base): (&Values, &Outcome),
    (name, entry): (&str, usize),
    step: f64,
) -> Option<f64> {
    let [above, below] = [step, -step].map(|step| losses(&nudged(values, name, entry, step)));
    let is_same = above.choices == base.choices && below.choices == base.choices;
    is_same.then(|| (number(&above.loss) - number(&below.loss)) / (2.0 * step))
}

fn check(architecture: Architecture) {
    let name = match architecture.network {
        NetworkKind::Pooling => architecture.method.key,
        network => network.into(),
    };
    let batch = batch(&architecture);
    let values = living(&architecture, &batch);
    let losses = |values: &Values| network(&architecture, &batch, values);
    let base = losses(&values);
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-5 * a.abs().max(b.abs()) + 1e-8;
    let (mut n_entries, mut left_out, mut wrong) = (0, Vec::new(), Vec::new());
    for (name, gradient) in gradients(&architecture, &batch, &values) {
        for (entry, &gradient) in gradient.iter().enumerate() {
            n_entries += 1;
            let at = |step| difference(&losses, (&values, &base), (&name, entry), step);
            match at(STEP) {
                Some(wide) if close(wide, gradient) => {}
                // At a kink of max, a difference depends on its step.
                Some(wide) if at(STEP / 4.0).is_some_and(|narrow| close(wide, narrow)) => {
                    wrong.push(format!("{name}[{entry}]: gradient {gradient}, difference {wide}"));
                }
                _ => left_out.push(format!("{name}[{entry}]")),
            }
        }
    }
    assert!(wrong.is_empty(), "{name}, {} of {n_entries} entries:\n{}", wrong.len(), wrong.join("\n"));
    assert!(left_out.len() * 50 <= n_entries, "{name}: {n_entries} entries without {left_out:?}");
}

#[test]
fn every_weight_of_every_operator_has_its_gradient() {
    let next = AtomicUsize::new(0);
    let all: Vec<&Method> = methods().collect();
    let work = || {
        while let Some(method) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(architecture(method, &params()));
        }
    };
    // Side by side: the slowest takes as long as all others.
    std::thread::scope(|scope| {
        let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(all.len());
        (0..n_threads).for_each(|_| drop(scope.spawn(work)));
    });
}

#[test]
fn so_has_every_weight_of_a_network_without_pooling() {
    let method = methods().next().unwrap();
    check(Architecture { network: NetworkKind::SumMlp, ..architecture(method, &params()) });
}

/// Whether a weight affects the coarse adjacency.
fn is_adjacency_learned(architecture: &Architecture, values: &Values) -> bool {
    let Architecture { method, params, .. } = architecture;
    let vars: Vec<(String, Var)> =
        values.iter().map(|(name, value)| (name.clone(), Var::from_tensor(value).unwrap())).collect();
    let mut weights = Weights::default();
    for (name, var) in &vars {
        weights.insert(name.clone(), var.as_tensor().clone());
    }
    let coarse = run(method, &common::batch(&samples(), DType::F64), params, &weights, &mut Trace::off()).unwrap();
    let gradients = coarse[0].graphs.a.values.sqr().unwrap().sum_all().unwrap().backward().unwrap();
    vars.iter().filter_map(|(_, var)| gradients.get(var)).any(|gradient| {
        gradient.flatten_all().unwrap().to_vec1::<f64>().unwrap().iter().any(|entry| entry.abs() > 1e-6)
    })
}

#[test]
fn a_cut_adjacency_changes_gradients_but_not_the_forward_pass() {
    let mut learned = Vec::new();
    for method in methods() {
        let whole = architecture(method, &params());
        let cut = architecture(method, &Params { detach_adjacency: true, ..params() });
        let batch = batch(&whole);
        let values = living(&whole, &batch);
        let loss = |architecture| number(&network(architecture, &batch, &values).loss).to_bits();
        assert_eq!(loss(&whole), loss(&cut), "{}", method.key);

        // Where A' depends on no weight, there is nothing to cut.
        let is_learned = is_adjacency_learned(&whole, &values);
        learned.extend(is_learned.then_some(method.key));
        let (whole, cut) = (gradients(&whole, &batch, &values), gradients(&cut, &batch, &values));
        let distance = |name: &str| whole[name].iter().zip(&cut[name]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert_eq!(distance("conv.0.w") > 1e-6, is_learned, "{}", method.key);
        assert_eq!(distance("conv.2.w"), 0.0, "{}: after the last pooling nothing is cut", method.key);
        let queries: Vec<&String> = values.keys().filter(|name| name.ends_with(".wq")).collect();
        if !queries.is_empty() {
            let gap = distance("conv.0.w");
            assert!(gap > 1e-4, "{}: {gap}", method.key);
            assert_eq!(queries, ["pool.0.wq", "pool.1.wq"], "{}", method.key);
        }
        for name in queries {
            assert!(distance(name) > 1e-6, "{}: {name} learns through A'", method.key);
        }
    }
    assert!(["proxpool", "proxpool-nt", "diffpool"].iter().all(|key| learned.contains(key)), "{learned:?}");
}
