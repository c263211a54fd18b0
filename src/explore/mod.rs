//! One graph through one operator, with its signal and its weights: everything that the window with its tabs,
//! the start page, figures and `trace` show is computed here, and nowhere else.
//!
//! # Where settings come from
//!
//! - The *weights* are those of their source: untrained, a network before training, a model, or W_Q from files.
//! - A *model* is applied as it was trained, except for what the user sets explicitly:
//!   - the operator is the model's, unless another one is named;
//!   - the parameters are the model's, except for those that are set;
//!   - the signal is the one it was trained on; a dataset with other columns is rejected. Parameters that determine
//!     the shape of its weights (d', the number of clusters) are always the model's.
//! - *Explicit* is: on the command line a flag that was given; in the request of a figure its `params`, but not for
//!   `models`, which are shown as trained; in a link every parameter, those left out having their default; in the window
//!   the sliders, which a model sets when it is chosen.
//! - A model belongs to *one operator*. Other operators beside it are untrained and use the chosen signal.
//! - A safetensors file that another program wrote provides weights only: the user chooses signal and parameters. Among
//!   several operators, those whose weights it contains use it.
//! - Without a model the operator is ProxPool, a parameter has its default, and the signal is the labels, or the degrees
//!   where there are none. Clusters are sized by the largest graph of the dataset.

mod error;
mod exploration;
mod explored;

pub use error::ExploreError;
pub use exploration::Exploration;
pub use explored::{Explored, Opened};
