//! ProxPool Explorer: open a molecule, run the ProxPool graph-pooling operator on it, see every
//! matrix of it.
//!
//! One package, a library and one binary, both `proxpool`. The tree is the architecture: a line of
//! code knows its room, and data flows one way.
//!
//! ```text
//! file → readers → Dataset → Graph → explore → pooling trace → views and figures
//! Dataset → training engine → events → history → views and figures
//! ```
//!
//! Nothing flows back except commands.
//!
//! # Rooms
//!
//! | room | what it holds |
//! |---|---|
//! | [`math`] | numbers only: sparse patterns, ranking, sparsemax, eigenvectors, a seeded generator |
//! | [`symbols`] | what the letters mean: text, TeX, name in files and glossary entry of each |
//! | [`graph`] | [`Graph`](graph::Graph), [`Dataset`](graph::Dataset), signals, statistics, elements, edits of a copy, a gallery of classic graphs |
//! | [`readers`] | bytes → dataset: TU, SMILES, SDF, GraphML (and back), edge lists; the catalogue of names; downloads |
//! | [`tensor`] | the bridge to candle: sparse matrices with gradients, one operation a file |
//! | [`pooling`] | every operator in one grammar (select, reduce, connect), its trace, its table; two poolings held against each other |
//! | [`model`] | the network: which weights it has, its forward pass, graphs made ready for it |
//! | [`train`] | the paper's protocol: configuration, the loop, an engine on threads, run folders, events, history; snapshots of epochs, predictions, comparison of runs |
//! | [`explore`] | one graph through one operator with its signal and weights, as a model was trained or as a person sets it: all that window, figures and `trace` show |
//! | [`layout`] | where nodes are drawn: a start of low stress, a live force simulation, coarse levels over fine ones |
//! | [`view`] | what data looks like without a window system: every colour that belongs to data, scales, matrices as pixels, the lines and shapes of a graph, indices in text; window and figures paint what it says |
//! | [`figure`] | whole figures: a scene in millimetres → SVG, PNG, PDF |
//! | [`spectral`] | spectrum, filters, Fourier transform, smoothness by edges, kernels by eigenvectors, experiments: for teaching and for checking |
//! | [`files`] | writing files whole or not at all; format numbers of all that is written and read again |
//! | [`names`], [`units`] | choices by key and name; times, sizes and shares as people read them |
//! | [`cli`] | one file for each subcommand |
//! | `app` | the window (feature `gui`) |
//!
//! # Arrows
//!
//! `x ← y` says that y may name x: `math ← graph ← readers, spectral, layout`; `math, graph, tensor ← pooling ← model ← train ← explore`;
//! `symbols ← pooling, model, train, figure`; `files ← readers, pooling, train, figure`; `spectral, layout, pooling, model, train, explore ← figure`; everything but `app` ← `cli`; everything but `cli` ← `app`. `tests/rooms.rs` fails on any other.
//!
//! # How to add
//!
//! Whatever needs a list iterates a table; a new member is one file and one line in it.
//!
//! - **An operator**: `pooling/NAME.rs` with its [`Pooling`](pooling::Pooling) and a [`Method`](pooling::Method) that says
//!   what people see of it, and a line in [`METHODS`](pooling::METHODS). It is then on the command line, in the panels, in
//!   Compare, in figures, in training and in the tests that iterate the table. From outside of this crate
//!   [`register`](pooling::register) does the same; `tests/own_operator.rs` is an example, and the proof.
//! - **A parameter of one operator**: a [`Parameter::own`](pooling::Parameter::own) in the operator's file, named in its
//!   `Method`. Slider, flag, link, run file, model and figure follow; the operator reads it by
//!   [`Parameter::get`](pooling::Parameter::get). What several operators share is a field of [`Params`](pooling::Params) and
//!   a static in [`pooling::parameter`](mod@pooling::parameter); a number of training is one in [`train::settings`].
//! - **A matrix**: the operator keeps it with its [`Symbol`](symbols::Symbol) and what its rows and columns are
//!   ([`Axis`](pooling::Axis)), and names it among its `matrices`. Maps, links between them, exports and figures follow.
//!   A symbol of one operator stands in its file and among its `symbols`; the paper's are in [`symbols::table`].
//! - **A figure**: `figure/kinds/NAME.rs` with a [`Figure`](figure::Figure), and a line in [`FIGURES`](figure::FIGURES).
//! - **A choice** (an order, a colour map, a scale …): a variant with the key and the name that `strum` gives it; what
//!   [`Named`](names::Named) offers of it follows on the command line, in the window, in files and in links.
//! - **A file format**: a reader in [`readers`] and a line in its table of formats.
//! - **A tab**: a folder in `app`, a variant of `app::tabs::Tab`, and today still a field of the window with its arms in
//!   `window`, `frame`, `apply`, `link` and `export::screen`.
//!
//! # Invariants
//!
//! - egui is named only in `app`, candle only in `tensor`, `pooling`, `model` and `train`, faer only in
//!   `math::eigen`, rayon only in `train`, fdg-sim only in `layout::forces`, what reads fonts and
//!   writes pictures only in `figure::text` and `figure::file`.
//! - A pooling operator is written once, on candle tensors. The explorer runs it in `f64` with its
//!   [`Trace`](pooling::Trace) on, training in `f32` with it off.
//! - Sparse throughout: memory is in proportion to the non-zeros. Graphs of a batch stand
//!   block-diagonally in one pattern, without padding, and each gets the bits it gets alone.
//! - What depends on a graph alone is computed once ([`Known`](pooling::Known)): the pooling of one graph in the
//!   explorer and that of a batch in the ten-thousandth step run the same code.
//! - One model gives one trace. What is shown of a graph is made by [`explore`] alone, whose page says who decides about
//!   operator, parameters, signal and weights: the model, but for what a person sets explicitly.
//! - Randomness comes only from a seed in the parameters. Ties go to the lower index.
//! - The same configuration gives the same weights to the last bit, for any number of threads and after any
//!   number of interruptions: batches are cut into parts by their content alone, and parts are added in order.
//!   Snapshots of epochs change no bit of it.
//! - In the window a panel reads the state and asks; one function writes. Whatever takes longer than a frame
//!   runs on another thread while the previous answer stays on screen. Undo is a stack of views.
//! - A dataset is never changed. A graph that is edited is a copy, made anew from the list of edits that the view, a link
//!   and the file of a figure carry.
//! - Outside `app`, `cli`, `train::engine` and `train::splits` nothing prints, sleeps or starts threads.
//! - Bad input gets an error that says what, where and what to do; readers never panic.
//! - Files are written to a temporary name and renamed.
//! - What was written stays readable: fields that are added have defaults, a format has a number ([`files::format`]), and
//!   `tests/formats.rs` reads files of every format there was.

#[cfg(feature = "gui")]
pub mod app;
pub mod cancel;
pub mod cli;
pub mod explore;
pub mod fetch;
pub mod figure;
pub mod files;
pub mod graph;
pub mod layout;
pub mod math;
pub mod model;
pub mod names;
pub mod pooling;
pub mod readers;
pub mod spectral;
pub mod symbols;
pub mod tensor;
pub mod trace;
pub mod train;
pub mod units;
pub mod view;
pub mod writers;
