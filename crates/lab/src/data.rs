//! Training data: games with a score for every move, in viriformat files, and the tools that look after them.
//!
//! A file is games one after the other, nothing between them and nothing around them. The format was
//! designed for the engine Viridithas by Cosmo Bobak; the format is public and other engines' tools read it. Reading
//! and writing it takes few lines on top of [`chess`], which also knows whether a move is legal, so this is done here
//! and not by the crate `viriformat`: that crate brings a board of its own, checks moves in debug builds only and
//! panics on some damaged files. It serves as the oracle of the tests instead.
//!
//! All numbers are little endian; squares count from a1 = 0 over b1 = 1 to h8 = 63.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | occupied squares, one bit each |
//! | 16 | what stands on them, in the order of the squares, four bits each, low half first: 0 to 5 for pawn to king, 6 for a rook that may still castle, 8 more for Black |
//! | 1 | en passant square, 64 for none; 128 more with Black to move |
//! | 1 | half-move clock |
//! | 2 | move number |
//! | 2 | a score, unused here |
//! | 1 | result: 0 if Black won, 1 for a draw, 2 if White won |
//! | 1 | unused |
//! | 4 each | a move and White's score before it, `i16` centipawns |
//! | 4 | zero |
//!
//! A move is origin (6 bits), target (6 bits; of castling, the own rook's square), promotion (2 bits; knight to queen)
//! and kind (2 bits; en passant 1, castling 2, promotion 3).
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
pub use inspect::{Bin, InspectOptions, Inspection, inspect};
pub use reader::{Reader, parse_game};
pub use rescore::{RescoreOptions, RescoreReport, rescore};
pub(crate) use rescore::{node_limits, white_score};
pub(crate) use tools::each_game;
pub use tools::{CountReport, FileCount, ToolOptions, ToolReport, count, dedup, merge, shuffle};
pub use writer::{Resumed, Writer};

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;
