//! A few numbers measured again and again: their mean and how far they spread.

use std::fmt;

/// Mean and standard deviation of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Sample size.
    pub n: usize,
    /// Sample mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 below; 0 for a single number.
    pub std: f64,
}

impl Sample {
    /// Statistics of these numbers; none if there are no numbers.
    pub fn new(values: &[f64]) -> Option<Self> {
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self { n, mean, std: if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 } })
    }
}

/// `12.30 ± 4.50`, or with as many decimals as are asked for.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let sign = if f.sign_plus() && self.mean >= 0.0 { "+" } else { "" };
        write!(f, "{sign}{:.decimals$} ± {:.decimals$}", self.mean, self.std)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_a_sample() {
        let sample = Sample::new(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((sample.n, sample.mean), (8, 5.0));
        assert!((sample.std - (32.0_f64 / 7.0).sqrt()).abs() < 1e-15);
        assert_eq!(Sample::new(&[3.0]), Some(Sample { n: 1, mean: 3.0, std: 0.0 }));
        assert_eq!(Sample::new(&[]), None);
        assert_eq!(
            (format!("{sample:.1}"), format!("{sample:+}")),
            ("5.0 ± 2.1".to_owned(), "+5.00 ± 2.14".to_owned())
        );
    }
}
