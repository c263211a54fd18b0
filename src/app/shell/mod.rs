//! The window around the tabs.

pub mod export;
pub mod frame;
pub mod frames;
pub mod glossary;
pub mod graph_file;
pub mod health;
pub mod keys;
pub mod menus;
pub mod overlay;
pub mod path_box;
pub mod perform;
pub mod picture;
pub mod presentation;
pub mod presenting;
pub mod screenshot;
pub mod start;
pub mod tour;
pub mod window;
