//! Lists of SMILES (`.smi`): one a line, then its name; or columns with tabs between, under a header.

use super::{columns::Columns, parse_at};
use crate::{
    graph::Dataset,
    readers::{
        ReadError,
        molecule::{Collection, Molecule},
        report::Place,
        source::TextFile,
        watch,
    },
};

/// The field for the third column of lines with tabs and no header.
const LABEL: &str = "label";

/// Reads a list: `SMILES name` or `SMILES⇥name⇥label` a line; `#` starts a comment.
pub fn read(file: &TextFile) -> Result<Dataset, ReadError> {
    let mut all = Collection::default();
    let mut lines = file.text.lines().enumerate().map(|(idx, line)| (idx + 1, line)).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    });
    let mut lines_after_header = lines.clone();
    let header = match lines_after_header.next() {
        Some((_, first)) if first.contains('\t') => Columns::from_header(first.split('\t')),
        Some((_, first)) => Columns::from_header(first.split_whitespace().take(1)),
        None => None,
    };
    if header.is_some() {
        lines = lines_after_header;
    }
    let Some(columns) = header.filter(|columns| columns.len() > 1) else {
        for (line, text) in lines {
            watch::at(file, text)?;
            all.push(plain_line(text, Place::line(&*file.display_name, line))?);
        }
        let class_field = all.field_names().iter().any(|name| name == LABEL).then_some(LABEL);
        return all.finish(&file.stem, &file.display_name, class_field);
    };
    columns.declare_fields(&mut all);
    for (line, text) in lines {
        watch::at(file, text)?;
        all.push(row(file, &columns, line, text)?);
    }
    all.finish(&file.stem, &file.display_name, columns.class_field())
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
