//! Label alphabets: compact indices `0..k` for computation, the values of the file for display.

/// One label: the value as the file writes it, and a name for it where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// As in the file: `-1`, `17`, `active`.
    pub value: String,
    /// What it means: `mutagenic`, `C`, `aromatic`.
    pub name: Option<String>,
}

/// The labels of one kind (nodes, edges or classes) of a dataset, indexed `0..len()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(Vec<Label>);

impl Labels {
    /// Labels of the given values, without names.
    pub fn from_values<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Self {
        Self(values.into_iter().map(|value| Label { value: value.into(), name: None }).collect())
    }

    /// Compacts integers, in ascending order: the alphabet, and each value's index in it.
    pub fn compact_integers(values: &[i64]) -> (Self, Vec<u32>) {
        let (alphabet, indices) = compact(values);
        (Self::from_values(alphabet.iter().map(i64::to_string)), indices)
    }

    /// Compacts words: numerically where all are numbers, else alphabetically.
    pub fn compact_words(words: &[String]) -> (Self, Vec<u32>) {
        let numbers: Option<Vec<f64>> =
            words.iter().map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect();
        let keys: Vec<(u64, &str)> = words
            .iter()
            .enumerate()
            .map(|(i, word)| (numbers.as_ref().map_or(0, |numbers| total_order(numbers[i])), word.as_str()))
            .collect();
        let (alphabet, indices) = compact(&keys);
        (Self::from_values(alphabet.iter().map(|(_, word)| *word)), indices)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All labels in order of their index.
    pub fn iter(&self) -> std::slice::Iter<'_, Label> {
        self.0.iter()
    }

    /// The index of a label by its value in the file.
    pub fn index_of_value(&self, value: &str) -> Option<u32> {
        self.0.iter().position(|label| label.value == value).map(|idx| idx as u32)
    }

    /// Adds a label and returns its index.
    pub fn push(&mut self, value: impl Into<String>, name: Option<String>) -> u32 {
        self.0.push(Label { value: value.into(), name });
        self.0.len() as u32 - 1
    }

    /// Keeps the labels for which `keep` is true; returns the new index of each old one.
    pub fn retain(&mut self, keep: &[bool]) -> Vec<u32> {
        let mut n_kept = 0;
        let new_idx = keep
            .iter()
            .map(|&kept| {
                n_kept += u32::from(kept);
                n_kept.saturating_sub(1)
            })
            .collect();
        let mut keep = keep.iter();
        self.0.retain(|_| keep.next().copied().unwrap_or(true));
        new_idx
    }

    /// Gives names to values; a value the table does not have stays unnamed.
    pub fn set_names<'a>(&mut self, name_of: impl Fn(&str) -> Option<&'a str>) {
        for label in &mut self.0 {
            if let Some(name) = name_of(&label.value) {
                label.name = Some(name.to_owned());
            }
        }
    }

    /// What to show for a label: its name, or else its value.
    pub fn show(&self, idx: u32) -> &str {
        self.0.get(idx as usize).map_or("?", Label::show)
    }
}

impl Label {
    /// The name, or else the value.
    pub fn show(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.value)
    }
}

fn compact<T: Ord + Clone>(values: &[T]) -> (Vec<T>, Vec<u32>) {
    let mut alphabet = values.to_vec();
    alphabet.sort_unstable();
    alphabet.dedup();
    let place = |value: &T| alphabet.partition_point(|other| other < value) as u32;
    let indices = values.iter().map(place).collect();
    (alphabet, indices)
}

/// An integer with the order of the float.
fn total_order(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_and_offsets_are_compacted_and_values_kept() {
        let (labels, indices) = Labels::compact_integers(&[9, -1, 4, 9]);
        assert_eq!(indices, [2, 0, 1, 2]);
        assert_eq!(labels.iter().map(|label| label.value.as_str()).collect::<Vec<_>>(), ["-1", "4", "9"]);
    }

    #[test]
    fn words_sort_as_numbers_when_all_are() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(Labels::compact_words(&words(&["10", "-2.5", "9"])).1, [2, 0, 1]);
        assert_eq!(Labels::compact_words(&words(&["10", "b", "9"])).1, [0, 2, 1]);
    }
}
