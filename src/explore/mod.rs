//! One graph through one operator, with its signal and its weights: what the window, its Compare, Spectrum and Train tabs,
//! the start page, figures and `trace` show is made here, and nowhere else.
//!
//! # Who decides what
//!
//! - The *weights* are those of their source: untrained, a network before training, a model, or W_Q from files.
//! - A *model* is shown as it was trained, but for what a person sets explicitly:
//!   - the operator is the model's, unless another one is named;
//!   - the parameters are the model's, but for those that are set;
//!   - the signal is the one it was trained on; a dataset with other columns is refused. What gives its weights their
//!     shape (d', the number of clusters) is never anything but the model's.
//! - *Explicit* is: on the command line a flag that was given; in the request of a figure its `params`, but not for
//!   `models`, which are shown as trained; in a link every parameter, those left out having their default; in the window
//!   the sliders, which a model sets when it is chosen.
//! - A model is that of *one operator*. Others that are shown beside it are untrained, on the signal that was chosen.
//! - A safetensors file that another program wrote gives weights alone: signal and parameters are the person's. Beside
//!   others, the operators use it whose weights it has.
//! - Without a model the operator is ProxPool, a parameter has its default, and the signal is the labels, or the degrees
//!   where there are none. Clusters are sized by the largest graph of the dataset.

mod error;
mod exploration;
mod explored;

pub use error::ExploreError;
pub use exploration::Exploration;
pub use explored::{Explored, Opened};
