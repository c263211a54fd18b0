//! Indices and powers within a line of text, written as in TeX: `K_t`, `λ_{12}`, `A^{(1)}`.

/// Where a piece of text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// On the baseline.
    Base,
    /// Below it, smaller.
    Sub,
    /// Above it, smaller.
    Super,
}

/// The pieces of a line, none empty: the letter after `_` stands below the line, that after `^` above it; several
/// letters stand in braces.
pub fn pieces(source: &str) -> impl Iterator<Item = (Script, &str)> {
    let (mut rest, mut raised) = (source, None);
    std::iter::from_fn(move || {
        if let Some(script) = raised.take() {
            let braced = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
            let letter = rest.chars().next().map_or(0, char::len_utf8);
            let (inside, after) = braced.unwrap_or_else(|| rest.split_at(letter));
            rest = after;
            return Some((script, inside));
        }
        if rest.is_empty() {
            return None;
        }
        let (before, mark) = rest.split_at(rest.find(['_', '^']).unwrap_or(rest.len()));
        raised = mark.chars().next().map(|mark| if mark == '_' { Script::Sub } else { Script::Super });
        rest = mark.get(1..).unwrap_or("");
        Some((Script::Base, before))
    })
    .filter(|(_, piece)| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_and_powers_end_where_the_letter_or_the_brace_does() {
        use Script::{Base, Sub, Super};
        let of = |source| pieces(source).collect::<Vec<_>>();
        assert_eq!(of("K_t"), [(Base, "K"), (Sub, "t")]);
        assert_eq!(of("A^{(1)} = 2"), [(Base, "A"), (Super, "(1)"), (Base, " = 2")]);
        assert_eq!(of("_λ^τx"), [(Sub, "λ"), (Super, "τ"), (Base, "x")]);
        assert_eq!(of("a_{bc"), [(Base, "a"), (Sub, "{"), (Base, "bc")]);
        assert_eq!(of("a_{}^"), [(Base, "a")]);
        assert_eq!(of(""), []);
    }
}
