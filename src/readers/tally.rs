//! Records of one file: a bad one is passed over, counted and remembered with its reason.

use super::report::{ReadError, count};
use crate::graph::{Skipped, Warning};

/// Of so many bad records the reasons are kept.
const MOST_REASONS: usize = 100;
/// So many of them are warnings of their own.
const REASONS_SHOWN: usize = 3;

/// Good and bad records so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    is_strict: bool,
    n_good: usize,
    n_bad: usize,
    reasons: Vec<ReadError>,
}

impl Tally {
    pub(super) fn new(is_strict: bool) -> Self {
        Self { is_strict, ..Self::default() }
    }

    pub(super) fn good(&mut self) {
        self.n_good += 1;
    }

    /// Counts a record that cannot be read; gives the error back where the first one ends reading.
    pub(super) fn bad(&mut self, error: ReadError) -> Result<(), ReadError> {
        if self.is_strict {
            return Err(error);
        }
        self.n_bad += 1;
        if self.reasons.len() < MOST_REASONS {
            self.reasons.push(error);
        }
        Ok(())
    }

    /// What was passed over, and the warnings about it; an error if that is more than half.
    pub(super) fn finish(self, display_name: &str, record: &str) -> Result<(Skipped, Vec<Warning>), ReadError> {
        let Self { n_good, n_bad, reasons, .. } = self;
        let n_records = n_good + n_bad;
        if let (true, Some(first)) = (n_bad > n_good, reasons.first().cloned()) {
            let what = match n_records {
                1 => first.what,
                _ => format!("{} ({n_bad} of {} cannot be read)", first.what, count(n_records, record)),
            };
            return Err(ReadError { what, ..first });
        }
        let first: Vec<String> = reasons.iter().map(ReadError::to_string).collect();
        let mut warnings = Vec::new();
        if n_bad > 0 {
            let records = count(n_records, record);
            let verb = if n_bad == 1 { "was" } else { "were" };
            let rest = if n_bad > REASONS_SHOWN { "; the first reasons follow" } else { "" };
            let file = super::Place::file(display_name);
            warnings.push(Warning { message: format!("{file}{n_bad} of {records} {verb} skipped{rest}") });
            warnings.extend(first.iter().take(REASONS_SHOWN).cloned().map(|message| Warning { message }));
        }
        Ok((Skipped { count: n_bad, of: n_records, first }, warnings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::Place;

    fn outcome(n_good: usize, n_bad: usize) -> Result<(Skipped, Vec<Warning>), ReadError> {
        let mut tally = Tally::new(false);
        (0..n_good).for_each(|_| tally.good());
        for idx in 0..n_bad {
            tally.bad(ReadError::new(Place::line("a.smi", idx + 1), "no good", "mend it")).unwrap();
        }
        tally.finish("a.smi", "molecule")
    }

    #[test]
    fn up_to_half_is_passed_over_and_said() {
        let (skipped, warnings) = outcome(2, 2).unwrap();
        assert_eq!((skipped.count, skipped.of), (2, 4));
        assert_eq!(skipped.first, ["a.smi:1: no good; mend it", "a.smi:2: no good; mend it"]);
        let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(
            messages,
            ["a.smi: 2 of 4 molecules were skipped", "a.smi:1: no good; mend it", "a.smi:2: no good; mend it"]
        );
        assert_eq!(outcome(3, 0).unwrap(), (Skipped { count: 0, of: 3, first: Vec::new() }, Vec::new()));
        let (skipped, warnings) = outcome(1000, 500).unwrap();
        assert_eq!((skipped.count, skipped.first.len(), warnings.len()), (500, 100, 4));
    }

    #[test]
    fn nothing_good_or_more_than_half_bad_is_refused() {
        assert_eq!(outcome(0, 1).unwrap_err().to_string(), "a.smi:1: no good; mend it");
        assert_eq!(
            outcome(2, 3).unwrap_err().to_string(),
            "a.smi:1: no good (3 of 5 molecules cannot be read); mend it"
        );
        let error = ReadError::new(Place::default(), "no good", "mend it");
        assert_eq!(Tally::new(true).bad(error.clone()), Err(error));
    }
}
