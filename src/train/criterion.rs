//! What is watched on the validation set: for the patience, and for the choice of an epoch.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// What is watched on the validation set.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Criterion {
    /// The lower loss is better.
    Loss,
    /// The higher accuracy is better, of equals the lower loss: accuracies are few, so that ties are common.
    Accuracy,
}

impl Criterion {
    /// Whether a validation, as accuracy and loss, is better than an earlier one.
    pub fn is_better(self, (accuracy, loss): (f64, f64), (before, lowest): (f64, f64)) -> bool {
        match self {
            Self::Loss => loss < lowest,
            Self::Accuracy => (accuracy, -loss) > (before, -lowest),
        }
    }
}
