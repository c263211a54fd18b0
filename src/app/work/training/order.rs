//! A requested run.

use std::{path::PathBuf, sync::Arc};

use crate::{
    app::state::loaded::Loaded,
    readers::catalog::{Catalog, LoadOptions},
    train::{Config, DataSource, Job, RunFolder, folder::free_folder},
};

#[derive(Clone)]
pub(crate) struct Order {
    /// The open dataset.
    pub data: Option<Arc<Loaded>>,
    pub catalog: Catalog,
    pub what: What,
    /// Number of threads.
    pub threads: usize,
}

#[derive(Clone)]
pub(crate) enum What {
    New {
        config: Box<Config>,
        /// Runs folder.
        root: PathBuf,
    },
    /// Run folder.
    Resume(PathBuf),
}

impl Order {
    /// Text in the queue: `MUTAG · ProxPool · 20 splits · seed 0`.
    pub(crate) fn title(&self) -> String {
        match &self.what {
            What::New { config, .. } => {
                let data = self.data.as_ref().map_or("", |data| data.dataset.name.as_str());
                let pool = config.title();
                let splits = if config.splits == 1 { "split" } else { "splits" };
                format!("{data} · {pool} · {} {splits} · seed {}", config.splits, config.params.seed)
            }
            What::Resume(path) => format!("resume {}", path.file_name().unwrap_or_default().to_string_lossy()),
        }
    }

    /// Creates or opens the run folder. Slow, because it reads files.
    pub(crate) fn job(self) -> Result<Job, String> {
        let mut job = match self.what {
            What::New { config, root } => {
                let data = self.data.ok_or("no dataset is open; open one to train on")?;
                let source = DataSource::new(&data.dataset, &data.source, None, false);
                let path = free_folder(&root, &data.dataset.name, config.key());
                Job::create(data.dataset.clone(), source, *config, &path)
            }
            What::Resume(path) => {
                let (_, run) = RunFolder::open(&path).map_err(|error| error.to_string())?;
                let dataset = match self.data.filter(|data| data.fingerprint == run.data.fingerprint) {
                    Some(data) => data.dataset.clone(),
                    None => {
                        let options = LoadOptions {
                            class_field: run.data.label,
                            strip_hydrogens: run.data.strip_hydrogens,
                            ..LoadOptions::default()
                        };
                        let dataset = self.catalog.load(&run.data.source, &options);
                        Arc::new(dataset.map_err(|error| error.to_string())?)
                    }
                };
                Job::resume(dataset, &path)
            }
        }
        .map_err(|error| error.to_string())?;
        job.threads = self.threads;
        Ok(job)
    }
}
