//! The data of a study, found as `train` finds it and checked against what it was when the study was made.

use std::sync::Arc;

use super::{error::StudyError, plan::DataChoice};
use crate::{
    graph::Dataset,
    readers::catalog::{Catalog, LoadOptions},
    train::DataSource,
};

/// Loads datasets; the last one is kept, since jobs on the same data often follow each other.
pub struct Loader {
    catalog: Catalog,
    last: Option<(DataSource, Arc<Dataset>)>,
}

impl Loader {
    pub fn new(catalog: Catalog) -> Self {
        Self { catalog, last: None }
    }

    /// The data that a plan asks for.
    pub fn choose(&mut self, data: &DataChoice) -> Result<(DataSource, Arc<Dataset>), StudyError> {
        let dataset = self.read(data.source(), data.label(), data.strips_hydrogens())?;
        let label = data.label().map(str::to_owned);
        Ok((DataSource::new(&dataset, data.source(), label, data.strips_hydrogens()), dataset))
    }

    /// The data of a study; an error if it is not what it was.
    pub fn load(&mut self, data: &DataSource) -> Result<Arc<Dataset>, StudyError> {
        if let Some((last, dataset)) = &self.last
            && last == data
        {
            return Ok(dataset.clone());
        }
        let dataset = self.read(&data.source, data.label.as_deref(), data.strip_hydrogens)?;
        let fingerprint = dataset.fingerprint();
        if fingerprint != data.fingerprint {
            let problem = format!(
                "the data has changed since this study was made (fingerprint {fingerprint}, then {}); give the same data \
                 again, or make a new study",
                data.fingerprint
            );
            return Err(StudyError::file(&data.source, problem));
        }
        self.last = Some((data.clone(), dataset.clone()));
        Ok(dataset)
    }

    fn read(&self, source: &str, label: Option<&str>, strip_hydrogens: bool) -> Result<Arc<Dataset>, StudyError> {
        let options = LoadOptions { class_field: label.map(str::to_owned), strip_hydrogens, ..LoadOptions::default() };
        Ok(Arc::new(self.catalog.load(source, &options)?))
    }
}
