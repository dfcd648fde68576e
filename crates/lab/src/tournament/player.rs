//! What every player can do, and everything that can go wrong with one.

use std::fmt;
use std::time::Duration;

use chess::{Game, Move};
use engine::{Bound, Limits, UciScore};
use serde::{Deserialize, Serialize};

use crate::Cancel;

/// Somebody who plays chess: this engine in process, or another one over UCI.
///
/// A player is used for many games, one after the other. After a [`Fault`] it is unusable until the next
/// [`Player::new_game`], which starts it anew.
pub trait Player: Send {
    /// The name in tables and PGN.
    fn name(&self) -> &str;

    /// What the engine says of itself; known once it has been started.
    fn identity(&self) -> &Identity;

    /// Makes ready for another game, starting the engine if it has not been started or did not survive the last game.
    /// `chess960` says how castling is to be written. The faults returned are those that do not hinder the game.
    ///
    /// # Errors
    /// The [`Fault`] for which no game can be played; it is lost.
    fn new_game(&mut self, chess960: bool, cancel: &Cancel) -> Result<Vec<Fault>, Fault>;

    /// Chooses a move. The time it took is measured here, and that it was too long is for the caller to notice; a player
    /// that does not answer in time is stopped, so this always returns. Once `cancel` has been asked, whatever is
    /// returned means nothing.
    ///
    /// # Errors
    /// The [`Fault`] that loses the game.
    fn think(&mut self, game: &Game, budget: &Budget, cancel: &Cancel) -> Result<Thought, Fault>;
}

/// What an engine says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Identity {
    /// Name and version.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Search threads, if it has such an option.
    pub threads: Option<u64>,
    /// Transposition table, MiB, if it has such an option.
    pub hash_mib: Option<u64>,
}

/// What a player may spend on a move.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// What the engine is told.
    pub limits: Limits,
    /// What is left on the clock, or the time of a move; `None` without either.
    pub left: Option<Duration>,
    /// How far the clock may be overdrawn before the game is lost.
    pub margin: Duration,
}

impl Budget {
    /// The time after which the game is lost.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        self.left.map(|left| left + self.margin)
    }

    /// By how much a move that took `time` overdraws the clock, if that loses the game.
    #[must_use]
    pub fn overrun(&self, time: Duration) -> Option<Duration> {
        let left = self.left?;
        (time > left + self.margin).then(|| time - left)
    }
}

/// A move, and what led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move; legal.
    pub mv: Move,
    /// The time it took, measured outside the engine.
    pub time: Duration,
    /// What the engine reported last; `None` if it said nothing.
    pub report: Option<SearchReport>,
    /// Faults that do not lose the game, each kind once.
    pub warnings: Vec<Fault>,
}

/// The last report of a search: of the first line, and an exact one if there was any.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// Score from the side that moved.
    pub score: UciScore,
    /// Which bound the score is.
    pub bound: Bound,
    /// Depth, plies.
    pub depth: u32,
    /// Selective depth, plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the transposition table is, permille.
    pub hashfull: u32,
    /// Tablebase hits.
    pub tbhits: u64,
    /// Time by the engine's own account.
    pub time: Duration,
    /// The line expected, as far as it is legal.
    pub pv: Vec<Move>,
}

/// Something a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// What exactly, in words.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }

    /// The clock was overdrawn by this much.
    pub(crate) fn time_loss(overrun: Duration) -> Fault {
        Fault::new(FaultKind::TimeLoss, format!("{}ms overrun", overrun.as_millis()))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

/// The faults that are told apart. Those before [`FaultKind::IllegalPv`] lose the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The move came after the clock had run out.
    TimeLoss,
    /// The process ended or could not be started, or the engine in process panicked.
    Crash,
    /// No answer, not even to `stop`, or a search without clock that would not end.
    Hang,
    /// A move that is not legal, or not a move.
    IllegalMove,
    /// An answer without a move where there are some.
    NoMove,
    /// A line of play with a move that is not legal.
    IllegalPv,
    /// A line of play that goes on after the game has ended.
    PvPastEnd,
    /// A line of play that does not show the mate announced with it.
    MatePv,
    /// The move is not the first one of the last line.
    PvMismatch,
    /// No score was reported with the move.
    NoScore,
    /// Both players announced that they mate the other.
    MateSign,
    /// An option that the engine does not have, or not with that value.
    Option,
}

impl FaultKind {
    /// All kinds, the gravest first.
    pub const ALL: [FaultKind; 12] = [
        FaultKind::TimeLoss,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::IllegalMove,
        FaultKind::NoMove,
        FaultKind::IllegalPv,
        FaultKind::PvPastEnd,
        FaultKind::MatePv,
        FaultKind::PvMismatch,
        FaultKind::NoScore,
        FaultKind::MateSign,
        FaultKind::Option,
    ];

    /// A name for tables, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::TimeLoss => "time_loss",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::IllegalMove => "illegal_move",
            FaultKind::NoMove => "no_move",
            FaultKind::IllegalPv => "illegal_pv",
            FaultKind::PvPastEnd => "pv_past_end",
            FaultKind::MatePv => "mate_pv",
            FaultKind::PvMismatch => "pv_mismatch",
            FaultKind::NoScore => "no_score",
            FaultKind::MateSign => "mate_sign",
            FaultKind::Option => "option",
        }
    }

    /// The words by which fastchess tells of it, and tools know it. None where there are several ways of it: the detail begins
    /// with them then.
    #[must_use]
    pub const fn fastchess_words(self) -> &'static str {
        match self {
            FaultKind::TimeLoss => "Engine loses on time",
            FaultKind::Crash => "Engine disconnects",
            FaultKind::Hang => "Engine's connection stalls",
            FaultKind::IllegalMove => "Illegal move",
            FaultKind::NoMove => "No bestmove found",
            FaultKind::IllegalPv => "Illegal PV move",
            FaultKind::PvMismatch => "Bestmove does not match beginning of last PV",
            FaultKind::NoScore => "Could not extract score",
            FaultKind::MateSign => "Sign mismatch in mate scores",
            FaultKind::PvPastEnd | FaultKind::MatePv | FaultKind::Option => "",
        }
    }

    /// Whether it loses the game.
    #[must_use]
    pub fn loses(self) -> bool {
        self < FaultKind::IllegalPv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_one_name_and_the_grave_ones_come_first() {
        for kind in FaultKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        assert!(FaultKind::ALL.is_sorted());
        assert!(FaultKind::NoMove.loses() && !FaultKind::IllegalPv.loses());
    }
}
