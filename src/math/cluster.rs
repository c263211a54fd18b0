//! k-means with a deterministic start, for spectral clustering.
//!
//! Rows meet only in inner products, so one product X Xᵀ is all that is computed of them: the distance to a centre is
//! read off sums of its rows, and a round costs n² additions however many columns there are. Only centres that gained or
//! lost a row are looked at again.
//!
//! All comparisons of distances are made on a grid, so that points which are equally far in exact
//! arithmetic are ordered by index and not by rounding.

use ndarray::{Array2, ArrayView2, s};

use crate::cancel::checkpoint;

const GRID: f64 = (1_u64 << 20) as f64;
const MAX_ROUNDS: usize = 100;

/// Clusters rows by k-means (Lloyd): starts at row `first`, then farthest-first; ties go to the
/// lowest index. Returns the cluster of each row; clusters are numbered by their lowest row and
/// none is empty, so there may be fewer than `k`.
pub fn k_means(rows: ArrayView2<'_, f64>, k: usize, first: usize) -> Vec<u32> {
    if rows.is_empty() {
        return vec![0; rows.nrows()];
    }
    let gram = gram(rows);
    let mut centres = farthest_first(&gram, k, first);
    let mut cluster = nearest(&centres, rows.nrows());
    for _ in 0..MAX_ROUNDS {
        recompute(&gram, &cluster, &mut centres);
        let next = nearest(&centres, rows.nrows());
        if next == cluster {
            break;
        }
        cluster = next;
    }
    number_by_lowest(&cluster)
}

/// X Xᵀ, a stripe at a time.
fn gram(rows: ArrayView2<'_, f64>) -> Array2<f64> {
    const STRIPE: usize = 64;
    let n = rows.nrows();
    let mut gram = Array2::zeros((n, n));
    for first in (0..n).step_by(STRIPE) {
        checkpoint();
        let end = n.min(first + STRIPE);
        let stripe = rows.slice(s![first..end, ..]).dot(&rows.slice(s![..end, ..]).t());
        gram.slice_mut(s![..end, first..end]).assign(&stripe.t());
        gram.slice_mut(s![first..end, ..end]).assign(&stripe);
    }
    gram
}

/// The mean of some rows.
struct Centre {
    /// Ascending.
    members: Vec<u32>,
    /// Distance of every row, squared and on the grid.
    distance: Vec<f64>,
}

impl Centre {
    fn new(gram: &Array2<f64>, members: Vec<u32>) -> Self {
        checkpoint();
        let scale = 1.0 / members.len() as f64;
        let mut along = vec![0.0; gram.nrows()];
        for &member in &members {
            along.iter_mut().zip(gram.row(member as usize)).for_each(|(along, product)| *along += product);
        }
        let length = scale * scale * members.iter().map(|&member| along[member as usize]).sum::<f64>();
        let squared = |(along, own): (f64, &f64)| own - 2.0 * scale * along + length;
        let distance = along.into_iter().zip(gram.diag()).map(squared).map(on_grid).collect();
        Self { members, distance }
    }
}

fn farthest_first(gram: &Array2<f64>, k: usize, first: usize) -> Vec<Centre> {
    let mut distance = vec![f64::INFINITY; gram.nrows()];
    let mut next = first;
    (0..k)
        .map(|_| {
            let centre = Centre::new(gram, vec![next as u32]);
            distance.iter_mut().zip(&centre.distance).for_each(|(least, &distance)| *least = least.min(distance));
            next = first_max(&distance);
            centre
        })
        .collect()
}

fn first_max(values: &[f64]) -> usize {
    let mut best = 0;
    for (idx, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = idx;
        }
    }
    best
}

/// The first of the nearest centres of each row.
fn nearest(centres: &[Centre], n: usize) -> Vec<u32> {
    let (mut least, mut nearest) = (vec![f64::INFINITY; n], vec![0; n]);
    for (idx, centre) in centres.iter().enumerate() {
        checkpoint();
        for ((&distance, least), nearest) in centre.distance.iter().zip(&mut least).zip(&mut nearest) {
            if distance < *least {
                *least = distance;
                *nearest = idx as u32;
            }
        }
    }
    nearest
}

/// Moves each centre to the mean of its rows; one that lost all its rows stays where it is.
fn recompute(gram: &Array2<f64>, cluster: &[u32], centres: &mut [Centre]) {
    let mut members = vec![Vec::new(); centres.len()];
    for (row, &cluster) in cluster.iter().enumerate() {
        members[cluster as usize].push(row as u32);
    }
    for (centre, members) in centres.iter_mut().zip(members) {
        if !members.is_empty() && members != centre.members {
            *centre = Centre::new(gram, members);
        }
    }
}

/// Rounded, ties to even: a number of this size has no bits left for fractions.
fn on_grid(squared: f64) -> f64 {
    const NO_FRACTION: f64 = 1.5 * (1_u64 << 52) as f64;
    squared * GRID + NO_FRACTION - NO_FRACTION
}

fn number_by_lowest(cluster: &[u32]) -> Vec<u32> {
    let mut number = std::collections::HashMap::new();
    cluster
        .iter()
        .map(|&old| {
            let next = number.len() as u32;
            *number.entry(old).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::math::rng::Rng;

    /// The definition: distances from differences, means from sums of rows.
    fn plain(rows: &Array2<f64>, k: usize, first: usize) -> Vec<u32> {
        let distance = |row: usize, centre: &ndarray::Array1<f64>| {
            let squared: f64 = rows.row(row).iter().zip(centre).map(|(a, b)| (a - b) * (a - b)).sum();
            (squared * GRID).round_ties_even()
        };
        let n = rows.nrows();
        let mut centres = vec![rows.row(first).to_owned()];
        while centres.len() < k {
            let least = |row: usize| centres.iter().map(|c| distance(row, c)).fold(f64::INFINITY, f64::min);
            let farthest = (0..n).rev().max_by(|&a, &b| least(a).total_cmp(&least(b))).unwrap();
            centres.push(rows.row(farthest).to_owned());
        }
        let mut before = Vec::new();
        for _ in 0..=MAX_ROUNDS {
            let nearest = |row: usize| {
                (0..k).min_by(|&a, &b| distance(row, &centres[a]).total_cmp(&distance(row, &centres[b]))).unwrap()
                    as u32
            };
            let cluster: Vec<u32> = (0..n).map(nearest).collect();
            if cluster == before {
                break;
            }
            for (idx, centre) in centres.iter_mut().enumerate() {
                let members: Vec<usize> = (0..n).filter(|&row| cluster[row] == idx as u32).collect();
                if !members.is_empty() {
                    *centre = rows.select(ndarray::Axis(0), &members).mean_axis(ndarray::Axis(0)).unwrap();
                }
            }
            before = cluster;
        }
        number_by_lowest(&before)
    }

    #[test]
    fn products_give_the_clusters_of_the_definition() {
        for (n, d, k) in [(1, 1, 1), (9, 2, 3), (70, 3, 8), (150, 20, 40)] {
            let mut rng = Rng::new(n as u64);
            let rows = Array2::from_shape_fn((n, d), |_| rng.f64() - 0.5);
            assert_eq!(k_means(rows.view(), k, n / 2), plain(&rows, k, n / 2), "{n} rows, {k} clusters");
        }
    }

    #[test]
    fn distances_are_rounded_to_the_grid() {
        for (squared, cells) in
            [(0.0, 0.0), (2.5 / GRID, 2.0), (3.5 / GRID, 4.0), (-0.4 / GRID, 0.0), (4.0, 4.0 * GRID)]
        {
            assert_eq!(on_grid(squared), cells);
        }
    }

    #[test]
    fn two_heaps_are_found_and_numbered_by_their_lowest_row() {
        let rows = array![[5.0, 5.0], [0.0, 0.1], [5.1, 5.0], [0.0, 0.0]];
        assert_eq!(k_means(rows.view(), 2, 1), [0, 1, 0, 1]);
    }

    #[test]
    fn equal_points_leave_no_empty_cluster() {
        let rows = Array2::<f64>::ones((4, 2));
        assert_eq!(k_means(rows.view(), 3, 0), [0, 0, 0, 0]);
    }
}
