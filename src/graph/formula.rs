//! Molecular formulas.
