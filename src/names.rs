//! Choices by name. Each has one key, for files and the command line, and a name that people see; links are read by both.

use std::str::FromStr;

use strum::{EnumMessage, VariantArray};

/// A choice among a few, by the derives of `strum`: the key is what it serializes to, the name its message, where that is
/// not the key.
pub trait Named: Copy + PartialEq + EnumMessage + VariantArray + Into<&'static str> + FromStr {
    /// For files and the command line.
    fn key(self) -> &'static str {
        self.into()
    }

    /// As people see it.
    fn name(self) -> &'static str {
        self.get_message().unwrap_or(self.into())
    }

    /// All of them with their names, in the order they stand.
    fn all() -> impl ExactSizeIterator<Item = (Self, &'static str)> + Clone {
        Self::VARIANTS.iter().map(|&choice| (choice, choice.name()))
    }

    /// The choice of a key, however it is typed: in any case, with spaces or with dashes of all kinds. An error says what
    /// there is.
    fn named(word: &str) -> Result<Self, String> {
        folded(word).parse().map_err(|_| {
            let keys: Vec<&str> = Self::VARIANTS.iter().map(|choice| choice.key()).collect();
            format!("choose one of {}", keys.join(", "))
        })
    }
}

impl<T: Copy + PartialEq + EnumMessage + VariantArray + Into<&'static str> + FromStr> Named for T {}

/// Lower case, with plain dashes between words.
pub fn folded(word: &str) -> String {
    word.to_lowercase().replace([' ', '–'], "-")
}

#[cfg(test)]
mod tests {
    use serde::{Serialize, de::DeserializeOwned};

    use super::*;
    use crate::{
        figure::{Format, Ground, Preset},
        graph::features::SignalKind,
        trace::order::NodeOrder,
        view::{palette::ColourMap, scale::Scale},
    };

    fn check<T: Named + std::fmt::Debug>() {
        for &choice in T::VARIANTS {
            assert_eq!(T::named(choice.key()), Ok(choice));
            assert_eq!(choice.key(), folded(choice.key()), "a key is typed as it is");
            // Links had the names in them.
            assert_eq!(T::named(choice.name()), Ok(choice));
        }
    }

    fn check_in_files<T: Named + std::fmt::Debug + Serialize + DeserializeOwned>(old: &[(&str, T)]) {
        check::<T>();
        for &choice in T::VARIANTS {
            assert_eq!(serde_json::to_value(choice).unwrap(), choice.key());
            assert_eq!(serde_json::from_value::<T>(choice.key().into()).unwrap(), choice);
        }
        for &(word, choice) in old {
            assert_eq!(serde_json::from_value::<T>(word.into()).unwrap(), choice);
        }
    }

    #[test]
    fn every_choice_has_one_key_everywhere_and_old_ones_are_read() {
        check_in_files(&[("cuthill-mc-kee", NodeOrder::CuthillMcKee)]);
        check_in_files(&[("diverging", ColourMap::BlueWhiteRed)]);
        check_in_files::<Scale>(&[]);
        check_in_files::<Ground>(&[]);
        check_in_files::<SignalKind>(&[]);
        check::<Preset>();
        check::<Format>();
    }

    #[test]
    fn names_are_found_however_they_are_typed() {
        assert_eq!(NodeOrder::named("Cuthill-McKee"), Ok(NodeOrder::CuthillMcKee));
        assert_eq!(ColourMap::named("Blue–white red"), Ok(ColourMap::BlueWhiteRed));
        assert_eq!(Ground::named("dusk"), Err("choose one of light, dark, transparent".to_owned()));
    }
}
