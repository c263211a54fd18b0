//! Connected components.

use petgraph::unionfind::UnionFind;

/// Which component every node is in, numbered by their lowest nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The component of each node.
    pub of_node: Vec<u32>,
    /// How many there are.
    pub n: usize,
}

impl Components {
    /// Of the nodes `0..n_nodes` with these edges.
    pub fn new(n_nodes: usize, edges: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut sets = UnionFind::<u32>::new(n_nodes);
        for [u, v] in edges {
            sets.union(u, v);
        }
        let mut number_of_root = vec![u32::MAX; n_nodes];
        let mut n = 0;
        let number = |root: u32| {
            let number = &mut number_of_root[root as usize];
            if *number == u32::MAX {
                *number = n;
                n += 1;
            }
            *number
        };
        let of_node = sets.into_labeling().into_iter().map(number).collect();
        Self { of_node, n: n as usize }
    }

    /// The nodes of each, ascending.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.n];
        for (node, &component) in (0..).zip(&self.of_node) {
            members[component as usize].push(node);
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_numbered_by_their_lowest_node() {
        let components = Components::new(6, [[3, 4], [2, 1], [0, 2], [4, 4]]);
        assert_eq!(components, Components { of_node: vec![0, 0, 0, 1, 1, 2], n: 3 });
        assert_eq!(components.members(), [vec![0, 1, 2], vec![3, 4], vec![5]]);
        assert_eq!(Components::new(0, []).n, 0);
    }
}
