//! A named list of graphs with the alphabets they share.

use super::{Graph, Labels, elements};

/// Graphs that came from one source, and what their label indices mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// Short name, as in `proxpool info NAME`.
    pub name: String,
    /// The graphs, in file order.
    pub graphs: Vec<Graph>,
    /// What node label indices mean.
    pub node_labels: Labels,
    /// What edge label indices mean.
    pub edge_labels: Labels,
    /// What graph classes mean.
    pub classes: Labels,
    /// A name for each column of the node attributes.
    pub node_attribute_names: Vec<String>,
    /// Names of the data fields that can be chosen as class.
    pub field_names: Vec<String>,
    /// The README or description that came with the data.
    pub about: Option<String>,
    /// What the reader passed over or mended.
    pub warnings: Vec<Warning>,
    /// Records that are no graphs here, because they cannot be read.
    pub skipped: Skipped,
}

/// Records of a file that the reader passed over because it could not read them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Skipped {
    /// How many.
    pub count: usize,
    /// Of how many records, the good ones included.
    pub of: usize,
    /// The first of them, as file, line, reason and remedy.
    pub first: Vec<String>,
}

/// Something a reader passed over or mended, with how often it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What happened, in a sentence that starts with the place.
    pub message: String,
}

/// Why a field cannot be made the class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchField {
    #[error("there is no field “{name}”; choose one of {}", available.join(", "))]
    Unknown { name: String, available: Vec<String> },
    #[error("there is no field “{name}”; this dataset has no data fields")]
    None { name: String },
}

impl Dataset {
    pub fn max_nodes(&self) -> usize {
        self.graphs.iter().map(|graph| graph.n_nodes).max().unwrap_or(0)
    }

    /// Nodes of a graph, on average.
    pub fn mean_nodes(&self) -> f64 {
        let n_nodes: usize = self.graphs.iter().map(|graph| graph.n_nodes).sum();
        n_nodes as f64 / self.graphs.len().max(1) as f64
    }

    /// What a node of one of its graphs is called: `C7`, the label and the index; `31 (block 3)` where the two would run
    /// into one number or word; or the name that the file gives.
    pub fn node_name(&self, graph: &Graph, node: u32) -> String {
        if let Some(names) = &graph.node_names {
            return names[node as usize].clone();
        }
        match &graph.node_labels {
            Some(labels) => {
                let label = self.node_labels.show(labels[node as usize]);
                let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
                let is_word = is_letter(label.chars().next())
                    && is_letter(label.chars().last())
                    && !label.contains(char::is_whitespace);
                if is_word { format!("{label}{node}") } else { format!("{node} ({label})") }
            }
            None => node.to_string(),
        }
    }

    /// Makes the words of a field the classes. A graph without that field gets no class.
    pub fn set_class_from_field(&mut self, field: &str) -> Result<(), NoSuchField> {
        if !self.field_names.iter().any(|name| name == field) {
            let (name, available) = (field.to_owned(), self.field_names.clone());
            return Err(if available.is_empty() {
                NoSuchField::None { name }
            } else {
                NoSuchField::Unknown { name, available }
            });
        }
        let mut words = Vec::new();
        let mut labelled = Vec::new();
        for (idx, graph) in self.graphs.iter().enumerate() {
            if let Some(value) = graph.field(field).map(str::trim).filter(|value| !value.is_empty()) {
                words.push(value.to_owned());
                labelled.push(idx);
            }
        }
        let (classes, indices) = Labels::compact_words(&words);
        self.classes = classes;
        for graph in &mut self.graphs {
            graph.class = None;
        }
        for (idx, class) in labelled.into_iter().zip(indices) {
            self.graphs[idx].class = Some(class);
        }
        Ok(())
    }

    /// Removes explicit hydrogens; atoms with a hydrogen count are updated.
    ///
    /// A molecule of hydrogen alone stays whole, so that no graph becomes empty.
    pub fn strip_hydrogens(&mut self) {
        let hydrogen: Vec<bool> =
            self.node_labels.iter().map(|label| elements::number(label.show()) == Some(1)).collect();
        for graph in &mut self.graphs {
            let Some(labels) = &graph.node_labels else { continue };
            let keep: Vec<bool> = labels.iter().map(|&label| !hydrogen[label as usize]).collect();
            if keep.iter().all(|&kept| kept) || !keep.iter().any(|&kept| kept) {
                continue;
            }
            if let Some(atoms) = &mut graph.atoms {
                for &[u, v] in &graph.edges {
                    for (lost, heavy) in [(u, v), (v, u)] {
                        if !keep[lost as usize] && keep[heavy as usize] {
                            let hydrogens = &mut atoms[heavy as usize].hydrogens;
                            *hydrogens = hydrogens.saturating_add(1);
                        }
                    }
                }
            }
            *graph = graph.retain_nodes(&keep);
        }
        self.drop_unused_node_labels();
    }

    fn drop_unused_node_labels(&mut self) {
        let mut used = vec![false; self.node_labels.len()];
        for &label in self.graphs.iter().flat_map(|graph| graph.node_labels.iter().flatten()) {
            used[label as usize] = true;
        }
        let new_idx = self.node_labels.retain(&used);
        for label in self.graphs.iter_mut().flat_map(|graph| graph.node_labels.iter_mut().flatten()) {
            *label = new_idx[*label as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::gallery;

    #[test]
    fn a_label_and_an_index_are_told_apart() {
        let mut dataset = gallery::parse_spec("sbm:blocks=3,size=12").unwrap();
        assert_eq!(dataset.node_name(&dataset.graphs[0], 31), "31 (block 3)");
        for (label, name) in [("C", "C31"), ("Cl", "Cl31"), ("6", "31 (6)"), ("C13", "31 (C13)"), ("N+", "31 (N+)")] {
            let labels: Vec<String> = vec![label.to_owned(); 36];
            let (labels, column) = Labels::compact_words(&labels);
            dataset.node_labels = labels;
            dataset.graphs[0].node_labels = Some(column);
            assert_eq!(dataset.node_name(&dataset.graphs[0], 31), name);
        }
    }
}
