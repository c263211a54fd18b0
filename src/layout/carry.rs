//! Where the nodes of a changed graph start: those that were drawn stay, new ones come beside their neighbours.

use crate::graph::Graph;

/// A position for every node. Where none is known, a node starts amid its neighbours; at the end of an edge, on the far
/// side of the drawing; without edges, beside the drawing.
pub fn carried(graph: &Graph, known: &[Option<[f32; 2]>]) -> Vec<[f32; 2]> {
    let mut places: Vec<Option<[f32; 2]>> = (0..graph.n_nodes).map(|node| known.get(node).copied().flatten()).collect();
    let drawn: Vec<[f32; 2]> = places.iter().flatten().copied().collect();
    let centre = mean(&drawn).unwrap_or([0.0, 0.0]);
    let right = drawn.iter().map(|place| place[0]).fold(centre[0], f32::max);
    let mut n_beside = 0.0;
    // In order, so that a chain of new nodes unrolls from the drawing.
    for node in 0..graph.n_nodes {
        if places[node].is_none() {
            let is_of = |edge: &&[u32; 2]| edge.contains(&(node as u32));
            let others = graph.edges.iter().filter(is_of).map(|&[u, v]| if u as usize == node { v } else { u });
            let neighbours: Vec<[f32; 2]> = others.filter_map(|other| places[other as usize]).collect();
            places[node] = Some(match neighbours[..] {
                [] => {
                    n_beside += 1.0;
                    [right + n_beside, centre[1]]
                }
                [only] => outside(only, centre),
                _ => mean(&neighbours).unwrap_or(centre),
            });
        }
    }
    places.into_iter().map(|place| place.unwrap_or(centre)).collect()
}

/// One edge length further from the centre.
fn outside([x, y]: [f32; 2], centre: [f32; 2]) -> [f32; 2] {
    let way = [x - centre[0], y - centre[1]];
    let length = way[0].hypot(way[1]);
    if length < 1e-3 { [x + 1.0, y] } else { [x + way[0] / length, y + way[1] / length] }
}

fn mean(places: &[[f32; 2]]) -> Option<[f32; 2]> {
    let n = places.len() as f32;
    let sum = places.iter().fold([0.0, 0.0], |sum, place| [sum[0] + place[0], sum[1] + place[1]]);
    (n > 0.0).then(|| sum.map(|x| x / n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;

    #[test]
    fn what_was_drawn_stays_and_what_is_new_comes_beside_its_neighbours() {
        let mut builder = GraphBuilder::new(6);
        for (u, v) in [(0, 1), (1, 2), (2, 3), (0, 4), (1, 4)] {
            builder.add_edge(u, v);
        }
        let known = [Some([0.0, 0.0]), Some([2.0, 0.0]), None, None, None, None];
        let places = carried(&builder.finish(), &known);
        assert_eq!(places[..2], [[0.0, 0.0], [2.0, 0.0]]);
        assert_eq!(places[2..4], [[3.0, 0.0], [4.0, 0.0]], "a chain unrolls");
        assert_eq!(places[4], [1.0, 0.0], "amid its neighbours");
        assert_eq!(places[5], [3.0, 0.0], "beside the drawing");
    }

    #[test]
    fn nothing_known_is_no_trouble() {
        assert_eq!(carried(&GraphBuilder::new(2).finish(), &[]), [[1.0, 0.0], [2.0, 0.0]]);
    }
}
