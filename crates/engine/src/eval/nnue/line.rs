//! What the moves from the root of a search to the node it is in have changed on the board.

use super::features::is_mirrored;
use chess::{CastlingSide, Color, Move, Piece, PieceType, Position, Square};

/// A piece on a square.
pub(super) type Placed = (Piece, Square);

/// One move of the line, as little of it as can be noted in passing: most nodes are left before they are evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    mv: Move,
    piece: Piece,
    victim: Option<Piece>,
    /// By perspective: whether the accumulator after the move has been made.
    pub(super) ready: [bool; 2],
}

/// Pieces that come and go with a move.
pub(super) enum Change {
    /// A piece goes to an empty square, perhaps as another one.
    Moves { to: Placed, from: Placed },
    /// The same, and an enemy piece goes.
    Captures { to: Placed, from: Placed, victim: Placed },
    /// King and rook go to their squares.
    Castles { to: [Placed; 2], from: [Placed; 2] },
}

impl Step {
    #[inline]
    pub(super) fn new(before: &Position, mv: Move) -> Step {
        let mover = before.piece_at(mv.from());
        debug_assert!(mover.is_some(), "{mv:?} moves nothing in {before:?}");
        Step {
            mv,
            // A move without a mover is no move of the position.
            piece: mover.unwrap_or(Piece::WhitePawn),
            victim: before.piece_at(mv.to()),
            ready: [false; 2],
        }
    }

    pub(super) fn change(&self) -> Change {
        let (mv, piece) = (self.mv, self.piece);
        let color = piece.color();
        if mv.is_castle() {
            let (side, rank) = (CastlingSide::of(mv.from(), mv.to()), mv.from().rank());
            let rook = Piece::new(color, PieceType::Rook);
            let to = [(piece, side.king_file()), (rook, side.rook_file())];
            return Change::Castles {
                to: to.map(|(piece, file)| (piece, Square::new(file, rank))),
                from: [(piece, mv.from()), (rook, mv.to())],
            };
        }
        let arrives = mv.promotion().map_or(piece, |kind| Piece::new(color, kind));
        let (to, from) = ((arrives, mv.to()), (piece, mv.from()));
        let passed = || (Piece::new(!color, PieceType::Pawn), Square::new(mv.to().file(), mv.from().rank()));
        let victim =
            if mv.is_en_passant() { Some(passed()) } else { self.victim.map(|victim| (victim, mv.to())) };
        match victim {
            Some(victim) => Change::Captures { to, from, victim },
            None => Change::Moves { to, from },
        }
    }

    /// Whether the move takes this side's king to the other half of the board, where everything is seen mirrored.
    #[inline]
    pub(super) fn turns(&self, perspective: Color) -> bool {
        if self.piece != Piece::new(perspective, PieceType::King) {
            return false;
        }
        let (from, mut to) = (self.mv.from(), self.mv.to());
        if self.mv.is_castle() {
            to = Square::new(CastlingSide::of(from, to).king_file(), from.rank());
        }
        is_mirrored(from) != is_mirrored(to)
    }
}
