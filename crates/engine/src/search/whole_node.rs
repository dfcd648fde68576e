//! Rules that may end a node before its moves are searched, as pure functions of the node's facts.
//!
//! Each answers `None` when it does not apply (switched off, in check, in the principal variation, too deep, ...) and
//! otherwise the numbers it compared.

use super::node::Node;
use super::rule::Test;
use crate::settings::Settings;
use crate::techniques::Technique;

const PERCENT: i32 = 100;

/// Reverse futility pruning, also called static null move: so far above beta near the leaves that the
/// opponent will hardly bring the score down within the depth left.
pub fn reverse_futility(node: &Node, s: &Settings) -> Option<Test> {
    let p = &s.params.whole_node;
    let applies = s.techniques.has(Technique::Rfp)
        && node.may_prune()
        && node.depth <= p.rfp_max_depth
        && !node.window.beta.is_loss()
        && !node.estimate.is_win();
    let improving = if node.improving { p.rfp_improving } else { 0 };
    let margin = (p.rfp_margin * node.depth - improving).max(0);
    applies.then(|| Test {
        by: Technique::Rfp,
        have: node.estimate.get() - margin,
        need: node.window.beta.get(),
    })
}

/// What a reverse-futility cut claims: something between beta and the estimate, which is no search result.
pub fn reverse_futility_score(node: &Node, s: &Settings) -> crate::Score {
    let beta = node.window.beta;
    let share = s.params.whole_node.rfp_return_share;
    beta + (node.estimate - beta) * share / PERCENT
}

/// Razoring: so far below alpha near the leaves that only captures could help, so quiescence is asked.
pub fn razoring(node: &Node, s: &Settings) -> Option<Test> {
    let p = &s.params.whole_node;
    // Without quiescence there is nothing cheap to ask.
    let applies = s.techniques.has(Technique::Razoring)
        && s.techniques.has(Technique::Quiescence)
        && node.may_prune()
        && node.depth <= p.razor_max_depth
        && !node.window.alpha.is_decisive();
    let below = node.window.alpha - node.static_eval;
    applies.then(|| Test { by: Technique::Razoring, have: below, need: p.razor_margin * node.depth + 1 })
}

/// Null move: whether passing is worth a try. The assumption is that moving is better than passing, which fails
/// in zugzwang; that is common with only pawns left, so a side without pieces never passes.
pub fn null_move(node: &Node, s: &Settings) -> Option<Test> {
    let applies = s.techniques.has(Technique::NullMove)
        && node.may_prune()
        && !node.after_null
        && !node.null_barred
        && node.has_pieces
        && node.depth >= s.params.whole_node.null_min_depth
        && !node.window.beta.is_loss();
    // A table bound below beta is a better witness than the static evaluation.
    let have = node.estimate.min(node.static_eval);
    applies.then(|| Test { by: Technique::NullMove, have: have.get(), need: node.window.beta.get() })
}

/// The plies a null-move search is shallower, beyond the ply of the pass itself.
pub fn null_move_reduction(node: &Node, s: &Settings) -> i32 {
    let p = &s.params.whole_node;
    let above = (node.static_eval - node.window.beta) / p.null_eval_divisor;
    p.null_reduction + node.depth / p.null_depth_divisor + above.clamp(0, p.null_eval_max)
}

/// Whether a null-move cutoff must be confirmed by a search in which this side may not pass.
pub fn null_move_needs_verification(node: &Node, s: &Settings) -> bool {
    s.techniques.has(Technique::NullVerify) && node.depth >= s.params.whole_node.null_verify_depth
}

/// ProbCut: the bound a capture must keep at reduced depth to cut the node. `None` where it is not tried.
pub fn probcut_beta(node: &Node, s: &Settings) -> Option<crate::Score> {
    let p = &s.params.whole_node;
    let improving = if node.improving { p.probcut_improving } else { 0 };
    let beta = node.window.beta + (p.probcut_margin - improving);
    let applies = s.techniques.has(Technique::ProbCut)
        && node.may_prune()
        && node.depth >= p.probcut_min_depth
        && !node.window.beta.is_decisive()
        && !beta.is_decisive();
    // A deep enough table score below that bound says it will not be reached.
    let refuted = node.tt.is_some_and(|hit| {
        hit.bound.is_upper() && hit.depth > node.depth - p.probcut_reduction && hit.score < beta
    });
    (applies && !refuted).then_some(beta)
}

/// Hindsight: a reduction made one ply above is judged by the evaluation here. Where our evaluation is worse than the opponent
/// saw it, the reduced move is better than thought and gets a ply back; where both agree that it is bad, it loses one more.
pub fn hindsight(node: &Node, s: &Settings) -> i32 {
    let p = &s.params.extend;
    let applies = s.techniques.has(Technique::Hindsight)
        && !node.root
        && !node.in_check
        && node.excluded.is_none()
        && !node.verifying;
    let Some(parent_eval) = node.parent_eval.filter(|_| applies) else { return 0 };
    // From this node's side: what this side has now plus what the opponent had a ply ago; positive when the move cost something.
    let sum = node.static_eval - -parent_eval;
    if node.parent_reduction >= p.hindsight_deeper && sum <= 0 {
        1
    } else if node.parent_reduction >= p.hindsight_shallower && node.depth >= 2 && sum > p.hindsight_margin {
        -1
    } else {
        0
    }
}

/// Internal iterative reduction: without a table move the order is poor, and a deep search wasteful; a shallower one
/// will leave a move for the next visit.
pub fn internal_iterative_reduction(node: &Node, s: &Settings) -> i32 {
    let applies = s.techniques.has(Technique::Iir)
        && s.techniques.has(Technique::Tt)
        && (node.pv || node.cut)
        && !node.root
        && node.excluded.is_none()
        && node.tt_move.is_none()
        && node.depth >= s.params.whole_node.iir_min_depth;
    i32::from(applies)
}
