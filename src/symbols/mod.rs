//! Notation: the symbols of the paper, and the type with which operators describe their own.
//!
//! A [`Symbol`] identifies a value of a trace, a parameter and a glossary entry: its name in files, on screen and in
//! figures is defined once.

pub mod table;

pub use table::*;

/// A symbol of the paper, of another operator or of this program.
#[derive(Debug)]
pub struct Symbol {
    /// In plain letters, as links, JSON and command-line flags spell it: `K_t`, `tau`.
    pub key: &'static str,
    /// As plain text: `τ`.
    pub text: &'static str,
    /// As TeX.
    pub latex: &'static str,
    /// Name of its values in files: `Kt`; none for values that files contain under another name.
    pub stem: Option<&'static str>,
    /// Short name: `structure kernel`.
    pub name: &'static str,
    /// Where it is defined.
    pub source: Source,
    /// Its definition, as TeX.
    pub equation: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
}

/// Keys are unique, which a test checks.
impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Symbol {}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(other.key)
    }
}

/// As a line of text.
impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

impl serde::Serialize for Symbol {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key)
    }
}

impl Symbol {
    /// `[key, text, latex]`; the key is also the name in files.
    pub const fn new(
        [key, text, latex]: [&'static str; 3],
        name: &'static str,
        source: Source,
        equation: &'static str,
        about: &'static str,
    ) -> Self {
        Self { key, text, latex, stem: Some(key), name, source, equation, about }
    }

    /// Whether it is the one of a key, or of a name in files.
    pub fn is_called(&self, name: &str) -> bool {
        self.key == name || self.stem == Some(name)
    }

    /// With another name in files.
    pub const fn in_files(self, stem: &'static str) -> Self {
        Self { stem: Some(stem), ..self }
    }

    /// For a value that files contain under another name.
    pub const fn not_in_files(self) -> Self {
        Self { stem: None, ..self }
    }
}

/// Where a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Numbered equations of the paper.
    Equation(&'static [u8]),
    /// A section of the paper, if there is no numbered equation.
    Section(&'static str),
    /// Another paper.
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

/// A group of symbols.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// Heading in the glossary.
    pub title: &'static str,
    /// In an order in which each depends only on earlier ones.
    pub symbols: &'a [&'static Symbol],
}
