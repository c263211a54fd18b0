//! How well an offer matches the query.

use super::providers::Offer;

/// Higher is better; none if a typed word is not found at all.
///
/// Each word counts by its best place: a whole word of the offer, the start of one, the inside of one, or its letters in
/// order in the title. Words of the kind ("operator", "tab") and other names of the thing count too.
pub(super) fn score(offer: &Offer, query: &str) -> Option<u32> {
    let (title, query) = (offer.title.to_lowercase(), query.to_lowercase());
    let others = format!("{} {}", offer.note, offer.also).to_lowercase();
    let mut total = 0;
    for word in query.split_whitespace() {
        total += word_score(&title, word)
            .or_else(|| Some(word_score(&others, word)?.saturating_sub(15)))
            .or_else(|| letters(&title, word))?;
    }
    let whole = match () {
        () if title == query => 300,
        () if title.starts_with(&query) => 100,
        () => 0,
    };
    // Of two that match alike, the shorter is meant.
    Some(1000 + total + whole - (title.chars().count() as u32 / 8).min(99))
}

fn word_score(text: &str, word: &str) -> Option<u32> {
    let of = |part: &str| match part.strip_prefix(word) {
        Some("") => Some(100),
        Some(_) => Some(80),
        None => part.contains(word).then_some(40),
    };
    text.split(|c: char| !c.is_alphanumeric()).chain(text.split_whitespace()).filter_map(of).max()
}

/// Its letters in order, close together: `cthl` for Cuthill–McKee. Two letters are in order almost everywhere.
fn letters(text: &str, word: &str) -> Option<u32> {
    if word.chars().count() < 3 {
        return None;
    }
    let mut rest = text.char_indices();
    let mut places = Vec::new();
    for letter in word.chars() {
        places.push(rest.find(|(_, other)| *other == letter)?.0);
    }
    let spread = places.last()? - places.first()? + 1;
    (spread <= 3 * word.len()).then_some(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'t>(titles: &[&'t str], query: &str) -> Vec<&'t str> {
        let offer = |title: &str| Offer::new(title, "Command", Vec::new());
        let mut scored: Vec<(u32, &str)> =
            titles.iter().filter_map(|title| Some((score(&offer(title), query)?, *title))).collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, title)| title).collect()
    }

    #[test]
    fn whole_words_go_before_their_starts_and_these_before_insides() {
        let titles = ["Export training curves", "Train", "Start training", "Restrain", "Next graph"];
        assert_eq!(best(&titles, "train"), ["Train", "Start training", "Export training curves", "Restrain"]);
    }

    #[test]
    fn words_may_be_in_any_order_and_letters_may_be_missing() {
        let titles = ["Export figure…", "Copy figure", "Cuthill–McKee", "gPool"];
        assert_eq!(best(&titles, "figure ex"), ["Export figure…"]);
        assert_eq!(best(&titles, "cthl"), ["Cuthill–McKee"]);
        assert_eq!(best(&titles, "mckee"), ["Cuthill–McKee"]);
        assert_eq!(best(&titles, "GPOOL"), ["gPool"]);
        assert_eq!(best(&titles, "zebra"), [""; 0]);
    }

    #[test]
    fn the_kind_counts_less_than_the_title() {
        let operator = Offer::new("gPool", "Operator", Vec::new());
        let panel = Offer::new("Operator panel", "Command", Vec::new());
        assert!(score(&panel, "operator") > score(&operator, "operator"));
        assert!(score(&operator, "operator gpool").is_some());
    }
}
