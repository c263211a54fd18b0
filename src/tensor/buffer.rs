//! Memory that is used again: a vector whose values nobody needs any more becomes one whose values are all overwritten.
//!
//! Fresh memory must be cleared, and by the time it is used for good that was for nothing. What an operation does not
//! overwrite must not come from here.

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::HashMap,
};

use crate::math::real::Real;

/// So many vectors of each precision are kept per thread.
const MOST: usize = 24;

thread_local! {
    static KEPT: RefCell<HashMap<TypeId, Box<dyn Any>>> = RefCell::default();
}

fn with_kept<T: Real, R>(work: impl FnOnce(&mut Vec<Vec<T>>) -> R) -> R {
    KEPT.with_borrow_mut(|kept| {
        let of_precision = kept.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(Vec::<Vec<T>>::new()));
        work(of_precision.downcast_mut().expect("vectors of this precision"))
    })
}

/// `n` values, any: the caller overwrites them all.
pub fn dirty<T: Real>(n: usize) -> Vec<T> {
    let found = with_kept(|kept: &mut Vec<Vec<T>>| {
        // The smallest that is long enough, and not so long that a longer result would miss it.
        let fits = |values: &Vec<T>| values.capacity() >= n && values.capacity() / 4 <= n;
        let sizes =
            kept.iter().enumerate().filter(|(_, values)| fits(values)).map(|(at, values)| (values.capacity(), at));
        sizes.min().map(|(_, at)| kept.swap_remove(at))
    });
    let mut values = found.unwrap_or_default();
    if values.capacity() < n {
        return vec![T::zero(); n];
    }
    values.resize(n, T::zero());
    values
}

/// Keeps a vector to be used again.
pub fn give_back<T: Real>(values: Vec<T>) {
    with_kept(|kept| {
        if kept.len() == MOST {
            kept.remove(0);
        }
        kept.push(values);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

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
