//! A matrix as a table of tab-separated values, with names of rows and columns; spreadsheets take it from the clipboard.

use crate::pooling::trace::Value;

/// Some rows and columns of a matrix, in their order. `name` is called with the axis (0 for rows) and the index.
pub fn table(value: &Value, [rows, cols]: [&[u32]; 2], name: &dyn Fn(usize, u32) -> String) -> String {
    // What separates cells must not be in a name.
    let name = |axis: usize, idx: u32| name(axis, idx).replace(['\t', '\n', '\r'], " ");
    let mut text = String::new();
    for &col in cols {
        text.push('\t');
        text += &name(1, col);
    }
    for &row in rows {
        text.push('\n');
        text += &name(0, row);
        for &col in cols {
            text += &format!("\t{}", value.at(row, col).unwrap_or(0.0));
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn names_are_at_the_edges_and_no_digit_is_lost() {
        let value = Value::Dense(array![[0.1, 1.0 / 3.0], [0.0, -2.0]]);
        let name = |axis: usize, idx: u32| format!("{}{idx}", ["r\t", "c"][axis]);
        assert_eq!(table(&value, [&[1, 0], &[0, 1]], &name), "\tc0\tc1\nr 1\t0\t-2\nr 0\t0.1\t0.3333333333333333\n");
    }
}
