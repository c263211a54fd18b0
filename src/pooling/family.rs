//! Families of operators, as the field teaches them: what lists of operators are grouped by.

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// What an operator decides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    Proximity,
    #[strum(serialize = "score", message = "score-based")]
    Score,
    #[strum(serialize = "one-over-k", message = "one-over-K")]
    OneOverK,
    #[strum(message = "soft clustering")]
    SoftClustering,
    Spectral,
    Control,
}

impl Family {
    /// One sentence on what its operators share.
    pub fn about(self) -> &'static str {
        match self {
            Self::Proximity => "a few nodes gather those that are near to them",
            Self::Score => "the nodes of highest score are kept",
            Self::OneOverK => "the graph alone decides how many nodes are left, a half or fewer",
            Self::SoftClustering => "every node is shared out over a fixed number of clusters",
            Self::Spectral => "eigenvectors of the Laplacian divide the graph",
            Self::Control => "selections without a reason, to compare with",
        }
    }
}
