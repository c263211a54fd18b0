//! Molfiles and SD files, versions V2000 and V3000 (BIOVIA, *CTfile Formats*).
//!
//! A record is three lines of header, a connection table and data fields, and ends in `$$$$`.
//! Coordinates are checked and passed over: the explorer lays graphs out itself.

mod ctab;
mod lines;
mod v2000;
mod v3000;

use super::{
    ReadError, ReadOptions,
    molecule::{Collection, Molecule},
    report::quote,
    source::TextFile,
    watch,
};
use crate::graph::Dataset;
use ctab::Ctab;
use lines::Input;

/// Fields used as the class, if a file has exactly one of them.
const CLASS_FIELDS: &[&str] = &["label", "class", "activity", "target"];

/// The end of a record.
const RECORD_END: &str = "$$$$";

/// Reads a molfile or an SD file with any number of molecules.
pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut input = Input::new(file, options.strict);
    let mut all = Collection::new(options.strict);
    while !input.is_at_end() {
        watch::at(file, input.rest())?;
        match record(&mut input) {
            Ok(Some(molecule)) => all.add(Ok(molecule))?,
            Ok(None) => {}
            Err(error) => {
                all.add(Err(error))?;
                input.skip_past(RECORD_END);
            }
        }
    }
    let is_class = |name: &&String| CLASS_FIELDS.iter().any(|class| name.eq_ignore_ascii_case(class));
    let candidates: Vec<&String> = all.field_names().iter().filter(is_class).collect();
    let class_field = match candidates[..] {
        [field] => Some(field.clone()),
        _ => None,
    };
    let mut dataset = all.finish(&file.stem, &file.display_name, class_field.as_deref())?;
    dataset.warnings.extend(input.warnings.finish());
    Ok(dataset)
}

/// One molecule; none where it has no atoms.
fn record(input: &mut Input) -> Result<Option<Molecule>, ReadError> {
    let title = header(input)?;
    let counts = input.next_or("before the counts line")?;
    let ctab = connection_table(input, counts)?;
    let place = input.place();
    let fields = data_fields(input);
    let (atoms, bonds) = ctab.finish(&mut input.warnings, &place);
    if atoms.is_empty() {
        input.warnings.note("a molecule without atoms was ignored", place);
        return Ok(None);
    }
    let name = Some(title.trim().to_owned()).filter(|name| !name.is_empty());
    Ok(Some(Molecule { name, atoms, bonds, fields, oddities: Vec::new() }))
}

/// Title, program and comment; returns the title.
fn header<'a>(input: &mut Input<'a>) -> Result<&'a str, ReadError> {
    let mut title = "";
    for idx in 0..3 {
        let line = input.next_or("before the counts line")?;
        if line.starts_with(RECORD_END) {
            return Err(
                input.error("this record ends before its counts line", "write three header lines, then the counts")
            );
        }
        if line.starts_with("$RXN") || line.starts_with("$RDFILE") || line.starts_with("$MDL") {
            let help = "export the molecules as an SD file";
            return Err(input.error("this is a reaction or query file, not molecules", help));
        }
        if idx == 0 {
            title = line;
        }
    }
    Ok(title)
}

/// Reads up to and with `M  END`.
fn connection_table(input: &mut Input, counts: &str) -> Result<Ctab, ReadError> {
    if counts.trim_end().ends_with("V3000") {
        return v3000::read(input);
    }
    match lines::integers(counts) {
        Some([n_atoms, n_bonds]) => v2000::read(input, n_atoms, n_bonds),
        None => Err(input.error(
            format!("the counts line is expected here, not {}", quote(counts)),
            "the fourth line of a molecule gives its numbers of atoms and bonds",
        )),
    }
}

/// The data fields up to and with `$$$$`, or the end of the file.
fn data_fields(input: &mut Input) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    // Whether the lines that come belong to the last field.
    let mut in_field = false;
    while let Some(line) = input.next() {
        if line.starts_with(RECORD_END) {
            break;
        }
        if let Some(name) = field_name(line) {
            fields.push((name.to_owned(), String::new()));
            in_field = true;
        } else if line.trim().is_empty() {
            in_field = false;
        } else if let Some((_, value)) = fields.last_mut().filter(|_| in_field) {
            if !value.is_empty() {
                value.push('\n');
            }
            value.push_str(line.trim_end());
        } else {
            let place = input.place();
            input.warnings.note("a line outside of any data field was ignored", place);
        }
    }
    fields
}

/// The name in `> <NAME>`, or what stands after `>` where there are no brackets.
fn field_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('>')?;
    match (rest.find('<'), rest.rfind('>')) {
        (Some(open), Some(close)) if open < close => Some(rest[open + 1..close].trim()),
        _ => Some(rest.trim()).filter(|name| name.starts_with("DT")),
    }
}

#[cfg(test)]
mod tests;
