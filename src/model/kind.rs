//! Which network is trained.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The body of a network: what is between the signal of a graph and the scores of its classes.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NetworkKind {
    /// The paper's: [conv – pool] × levels – conv – readout – prediction.
    #[default]
    #[strum(message = "Pooling network")]
    Pooling,
    /// The structure-agnostic baseline of Errica et al. (ICLR 2020): relu(relu(Σᵢ xᵢ W₀ + b₀) W₁ + b₁).
    ///
    /// It sees no edge. The sum is over the signal as it is, unscaled; W₀ has `hidden` columns, W₁ one per class. As in the
    /// program that the published numbers come from, the scores of the classes go through a ReLU as well: a graph
    /// whose scores are all 0 has probabilities that are all equal, is counted for the lowest class and yields no
    /// gradient. Weights start as in the paper's network (Glorot, biases 0), where that program has PyTorch's default.
    #[strum(message = "Sum and MLP")]
    SumMlp,
}

impl NetworkKind {
    /// Whether it is the paper's.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it has an operator to choose.
    pub fn has_pooling(self) -> bool {
        self == Self::Pooling
    }
}
