//! Answers for eight values at once.

/// A bit for each of eight answers, that of the first lowest.
#[inline(always)]
pub fn ones(answers: [bool; 8]) -> u64 {
    // Each byte is multiplied to a place of its own in the topmost byte.
    u64::from_le_bytes(answers.map(u8::from)).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Writes the wanted ones of eight values to the front, in their order; how many they are. Behind them is anything.
///
/// Without a branch, since no processor can predict which they are.
#[inline(always)]
pub fn pack<V: Copy>(values: &[V; 8], is_wanted: [bool; 8], to: &mut [V; 8]) -> usize {
    let mut n = 0;
    for lane in 0..8 {
        to[n % 8] = values[lane];
        n += usize::from(is_wanted[lane]);
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_has_its_bit_and_its_value() {
        let values: [u32; 8] = std::array::from_fn(|at| at as u32);
        for bits in 0..256 {
            let answers = std::array::from_fn(|at| bits >> at & 1 == 1);
            assert_eq!(ones(answers), bits);
            let mut packed = [9; 8];
            let n = pack(&values, answers, &mut packed);
            let wanted: Vec<u32> = values.into_iter().filter(|&at| answers[at as usize]).collect();
            assert_eq!(packed[..n], wanted);
        }
    }
}
