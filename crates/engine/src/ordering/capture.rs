//! Capture history: how often a capture caused a cutoff, by moving piece, target square and victim.

use super::continuation::PieceTo;
use super::history::Entry;
use chess::PieceType;

const KEYS: usize = 12 * 64;
// Six kinds of victim; the slot of the king, which is never captured, serves promotions without capture.
const VICTIMS: usize = 6;

/// `[piece, to][victim]`.
#[derive(Clone, Debug)]
pub struct CaptureHistory(Box<[[Entry; VICTIMS]]>);

impl CaptureHistory {
    /// Size of the table.
    pub const BYTES: usize = KEYS * VICTIMS * size_of::<Entry>();

    fn slot(victim: Option<PieceType>) -> usize {
        victim.unwrap_or(PieceType::King).index()
    }

    /// The history of a noisy move, in ±[`HISTORY_MAX`](super::HISTORY_MAX); no victim means a plain promotion.
    #[inline]
    pub fn get(&self, mover: PieceTo, victim: Option<PieceType>) -> i32 {
        self.0[mover.index()][Self::slot(victim)].get()
    }

    /// Rewards (or, negative, punishes) a noisy move.
    #[inline]
    pub fn update(&mut self, mover: PieceTo, victim: Option<PieceType>, bonus: i32) {
        self.0[mover.index()][Self::slot(victim)].update(bonus);
    }
}

impl Default for CaptureHistory {
    fn default() -> Self {
        CaptureHistory(vec![[Entry::default(); VICTIMS]; KEYS].into_boxed_slice())
    }
}
