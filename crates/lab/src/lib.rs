//! The laboratory: everything that measures the engine.
//!
//! Each measurement is a function from an `Options` structure to a `Report` that both serialises (for programs)
//! and displays itself (for people). Nothing here prints to standard output or parses command lines.

#![forbid(unsafe_code)]

pub mod ablate;
mod ablate_report;
pub mod audit;
pub mod bench;
mod bench_positions;
mod cancel;
pub mod data;
pub mod datagen;
mod epd;
mod error;
pub mod explain;
mod files;
mod parallel;
pub mod perft_suite;
mod progress;
pub mod reveal;
pub mod stats;
pub mod suite;
mod table;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod wdl;
pub mod worth;

pub use bench_positions::POSITIONS as BENCH_POSITIONS;
pub use cancel::Cancel;
pub use error::LabError;
pub use files::Replacement;
pub use parallel::cores;
