//! The same bits with vectors of any width, and the gradients that train are those of candle's backward pass.

mod common;

use candle_core::DType;
use common::{Sample, methods, mutag_samples, odd_samples};
use proxpool::{
    math::rng::Rng,
    model::{Architecture, Batch, Network, NetworkKind, Parameters, Prepared},
    pooling::{Method, Params, Trace},
    tensor::cpu::Vectors,
    train::{
        engine::computing_threads,
        step::{self, Gradient, GraphOutput},
    },
};

const CLASSES: usize = 2;

fn samples() -> Vec<Sample> {
    let molecules: Vec<Sample> = mutag_samples().into_iter().take(6).collect();
    let width = molecules[0].width;
    molecules.into_iter().chain(odd_samples(width)).collect()
}

/// A network whose widths leave remainders of every vector.
fn architecture(method: &Method) -> Architecture {
    let method = methods().find(|other| *other == method).unwrap();
    let params = Params { max_nodes: 40, q_width: 13, ..Params::default() };
    Architecture {
        network: NetworkKind::Pooling,
        method,
        params,
        width: samples()[0].width,
        hidden: 71,
        classes: CLASSES,
    }
}

fn prepared(architecture: &Architecture, dtype: DType) -> Vec<Prepared> {
    let prepare = |(sample, class): (&Sample, u32)| {
        Prepared::new(&sample.graph, class % 2, &sample.x, architecture, dtype).unwrap()
    };
    samples().iter().zip(0..).map(prepare).collect()
}

fn trained(architecture: &Architecture) -> (Gradient, Vec<GraphOutput>) {
    let prepared = prepared(architecture, DType::F32);
    let graphs: Vec<&Prepared> = prepared.iter().collect();
    let parameters = Parameters::start(architecture, &mut Rng::new(3)).unwrap();
    // One thread is this one, whose vectors are limited.
    let pool = computing_threads(1).unwrap();
    let gradient = step::gradient(&pool, architecture, &parameters, &graphs).unwrap();
    (gradient, step::outputs(&pool, architecture, &parameters, &graphs).unwrap())
}

fn explored(architecture: &Architecture) -> (Trace, Vec<f64>) {
    let prepared = prepared(architecture, DType::F64);
    let batch = Batch::new(&prepared.iter().collect::<Vec<_>>()).unwrap();
    let parameters = Parameters::start(architecture, &mut Rng::new(3)).unwrap();
    let weights = parameters.for_exploring().unwrap();
    let mut trace = Trace::on();
    let output = Network { architecture, weights: &weights }.forward(&batch, &mut trace).unwrap();
    (trace, output.scores.flatten_all().unwrap().to_vec1().unwrap())
}

#[test]
fn vectors_of_any_width_give_the_same_bits() {
    for method in methods() {
        let architecture = architecture(method);
        let (training, exploring) = Vectors::Portable.limit(|| (trained(&architecture), explored(&architecture)));
        assert!(training.0.values.iter().any(|&value| value != 0.0), "{}", method.key);
        for vectors in Vectors::available() {
            let (training_now, exploring_now) = vectors.limit(|| (trained(&architecture), explored(&architecture)));
            let bits = |gradient: &Gradient| gradient.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&training.0), bits(&training_now.0), "{}, {vectors:?}", method.key);
            assert!(training == training_now, "{}, {vectors:?}: the outputs differ", method.key);
            assert!(exploring == exploring_now, "{}, {vectors:?}: the traces differ", method.key);
        }
    }
}

#[test]
fn the_gradients_that_train_are_those_of_candle() {
    for method in methods() {
        let architecture = architecture(method);
        let (gradient, _) = trained(&architecture);
        let prepared = prepared(&architecture, DType::F32);
        let batch = Batch::new(&prepared.iter().collect::<Vec<_>>()).unwrap();
        let parameters = Parameters::start(&architecture, &mut Rng::new(3)).unwrap();
        let variables = parameters.variables().unwrap();
        let output = Network { architecture: &architecture, weights: &variables };
        let output = output.forward(&batch, &mut Trace::off()).unwrap();
        let gradients = output.losses(&batch.classes).unwrap().mean_all().unwrap().backward().unwrap();
        let mut at = 0;
        for named in &parameters.0 {
            let ours = &gradient.values[at..at + named.values.len()];
            at += ours.len();
            let candle: Vec<f32> = match variables.named(&named.spec.name).and_then(|variable| gradients.get(variable))
            {
                Some(gradient) => gradient.flatten_all().unwrap().to_vec1().unwrap(),
                None => vec![0.0; ours.len()],
            };
            let largest = candle.iter().fold(1e-3_f32, |largest, value| largest.max(value.abs()));
            for (ours, candle) in ours.iter().zip(&candle) {
                let name = &named.spec.name;
                assert!((ours - candle).abs() < 1e-4 * largest, "{} {name}: {ours} is not {candle}", method.key);
            }
        }
    }
}
