//! The rules as their users see them, in one test program: linking is what takes long.

mod common;
mod fen;
mod notation;
mod oracle;
mod perft;
mod properties;
mod size;
mod suites;
