//! Datasets by name: those bundled in the binary and those in the data folders.

use std::path::{Path, PathBuf};

use super::{
    Place, ReadError, ReadOptions, open_with, report, smiles,
    source::{Source, TextFile},
    spec,
};
use crate::graph::{Dataset, Warning, gallery};

/// A dataset inside the binary.
pub struct Bundled {
    /// The name to ask for it by.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    load: fn() -> Result<Dataset, ReadError>,
}

/// All bundled datasets.
pub const BUNDLED: &[Bundled] = &[
    Bundled {
        name: "MUTAG",
        about: "188 nitroaromatic compounds, mutagenic or not (Debnath et al. 1991)",
        load: mutag,
    },
    Bundled { name: "molecules", about: "well-known molecules by name, grouped by family", load: molecules },
    Bundled { name: "gallery", about: "classic graphs for teaching; their sizes can be chosen", load: load_gallery },
];

/// How to load a dataset, beyond where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Use this data field (SDF field, CSV column) as the class.
    pub class_field: Option<String>,
    /// Remove explicit hydrogen atoms.
    pub strip_hydrogens: bool,
    /// Keep the first of graphs that are the same.
    pub drop_duplicates: bool,
    /// How the file is read.
    pub read: ReadOptions,
}

/// A dataset that can be asked for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name to ask for it by.
    pub name: String,
    /// Where it lies; `None` where it is bundled.
    pub path: Option<PathBuf>,
    /// What it is, where that is known without reading it.
    pub about: Option<&'static str>,
}

/// The folders in which datasets are looked up by name.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    folders: Vec<PathBuf>,
}

impl Catalog {
    /// `$PROXPOOL_DATA` (where set) before the user's data folder.
    pub fn from_environment() -> Self {
        let named = std::env::var_os("PROXPOOL_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Self { folders: named.into_iter().chain(user_data_folder()).collect() }
    }

    /// A catalogue of these folders only.
    pub fn of_folders(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// Everything that can be asked for by name, bundled first; a name appears once.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = BUNDLED
            .iter()
            .map(|bundled| Entry { name: bundled.name.to_owned(), path: None, about: Some(bundled.about) })
            .collect();
        for folder in &self.folders {
            let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
                .map(|listing| listing.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
                .unwrap_or_default();
            paths.sort();
            for path in paths.into_iter().filter(|path| looks_like_dataset(path)) {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if !entries.iter().any(|entry| entry.name == name) {
                    entries.push(Entry { name, path: Some(path), about: None });
                }
            }
        }
        entries
    }

    /// Loads what an argument asks for: a path, `smiles:…`, `gallery:…`, or a name; how it is read may follow as in
    /// [`spec`].
    pub fn load(&self, source: &str, options: &LoadOptions) -> Result<Dataset, ReadError> {
        let (source, options) = spec::with_options(source, options);
        let mut dataset = self.find(source, &options.read)?;
        if let Some(field) = &options.class_field {
            dataset.set_class_from_field(field).map_err(|error| ReadError::at(Place::file(source), &error))?;
        }
        if options.strip_hydrogens {
            dataset.strip_hydrogens();
        }
        if options.drop_duplicates {
            let found = dataset.drop_duplicates();
            if found.n() > 0 {
                let removed = report::count(found.n(), "duplicate");
                let message = format!(
                    "{}{removed} removed, {} of another class than the graph kept",
                    Place::file(source),
                    found.n_other_class
                );
                dataset.warnings.push(Warning { message });
            }
        }
        Ok(dataset)
    }

    fn find(&self, source: &str, options: &ReadOptions) -> Result<Dataset, ReadError> {
        if let Some(smiles) = source.strip_prefix("smiles:") {
            return smiles::read_string(smiles, "typed molecule", options);
        }
        if let Some(spec) = source.strip_prefix("gallery:") {
            return gallery::parse_spec(spec).map_err(|error| ReadError::at(Place::file(source), &error));
        }
        if Path::new(source).exists() {
            return open_with(Path::new(source), options);
        }
        let same_name = |name: &str| name.eq_ignore_ascii_case(source);
        let entries = self.entries();
        match entries.iter().find(|entry| same_name(&entry.name)) {
            Some(Entry { path: Some(path), .. }) => open_with(path, options),
            Some(Entry { name, .. }) => match BUNDLED.iter().find(|bundled| bundled.name == name) {
                Some(bundled) => (bundled.load)(),
                None => Err(self.unknown(source)),
            },
            None => Err(self.unknown(source)),
        }
    }

    fn unknown(&self, source: &str) -> ReadError {
        let names: Vec<String> = self.entries().into_iter().map(|entry| entry.name).collect();
        ReadError::new(
            Place::file(source),
            "no such file or dataset",
            format!("available: {}; download others with “proxpool fetch NAME”", names.join(", ")),
        )
    }
}

/// Where fetched datasets are placed: below the program's folder in the user's data folder of the system.
pub fn user_data_folder() -> Option<PathBuf> {
    program_folder().map(|folder| folder.join("datasets"))
}

/// `proxpool` in the user's data folder of the system.
pub fn program_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "proxpool").map(|folders| folders.data_dir().to_owned())
}

/// A zip, or a folder that holds a `…_A.txt`.
fn looks_like_dataset(path: &Path) -> bool {
    if path.is_dir() {
        let Ok(files) = std::fs::read_dir(path) else { return false };
        return files.filter_map(Result::ok).any(|file| file.file_name().to_string_lossy().ends_with("_A.txt"));
    }
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

fn mutag() -> Result<Dataset, ReadError> {
    let bytes = include_bytes!("../../assets/MUTAG.zip").to_vec();
    super::tu::read(Source::zip("MUTAG.zip", bytes)?, &ReadOptions::default())
}

fn molecules() -> Result<Dataset, ReadError> {
    let file = TextFile::from_text("molecules.smi", include_str!("../../assets/molecules.smi"));
    let mut dataset = smiles::read(&file, &ReadOptions::default())?;
    dataset.set_class_from_field("family").map_err(|error| ReadError::at(Place::file("molecules.smi"), &error))?;
    Ok(dataset)
}

fn load_gallery() -> Result<Dataset, ReadError> {
    Ok(gallery::dataset())
}
