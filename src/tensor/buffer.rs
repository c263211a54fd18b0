//! Memory that is used again: a vector whose values nobody needs any more becomes one whose values are all overwritten.
//!
//! Fresh memory must be cleared, and by the time it is used for good that was for nothing. What an operation does not
//! overwrite must not come from here.

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    mem::take,
};

use candle_core::{CpuStorage, InplaceOp1, Layout, Result, Tensor};

use crate::math::real::Real;

/// So many bytes of each precision are kept per thread; beyond, the longest vectors go first.
const MOST_BYTES: usize = 32 << 20;

/// So many vectors of about one length are kept, more than the work on one part of a batch has at a time.
const MOST_ALIKE: usize = 16;

/// Lengths are told apart in steps of an eighth to a quarter, up to 2^32.
const CLASSES: usize = 128;

/// A vector may be used for one that is fewer classes shorter, half its length: what is cut off must be filled again
/// before a longer one can use it.
const SHORTER: u32 = 4;

/// Vectors by the class of their capacity.
struct Kept<T> {
    classes: Vec<Vec<Vec<T>>>,
    /// A bit for each class that has any.
    has: u128,
    bytes: usize,
}

/// The class of a length: two bits after the highest.
fn class(length: usize) -> usize {
    let log = length.ilog2() as usize;
    let next_bits = if log >= 2 { length >> (log - 2) & 3 } else { 0 };
    4 * log + next_bits
}

/// The lowest class whose vectors all have this length, and the shortest capacity in it.
fn class_for(length: usize) -> (usize, usize) {
    let log = length.ilog2().max(2);
    let capacity = length.next_multiple_of(1 << (log - 2));
    (class(capacity), capacity)
}

impl<T> Kept<T> {
    fn new() -> Self {
        Self { classes: (0..CLASSES).map(|_| Vec::new()).collect(), has: 0, bytes: 0 }
    }

    fn take_from(&mut self, class: usize) -> Option<Vec<T>> {
        let values = self.classes[class].pop()?;
        if self.classes[class].is_empty() {
            self.has &= !(1 << class);
        }
        self.bytes -= values.capacity() * size_of::<T>();
        Some(values)
    }

    fn take(&mut self, class: usize) -> Option<Vec<T>> {
        let found = (self.has >> class).trailing_zeros();
        if found < SHORTER { self.take_from(class + found as usize) } else { None }
    }

    fn put(&mut self, values: Vec<T>) {
        let class = class(values.capacity());
        if class >= CLASSES {
            return;
        }
        if self.classes[class].len() == MOST_ALIKE {
            // Not every vector that comes back was taken from here.
            self.bytes -= self.classes[class].remove(0).capacity() * size_of::<T>();
        }
        self.bytes += values.capacity() * size_of::<T>();
        self.has |= 1 << class;
        self.classes[class].push(values);
        while self.bytes > MOST_BYTES {
            let longest = (u128::BITS - 1 - self.has.leading_zeros()) as usize;
            drop(self.take_from(longest));
        }
    }
}

thread_local! {
    static KEPT: RefCell<Vec<(TypeId, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

fn with_kept<T: Real, R>(work: impl FnOnce(&mut Kept<T>) -> R) -> R {
    KEPT.with_borrow_mut(|kept| {
        let precision = TypeId::of::<T>();
        let at = kept.iter().position(|(other, _)| *other == precision).unwrap_or_else(|| {
            kept.push((precision, Box::new(Kept::<T>::new())));
            kept.len() - 1
        });
        work(kept[at].1.downcast_mut().expect("vectors of this precision"))
    })
}

/// `n` values, any: the caller overwrites them all.
pub fn dirty<T: Real>(n: usize) -> Vec<T> {
    if n == 0 {
        return Vec::new();
    }
    let (class, capacity) = class_for(n);
    if class >= CLASSES {
        return vec![T::zero(); n];
    }
    let mut values = with_kept(|kept: &mut Kept<T>| kept.take(class)).unwrap_or_else(|| vec![T::zero(); capacity]);
    values.resize(n, T::zero());
    values
}

/// `n` zeros.
pub fn zeros<T: Real>(n: usize) -> Vec<T> {
    let mut values = dirty(n);
    values.fill(T::zero());
    values
}

/// Keeps a vector to be used again.
pub fn give_back<T: Real>(values: Vec<T>) {
    if values.capacity() > 0 {
        with_kept(|kept| kept.put(values));
    }
}

/// Keeps the memory of a tensor to be used again; who else has it finds it empty.
pub(super) fn give_back_tensor(tensor: &Tensor) -> Result<()> {
    tensor.inplace_op1(&Emptied)
}

struct Emptied;

impl InplaceOp1 for Emptied {
    fn name(&self) -> &'static str {
        "give-back"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, _: &Layout) -> Result<()> {
        match storage {
            CpuStorage::F32(values) => give_back(take(values)),
            CpuStorage::F64(values) => give_back(take(values)),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_what_is_as_long() {
        for n in (1..5000).chain([1 << 20, (1 << 20) + 1]) {
            let (class_of_n, capacity) = class_for(n);
            assert!(capacity >= n && class(capacity) == class_of_n, "{n}");
            assert!(capacity == 1 || n < 8 || class(capacity - 1) < class_of_n, "{n}");
            assert!(n < 8 || capacity - n <= n / 4, "{n}");
        }
    }

    #[test]
    fn the_longest_go_when_there_is_too_much() {
        let mut kept = Kept::<f32>::new();
        for length in [100, MOST_BYTES / 4 - 1000, 2000, 200] {
            kept.put(vec![0.0; length]);
        }
        assert!(kept.bytes <= MOST_BYTES);
        let (short, long) = (class_for(100).0, class_for(MOST_BYTES / 8).0);
        assert!(kept.take(short).is_some() && kept.take(long).is_none());
    }

    #[test]
    fn memory_is_used_again_where_it_fits() {
        let values: Vec<f32> = vec![1.0; 100];
        let place = values.as_ptr();
        give_back(values);
        let (other_precision, far_shorter) = (dirty::<f64>(90), dirty::<f32>(20));
        assert_eq!((other_precision.len(), far_shorter.len()), (90, 20));
        assert_ne!(far_shorter.as_ptr(), place);
        let (again, another) = (dirty::<f32>(90), dirty::<f32>(90));
        assert_eq!((again.as_ptr(), again.len(), another.len()), (place, 90, 90));
        assert_ne!(another.as_ptr(), place);
    }
}
