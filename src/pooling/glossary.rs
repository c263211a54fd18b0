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

/// A symbol by its key or its text.
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
    use crate::symbols::Source;

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

    /// Symbol → where the paper has it, counted there: labels of its source are other numbers.
    const SOURCES: &[(&str, &str)] = &[
        ("A", "Section 3"),
        ("A'", "Eqs. 2 and 21"),
        ("C", "Eq. 20"),
        ("D", "Section 3"),
        ("E", "Eqs. 15 and 16"),
        ("G", "Section 3"),
        ("H", "Eq. 23"),
        ("K_s", "Eqs. 11 and 12"),
        ("K_t", "Eqs. 5 and 9"),
        ("L", "Section 3"),
        ("M", "Eq. 9"),
        ("NS", "Section 6.2"),
        ("NT", "Section 6.2"),
        ("Q", "Eq. 10"),
        ("R", "Eqs. 13 and 14"),
        ("U", "Section 3"),
        ("V", "Section 3"),
        ("W_Q", "Eq. 10"),
        ("X", "Section 3"),
        ("X'", "Eqs. 2 and 22"),
        ("alpha_k", "Section 4.1"),
        ("d_i", "Section 3"),
        ("dprime", "Section 4.2"),
        ("edges", "Section 3"),
        ("g", "Eqs. 7 and 8"),
        ("h", "Section 6.1"),
        ("idx", "Eq. 17"),
        ("lambda_i", "Eq. 3"),
        ("levels", "Section 3"),
        ("nprime", "Eq. 17"),
        ("phi", "Eq. 4"),
        ("readout", "Eq. 24"),
        ("rhat", "Eq. 19"),
        ("rho", "Eq. 17"),
        ("s", "Eq. 8"),
        ("sparsemax", "Eq. 18"),
        ("tau", "Eq. 11"),
        ("u_i", "Section 3"),
    ];

    #[test]
    fn every_symbol_of_the_paper_is_cited_by_its_number() {
        let all = symbols();
        let of_paper = all.filter(|symbol| !matches!(symbol.source, Source::Peer(_)));
        let mut found: Vec<(&str, String)> = of_paper.map(|symbol| (symbol.key, symbol.source.to_string())).collect();
        found.sort();
        let known: Vec<(&str, String)> = SOURCES.iter().map(|(key, source)| (*key, (*source).to_owned())).collect();
        assert_eq!(found, known);
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
