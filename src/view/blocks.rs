//! Blocks of a matrix in the order of clusters: the rows and the columns of one cluster, and where both meet. The window
//! and the figures draw them in the colours of the hulls.

use std::ops::Range;

/// Neighbouring rows, or columns, of one cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Places from the top or from the left.
    pub places: Range<usize>,
    pub cluster: u32,
}

/// The cells of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub rows: Range<usize>,
    pub cols: Range<usize>,
    pub cluster: u32,
}

/// The runs of an order (place → index). What is in no cluster is in no run.
pub fn runs(order: &[u32], cluster_of: &[Option<u32>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (place, &idx) in order.iter().enumerate() {
        let Some(cluster) = cluster_of.get(idx as usize).copied().flatten() else { continue };
        match runs.last_mut().filter(|run| run.cluster == cluster && run.places.end == place) {
            Some(run) => run.places.end += 1,
            None => runs.push(Run { places: place..place + 1, cluster }),
        }
    }
    runs
}

/// Where rows and columns of one cluster meet.
pub fn blocks(rows: &[Run], cols: &[Run]) -> Vec<Block> {
    let mut by_cluster: Vec<&Run> = cols.iter().collect();
    by_cluster.sort_by_key(|run| run.cluster);
    let met = |row: &Run| -> Vec<Block> {
        let start = by_cluster.partition_point(|col| col.cluster < row.cluster);
        let same = by_cluster[start..].iter().take_while(|col| col.cluster == row.cluster);
        same.map(|col| Block { rows: row.places.clone(), cols: col.places.clone(), cluster: row.cluster }).collect()
    };
    rows.iter().flat_map(met).collect()
}

/// Neighbouring places that are chosen, as those of a selection in another order than the one it was made in.
pub fn chosen_runs(order: &[u32], is_chosen: impl Fn(u32) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, _) in order.iter().enumerate().filter(|(_, idx)| is_chosen(**idx)) {
        match runs.last_mut().filter(|run| run.end == place) {
            Some(run) => run.end += 1,
            None => runs.push(place..place + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_stand_together_are_one_block() {
        let cluster_of = [Some(1), Some(0), None, Some(0), Some(1)];
        let run = |places, cluster| Run { places, cluster };
        let rows = runs(&[1, 3, 0, 4, 2], &cluster_of);
        assert_eq!(rows, [run(0..2, 0), run(2..4, 1)]);
        assert_eq!(runs(&[0, 1, 2, 3, 4], &cluster_of), [run(0..1, 1), run(1..2, 0), run(3..4, 0), run(4..5, 1)]);
        let seeds = runs(&[0, 1], &[Some(0), Some(1)]);
        let block = |rows, cols, cluster| Block { rows, cols, cluster };
        assert_eq!(blocks(&seeds, &rows), [block(0..1, 0..2, 0), block(1..2, 2..4, 1)]);
        assert_eq!(blocks(&rows, &rows), [block(0..2, 0..2, 0), block(2..4, 2..4, 1)]);
        assert_eq!(blocks(&rows, &[]), []);
    }

    #[test]
    fn a_selection_falls_apart_in_another_order() {
        let is_chosen = |idx: u32| idx < 3;
        assert_eq!(chosen_runs(&[0, 1, 2, 3], is_chosen), vec![0..3; 1]);
        assert_eq!(chosen_runs(&[0, 3, 1, 2], is_chosen), [0..1, 2..4]);
    }
}
