//! Words that many nodes share, kept once.

use std::collections::HashMap;

/// Distinct words, numbered in order of first appearance.
#[derive(Default)]
pub(super) struct Words {
    index: HashMap<String, u32>,
}

impl Words {
    /// The number of a word.
    pub(super) fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.index.get(word) {
            return number;
        }
        let number = self.index.len() as u32;
        self.index.insert(word.to_owned(), number);
        number
    }

    pub(super) fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// All words, by number.
    pub(super) fn into_list(self) -> Vec<String> {
        let mut list: Vec<(u32, String)> = self.index.into_iter().map(|(word, number)| (number, word)).collect();
        list.sort_unstable();
        list.into_iter().map(|(_, word)| word).collect()
    }
}
