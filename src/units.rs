//! Times and sizes as text with units.

use std::fmt::Display;

/// `40 s`, `3 min`, `2.5 h`: rounded up to seconds, for remaining times.
pub fn long_time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "1 s".to_owned(),
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 90.0 * 60.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// `2.4 µs`, `13.0 ms`, `1.20 s`: what a computation took.
pub fn short_time(microseconds: f64) -> String {
    match microseconds {
        us if us < 10.0 => format!("{us:.1} µs"),
        us if us < 1e3 => format!("{us:.0} µs"),
        us if us < 1e6 => format!("{:.1} ms", us / 1e3),
        us => format!("{:.2} s", us / 1e6),
    }
}

/// `62.5`: a share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// What there is, or a dash.
pub fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| value.to_string())
}

/// `12 kB`, `340 MB`, `1.2 GB`.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes >= 1e9 => format!("{:.1} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{:.0} MB", bytes / 1e6),
        bytes => format!("{:.0} kB", (bytes / 1e3).ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_the_unit_that_suits_them() {
        assert_eq!([0.2, 12.4, 200.0, 9000.0].map(long_time), ["1 s", "12 s", "3 min", "2.5 h"]);
        assert_eq!([2.44, 130.0, 1.3e4, 1.2e6].map(short_time), ["2.4 µs", "130 µs", "13.0 ms", "1.20 s"]);
        assert_eq!([1, 12_000, 340_000_000, 1_200_000_000].map(bytes), ["1 kB", "12 kB", "340 MB", "1.2 GB"]);
    }
}
