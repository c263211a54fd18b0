//! Tables of SMILES (RFC 4180), and which of their columns holds the SMILES.

use super::{columns::Columns, molecule, parse_at, parser, place};
use crate::{
    graph::Dataset,
    readers::{
        ReadError, ReadOptions,
        edge_list::header::names_edges,
        molecule::{Collection, Molecule},
        report::Place,
        source::TextFile,
        table::{
            rows::{Row, Rows},
            sample::Sample,
        },
        watch,
    },
};

/// Titles that need no look at the cells.
const CERTAIN: &[&str] = &["smiles", "canonical_smiles"];
/// Titles of columns of molecules, in whatever notation.
const LIKELY: &[&str] = &["mol", "molecule", "drug", "structure", "compound", "ligand"];

/// Where in a table the molecules are.
pub(in crate::readers) struct Layout {
    separator: u8,
    smiles: usize,
    has_header: bool,
    /// Said about how the column was found.
    note: Option<&'static str>,
}

impl Layout {
    /// The layout of a table with a column of SMILES; none of any other. An error where a choice would be a guess.
    pub(in crate::readers) fn find(file: &TextFile, options: &ReadOptions) -> Result<Option<Self>, ReadError> {
        // A table of one column has no separator.
        let separator = Sample::separator(file).unwrap_or(b',');
        let Some(sample) = Sample::take(file, separator) else { return Ok(None) };
        let with = |smiles: usize, note| {
            let has_header = !is_molecule(&sample.first[smiles]);
            Ok(Some(Self { separator, smiles, has_header, note }))
        };
        if let Some(wanted) = &options.columns.smiles {
            return with(sample.named(wanted)?, None);
        }
        let title = |idx: &usize| sample.first[*idx].to_lowercase();
        let columns = 0..sample.first.len();
        for certain in CERTAIN {
            if let Some(idx) = columns.clone().find(|idx| title(idx) == *certain) {
                return with(idx, None);
            }
        }
        let is_reaction = |idx: &usize| ["rxn", "reaction"].iter().any(|word| title(idx).contains(word));
        let named = |idx: &usize| title(idx).contains("smiles") && !is_reaction(idx);
        let mut candidates: Vec<usize> =
            columns.clone().filter(named).filter(|&idx| mostly(&sample, idx, 0.5)).collect();
        if candidates.is_empty() {
            let named = |idx: &usize| LIKELY.contains(&title(idx).as_str());
            candidates = columns.clone().filter(named).filter(|&idx| mostly(&sample, idx, 0.5)).collect();
        }
        match candidates[..] {
            [] => {}
            [idx] => return with(idx, None),
            [idx, ..] => return with(idx, Some("of several columns of SMILES the first is read")),
        }
        if names_edges(&sample.first) {
            return Ok(None);
        }
        candidates = columns.filter(|&idx| mostly(&sample, idx, 0.9) && looks_chemical(&sample, idx)).collect();
        match candidates[..] {
            [] => Ok(None),
            [idx] => with(idx, Some("the column of SMILES was recognised by its content")),
            _ => {
                let titles: Vec<String> = candidates.iter().map(|&idx| sample.first[idx].clone()).collect();
                let what = format!(
                    "several columns of this table hold SMILES: {}",
                    crate::readers::table::sample::list(&titles)
                );
                Err(sample.error(what, "choose the SMILES column, or the source column and the target column of edges"))
            }
        }
    }
}

/// Whether at least this part of the cells are molecules.
fn mostly(sample: &Sample, idx: usize, part: f64) -> bool {
    let (n, n_molecules) =
        sample.column(idx).fold((0, 0), |(n, good), cell| (n + 1, good + u32::from(is_molecule(cell))));
    n_molecules > 0 && f64::from(n_molecules) >= part * f64::from(n)
}

fn is_molecule(cell: &str) -> bool {
    molecule(cell).is_ok()
}

/// Short words can be SMILES by chance: the states CO, IN and NC are, and so is NO.
fn looks_chemical(sample: &Sample, idx: usize) -> bool {
    let has_structure = |cell: &str| cell.contains(|c: char| "()[]=#".contains(c) || c.is_ascii_digit());
    let (n, n_chars) = sample.column(idx).fold((0, 0), |(n, chars), cell| (n + 1, chars + cell.len()));
    n_chars >= 3 * n || sample.column(idx).any(has_structure)
}

/// Reads the rows of a table as molecules.
pub(in crate::readers) fn read(file: &TextFile, layout: &Layout, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let Layout { separator, smiles, has_header, note } = *layout;
    let mut rows = Rows::new(file, separator);
    let mut all = Collection::new(options.strict);
    if let Some(note) = note {
        all.note(note, Place::line(&*file.display_name, 1));
    }
    let Some(first) = rows.next()? else { return Err(file.error(1, "this table is empty", "write a header")) };
    let columns = Columns::new(first.record.iter(), smiles, has_header);
    columns.declare_fields(&mut all);
    let mut next = if has_header { rows.next()? } else { Some(first) };
    while let Some(row) = next {
        watch::at_byte(file, row.record.position().map_or(0, |position| position.byte() as usize))?;
        all.add(row_molecule(file, &columns, &row, separator))?;
        next = rows.next()?;
    }
    all.finish(&file.stem, &file.display_name, columns.class_field())
}

fn row_molecule(file: &TextFile, columns: &Columns, row: &Row, separator: u8) -> Result<Molecule, ReadError> {
    if row.record.len() != columns.len() {
        let what = format!("this row has {} columns and the header has {}", row.record.len(), columns.len());
        return Err(file.error(row.line, what, "quote values that contain the separator, and close every quote"));
    }
    let cell = row.record.get(columns.smiles).unwrap_or_default();
    let line = Place::line(&*file.display_name, row.line);
    let mut molecule = match row.chars_before(columns.smiles, separator) {
        Some(before) => {
            let indent = cell[..cell.len() - cell.trim_start().len()].chars().count();
            parse_at(cell.trim(), line, before + indent)?
        }
        // The cell is not where counting would find it, so the error describes the place in words.
        None => place(parser::parse(cell.trim()), |error| ReadError {
            what: format!("{} (at character {} of the SMILES)", error.what, error.place.column.unwrap_or(1)),
            place: line.clone(),
            ..error
        })?,
    };
    columns.describe(&mut molecule, row.record.iter());
    Ok(molecule)
}
