//! A dataset and how it is read in one text, `table.csv?smiles=Drug&label=Y`, so that runs, links and sessions that keep the
//! name of a dataset find the same data again.

use std::{borrow::Cow, path::Path};

use super::{TableColumns, catalog::LoadOptions};

/// What may follow the name.
const KEYS: &[&str] = &["smiles", "source", "target", "weight", "label", "duplicates"];

/// What is done with duplicates.
const DROP: &str = "drop";

/// The name without what follows it, and the options with it; an existing path is a name as it is.
pub fn with_options<'a>(source: &'a str, options: &LoadOptions) -> (&'a str, LoadOptions) {
    let mut options = options.clone();
    let (name, pairs) = split(source);
    for (key, value) in pairs {
        if key == "duplicates" {
            options.drop_duplicates |= value == DROP;
            continue;
        }
        let columns = &mut options.read.columns;
        let place = match key {
            "smiles" => &mut columns.smiles,
            "source" => &mut columns.source,
            "target" => &mut columns.target,
            "weight" => &mut columns.weight,
            _ => &mut options.class_field,
        };
        place.get_or_insert(value);
    }
    (name, options)
}

/// The name without what follows it.
pub fn name(source: &str) -> &str {
    split(source).0
}

/// A dataset with the columns that were chosen.
pub fn named(dataset: &str, columns: &TableColumns) -> String {
    let TableColumns { smiles, source, target, weight } = columns;
    let pairs = [("smiles", smiles), ("source", source), ("target", target), ("weight", weight)];
    pairs.into_iter().fold(dataset.to_owned(), |name, (key, value)| match value {
        Some(value) => with(&name, key, Some(value)),
        None => name,
    })
}

/// The field that is chosen as class.
pub fn label(source: &str) -> Option<String> {
    split(source).1.into_iter().find(|(key, _)| *key == "label").map(|(_, value)| value)
}

/// The same data without duplicates.
pub fn without_duplicates(source: &str) -> String {
    with(source, "duplicates", Some(DROP))
}

/// The same data with another field as class, or with the class that the file has.
pub fn labelled(source: &str, field: Option<&str>) -> String {
    with(source, "label", field)
}

/// The text with one option set or taken out.
fn with(source: &str, key: &str, value: Option<&str>) -> String {
    let (name, mut pairs) = split(source);
    pairs.retain(|(other, _)| *other != key);
    pairs.extend(value.map(|value| (key, value.to_owned())));
    let mut text = name.to_owned();
    for (idx, (key, value)) in pairs.iter().enumerate() {
        text.push(if idx == 0 { '?' } else { '&' });
        text.push_str(key);
        text.push('=');
        text.push_str(&escaped(value));
    }
    text
}

fn split(source: &str) -> (&str, Vec<(&str, String)>) {
    let whole = (source, Vec::new());
    let Some((name, rest)) = source.rsplit_once('?') else { return whole };
    if Path::new(source).exists() {
        return whole;
    }
    let pair = |text: &'static str, value: &str| (text, unescaped(value).into_owned());
    let pairs: Option<Vec<_>> = rest
        .split('&')
        .map(|text| {
            let (key, value) = text.split_once('=')?;
            KEYS.iter().find(|known| **known == key).map(|key| pair(key, value))
        })
        .collect();
    pairs.map_or(whole, |pairs| (name, pairs))
}

const ESCAPED: [char; 4] = ['%', '&', '=', '?'];

fn escaped(value: &str) -> String {
    let escape = |text: String, c: char| text.replace(c, &format!("%{:02X}", c as u32));
    ESCAPED.into_iter().fold(value.to_owned(), escape)
}

fn unescaped(value: &str) -> Cow<'_, str> {
    let unescape = |text: Cow<'_, str>, c: char| text.replace(&format!("%{:02X}", c as u32), &c.to_string()).into();
    ESCAPED
        .into_iter()
        .rev()
        .fold(Cow::Borrowed(value), |text, c| if text.contains('%') { unescape(text, c) } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_name_goes_both_ways() {
        let columns = TableColumns { smiles: Some("a=b & 100%25?".to_owned()), ..TableColumns::default() };
        let text = labelled(&named("dir/x.csv", &columns), Some("Y"));
        assert_eq!(text, "dir/x.csv?smiles=a%3Db %26 100%2525%3F&label=Y");
        let (name, options) = with_options(&text, &LoadOptions::default());
        assert_eq!((name, &options.read.columns), ("dir/x.csv", &columns));
        assert_eq!(options.class_field.as_deref(), Some("Y"));
        assert_eq!(labelled("x.csv?label=Y", Some("Z")), "x.csv?label=Z");
        assert_eq!(labelled("x.csv?label=Y", None), "x.csv");
        assert_eq!(name, super::name(&text));
        assert!(with_options(&without_duplicates(&text), &LoadOptions::default()).1.drop_duplicates);
    }

    #[test]
    fn other_question_marks_are_part_of_the_name() {
        for source in ["what?", "smiles:C?C", "x?y=1", "x.csv?smiles"] {
            assert_eq!(with_options(source, &LoadOptions::default()), (source, LoadOptions::default()));
        }
    }
}
