//! The gradients of training: our operations in the order in which they ran, and back.
//!
//! candle's own backward pass starts every gradient with zeros and adds to a copy. Here the first gradient of a tensor is
//! moved to its place and later ones are added there, in the same order, so that both give the same bits. What is made
//! of our results by candle's operations in between is left to candle: such a tensor is recorded when one of ours takes
//! it. Recording is per thread, in `f32`, the precision that trains; elsewhere candle's backward pass is in use.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet, hash_map::Entry},
};

use candle_core::{DType, Device, Result, Shape, Storage, Tensor, TensorId, Var};

use super::{
    buffer::{give_back, give_back_tensor},
    cpu::vectorised,
    slice_op::{Scalar, SliceOp, with_values},
};
use crate::cancel::checkpoint;

/// Gradients by the tensor that they belong to.
#[derive(Debug, Default)]
pub struct Gradients(HashMap<TensorId, Vec<f32>>);

impl Gradients {
    /// The gradient of a variable, if any arrived.
    pub fn get(&self, variable: &Tensor) -> Option<&[f32]> {
        self.0.get(&variable.id()).map(Vec::as_slice)
    }

    fn add(&mut self, tensor: TensorId, gradient: Vec<f32>) {
        match self.0.entry(tensor) {
            Entry::Vacant(place) => {
                place.insert(gradient);
            }
            Entry::Occupied(mut sum) => {
                vectorised(
                    #[inline(always)]
                    || sum.get_mut().iter_mut().zip(&gradient).for_each(|(sum, &gradient)| *sum += gradient),
                );
                give_back(gradient);
            }
        }
    }
}

impl Drop for Gradients {
    fn drop(&mut self) {
        self.0.drain().for_each(|(_, gradient)| give_back(gradient));
    }
}

/// What hands the gradient of a result on to what it was made of.
type Step = Box<dyn FnOnce(&mut Gradients) -> Result<()>>;

#[derive(Default)]
struct Tape {
    steps: Vec<Step>,
    /// Tensors of candle that have a step.
    foreign: HashSet<TensorId>,
    /// Tensors of ours without gradients, whose memory is used again.
    constants: Vec<Tensor>,
}

thread_local! {
    static TAPE: RefCell<Option<Tape>> = const { RefCell::new(None) };
}

/// Puts the tape of before back, also when the stack unwinds.
struct Recording {
    before: Option<Tape>,
}

impl Recording {
    fn start() -> Self {
        Self { before: TAPE.replace(Some(Tape::default())) }
    }

    fn end(mut self) -> Tape {
        let recorded = TAPE.replace(self.before.take());
        std::mem::forget(self);
        recorded.unwrap_or_default()
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        TAPE.set(self.before.take());
    }
}

/// The gradients of a loss by all variables, and what else the forward pass returns.
///
/// The memory of all that was recorded on the way is used again: the rest must not have any of these tensors.
pub fn gradients<R>(forward: impl FnOnce() -> Result<(Tensor, R)>) -> Result<(Gradients, R)> {
    let recording = Recording::start();
    let outcome = forward();
    let tape = recording.end();
    let (loss, rest) = outcome?;
    let mut gradients = Gradients::default();
    gradients.add(loss.id(), vec![1.0; loss.elem_count()]);
    if !loss.is_variable() {
        through_candle(&loss, &mut gradients)?;
    }
    for step in tape.steps.into_iter().rev() {
        checkpoint();
        step(&mut gradients)?;
    }
    tape.constants.iter().try_for_each(give_back_tensor)?;
    Ok((gradients, rest))
}

/// Whether operations in this precision are recorded on this thread.
pub fn is_recording(dtype: DType) -> bool {
    dtype == DType::F32 && TAPE.with_borrow(Option::is_some)
}

/// Runs an operation and records how to come back.
pub fn record<const N: usize>(op: impl SliceOp<N>, args: [Tensor; N]) -> Result<Tensor> {
    checkpoint();
    let values = with_all(&args, |args| {
        vectorised(
            #[inline(always)]
            || op.forward::<f32>(args),
        )
    })?;
    let shape = op.shape(values.len());
    if !args.iter().any(Tensor::track_op) {
        return constant(values, shape);
    }
    // To candle each result is a variable: what candle makes of it remembers that.
    let result = Var::from_vec(values, shape, &Device::Cpu)?.into_inner();
    let step = {
        let (args, result) = (args.clone(), result.clone());
        move |gradients: &mut Gradients| {
            let Some(gradient) = gradients.0.remove(&result.id()) else { return give_back_tensor(&result) };
            let wanted = std::array::from_fn(|idx| args[idx].track_op());
            let found = with_values(&result, |result: &[f32]| {
                with_all(&args, |args| {
                    vectorised(
                        #[inline(always)]
                        || op.backward(args, result, &gradient, wanted),
                    )
                })
            })??;
            give_back(gradient);
            // What was made of it comes later, and had its turn before.
            give_back_tensor(&result)?;
            for ((arg, found), wanted) in args.iter().zip(found).zip(wanted) {
                if let (Some(found), true) = (found, wanted) {
                    gradients.add(arg.id(), found);
                }
            }
            Ok(())
        }
    };
    TAPE.with_borrow_mut(|tape| {
        let Some(tape) = tape else { return };
        for arg in args.into_iter().filter(|arg| arg.track_op() && !arg.is_variable()) {
            if tape.foreign.insert(arg.id()) {
                tape.steps.push(Box::new(move |gradients| through_candle(&arg, gradients)));
            }
        }
        tape.steps.push(Box::new(step));
    });
    Ok(result)
}

/// A tensor without gradient, which lives no longer than the tape that is recording, if any.
pub fn constant<T: Scalar>(values: Vec<T>, shape: impl Into<Shape>) -> Result<Tensor> {
    let tensor = Tensor::from_vec(values, shape.into(), &Device::Cpu)?;
    TAPE.with_borrow_mut(|tape| {
        if let Some(tape) = tape {
            tape.constants.push(tensor.clone());
        }
    });
    Ok(tensor)
}

/// Hands the gradient of a tensor on to the variables from which candle made it.
fn through_candle(tensor: &Tensor, gradients: &mut Gradients) -> Result<()> {
    let Some(gradient) = gradients.0.remove(&tensor.id()) else { return Ok(()) };
    let gradient = Tensor::from_vec(gradient, tensor.shape(), &Device::Cpu)?;
    let found = (tensor * gradient)?.sum_all()?.backward()?;
    for id in found.get_ids() {
        if let Some(found) = found.get_id(*id) {
            let found = with_values(&found.contiguous()?, |found: &[f32]| found.to_vec())?;
            gradients.add(*id, found);
        }
    }
    Ok(())
}

/// Lends the values of contiguous tensors.
fn with_all<R, const N: usize>(tensors: &[Tensor; N], read: impl FnOnce([&[f32]; N]) -> R) -> Result<R> {
    let guards: [_; N] = std::array::from_fn(|idx| tensors[idx].storage_and_layout());
    let mut slices: [&[f32]; N] = [&[]; N];
    for (slice, (storage, layout)) in slices.iter_mut().zip(&guards) {
        let Storage::Cpu(storage) = &**storage else { candle_core::bail!("only CPU tensors are supported") };
        *slice = super::slice_op::values(storage, layout)?;
    }
    Ok(read(slices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{bias::add_bias_relu, matmul::matmul, relu_norm::relu_norm};

    fn variable(rows: usize, cols: usize) -> Tensor {
        let values = (0..rows * cols).map(|at| ((at * 7 + rows) % 11) as f32 * 0.25 - 1.0).collect();
        Var::from_vec(values, (rows, cols), &Device::Cpu).unwrap().into_inner()
    }

    /// Ours and candle's operations in turn; `w` is used twice, and one product leads nowhere.
    fn loss(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
        let once = matmul(x, w)?;
        matmul(&once, w)?;
        let gate = (&once * 0.5)?.tanh()?;
        let joined = Tensor::cat(&[&(relu_norm(&once)? * &gate)?, &gate], 1)?;
        let narrow = add_bias_relu(&joined.narrow(1, 1, 3)?, b)?;
        matmul(&narrow, w)?.sqr()?.sum_all()
    }

    #[test]
    fn the_gradients_are_those_of_candle() {
        let (x, w, b) = (variable(5, 3), variable(3, 3), variable(1, 3));
        let expected = loss(&x, &w, &b).unwrap().backward().unwrap();
        let (found, ()) = gradients(|| Ok((loss(&x, &w, &b)?, ()))).unwrap();
        for variable in [&x, &w, &b] {
            let expected: Vec<f32> = expected.get(variable).unwrap().flatten_all().unwrap().to_vec1().unwrap();
            let found = found.get(variable).unwrap();
            assert!(found.iter().any(|&found| found != 0.0));
            assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-6 * b.abs().max(1.0)), "{found:?}");
        }
    }

    #[test]
    fn memory_that_is_used_again_changes_no_bit() {
        let (x, w, b) = (variable(5, 3), variable(3, 3), variable(1, 3));
        let pass = || {
            let (found, ()) = gradients(|| Ok((loss(&x, &w, &b)?, ()))).unwrap();
            [&x, &w, &b].map(|variable| found.get(variable).unwrap().to_vec())
        };
        let first = pass();
        assert_eq!(pass(), first);
        assert_eq!(pass(), first);
    }

    #[test]
    fn a_failed_pass_leaves_nothing_recording() {
        let failed = gradients(|| -> Result<(Tensor, ())> { candle_core::bail!("no loss") });
        assert!(failed.is_err() && !is_recording(DType::F32));
        let w = variable(2, 2);
        assert!(!matmul(&w, &w).unwrap().is_variable());
    }
}
