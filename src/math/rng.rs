//! A small seeded random number generator: SplitMix64.
//!
//! One 64-bit counter and a mixing function (Steele, Lea and Flood, “Fast splittable pseudorandom
//! number generators”, OOPSLA 2014). A seed gives the same numbers on every machine and in every
//! version. `rand_pcg` and `rand_chacha` promise that for their streams, but `rand` does not for shuffles and
//! distributions; with both written here, no update of a crate changes the splits or the initial weights of a run.

/// A stream of random numbers that its seed determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A separate stream for a purpose: a different path gives a different stream.
    pub fn derived(seed: u64, path: &[u64]) -> Self {
        path.iter().fold(Self::new(seed), |rng, &step| {
            let mut rng = Self::new(rng.state ^ step.wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93));
            Self::new(rng.next_u64())
        })
    }

    /// The state; [`new`](Self::new) continues the stream from it.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in [0, 1), from the upper 53 bits.
    pub fn f64(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * STEP
    }

    /// A number in `0..n`, every one equally likely; 0 where `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // The last, incomplete round of 2⁶⁴ / n would favour low numbers, so it is drawn again.
        let incomplete = (u64::MAX % n + 1) % n;
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - incomplete {
                return bits % n;
            }
        }
    }

    /// Puts a slice into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The first outputs of the reference implementation for the seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_stay_in_range_and_fill_it() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..6000 {
            counts[rng.below(6) as usize] += 1;
            let x = rng.f64();
            assert!((0.0..1.0).contains(&x));
        }
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
        // Half of all draws fall into the incomplete round here.
        let large = (1 << 63) + 1;
        assert!((0..100).all(|_| rng.below(large) < large));
    }

    #[test]
    fn derived_streams_differ_and_a_state_goes_on() {
        let first = |seed, path: &[u64]| Rng::derived(seed, path).next_u64();
        let all = [first(0, &[]), first(0, &[0]), first(0, &[1]), first(1, &[0]), first(0, &[0, 0]), first(0, &[0, 1])];
        assert!((0..6).all(|i| (0..i).all(|j| all[i] != all[j])), "{all:?}");
        let mut rng = Rng::derived(5, &[2]);
        let mut same = Rng::new(rng.state());
        assert_eq!((rng.next_u64(), rng.next_u64()), (same.next_u64(), same.next_u64()));
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_repeats() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..50).collect();
            Rng::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(3), shuffled(3));
        assert_ne!(shuffled(3), shuffled(4));
        let mut sorted = shuffled(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<u32>>());
    }
}
