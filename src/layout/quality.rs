//! How good a drawing is.

use super::{LayoutRequest, component::Component, distances::hops};

/// The normalised stress of a drawing, 0 at best: min over the scale s of
/// Σ w (s ‖x_i − x_j‖ − d_ij)² / Σ w d_ij² with w = d_ij⁻², over the pairs of up to 150 evenly chosen
/// sources with all nodes they reach.
pub fn stress(request: &LayoutRequest, positions: &[[f32; 2]]) -> f64 {
    let step = request.n_nodes.div_ceil(150).max(1);
    let (mut n_pairs, mut sum_r, mut sum_rr) = (0.0, 0.0, 0.0);
    let mut queue = Vec::new();
    for component in Component::split(request) {
        for source in (0..component.n_nodes()).filter(|&node| (component.nodes[node] as usize).is_multiple_of(step)) {
            let from = positions[component.nodes[source] as usize];
            for (node, d) in
                hops(&component.adjacency, source, &mut queue).into_iter().enumerate().filter(|&(_, d)| d > 0)
            {
                let to = positions[component.nodes[node] as usize];
                let length = f64::from(from[0] - to[0]).hypot(f64::from(from[1] - to[1]));
                let ratio = length / f64::from(d);
                n_pairs += 1.0;
                sum_r += ratio;
                sum_rr += ratio * ratio;
            }
        }
    }
    if sum_rr > 0.0 { (1.0 - sum_r * sum_r / (sum_rr * n_pairs)).max(0.0) } else { 0.0 }
}
