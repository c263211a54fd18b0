//! Lists of graphs: `7`, `0,3,7-12`, `all`.

use anyhow::{Context as _, bail};

use crate::graph::Dataset;

/// The indices of a list, in its order, each once.
pub(super) fn parse(list: &str, dataset: &Dataset) -> anyhow::Result<Vec<usize>> {
    let n = dataset.graphs.len();
    if list == "all" {
        return Ok((0..n).collect());
    }
    let mut found: Vec<usize> = Vec::new();
    for part in list.split(',').map(str::trim) {
        let number = |text: &str| {
            let wrong =
                || format!("--graph {list}: “{part}” is not a graph index; give indices such as 7 or 0,3,7-12, or all");
            let idx: usize = text.trim().parse().with_context(wrong)?;
            if idx >= n {
                bail!("{} has no graph {idx}; choose from 0 to {}", dataset.name, n.saturating_sub(1));
            }
            Ok(idx)
        };
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first {
            bail!("--graph {list}: the range {part} is reversed; give the lower index first");
        }
        found.extend((first..=last).filter(|idx| !found.contains(idx)).collect::<Vec<_>>());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn lists_and_ranges_are_read_and_mistakes_told() {
        let dataset = Dataset { name: "D".into(), graphs: vec![Graph::default(); 20], ..Dataset::default() };
        assert_eq!(parse("7", &dataset).unwrap(), [7]);
        assert_eq!(parse("0,3, 7-9,3", &dataset).unwrap(), [0, 3, 7, 8, 9]);
        assert_eq!(parse("all", &dataset).unwrap().len(), 20);
        let error = |list| parse(list, &dataset).unwrap_err().to_string();
        assert_eq!(error("20"), "D has no graph 20; choose from 0 to 19");
        assert_eq!(error("9-7"), "--graph 9-7: the range 9-7 is reversed; give the lower index first");
        assert_eq!(error("a"), "--graph a: “a” is not a graph index; give indices such as 7 or 0,3,7-12, or all");
    }
}
