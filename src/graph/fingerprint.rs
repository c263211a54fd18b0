//! Whether two datasets are the same data, whatever file they came from.

use sha2::{Digest as _, Sha256};

use super::{Dataset, Labels};

impl Dataset {
    /// A hash of all that training sees: graphs, weights, labels, attributes and classes. 32 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let mut hash = Hash(Sha256::new());
        hash.labels(&self.node_labels);
        hash.labels(&self.classes);
        hash.number(self.node_attribute_names.len() as u64);
        for graph in &self.graphs {
            hash.number(graph.n_nodes as u64);
            hash.numbers(graph.edges.iter().map(|&[u, v]| u64::from(u) << 32 | u64::from(v)));
            hash.numbers(graph.edge_weights.iter().flatten().map(|weight| weight.to_bits()));
            hash.numbers(graph.node_labels.iter().flatten().map(|&label| u64::from(label)));
            hash.numbers(graph.node_attributes.iter().flatten().map(|value| value.to_bits()));
            hash.number(graph.class.map_or(u64::MAX, u64::from));
        }
        hash.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

struct Hash(Sha256);

impl Hash {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    /// A list with its length, so that no two lists run together.
    fn numbers(&mut self, numbers: impl Iterator<Item = u64>) {
        let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn labels(&mut self, labels: &Labels) {
        self.number(labels.len() as u64);
        for label in labels.iter() {
            self.number(label.show().len() as u64);
            self.0.update(label.show().as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Dataset, GraphBuilder, Labels};

    #[test]
    fn every_difference_that_training_sees_shows() {
        let mut builder = GraphBuilder::new(3);
        builder.add_edge(0, 1);
        let mut graph = builder.finish();
        graph.class = Some(0);
        let dataset = Dataset { name: "a".into(), graphs: vec![graph], ..Dataset::default() };
        let fingerprint = dataset.fingerprint();
        assert_eq!(fingerprint.len(), 32);

        let renamed = Dataset { name: "b".into(), ..dataset.clone() };
        assert_eq!(renamed.fingerprint(), fingerprint, "the name is no data");
        let mut changed = vec![dataset.clone(); 5];
        changed[0].graphs[0].edges = vec![[0, 2]];
        changed[1].graphs[0].class = Some(1);
        changed[2].graphs[0].node_labels = Some(vec![0, 0, 0]);
        changed[3].graphs[0].edge_weights = Some(vec![2.0]);
        changed[4].classes = Labels::from_values(["x"]);
        assert!(changed.iter().all(|changed| changed.fingerprint() != fingerprint));
    }
}
