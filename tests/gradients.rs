//! The gradient of the whole network's loss by every weight, through both poolings, against central
//! differences in `f64`.
//!
//! The operators jump where a seed or an edge changes, and ReLU and max have kinks; an entry whose
//! nudge meets one of those is left out, and only few may be.

mod common;

use std::collections::BTreeMap;

use candle_core::{D, DType, Device, Result, Tensor, Var};
use common::{Sample, batch, gallery, mutag_samples};
use proxpool::{
    math::rng::Rng,
    pooling::{
        Graphs, METHODS, Method, Params, Trace, Weights, method, pool,
        stages::{Context, conv},
        weights::glorot,
    },
    tensor::matmul::matmul,
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
    Params { rho: 0.5, max_nodes: 40, ..Params::default() }
}

fn initial(method: &Method, width: usize, params: &Params, seed: u64) -> Values {
    let mut rng = Rng::new(seed);
    let mut values = Values::new();
    let mut width = width;
    for level in 0..3 {
        values.insert(format!("conv.{level}.w"), glorot([width, HIDDEN], &mut rng, DType::F64).unwrap());
        width = HIDDEN;
        if level < 2 {
            for spec in method.operator.weights(level, width, params) {
                let [rows, cols] = spec.shape;
                let shape = if spec.name == "wq" { [rows, Q_WIDTH] } else { [rows, cols] };
                values.insert(format!("pool.{level}.{}", spec.name), glorot(shape, &mut rng, DType::F64).unwrap());
            }
            width = method.operator.width_after(width);
        }
    }
    for (name, shape) in [
        ("head.0.w", [3 * 2 * HIDDEN, HIDDEN]),
        ("head.0.b", [1, HIDDEN]),
        ("head.1.w", [HIDDEN, CLASSES]),
        ("head.1.b", [1, CLASSES]),
    ] {
        values.insert(name.to_owned(), glorot(shape, &mut rng, DType::F64).unwrap());
    }
    values
}

/// The weights of the poolings, as they are asked for.
fn pool_weights(values: &Values) -> Weights {
    let mut weights = Weights::default();
    for (name, value) in values {
        if let Some((level, name)) = name.strip_prefix("pool.").and_then(|rest| rest.split_once('.')) {
            weights.set(level.parse().unwrap(), name, value.clone());
        }
    }
    weights
}

/// [Σ over nodes ‖ max over nodes] of each graph.
fn readout(graphs: &Graphs) -> Result<Tensor> {
    let rows: Vec<Tensor> = graphs
        .segments
        .ranges()
        .map(|rows| {
            let x = graphs.x.narrow(0, rows.start, rows.len())?;
            // One of several largest, as a subgradient; candle's max would count each of them.
            let largest = x.contiguous()?.argmax_keepdim(0)?;
            Tensor::cat(&[x.sum_keepdim(0)?, x.contiguous()?.gather(&largest, 0)?], 1)
        })
        .collect::<Result<_>>()?;
    Tensor::cat(&rows, 0)
}

fn signs(x: &Tensor) -> Result<Vec<u32>> {
    Ok(x.flatten_all()?.to_vec1::<f64>()?.into_iter().map(|value| u32::from(value > 0.0)).collect())
}

/// conv – pool – conv – pool – conv – readout – prediction – cross entropy, and the extra losses.
fn network(method: &Method, graphs: &Graphs, values: &Values, params: &Params) -> Result<Outcome> {
    let weights = pool_weights(values);
    let (mut trace, mut choices, mut read, mut extra) = (Trace::on(), Vec::new(), Vec::new(), Vec::new());
    let mut graphs = graphs.clone();
    for level in 0..3 {
        graphs.x = conv(&graphs, Some(&values[&format!("conv.{level}.w")]))?;
        choices.push(signs(&graphs.x)?);
        read.push(readout(&graphs)?);
        if level == 2 {
            break;
        }
        trace.start_level();
        let cx = &mut Context { level, params, weights: &weights, trace: &mut trace };
        let pooled = pool(method.operator, &graphs, cx)?;
        graphs = pooled.graphs;
        extra.extend(pooled.extra_loss);
        let kept = &trace.levels[level];
        choices.push(kept.nodes("idx").unwrap_or_default().to_vec());
        choices.push(kept.sparse("C").unwrap().pattern.cols().to_vec());
        choices.push(graphs.a.pattern.cols().to_vec());
    }
    let read = Tensor::cat(&read, 1)?;
    let hidden = matmul(&read, &values["head.0.w"])?.broadcast_add(&values["head.0.b"])?.relu()?;
    choices.push(signs(&hidden)?);
    let scores = matmul(&hidden, &values["head.1.w"])?.broadcast_add(&values["head.1.b"])?;
    let n_graphs = scores.dim(0)?;
    let targets = Tensor::from_slice(&TARGETS[..n_graphs], (n_graphs, 1), &Device::Cpu)?;
    let mut loss = (scores.exp()?.sum_keepdim(D::Minus1)?.log()? - scores.gather(&targets, 1)?)?.mean_all()?;
    for extra in extra {
        loss = (loss + extra.mean_all()?)?;
    }
    Ok(Outcome { loss, choices })
}

fn number(loss: &Tensor) -> f64 {
    loss.to_scalar().unwrap()
}

/// The gradient of each weight; zeros where none arrives.
fn gradients(method: &Method, graphs: &Graphs, values: &Values, params: &Params) -> BTreeMap<String, Vec<f64>> {
    let vars: BTreeMap<String, Var> =
        values.iter().map(|(name, value)| (name.clone(), Var::from_tensor(value).unwrap())).collect();
    let tensors: Values = vars.iter().map(|(name, var)| (name.clone(), var.as_tensor().clone())).collect();
    let found = network(method, graphs, &tensors, params).unwrap().loss.backward().unwrap();
    let of = |var: &Var| match found.get(var) {
        Some(gradient) => gradient.flatten_all().unwrap().to_vec1().unwrap(),
        None => vec![0.0; var.elem_count()],
    };
    vars.iter().map(|(name, var)| (name.clone(), of(var))).collect()
}

/// The first random weights at which every weight has a say: in so small a network, all ReLUs of a
/// layer may be off, or every seed of a pooling may have one member.
fn living(method: &Method, graphs: &Graphs, params: &Params) -> Values {
    let start = |seed| initial(method, graphs.x.dim(1).unwrap(), params, seed);
    let is_alive = |values: &Values| {
        let gradients = gradients(method, graphs, values, params);
        gradients.values().all(|gradient| gradient.iter().any(|&entry| entry.abs() > 1e-4))
    };
    match (0..40).map(start).find(is_alive) {
        Some(values) => values,
        None => panic!("{}: a weight has no gradient at any of 40 starts", method.key),
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

fn check(method: &Method) {
    let (samples, params) = (samples(), params());
    let graphs = batch(&samples, DType::F64);
    let values = living(method, &graphs, &params);
    let losses = |values: &Values| network(method, &graphs, values, &params).unwrap();
    let base = losses(&values);
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-5 * a.abs().max(b.abs()) + 1e-8;
    let (mut n_entries, mut left_out, mut wrong) = (0, Vec::new(), Vec::new());
    for (name, gradient) in gradients(method, &graphs, &values, &params) {
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
    assert!(wrong.is_empty(), "{}, {} of {n_entries} entries:\n{}", method.key, wrong.len(), wrong.join("\n"));
    assert!(left_out.len() * 50 <= n_entries, "{}: {n_entries} entries without {left_out:?}", method.key);
}

/// A test for each operator, so that a failure names it and they run side by side.
macro_rules! every_weight_has_its_gradient {
    ($($name:ident: $key:literal),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(method($key).unwrap());
            }
        )*

        #[test]
        fn every_operator_is_checked() {
            let checked = [$($key),*];
            assert!(METHODS.iter().all(|method| checked.contains(&method.key)));
        }
    };
}

every_weight_has_its_gradient! {
    proxpool: "proxpool",
    proxpool_nt: "proxpool-nt",
    proxpool_ns: "proxpool-ns",
    gpool: "gpool",
    sagpool: "sagpool",
    diffpool: "diffpool",
    eigenpool: "eigenpool",
    random: "random",
    none: "none",
}

#[test]
fn a_cut_adjacency_changes_gradients_but_not_the_forward_pass() {
    // Where A' depends on no weight, there is nothing to cut.
    let has_gradient = ["proxpool", "proxpool-nt", "diffpool"];
    let (samples, whole) = (samples(), params());
    let cut = Params { detach_adjacency: true, ..whole.clone() };
    let graphs = batch(&samples, DType::F64);
    for method in METHODS {
        let values = living(method, &graphs, &whole);
        let loss = |params| number(&network(method, &graphs, &values, params).unwrap().loss).to_bits();
        assert_eq!(loss(&whole), loss(&cut), "{}", method.key);

        let (whole, cut) = (gradients(method, &graphs, &values, &whole), gradients(method, &graphs, &values, &cut));
        let distance = |name: &str| whole[name].iter().zip(&cut[name]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert_eq!(distance("conv.0.w") > 1e-6, has_gradient.contains(&method.key), "{}", method.key);
        assert_eq!(distance("conv.2.w"), 0.0, "{}: after the last pooling nothing is cut", method.key);
        if let ("proxpool" | "proxpool-nt", gap) = (method.key, distance("conv.0.w")) {
            assert!(gap > 1e-4, "{}: {gap}", method.key);
            for name in ["pool.0.wq", "pool.1.wq"] {
                assert!(distance(name) > 1e-6, "{}: {name} learns through A'", method.key);
            }
        }
    }
}
