//! Every operator of the field against numbers of the packages that people use (`golden/field/make_field.py`): PyTorch
//! Geometric and torch-geometric-pool in float64, and NumPy where the program follows a paper and not a package.

mod common;
mod npz;

use std::{collections::BTreeMap, path::Path};

use ndarray::{Array2, ArrayD, Axis, Ix2, IxDyn};
use npz::Npz;
use proxpool::{
    pooling::{
        Method, Params, Trace, Weights, explore, glossary, parameter,
        trace::{LevelTrace, Value},
    },
    symbols,
};

const TOLERANCE: f64 = 1e-9;
/// tgp rounds to single precision there.
const TOLERANCE_OF_NDP: f64 = 1e-5;

struct Case {
    name: String,
    arrays: BTreeMap<String, ArrayD<f64>>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/field");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "npz"));
    paths.sort();
    let case = |path: &Path| {
        let npz = Npz::open(path);
        let arrays = npz.0.keys().map(|name| (name.clone(), npz.get::<f64, IxDyn>(name).unwrap())).collect();
        Case { name: path.file_stem().unwrap().to_string_lossy().into_owned(), arrays }
    };
    paths.iter().map(|path| case(path)).collect()
}

impl Case {
    fn method(&self) -> &'static Method {
        let fits = |method: &&Method| self.name.starts_with(&format!("{}-", method.key));
        common::methods().filter(fits).max_by_key(|method| method.key.len()).unwrap()
    }

    fn matrix(&self, name: &str) -> Array2<f64> {
        self.arrays[name].clone().into_dimensionality::<Ix2>().unwrap()
    }

    /// The arrays of a kind, `loss_cut` as `cut`.
    fn of(&self, kind: &str) -> impl Iterator<Item = (&str, &ArrayD<f64>)> {
        self.arrays.iter().filter_map(move |(name, array)| Some((name.strip_prefix(kind)?, array)))
    }

    fn level(&self) -> LevelTrace {
        let mut params = Params { levels: 1, ..Params::default() };
        for (key, value) in self.of("param_") {
            let value = *value.first().unwrap();
            match key {
                "mean_nodes" => params.mean_nodes = value,
                "max_nodes" => params.max_nodes = value as usize,
                _ => parameter(key).unwrap_or_else(|| panic!("there is no {key}")).set(&mut params, value),
            }
        }
        let mut weights = Weights::default();
        for (name, weight) in self.of("weight_") {
            weights.set_matrix(0, name, &weight.clone().into_dimensionality::<Ix2>().unwrap()).unwrap();
        }
        let graphs = common::from_dense(&self.matrix("A"), &self.matrix("X"));
        let mut trace = Trace::on();
        explore::run(self.method(), graphs, &params, &weights, &mut trace).unwrap();
        trace.levels.swap_remove(0)
    }
}

fn dense(level: &LevelTrace, symbol: &symbols::Symbol) -> Array2<f64> {
    match level.get(symbol) {
        Some(Value::Sparse(matrix)) => matrix.to_dense(),
        Some(Value::Dense(matrix)) => matrix.clone(),
        other => panic!("{symbol} is {other:?}"),
    }
}

fn distance(a: &Array2<f64>, b: &Array2<f64>) -> f64 {
    let gap = |(a, b): (&f64, &f64)| if a.is_finite() && b.is_finite() { (a - b).abs() } else { f64::INFINITY };
    if a.dim() == b.dim() { a.iter().zip(b).map(gap).fold(0.0, f64::max) } else { f64::INFINITY }
}

/// The row of `theirs` that is each row of `ours`, where both have the same in some order.
fn matched(ours: &Array2<f64>, theirs: &Array2<f64>) -> Option<Vec<usize>> {
    let gap = |row: usize, other: usize| {
        ours.row(row).iter().zip(theirs.row(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let nearest = |row: usize| (0..theirs.nrows()).min_by(|&a, &b| gap(row, a).total_cmp(&gap(row, b)));
    let rows: Vec<usize> = (0..ours.nrows()).map(nearest).collect::<Option<_>>()?;
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (ours.dim() == theirs.dim() && sorted.len() == rows.len()).then_some(rows)
}

#[test]
fn every_operator_agrees_with_the_packages() {
    let cases = cases();
    let (mut wrong, mut n_of) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for case in &cases {
        let (level, key) = (case.level(), case.method().key);
        *n_of.entry(key).or_default() += 1;
        let tolerance = if key == "ndp" { TOLERANCE_OF_NDP } else { TOLERANCE };
        let mut compare = |what: &str, distance: f64| {
            if distance.is_nan() || distance > tolerance {
                wrong.push(format!("{} {what}: off by {distance:e}", case.name));
            }
        };
        let (c, theirs) = (dense(&level, &symbols::C), case.matrix("C"));
        let Some(rows) = matched(&c, &theirs) else {
            compare("C", f64::INFINITY);
            continue;
        };
        compare("C", distance(&c, &theirs.select(Axis(0), &rows)));
        let a = case.matrix("A_coarse").select(Axis(0), &rows).select(Axis(1), &rows);
        compare("A'", distance(&dense(&level, &symbols::A_COARSE), &a));
        let x = dense(&level, &symbols::X_COARSE);
        // The signs of EigenPool's modes are anybody's.
        let x = if key == "eigenpool" { x.mapv(f64::abs) } else { x };
        compare("X'", distance(&x, &case.matrix("X_coarse").select(Axis(0), &rows)));
        for (loss, value) in case.of("loss_") {
            let Some(Value::Vector(found)) = level.get(glossary::find(loss).unwrap()) else {
                panic!("{}: no {loss}", case.name)
            };
            compare(loss, (found[0] - value.first().unwrap()).abs());
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    // Without a reference are ProxPool, which has its own script, and controls.
    let without: Vec<&str> = common::methods().map(|method| method.key).filter(|key| !n_of.contains_key(key)).collect();
    assert_eq!(without, ["proxpool", "proxpool-nt", "proxpool-ns", "random", "random-dense", "none"]);
}
