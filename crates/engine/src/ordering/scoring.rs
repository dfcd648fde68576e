//! What a move is worth in the order: pure functions of the position and the tables.

use super::{Histories, LINKS, PieceTo};
use crate::see::SeeValues;
use crate::see::see_ge;
use crate::settings::Settings;
use crate::techniques::Technique;
use chess::{Bitboard, Move, PieceType, Position};
use chess::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

/// Weights of the continuation tables are in 1/64.
const CONTINUATION_UNIT: i32 = 64;

/// What ordering may look at.
#[derive(Clone, Copy, Debug)]
pub struct OrderingContext<'a> {
    /// The position whose moves are ordered.
    pub pos: &'a Position,
    /// What has been learnt.
    pub histories: &'a Histories,
    /// Which rules take part, and their weights.
    pub settings: &'a Settings,
    /// The moves [`LINK_PLIES`](super::LINK_PLIES) back; `None` for a null move or before the root.
    pub earlier: [Option<PieceTo>; LINKS],
}

impl OrderingContext<'_> {
    pub(super) fn on(&self, technique: Technique) -> bool {
        self.settings.techniques.has(technique)
    }

    /// The piece a move captures, if it captures.
    pub fn victim(&self, mv: Move) -> Option<PieceType> {
        victim(self.pos, mv)
    }

    /// The order of a noisy move among its kind: most valuable victim, least valuable attacker, promotion, and
    /// how well it did before.
    pub fn noisy_score(&self, mv: Move) -> i32 {
        let victim = self.victim(mv);
        let mover = self.pos.piece_at(mv.from());
        let mut score = 0;
        if self.on(Technique::MvvLva) {
            let gain = victim.map_or(0, piece_value) + mv.promotion().map_or(0, piece_value);
            let attacker = mover.map_or(0, |piece| piece.piece_type().index() as i32);
            score += self.settings.params.ordering.mvv_weight * gain - attacker;
        }
        score + self.capture_history(mv)
    }

    /// The capture history of a noisy move, 0 where it is switched off.
    pub fn capture_history(&self, mv: Move) -> i32 {
        let mover = PieceTo::of(self.pos, mv).filter(|_| self.on(Technique::CaptHist));
        mover.map_or(0, |mover| self.histories.capture.get(mover, self.victim(mv)))
    }

    /// The order of a quiet move: the sum of the histories that are switched on, each in
    /// ±[`HISTORY_MAX`](super::HISTORY_MAX) times its weight.
    pub fn quiet_score(&self, mv: Move) -> i32 {
        let mut score = 0;
        if self.on(Technique::History) {
            score += self.histories.butterfly.get(self.pos.side_to_move(), mv);
        }
        if self.on(Technique::ContHist)
            && let Some(now) = PieceTo::of(self.pos, mv)
        {
            let p = &self.settings.params.ordering;
            let weights = [p.conthist1_weight, p.conthist2_weight, p.conthist4_weight];
            for (earlier, weight) in self.earlier.into_iter().zip(weights) {
                if let Some(earlier) = earlier {
                    score += weight * self.histories.continuation.get(earlier, now) / CONTINUATION_UNIT;
                }
            }
        }
        score
    }
}

/// From where each kind of piece checks the opponent's king.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckSquares([Bitboard; 5]);

impl CheckSquares {
    /// Nowhere.
    const NONE: CheckSquares = CheckSquares([Bitboard::EMPTY; 5]);

    /// The squares in this position, or none if the rule that uses them is off.
    pub(super) fn new(pos: &Position, settings: &Settings) -> CheckSquares {
        if !settings.techniques.has(Technique::CheckOrder) {
            return CheckSquares::NONE;
        }
        let (enemy, occupied) = (!pos.side_to_move(), pos.occupied());
        let king = pos.king(enemy);
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        CheckSquares([pawn_attacks(enemy, king), knight_attacks(king), bishop, rook, bishop | rook])
    }

    /// What a quiet move earns in the order for giving check without losing much.
    pub(super) fn bonus(&self, pos: &Position, mv: Move, settings: &Settings) -> i32 {
        let p = &settings.params.ordering;
        let earns = self.checks(pos, mv) && see_ge(pos, mv, -p.check_order_see);
        if earns { p.check_order_bonus } else { 0 }
    }

    /// Whether a quiet move checks with the piece that moves.
    fn checks(&self, pos: &Position, mv: Move) -> bool {
        let piece = pos.piece_at(mv.from()).map(|piece| piece.piece_type().index());
        piece.and_then(|index| self.0.get(index)).is_some_and(|squares| squares.contains(mv.to()))
    }
}

/// What a quiet move earns in the order, on top of its history, for giving check without losing much.
#[must_use]
pub fn check_bonus(pos: &Position, mv: Move, settings: &Settings) -> i32 {
    CheckSquares::new(pos, settings).bonus(pos, mv, settings)
}

/// The kind of piece a move captures, if it captures.
#[inline]
pub(crate) fn victim(pos: &Position, mv: Move) -> Option<PieceType> {
    if mv.is_en_passant() {
        Some(PieceType::Pawn)
    } else if mv.is_capture() {
        pos.piece_at(mv.to()).map(|piece| piece.piece_type())
    } else {
        None
    }
}

/// A piece's worth in ordering captures, centipawns.
fn piece_value(piece: PieceType) -> i32 {
    SeeValues::DEFAULT.of(piece)
}
