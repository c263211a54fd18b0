//! Edits one by one, and at random.

use proptest::prelude::*;

use super::*;
use crate::graph::{Atom, Dataset, Graph, GraphBuilder, Labels};

/// A triangle with a tail and every column that a graph can have.
fn dataset() -> Dataset {
    let mut builder = GraphBuilder::new(4);
    for (u, v, label) in [(0, 1, 0), (1, 2, 1), (0, 2, 0), (2, 3, 1)] {
        builder.add_labelled_edge(u, v, label);
    }
    let atom = |element| Atom { element, hydrogens: 1, ..Atom::default() };
    let graph = Graph {
        node_labels: Some(vec![0, 0, 1, 0]),
        node_attributes: Some((0..8).map(f64::from).collect()),
        node_names: Some(["a", "b", "c", "new 4"].map(String::from).to_vec()),
        atoms: Some(vec![atom(6), atom(6), atom(7), atom(6)]),
        ..builder.finish()
    };
    Dataset {
        graphs: vec![graph],
        node_labels: Labels::from_values(["C", "N"]),
        edge_labels: Labels::from_values(["single", "double"]),
        node_attribute_names: vec!["x".into(), "y".into()],
        ..Dataset::default()
    }
}

fn after(words: &str) -> Result<Graph, EditError> {
    let dataset = dataset();
    let edits: Vec<Edit> = words.split_whitespace().map(|word| word.parse().unwrap()).collect();
    edited(&dataset.graphs[0], &edits, &dataset)
}

#[test]
fn a_new_node_fills_every_column() {
    let graph = after("add:1 join:4:0:1").unwrap();
    assert_eq!((graph.n_nodes, graph.node_labels.as_deref()), (5, Some(&[0, 0, 1, 0, 1][..])));
    assert_eq!(graph.node_attributes.as_ref().map(|rows| rows[8..].to_vec()), Some(vec![0.0, 0.0]));
    assert_eq!(graph.node_names.as_ref().map(|names| names[4].as_str()), Some("new 5"), "“new 4” is taken");
    assert_eq!(graph.atoms.as_ref().map(|atoms| atoms[4].element), Some(7));
    assert_eq!(graph.edges, [[0, 1], [0, 2], [0, 4], [1, 2], [2, 3]]);
    assert_eq!(graph.edge_labels.as_deref(), Some(&[0, 0, 1, 1, 1][..]));
}

#[test]
fn a_removed_node_takes_its_edges_along() {
    let graph = after("remove:1").unwrap();
    assert_eq!((graph.n_nodes, &graph.edges[..]), (3, &[[0, 1], [1, 2]][..]));
    assert_eq!(graph.node_names.as_deref(), Some(&["a", "c", "new 4"].map(String::from)[..]));
    assert_eq!(after("remove:0 remove:0 remove:0 remove:0"), Err(EditError::LastNode));
}

#[test]
fn labels_and_weights_change_what_they_name() {
    let graph = after("label:0:1 bond:2:0:1 weight:3:2:2.5").unwrap();
    assert_eq!(graph.node_labels.as_deref(), Some(&[1, 0, 1, 0][..]));
    assert_eq!(graph.atoms.as_ref().map(|atoms| atoms[0]), Some(Atom { element: 7, ..Atom::default() }));
    assert_eq!(graph.edge_labels.as_deref(), Some(&[0, 1, 1, 1][..]));
    assert_eq!(graph.edge_weights.as_deref(), Some(&[1.0, 1.0, 1.0, 2.5][..]));
    assert_eq!(after("weight:3:2:1").unwrap().edge_weights, None, "a weight of 1 is what an edge has anyway");
    assert_eq!(after("cut:3:2").unwrap().edges, [[0, 1], [0, 2], [1, 2]]);
}

#[test]
fn what_cannot_be_done_is_told() {
    for (words, message) in [
        ("remove:9", "there is no node 9; the nodes of this graph are 0 to 3"),
        ("join:1:1:0", "an edge cannot join a node to itself; choose two different nodes"),
        ("join:2:1:0", "nodes 1 and 2 already have an edge"),
        ("cut:3:0", "there is no edge between nodes 0 and 3; add it first"),
        ("add", "the nodes of this graph have labels; choose a label"),
        ("add:2", "this dataset has no label 2; it has 2 labels, numbered from 0"),
        ("weight:0:1:0", "0 is not a valid weight; give a number above 0, such as 1 or 0.5"),
        ("weight:0:1:NaN", "NaN is not a valid weight; give a number above 0, such as 1 or 0.5"),
    ] {
        assert_eq!(after(words).unwrap_err().to_string(), message);
    }
    let plain = Dataset { graphs: vec![GraphBuilder::new(2).finish()], ..Dataset::default() };
    let labelled = Edit::SetNodeLabel { node: 0, label: 0 };
    assert_eq!(edited(&plain.graphs[0], &[labelled], &plain), Err(EditError::Unlabelled("nodes")));
    let many = vec![Edit::AddNode { label: None }; MOST_EDITS + 1];
    assert_eq!(edited(&plain.graphs[0], &many, &plain), Err(EditError::TooMany));
    assert!(edited(&plain.graphs[0], &many[1..], &plain).is_ok());
}

#[test]
fn a_weight_on_its_way_is_one_change() {
    let weight = |ends, weight| Edit::SetWeight { ends, weight };
    let one = appended(&[], weight([1, 2], 2.0));
    let same = appended(&one, weight([2, 1], 3.0));
    assert_eq!(same, [weight([2, 1], 3.0)]);
    assert_eq!(appended(&same, weight([0, 1], 3.0)).len(), 2);
}

#[test]
fn nodes_are_followed_from_copy_to_copy() {
    let edits = |words: &str| words.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<Edit>>();
    let old = origins(4, &edits("add:0 remove:1"));
    let new = origins(4, &edits("add:0 remove:1 remove:0 add:0"));
    assert_eq!((&old[..], &new[..]), (&[0, 2, 3, 4][..], &[2, 3, 4, 7][..]));
    let follow = |node| followed(node, &old, &new);
    assert_eq!([follow(0), follow(1), follow(3), follow(9)], [None, Some(0), Some(2), None]);
    assert_eq!(followed(3, &new, &old), None, "what was added later is not there before");
}

/// Edits of all kinds, many of which cannot be made.
fn any_edit() -> impl Strategy<Value = Edit> {
    let (node, label) = (0..7_u32, 0..3_u32);
    let ends = [node.clone(), node.clone()];
    prop_oneof![
        prop::option::of(label.clone()).prop_map(|label| Edit::AddNode { label }),
        node.clone().prop_map(|node| Edit::RemoveNode { node }),
        (ends.clone(), prop::option::of(label.clone())).prop_map(|(ends, label)| Edit::AddEdge { ends, label }),
        ends.clone().prop_map(|ends| Edit::RemoveEdge { ends }),
        (node, label.clone()).prop_map(|(node, label)| Edit::SetNodeLabel { node, label }),
        (ends.clone(), label).prop_map(|(ends, label)| Edit::SetEdgeLabel { ends, label }),
        (ends, prop_oneof![-1.0..4.0_f64, Just(f64::NAN), Just(1e-300)])
            .prop_map(|(ends, weight)| Edit::SetWeight { ends, weight }),
    ]
}

fn assert_is_whole(graph: &Graph, dataset: &Dataset) {
    let (n, m) = (graph.n_nodes, graph.n_edges());
    assert!(n > 0);
    assert!(graph.edges.is_sorted() && graph.edges.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(graph.edges.iter().all(|&[u, v]| u < v && (v as usize) < n));
    assert_eq!(graph.node_labels.as_ref().map(Vec::len), Some(n));
    assert_eq!(graph.edge_labels.as_ref().map(Vec::len), Some(m));
    assert_eq!(graph.node_attributes.as_ref().map(Vec::len), Some(2 * n));
    assert_eq!(graph.atoms.as_ref().map(Vec::len), Some(n));
    let mut names = graph.node_names.clone().unwrap();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), n, "names stay apart");
    assert!(graph.node_labels.iter().flatten().all(|&label| (label as usize) < dataset.node_labels.len()));
    assert!(graph.edge_labels.iter().flatten().all(|&label| (label as usize) < dataset.edge_labels.len()));
    let weights = graph.edge_weights.as_deref().unwrap_or_default();
    assert!(weights.is_empty() || weights.len() == m);
    assert!(weights.iter().all(|&weight| weight > 0.0 && weight.is_finite()));
}

proptest! {
    #[test]
    fn whatever_is_done_the_graph_stays_whole(edits in prop::collection::vec(any_edit(), 0..40)) {
        let dataset = dataset();
        let mut accepted: Vec<Edit> = Vec::new();
        for edit in edits {
            accepted.push(edit);
            match edited(&dataset.graphs[0], &accepted, &dataset) {
                Ok(graph) => {
                    assert_is_whole(&graph, &dataset);
                    let origins = origins(4, &accepted);
                    prop_assert!(origins.is_sorted());
                    prop_assert_eq!(origins.len(), graph.n_nodes);
                }
                Err(_) => drop(accepted.pop()),
            }
        }
        let words: Vec<String> = accepted.iter().map(Edit::to_string).collect();
        let again: Result<Vec<Edit>, _> = words.iter().map(|word| word.parse()).collect();
        prop_assert_eq!(again.unwrap(), accepted);
    }
}
