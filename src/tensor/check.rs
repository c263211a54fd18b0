//! Gradients against central differences in `f64`, for the tests of this room.

use std::sync::Arc;

use candle_core::{DType, Device, Result, Tensor, Var};

use super::Sparse;
use crate::math::{pattern::Pattern, rng::Rng};

const STEP: f64 = 1e-5;
const TOLERANCE: f64 = 1e-7;

/// A small weighted graph with a triangle, a tail, a self-loop and an isolated vertex.
pub fn graph() -> Sparse {
    let pattern =
        Pattern::new(8, vec![0, 2, 6, 9, 11, 13, 16, 17, 17], vec![1, 2, 0, 1, 2, 3, 0, 1, 5, 1, 4, 3, 5, 2, 4, 6, 5]);
    let mirror = pattern.mirror();
    let mut rng = Rng::new(5);
    let mut values = vec![0.0; pattern.nnz()];
    for (at, row, col) in pattern.entries() {
        if row <= col {
            values[at] = 0.2 + rng.f64();
            values[mirror[at] as usize] = values[at];
        }
    }
    Sparse::constant(Arc::new(pattern), &values, DType::F64).unwrap()
}

/// Uniform in [−1, 1).
pub fn random_tensor(rows: usize, cols: usize) -> Tensor {
    let mut rng = Rng::new((rows * 31 + cols) as u64);
    let values: Vec<f64> = (0..rows * cols).map(|_| 2.0 * rng.f64() - 1.0).collect();
    Tensor::from_vec(values, (rows, cols), &Device::Cpu).unwrap()
}

/// Checks a function of a symmetric matrix; entries (i, j) and (j, i) are nudged together.
pub fn symmetric(function: impl Fn(&Sparse) -> Result<Tensor>) {
    check_symmetric(&graph(), function);
}

/// The same, for a matrix whose diagonal is in the pattern.
pub fn symmetric_with_diagonal(function: impl Fn(&Sparse) -> Result<Tensor>) {
    let a = graph().add_identity().unwrap();
    check_symmetric(&a.detach(), function);
}

fn check_symmetric(at: &Sparse, function: impl Fn(&Sparse) -> Result<Tensor>) {
    let mirror = at.pattern.mirror();
    let groups: Vec<Vec<usize>> = (0..at.pattern.nnz())
        .filter(|&idx| mirror[idx] as usize >= idx)
        .map(|idx| if mirror[idx] as usize == idx { vec![idx] } else { vec![idx, mirror[idx] as usize] })
        .collect();
    let pattern = at.pattern.clone();
    check(&at.values, &groups, |values| function(&Sparse::new(pattern.clone(), values.clone())?));
}

/// Checks a function of a dense matrix at a random place.
pub fn dense(rows: usize, cols: usize, function: impl Fn(&Tensor) -> Result<Tensor>) {
    let groups: Vec<Vec<usize>> = (0..rows * cols).map(|idx| vec![idx]).collect();
    check(&random_tensor(rows, cols), &groups, function);
}

/// Compares the gradient of a random combination of the outputs with differences, group by group.
fn check(at: &Tensor, groups: &[Vec<usize>], function: impl Fn(&Tensor) -> Result<Tensor>) {
    let var = Var::from_tensor(at).unwrap();
    let output = function(var.as_tensor()).unwrap();
    let weights = random_tensor(1, output.elem_count()).reshape(output.shape()).unwrap();
    let loss = |tensor: &Tensor| -> f64 { (tensor * &weights).unwrap().sum_all().unwrap().to_scalar().unwrap() };
    let gradients = (&output * &weights).unwrap().sum_all().unwrap().backward().unwrap();
    let gradient: Vec<f64> = match gradients.get(&var) {
        Some(gradient) => gradient.flatten_all().unwrap().to_vec1().unwrap(),
        None => panic!("no gradient"),
    };
    let values: Vec<f64> = at.flatten_all().unwrap().to_vec1().unwrap();
    for group in groups {
        let nudged = |step: f64| {
            let mut values = values.clone();
            for &idx in group {
                values[idx] += step;
            }
            loss(&function(&Tensor::from_vec(values, at.shape(), &Device::Cpu).unwrap()).unwrap())
        };
        let difference = (nudged(STEP) - nudged(-STEP)) / (2.0 * STEP);
        let expected: f64 = group.iter().map(|&idx| gradient[idx]).sum();
        let error = (difference - expected).abs() / difference.abs().max(1.0);
        assert!(error < TOLERANCE, "entries {group:?}: gradient {expected}, difference {difference}");
    }
}
