//! How a batch is cut into parts that are computed side by side.
//!
//! The cut depends on the batch alone and never on the number of threads, and the parts' gradients
//! are added in their order: so any number of threads gives the same bits. Parts of this size also
//! stay in the processor's cache.

/// Nodes that a part should have, those of all levels together.
pub const TARGET_NODES: usize = 1000;

/// The positions of each part's graphs, from the number of nodes of each graph of the batch, over all levels.
///
/// The largest graphs are dealt out first, each to the part that has least so far. More parts than two are a multiple of
/// four, so that two or four cores end together.
pub fn shards(sizes: &[usize]) -> Vec<Vec<usize>> {
    let n_shards = match sizes.iter().sum::<usize>().div_ceil(TARGET_NODES) {
        few @ 0..=2 => few,
        more => more.next_multiple_of(4),
    };
    let n_shards = n_shards.clamp(1, sizes.len().max(1));
    let mut largest_first: Vec<usize> = (0..sizes.len()).collect();
    largest_first.sort_by_key(|&at| std::cmp::Reverse(sizes[at]));
    let mut shards = vec![Vec::new(); n_shards];
    let mut loads = vec![0; n_shards];
    for at in largest_first {
        let lightest = (0..n_shards).min_by_key(|&shard| loads[shard]).unwrap_or(0);
        loads[lightest] += sizes[at];
        shards[lightest].push(at);
    }
    shards.retain(|shard| !shard.is_empty());
    for shard in &mut shards {
        shard.sort_unstable();
    }
    shards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_graph_is_in_one_part_and_parts_are_even() {
        let sizes: Vec<usize> = (0..64).map(|at| 28 + at % 23).collect();
        let shards = shards(&sizes);
        let mut all = shards.concat();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
        let loads: Vec<usize> = shards.iter().map(|shard| shard.iter().map(|&at| sizes[at]).sum()).collect();
        assert_eq!(loads.len(), 4);
        assert!(loads.iter().max().unwrap() - loads.iter().min().unwrap() < 20, "{loads:?}");
    }

    #[test]
    fn a_giant_stands_alone_and_nothing_makes_no_part() {
        assert_eq!(shards(&[10, 9000, 12]), [vec![1], vec![2], vec![0]]);
        assert_eq!(shards(&[]), Vec::<Vec<usize>>::new());
    }
}
