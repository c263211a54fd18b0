//! All symbols there are: those of the paper, then those of each operator.

use super::method::methods;
use crate::symbols::{GROUPS, Group, Symbol};

/// The glossary, group by group.
pub fn with_groups<R>(read: impl FnOnce(&[Group<'_>]) -> R) -> R {
    let others = of_operators();
    let mut groups = GROUPS.to_vec();
    groups.push(Group { title: "Other operators", symbols: &others });
    read(&groups)
}

/// The symbols that operators bring along.
fn of_operators() -> Vec<&'static Symbol> {
    let mut all: Vec<&'static Symbol> = Vec::new();
    for symbol in methods().flat_map(|method| method.symbols) {
        if !all.contains(symbol) {
            all.push(symbol);
        }
    }
    all
}

/// All symbols, in the order of the glossary.
pub fn symbols() -> impl Iterator<Item = &'static Symbol> {
    GROUPS.iter().flat_map(|group| group.symbols.iter().copied()).chain(of_operators())
}

/// A symbol by its key, or as a line of text.
pub fn find(spelling: &str) -> Option<&'static Symbol> {
    symbols().find(|symbol| symbol.key == spelling).or_else(|| symbols().find(|symbol| symbol.text == spelling))
}

/// Symbols that somebody may mean who types this, the likeliest first.
pub fn search(typed: &str) -> Vec<&'static Symbol> {
    let wanted = typed.trim().to_lowercase();
    // A symbol that is spelled like this, then names with it in them, then sentences.
    let rank = |symbol: &Symbol| {
        let is_spelled = |spelling: &str| spelling.to_lowercase() == wanted;
        if symbol.key == typed.trim() || symbol.text == typed.trim() {
            return Some(0);
        }
        if is_spelled(symbol.key) || is_spelled(symbol.text) {
            return Some(1);
        }
        let texts = [symbol.key, symbol.name, &symbol.source.to_string(), symbol.about];
        texts.iter().position(|text| text.to_lowercase().contains(&wanted)).map(|place| place + 2)
    };
    let mut matches: Vec<_> = symbols().filter_map(|symbol| Some((rank(symbol)?, symbol))).collect();
    matches.sort_by_key(|(rank, _)| *rank);
    matches.into_iter().map(|(_, symbol)| symbol).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_matrix_and_every_parameter_of_every_operator_is_explained() {
        for method in methods() {
            let parameters = method.parameters.iter().map(|parameter| parameter.symbol);
            for symbol in method.all_matrices().chain(parameters) {
                assert_eq!(find(symbol.key), Some(symbol), "{}", method.key);
            }
        }
    }

    #[test]
    fn no_symbol_is_explained_twice() {
        let keys: Vec<&str> = symbols().map(|symbol| symbol.key).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{keys:?}");
        let stems: Vec<&str> = symbols().filter_map(|symbol| symbol.stem).collect();
        assert_eq!(stems.iter().collect::<BTreeSet<_>>().len(), stems.len(), "{stems:?}");
    }

    #[test]
    fn a_letter_finds_itself_before_what_has_it_in_its_name() {
        for (typed, key) in [("s", "s"), ("S", "S"), ("k_t", "K_t"), ("τ", "tau"), ("TAU", "tau"), ("coupling", "E")] {
            assert_eq!(search(typed)[0].key, key, "{typed}");
        }
        assert!(search("Eq. 19").iter().any(|symbol| symbol.key == "rhat"));
        assert!(search("no such thing").is_empty());
    }
}
