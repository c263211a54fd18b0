//! Splits as JSON.

use serde::Deserialize;

use super::{FORMS, Listed};
use crate::readers::{Place, ReadError, source::TextFile};

/// What may stand at the top.
#[derive(Deserialize)]
#[serde(untagged)]
enum Top {
    List(Vec<Fold>),
    Run { splits: Vec<Fold> },
    One(Fold),
}

#[derive(Deserialize)]
struct Fold {
    test: Option<Vec<u32>>,
    #[serde(flatten)]
    parts: Parts,
    /// Errica et al. list training and validation graphs within the outer fold.
    model_selection: Option<Vec<Parts>>,
}

#[derive(Default, Deserialize)]
struct Parts {
    train: Option<Vec<u32>>,
    #[serde(alias = "valid", alias = "val")]
    validation: Option<Vec<u32>>,
}

pub(super) fn read(file: &TextFile) -> Result<Vec<Listed>, ReadError> {
    let place = || Place::file(&*file.display_name);
    // An untagged choice forgets where it failed; a value that is no JSON, or has other numbers, does not.
    let folds = match serde_json::from_str(&file.text) {
        Ok(Top::List(folds) | Top::Run { splits: folds }) => folds,
        Ok(Top::One(fold)) => vec![fold],
        Err(error) => {
            let error = serde_json::from_str::<Vec<Fold>>(&file.text).err().unwrap_or(error);
            let place = Place::line(&*file.display_name, error.line().max(1)).at_column(error.column());
            return Err(ReadError::new(place, format!("this is not a list of splits ({error})"), FORMS));
        }
    };
    let listed = folds.into_iter().enumerate().map(|(number, fold)| {
        let name = format!("split {number}");
        let Some(test) = fold.test else {
            return Err(ReadError::new(place(), format!("{name} has no “test”"), FORMS));
        };
        let Parts { train, validation } = match fold.model_selection {
            None => fold.parts,
            Some(inner) => {
                let n_inner = inner.len();
                let Ok([parts]) = <[Parts; 1]>::try_from(inner) else {
                    let what = format!("{name} has {n_inner} inner splits");
                    return Err(ReadError::new(place(), what, "only one, a hold-out, is supported"));
                };
                parts
            }
        };
        Ok(Listed { name, train, validation, test })
    });
    listed.collect()
}
