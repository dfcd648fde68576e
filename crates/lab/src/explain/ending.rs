//! What ended a node.

use chess::Position;
use engine::{Bound, Settled, Technique};

use super::visit::Visit;

/// What ended a node.
pub(super) struct Ending {
    /// One word: a technique's name, or one of `move` (a move failed high), `exact`, `all` (every move failed low), `standpat`,
    /// `draw`, `mate`, `mate_distance`, `horizon`.
    pub key: &'static str,
    /// In words.
    pub text: String,
    /// Before any move was looked at.
    pub early: bool,
}

impl Ending {
    pub(super) fn of(visit: &Visit, pos: &Position) -> Ending {
        let early = |key, text: &str| Ending { key, text: text.to_owned(), early: true };
        if let Some(settled) = visit.settled {
            return match settled {
                Settled::FiftyMoves if visit.score.is_loss() => early("mate", "checkmate"),
                Settled::FiftyMoves => early("draw", "draw by the fifty-move rule"),
                Settled::Repetition => early("draw", "draw by repetition"),
                Settled::InsufficientMaterial => early("draw", "draw: neither side can mate"),
                Settled::Horizon => early("horizon", "no line goes deeper: the evaluation stands"),
                Settled::MateDistance => {
                    early("mate_distance", "mate distance: a mate nearer than any here is known")
                }
                Settled::UpcomingRepetition => {
                    early("draw", "a repetition is in reach, and a draw is enough")
                }
            };
        }
        match visit.cut {
            Some(Technique::Singular) => {
                return Ending {
                    key: Technique::Singular.name(),
                    text: "cut by singular (multicut)".to_owned(),
                    early: false,
                };
            }
            Some(by) => return early(by.name(), &format!("cut by {by}")),
            None => {}
        }
        match (pos.has_legal_moves(), pos.in_check()) {
            (false, true) => return early("mate", "checkmate"),
            (false, false) => return early("draw", "stalemate"),
            (true, _) => {}
        }
        if visit.stand_pat.is_some_and(|stand_pat| stand_pat.score >= visit.window.beta) {
            return early("standpat", "standing pat is enough");
        }
        let (key, text) = match (visit.bound, visit.best) {
            (Bound::Lower, Some(best)) => ("move", format!("{} fails high", chess::san(pos, best))),
            (Bound::Lower, None) => ("move", "a move fails high".to_owned()),
            (Bound::Exact, Some(best)) => ("exact", format!("{} is best", chess::san(pos, best))),
            (Bound::Exact, None) => ("exact", "standing pat is best".to_owned()),
            (Bound::Upper, _) => ("all", "no move reaches alpha".to_owned()),
        };
        Ending { key, text, early: false }
    }
}
