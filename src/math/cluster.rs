//! k-means with a deterministic start, for spectral clustering.
//!
//! All comparisons of distances are made on a grid, so that points which are equally far in exact
//! arithmetic are told apart by index and not by rounding.

use ndarray::{Array2, ArrayView1, ArrayView2};

use crate::cancel::checkpoint;

const GRID: f64 = (1_u64 << 20) as f64;
const MAX_ROUNDS: usize = 100;

/// Clusters rows by k-means (Lloyd): starts at row `first`, then farthest-first; ties go to the
/// lowest index. Returns the cluster of each row; clusters are numbered by their lowest row and
/// none is empty, so there may be fewer than `k`.
pub fn k_means(rows: ArrayView2<'_, f64>, k: usize, first: usize) -> Vec<u32> {
    let mut centres = farthest_first(rows, k, first);
    let mut cluster = nearest(rows, &centres);
    for _ in 0..MAX_ROUNDS {
        recompute(rows, &cluster, &mut centres);
        let next = nearest(rows, &centres);
        if next == cluster {
            break;
        }
        cluster = next;
    }
    number_by_lowest(&cluster)
}

fn farthest_first(rows: ArrayView2<'_, f64>, k: usize, first: usize) -> Array2<f64> {
    let mut centres = Array2::zeros((k, rows.ncols()));
    let mut distance = vec![i64::MAX; rows.nrows()];
    let mut next = first;
    for mut centre in centres.rows_mut() {
        checkpoint();
        centre.assign(&rows.row(next));
        for (row, distance) in rows.rows().into_iter().zip(&mut distance) {
            *distance = (*distance).min(grid_distance(row, centre.view()));
        }
        next = first_max(&distance);
    }
    centres
}

fn first_max(values: &[i64]) -> usize {
    let mut best = 0;
    for (idx, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = idx;
        }
    }
    best
}

fn nearest(rows: ArrayView2<'_, f64>, centres: &Array2<f64>) -> Vec<u32> {
    rows.rows()
        .into_iter()
        .map(|row| {
            checkpoint();
            // `min_by_key` keeps the first of equals.
            let closest = (0..centres.nrows()).min_by_key(|&idx| grid_distance(row, centres.row(idx)));
            closest.unwrap_or(0) as u32
        })
        .collect()
}

/// Moves each centre to the mean of its rows; one that lost all its rows stays where it is.
fn recompute(rows: ArrayView2<'_, f64>, cluster: &[u32], centres: &mut Array2<f64>) {
    let mut sums = Array2::<f64>::zeros(centres.raw_dim());
    let mut counts = vec![0_usize; centres.nrows()];
    for (row, &cluster) in rows.rows().into_iter().zip(cluster) {
        sums.row_mut(cluster as usize).scaled_add(1.0, &row);
        counts[cluster as usize] += 1;
    }
    for (idx, &count) in counts.iter().enumerate() {
        if count > 0 {
            centres.row_mut(idx).assign(&(&sums.row(idx) / count as f64));
        }
    }
}

fn grid_distance(a: ArrayView1<'_, f64>, b: ArrayView1<'_, f64>) -> i64 {
    let squared: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (squared * GRID).round_ties_even() as i64
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
