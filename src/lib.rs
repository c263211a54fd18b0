//! ProxPool Explorer: open a molecule, run the ProxPool graph-pooling operator on it, inspect every
//! matrix.
//!
//! One package, a library and one binary, both `proxpool`. The module tree is the architecture: every
//! top-level module (a *room*) has one subject, and data flows in one direction.
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
//! | room | contents |
//! |---|---|
//! | [`math`] | numbers only: sparse patterns, ranking, sparsemax, eigenvectors, a seeded random number generator |
//! | [`symbols`] | text, TeX, file name and glossary entry of every symbol |
//! | [`graph`] | [`Graph`](graph::Graph), [`Dataset`](graph::Dataset), signals, statistics, elements, edits of a copy, a gallery of classic graphs |
//! | [`readers`] | bytes → dataset: TU, SMILES, SDF, GraphML, GEXF, GML, JSON, Matrix Market, NumPy, graph6, KONECT, tables, edge lists; the catalogue of names |
//! | [`writers`] | graphs as GraphML |
//! | [`fetch`] | downloads of TU datasets |
//! | [`tensor`] | sparse matrices with gradients on candle, one operation per file |
//! | [`pooling`] | every operator in one scheme (select, reduce, connect), its trace, and the table of operators |
//! | [`trace`] | what is read off a trace: levels, node orders, summary, comparison, matrices as files |
//! | [`model`] | the network: weights, forward pass, preprocessed graphs |
//! | [`train`] | the paper's protocol: configuration, the loop, an engine on threads, run folders, events, history; snapshots of epochs, predictions, comparison of runs |
//! | [`study`] | studies: a grid of runs as a folder that any number of processes work off; what came out, beside the paper |
//! | [`explore`] | one graph through one operator with its signal and weights, as the model was trained or as the user sets it: everything that the window, figures and `trace` show |
//! | [`layout`] | node positions: an initial layout of low stress, a live force simulation, coarse levels above fine ones |
//! | [`view`] | what data looks like, without a window system: colours, scales, matrices as pixels, the geometry of nodes and bonds, subscripts; the window and the figures paint it |
//! | [`figure`] | figures: a scene in millimetres → SVG, PNG, PDF |
//! | [`snippet`] | what is on screen as a command line, as Python (NumPy, PyTorch Geometric) or as a table |
//! | [`spectral`] | spectrum, filters, Fourier transform, smoothness per edge, kernels from eigenvectors, experiments: for teaching and for checks |
//! | [`files`] | atomic writing of files; format numbers; results kept on disk |
//! | [`names`], [`units`], [`cancel`] | choices by key and name; times, sizes and shares as text; stopping work that nobody waits for |
//! | [`cli`] | one file per subcommand |
//! | `app` | the window (feature `gui`), in five rooms of its own: `state` (views, commands, links, undo), `work` (background jobs), `widgets` (canvas, heatmap, maths text, theme), `tabs` (one folder each), `shell` (window, menus, dialogs, tour) |
//!
//! # Arrows
//!
//! `x ← y` means that y may use x: `math ← graph ← readers, spectral, layout`; `math, graph, tensor ← pooling ← model ← train ← explore`;
//! `train, readers ← study ← figure`; `pooling ← trace ← explore ← view ← figure`; `symbols ← pooling, model, train, view, figure`; `names ← train, view, figure`; `files ← readers, writers, pooling, trace, train, figure`;
//! `readers ← fetch`; `spectral, layout ← figure ← snippet`; everything but `app` ← `cli`; everything but `cli` ← `app`.
//! Inside the window: `state ← work ← widgets ← tabs ← shell`, and no tab names another. `tests/rooms.rs` has the full list
//! and fails on any other.
//!
//! # How to add
//!
//! Whatever needs a list iterates a table; a new member is one file and one line in the table.
//!
//! - **An operator**: `pooling/NAME.rs` with its [`Pooling`](pooling::Pooling) and a [`Method`](pooling::Method) that
//!   describes it, and a line in [`METHODS`](pooling::METHODS). It is then on the command line, in the panels, in
//!   Compare, in figures, in training and in the tests that iterate the table. From outside of this crate
//!   [`register`](pooling::register) does the same; `tests/own_operator.rs` is an example, and the proof.
//! - **A parameter of one operator**: a [`Parameter::own`](pooling::Parameter::own) in the operator's file, named in its
//!   `Method`. Slider, flag, link, run file, model and figure follow; the operator reads it by
//!   [`Parameter::get`](pooling::Parameter::get). What several operators share is a field of [`Params`](pooling::Params) and
//!   a static in [`pooling::parameter`](mod@pooling::parameter); a number of training is one in [`train::settings`].
//!   A parameter may be a choice by names ([`Parameter::choice`](pooling::Parameter::choice)). What holds of every result of the
//!   operator is declared in its `laws`, which `tests/laws.rs` checks; what it adds to the loss is named in its `losses`.
//! - **A matrix**: the operator keeps it with its [`Symbol`](symbols::Symbol) and what its rows and columns are
//!   ([`Axis`](pooling::Axis)), and names it among its `matrices`. Maps, links between them, exports and figures follow.
//!   A symbol of one operator is defined in its file and listed in its `symbols`; the paper's are in [`symbols::table`].
//! - **A figure**: `figure/kinds/NAME.rs` with a [`Figure`](figure::Figure), and a line in [`FIGURES`](figure::FIGURES).
//! - **A choice** (an order, a colour map, a scale …): a variant with the key and the name that `strum` gives it; what
//!   [`Named`](names::Named) offers of it follows on the command line, in the window, in files and in links.
//! - **A file format**: a reader in [`readers`] and a line in its table of formats, [`FORMATS`](readers::FORMATS); good and
//!   bad files in `tests/corpus`, and a body in `fuzz/bodies.rs`.
//! - **A tab**: a folder in `app/tabs` with a `TabPage`, and a line in `each_tab!` of `app/state/tab.rs`.
//! - **A command** without arguments: a line in the table of `app/state/action.rs`. Palette and keys follow, and a test
//!   demands its place in a menu.
//!
//! # Invariants
//!
//! - egui is named only in `app`, candle only in `tensor`, `pooling`, `model` and `train`, faer only in
//!   `math::eigen`, rayon only in `train`, fdg-sim only in `layout::forces`, what reads fonts and
//!   writes pictures only in `figure::text` and `figure::file`.
//! - A pooling operator is written once, on candle tensors. The explorer runs it in `f64` with its
//!   [`Trace`](pooling::Trace) on, training in `f32` with it off.
//! - Sparse throughout: memory is in proportion to the non-zeros. The graphs of a batch form
//!   one block-diagonal pattern, without padding; results are bit-identical to those of each graph alone.
//! - What depends on a graph alone is computed once ([`Precomputed`](pooling::Precomputed)): the explorer and
//!   every training step run the same code. After a change the explorer computes only what depends on it
//!   ([`Memory`](pooling::Memory)), with the same bits as from scratch.
//! - One model gives one trace. Everything shown of a graph is computed by [`explore`] alone; its page specifies where
//!   operator, parameters, signal and weights come from: the model, except for what the user sets explicitly.
//! - Randomness comes only from a seed in the parameters. Ties go to the lower index.
//! - The same configuration gives the same weights to the last bit, for any number of threads, any width of vectors and after
//!   any number of interruptions: batches are divided into shards by their content alone, shards are summed in order, each
//!   sum has its terms in one order, and what is fused (a product and a sum with one rounding) is fused everywhere. This
//!   is fast on x86-64 with FMA (Intel since 2013, AMD since 2015) and on 64-bit ARM; elsewhere fused arithmetic is done in
//!   software, slowly. EigenPool's eigenvectors are those of a library that takes what the processor has.
//!   Snapshots of epochs do not affect the result.
//! - In the window a panel reads the state and asks; `State::apply` writes, and returns effects for the shell to perform.
//!   Whatever takes longer than a frame runs on another thread while the previous result stays on screen. Work that nobody
//!   waits for ends at its next [`cancel::checkpoint`]. Undo is a stack of views.
//! - A dataset is never changed. An edited graph is a copy, rebuilt from the list of edits that is stored in the view, in links
//!   and in figure files.
//! - Outside `app`, `cli`, `cancel`, `train::engine` and `train::splits` nothing prints, sleeps or starts threads.
//! - Bad input gets an error that says what, where and what to do; readers never panic.
//! - Files are written to a temporary name and then renamed.
//! - Files stay readable: added fields have defaults, a format has a number ([`files::format`]), and
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
pub mod snippet;
pub mod spectral;
pub mod study;
pub mod symbols;
pub mod tensor;
pub mod trace;
pub mod train;
pub mod units;
pub mod view;
pub mod writers;
