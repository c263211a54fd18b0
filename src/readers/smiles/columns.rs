//! What the columns of a table of molecules mean, by their names.

use crate::readers::molecule::{Collection, Molecule, find_name};

const SMILES: &[&str] = &["smiles", "canonical_smiles"];
const NAME: &[&str] =
    &["name", "id", "title", "compound", "drug_id", "mol_id", "molecule_id", "cid", "chembl_id", "molecule chembl id"];
const LABEL: &[&str] = &["label", "class", "target", "activity", "y"];

/// A header row: which column holds the SMILES, the name and the class.
#[derive(Debug)]
pub(super) struct Columns {
    pub smiles: usize,
    name: Option<usize>,
    label: Option<usize>,
    names: Vec<String>,
}

impl Columns {
    /// The columns of a header; `None` if none of them is for SMILES.
    pub(super) fn from_header<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let is_smiles = |cell: &str| cell.to_ascii_lowercase().contains("smiles");
        let smiles = find_name(cells.clone(), SMILES).or_else(|| cells.clone().position(is_smiles))?;
        Some(Self::new(cells, smiles, true))
    }

    /// The columns by their titles; without a header, by their place: the first but the SMILES is the name, the second the
    /// class.
    pub(super) fn new<'a>(first: impl Iterator<Item = &'a str> + Clone, smiles: usize, has_header: bool) -> Self {
        if has_header {
            let other = |idx: &usize| *idx != smiles;
            let find = |wanted| find_name(first.clone(), wanted).filter(other);
            let names = first.clone().enumerate().map(|(idx, cell)| column_name(idx, cell)).collect();
            return Self { smiles, name: find(NAME), label: find(LABEL), names };
        }
        let mut others = (0..first.clone().count()).filter(|&idx| idx != smiles);
        let (name, label) = (others.next(), others.next());
        let title = |idx| if Some(idx) == label { "label".to_owned() } else { column_name(idx, "") };
        Self { smiles, name, label, names: (0..first.count()).map(title).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The field used as class.
    pub(super) fn class_field(&self) -> Option<&str> {
        self.label.and_then(|idx| self.names.get(idx)).map(String::as_str)
    }

    /// Makes fields of all columns but SMILES and name, in the order of the header.
    pub(super) fn declare_fields(&self, all: &mut Collection) {
        for (_, name) in self.field_columns() {
            all.declare_field(name);
        }
    }

    /// Gives a molecule its name and fields from the cells of its row; empty cells are skipped.
    pub(super) fn describe<'a>(&self, molecule: &mut Molecule, cells: impl Iterator<Item = &'a str> + Clone) {
        let cell = |idx| cells.clone().nth(idx).map(str::trim).filter(|cell| !cell.is_empty());
        molecule.name = self.name.and_then(cell).map(str::to_owned);
        molecule.fields = self
            .field_columns()
            .zip(self.field_cells(cells.clone()))
            .filter(|(_, cell)| !cell.is_empty())
            .map(|((_, name), cell)| (name.to_owned(), cell.to_owned()))
            .collect();
    }

    fn field_columns(&self) -> impl Iterator<Item = (usize, &str)> {
        let skip = [Some(self.smiles), self.name];
        self.names.iter().map(String::as_str).enumerate().filter(move |(idx, _)| !skip.contains(&Some(*idx)))
    }

    fn field_cells<'a>(&self, cells: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
        let skip = [Some(self.smiles), self.name];
        cells.map(str::trim).enumerate().filter(move |(idx, _)| !skip.contains(&Some(*idx))).map(|(_, cell)| cell)
    }
}

/// Programs leave the name of a column of row numbers empty.
fn column_name(idx: usize, cell: &str) -> String {
    match cell.trim() {
        "" => format!("column {}", idx + 1),
        name => name.to_owned(),
    }
}
