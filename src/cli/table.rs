//! Plain text tables: columns as wide as their content, numbers to the right.

/// Alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows of cells as lines of text, two spaces between columns.
pub(super) fn render(align: &[Align], rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..align.len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, &align), &width) in row.iter().zip(align).zip(&widths) {
            let padding = " ".repeat(width - cell.chars().count());
            match align {
                Align::Left => line.extend([cell.as_str(), &padding, "  "]),
                Align::Right => line.extend([padding.as_str(), cell, "  "]),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_by_characters_not_bytes() {
        let rows = [["|V|", "9"], ["ρ", "10"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(render(&[Align::Left, Align::Right], &rows), "|V|   9\nρ    10\n");
    }
}
