//! The search.

pub mod eval;
