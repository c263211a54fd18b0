//! Display settings of the Results tab, as stored in links.

use std::{fmt, path::PathBuf, str::FromStr};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsLook {
    /// The folder of a study or of runs, or a summary file; none for the results that come with the program.
    pub source: Option<PathBuf>,
    pub selected: Option<CellKey>,
}

/// A cell of the table: an operator with its settings on a dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellKey {
    pub dataset: String,
    pub pool: String,
    /// What tells it apart from other rows of its operator; empty for the paper's protocol.
    pub variant: String,
}

/// `NCI1|gpool|tau 0.1`
impl fmt::Display for CellKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}|{}", self.dataset, self.pool, self.variant)
    }
}

impl FromStr for CellKey {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, '|').map(str::to_owned);
        let (Some(dataset), Some(pool), Some(variant)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(());
        };
        Ok(Self { dataset, pool, variant })
    }
}
