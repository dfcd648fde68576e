//! Where games begin: the lines of a book, or openings made on the spot.
//!
//! Every opening has a number, and the same number and seed give the same opening on every machine, so that a match can
//! go on after a break, and games can be spread over threads in any order.

mod book;
mod generated;
pub(crate) mod packed;

use std::path::{Path, PathBuf};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;

use super::game::Opening;
use crate::error::LabError;
use book::Entries;
use generated::Generator;

/// In which order a book is gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As it stands in the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// How openings are made when there is no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// From the start position of standard chess.
    #[default]
    Standard,
    /// From the start positions of double Fischer random chess: each side has an arrangement of its own.
    Dfrc,
}

/// Openings judged worse than this for either side, in centipawns, would decide a game between equals.
const FAIR: u32 = 150;

/// A book and how it is used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookOptions {
    /// Positions, one a line (FEN or EPD, also with `hmvc` and `fmvn`), or games (PGN), plain or packed by gzip, Zstandard or
    /// zip. Text that begins with `[` and files whose names contain `.pgn` are read as games.
    pub path: PathBuf,
    /// In which order.
    pub order: Order,
    /// How many plies of each game of a PGN to play; all if `None`.
    pub plies: Option<usize>,
    /// Which opening of that order is the first one, from 0.
    pub start: u64,
}

impl BookOptions {
    /// All of a book, in random order.
    #[must_use]
    pub fn all_of(path: &Path) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }
}

/// An endless supply of openings, each found by its number. Can be shared by threads.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// The name shown in results.
    name: String,
    complaint: Option<String>,
}

#[derive(Debug)]
enum Source {
    Book { entries: Entries, start: u64 },
    Generated(Generator),
}

impl Openings {
    /// The openings of a book. Entries that cannot be used are left out, see [`Openings::complaint`].
    ///
    /// # Errors
    /// [`LabError::Read`] if the file cannot be read or unpacked, [`LabError::NoPositions`] if nothing in it can be used.
    pub fn load(options: &BookOptions, seed: u64) -> Result<Self, LabError> {
        let path = &options.path;
        let (mut entries, broken) = book::read(path, options.plies)?;
        let complaint = broken.complaint(&entries);
        if entries.is_empty() {
            let hint = complaint.map_or_else(String::new, |complaint| format!("; {complaint}"));
            return Err(LabError::NoPositions { path: path.clone(), hint });
        }
        if options.order == Order::Random {
            entries.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let source = Source::Book { entries, start: options.start };
        Ok(Self { source, name: file_name(path), complaint })
    }

    /// Openings of a few random moves after which neither side stands much better.
    ///
    /// # Errors
    /// [`LabError::Hash`] if there is no memory for the engine that judges them.
    pub fn generated(variant: Variant, seed: u64) -> Result<Self, LabError> {
        Self::generated_within(variant, seed, FAIR)
    }

    /// As [`Openings::generated`], with as much of an advantage as `most` centipawns allow.
    ///
    /// # Errors
    /// As [`Openings::generated`].
    pub fn generated_within(variant: Variant, seed: u64, most: u32) -> Result<Self, LabError> {
        let source = Source::Generated(Generator::new(variant, seed, most)?);
        Ok(Self { source, name: "generated".to_owned(), complaint: None })
    }

    /// The opening of this number. A book begins again after its last one.
    #[must_use]
    pub fn get(&self, index: u64) -> Opening {
        match &self.source {
            Source::Book { entries, start } => entries.get(start.wrapping_add(index)),
            Source::Generated(generator) => generator.get(index),
        }
    }

    /// How many different openings there are; `None` if more than anybody plays.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match &self.source {
            Source::Book { entries, .. } => Some(entries.count()),
            Source::Generated(_) => None,
        }
    }

    /// The file name of the book, or `generated`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many entries of the book were left out, with file, line and reason of the first, if any were.
    #[must_use]
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// A number that differs, in all likelihood, when the openings do.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match &self.source {
            Source::Book { entries, .. } => entries.fingerprint(),
            Source::Generated(_) => 0,
        }
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A number below `bound`, all but equally likely: written out, because libraries may change their way between versions,
/// and the openings of a seed would change with it.
fn below(rng: &mut impl RngCore, bound: usize) -> usize {
    // The high half of the product is below `bound`, and the bias at most bound / 2^64.
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests;
