//! Move ordering: which move is tried first, and why.
//!
//! A [`Picker`] yields the legal moves of a node one at a time, best first, generating and scoring no more than
//! is asked for: the table's move before anything is generated, then winning noisy moves, killers, the
//! counter-move, quiets by history, and noisy moves that lose material. What the tables know is kept in
//! [`Histories`]; each table is a small type of its own that hides its indexing.

pub mod capture;
pub mod continuation;
pub mod correction;
pub mod history;
pub mod killers;
mod picker;
mod scoring;

pub use capture::CaptureHistory;
pub use continuation::{ContinuationHistory, LINK_PLIES, LINKS, PieceTo};
pub use correction::CorrectionHistory;
pub use history::{ButterflyHistory, HISTORY_MAX};
pub use killers::{CounterMoves, Killers};
pub use picker::{Picked, Picker, Reason};
pub(crate) use scoring::victim;
pub use scoring::{OrderingContext, check_bonus};

/// Everything a thread has learnt about moves and evaluations, kept from node to node and move to move.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    /// Two quiet refutations a ply.
    pub killers: Killers,
    /// The quiet refutation of the previous move.
    pub counter: CounterMoves,
    /// Quiets by side, from and to square.
    pub butterfly: ButterflyHistory,
    /// Quiets by the moves before them.
    pub continuation: ContinuationHistory,
    /// Captures by piece, square and victim.
    pub capture: CaptureHistory,
    /// Errors of the static evaluation.
    pub correction: CorrectionHistory,
}

impl Histories {
    /// Empty tables.
    pub fn new() -> Histories {
        Histories::default()
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        *self = Histories::default();
    }

    /// The size of the tables in bytes, by name.
    pub fn sizes() -> [(&'static str, usize); 6] {
        [
            ("killers", Killers::BYTES),
            ("counter-moves", CounterMoves::BYTES),
            ("butterfly history", ButterflyHistory::BYTES),
            ("continuation history", ContinuationHistory::BYTES),
            ("capture history", CaptureHistory::BYTES),
            ("correction history", CorrectionHistory::BYTES),
        ]
    }
}
