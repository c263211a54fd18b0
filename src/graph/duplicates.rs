//! Graphs of a dataset that are the same but for the order of their nodes.
//!
//! Colours of nodes are refined by those of their neighbours (B. Weisfeiler and A. Leman, 1968); of graphs with equal colours
//! a search for a mapping of nodes decides. Labels of nodes and edges, attributes and weights have to be the same, classes
//! not: two graphs that only differ in their class are the ones worth knowing of.

use std::collections::HashMap;

use super::{Dataset, Graph};

/// Steps of the search for one pair; a pair that needs more is left unsettled.
const MOST_STEPS: usize = 50_000;
/// Rounds of refinement; molecules need few, and the search decides in the end.
const MOST_ROUNDS: usize = 16;

/// Which graphs are duplicates of which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// For each graph the first one that is the same, if that is another.
    pub of: Vec<Option<u32>>,
    /// Duplicates whose class is that of the first.
    pub n_same_class: usize,
    /// Duplicates whose class is another.
    pub n_other_class: usize,
    /// Pairs that may be the same, and took too long to tell.
    pub n_unsettled: usize,
}

impl Duplicates {
    /// Compares all graphs of a dataset.
    pub fn find(dataset: &Dataset) -> Self {
        let mut found = Self { of: vec![None; dataset.graphs.len()], ..Self::default() };
        if dataset.graphs.len() < 2 {
            return found;
        }
        let mut firsts: HashMap<u64, Vec<u32>> = HashMap::new();
        for (idx, graph) in dataset.graphs.iter().enumerate() {
            let coloured = Coloured::new(graph);
            let alike = firsts.entry(coloured.hash()).or_default();
            for &first in alike.iter() {
                match same(&Coloured::new(&dataset.graphs[first as usize]), &coloured) {
                    Some(true) => {
                        found.of[idx] = Some(first);
                        break;
                    }
                    Some(false) => {}
                    None => found.n_unsettled += 1,
                }
            }
            match found.of[idx] {
                Some(first) if dataset.graphs[first as usize].class == graph.class => found.n_same_class += 1,
                Some(_) => found.n_other_class += 1,
                None => alike.push(idx as u32),
            }
        }
        found
    }

    /// How many graphs are duplicates.
    pub fn n(&self) -> usize {
        self.n_same_class + self.n_other_class
    }
}

impl Dataset {
    /// Keeps the first of graphs that are the same.
    pub fn drop_duplicates(&mut self) -> Duplicates {
        let found = Duplicates::find(self);
        let mut of = found.of.iter();
        self.graphs.retain(|_| of.next().is_none_or(Option::is_none));
        found
    }
}

/// A graph with a colour for each node, and its neighbours.
struct Coloured<'a> {
    graph: &'a Graph,
    colours: Vec<u64>,
    starts: Vec<usize>,
    /// Neighbour and what is known of the edge.
    around: Vec<(u32, u64)>,
}

impl<'a> Coloured<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut starts = vec![0; graph.n_nodes + 1];
        for &node in graph.edges.iter().flatten() {
            starts[node as usize + 1] += 1;
        }
        for node in 0..graph.n_nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut around = vec![(0, 0); 2 * graph.n_edges()];
        for (idx, &[u, v]) in graph.edges.iter().enumerate() {
            let label = graph.edge_labels.as_ref().map_or(0, |labels| u64::from(labels[idx]));
            let kind = mix(label, graph.edge_weight(idx).to_bits());
            for (from, to) in [(u, v), (v, u)] {
                around[next[from as usize]] = (to, kind);
                next[from as usize] += 1;
            }
        }
        let width = graph.node_attributes.as_ref().map_or(0, |all| all.len() / graph.n_nodes.max(1));
        let colour = |node: usize| {
            let label = graph.node_labels.as_ref().map_or(u64::MAX, |labels| u64::from(labels[node]));
            let atom = graph.atoms.as_ref().map_or(0, |atoms| {
                let atom = atoms[node];
                u64::from(atom.charge as u8)
                    | u64::from(atom.hydrogens) << 8
                    | u64::from(atom.isotope.unwrap_or(0)) << 16
            });
            let attributes = graph.node_attributes.iter().flat_map(|all| &all[node * width..(node + 1) * width]);
            attributes.fold(mix(label, atom), |colour, value| mix(colour, value.to_bits()))
        };
        let colours = (0..graph.n_nodes).map(colour).collect();
        let mut coloured = Self { graph, colours, starts, around };
        coloured.refine();
        coloured
    }

    fn around(&self, node: u32) -> &[(u32, u64)] {
        &self.around[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// Gives nodes with different surroundings different colours, until nothing changes.
    fn refine(&mut self) {
        let n_colours = |colours: &[u64]| {
            let mut sorted = colours.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len()
        };
        let mut n = 0;
        let mut surroundings = Vec::new();
        for _ in 0..MOST_ROUNDS {
            let mut colours = Vec::with_capacity(self.colours.len());
            for node in 0..self.graph.n_nodes as u32 {
                surroundings.clear();
                surroundings.extend(self.around(node).iter().map(|&(to, kind)| mix(self.colours[to as usize], kind)));
                surroundings.sort_unstable();
                colours.push(surroundings.iter().fold(self.colours[node as usize], |all, &one| mix(all, one)));
            }
            self.colours = colours;
            let n_now = n_colours(&self.colours);
            if n_now == n {
                break;
            }
            n = n_now;
        }
    }

    /// The same for graphs that are the same.
    fn hash(&self) -> u64 {
        let mut colours = self.colours.clone();
        colours.sort_unstable();
        colours.iter().fold(mix(self.graph.n_nodes as u64, self.graph.n_edges() as u64), |all, &one| mix(all, one))
    }

    /// Nodes so that each but the first of a component has a neighbour before it; rare colours first.
    fn order(&self) -> Vec<u32> {
        let mut count: HashMap<u64, usize> = HashMap::new();
        for &colour in &self.colours {
            *count.entry(colour).or_default() += 1;
        }
        let mut roots: Vec<u32> = (0..self.graph.n_nodes as u32).collect();
        roots.sort_by_key(|&node| (count[&self.colours[node as usize]], node));
        let mut is_placed = vec![false; self.graph.n_nodes];
        let mut order = Vec::with_capacity(self.graph.n_nodes);
        for root in roots {
            if std::mem::replace(&mut is_placed[root as usize], true) {
                continue;
            }
            let mut at = order.len();
            order.push(root);
            while let Some(&node) = order.get(at) {
                at += 1;
                for &(to, _) in self.around(node) {
                    if !std::mem::replace(&mut is_placed[to as usize], true) {
                        order.push(to);
                    }
                }
            }
        }
        order
    }
}

/// Whether some mapping of nodes makes one graph the other; none where that is not found out in time.
fn same(a: &Coloured<'_>, b: &Coloured<'_>) -> Option<bool> {
    if a.hash() != b.hash() {
        return Some(false);
    }
    let order = a.order();
    let mut image: Vec<Option<u32>> = vec![None; order.len()];
    let mut is_taken = vec![false; order.len()];
    let fits = |node: u32, candidate: u32, image: &[Option<u32>]| {
        let edge_of = |to: u32| b.around(candidate).iter().find(|(other, _)| *other == to).map(|(_, kind)| *kind);
        a.colours[node as usize] == b.colours[candidate as usize]
            && a.around(node).iter().all(|&(to, kind)| image[to as usize].is_none_or(|to| edge_of(to) == Some(kind)))
    };
    // Candidates still to try for each node of the order up to the current one.
    let mut open: Vec<Vec<u32>> = Vec::new();
    let mut n_steps = 0;
    loop {
        let depth = open.len();
        let Some(&node) = order.get(depth) else { return Some(true) };
        let mapped = a.around(node).iter().find_map(|&(to, _)| image[to as usize]);
        let mut candidates: Vec<u32> = match mapped {
            Some(neighbour) => b.around(neighbour).iter().map(|&(to, _)| to).collect(),
            None => (0..order.len() as u32).collect(),
        };
        candidates.retain(|&candidate| !is_taken[candidate as usize] && fits(node, candidate, &image));
        n_steps += candidates.len() / 8;
        open.push(candidates);
        // Takes the next candidate, going back as far as there is none.
        loop {
            n_steps += 1;
            if n_steps > MOST_STEPS + order.len() {
                return None;
            }
            let depth_of = open.len().wrapping_sub(1);
            let Some(candidates) = open.last_mut() else { return Some(false) };
            let node = order[depth_of];
            if let Some(old) = image[node as usize].take() {
                is_taken[old as usize] = false;
            }
            match candidates.pop() {
                Some(candidate) => {
                    image[node as usize] = Some(candidate);
                    is_taken[candidate as usize] = true;
                    break;
                }
                None => drop(open.pop()),
            }
        }
    }
}

/// A number from two (SplitMix64's finalizer).
fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.rotate_left(25).wrapping_add(b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::{GraphBuilder, Labels},
        math::rng::Rng,
    };

    fn graph(n: usize, edges: &[[u32; 2]]) -> Graph {
        let mut builder = GraphBuilder::new(n);
        edges.iter().for_each(|&[u, v]| builder.add_edge(u, v));
        builder.finish()
    }

    fn dataset(graphs: Vec<Graph>) -> Dataset {
        Dataset { graphs, classes: Labels::from_values(["a", "b"]), ..Dataset::default() }
    }

    #[test]
    fn colours_alone_do_not_decide() {
        // Two triangles and a hexagon have the same colours; so have the 4 × 4 rook's graph and Shrikhande's.
        let triangles = graph(6, &[[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5]]);
        let hexagon = graph(6, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 5]]);
        let cells = |joined: &dyn Fn(i32, i32) -> bool| {
            let mut edges = Vec::new();
            for u in 0..16 {
                for v in u + 1..16_i32 {
                    let (dx, dy) = ((u / 4 - v / 4).rem_euclid(4), (u % 4 - v % 4).rem_euclid(4));
                    if joined(dx, dy) {
                        edges.push([u as u32, v as u32]);
                    }
                }
            }
            graph(16, &edges)
        };
        let rook = cells(&|dx, dy| (dx == 0) != (dy == 0));
        let shrikhande = cells(&|dx, dy| [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&(dx, dy)));
        assert_eq!((rook.n_edges(), shrikhande.n_edges()), (48, 48));
        let found = Duplicates::find(&dataset(vec![triangles, hexagon, rook, shrikhande]));
        assert_eq!((found.n(), found.n_unsettled), (0, 0));
    }

    #[test]
    fn shuffled_graphs_are_found_with_the_classes_that_differ() {
        let mut rng = Rng::new(7);
        let mut graphs = Vec::new();
        for idx in 0..20 {
            let n = 8 + idx;
            let mut edges: Vec<[u32; 2]> = (1..n as u32).map(|v| [rng.below(u64::from(v)) as u32, v]).collect();
            edges.extend((0..n / 2).map(|_| [rng.below(n as u64) as u32, rng.below(n as u64) as u32]));
            let mut order: Vec<u32> = (0..n as u32).collect();
            rng.shuffle(&mut order);
            let shuffled: Vec<[u32; 2]> = edges.iter().map(|edge| edge.map(|node| order[node as usize])).collect();
            let labels: Vec<u32> = (0..n as u32).map(|node| node % 3).collect();
            let mut copy = graph(n, &shuffled);
            let mut of_copy = vec![0; n];
            order.iter().zip(&labels).for_each(|(&node, &label)| of_copy[node as usize] = label);
            (copy.node_labels, copy.class) = (Some(of_copy), Some(u32::from(idx < 5)));
            let mut first = graph(n, &edges);
            (first.node_labels, first.class) = (Some(labels), Some(0));
            graphs.extend([first, copy]);
        }
        let mut data = dataset(graphs);
        let found = Duplicates::find(&data);
        let expected: Vec<Option<u32>> = (0..40).map(|idx| (idx % 2 == 1).then_some(idx - 1)).collect();
        assert_eq!((found.of.as_slice(), found.n_same_class, found.n_other_class), (expected.as_slice(), 15, 5));
        assert_eq!(data.drop_duplicates(), found);
        assert_eq!((data.graphs.len(), Duplicates::find(&data).n()), (20, 0));
    }

    #[test]
    fn labels_weights_and_attributes_count() {
        let plain = graph(2, &[[0, 1]]);
        let weighted = Graph { edge_weights: Some(vec![2.0]), ..plain.clone() };
        let labelled = Graph { node_labels: Some(vec![0, 1]), ..plain.clone() };
        let other = Graph { node_labels: Some(vec![1, 0]), ..plain.clone() };
        let found = Duplicates::find(&dataset(vec![plain, weighted, labelled, other]));
        assert_eq!(found.of, [None, None, None, Some(2)]);
    }
}
