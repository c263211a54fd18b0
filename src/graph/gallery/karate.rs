//! Zachary's karate club: who met whom outside the club, and which side each took when it split.
//!
//! W. W. Zachary, “An information flow model for conflict and fission in small groups”, Journal of
//! Anthropological Research 33, 1977. Node 0 is the instructor, node 33 the officer.

use super::{
    Generated,
    classic::{labelled, unlabelled},
};

/// For each member the members of higher number he met.
const MET: [&[u32]; 34] = [
    &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31],
    &[2, 3, 7, 13, 17, 19, 21, 30],
    &[3, 7, 8, 9, 13, 27, 28, 32],
    &[7, 12, 13],
    &[6, 10],
    &[6, 10, 16],
    &[16],
    &[],
    &[30, 32, 33],
    &[33],
    &[],
    &[],
    &[],
    &[33],
    &[32, 33],
    &[32, 33],
    &[],
    &[],
    &[32, 33],
    &[33],
    &[32, 33],
    &[],
    &[32, 33],
    &[25, 27, 29, 32, 33],
    &[25, 27, 31],
    &[31],
    &[29, 33],
    &[33],
    &[31, 33],
    &[32, 33],
    &[32, 33],
    &[32, 33],
    &[33],
    &[],
];

/// Who went with the instructor; all others stayed with the officer.
const WITH_INSTRUCTOR: [u32; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21];

/// The club of 34 members and 78 friendships.
pub(super) fn karate_club() -> Generated {
    let edges = MET.iter().enumerate().flat_map(|(u, met)| met.iter().map(move |&v| (u as u32, v)));
    labelled(unlabelled(MET.len() as u32, edges).graph, &["instructor", "officer"], |node| {
        u32::from(!WITH_INSTRUCTOR.contains(&node))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_club_is_zacharys() {
        let graph = karate_club().graph;
        assert_eq!((graph.n_nodes, graph.n_edges(), graph.components().1), (34, 78, 1));
        let degrees = graph.degrees();
        assert_eq!((degrees.iter().sum::<usize>(), degrees.iter().max()), (156, Some(&17)));
        assert_eq!(
            degrees,
            [16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2, 2, 2, 2, 3, 2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12, 17]
        );
        let labels = graph.node_labels.unwrap();
        assert_eq!(labels.iter().filter(|&&label| label == 0).count(), 17);
        assert_eq!((labels[0], labels[33]), (0, 1));
        let across = graph.edges.iter().filter(|&&[u, v]| labels[u as usize] != labels[v as usize]).count();
        assert_eq!(across, 11);
    }

    #[test]
    fn the_club_has_forty_five_triangles() {
        let edges = karate_club().graph.edges;
        let has = |u: u32, v: u32| edges.binary_search(&[u, v]).is_ok();
        let triangles: usize =
            edges.iter().map(|&[u, v]| (v + 1..34).filter(|&w| has(u, w) && has(v, w)).count()).sum();
        assert_eq!(triangles, 45);
    }
}
