//! Holds a decision against a search without the technique that made it.

use engine::search::{LineError, Window, WindowSearch};
use engine::{Engine, Score, Silent, Technique};

use crate::cancel::Cancel;

use super::decision::{Claim, Decision, RULES};

/// Searches by which the size of an error is found at most; what is not found by then is a lower bound.
const SIZE_STEPS: usize = 32;

/// What the check of one decision found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// The score found, from the side to move at the node: a bound in the direction in which it differs from the claim.
    pub found: Score,
    /// Nodes of the search that checked the claim.
    pub nodes: u64,
    /// By how much a claim that does not hold is wrong.
    pub error: Option<Error>,
}

/// By how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Error {
    /// Centipawns.
    Centipawns(i32),
    /// One of the two scores is a forced win, so that the difference means nothing.
    Mate,
}

/// The verdict, or `None` if a limit or a request ended the search. The engine stands at the root of the search the decision
/// was taken in, and has learnt what that search had learnt by then. `base` is what that search was made with.
pub(super) fn check(
    engine: &mut Engine,
    base: engine::Techniques,
    decision: &Decision,
    cancel: &Cancel,
) -> Result<Option<Verdict>, LineError> {
    let technique = RULES[decision.rule].0;
    // With an empty table internal iterative reduction would take a ply from nearly every node, and the depth were another.
    engine.settings.techniques = base.without(technique).without(Technique::Iir);
    engine.clear_hash();
    let Some((found, nodes)) = ask(engine, decision, decision.search.window, cancel)? else {
        return Ok(None);
    };
    if decision.claim.holds(found) {
        return Ok(Some(Verdict { found, nodes, error: None }));
    }
    let found = farthest(engine, decision, found, cancel)?;
    let claimed = decision.claim.score();
    let mate = claimed.is_decisive() || found.is_decisive();
    let error = if mate { Error::Mate } else { Error::Centipawns((found - claimed).abs()) };
    Ok(Some(Verdict { found, nodes, error: Some(error) }))
}

/// The score of the node with this window, and the nodes of the search; `None` if it was given up. Each search is admitted anew: a
/// request that comes between two of them would be forgotten when the second begins.
fn ask(
    engine: &mut Engine,
    decision: &Decision,
    window: Window,
    cancel: &Cancel,
) -> Result<Option<(Score, u64)>, LineError> {
    let Some(_admission) = cancel.admit(engine.controller()) else { return Ok(None) };
    let search = WindowSearch { window, ..decision.search.clone() };
    let answer = engine.search_window(&search, &mut Silent)?;
    Ok(answer.score.map(|score| (decision.at_node(score), answer.nodes)))
}

/// How far from the claim the score really lies: the window follows the score found until a search says that it goes no farther.
fn farthest(
    engine: &mut Engine,
    decision: &Decision,
    first: Score,
    cancel: &Cancel,
) -> Result<Score, LineError> {
    let mut found = first;
    for _ in 0..SIZE_STEPS {
        let window = match decision.claim {
            Claim::AtLeast(_) => Window::null_below(found),
            Claim::AtMost(_) => Window::null(found),
            Claim::Exactly(_) => break,
        };
        if found.is_decisive() {
            break;
        }
        let window = if decision.mv.is_some() { window.flipped() } else { window };
        let Some((score, _)) = ask(engine, decision, window, cancel)? else { break };
        let farther = match decision.claim {
            Claim::AtLeast(_) => score < found,
            _ => score > found,
        };
        if !farther {
            break;
        }
        found = score;
    }
    Ok(found)
}
