//! What a technique decides, and what it takes for granted.

use chess::Move;
use engine::search::{Window, WindowSearch};
use engine::{Score, Technique};

/// What became of a node or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// The node was given a score before its moves were searched.
    NodeCut,
    /// The same in quiescence.
    LeafCut,
    /// The node was searched with fewer plies.
    NodeShortened,
    /// The move was not searched.
    MoveSkipped,
    /// The same in quiescence.
    LeafMoveSkipped,
    /// The move was searched with fewer plies, and not again.
    MoveReduced,
}

impl Action {
    /// In words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Action::NodeCut => "node cut",
            Action::LeafCut => "quiescence node cut",
            Action::NodeShortened => "node searched shallower",
            Action::MoveSkipped => "move skipped",
            Action::LeafMoveSkipped => "quiescence move skipped",
            Action::MoveReduced => "move searched shallower",
        }
    }
}

/// Everything that is decided on a claim about a score, in the order of the registry.
pub(super) const RULES: [(Technique, Action); 17] = [
    (Technique::Tt, Action::NodeCut),
    (Technique::Tt, Action::LeafCut),
    (Technique::NullMove, Action::NodeCut),
    (Technique::Lmr, Action::MoveReduced),
    (Technique::Rfp, Action::NodeCut),
    (Technique::Razoring, Action::NodeCut),
    (Technique::Futility, Action::MoveSkipped),
    (Technique::Lmp, Action::MoveSkipped),
    (Technique::SeePrune, Action::MoveSkipped),
    (Technique::SeePrune, Action::LeafMoveSkipped),
    (Technique::Delta, Action::LeafMoveSkipped),
    (Technique::Singular, Action::NodeCut),
    (Technique::Singular, Action::MoveReduced),
    (Technique::Iir, Action::NodeShortened),
    (Technique::ProbCut, Action::NodeCut),
    (Technique::Hindsight, Action::NodeShortened),
    (Technique::HistPrune, Action::MoveSkipped),
];

/// The techniques that claim nothing about a score, and why.
pub(super) const CLAIMLESS: [(Technique, &str); 15] = [
    (Technique::Quiescence, "replaces the evaluation of a leaf; there is no other search to the same depth"),
    (Technique::Aspiration, "a window that fails is searched again with a wider one"),
    (Technique::MvvLva, ORDER),
    (Technique::Killers, ORDER),
    (Technique::CounterMove, ORDER),
    (Technique::History, ORDER),
    (Technique::Pvs, "a null window that fails is searched again"),
    (Technique::NullVerify, "takes back cutoffs of the null move, makes none"),
    (Technique::SeeOrder, ORDER),
    (Technique::Improving, "shifts the margins of other rules, whose decisions are checked"),
    (Technique::CheckExt, "adds depth"),
    (Technique::ContHist, ORDER),
    (Technique::CaptHist, ORDER),
    (Technique::CheckOrder, ORDER),
    (Technique::CorrHist, "corrects the evaluation other rules decide by"),
];

const ORDER: &str = "orders moves";

/// What was said of the score of a node or move, from the side to move at the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// Not below.
    AtLeast(Score),
    /// Not above.
    AtMost(Score),
    /// Neither.
    Exactly(Score),
}

impl Claim {
    /// What a score says with this window, if it is outside.
    pub(super) fn of(score: Score, window: Window) -> Option<Claim> {
        if score >= window.beta {
            Some(Claim::AtLeast(window.beta))
        } else {
            (score <= window.alpha).then_some(Claim::AtMost(window.alpha))
        }
    }

    /// Whether a search that found this agrees.
    pub(super) fn holds(self, found: Score) -> bool {
        match self {
            Claim::AtLeast(bound) => found >= bound,
            Claim::AtMost(bound) => found <= bound,
            Claim::Exactly(score) => found == score,
        }
    }

    /// The score in it.
    pub(super) fn score(self) -> Score {
        match self {
            Claim::AtLeast(score) | Claim::AtMost(score) | Claim::Exactly(score) => score,
        }
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let relation = match self {
            Claim::AtLeast(_) => ">=",
            Claim::AtMost(_) => "<=",
            Claim::Exactly(_) => "=",
        };
        write!(f, "{relation} {}", crate::explain::score_text(self.score()))
    }
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decision {
    /// Its place among [`RULES`].
    pub rule: usize,
    /// The search that would check it.
    pub search: WindowSearch,
    /// The move in question, which is then the last of the searched line.
    pub mv: Option<Move>,
    /// The depth of the node, plies; 0 in quiescence.
    pub depth: i32,
    /// What it claims.
    pub claim: Claim,
    /// Nodes it cost.
    pub cost: u64,
}

impl Decision {
    /// A score of the searched line from the side to move at the node.
    pub(super) fn at_node(&self, score: Score) -> Score {
        if self.mv.is_some() { -score } else { score }
    }
}

/// The place among [`RULES`].
pub(super) fn rule(technique: Technique, action: Action) -> Option<usize> {
    RULES.iter().position(|&rule| rule == (technique, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_either_checked_or_said_to_claim_nothing() {
        for &technique in Technique::ALL {
            let checked = RULES.iter().any(|rule| rule.0 == technique);
            let claimless = CLAIMLESS.iter().any(|reason| reason.0 == technique);
            assert!(checked != claimless, "{technique}");
        }
    }

    #[test]
    fn a_score_outside_the_window_claims_its_bound() {
        let window = Window::null(Score::cp(20));
        assert_eq!(Claim::of(Score::cp(90), window), Some(Claim::AtLeast(Score::cp(21))));
        assert_eq!(Claim::of(Score::cp(20), window), Some(Claim::AtMost(Score::cp(20))));
        assert_eq!(Claim::of(Score::cp(5), Window::FULL), None);
        assert!(Claim::AtMost(Score::cp(20)).holds(Score::cp(20)));
        assert!(!Claim::AtMost(Score::cp(20)).holds(Score::cp(21)));
        assert!(!Claim::AtLeast(Score::cp(21)).holds(Score::cp(20)));
    }
}
