//! The molecule of a SMILES string that is being typed: read and drawn in the background.

use super::{error::WorkError, slot::Job, thumbnails::plain_looks};
use crate::{
    graph::formula::formula,
    readers::{ReadOptions, smiles::read_string},
    view::picture::LevelLook,
};

pub(crate) enum Sketch {
    Molecule {
        /// In the dark and in the light theme; none if it cannot be drawn.
        looks: Option<Box<[LevelLook; 2]>>,
        /// `C8H10N4O2 · 14 atoms, 15 bonds`.
        about: String,
    },
    Fault {
        /// Index of the character.
        at: usize,
        message: String,
    },
}

pub(crate) const SKETCH: Job<String, Sketch> = Job { name: "sketch", run: answer };

/// Atoms above which nothing could be recognised.
const MOST_ATOMS: usize = 400;

fn answer(smiles: String) -> Result<Sketch, WorkError> {
    let dataset = match read_string(&smiles, "typed molecule", &ReadOptions::default()) {
        Ok(dataset) => dataset,
        Err(error) => {
            let at = error.place.column.unwrap_or(1).saturating_sub(1);
            return Ok(Sketch::Fault { at, message: error.to_string() });
        }
    };
    let graph = dataset.graphs.first().ok_or("there is no molecule")?;
    let (atoms, bonds) = (graph.n_nodes, graph.n_edges());
    let mut about = format!("{atoms} atom{}, {bonds} bond{}", plural(atoms), plural(bonds));
    if let Some(formula) = formula(graph) {
        about = format!("{formula} · {about}");
    }
    let drawn = if atoms <= MOST_ATOMS { plain_looks(&dataset, graph) } else { None };
    Ok(Sketch::Molecule { looks: drawn.map(Box::new), about })
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_molecule_is_drawn_and_a_fault_is_told_with_its_place() {
        let Sketch::Molecule { looks: Some(looks), about } = answer(" CCO".to_owned()).unwrap() else {
            panic!("ethanol is a molecule");
        };
        assert_eq!((looks[0].nodes.len(), about.as_str()), (3, "C2H6O · 3 atoms, 2 bonds"));
        let Sketch::Fault { at, message } = answer("CC(=O".to_owned()).unwrap() else { panic!("it is not closed") };
        assert!(at <= 5 && message.starts_with("character "), "{at}: {message}");
    }
}
