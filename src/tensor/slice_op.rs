//! Makes a candle operation of a pair of functions on slices, in both precisions.

use candle_core::{CpuStorage, CustomOp1, CustomOp2, DType, Device, Layout, Result, Shape, Storage, Tensor, WithDType};

use super::{cpu::vectorised, tape};
use crate::{cancel::checkpoint, math::real::Real};

/// A precision supported by our kernels and by candle.
pub trait Scalar: Real + WithDType {}

impl Scalar for f32 {}
impl Scalar for f64 {}

/// An operation on `N` arguments, all of one precision, written on slices.
pub trait SliceOp<const N: usize>: Send + Sync + 'static {
    /// For candle's error messages.
    const NAME: &'static str;

    /// The result's values, row-major.
    fn forward<T: Real>(&self, args: [&[T]; N]) -> Vec<T>;

    /// The result's shape, from the number of its values.
    fn shape(&self, n_values: usize) -> Shape {
        Shape::from(n_values)
    }

    /// Gradients of the wanted arguments, from the gradient of the result.
    fn backward<T: Real>(&self, args: [&[T]; N], result: &[T], grad: &[T], wanted: [bool; N]) -> [Option<Vec<T>>; N];
}

/// Applies an operation of one argument.
pub fn apply1(op: impl SliceOp<1>, arg: &Tensor) -> Result<Tensor> {
    let arg = arg.contiguous()?;
    if tape::is_recording(arg.dtype()) { tape::record(op, [arg]) } else { arg.apply_op1(Candle(op)) }
}

/// Applies an operation of two arguments.
pub fn apply2(op: impl SliceOp<2>, left: &Tensor, right: &Tensor) -> Result<Tensor> {
    let (left, right) = (left.contiguous()?, right.contiguous()?);
    if tape::is_recording(left.dtype()) { tape::record(op, [left, right]) } else { left.apply_op2(&right, Candle(op)) }
}

/// Lends the values of a contiguous tensor.
pub fn with_values<T: Scalar, R>(tensor: &Tensor, read: impl FnOnce(&[T]) -> R) -> Result<R> {
    let (storage, layout) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(storage) => Ok(read(values(storage, layout)?)),
        _ => candle_core::bail!("only CPU tensors are supported"),
    }
}

/// The values of a contiguous tensor, converted to `f64`.
pub fn to_f64_vec(tensor: &Tensor) -> Result<Vec<f64>> {
    match tensor.dtype() {
        DType::F64 => with_values(tensor, |values: &[f64]| converted(values)),
        _ => with_values(tensor, |values: &[f32]| converted(values)),
    }
}

fn converted<T: Scalar>(values: &[T]) -> Vec<f64> {
    let mut converted = Vec::with_capacity(values.len());
    // About a millisecond each, for new memory is slow to fill.
    for values in values.chunks(1 << 18) {
        checkpoint();
        converted.extend(values.iter().map(|&value| Real::to_f64(value)));
    }
    converted
}

pub fn tensor<T: Scalar>(values: Vec<T>, shape: impl Into<Shape>) -> Result<Tensor> {
    Tensor::from_vec(values, shape.into(), &Device::Cpu)
}

struct Candle<Op>(Op);

/// The values of a contiguous storage.
pub(super) fn values<'a, T: Scalar>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [T]> {
    let all = T::cpu_storage_as_slice(storage)?;
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(&all[start..end]),
        None => candle_core::bail!("a contiguous tensor is needed"),
    }
}

/// Calls a generic function in the precision of a dtype.
macro_rules! in_precision {
    ($dtype:expr, $call:ident::<_>($($arg:expr),*)) => {
        match $dtype {
            DType::F32 => $call::<_, f32>($($arg),*),
            DType::F64 => $call::<_, f64>($($arg),*),
            other => candle_core::bail!("f32 or f64 is needed, not {other:?}"),
        }
    };
}

impl<Op: SliceOp<1>> CustomOp1 for Candle<Op> {
    fn name(&self) -> &'static str {
        Op::NAME
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        fn run<Op: SliceOp<1>, T: Scalar>(op: &Op, s: &CpuStorage, l: &Layout) -> Result<(CpuStorage, Shape)> {
            checkpoint();
            let args = [values(s, l)?];
            let result = vectorised(
                #[inline(always)]
                || op.forward::<T>(args),
            );
            let shape = op.shape(result.len());
            Ok((T::to_cpu_storage_owned(result), shape))
        }
        in_precision!(dtype(storage)?, run::<_>(&self.0, storage, layout))
    }

    fn bwd(&self, arg: &Tensor, result: &Tensor, grad: &Tensor) -> Result<Option<Tensor>> {
        fn run<Op: SliceOp<1>, T: Scalar>(
            op: &Op,
            arg: &Tensor,
            result: &Tensor,
            grad: &Tensor,
        ) -> Result<Option<Tensor>> {
            let grad = grad.contiguous()?;
            let [found] = with_values(arg, |a: &[T]| {
                with_values(result, |r| {
                    with_values(&grad, |g| {
                        vectorised(
                            #[inline(always)]
                            || op.backward([a], r, g, [arg.track_op()]),
                        )
                    })
                })
            })???;
            found.map(|found| tensor(found, arg.shape().clone())).transpose()
        }
        in_precision!(arg.dtype(), run::<_>(&self.0, arg, result, grad))
    }
}

impl<Op: SliceOp<2>> CustomOp2 for Candle<Op> {
    fn name(&self) -> &'static str {
        Op::NAME
    }

    fn cpu_fwd(&self, s1: &CpuStorage, l1: &Layout, s2: &CpuStorage, l2: &Layout) -> Result<(CpuStorage, Shape)> {
        fn run<Op: SliceOp<2>, T: Scalar>(
            op: &Op,
            (s1, l1): (&CpuStorage, &Layout),
            (s2, l2): (&CpuStorage, &Layout),
        ) -> Result<(CpuStorage, Shape)> {
            checkpoint();
            let args = [values(s1, l1)?, values(s2, l2)?];
            let result = vectorised(
                #[inline(always)]
                || op.forward::<T>(args),
            );
            let shape = op.shape(result.len());
            Ok((T::to_cpu_storage_owned(result), shape))
        }
        in_precision!(dtype(s1)?, run::<_>(&self.0, (s1, l1), (s2, l2)))
    }

    fn bwd(
        &self,
        left: &Tensor,
        right: &Tensor,
        result: &Tensor,
        grad: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        fn run<Op: SliceOp<2>, T: Scalar>(
            op: &Op,
            [left, right]: [&Tensor; 2],
            result: &Tensor,
            grad: &Tensor,
        ) -> Result<(Option<Tensor>, Option<Tensor>)> {
            let grad = grad.contiguous()?;
            let wanted = [left.track_op(), right.track_op()];
            let [found_left, found_right] = with_values(left, |l: &[T]| {
                with_values(right, |r| {
                    with_values(result, |result| {
                        with_values(&grad, |g| {
                            vectorised(
                                #[inline(always)]
                                || op.backward([l, r], result, g, wanted),
                            )
                        })
                    })
                })
            })????;
            let shaped = |found: Option<Vec<T>>, like: &Tensor| {
                found.map(|found| tensor(found, like.shape().clone())).transpose()
            };
            Ok((shaped(found_left, left)?, shaped(found_right, right)?))
        }
        in_precision!(left.dtype(), run::<_>(&self.0, [left, right], result, grad))
    }
}

fn dtype(storage: &CpuStorage) -> Result<DType> {
    match storage {
        CpuStorage::F32(_) => Ok(DType::F32),
        CpuStorage::F64(_) => Ok(DType::F64),
        _ => candle_core::bail!("f32 or f64 is needed"),
    }
}
