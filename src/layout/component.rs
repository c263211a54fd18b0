//! One connected component with its own node numbering.

use std::collections::BTreeMap;

use super::LayoutRequest;
use crate::{graph::Graph, math::pattern::Pattern};

/// A connected component.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// The node of the request behind each node of the component, ascending.
    pub nodes: Vec<u32>,
    /// Simple edges, `[u, v]` with `u < v`, ascending.
    pub edges: Vec<[u32; 2]>,
    /// How stiff each edge is beside the mean one.
    pub stiffness: Vec<f64>,
    /// Neighbours of every node.
    pub adjacency: Pattern,
}

/// A light edge still has to hold its nodes together, and a heavy one must not make the rest floppy.
const STIFFNESS: (f64, f64) = (0.25, 4.0);

impl Component {
    /// The components of a request, largest first.
    pub(super) fn split(request: &LayoutRequest) -> Vec<Component> {
        let n = request.n_nodes as u32;
        let mut weights: BTreeMap<[u32; 2], f64> = BTreeMap::new();
        for &([u, v], weight) in &request.edges {
            if u != v && u < n && v < n {
                *weights.entry([u.min(v), u.max(v)]).or_default() +=
                    if weight.is_finite() { weight.abs() } else { 0.0 };
            }
        }
        let mean = weights.values().sum::<f64>() / weights.len().max(1) as f64;
        let graph = Graph { n_nodes: request.n_nodes, edges: weights.keys().copied().collect(), ..Graph::default() };
        let (component, n_components) = graph.components();

        // Nodes, edges and their stiffness.
        type Raw = (Vec<u32>, Vec<[u32; 2]>, Vec<f64>);
        let mut components: Vec<Raw> = vec![Raw::default(); n_components];
        let mut local = vec![0_u32; request.n_nodes];
        for (node, &component) in component.iter().enumerate() {
            let nodes = &mut components[component as usize].0;
            local[node] = nodes.len() as u32;
            nodes.push(node as u32);
        }
        for (edge, weight) in weights {
            let (_, edges, stiffness) = &mut components[component[edge[0] as usize] as usize];
            edges.push(edge.map(|node| local[node as usize]));
            let relative = if mean > 0.0 && mean.is_finite() { weight / mean } else { 1.0 };
            stiffness.push(relative.clamp(STIFFNESS.0, STIFFNESS.1));
        }
        let mut components: Vec<Component> = components
            .into_iter()
            .map(|(nodes, edges, stiffness)| {
                let (adjacency, _) = Pattern::from_edges(nodes.len(), &edges);
                Component { nodes, edges, stiffness, adjacency }
            })
            .collect();
        // Stable, so that equal components stay in the order of their lowest nodes.
        components.sort_by_key(|component| std::cmp::Reverse(component.n_nodes()));
        components
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_simple_and_largest_first() {
        let edges = vec![([3, 1], 1.0), ([1, 3], 2.0), ([0, 0], 1.0), ([4, 3], f64::NAN), ([7, 99], 1.0)];
        let components = Component::split(&LayoutRequest { n_nodes: 6, edges, ..LayoutRequest::default() });
        assert_eq!(
            components.iter().map(|component| component.nodes.clone()).collect::<Vec<_>>(),
            [vec![1, 3, 4], vec![0], vec![2], vec![5]]
        );
        assert_eq!(components[0].edges, [[0, 1], [1, 2]]);
        assert_eq!(components[0].stiffness, [2.0, 0.25]);
    }
}
