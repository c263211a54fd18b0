//! The flags of settings. The library names a setting as the window does ("learning rate"); at the terminal its errors name
//! the flag as well.

/// What an error calls a setting, and the flag that sets it.
const FLAGS: &[(&str, &str)] = &[
    ("learning rate", "--lr"),
    ("weight decay", "--wd"),
    ("hidden dimension", "--hidden"),
    ("batch size", "--batch"),
    ("fewer threads", "--threads"),
    ("another seed", "--seed"),
    ("a field as class", "--label"),
    ("resume it", "--resume"),
    ("another folder", "--out"),
    ("the folder of a run", "--run"),
    ("the SMILES column", "--smiles-column"),
    ("the source column", "--source"),
    ("the target column", "--target"),
    ("the weight column", "--weight"),
    ("W_Q of level 0", "--wq0"),
    ("W_Q of level 1", "--wq1"),
];

/// The text with each flag after the first mention of its setting, unless it names the flag already.
pub(super) fn with_flags(text: &str) -> String {
    FLAGS.iter().fold(text.to_owned(), |text, (setting, flag)| {
        if text.contains(flag) { text } else { text.replacen(setting, &format!("{setting} ({flag})"), 1) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::WeightError, train::TrainError};

    /// The table and the texts of the library have to agree.
    #[test]
    fn errors_of_the_library_get_their_flags() {
        let not_finite = TrainError::NotFinite { what: "the loss".to_owned(), split: 0, epoch: 1, batch: 2 };
        assert_eq!(
            with_flags(&not_finite.to_string()),
            "the loss is not finite in split 0, epoch 1, batch 2; try a lower learning rate (--lr), or another seed \
             (--seed)"
        );
        let classes = TrainError::TooFewClasses { dataset: "x".to_owned(), classes: 1 };
        assert!(with_flags(&classes.to_string()).ends_with("choose a field as class (--label)"));
        let no_use = WeightError::NoUse { level: 1, method: "gPool" }.to_string();
        assert!(
            with_flags(&no_use).starts_with("W_Q of level 1 (--wq1) is not used: gPool has no W_Q there"),
            "{no_use}"
        );
        let config = |change: fn(&mut crate::train::Config)| {
            let mut config = crate::train::Config::default();
            change(&mut config);
            with_flags(&config.architecture(7, 2, (28, 17.9)).unwrap_err().to_string())
        };
        for (error, start) in [
            (config(|config| config.lr = -1.0), "learning rate (--lr) = -1 is out of range"),
            (config(|config| config.wd = 11.0), "weight decay (--wd) = 11 is"),
            (config(|config| config.hidden = 0), "hidden dimension (--hidden) = 0 is"),
            (config(|config| config.batch = 0), "batch size (--batch) = 0 is"),
        ] {
            assert!(error.starts_with(start), "{error}");
        }
    }

    #[test]
    fn what_names_a_flag_already_stays_as_it_is() {
        assert_eq!(with_flags("give another folder by --out"), "give another folder by --out");
        assert_eq!(with_flags("nothing to set"), "nothing to set");
    }
}
