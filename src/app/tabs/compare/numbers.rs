//! Statistics of a pooling in one line.

use crate::app::state::labels;
use crate::trace::summary::{LevelSummary, PoolingSummary, Summary};

/// The same for a label that wraps: a line ends between statistics, not within one.
pub(super) fn wrapping(summary: &Summary) -> String {
    line(summary).split(" · ").map(|part| part.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(" · ")
}

/// `19 → 6 → 2 nodes · seeds 6/2 · dropped 2/0 · components 1/1/1 · edges 22 → 9 → 1 · entropy 0.53/0.1 bit`.
pub(super) fn line(summary: &Summary) -> String {
    let levels = &summary.levels;
    let each = |of: fn(&LevelSummary) -> String, by: &str| levels.iter().map(of).collect::<Vec<_>>().join(by);
    let pooled = |of: fn(&PoolingSummary) -> String| {
        levels.iter().filter_map(|level| level.pooling.as_ref()).map(of).collect::<Vec<_>>().join("/")
    };
    let has_seeds = levels.iter().filter_map(|level| level.pooling.as_ref()).any(|pooling| !pooling.seeds.is_empty());
    let chosen = if has_seeds {
        format!("seeds {}", pooled(|pooling| pooling.seeds.len().to_string()))
    } else {
        format!("clusters {}", pooled(|pooling| pooling.used_clusters.to_string()))
    };
    [
        labels::compare::nodes(&each(|level| level.nodes.to_string(), " → ")),
        chosen,
        labels::compare::losses(
            &pooled(|pooling| pooling.dropped.len().to_string()),
            &each(|level| level.components.to_string(), "/"),
            &each(|level| level.edges.to_string(), " → "),
        ),
        format!("entropy {} bit", pooled(|pooling| format!("{:.2}", pooling.entropy_bits.max(0.0)))),
    ]
    .join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_the_summary() {
        let pooling = PoolingSummary {
            seeds: vec![4, 1],
            tied: false,
            tied_nodes: Vec::new(),
            dropped: vec![3],
            coverage: 0.8,
            column_mass: Vec::new(),
            entropy_bits: 0.456,
            used_clusters: 2,
            steps: Vec::new(),
        };
        let level =
            |nodes, edges, pooling| LevelSummary { nodes, edges, self_loops: 0, components: 1, isolated: 0, pooling };
        let mut summary = Summary { levels: vec![level(5, 4, Some(pooling)), level(2, 1, None)], microseconds: 12.0 };
        let expected = "5 → 2 nodes · seeds 2 · dropped 1 · components 1/1 · edges 4 → 1 · entropy 0.46 bit";
        assert_eq!(line(&summary), expected);
        let words: Vec<String> = wrapping(&summary).split(' ').map(str::to_owned).collect();
        assert_eq!(words.iter().filter(|word| *word != "·").count(), expected.split(" · ").count(), "{words:?}");
        if let Some(pooling) = &mut summary.levels[0].pooling {
            pooling.seeds.clear();
        }
        assert!(line(&summary).contains("clusters 2"));
    }
}
