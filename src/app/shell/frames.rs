//! Frame times, for the benchmark of the window during training.

#[derive(Default)]
pub(crate) struct Frames {
    seconds: Vec<f32>,
}

impl Frames {
    pub(crate) fn add(&mut self, seconds: f32) {
        self.seconds.push(seconds);
    }

    /// `frames 230, median 4.1 ms, 95 % below 7.0 ms, longest 12.0 ms`.
    pub(crate) fn line(&self) -> String {
        let mut sorted = self.seconds.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let at = |share: f32| {
            let idx = (share * sorted.len().saturating_sub(1) as f32).round() as usize;
            1e3 * sorted.get(idx).copied().unwrap_or(0.0)
        };
        let n = sorted.len();
        format!("frames {n}, median {:.1} ms, 95 % below {:.1} ms, longest {:.1} ms", at(0.5), at(0.95), at(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_ends() {
        let mut frames = Frames::default();
        (1..=101).for_each(|ms| frames.add(ms as f32 / 1e3));
        assert_eq!(frames.line(), "frames 101, median 51.0 ms, 95 % below 96.0 ms, longest 101.0 ms");
        assert!(Frames::default().line().starts_with("frames 0,"));
    }
}
