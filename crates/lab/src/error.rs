//! What can go wrong outside the engine: files, and requests that cannot be met.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a measurement could not be made. The message names the file or value at fault.
#[derive(Debug, Error)]
pub enum LabError {
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file could not be written; what it held before is untouched.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is a file of this name, and it was not asked for that it be overwritten.
    #[error("{} exists; --force overwrites it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The last step failed, but what was done before it is kept.
    #[error("{error}; what is done so far lies in {}: --resume goes on from it, with --force over a file that is there", path.display())]
    Kept {
        /// What failed.
        error: Box<LabError>,
        /// Where the work lies.
        path: PathBuf,
    },
    /// A file of data is damaged, cut short, or something else than it should be.
    #[error("{}, byte {offset}: {reason}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// Where what is wrong begins, in bytes.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// A file holds no position that could be used.
    #[error("{} holds no usable position{}", path.display(), hint)]
    NoPositions {
        /// The file.
        path: PathBuf,
        /// The first complaint about it, with a leading separator, or nothing.
        hint: String,
    },
    /// There is no room for the transposition table.
    #[error(transparent)]
    Hash(#[from] engine::HashError),
    /// A file is no network.
    #[error(transparent)]
    Network(#[from] engine::eval::nnue::LoadError),
    /// The measurement was given up by a [`Cancel`](crate::Cancel).
    #[error("stopped")]
    Cancelled,
    /// The description of a player makes no sense.
    #[error("player '{player}': {reason}")]
    Player {
        /// The description.
        player: String,
        /// What is wrong with which part of it.
        reason: String,
    },
    /// An engine could not be started.
    #[error("cannot start {engine}: {reason}")]
    Start {
        /// Its name.
        engine: String,
        /// What happened.
        reason: String,
    },
    /// The system has no thread to give.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A position cannot be read.
    #[error(transparent)]
    Position(#[from] chess::FenError),
    /// A move is none, or not legal.
    #[error(transparent)]
    Move(#[from] chess::SanError),
    /// A file was read, but cannot be used as it is.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where in the file.
        reason: String,
    },
    /// The engine failed in a game against itself: which fault, with which values.
    #[error("the engine failed: {0}")]
    Engine(String),
    /// A match cannot go on from its journal.
    #[error("{}: {reason}", path.display())]
    Journal {
        /// The journal, or the file of games that belongs to it.
        path: PathBuf,
        /// What is in the way.
        reason: String,
    },
    /// A value asked for makes no sense.
    #[error("{what} must be {expected}, not {given}")]
    Value {
        /// The name of the value.
        what: &'static str,
        /// What would be accepted.
        expected: String,
        /// What was given.
        given: String,
    },
}

impl LabError {
    /// A value that makes no sense: its name, what would be accepted, what was given.
    pub fn value(what: &'static str, expected: impl Into<String>, given: impl ToString) -> LabError {
        LabError::Value { what, expected: expected.into(), given: given.to_string() }
    }
}
