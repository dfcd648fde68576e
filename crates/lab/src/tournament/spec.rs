//! What a player is, as written on the command line.

use std::path::PathBuf;

use engine::Settings;

use super::pace::Pace;

/// A player before it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables and PGN.
    pub name: String,
    /// Its own limits, where they differ from the general ones.
    pub pace: Pace,
    /// What plays.
    pub kind: PlayerKind,
}

/// What plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// This engine, in process.
    InProcess {
        /// Techniques and parameters.
        settings: Box<Settings>,
        /// Transposition table, MiB.
        hash_mib: usize,
        /// Search threads.
        threads: usize,
    },
    /// An engine that speaks UCI, in a process of its own.
    Uci(UciSpec),
}

/// How another engine is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciSpec {
    /// The program: a path, or a name to look for as the shell does.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory it runs in; the current one if `None`.
    pub dir: Option<PathBuf>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Whether it is started anew for every game.
    pub restart: bool,
}
