//! Studies: a grid of runs (datasets × operators × settings × seeds) as one folder that any number of processes work off.
//!
//! A [`Plan`] is the small file that describes it, a [`StudyFolder`] is where its jobs and their runs are kept, a
//! [`Worker`](work::Worker) hands out what is missing, and a [`Summary`] is what came out: test accuracies split by split,
//! without the weights. A [`Report`] sets a summary beside the paper. The truth is the folders of the runs alone: whatever
//! a scheduler says about its jobs is for people to read.
//!
//! ```text
//! study.toml                    the plan, as it was given
//! jobs.json                     the data with its fingerprints, and every job with its configuration
//! runs/NCI1-proxpool-s3-tau1-seed0/   one run folder for each job
//! claims/                       which process works on which job
//! summary.json                  what came out, once it has been collected
//! ```

pub mod adopt;
pub mod builtin;
pub mod claim;
pub mod collect;
pub mod cost;
pub mod error;
pub mod folder;
pub mod job;
pub mod load;
pub mod plan;
pub mod report;
pub mod source;
pub mod status;
pub mod summary;
pub mod work;

pub use error::StudyError;
pub use folder::StudyFolder;
pub use job::Job;
pub use plan::Plan;
pub use report::Report;
pub use summary::Summary;
