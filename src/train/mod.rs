//! Training: the paper's protocol as an engine that a window or a terminal can watch, pause, stop and resume.
//!
//! A [`Job`] is a run with its folder; an [`Engine`] runs it on threads of its own and tells
//! [events](Event); a [`History`] folds them into what plots and tables read. The loop itself is in
//! [`run`], to be read from top to bottom. The same configuration gives the same weights to the last
//! bit, for any number of threads, and after any number of interruptions.

pub mod adam;
pub mod assessment;
pub mod calibrate;
pub mod checkpoint;
pub mod command_line;
pub mod compare;
pub mod config;
pub mod confusion;
pub mod control;
pub mod criterion;
pub mod curve;
pub mod data;
pub mod division;
pub mod engine;
pub mod error;
pub mod event;
pub mod folder;
pub mod grid;
pub mod history;
pub mod memory;
pub mod note;
pub mod paper;
pub mod predict;
pub mod run;
pub mod score;
pub mod settings;
pub mod settings_difference;
pub mod shard;
pub mod shelf;
pub mod snapshot;
mod splits;
pub mod state;
pub mod step;

pub use checkpoint::ModelMetadata;
pub use config::Config;
pub use confusion::Confusion;
pub use criterion::Criterion;
pub use division::Division;
pub use engine::{Engine, Job};
pub use error::TrainError;
pub use event::Event;
pub use folder::{DataSource, RunFile, RunFolder};
pub use history::{History, Status};
