//! From a board to the inputs of the network: 768 features a perspective, horizontally mirrored.

use super::format::{INPUTS, MAX_BUCKETS};
use chess::{Color, Piece, Position, Square};

const KINDS: usize = 6;
const SQUARES: usize = 64;
/// Turns a square upside down.
const FLIP: usize = 56;
/// Turns a square left to right; as a bit of a square's number, the half of the board away from the a file.
const MIRROR: usize = 7;
const RIGHT_HALF: usize = 4;
/// The most pieces of a position from a game, kings included, and the least.
const MOST_PIECES: usize = 32;
const LEAST_PIECES: usize = 2;

/// Whether a perspective sees the board left to right, its king being on this square: on the files e to h.
#[inline]
pub fn is_mirrored(king: Square) -> bool {
    king.index() & RIGHT_HALF != 0
}

/// The input, below [`INPUTS`], that a piece on a square sets in a perspective.
///
/// ```
/// use chess::{Color, Piece, Square};
/// use engine::eval::nnue::{INPUTS, feature};
/// let pawn = feature(Color::White, false, Piece::WhitePawn, Square::A2);
/// assert_eq!(pawn, 8);
/// // The same from the other side: its own pawn, on its own second rank.
/// assert_eq!(feature(Color::Black, false, Piece::BlackPawn, Square::A7), pawn);
/// assert_eq!(feature(Color::Black, true, Piece::BlackPawn, Square::H7), pawn);
/// assert_eq!(feature(Color::White, false, Piece::BlackKing, Square::H8), INPUTS - 1);
/// ```
#[inline]
pub fn feature(perspective: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let turn = (perspective.index() * FLIP) ^ (usize::from(mirrored) * MIRROR);
    let theirs = usize::from(piece.color() != perspective);
    (theirs * KINDS + piece.piece_type().index()) * SQUARES + (square.index() ^ turn)
}

/// The output bucket of a position with so many pieces, kings included.
#[inline]
pub fn bucket(pieces: u32, buckets: usize) -> usize {
    let pieces = (pieces as usize).clamp(LEAST_PIECES, MOST_PIECES);
    (pieces - LEAST_PIECES) * buckets / (MOST_PIECES - LEAST_PIECES + 1)
}

/// The inputs a position sets in a perspective, without what stands on one square.
pub(super) fn features(
    position: &Position,
    perspective: Color,
    without: Option<Square>,
) -> impl Iterator<Item = usize> + '_ {
    let mirrored = is_mirrored(position.king(perspective));
    let squares = position.occupied().into_iter().filter(move |&square| Some(square) != without);
    squares.filter_map(move |square| {
        position.piece_at(square).map(|piece| feature(perspective, mirrored, piece, square))
    })
}

const _: () = assert!(2 * KINDS * SQUARES == INPUTS && MAX_BUCKETS <= MOST_PIECES - LEAST_PIECES + 1);
