//! The window around the tabs.

pub(super) mod columns;
pub(super) mod export;
pub(super) mod frame;
pub(super) mod frames;
pub(super) mod glossary;
pub(super) mod graph_file;
pub(super) mod health;
pub(super) mod key_sheet;
pub(super) mod keys;
pub(super) mod menus;
pub(super) mod overlay;
pub(super) mod palette;
pub(super) mod path_box;
pub(super) mod perform;
pub(super) mod picture;
pub(super) mod presentation;
pub(super) mod presenting;
pub(super) mod screenshot;
pub(super) mod smiles_box;
pub(super) mod start;
pub(crate) mod startup;
pub(super) mod tour;
pub(super) mod window;
