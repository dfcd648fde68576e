//! Continuation history: how good a quiet move is after a particular earlier move.
//!
//! The table is indexed by the piece and target square of an earlier move (one, two or four plies back) and by those of the
//! move in question, so it learns both replies and follow-up plans.

use super::history::Entry;
use chess::{Move, Piece, Position, Square};

const PIECES: usize = 12;
const SQUARES: usize = 64;
const KEYS: usize = PIECES * SQUARES;

/// How many earlier moves continuation history looks at.
pub const LINKS: usize = 3;
/// How many plies back they are.
pub const LINK_PLIES: [usize; LINKS] = [1, 2, 4];

/// A piece and the square it moved to: what continuation history remembers of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// The piece and the square it goes to.
    #[inline(always)]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * SQUARES + to.index()) as u16)
    }

    /// What this move would be remembered as. `None` if there is no piece on its from-square.
    #[inline(always)]
    pub fn of(pos: &Position, mv: Move) -> Option<PieceTo> {
        pos.piece_at(mv.from()).map(|piece| PieceTo::new(piece, mv.to()))
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// `[earlier piece, to][piece, to]`.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[[Entry; KEYS]]>);

impl ContinuationHistory {
    /// Size of the table.
    pub const BYTES: usize = KEYS * KEYS * size_of::<Entry>();

    /// The history of a quiet move after an earlier one, in ±[`HISTORY_MAX`](super::HISTORY_MAX).
    #[inline(always)]
    pub fn get(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        self.0[earlier.index()][now.index()].get()
    }

    /// Rewards (or, negative, punishes) a quiet move after an earlier one.
    #[inline]
    pub fn update(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        self.0[earlier.index()][now.index()].update(bonus);
    }
}

impl Default for ContinuationHistory {
    fn default() -> Self {
        ContinuationHistory(vec![[Entry::default(); KEYS]; KEYS].into_boxed_slice())
    }
}
