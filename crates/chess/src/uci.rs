//! Reading moves in UCI notation.

use crate::text::shorten;
use crate::{File, Move, PieceType, Position, Rank, Square};

/// Why a text is not a move in UCI notation that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UciMoveError {
    /// Not two squares and perhaps a promotion letter.
    #[error("'{}' is not a move in UCI notation (such as e2e4 or e7e8q)", shorten(.0))]
    Malformed(String),
    /// A move, but not one that is legal here.
    #[error("{mv} is not a legal move in {fen}")]
    Illegal {
        /// The move as it was written.
        mv: String,
        /// The position, as FEN.
        fen: String,
    },
}

/// Reads a move in UCI notation and checks that it is legal.
///
/// Castling may be written as the king's step to the c or g file (`e1g1`) or as king takes rook
/// (`e1h1`), in every position; where the king could also simply step to that square, it does.
///
/// # Errors
/// [`UciMoveError`] if the text is no move or not a legal one. Never panics.
///
/// ```
/// use chess::{parse_uci, Position};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let castling = parse_uci(&position, "e1g1").unwrap();
/// assert_eq!(parse_uci(&position, "e1h1"), Ok(castling));
/// assert!(castling.is_castle());
/// let error = parse_uci(&position, "e1e3").unwrap_err();
/// assert_eq!(error.to_string(), "e1e3 is not a legal move in 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// ```
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, UciMoveError> {
    let (from, to, promotion) = split(text).ok_or_else(|| UciMoveError::Malformed(text.to_owned()))?;
    let moves = position.legal_moves();
    let find = |wanted: &dyn Fn(Move) -> bool| {
        moves.iter().copied().find(|&mv| mv.from() == from && mv.promotion() == promotion && wanted(mv))
    };
    find(&|mv| mv.to() == to)
        .or_else(|| find(&|mv| mv.is_castle() && mv.king_target() == to))
        .ok_or_else(|| UciMoveError::Illegal { mv: text.to_owned(), fen: position.fen() })
}

/// Both squares and the promotion letter. Upper-case promotion letters are read as lower-case ones.
fn split(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let mut chars = text.chars();
    let mut square = || Some(Square::new(File::from_char(chars.next()?)?, Rank::from_char(chars.next()?)?));
    let (from, to) = (square()?, square()?);
    let promotion = match chars.next() {
        None => None,
        Some(letter) => match PieceType::from_char(letter.to_ascii_lowercase())? {
            PieceType::Pawn | PieceType::King => return None,
            kind => Some(kind),
        },
    };
    if chars.next().is_some() { None } else { Some((from, to, promotion)) }
}
