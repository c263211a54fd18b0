//! A graph of the gallery in one word: `karate`, `grid:rows=4,columns=7`, `sbm:blocks=3,seed=7`.

use std::str::FromStr;

use super::{Chosen, GALLERY, Generator, Parameter};
use crate::graph::Dataset;

/// Why a spec is invalid. Each message names the valid alternatives.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GalleryError {
    /// No generator has this name.
    #[error("unknown gallery graph “{name}”; choose one of: {available}")]
    UnknownGraph {
        name: String,
        /// All names, separated by commas.
        available: String,
    },
    /// The generator has no parameter of this name.
    #[error("“{graph}” has no parameter “{name}”; {available}")]
    UnknownParameter {
        graph: &'static str,
        name: String,
        /// What it has.
        available: String,
    },
    /// A part between commas is not of the form `name=value`.
    #[error("“{part}” is not of the form name=value; write for example {example}")]
    NotAPair {
        part: String,
        /// A spec that is right.
        example: String,
    },
    #[error("parameter “{parameter}” is given twice; give it once")]
    GivenTwice { parameter: &'static str },
    /// A value is not a number, or not a whole one where it must be.
    #[error("“{value}” is not a {kind} for “{parameter}”; give one from {range}")]
    NotANumber {
        parameter: &'static str,
        value: String,
        /// `number` or `whole number`.
        kind: &'static str,
        /// The range, in words.
        range: String,
    },
    /// A value lies outside the range.
    #[error("{parameter}={value} is out of range; give a {kind} from {range}")]
    OutOfRange {
        parameter: &'static str,
        value: String,
        /// `number` or `whole number`.
        kind: &'static str,
        /// The range, in words.
        range: String,
    },
}

/// Makes the graph a spec names: a name of [`GALLERY`], then parameters after a colon.
///
/// What is not given takes its default.
pub fn parse_spec(spec: &str) -> Result<Dataset, GalleryError> {
    Ok(spec.parse::<Chosen>()?.dataset())
}

impl FromStr for Chosen {
    type Err = GalleryError;

    fn from_str(spec: &str) -> Result<Self, GalleryError> {
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        let generator = generator(name.trim())?;
        let mut chosen: Vec<Option<f64>> = vec![None; generator.parameters.len()];
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(GalleryError::NotAPair { part: short(part), example: example(generator) });
            };
            let (slot, parameter) = chosen
                .iter_mut()
                .zip(generator.parameters)
                .find(|(_, parameter)| parameter.name == key.trim())
                .ok_or_else(|| unknown_parameter(generator, key.trim()))?;
            if slot.replace(value_of(parameter, value.trim())?).is_some() {
                return Err(GalleryError::GivenTwice { parameter: parameter.name });
            }
        }
        let values = chosen.iter().zip(generator.parameters);
        Ok(Self { generator, values: values.map(|(value, parameter)| value.unwrap_or(parameter.default)).collect() })
    }
}

fn generator(name: &str) -> Result<&'static Generator, GalleryError> {
    GALLERY.iter().find(|generator| generator.name == name).ok_or_else(|| GalleryError::UnknownGraph {
        name: short(name),
        available: names(GALLERY.iter().map(|generator| generator.name)),
    })
}

fn value_of(parameter: &Parameter, text: &str) -> Result<f64, GalleryError> {
    let kind = if parameter.whole { "whole number" } else { "number" };
    let range = format!("{} to {}", parameter.min, parameter.max);
    let number =
        text.parse().ok().filter(|number: &f64| !number.is_nan() && (!parameter.whole || number.fract() == 0.0));
    match number {
        None => Err(GalleryError::NotANumber { parameter: parameter.name, value: short(text), kind, range }),
        Some(value) if !(parameter.min..=parameter.max).contains(&value) => {
            Err(GalleryError::OutOfRange { parameter: parameter.name, value: short(text), kind, range })
        }
        Some(value) => Ok(value),
    }
}

fn unknown_parameter(generator: &Generator, key: &str) -> GalleryError {
    let available = match generator.parameters {
        [] => "it has none".to_owned(),
        parameters => format!("choose from: {}", names(parameters.iter().map(|parameter| parameter.name))),
    };
    GalleryError::UnknownParameter { graph: generator.name, name: short(key), available }
}

fn example(generator: &Generator) -> String {
    match generator.parameters.first() {
        Some(parameter) => format!("{}:{}={}", generator.name, parameter.name, parameter.default),
        None => generator.name.to_owned(),
    }
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The start of what somebody typed.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).map(|c| if c.is_control() { '·' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("{start}…") } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(spec: &str) -> String {
        parse_spec(spec).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_given_takes_its_default() {
        let sbm = parse_spec("sbm:blocks=2, size=12,seed=7").unwrap();
        assert_eq!(sbm.name, "sbm");
        assert_eq!(sbm.graphs[0].n_nodes, 24);
        assert_eq!(sbm.graphs[0].name.as_deref(), Some("Stochastic block model (blocks=2, size=12, seed=7)"));
        assert_eq!(sbm.node_labels.len(), 2);
        assert_eq!(parse_spec("karate").unwrap().graphs[0].name.as_deref(), Some("Karate club"));
        assert_eq!(parse_spec("random:p=0").unwrap().graphs[0].n_edges(), 0);
        assert_eq!(parse_spec("random:seed=9007199254740991").unwrap().graphs.len(), 1);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let unknown = message("torus");
        assert!(unknown.starts_with("unknown gallery graph “torus”; choose one of: path, cycle, star,"));
        assert!(unknown.contains("karate") && unknown.ends_with("sbm, random"));
        assert_eq!(message("grid:width=3"), "“grid” has no parameter “width”; choose from: rows, columns");
        assert_eq!(message("petersen:n=3"), "“petersen” has no parameter “n”; it has none");
        assert_eq!(message("grid:rows"), "“rows” is not of the form name=value; write for example grid:rows=5");
        assert_eq!(message("grid:rows=2,rows=3"), "parameter “rows” is given twice; give it once");
        assert_eq!(message("grid:rows=x"), "“x” is not a whole number for “rows”; give one from 1 to 60");
        assert_eq!(message("grid:rows=2.5"), "“2.5” is not a whole number for “rows”; give one from 1 to 60");
        assert_eq!(message("random:p=NaN"), "“NaN” is not a number for “p”; give one from 0 to 1");
        assert_eq!(message("random:p=1.5"), "p=1.5 is out of range; give a number from 0 to 1");
        assert_eq!(message("cycle:n=2"), "n=2 is out of range; give a whole number from 3 to 2000");
        assert_eq!(message("cycle:n=inf"), "“inf” is not a whole number for “n”; give one from 3 to 2000");
        assert_eq!(message("cycle:n=-1e300"), "n=-1e300 is out of range; give a whole number from 3 to 2000");
    }
}
