//! Names and numbers as TeX.

use super::scale::significant;

/// A number with a few significant digits, in scientific notation if necessary.
pub fn number(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    match text.split_once('e') {
        Some((digits, power)) => format!(r"{digits} \cdot 10^{{{power}}}"),
        None => text.replace('−', "-"),
    }
}

/// A name, as an index for example.
pub fn word(name: &str) -> String {
    format!(r"\text{{{}}}", plain(name))
}

/// A name without the special characters of TeX.
pub fn plain(name: &str) -> String {
    let is_safe = |sign: &char| sign.is_ascii_alphanumeric() || " .,:;+-()[]'!?/*=<>|".contains(*sign);
    name.chars().filter(is_safe).take(16).collect()
}

/// Lines that stand under each other at their `&`.
pub fn aligned(lines: &[String]) -> String {
    format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines.join(" \\\\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_safe() {
        assert_eq!([0.41234, -3.1e-7].map(|value| number(value, 3)), ["0.412", r"-3.1 \cdot 10^{-7}"]);
        assert_eq!(word("31 (block_3)"), r"\text{31 (block3)}");
        assert_eq!(
            aligned(&["a &= b".to_owned(), "&= 1".to_owned()]),
            "\\begin{aligned}\na &= b \\\\\n&= 1\n\\end{aligned}"
        );
    }
}
