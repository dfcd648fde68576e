//! What a search was asked to respect.

use std::time::Duration;

use chess::{Color, Move};

/// The limits of one search. All that are given apply together; none at all means: until told to stop.
///
/// ```
/// use std::time::Duration;
/// use engine::Limits;
/// let limits = Limits { depth: Some(12), movetime: Some(Duration::from_millis(500)), ..Limits::default() };
/// assert!(!limits.is_timed_game());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The remaining time of White and Black, indexed by colour. A clock that has run out is zero.
    pub time: [Option<Duration>; 2],
    /// What each side's clock gains after every move, indexed by colour.
    pub inc: [Duration; 2],
    /// Moves to the next time control; `None` for the rest of the game.
    pub movestogo: Option<u32>,
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The number of nodes after which to stop.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in this many moves, or fewer, has been found.
    pub mate: Option<u32>,
    /// Think for this long, less the overhead, and answer then.
    pub movetime: Option<Duration>,
    /// Do not answer before being told to stop.
    pub infinite: bool,
    /// Think on the opponent's time: the clock starts, and the answer is due, only after `ponderhit`.
    pub ponder: bool,
    /// Consider only these root moves; empty for all.
    pub searchmoves: Vec<Move>,
}

impl Limits {
    /// A search to `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of `movetime`.
    #[must_use]
    pub fn movetime(movetime: Duration) -> Limits {
        Limits { movetime: Some(movetime), ..Limits::default() }
    }

    /// The remaining time of `side`, if its clock was given.
    #[inline]
    #[must_use]
    pub fn time_of(&self, side: Color) -> Option<Duration> {
        self.time[side.index()]
    }

    /// Whether a chess clock was given for either side.
    #[must_use]
    pub fn is_timed_game(&self) -> bool {
        self.time.iter().any(Option::is_some)
    }
}
