//! The moves of the root, with what each iteration found about them.

use crate::score::Score;
use crate::tt::Bound;
use chess::{Move, Position};

/// One move of the root.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// Score of the current iteration; minus infinity when the move has not been the best in it.
    pub score: Score,
    /// Which bound `score` is.
    pub bound: Bound,
    /// The line the score comes from, beginning with `mv`.
    pub pv: Vec<Move>,
    /// Greatest distance from the root when the score was found, plies.
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
}

/// The root moves in the order of merit; those before `first` are settled lines of a MultiPV search.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootMoves {
    pub moves: Vec<RootMove>,
    pub first: usize,
}

impl RootMoves {
    /// All legal moves, or those of them in `only`. If none of `only` is legal, all are allowed.
    pub(crate) fn new(pos: &Position, only: &[Move]) -> RootMoves {
        let legal = pos.legal_moves();
        let restricted = legal.iter().any(|mv| only.contains(mv));
        let chosen = legal.into_iter().filter(|mv| !restricted || only.contains(mv));
        let moves = chosen.map(|mv| RootMove {
            mv,
            score: Score::MINUS_INFINITE,
            bound: Bound::Exact,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        });
        RootMoves { moves: moves.collect(), first: 0 }
    }

    /// Whether the move may be searched now: a root move that is not settled already.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    /// The best move so far of those still open.
    pub(crate) fn first_move(&self) -> Option<Move> {
        self.moves.get(self.first).map(|root| root.mv)
    }

    pub(crate) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }

    /// Sorts the open moves by score; equals keep their order.
    pub(crate) fn sort_open(&mut self) {
        self.moves[self.first..].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Sorts the first `lines` moves, the settled ones, among each other.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
