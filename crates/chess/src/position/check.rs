//! Questions about single moves: is it legal, does it give check.

use crate::attacks::{bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays};
use crate::moves::MoveKind;
use crate::{
    Bitboard, CastlingSide, Color, Move, PieceType, Position, Rank, Square, attacks, between, line,
    pawn_attacks,
};

impl Position {
    /// Whether this value is a legal move here: any move at all may be asked about, such as one from a
    /// table entry of another position. The same as being among [`Position::legal_moves`], without
    /// generating them.
    ///
    /// ```
    /// use chess::{Move, MoveKind, Position, Square};
    /// let position = Position::startpos();
    /// assert!(position.is_legal(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)));
    /// assert!(!position.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
    /// assert!(!position.is_legal(Move::new(Square::E7, Square::E5, MoveKind::DoublePush)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        let Some(piece) = self.piece_at(from) else { return false };
        if piece.color() != us {
            return false;
        }
        let kind = mv.kind();
        match kind {
            MoveKind::Castle => {
                return piece.piece_type() == PieceType::King
                    && self.castling_rights().of(us).contains(to)
                    && self.can_castle(to, None);
            }
            MoveKind::EnPassant => {
                return piece.piece_type() == PieceType::Pawn
                    && self.en_passant == Some(to)
                    && pawn_attacks(us, from).contains(to)
                    && self.en_passant_is_safe(from, to);
            }
            _ => {}
        }
        if mv.is_capture() != self.colors(!us).contains(to) || self.colors(us).contains(to) {
            return false;
        }
        let fits = match piece.piece_type() {
            PieceType::Pawn => self.pawn_reaches(mv),
            PieceType::King => {
                return !(mv.is_promotion() || mv.is_double_push())
                    && king_attacks(from).contains(to)
                    && self.king_is_safe_on(to);
            }
            other => {
                !(mv.is_promotion() || mv.is_double_push())
                    && attacks(other, us, from, self.occupied()).contains(to)
            }
        };
        fits && self.answers_check(to) && self.keeps_pin(from, to)
    }

    /// Whether a pawn move that is not en passant follows the pawn's way of moving; what stands on the
    /// target has been compared with the kind of move already.
    fn pawn_reaches(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        if mv.is_promotion() != (to.rank() == Rank::R8.relative(us)) {
            return false;
        }
        if mv.is_capture() {
            return pawn_attacks(us, from).contains(to);
        }
        let up = |set: Bitboard| if us == Color::White { set.north() } else { set.south() };
        let single = up(from.bitboard()) - self.occupied();
        if mv.is_double_push() {
            return from.rank() == Rank::R2.relative(us) && up(single).contains(to);
        }
        single.contains(to)
    }

    /// Whether a move of another piece than the king to this square leaves the king out of check, as far
    /// as the present checkers go.
    fn answers_check(&self, to: Square) -> bool {
        match self.checkers.first() {
            None => true,
            Some(_) if self.checkers.more_than_one() => false,
            Some(checker) => between(self.king(self.side), checker).with(checker).contains(to),
        }
    }

    fn keeps_pin(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || line(self.king(self.side), from).contains(to)
    }

    /// Whether the king of the side to move is not attacked after stepping to this square.
    fn king_is_safe_on(&self, to: Square) -> bool {
        let occupied = self.occupied().without(self.king(self.side));
        (self.attackers_to(to, occupied) & self.colors(!self.side)).is_empty()
    }

    /// Whether capturing en passant from here leaves the king out of check. Two pawns leave the board's
    /// lines at once, so that pins say nothing; the king is looked at after the capture instead.
    pub(crate) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let victim = Square::wrap(target.index() as u32 ^ 8);
        let occupied = self.occupied().without(from).without(victim).with(target);
        let king = self.king(self.side);
        (self.attackers_to(king, occupied) & self.colors(!self.side).without(victim)).is_empty()
    }

    /// Whether the side to move, which has the right, can castle with this rook now. `danger` is the set
    /// of squares the other side attacks through the king, if the caller has it at hand.
    #[inline]
    pub(crate) fn can_castle(&self, rook: Square, danger: Option<Bitboard>) -> bool {
        let king = self.king(self.side);
        // A rook pinned to its king on the back rank would, by stepping over it, open the line.
        if self.in_check() || self.pinned.contains(rook) {
            return false;
        }
        let side = CastlingSide::of(king, rook);
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let king_path = between(king, king_to).with(king_to);
        let clear = (king_path | between(rook, rook_to).with(rook_to)).without(king).without(rook);
        if (clear & self.occupied()).any() {
            return false;
        }
        match danger {
            Some(danger) => (king_path & danger).is_empty(),
            None => king_path.into_iter().all(|square| self.king_is_safe_on(square)),
        }
    }

    /// Whether a legal move gives check, found without making it.
    ///
    /// ```
    /// use chess::{parse_uci, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1").unwrap();
    /// assert!(position.gives_check(parse_uci(&position, "e2c3").unwrap())); // the rook behind
    /// assert!(!position.gives_check(parse_uci(&position, "e1d1").unwrap()));
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        let king = self.king(!us);
        let Some(piece) = self.piece_at(from) else { return false };
        if mv.is_castle() {
            return self.castling_gives_check(from, to, king);
        }
        let mut occupied = self.occupied().without(from).with(to);
        let kind = mv.promotion().unwrap_or(piece.piece_type());
        let clear = || (between(king, to) & occupied).is_empty();
        // An enemy king on its line is attacked if nothing stands between: the row of one king in the
        // table of squares between stays in the cache, where tables by the moving piece might not.
        let direct = match kind {
            PieceType::Pawn => pawn_attacks(us, to).contains(king),
            PieceType::Knight => knight_attacks(to).contains(king),
            PieceType::Bishop => bishop_rays(king).contains(to) && clear(),
            PieceType::Rook => rook_rays(king).contains(to) && clear(),
            PieceType::Queen => (bishop_rays(king) | rook_rays(king)).contains(to) && clear(),
            PieceType::King => false,
        };
        if direct {
            return true;
        }
        // Only a piece that leaves a line of the king can open it; en passant takes off a second one.
        if mv.is_en_passant() {
            occupied = occupied.without(Square::wrap(to.index() as u32 ^ 8));
        } else if !(bishop_rays(king) | rook_rays(king)).contains(from) {
            return false;
        }
        self.slider_reaches(king, occupied, self.colors(us).without(from))
    }

    /// Whether one of these pieces that slides attacks the square, with these squares occupied.
    fn slider_reaches(&self, square: Square, occupied: Bitboard, own: Bitboard) -> bool {
        let queens = self.pieces(PieceType::Queen);
        let diagonal = (self.pieces(PieceType::Bishop) | queens) & own;
        let straight = (self.pieces(PieceType::Rook) | queens) & own;
        (bishop_attacks(square, occupied) & diagonal).any()
            || (rook_attacks(square, occupied) & straight).any()
    }

    fn castling_gives_check(&self, king: Square, rook: Square, enemy: Square) -> bool {
        let side = CastlingSide::of(king, rook);
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let occupied = self.occupied().without(king).without(rook).with(king_to).with(rook_to);
        rook_attacks(rook_to, occupied).contains(enemy)
            || self.slider_reaches(enemy, occupied, self.colors(self.side).without(rook))
    }
}
