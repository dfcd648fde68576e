//! The moves of the root, with what each iteration found about them.

use crate::score::Score;
use crate::tt::Bound;
use chess::{Move, Position};

/// One move of the root.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// Score of the current iteration; minus infinity when the move has not been the best in it, or not been searched yet.
    pub score: Score,
    /// Its score in the iteration before, minus infinity where it was not the best there. Older scores are worthless: a move that has
    /// failed low since would be taken for better than the one that beat it.
    pub previous: Score,
    /// Which bound `score` is.
    pub bound: Bound,
    /// The line the score comes from, beginning with `mv`.
    pub pv: Vec<Move>,
    /// Greatest distance from the root when the score was found, plies.
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
}

impl RootMove {
    /// The score to go by: that of this iteration, or of the one before.
    pub(crate) fn known_score(&self) -> Score {
        if self.is_current() { self.score } else { self.previous }
    }

    /// Whether the score is of the current iteration.
    pub(crate) fn is_current(&self) -> bool {
        self.score != Score::MINUS_INFINITE
    }

    // What has been found in this iteration outranks what is known from earlier ones.
    fn rank(&self) -> std::cmp::Reverse<(Score, Score)> {
        std::cmp::Reverse((self.score, self.previous))
    }
}

/// The root moves in the order of merit; those before `first` are settled lines of a MultiPV search.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootMoves {
    pub moves: Vec<RootMove>,
    pub first: usize,
    /// Not all legal moves are searched.
    restricted: bool,
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
            previous: Score::MINUS_INFINITE,
            bound: Bound::Exact,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        });
        RootMoves { moves: moves.collect(), first: 0, restricted }
    }

    /// Whether legal moves are left out, so that the root's score is not that of the position.
    pub(crate) fn is_partial(&self) -> bool {
        self.restricted || self.first > 0
    }

    /// A new iteration begins: scores become those of an earlier one.
    pub(crate) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
            root.score = Score::MINUS_INFINITE;
        }
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
        self.moves[self.first..].sort_by_key(RootMove::rank);
    }

    /// Sorts the first `lines` moves, the settled ones, among each other.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(RootMove::rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_once_scored_better_does_not_outrank_the_one_that_beat_it() {
        let mut root = RootMoves::new(&Position::startpos(), &[]);
        let (first, second) = (root.moves[0].mv, root.moves[1].mv);
        // One iteration ends with the second move ahead, the next with the first, at a lower score.
        for (best, score) in [(second, 30), (first, 10)] {
            root.begin_iteration();
            root.find(best).expect("a root move").score = Score::cp(score);
            root.sort_open();
        }
        // The iteration after that is stopped before it has found anything.
        root.begin_iteration();
        root.sort_open();
        assert_eq!(root.first_move(), Some(first));
        assert_eq!(root.moves[0].known_score(), Score::cp(10));
    }
}
