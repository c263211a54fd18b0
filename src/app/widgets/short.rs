//! Texts cut to a length.

/// The start of a text that is too long, with `…`.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("caffeine", 24), "caffeine");
        assert_eq!(short("Stochastic block model (blocks=3)", 24), "Stochastic block model…");
    }
}
