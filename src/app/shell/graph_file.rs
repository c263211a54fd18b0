//! File names of graphs.

use crate::app::state::subject::Subject;

/// Suggested file name of a graph.
pub(crate) fn file_name(subject: &Subject) -> String {
    format!("{}.graphml", stem(subject))
}

/// `MUTAG-3`, without characters that are invalid in file names.
pub(crate) fn stem(subject: &Subject) -> String {
    let name = subject.original().ok().and_then(|graph| graph.name.clone());
    let name = name.unwrap_or_else(|| format!("{}-{}", subject.data.dataset.name, subject.graph));
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    let name: String = name.chars().take(60).map(plain).collect();
    let edited = if subject.edits.is_empty() { "" } else { "-edited" };
    format!("{}{edited}", name.trim())
}
