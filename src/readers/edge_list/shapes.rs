//! Shapes that edge lists are mistaken for: a line of sizes first, lists of neighbours, dictionaries of NetworkX.

use super::{Edge, EdgeList, TextFile, data_lines};

/// Whether the first line is `n m`: as many lines follow, with no more nodes.
pub(super) fn is_size(first: &[String], below: impl Iterator<Item = Vec<String>>) -> bool {
    let numbers: Option<Vec<u64>> = first.iter().map(|cell| cell.parse().ok()).collect();
    let Some([n_nodes, n_edges]) = numbers.as_deref() else { return false };
    let mut n_lines = 0_u64;
    for cells in below {
        let is_node = |cell: &String| cell.parse::<u64>().is_ok_and(|node| node <= *n_nodes);
        if cells.len() < 2 || !cells.iter().take(2).all(is_node) {
            return false;
        }
        n_lines += 1;
    }
    // Fewer edges than that say little: "1 2" above one edge may be an edge itself.
    n_lines > 2 && n_lines == *n_edges
}

/// Lists of neighbours over several lines, as `networkx.write_multiline_adjlist` writes them: a node and how many
/// neighbours follow, then one a line. None unless the whole file is so.
pub(super) fn multiline(file: &TextFile) -> Option<EdgeList> {
    let mut lines = data_lines(&file.text);
    let mut list = EdgeList::default();
    let mut n_lone = 0;
    while let Some((_, line)) = lines.next() {
        let mut words = line.split_whitespace();
        let (node, n_below) = (words.next()?, words.next()?.parse::<usize>().ok()?);
        if words.next().is_some() || line.contains([',', ';', '"']) {
            return None;
        }
        let node = list.node(node);
        for _ in 0..n_below {
            let (line, text) = lines.next()?;
            let mut words = text.split_whitespace();
            let neighbour = list.node(words.next()?);
            // The data of an edge is a dictionary without a space where it is empty.
            if words.next().is_some_and(|word| word != "{}") {
                return None;
            }
            list.edges.push(Edge { line, ends: [node, neighbour], weight: 1.0 });
            n_lone += 1;
        }
    }
    (n_lone > 0).then_some(list)
}

/// The weight in what follows the brace of a dictionary of NetworkX: `'weight': 4, 'x': 1}`.
pub(super) fn weight_in(dictionary: &str) -> Option<&str> {
    let (_, after) = dictionary.split_once("'weight':").or_else(|| dictionary.split_once("\"weight\":"))?;
    Some(after.split([',', '}']).next().unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_line_of_sizes_fits_what_follows() {
        let is_size = |first: &str, below: &str| is_size(&rows(first)[0], rows(below).into_iter());
        assert!(is_size("3 3", "1 2\n2 3\n3 1"));
        assert!(is_size("4 3", "0 1\n1 2\n3 1"));
        assert!(!is_size("3 3", "1 2\n2 3\n3 4"), "a node more than there are");
        assert!(!is_size("3 4", "1 2\n2 3\n3 1"));
        assert!(!is_size("1 2", "2 3\n1 3"));
        assert!(!is_size("a 3", "1 2\n2 3\n3 1"));
    }

    #[test]
    fn lists_of_neighbours_are_told_by_their_counts() {
        let read = |text: &str| multiline(&TextFile::from_text("x.txt", text));
        let list = read("# gmt\n0 2\n1\n2\n1 1\n2\n2 0\n").unwrap();
        assert_eq!(list.edges.iter().map(|edge| edge.ends).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        assert!(read("0 2\n1 2\n").is_none());
        assert!(read("0 2\n1\n2\n3 1\n").is_none());
    }

    #[test]
    fn the_weight_of_a_dictionary_is_found() {
        assert_eq!(weight_in("'x': 1, 'weight': 4.5}"), Some("4.5"));
        assert_eq!(weight_in("'weight': 4, 'x': 1}"), Some("4"));
        assert_eq!(weight_in("}"), None);
    }
}
