//! Games between engines: who plays, at which pace, by which rules, and how games are recorded.

pub mod adjudication;
pub mod game;
pub mod in_process;
pub mod pace;
pub mod pgn;
pub mod player;
mod pv;
pub mod spec;
pub mod tablebases;
mod uci_info;
mod uci_options;
pub mod uci_player;
mod uci_process;
