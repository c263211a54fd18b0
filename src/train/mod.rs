//! Training.
pub mod adam;
pub mod config;
pub mod error;
pub mod shard;
pub mod step;

pub use config::Config;
pub use error::TrainError;
