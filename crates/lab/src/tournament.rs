//! Games between engines: who plays, at which pace, by which rules, and how games are recorded.

pub mod adjudication;
pub mod game;
pub mod in_process;
pub mod openings;
pub mod pace;
pub mod pgn;
pub mod player;
pub mod spec;
