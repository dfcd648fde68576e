//! The engine as its users see it, in one test program: linking is what takes long.

mod eval;
mod ground_rules;
mod nnue;
mod nnue_file;
mod search;
mod window;
