//! Attack tables.
//!
//! Sliding pieces use *obstruction difference* (Gerd Isenberg, Michael Hoffmann): a line is split at the
//! piece into its lower and upper half; the highest blocker below and the lowest blocker above bound the
//! attacks, and one subtraction yields all squares between them. The tables of all four lines of a square
//! fit one cache line, four kilobytes in all, so that they never leave the first-level cache; nothing is
//! built at run time.

use crate::{Bitboard, Color, PieceType, Square};

/// The four lines through a square: rank, file, diagonal, anti-diagonal.
const LINES: usize = 4;
const STEPS: [(i32, i32); LINES] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

#[repr(align(64))]
struct Halves {
    lower: [u64; LINES],
    upper: [u64; LINES],
}

static HALVES: [Halves; 64] = build_halves();
static RAYS: [[u64; 2]; 64] = build_rays();
static KNIGHT: [u64; 64] =
    build_leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] =
    build_leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[u64; 64]; 2] = [build_leaper(&[(-1, 1), (1, 1)]), build_leaper(&[(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = build_between();
static LINE: [[u64; 64]; 64] = build_line();

const fn step(square: i32, df: i32, dr: i32) -> Option<i32> {
    let (file, rank) = (square % 8 + df, square / 8 + dr);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 { Some(rank * 8 + file) } else { None }
}

/// All squares from here in one direction to the edge.
const fn ray(square: i32, df: i32, dr: i32) -> u64 {
    let mut squares = 0;
    let mut at = square;
    while let Some(next) = step(at, df, dr) {
        squares |= 1 << next;
        at = next;
    }
    squares
}

const fn build_halves() -> [Halves; 64] {
    let mut table = [const { Halves { lower: [0; LINES], upper: [0; LINES] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < LINES {
            // Every step of STEPS leads to a higher square.
            let (df, dr) = STEPS[line];
            table[square].upper[line] = ray(square as i32, df, dr);
            table[square].lower[line] = ray(square as i32, -df, -dr);
            line += 1;
        }
        square += 1;
    }
    table
}

const fn build_rays() -> [[u64; 2]; 64] {
    let halves = build_halves();
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let Halves { lower, upper } = &halves[square];
        table[square] =
            [lower[2] | upper[2] | lower[3] | upper[3], lower[0] | upper[0] | lower[1] | upper[1]];
        square += 1;
    }
    table
}

const fn build_leaper(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square as i32, steps[i].0, steps[i].1) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn build_between() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < LINES {
            let (df, dr) = STEPS[line];
            let mut between = 0;
            let mut at = from as i32;
            while let Some(next) = step(at, df, dr) {
                table[from][next as usize] = between;
                table[next as usize][from] = between;
                between |= 1 << next;
                at = next;
            }
            line += 1;
        }
        from += 1;
    }
    table
}

const fn build_line() -> [[u64; 64]; 64] {
    let halves = build_halves();
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < LINES {
            let others = halves[from].lower[line] | halves[from].upper[line];
            let mut rest = others;
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = others | 1 << from;
                rest &= rest - 1;
            }
            line += 1;
        }
        from += 1;
    }
    table
}

#[inline]
fn line_attacks(halves: &Halves, line: usize, occupied: u64) -> u64 {
    let lower = halves.lower[line] & occupied;
    let upper = halves.upper[line] & occupied;
    // All bits from the highest blocker below upwards (from a1 if there is none).
    let above = (i64::MIN >> (lower | 1).leading_zeros()) as u64;
    // Twice the lowest blocker above ends the run just past it; without one it runs to the top.
    let first = upper & upper.wrapping_neg();
    first.wrapping_mul(2).wrapping_add(above) & (halves.lower[line] | halves.upper[line])
}

/// Squares a bishop attacks with these squares occupied; the first blocker of each ray is included.
///
/// ```
/// use chess::{bishop_attacks, Bitboard, Square};
/// assert_eq!(bishop_attacks(Square::A1, Square::C3.bitboard()).len(), 2);
/// assert_eq!(bishop_attacks(Square::A1, Bitboard::EMPTY).len(), 7);
/// ```
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let halves = &HALVES[square.index()];
    Bitboard(line_attacks(halves, 2, occupied.0) | line_attacks(halves, 3, occupied.0))
}

/// Squares a rook attacks with these squares occupied; the first blocker of each ray is included.
///
/// ```
/// use chess::{rook_attacks, Bitboard, Square};
/// assert_eq!(rook_attacks(Square::D4, Bitboard::EMPTY).len(), 14);
/// assert!(rook_attacks(Square::D4, Square::D6.bitboard()).contains(Square::D6));
/// ```
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let halves = &HALVES[square.index()];
    Bitboard(line_attacks(halves, 0, occupied.0) | line_attacks(halves, 1, occupied.0))
}

/// Squares a queen attacks with these squares occupied; the first blocker of each ray is included.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Squares a knight attacks.
///
/// ```
/// use chess::{knight_attacks, Square};
/// assert_eq!(knight_attacks(Square::A1), Square::B3.bitboard() | Square::C2.bitboard());
/// ```
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// Squares a king attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Squares a pawn of this colour attacks.
///
/// ```
/// use chess::{pawn_attacks, Color, Square};
/// assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.bitboard());
/// ```
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// Squares a piece of this kind and colour attacks (the colour matters for pawns only).
///
/// ```
/// use chess::{attacks, Bitboard, Color, PieceType, Square};
/// let d4 = attacks(PieceType::Queen, Color::White, Square::D4, Bitboard::EMPTY);
/// assert_eq!(d4.len(), 27);
/// ```
#[inline]
pub fn attacks(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Squares strictly between two squares of one line; none if they share no line.
///
/// ```
/// use chess::{between, Square};
/// assert_eq!(between(Square::A1, Square::C3), Square::B2.bitboard());
/// assert!(between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line (rank, file or diagonal) through two different squares, from edge to edge and with
/// both of them; none if they share no line.
///
/// ```
/// use chess::{line, Bitboard, Rank, Square};
/// assert_eq!(line(Square::B1, Square::D1), Bitboard::from_rank(Rank::R1));
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// A bishop's attacks on an empty board.
#[inline]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(RAYS[square.index()][0])
}

/// A rook's attacks on an empty board.
#[inline]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    Bitboard(RAYS[square.index()][1])
}

/// The diagonal through a square that runs from a1's to h8's direction.
#[inline]
pub(crate) fn diagonal(square: Square) -> Bitboard {
    Bitboard(HALVES[square.index()].lower[2] | HALVES[square.index()].upper[2])
}

/// The diagonal through a square that runs from h1's to a8's direction.
#[inline]
pub(crate) fn anti_diagonal(square: Square) -> Bitboard {
    Bitboard(HALVES[square.index()].lower[3] | HALVES[square.index()].upper[3])
}
