//! Moves in two bytes.

use core::fmt;
use core::num::NonZeroU16;

use crate::{CastlingSide, PieceType, Square};

/// A list with room for the moves of any position (the most a reachable position has is 218; set-up
/// positions with more queens than a game allows are refused where they could exceed this).
pub type MoveList = arrayvec::ArrayVec<Move, 256>;

/// What a move does beside carrying a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// An ordinary move to an empty square.
    Quiet = 0,
    /// A pawn's two-square advance.
    DoublePush = 1,
    /// Castling: `to` is the square of the own rook.
    Castle = 2,
    /// A capture on the target square.
    Capture = 4,
    /// A pawn captures the pawn that has just passed it.
    EnPassant = 5,
    /// A pawn becomes a knight on an empty square.
    PromoteKnight = 8,
    /// A pawn becomes a bishop on an empty square.
    PromoteBishop = 9,
    /// A pawn becomes a rook on an empty square.
    PromoteRook = 10,
    /// A pawn becomes a queen on an empty square.
    PromoteQueen = 11,
    /// A pawn captures and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn captures and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The kind these four bits stand for; 3, 6 and 7 stand for none.
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castle,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            15 => MoveKind::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// The kind of promotion to this piece; nothing for pawn and king.
    ///
    /// ```
    /// use chess::{MoveKind, PieceType};
    /// assert_eq!(MoveKind::promotion(PieceType::Rook, true), Some(MoveKind::CapturePromoteRook));
    /// assert_eq!(MoveKind::promotion(PieceType::King, false), None);
    /// ```
    pub const fn promotion(to: PieceType, capture: bool) -> Option<Self> {
        match to {
            PieceType::Pawn | PieceType::King => None,
            _ => Self::from_bits(8 + to as u16 - 1 + if capture { 4 } else { 0 }),
        }
    }
}

/// A move: bits 0-5 the origin, 6-11 the target, 12-15 the [`MoveKind`].
///
/// Castling is written as the king capturing its own rook, which names it without ambiguity in
/// Chess960 too. `Option<Move>` takes two bytes: no move is zero.
///
/// ```
/// use chess::{Move, MoveKind, Square};
/// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!((push.from(), push.to()), (Square::E2, Square::E4));
/// assert!(push.is_quiet());
/// assert_eq!(Move::from_raw(push.raw()), Some(push));
/// assert_eq!(push.uci(false).to_string(), "e2e4");
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    const KIND: u32 = 12;
    const CAPTURE: u16 = 4 << Self::KIND;
    const PROMOTION: u16 = 8 << Self::KIND;

    /// The move from one square to another, not checked against any position.
    ///
    /// A move from a1 to a1 of kind [`MoveKind::Quiet`], which is no move at all, comes out as a1 to b1.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self::pack(from, to, kind as u16)
    }

    #[inline]
    pub(crate) const fn pack(from: Square, to: Square, kind: u16) -> Self {
        let raw = from.index() as u16 | (to.index() as u16) << 6 | kind << Self::KIND;
        match NonZeroU16::new(raw) {
            Some(raw) => Move(raw),
            None => Move(NonZeroU16::new(1 << 6).unwrap()),
        }
    }

    /// The two bytes.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The move of these two bytes; nothing for zero and for the three kinds of move that do not exist.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Self> {
        match NonZeroU16::new(raw) {
            Some(value) if MoveKind::from_bits(raw >> Self::KIND).is_some() => Some(Move(value)),
            _ => None,
        }
    }

    /// The square the piece leaves; of castling, the king's.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u32)
    }

    /// The target square; of castling, the own rook's (see [`Move::king_target`]).
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap(self.0.get() as u32 >> 6)
    }

    /// What the move does beside.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits()) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// The four bits of the kind.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0.get() >> Self::KIND
    }

    /// The piece a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() { PieceType::from_index((self.bits() & 3) as usize + 1) } else { None }
    }

    /// Whether it captures, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() & Self::CAPTURE != 0
    }

    /// Whether a pawn is promoted.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & Self::PROMOTION != 0
    }

    /// Whether it is a capture or a promotion: what quiescence search looks at.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0.get() & (Self::CAPTURE | Self::PROMOTION) != 0
    }

    /// Whether it is neither a capture nor a promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    /// Whether it is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.bits() == MoveKind::Castle as u16
    }

    /// Whether it captures en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.bits() == MoveKind::EnPassant as u16
    }

    /// Whether a pawn advances two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.bits() == MoveKind::DoublePush as u16
    }

    /// Where the moved piece stands afterwards: the g or c file of its rank for castling, otherwise
    /// [`Move::to`].
    #[inline]
    pub const fn king_target(self) -> Square {
        if !self.is_castle() {
            return self.to();
        }
        let side = CastlingSide::of(self.from(), self.to());
        Square::new(side.king_file(), self.from().rank())
    }

    /// The move in UCI notation. Castling is written as king takes rook (`e1h1`) with `chess960`,
    /// otherwise as the king's two-square move (`e1g1`).
    pub const fn uci(self, chess960: bool) -> UciMove {
        UciMove { mv: self, chess960 }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.uci(true), self.kind())
    }
}

/// A move displayed in UCI notation, made by [`Move::uci`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciMove {
    mv: Move,
    chess960: bool,
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if self.chess960 { self.mv.to() } else { self.mv.king_target() };
        write!(f, "{}{to}", self.mv.from())?;
        match self.mv.promotion() {
            Some(piece) => write!(f, "{}", piece.char()),
            None => Ok(()),
        }
    }
}
