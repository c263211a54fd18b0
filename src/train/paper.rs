//! What the paper reports (Table 1): accuracy in per cent, mean ± standard deviation over 20 splits.

use crate::math::sample::Sample;

/// Splits behind each number of the table.
const SPLITS: usize = 20;

/// The datasets of the table, in its order.
pub const DATASETS: [&str; 5] = ["DD", "PROTEINS", "NCI1", "NCI109", "Mutagenicity"];

type Row = (&'static str, [(f64, f64); 5]);

const TABLE: [Row; 7] = [
    ("diffpool", [(79.19, 3.35), (74.96, 4.14), (74.62, 2.04), (74.60, 1.88), (78.55, 1.87)]),
    ("gpool", [(79.32, 4.07), (74.78, 4.02), (75.64, 2.47), (75.54, 2.00), (80.33, 1.54)]),
    ("sagpool", [(79.06, 3.96), (75.09, 4.82), (76.23, 2.26), (75.80, 2.35), (79.99, 2.09)]),
    ("eigenpool", [(78.89, 3.95), (75.09, 3.51), (76.57, 2.79), (76.16, 1.94), (80.10, 2.03)]),
    ("proxpool-nt", [(79.19, 3.49), (75.09, 4.09), (77.77, 2.04), (76.02, 2.04), (80.41, 2.11)]),
    ("proxpool-ns", [(80.17, 2.27), (75.36, 4.22), (77.87, 2.54), (76.69, 2.67), (80.71, 1.78)]),
    ("proxpool", [(79.83, 3.18), (75.67, 4.61), (77.83, 2.39), (77.02, 1.97), (80.71, 1.72)]),
];

/// Keys of the methods of the table, in its order.
pub fn methods() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(key, _)| *key)
}

/// The paper's number for a dataset (by name) and a method (by key), where there is one.
pub fn reported(dataset: &str, method: &str) -> Option<Sample> {
    let column = DATASETS.iter().position(|name| name.eq_ignore_ascii_case(dataset))?;
    let (_, row) = TABLE.iter().find(|(key, _)| *key == method)?;
    let (mean, std) = row[column];
    Some(Sample { n: SPLITS, mean, std })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_found_by_name_and_key() {
        assert_eq!(reported("NCI1", "proxpool"), Some(Sample { n: 20, mean: 77.83, std: 2.39 }));
        assert_eq!(reported("MUTAGENICITY", "gpool"), Some(Sample { n: 20, mean: 80.33, std: 1.54 }));
        assert_eq!(reported("MUTAG", "proxpool"), None);
        assert_eq!(reported("DD", "random"), None);
        assert!(TABLE.iter().all(|(key, _)| crate::pooling::method(key).is_some()));
    }
}
