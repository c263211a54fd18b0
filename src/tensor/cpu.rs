//! Runs operations with the widest vectors that the CPU has: the one place in this room that asks which these are.
//!
//! Results do not depend on the answer. What is fused (a product and a sum with one rounding) is fused everywhere, by
//! the processor or, where it cannot, by slow arithmetic in software; each sum has its terms in an order of its own.

use std::cell::Cell;

/// How wide vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// What the target of the build has. On x86-64 that is no fused arithmetic, so this is slow there.
    Portable,
    /// 256 bits and fused arithmetic: Intel since 2013, AMD since 2015.
    Avx2,
    /// 512 bits.
    Avx512,
}

thread_local! {
    static WIDEST: Cell<Option<Vectors>> = const { Cell::new(None) };
}

impl Vectors {
    /// The widest of this CPU, or those that are asked for on this thread.
    #[inline]
    pub fn widest() -> Self {
        WIDEST.get().unwrap_or_else(|| {
            let found = Self::detect();
            WIDEST.set(Some(found));
            found
        })
    }

    /// All that this CPU has.
    pub fn available() -> impl Iterator<Item = Self> {
        let widest = Self::detect();
        [Self::Portable, Self::Avx2, Self::Avx512].into_iter().filter(move |vectors| *vectors <= widest)
    }

    #[cfg(target_arch = "x86_64")]
    fn detect() -> Self {
        let has_avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (has_avx2, has_avx512) {
            (true, true) => Self::Avx512,
            (true, false) => Self::Avx2,
            _ => Self::Portable,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn detect() -> Self {
        Self::Portable
    }

    /// Runs work on this thread with no wider vectors than these, to compare.
    pub fn limit<R>(self, work: impl FnOnce() -> R) -> R {
        struct Restore(Option<Vectors>);
        impl Drop for Restore {
            fn drop(&mut self) {
                WIDEST.set(self.0);
            }
        }
        let _restore = Restore(WIDEST.replace(Some(self.min(Self::detect()))));
        work()
    }
}

/// Runs work compiled once for each width of vectors; in it, only what is `#[inline(always)]` all the way down is.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the compiler cannot know what the CPU was found to have")]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    fn avx2<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    fn avx512<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    match Vectors::widest() {
        Vectors::Portable => work(),
        // SAFETY: `widest` is never more than what `detect` found, feature by feature.
        Vectors::Avx2 => unsafe { avx2(work) },
        // SAFETY: as above.
        Vectors::Avx512 => unsafe { avx512(work) },
    }
}

#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    work()
}
