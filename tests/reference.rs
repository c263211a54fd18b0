//! Every operator against numbers made by an independent NumPy script (`golden/make_golden.py`),
//! which is written from the equations, dense and plain.

mod common;
mod npz;

use proxpool::symbols;
use std::{collections::HashMap, path::Path};

use ndarray::{Array2, ArrayD, IxDyn};
use npz::Npz;
use proxpool::pooling::{
    self, Params, Trace, Weights, explore,
    trace::{LevelTrace, Value},
};

const TOLERANCE: f64 = 1e-10;

/// One case: its arrays by name, integers widened to `f64`.
struct Case {
    name: String,
    arrays: HashMap<String, ArrayD<f64>>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "npz"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| Case { name: path.file_stem().unwrap().to_string_lossy().into_owned(), arrays: arrays(&path) })
        .collect()
}

fn arrays(path: &Path) -> HashMap<String, ArrayD<f64>> {
    let npz = Npz::open(path);
    let widened = |name: &String| npz.get::<i64, IxDyn>(name).map(|array| array.mapv(|value| value as f64));
    npz.0.keys().map(|name| (name.clone(), npz.get(name).or_else(|_| widened(name)).unwrap())).collect()
}

impl Case {
    fn method(&self) -> &'static pooling::Method {
        // The longest key that fits: `proxpool-nt` before `proxpool`.
        common::methods()
            .filter(|method| self.name.starts_with(&format!("{}-", method.key)))
            .max_by_key(|method| method.key.len())
            .unwrap()
    }

    fn matrix(&self, name: &str) -> Option<Array2<f64>> {
        self.arrays.get(name).map(|array| array.clone().into_dimensionality().unwrap())
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.arrays.get(name).map(|array| array.iter().copied().next().unwrap())
    }

    fn params(&self) -> Params {
        let usual = Params::default();
        Params {
            s: self.number("s").map_or(usual.s, |s| s as usize),
            tau: self.number("tau").unwrap_or(usual.tau),
            rho: self.number("rho").unwrap_or(usual.rho),
            levels: if self.name.ends_with("-l1") { 1 } else { 2 },
            ..usual
        }
    }

    fn weights(&self) -> Weights {
        let mut weights = Weights::default();
        for level in 0..2 {
            for name in ["wq", "ws", "wz"] {
                if let Some(matrix) = self.matrix(&format!("{name}{level}")) {
                    weights.set_matrix(level, name, &matrix).unwrap();
                }
            }
            for name in ["p", "w"] {
                if let Some(vector) = self.arrays.get(&format!("{name}{level}")) {
                    let column = Array2::from_shape_vec((vector.len(), 1), vector.iter().copied().collect()).unwrap();
                    weights.set_matrix(level, name, &column).unwrap();
                }
            }
        }
        weights
    }

    fn run(&self) -> Trace {
        let (a, x) = (self.matrix("A0").unwrap(), self.matrix("X0").unwrap());
        let mut trace = Trace::on();
        explore::run(self.method(), common::from_dense(&a, &x), &self.params(), &self.weights(), &mut trace).unwrap();
        trace
    }
}

/// The value of a golden array's name (`Kt1`) in a level of the trace, flat.
fn traced(level: &LevelTrace, stem: &str) -> Option<Vec<f64>> {
    let symbol = match stem {
        "Kt" => "K_t",
        "Ks" => "K_s",
        other => other,
    };
    match stem {
        "tied" => return Some(vec![f64::from(u8::from(level.is_tied()))]),
        "cluster" => {
            let c = level.sparse(&symbols::C)?;
            let mut cluster = vec![f64::NAN; c.pattern.n_cols()];
            for (_, row, col) in c.pattern.entries() {
                cluster[col] = row as f64;
            }
            return Some(cluster);
        }
        _ => {}
    }
    Some(match level.get(pooling::glossary::find(symbol)?)? {
        Value::Sparse(matrix) => matrix.to_dense().iter().copied().collect(),
        Value::Dense(matrix) => matrix.iter().copied().collect(),
        Value::Vector(values) => values.clone(),
        Value::Nodes(nodes) => nodes.iter().map(|&node| f64::from(node)).collect(),
        Value::Number(number) => vec![*number],
    })
}

#[test]
fn every_matrix_of_every_case_agrees_with_the_script() {
    let cases = cases();
    assert!(cases.len() >= 90, "only {} cases", cases.len());
    let inputs = ["s", "tau", "rho", "wq", "p", "w", "ws", "wz", "key", "xvalid"];
    let mut wrong = Vec::new();
    let mut n_compared = 0;
    for case in &cases {
        let trace = case.run();
        for (name, golden) in &case.arrays {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            if inputs.contains(&stem) {
                continue;
            }
            let level: usize = name[stem.len()..].parse().unwrap();
            let values = traced(&trace.levels[level], stem);
            let distance = values.as_ref().map_or(f64::INFINITY, |values| distance(values, golden));
            n_compared += 1;
            if distance > TOLERANCE {
                wrong.push(format!("{} {name}: off by {distance:e}", case.name));
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {n_compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(n_compared > 1000, "only {n_compared} arrays were compared");
}

fn distance(values: &[f64], golden: &ArrayD<f64>) -> f64 {
    if values.len() != golden.len() {
        return f64::INFINITY;
    }
    let gap = |(a, b): (&f64, &f64)| if a.is_finite() && b.is_finite() { (a - b).abs() } else { f64::INFINITY };
    values.iter().zip(golden).map(gap).fold(0.0, f64::max)
}
