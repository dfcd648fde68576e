//! Kinds of nodes, search windows, and the facts of one node that rules decide by.

use super::reduce::ReductionTable;
use crate::ordering::{OrderingContext, Picked, Reason};
use crate::score::Score;
use crate::tt::{Bound, Hit};
use chess::Move;

/// What is known of a node's role at compile time.
pub(crate) trait NodeKind {
    /// The node has an open window.
    const PV: bool;
    /// The node is the root.
    const ROOT: bool;
    /// The kind of a child that is searched with this node's own window.
    type Next: NodeKind;
}

/// The root of the tree.
pub(crate) struct Root;
/// A node on the principal variation: its exact score matters.
pub(crate) struct Pv;
/// A node that is only asked whether it beats a bound.
pub(crate) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Pv;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = NonPv;
}

/// The scores that matter: at most `alpha` is too little to be played, at least `beta` too much to be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has for certain.
    pub alpha: Score,
    /// What the opponent will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// The question "more than `alpha`?" and nothing else.
    #[inline(always)]
    pub fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The question "at least `beta`?" and nothing else.
    #[inline(always)]
    pub fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The same window seen by the opponent.
    #[inline(always)]
    #[must_use]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether no score fits between the bounds.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Which bound a score found with this window is.
    #[inline(always)]
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The facts of one node, computed once. Rules are pure functions of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    /// Distance from the root, plies.
    pub ply: usize,
    /// Depth left to search, plies; at least 1.
    pub depth: i32,
    /// The window at entry, after mate-distance pruning.
    pub window: Window,
    /// The window is open.
    pub pv: bool,
    /// The node is the root.
    pub root: bool,
    /// The node is expected to fail high.
    pub cut: bool,
    /// The side to move is in check; then there is no static evaluation.
    pub in_check: bool,
    /// The evaluator's number (meaningless in check).
    pub raw_eval: Score,
    /// The evaluation corrected by [`CorrectionHistory`](crate::ordering::CorrectionHistory) (meaningless in check).
    pub static_eval: Score,
    /// The best estimate of the score: the table's where its bound says more than the evaluation.
    pub estimate: Score,
    /// The static evaluation is higher than two plies ago.
    pub improving: bool,
    /// What the transposition table knows.
    pub tt: Option<Hit>,
    /// The table's move; at the root the best move of the last iteration.
    pub tt_move: Option<Move>,
    /// This node lies or once lay on a principal variation.
    pub tt_pv: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// The last move was a null move.
    pub after_null: bool,
    /// Plies by which the last move was reduced.
    pub parent_reduction: i32,
    /// The corrected static evaluation one ply above, from that side; `None` in check or above the root.
    pub parent_eval: Option<Score>,
    /// The side to move has more than pawns and king.
    pub has_pieces: bool,
    /// Passing is barred here by a verification search above.
    pub null_barred: bool,
    /// This search verifies a null move made here, so it must search moves.
    pub verifying: bool,
}

impl Node {
    /// Whether whole-node pruning may be tried at all: not in the principal variation, not in check, and not in a
    /// search that leaves a move out or verifies a null move.
    #[inline(always)]
    pub fn may_prune(&self) -> bool {
        !self.pv && !self.in_check && self.excluded.is_none() && !self.verifying
    }
}

/// The facts of one move, known before it is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveFacts {
    /// The move.
    pub mv: Move,
    /// The quiets that came before it.
    pub quiets_before: usize,
    /// Its place in the order, from 1.
    pub number: usize,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// It gives check.
    pub gives_check: bool,
    /// Its history: the sum of the quiet tables, or the capture table.
    pub history: i32,
    /// A capture or promotion that loses material by static exchange.
    pub losing_noisy: bool,
    /// It is a killer or the counter-move.
    pub refuter: bool,
    /// The depth skip rules go by: the node's, less a share of the reduction of so late a move.
    pub skip_depth: i32,
    /// How many replies to moves of this node, or of its siblings before it, have failed high.
    pub child_cutoffs: i32,
    /// Whether a move that does not lose to a mate has been searched before it.
    pub safe_move_found: bool,
}

impl MoveFacts {
    /// The facts of a move in a node of this depth that follow from its place in the order. What earlier moves have
    /// brought is for the caller to fill in; until then, any move before it counts as safe.
    #[inline]
    pub(crate) fn new(
        ctx: &OrderingContext<'_>,
        picked: &Picked,
        depth: i32,
        moves_before: usize,
        quiets_before: usize,
        reductions: &ReductionTable,
    ) -> MoveFacts {
        let mv = picked.mv;
        let quiet = mv.is_quiet();
        let number = moves_before + 1;
        MoveFacts {
            mv,
            quiets_before,
            number,
            quiet,
            gives_check: ctx.pos.gives_check(mv),
            history: if quiet { ctx.quiet_score(mv) } else { ctx.capture_history(mv) },
            losing_noisy: picked.reason == Reason::LosingNoisy,
            refuter: matches!(picked.reason, Reason::Killer1 | Reason::Killer2 | Reason::CounterMove),
            skip_depth: reductions.skip_depth(depth, number, ctx.settings),
            child_cutoffs: 0,
            safe_move_found: moves_before > 0,
        }
    }
}
