//! A coarse level over its fine one: where coarse nodes stand.

/// Every coarse node where its seed, a fine node, stands; at the origin where there is no such node.
pub fn at_seeds(fine: &[[f32; 2]], seeds: &[u32]) -> Vec<[f32; 2]> {
    seeds.iter().map(|&seed| fine.get(seed as usize).copied().unwrap_or_default()).collect()
}

/// Every coarse node at the centre of its members: x'_c = Σ_f w_cf x_f / Σ_f w_cf over the triples
/// (coarse, fine, weight).
///
/// Negative weights and those that are not numbers do not count. A coarse node without members
/// stands at the centre of all fine nodes.
pub fn at_centres(fine: &[[f32; 2]], n_coarse: usize, assignment: &[(u32, u32, f64)]) -> Vec<[f32; 2]> {
    let mut sums = vec![[0.0_f64; 3]; n_coarse];
    for &(coarse, node, weight) in assignment {
        let (Some(sum), Some(place)) = (sums.get_mut(coarse as usize), fine.get(node as usize)) else { continue };
        if weight > 0.0 && weight.is_finite() {
            add(sum, *place, weight);
        }
    }
    let mut all = [0.0; 3];
    fine.iter().for_each(|&place| add(&mut all, place, 1.0));
    let centre = |[x, y, weight]: [f64; 3]| (weight > 0.0).then(|| [(x / weight) as f32, (y / weight) as f32]);
    sums.into_iter().map(|sum| centre(sum).or(centre(all)).unwrap_or_default()).collect()
}

fn add(sum: &mut [f64; 3], place: [f32; 2], weight: f64) {
    sum[0] += weight * f64::from(place[0]);
    sum[1] += weight * f64::from(place[1]);
    sum[2] += weight;
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: [[f32; 2]; 3] = [[0.0, 0.0], [4.0, 0.0], [2.0, 6.0]];

    #[test]
    fn a_coarse_node_sits_on_its_seed() {
        assert_eq!(at_seeds(&FINE, &[2, 0, 9]), [[2.0, 6.0], [0.0, 0.0], [0.0, 0.0]]);
    }

    #[test]
    fn or_at_the_weighted_centre_of_its_members() {
        let assignment = [(0, 0, 3.0), (0, 1, 1.0), (1, 2, 0.5), (1, 0, f64::NAN), (7, 0, 1.0)];
        assert_eq!(at_centres(&FINE, 3, &assignment), [[1.0, 0.0], [2.0, 6.0], [2.0, 2.0]]);
        assert_eq!(at_centres(&[], 1, &[]), [[0.0, 0.0]]);
    }
}
