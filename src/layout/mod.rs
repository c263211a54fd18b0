//! Where the nodes of a graph stand: a good start, then a live force simulation.
//!
//! A [`LayoutRequest`] becomes a [`Simulation`] that is stepped until it is settled. The unit of length
//! is the ideal length of an edge. Positions depend on the request alone, to the last bit.
//!
//! ```text
//! request → components (components) → pivot MDS → stress by gradient descent → untangling → packing
//!         → springs and repulsion, step by step
//! ```
//!
//! The stress of a drawing is Σ w_ij (‖x_i − x_j‖ − d_ij)² over pairs with hop distance d_ij and
//! w_ij = d_ij⁻² (Kamada and Kawai 1989; Gansner, Koren and North 2004). In small sparse graphs short rings
//! are made regular, and crossings are searched for a way out of. Molecules are drawn as structural formulas instead
//! wherever there is one, and are at rest in them.

mod barycentre;
mod carry;
mod component;
mod crossings;
mod depiction;
mod descent;
mod distances;
mod forces;
pub mod hierarchy;
mod moves;
mod packing;
mod pivot_mds;
mod quadtree;
mod quality;
mod relax;
mod request;
mod rings;
mod separate;
mod simulation;
mod springs;
mod start;
mod untangle;

pub use carry::carried;
pub use crossings::crossings;
pub use quality::stress;
pub use request::LayoutRequest;
pub use simulation::Simulation;
