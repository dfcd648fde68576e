//! Rules that skip one move without searching it, as pure functions of the node's and the move's facts.
//!
//! Ground rules, common to all: not in the principal variation, not in check, not a move that gives check, and not
//! before one move has been searched that does not lose to a mate.

use super::node::{MoveFacts, Node};
use super::rule::Test;
use crate::see::{see, see_ge};
use crate::settings::Settings;
use crate::techniques::Technique;
use chess::Position;

const PERCENT: i32 = 100;

/// Whether any move may be skipped here, and this one in particular.
#[inline(always)]
pub fn may_skip(node: &Node, mv: &MoveFacts) -> bool {
    !node.pv && !node.in_check && !mv.gives_check && mv.safe_move_found
}

/// Late move pruning: in a good order, what comes after enough quiets hardly ever cuts.
pub fn late_move(node: &Node, mv: &MoveFacts, s: &Settings) -> Option<Test> {
    let p = &s.params.skip;
    let applies = s.techniques.has(Technique::Lmp) && mv.quiet && node.depth <= p.lmp_max_depth;
    let limit = (p.lmp_base + p.lmp_depth_factor * node.depth * node.depth / PERCENT)
        / (2 - i32::from(node.improving));
    applies.then_some(Test { by: Technique::Lmp, have: mv.quiets_before as i32, need: limit })
}

/// Futility pruning: a quiet move changes no material, so it can hardly lift the evaluation by the margin.
pub fn futility(node: &Node, mv: &MoveFacts, s: &Settings) -> Option<Test> {
    let p = &s.params.skip;
    let applies = s.techniques.has(Technique::Futility) && mv.quiet && mv.skip_depth <= p.futility_max_depth;
    let margin =
        p.futility_base + p.futility_per_depth * mv.skip_depth + mv.history / p.futility_history_divisor;
    applies.then(|| Test {
        by: Technique::Futility,
        have: node.window.alpha.get(),
        need: (node.static_eval + margin).get(),
    })
}

/// History pruning: a quiet that has failed often enough in like places.
pub fn history(mv: &MoveFacts, s: &Settings) -> Option<Test> {
    let p = &s.params.skip;
    let applies = s.techniques.has(Technique::HistPrune)
        && mv.quiet
        && !mv.refuter
        && mv.skip_depth <= p.history_prune_max_depth;
    applies.then_some(Test {
        by: Technique::HistPrune,
        have: -mv.history,
        need: p.history_prune_margin * mv.skip_depth + 1,
    })
}

/// SEE pruning: a move that loses more material by static exchange than the depth left could win back. The two numbers
/// are the material lost and the least that is too much. `exact` asks for the true loss (for an observer); otherwise
/// the exchange is only asked whether it stays within the limit, which stops early and decides the same.
pub fn static_exchange(mv: &MoveFacts, pos: &Position, s: &Settings, exact: bool) -> Option<Test> {
    let p = &s.params.skip;
    if !s.techniques.has(Technique::SeePrune) || mv.skip_depth > p.see_max_depth {
        return None;
    }
    let allowed = mv.skip_depth * if mv.quiet { p.see_quiet_margin } else { p.see_capture_margin };
    let lost = if exact { -see(pos, mv.mv) } else { allowed + i32::from(!see_ge(pos, mv.mv, -allowed)) };
    Some(Test { by: Technique::SeePrune, have: lost, need: allowed + 1 })
}
