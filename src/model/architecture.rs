//! Which weights a network has: names, shapes, and where they stand.

use super::NetworkKind;
use crate::pooling::{Method, Params};

/// Everything that decides the shape of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Architecture {
    pub network: NetworkKind,
    /// The operator; not used by a network without pooling.
    pub method: &'static Method,
    /// Its parameters; `levels` is the number of poolings.
    pub params: Params,
    /// Features per node of the input signal.
    pub width: usize,
    /// Hidden dimension: features per node after each convolution, and of the prediction.
    pub hidden: usize,
    pub classes: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSpec {
    /// `conv.0.w`, `pool.0.wq`, `head.0.b`.
    pub name: String,
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Whether it starts at zero, as biases do; else at Glorot's random numbers.
    pub is_bias: bool,
}

impl Architecture {
    /// What the prediction reads: sums and maxima after each convolution, or the sum of the signal.
    pub fn readout_width(&self) -> usize {
        match self.network {
            NetworkKind::Pooling => (self.params.levels + 1) * 2 * self.hidden,
            NetworkKind::SumMlp => self.width,
        }
    }

    /// Number of poolings.
    pub fn levels(&self) -> usize {
        if self.network.has_pooling() { self.params.levels } else { 0 }
    }

    /// Rows of a graph at each level, the input first: its nodes, or the one row that it is summed to.
    pub fn rows_by_level(&self, n: usize) -> impl Iterator<Item = usize> + '_ {
        let mut nodes = if self.network.has_pooling() { n } else { 1 };
        (0..=self.levels()).map(move |level| {
            if level > 0 {
                nodes = self.method.operator.n_coarse(nodes, level - 1, &self.params);
            }
            nodes
        })
    }

    /// All weights, in the order they are used.
    pub fn parameters(&self) -> Vec<ParameterSpec> {
        let mut specs = Vec::new();
        let mut add = |name: String, shape, is_bias| specs.push(ParameterSpec { name, shape, is_bias });
        if self.network.has_pooling() {
            let mut width = self.width;
            for level in 0..=self.params.levels {
                add(format!("conv.{level}.w"), [width, self.hidden], false);
                if level < self.params.levels {
                    for spec in self.method.operator.weights(level, self.hidden, &self.params) {
                        add(format!("pool.{level}.{}", spec.name), spec.shape, spec.is_bias);
                    }
                    width = self.method.operator.width_after(self.hidden);
                }
            }
        }
        add("head.0.w".into(), [self.readout_width(), self.hidden], false);
        add("head.0.b".into(), [1, self.hidden], true);
        add("head.1.w".into(), [self.hidden, self.classes], false);
        add("head.1.b".into(), [1, self.classes], true);
        specs
    }

    /// Number of learned parameters.
    pub fn n_parameters(&self) -> usize {
        self.parameters().iter().map(|spec| spec.shape[0] * spec.shape[1]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pooling::method;

    #[test]
    fn the_weights_are_those_of_the_paper() {
        let architecture = Architecture {
            network: NetworkKind::Pooling,
            method: method("proxpool").unwrap(),
            params: Params::default(),
            width: 37,
            hidden: 64,
            classes: 2,
        };
        let shapes = |architecture: &Architecture| -> Vec<(String, [usize; 2])> {
            architecture.parameters().into_iter().map(|spec| (spec.name, spec.shape)).collect()
        };
        let expected = [
            ("conv.0.w", [37, 64]),
            ("pool.0.wq", [64, 16]),
            ("conv.1.w", [64, 64]),
            ("pool.1.wq", [64, 16]),
            ("conv.2.w", [64, 64]),
            ("head.0.w", [384, 64]),
            ("head.0.b", [1, 64]),
            ("head.1.w", [64, 2]),
            ("head.1.b", [1, 2]),
        ];
        assert_eq!(shapes(&architecture), expected.map(|(name, shape)| (name.to_owned(), shape)));
        let baseline = Architecture { network: NetworkKind::SumMlp, ..architecture };
        let expected = [("head.0.w", [37, 64]), ("head.0.b", [1, 64]), ("head.1.w", [64, 2]), ("head.1.b", [1, 2])];
        assert_eq!(shapes(&baseline), expected.map(|(name, shape)| (name.to_owned(), shape)));
    }
}
