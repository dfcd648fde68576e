//! Training data: games with a score for every move, in viriformat files, and the tools that look after them.
//!
//! A file is games one after the other, nothing between them and nothing around them ([`game`] has the layout). It was
//! designed for the engine Viridithas by Cosmo Bobak; the format is public and other engines' tools read it. Reading
//! and writing it takes few lines on top of [`chess`], which also knows whether a move is legal, so this is done here
//! and not by the crate `viriformat`: that crate brings a board of its own, checks moves in debug builds only and
//! panics on some damaged files. It serves as the oracle of the tests instead.
//!
//! Nothing here trusts a file: every move is checked by the rules, and what does not fit is refused with the file, the
//! byte and the reason.

mod filter;
mod game;
mod inspect;
mod reader;
mod rescore;
mod tools;
mod writer;

pub use filter::Filter;
pub use game::{DataGame, ScoredMove};
pub use inspect::{InspectOptions, Inspection, inspect};
pub use reader::{Reader, parse_game};
pub use rescore::{RescoreOptions, rescore};
pub(crate) use tools::each_game;
pub use tools::{CountReport, ToolOptions, ToolReport, count, dedup, merge, shuffle};
pub use writer::{Resumed, Writer};

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;
