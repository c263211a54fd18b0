//! A graph of the gallery with its parameters, to be changed one by one.

use std::fmt;

use super::{GALLERY, Generator};
use crate::graph::Dataset;

/// A kind of graph, with a value for each of its parameters. Shows as the spec that it is read from.
#[derive(Clone)]
pub struct Chosen {
    pub generator: &'static Generator,
    /// In the order of the parameters.
    pub values: Vec<f64>,
}

impl Chosen {
    /// A graph in its default size.
    pub fn by_default(generator: &'static Generator) -> Self {
        Self { generator, values: generator.parameters.iter().map(|parameter| parameter.default).collect() }
    }

    /// The graph that is shown of a dataset loaded from `source`: `gallery`, or `gallery:SPEC`.
    pub fn from_source(source: &str, graph: usize) -> Option<Self> {
        match source.strip_prefix("gallery")? {
            "" => GALLERY.get(graph).map(Self::by_default),
            rest => rest.strip_prefix(':')?.parse().ok(),
        }
    }

    /// What the dataset is loaded from: `gallery:sbm:blocks=4`.
    pub fn source(&self) -> String {
        format!("gallery:{self}")
    }

    /// A dataset of this graph alone.
    pub fn dataset(&self) -> Dataset {
        let Self { generator, values } = self;
        let mut dataset = Dataset { name: generator.name.to_owned(), ..Dataset::default() };
        let settings = self.not_default();
        let name = if settings.is_empty() {
            generator.title.to_owned()
        } else {
            format!("{} ({})", generator.title, settings.join(", "))
        };
        generator.add_to(&mut dataset, values, name);
        dataset
    }

    /// `blocks=4` of each parameter that is not at its default.
    fn not_default(&self) -> Vec<String> {
        let pairs = self.generator.parameters.iter().zip(&self.values);
        let changed = pairs.filter(|(parameter, value)| parameter.default != **value);
        changed.map(|(parameter, value)| format!("{}={value}", parameter.name)).collect()
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Names are unique.
impl PartialEq for Chosen {
    fn eq(&self, other: &Self) -> bool {
        self.generator.name == other.generator.name && self.values == other.values
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.generator.name)?;
        let changed = self.not_default();
        if changed.is_empty() { Ok(()) } else { write!(f, ":{}", changed.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::gallery::{dataset, parse_spec};

    #[test]
    fn every_graph_of_the_gallery_is_found_by_its_place_and_by_its_spec() {
        for (idx, generator) in GALLERY.iter().enumerate() {
            let chosen = Chosen::from_source("gallery", idx).unwrap();
            assert_eq!((chosen.generator.name, chosen.to_string().as_str()), (generator.name, generator.name));
            assert_eq!(
                Chosen::from_source(&chosen.source(), 0).map(|chosen| chosen.to_string()),
                Some(chosen.to_string())
            );
            assert_eq!(chosen.dataset().graphs[0].edges, dataset().graphs[idx].edges);
        }
        for other in ["MUTAG", "gallery2", "gallery:torus", "smiles:C"] {
            assert!(Chosen::from_source(other, 0).is_none(), "{other}");
        }
        assert!(Chosen::from_source("gallery", GALLERY.len()).is_none());
    }

    #[test]
    fn a_spec_says_what_was_chosen() {
        let mut chosen: Chosen = "sbm:size=12".parse().unwrap();
        chosen.values[0] = 4.0;
        chosen.values[3] = 0.125;
        assert_eq!(chosen.source(), "gallery:sbm:blocks=4,size=12,outside=0.125");
        let again = parse_spec(&chosen.to_string()).unwrap();
        assert_eq!((again.graphs[0].n_nodes, &again.graphs[0].edges), (48, &chosen.dataset().graphs[0].edges));
    }
}
