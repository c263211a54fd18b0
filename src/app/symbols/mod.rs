//! What the letters mean: one table, read by the glossary and by every tooltip of a symbol.

mod table;

use eframe::egui::{Label, Response, RichText, Ui};

use super::{theme, widgets::equation::equation_ui};

/// A letter of the paper, of its peers or of this program.
pub struct Symbol {
    /// In plain letters, as traces and parameters spell it: `K_t`, `tau`.
    pub key: &'static str,
    /// As a line of text: `τ`.
    pub text: &'static str,
    /// As TeX.
    pub latex: &'static str,
    /// In a few words.
    pub name: &'static str,
    /// Where it is defined.
    pub source: Source,
    /// Its definition, as TeX.
    pub equation: &'static str,
    /// In a sentence.
    pub about: &'static str,
}

/// Where a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In equations of the paper, by their numbers.
    Equation(&'static [u8]),
    /// In a section of the paper that has no equation of its own for it.
    Section(&'static str),
    /// In another paper.
    Peer(&'static str),
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Equation(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                write!(f, "{} {}", if numbers.len() == 1 { "Eq." } else { "Eqs." }, numbers.join(" and "))
            }
            Self::Section(number) => write!(f, "Section {number}"),
            Self::Peer(paper) => f.write_str(paper),
        }
    }
}

/// Symbols that belong together.
pub struct Group {
    /// What they are about.
    pub title: &'static str,
    /// In the order in which each needs only those before it.
    pub symbols: &'static [Symbol],
}

pub use table::GROUPS;

/// The symbol of a trace, a map or a parameter, by its key or as a line of text.
pub fn find(spelling: &str) -> Option<&'static Symbol> {
    let all = || GROUPS.iter().flat_map(|group| group.symbols);
    all().find(|symbol| symbol.key == spelling).or_else(|| all().find(|symbol| symbol.text == spelling))
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
    let all = GROUPS.iter().flat_map(|group| group.symbols);
    let mut found: Vec<_> = all.filter_map(|symbol| Some((rank(symbol)?, symbol))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, symbol)| symbol).collect()
}

/// Width of a tooltip in points.
const TOOLTIP: f32 = 300.0;

/// Says in a tooltip what symbols mean: a single one with its equation, of several the names.
pub fn explained(response: Response, keys: &[&str], also: &str) -> Response {
    response.on_hover_ui(|ui| {
        ui.set_max_width(TOOLTIP);
        match keys {
            [key] => single_ui(ui, key, also),
            keys => keys.iter().filter_map(|key| find(key)).for_each(|symbol| {
                ui.horizontal(|ui| {
                    equation_ui(ui, symbol.latex, 15.0, ui.visuals().text_color());
                    heading_ui(ui, symbol);
                });
            }),
        }
    })
}

fn single_ui(ui: &mut Ui, key: &str, also: &str) {
    let found = find(key);
    if let Some(symbol) = found {
        ui.horizontal(|ui| heading_ui(ui, symbol));
        equation_ui(ui, symbol.equation, 15.0, ui.visuals().text_color());
        ui.add(Label::new(symbol.about).wrap());
    }
    if found.is_none_or(|symbol| symbol.name != also) && !also.is_empty() {
        ui.add(Label::new(RichText::new(also).weak()).wrap());
    }
}

fn heading_ui(ui: &mut Ui, symbol: &Symbol) {
    ui.label(RichText::new(symbol.name).family(theme::strong_family()));
    ui.weak(symbol.source.to_string());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pooling::METHODS;

    #[test]
    fn every_matrix_and_every_parameter_of_every_operator_is_explained() {
        for method in METHODS {
            for key in method.matrices.iter().chain(method.parameters.iter().map(|parameter| &parameter.key)) {
                assert!(find(key).is_some(), "{}: {key}", method.key);
            }
        }
    }

    #[test]
    fn no_symbol_is_explained_twice() {
        let keys: Vec<&str> = GROUPS.iter().flat_map(|group| group.symbols).map(|symbol| symbol.key).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{keys:?}");
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
        let all = GROUPS.iter().flat_map(|group| group.symbols);
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
