//! Which evaluation is asked, and who asks it.

use super::nnue::{self, Follower, Level, Network};
use super::pawns::PawnTable;
use super::{EVAL_LIMIT, FIFTY_FADE, evaluate_by_hand};
use chess::{Move, Position};
use std::sync::Arc;

/// Which evaluation a search goes by. The default is the embedded network, or by hand if none is embedded.
///
/// ```
/// use engine::eval::{Evaluation, nnue::Network};
/// let network = std::sync::Arc::new(Network::untrained(32, 1, 1));
/// assert_eq!(Evaluation::net(network).name(), "net");
/// assert!(Evaluation::hand().network().is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The network at hand, whether it is used or not.
    network: Option<Arc<Network>>,
    by_network: bool,
}

impl Default for Evaluation {
    fn default() -> Self {
        let network = nnue::embedded().cloned();
        Evaluation { by_network: network.is_some(), network }
    }
}

impl Evaluation {
    /// The hand-crafted evaluation.
    pub fn hand() -> Evaluation {
        Evaluation { by_network: false, ..Evaluation::default() }
    }

    /// A network.
    pub fn net(network: Arc<Network>) -> Evaluation {
        Evaluation { network: Some(network), by_network: true }
    }

    /// The network, if one is used.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref().filter(|_| self.by_network)
    }

    /// `hand` or `net`, as [`Settings::set`](crate::Settings::set) takes it.
    pub fn name(&self) -> &'static str {
        if self.network().is_some() { "net" } else { "hand" }
    }

    /// Changes to the network at hand, the one used last or the embedded one, or away from it; `false` if there is none.
    #[must_use]
    pub(crate) fn use_network(&mut self, by_network: bool) -> bool {
        self.by_network = by_network;
        self.network.is_some() || !by_network
    }
}

/// Evaluates positions. Remembers pawn structures and accumulators between calls, which changes no value. One
/// per search thread.
///
/// Single positions are evaluated by [`Evaluator::evaluate`]. Whoever walks a tree tells of its moves
/// ([`Evaluator::begin`], [`Evaluator::made`], [`Evaluator::unmade`]) and asks [`Evaluator::evaluate_line`], which is faster.
///
/// ```
/// use chess::{Position, parse_uci};
/// use engine::eval::{Evaluation, Evaluator, nnue::Network};
/// let network = std::sync::Arc::new(Network::untrained(32, 1, 1));
/// let mut evaluator = Evaluator::with(&Evaluation::net(network));
/// let root = Position::startpos();
/// evaluator.begin(&root);
/// let mv = parse_uci(&root, "e2e4").unwrap();
/// evaluator.made(&root, mv);
/// let mut child = root.clone();
/// child.make(mv);
/// assert_eq!(evaluator.evaluate_line(&child), evaluator.evaluate(&child));
/// evaluator.unmade();
/// ```
pub struct Evaluator {
    pawns: PawnTable,
    net: Option<Follower>,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// The hand-crafted evaluation.
    pub fn new() -> Self {
        Evaluator { pawns: PawnTable::new(), net: None }
    }

    /// Evaluates as asked.
    pub fn with(evaluation: &Evaluation) -> Self {
        let mut evaluator = Self::new();
        evaluator.change_to(evaluation);
        evaluator
    }

    /// Evaluates as asked, with the instructions of this level (for tests and measurements). A level that the processor does not
    /// have is replaced by [`Level::Scalar`].
    pub fn with_level(evaluation: &Evaluation, level: Level) -> Self {
        let net = evaluation.network().map(|network| Follower::new(network, level));
        Evaluator { pawns: PawnTable::new(), net }
    }

    /// Changes the evaluation, if it is another one. A line must begin anew then.
    pub fn change_to(&mut self, evaluation: &Evaluation) {
        let same = match (&self.net, evaluation.network()) {
            (Some(net), Some(network)) => net.is_of(network),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.net = evaluation.network().map(|network| Follower::new(network, Level::best()));
        }
    }

    /// Forgets every pawn structure.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// The value of a position in centipawns, seen from the side to move; always within ±[`EVAL_LIMIT`], exclusive.
    ///
    /// A position in check is evaluated like any other. Depends on the position alone. Never panics.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match &mut self.net {
            Some(net) => fade(net.evaluate_alone(position), position),
            None => evaluate_by_hand(position, &mut self.pawns),
        }
    }

    /// A line begins at this position.
    pub fn begin(&mut self, root: &Position) {
        if let Some(net) = &mut self.net {
            net.begin(root);
        }
    }

    /// The line goes on by a move from the position `before`. A null move changes nothing on the board and is not told.
    #[inline(always)]
    pub fn made(&mut self, before: &Position, mv: Move) {
        if let Some(net) = &mut self.net {
            net.made(before, mv);
        }
    }

    /// The last move of the line is taken back.
    #[inline(always)]
    pub fn unmade(&mut self) {
        if let Some(net) = &mut self.net {
            net.unmade();
        }
    }

    /// What [`Evaluator::evaluate`] says of the position at the end of the line.
    ///
    /// That `position` is this position is the caller's promise, checked in debug builds only.
    #[inline]
    pub fn evaluate_line(&mut self, position: &Position) -> i32 {
        match &mut self.net {
            Some(net) => fade(net.evaluate(position), position),
            None => evaluate_by_hand(position, &mut self.pawns),
        }
    }

    /// Whether what has been told of the line leads to this position. Takes long: for tests.
    pub(crate) fn is_at(&self, position: &Position) -> bool {
        self.net.as_ref().is_none_or(|net| net.is_at(position))
    }
}

/// A value from either side's view as the search sees it: less of it the longer nothing has been captured or advanced, and never
/// a mate.
#[inline]
pub(super) fn fade(value: i32, position: &Position) -> i32 {
    // A network's number may be far beyond the limit; what is left of it is so as well.
    let value = value.clamp(-FIFTY_FADE * EVAL_LIMIT, FIFTY_FADE * EVAL_LIMIT);
    let clock = i32::from(position.halfmove_clock()).min(FIFTY_FADE / 2);
    (value * (FIFTY_FADE - clock) / FIFTY_FADE).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}
