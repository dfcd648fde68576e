//! What one search thread owns and what all threads share.

use crate::eval::{Evaluation, Evaluator};
use crate::ordering::Histories;
use crate::params::ReduceParams;
use crate::search::{Frames, PvTable, ReductionTable, RootMoves};
use crate::tt::TranspositionTable;
use chess::{KeyHistory, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// All state of one thread: tables that outlive a search, and the line being searched.
pub(crate) struct Worker {
    pub histories: Histories,
    pub evaluator: Evaluator,
    pub keys: KeyHistory,
    pub frames: Frames,
    pub pv: PvTable,
    pub root: RootMoves,
    pub reductions: ReductionTable,
    pub nodes: u64,
    pub nodes_flushed: u64,
    pub seldepth: usize,
    /// By colour: the side may not pass above this ply (null-move verification).
    pub null_barred_below: [usize; 2],
}

impl Worker {
    pub(crate) fn new() -> Worker {
        Worker {
            histories: Histories::new(),
            evaluator: Evaluator::new(),
            keys: KeyHistory::new(),
            frames: Frames::new(),
            pv: PvTable::new(),
            root: RootMoves::default(),
            reductions: ReductionTable::new(&ReduceParams::default()),
            nodes: 0,
            nodes_flushed: 0,
            seldepth: 0,
            null_barred_below: [0; 2],
        }
    }

    /// Forgets everything learnt, as before a new game.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.evaluator.clear();
    }

    /// Makes ready for a search from `pos`, reached through `keys`.
    pub(crate) fn prepare(
        &mut self,
        pos: &Position,
        keys: &KeyHistory,
        only: &[chess::Move],
        evaluation: &Evaluation,
    ) {
        self.evaluator.change_to(evaluation);
        self.evaluator.begin(pos);
        self.keys = keys.clone();
        self.frames.clear();
        self.histories.killers.clear();
        self.root = RootMoves::new(pos, only);
        self.nodes = 0;
        self.nodes_flushed = 0;
        self.seldepth = 0;
        self.null_barred_below = [0; 2];
    }
}

/// What all threads of an engine share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub tt: TranspositionTable,
    pub signals: std::sync::Arc<Signals>,
}

/// Flags by which a search is steered from outside, and its node count.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    armed: AtomicBool,
    /// The first thread has its result: the others may end.
    finished: AtomicBool,
    nodes: AtomicU64,
    changed: Mutex<()>,
    wake: Condvar,
}

/// When dropped, the first thread has its result, or none: helpers have nothing to add.
pub(crate) struct EndOfHelpers<'a>(pub &'a Signals);

impl Drop for EndOfHelpers<'_> {
    fn drop(&mut self) {
        self.0.finished.store(true, Ordering::Relaxed);
    }
}

impl Signals {
    /// Takes the flags of a coming search; see [`Controller::arm`](crate::Controller::arm).
    pub(crate) fn arm(&self, ponder: bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.pondering.store(ponder, Ordering::SeqCst);
        self.armed.store(true, Ordering::SeqCst);
    }

    /// A search begins: resets the flags unless they were armed for it.
    pub(crate) fn begin(&self, ponder: bool) {
        if !self.armed.swap(false, Ordering::SeqCst) {
            self.stop.store(false, Ordering::SeqCst);
            self.pondering.store(ponder, Ordering::SeqCst);
        }
        self.finished.store(false, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
    }

    /// Whether a helper thread should end.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.set(&self.stop, true);
    }

    pub(crate) fn ponderhit(&self) {
        self.set(&self.pondering, false);
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        // The lock orders the change before the wake-up of a thread that is about to sleep.
        let _guard = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::SeqCst);
        self.wake.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_nodes(&self, new: u64) {
        self.nodes.fetch_add(new, Ordering::Relaxed);
    }

    /// Sleeps until the search may answer: an infinite one after `stop`, a pondering one also after `ponderhit`.
    pub(crate) fn wait_until_answer_is_wanted(&self, infinite: bool) {
        let mut guard = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        while (infinite || self.is_pondering()) && !self.is_stopped() {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
