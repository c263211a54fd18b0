//! A model file in the explorer: its convolutions run, its weights are used, and a wrong one is refused.

use std::{collections::HashMap, path::Path};

use candle_core::{DType, Tensor};
use proxpool::{
    graph::{Dataset, features::Signal},
    math::rng::Rng,
    pooling::{self, Params, Weights, explore, trace::Value, weights::glorot},
    readers::catalog::Catalog,
};

const HIDDEN: usize = 8;

fn mutag() -> Dataset {
    Catalog::default().load("MUTAG", &Default::default()).unwrap()
}

/// Two levels of convolution and W_Q, in `f32` as training leaves them.
fn tensors(width: usize) -> HashMap<String, Tensor> {
    let mut rng = Rng::new(3);
    let mut new = |name: &str, shape| (name.to_owned(), glorot(shape, &mut rng, DType::F32).unwrap());
    HashMap::from([
        new("conv.0.w", [width, HIDDEN]),
        new("pool.0.wq", [HIDDEN, 4]),
        new("conv.1.w", [HIDDEN, HIDDEN]),
        new("pool.1.wq", [HIDDEN, 4]),
    ])
}

fn load(path: &Path, key: &str, width: usize) -> Result<Weights, String> {
    let operator = pooling::method(key).unwrap().operator;
    Weights::load(path, operator, width, &Params::default()).map_err(|error| error.to_string())
}

#[test]
fn the_convolutions_of_a_model_run_before_each_pooling() {
    let dataset = mutag();
    let signal = Signal::default_for(&dataset);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let tensors = tensors(signal.width());
    candle_core::safetensors::save(&tensors, &path).unwrap();
    let weights = load(&path, "proxpool", signal.width()).unwrap();

    let (graph, method) = (&dataset.graphs[0], pooling::method("proxpool").unwrap());
    let trace = explore(method, graph, &signal.values(graph), signal.width(), &Params::default(), &weights).unwrap();
    for level in 0..2 {
        let dense = |symbol: &str| match trace.levels[level].get(pooling::glossary::find(symbol).unwrap()) {
            Some(Value::Dense(matrix)) => matrix.clone(),
            Some(Value::Sparse(matrix)) => matrix.to_dense(),
            other => panic!("{symbol} is {other:?}"),
        };
        let weight = |name: &str| {
            let weight: Vec<Vec<f32>> = tensors[name].to_vec2().unwrap();
            ndarray::Array2::from_shape_fn((weight.len(), weight[0].len()), |(i, j)| f64::from(weight[i][j]))
        };
        // H = unit rows of ReLU((A + I) X W), Q = H W_Q, X' = C H.
        let n = graph.n_nodes.min(dense("A").nrows());
        let a_hat = dense("A") + ndarray::Array2::<f64>::eye(n);
        let mut h = a_hat.dot(&dense("X")).dot(&weight(&format!("conv.{level}.w"))).mapv(|x| x.max(0.0));
        for mut row in h.rows_mut() {
            let length = row.dot(&row).sqrt().max(1e-12);
            row /= length;
        }
        let close = |a: &ndarray::Array2<f64>, b: &ndarray::Array2<f64>| (a - b).iter().all(|gap| gap.abs() < 1e-12);
        assert!(close(&h, &dense("H")));
        assert!(close(&h.dot(&weight(&format!("pool.{level}.wq"))), &dense("Q")));
        assert!(close(&dense("C").dot(&h), &dense("X'")));
    }
}

#[test]
fn a_model_that_does_not_fit_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    candle_core::safetensors::save(&tensors(7), &path).unwrap();

    let wrong_data = load(&path, "proxpool", 9).unwrap_err();
    assert!(wrong_data.contains("conv.0.w is [7, 8], but the signal there has width 9"), "{wrong_data}");
    let wrong_operator = load(&path, "gpool", 7).unwrap_err();
    assert!(wrong_operator.contains("pool.0.p is missing"), "{wrong_operator}");
    std::fs::write(&path, b"not a model").unwrap();
    assert!(load(&path, "proxpool", 7).is_err());
}
