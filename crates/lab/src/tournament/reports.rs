//! What is reported during a search: whether the lines of play can be played and say what they claim, and which report
//! counts in the end.

use chess::{FIFTY_MOVES, Game, KeyHistory, Move, Position, parse_uci};
use engine::Bound;

use super::player::{Fault, FaultKind, SearchReport};

/// The reports of one search.
pub(super) struct Reports<'a> {
    root: &'a Position,
    history: KeyHistory,
    faults: Vec<Fault>,
    /// The last exact report, or the last one while there is none.
    kept: Option<SearchReport>,
    /// The first move of the last line, if that was exact.
    expected: Option<Move>,
}

/// A move of a line, as it was reported.
pub(super) trait Reported {
    /// The legal move it stands for, if any.
    fn legal(&self, position: &Position, chess960: bool) -> Option<Move>;
    /// The move as text.
    fn text(&self) -> String;
}

impl Reported for Move {
    fn legal(&self, position: &Position, _chess960: bool) -> Option<Move> {
        position.is_legal(*self).then_some(*self)
    }

    fn text(&self) -> String {
        self.uci(false).to_string()
    }
}

impl Reported for &str {
    /// Only the one way in which UCI writes a move counts.
    fn legal(&self, position: &Position, chess960: bool) -> Option<Move> {
        parse_uci(position, self).ok().filter(|mv| mv.uci(chess960).to_string() == *self)
    }

    fn text(&self) -> String {
        (*self).to_owned()
    }
}

impl<'a> Reports<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        let (root, history) = (game.position(), game.history().clone());
        Reports { root, history, faults: Vec::new(), kept: None, expected: None }
    }

    /// Follows a line as far as it is legal. `mate` is the number of moves to mate that was announced with it as exact.
    pub(super) fn check<T: Reported>(&mut self, pv: &[T], mate: Option<i32>, chess960: bool) -> Vec<Move> {
        let mut position = self.root.clone();
        let mut moves = Vec::with_capacity(pv.len());
        let played = self.history.len();
        for reported in pv {
            if let Some(end) = self.end(&position) {
                self.complain(FaultKind::PvPastEnd, || {
                    format!("PV continues after {end} - move {}", reported.text())
                });
                break;
            }
            let Some(mv) = reported.legal(&position, chess960) else {
                self.complain(FaultKind::IllegalPv, || {
                    format!("move {} in {}", reported.text(), position.fen())
                });
                break;
            };
            position.make(mv);
            self.history.push(&position);
            moves.push(mv);
        }
        while self.history.len() > played {
            self.history.pop();
        }
        if let Some(mate) = mate.filter(|_| moves.len() == pv.len() && !pv.is_empty()) {
            self.check_mate(&position, moves.len(), mate);
        }
        moves
    }

    /// Takes a report of the first line.
    pub(super) fn take(&mut self, report: SearchReport) {
        let exact = report.bound == Bound::Exact;
        self.expected = report.pv.first().copied().filter(|_| exact);
        if exact || self.kept.as_ref().is_none_or(|kept| kept.bound != Bound::Exact) {
            self.kept = Some(report);
        }
    }

    /// The report that counts, and what there was to complain of, each kind once, now that `mv` has been chosen.
    pub(super) fn close(mut self, mv: Move) -> (Option<SearchReport>, Vec<Fault>) {
        if let Some(expected) = self.expected.filter(|&expected| expected != mv) {
            let [played, first] = [mv, expected].map(|mv| mv.uci(self.root.is_chess960()));
            self.complain(FaultKind::PvMismatch, || {
                format!("move {played}, but the last line begins with {first}")
            });
        }
        if self.kept.is_none() {
            self.complain(FaultKind::NoScore, || "no info line with a score".to_owned());
        }
        (self.kept, self.faults)
    }

    /// A mate in n moves takes 2n - 1 plies, being mated in n moves takes 2n.
    fn check_mate(&mut self, end: &Position, plies: usize, mate: i32) {
        let moves = mate.unsigned_abs() as usize;
        let announced = if mate > 0 { 2 * moves - 1 } else { 2 * moves };
        let complaint = match plies {
            _ if plies < announced => "Incomplete mating PV",
            _ if plies > announced => "Too long mating PV",
            _ if !end.is_checkmate() => "Mating PV does not end with checkmate",
            _ => return,
        };
        self.complain(FaultKind::MatePv, || format!("{complaint} - {plies} plies for mate {mate}"));
    }

    /// Why no move can follow. Insufficient material is left out, as elsewhere: engines need not know it.
    fn end(&self, position: &Position) -> Option<&'static str> {
        if !position.has_legal_moves() {
            return Some(if position.in_check() { "checkmate" } else { "stalemate" });
        }
        if self.history.is_repetition(position, 0) {
            return Some("threefold repetition");
        }
        (position.halfmove_clock() >= FIFTY_MOVES).then_some("fifty-move rule")
    }

    fn complain(&mut self, kind: FaultKind, detail: impl FnOnce() -> String) {
        if self.faults.iter().all(|fault| fault.kind != kind) {
            self.faults.push(Fault::new(kind, detail()));
        }
    }
}

#[cfg(test)]
#[path = "reports_tests.rs"]
mod tests;
