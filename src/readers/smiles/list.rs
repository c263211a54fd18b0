//! Lists of SMILES (`.smi`): one a line, then its name; or columns with tabs between, under a header.
//!
//! Programs differ: some separate by commas, some write the name first. That is recognised, and said.

use super::{
    columns::Columns,
    molecule, parse_at,
    table::{self, Layout},
};
use crate::{
    graph::Dataset,
    readers::{
        ReadError, ReadOptions,
        molecule::{Collection, Molecule},
        report::Place,
        source::TextFile,
        watch,
    },
};

/// The field for the third column of lines with tabs and no header.
const LABEL: &str = "label";
/// Lines by which it is found out what comes first.
const N_LINES: usize = 50;

/// Reads a list: `SMILES name` or `SMILES⇥name⇥label` a line; `#` starts a comment.
pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let is_table = options.columns.smiles.is_some() || has_commas(file);
    if is_table && let Some(layout) = Layout::find(file, options)? {
        return table::read(file, &layout, options);
    }
    let mut all = Collection::new(options.strict);
    let mut lines = data_lines(file);
    let mut lines_after_header = lines.clone();
    let first = lines_after_header.next().unwrap_or_default();
    let columns = if first.1.contains('\t') { Columns::from_header(first.1.split('\t')) } else { None };
    if columns.is_some() || first.1.split_whitespace().any(is_title) {
        lines = lines_after_header;
    }
    let Some(columns) = columns else {
        let is_name_first = is_name_first(lines.clone());
        if is_name_first {
            all.note("the names were found before the SMILES", Place::line(&*file.display_name, first.0));
        }
        for (line, text) in lines {
            watch::at(file, text)?;
            let place = Place::line(&*file.display_name, line);
            all.add(if is_name_first { name_first(text, place) } else { plain_line(text, place) })?;
        }
        let class_field = all.field_names().iter().any(|name| name == LABEL).then_some(LABEL);
        return all.finish(&file.stem, &file.display_name, class_field);
    };
    columns.declare_fields(&mut all);
    for (line, text) in lines {
        watch::at(file, text)?;
        all.add(row(file, &columns, line, text))?;
    }
    all.finish(&file.stem, &file.display_name, columns.class_field())
}

/// Whether a text without a known ending is such a list: nearly every line begins with a molecule.
pub fn is_list(file: &TextFile) -> bool {
    let mut n_chars = 0;
    let (mut n, mut n_molecules) = (0, 0);
    let has_title =
        data_lines(file).next().is_some_and(|(_, first)| first.split_whitespace().next().is_some_and(is_title));
    for (_, line) in data_lines(file).skip(usize::from(has_title)).take(N_LINES) {
        let word = line.split_whitespace().next().unwrap_or_default();
        n += 1;
        n_chars += word.len();
        n_molecules += usize::from(molecule(word).is_ok());
    }
    n_molecules > 0 && 10 * n_molecules >= 9 * n && (has_title || n_chars >= 3 * n)
}

fn data_lines(file: &TextFile) -> impl Iterator<Item = (usize, &str)> + Clone {
    file.text.lines().enumerate().map(|(idx, line)| (idx + 1, line)).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    })
}

fn is_title(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word.contains("smiles") && molecule(&word).is_err()
}

/// No SMILES has a comma or a semicolon, so that what stands before the first space is cells.
fn has_commas(file: &TextFile) -> bool {
    let first = data_lines(file).next().map_or("", |(_, line)| line);
    let word = first.split_whitespace().next().unwrap_or_default();
    !first.contains('\t') && word.contains([',', ';'])
}

/// Whether of the first lines more have a molecule in the second place than in the first.
fn is_name_first<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> bool {
    let is_molecule = |word: Option<&str>| word.is_some_and(|word| molecule(word.trim()).is_ok());
    let (mut n, mut n_first, mut n_second) = (0, 0, 0);
    for (_, line) in lines.take(N_LINES) {
        let (first, second) = first_two(line);
        n += 1;
        n_first += u32::from(is_molecule(Some(first)));
        n_second += u32::from(is_molecule(second));
    }
    n_second > n_first && 2 * n_second > n
}

/// The first two cells between tabs, or else the first two words.
fn first_two(line: &str) -> (&str, Option<&str>) {
    let mut cells = line.trim().split('\t');
    match (cells.next().unwrap_or_default(), cells.next()) {
        (first, Some(second)) => (first, Some(second)),
        (all, None) => {
            let mut words = all.split_whitespace();
            (words.next().unwrap_or_default(), words.next())
        }
    }
}

/// A line of a list whose names stand first.
fn name_first(text: &str, place: Place) -> Result<Molecule, ReadError> {
    let (name, smiles) = first_two(text);
    let smiles = smiles.unwrap_or_default();
    let before = (smiles.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..before).map_or(0, |before| before.chars().count());
    let smiles_start = smiles.len() - smiles.trim_start().len();
    let before = if smiles.is_empty() { 0 } else { before + smiles_start };
    let mut molecule = parse_at(smiles.trim(), place, before)?;
    molecule.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    Ok(molecule)
}

/// A line of a list without header.
fn plain_line(text: &str, place: Place) -> Result<Molecule, ReadError> {
    let start = text.trim_start();
    let before = text[..text.len() - start.len()].chars().count();
    let (smiles, rest) = start.split_once(char::is_whitespace).unwrap_or((start, ""));
    let mut molecule = parse_at(smiles, place, before)?;
    let named = |name: &str| Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    if !start[smiles.len()..].starts_with('\t') {
        molecule.name = named(rest);
        return Ok(molecule);
    }
    let mut cells = rest.split('\t');
    molecule.name = cells.next().and_then(named);
    molecule.fields = cells
        .enumerate()
        .map(|(idx, cell)| {
            (if idx == 0 { LABEL.to_owned() } else { format!("column {}", idx + 3) }, cell.trim().to_owned())
        })
        .filter(|(_, cell)| !cell.is_empty())
        .collect();
    Ok(molecule)
}

/// A line of columns, named by the header.
fn row(file: &TextFile, columns: &Columns, line: usize, text: &str) -> Result<Molecule, ReadError> {
    let cells = text.split('\t');
    let n_cells = cells.clone().count();
    if n_cells > columns.len() {
        let what = format!("this line has {n_cells} columns and the header has {}", columns.len());
        return Err(file.error(line, what, "name every column in the header, or remove the tab"));
    }
    let Some(cell) = cells.clone().nth(columns.smiles) else {
        let what = format!("this line has no column {}, where the SMILES should be", columns.smiles + 1);
        return Err(file.error(line, what, "put tabs between the columns"));
    };
    let smiles = cell.trim();
    // The cells are slices of the line, so their lengths and the tabs between add up.
    let bytes_before = cells.clone().take(columns.smiles).map(|cell| cell.len() + 1).sum::<usize>()
        + (cell.len() - cell.trim_start().len());
    let before = text.get(..bytes_before).map_or(0, |before| before.chars().count());
    let mut molecule = parse_at(smiles, Place::line(&*file.display_name, line), before)?;
    columns.describe(&mut molecule, cells);
    Ok(molecule)
}
