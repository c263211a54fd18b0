//! Splits in the form of Errica et al. (ICLR 2020), which `readers::splits` and the programs around that paper read.

use std::{
    io::{self, Write as _},
    path::Path,
};

use serde::Serialize;

use crate::{files::write_atomically, graph::split::Split};

#[derive(Serialize)]
struct Fold<'a> {
    test: &'a [u32],
    model_selection: [Inner<'a>; 1],
}

#[derive(Serialize)]
struct Inner<'a> {
    train: &'a [u32],
    validation: &'a [u32],
}

impl<'a> Fold<'a> {
    fn new(Split { train, validation, test }: &'a Split) -> Self {
        Self { test, model_selection: [Inner { train, validation }] }
    }
}

/// Writes splits as JSON; an existing file is replaced atomically.
pub fn write(splits: &[Split], path: &Path) -> io::Result<()> {
    let folds: Vec<Fold<'_>> = splits.iter().map(Fold::new).collect();
    write_atomically(path, |file| {
        serde_json::to_writer(&mut *file, &folds)?;
        file.write_all(b"\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::{Dataset, Graph},
        readers,
    };

    #[test]
    fn what_is_written_is_read_again() {
        let graphs: Vec<(u32, u32)> = (0..60).map(|graph| (graph, graph % 3)).collect();
        let splits = Split::folds(&graphs, 5, 6);
        let classes = graphs.iter().map(|&(_, class)| Graph { class: Some(class), ..Graph::default() });
        let dataset = Dataset { graphs: classes.collect(), ..Dataset::default() };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("splits.json");
        write(&splits, &path).unwrap();
        assert_eq!(readers::splits::read(&path, &dataset, 0).unwrap(), splits);
    }
}
