//! Matches.

pub mod openings;
