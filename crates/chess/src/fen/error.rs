//! What can be wrong with a FEN.

use core::fmt;

use crate::text::shorten;
use crate::{Color, File, PieceType, Square};

/// A field of a FEN, counted from 0 as messages do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FenField {
    /// Field 0.
    Placement,
    /// Field 1.
    SideToMove,
    /// Field 2.
    Castling,
    /// Field 3.
    EnPassant,
    /// Field 4.
    HalfmoveClock,
    /// Field 5.
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            FenField::Placement => "piece placement",
            FenField::SideToMove => "side to move",
            FenField::Castling => "castling rights",
            FenField::EnPassant => "en passant square",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "fullmove number",
        };
        write!(f, "FEN field {} ({name})", *self as u8)
    }
}

/// Why a FEN was refused. The message names the field, counted from 0, and the reason.
///
/// ```
/// use chess::{FenError, FenField, Position};
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "FEN field 2 (castling rights): no rook on h1 for 'K'");
/// assert_eq!(error.field(), Some(FenField::Castling));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The number of fields is neither 4 nor 6.
    #[error("FEN: 4 or 6 fields expected, found {0}")]
    FieldCount(usize),
    /// The board is not one.
    #[error("{field}: {0}", field = FenField::Placement)]
    Placement(PlacementError),
    /// Neither `w` nor `b`.
    #[error("{field}: '{text}' is neither 'w' nor 'b'", field = FenField::SideToMove, text = shorten(.0))]
    SideToMove(String),
    /// The side that has moved last left its king in check.
    #[error("{field}: {0} is in check, so it cannot be {mover}'s move", field = FenField::SideToMove, mover = !*.0)]
    OpponentInCheck(Color),
    /// The side to move is attacked by more than two pieces at once.
    #[error("{field}: {0} is in check from {1} pieces at once", field = FenField::Placement)]
    TooManyCheckers(Color, u32),
    /// A castling right is unreadable or its king or rook is missing.
    #[error("{field}: {0}", field = FenField::Castling)]
    Castling(CastlingError),
    /// The en passant square is none or no pawn can have passed it.
    #[error("{field}: {0}", field = FenField::EnPassant)]
    EnPassant(EnPassantError),
    /// A counter is not a number.
    #[error("{0}: '{text}' is not a number from 0 to 65535", text = shorten(.1))]
    Counter(FenField, String),
}

impl FenError {
    /// The field the error is in; nothing if their number is wrong.
    pub const fn field(&self) -> Option<FenField> {
        Some(match self {
            FenError::FieldCount(_) => return None,
            FenError::Placement(_) | FenError::TooManyCheckers(..) => FenField::Placement,
            FenError::SideToMove(_) | FenError::OpponentInCheck(_) => FenField::SideToMove,
            FenError::Castling(_) => FenField::Castling,
            FenError::EnPassant(_) => FenField::EnPassant,
            FenError::Counter(field, _) => *field,
        })
    }
}

/// What is wrong with the board of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// Not eight ranks.
    #[error("8 ranks separated by '/' expected, found {0}")]
    RankCount(usize),
    /// A character that is neither a piece nor a number of empty squares.
    #[error("'{}' in rank {rank} is neither a piece nor a digit from 1 to 8", found.escape_debug())]
    Character {
        /// The rank, 1 to 8.
        rank: usize,
        /// The character.
        found: char,
    },
    /// A rank that does not have eight squares.
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// Its squares, at least 9 if there are too many.
        squares: usize,
    },
    /// Not exactly one king.
    #[error("{color} has {count} kings")]
    Kings {
        /// Whose.
        color: Color,
        /// How many.
        count: u32,
    },
    /// A pawn on the first or last rank.
    #[error("pawn on {0}")]
    PawnOnBackRank(Square),
    /// More than eight pawns or sixteen pieces.
    #[error("{color} has {count} {what}, at most {most} are possible")]
    TooMany {
        /// Whose.
        color: Color,
        /// "pawns" or "pieces".
        what: &'static str,
        /// How many.
        count: u32,
        /// How many there can be.
        most: u32,
    },
    /// More pieces beyond the original ones than pawns are missing.
    #[error("{color} has {promoted} promoted pieces but only {missing} pawns are missing")]
    TooManyPromoted {
        /// Whose.
        color: Color,
        /// Pieces beyond the original ones.
        promoted: u32,
        /// Pawns missing from eight.
        missing: u32,
    },
}

/// What is wrong with a castling right of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CastlingError {
    /// The field is empty or a character means no right.
    #[error("'{}' is neither K, Q, k, q, a file letter, nor '-' alone", .0.escape_debug())]
    Character(char),
    /// A right is named twice.
    #[error("'{0}' names a right a second time")]
    Duplicate(char),
    /// The king is not on its back rank.
    #[error("{color} king on {king} cannot castle, '{right}'")]
    King {
        /// Whose.
        color: Color,
        /// Where its king stands.
        king: Square,
        /// The letter of the right.
        right: char,
    },
    /// There is no rook to castle with.
    #[error("no rook on {square} for '{right}'")]
    NoRook {
        /// Where it should stand: for `K` and `Q` the corner.
        square: Square,
        /// The letter of the right.
        right: char,
    },
}

/// What is wrong with the en passant square of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EnPassantError {
    /// Neither `-` nor a square.
    #[error("'{}' is neither a square nor '-'", shorten(.0))]
    NotASquare(String),
    /// A square on a rank that the side that has just moved does not pass.
    #[error("{square} cannot be passed when it is {to_move}'s move")]
    Rank {
        /// The square.
        square: Square,
        /// The side to move.
        to_move: Color,
    },
    /// There is no pawn in front of the square.
    #[error("no {color} pawn on {pawn} has passed {square}")]
    NoPawn {
        /// The square.
        square: Square,
        /// Where the pawn should be.
        pawn: Square,
        /// Whose pawn.
        color: Color,
    },
    /// The square or the one the pawn came from is occupied.
    #[error("the pawn cannot have passed {square}: {blocked} is occupied")]
    Blocked {
        /// The square.
        square: Square,
        /// The occupied square.
        blocked: Square,
    },
}

/// The largest number of a kind of piece a side starts with.
pub(crate) const ORIGINAL: [(PieceType, u32); 4] =
    [(PieceType::Knight, 2), (PieceType::Bishop, 2), (PieceType::Rook, 2), (PieceType::Queen, 1)];

/// The file letter of a Shredder-FEN right.
pub(crate) fn file_letter(file: File, color: Color) -> char {
    match color {
        Color::White => file.char().to_ascii_uppercase(),
        Color::Black => file.char(),
    }
}
