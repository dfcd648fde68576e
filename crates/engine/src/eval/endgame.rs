//! What material alone says about an endgame: how much of an advantage can be won, and how to mate a lone king.

use chess::Bitboard;

use super::hand::{BISHOP, DARK, FILE_A, KNIGHT, PAWN, QUEEN, ROOK, Side};

/// The scale that leaves a score as it is.
pub const FULL_SCALE: i32 = 64;

/// Dead draws.
const DRAWN: i32 = 0;
/// Without pawns and at most a minor piece up: hardly ever won.
const PAWNLESS: i32 = 8;
/// The same with more than a rook left on the weaker side.
const PAWNLESS_HEAVY: i32 = 20;
/// Only bishops of opposite colours left, plus each passed pawn.
const OPPOSITE_BISHOPS: i32 = 20;
const OPPOSITE_BISHOPS_PASSED: i32 = 7;
/// Opposite bishops with other pieces, plus each piece of the stronger side.
const OPPOSITE_BISHOPS_HEAVY: i32 = 38;
const OPPOSITE_BISHOPS_PIECE: i32 = 3;
/// Otherwise: the fewer pawns the stronger side has, the harder it wins.
const FEW_PAWNS: i32 = 40;
const EACH_PAWN: i32 = 7;

/// Factors of the middlegame and the endgame score, in 1/[`FULL_SCALE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Factor of the middlegame score.
    pub mg: i32,
    /// Factor of the endgame score.
    pub eg: i32,
}

/// Piece values in pawns, for telling material patterns apart; not part of the score.
fn army(side: &Side) -> i32 {
    let count = |piece: usize| side.pieces[piece].len() as i32;
    3 * (count(KNIGHT) + count(BISHOP)) + 5 * count(ROOK) + 9 * count(QUEEN)
}

/// How much of its advantage the stronger side may hope to win; each side in its own view.
pub(super) fn scale(strong: &Side, weak: &Side, passed: Bitboard) -> Scale {
    let whole = |scale| Scale { mg: scale, eg: scale };
    let late = |scale: i32| Scale { mg: FULL_SCALE, eg: scale.min(FULL_SCALE) };
    let (own, theirs) = (army(strong), army(weak));
    let pawns = strong.pieces[PAWN].len() as i32;
    if pawns == 0 && own - theirs <= 3 {
        return whole(match () {
            () if own <= 3 => DRAWN,
            () if theirs <= 5 => PAWNLESS,
            () => PAWNLESS_HEAVY,
        });
    }
    let two_knights = own == 6 && strong.pieces[KNIGHT].len() == 2;
    if pawns == 0 && two_knights && weak.pieces[PAWN].is_empty() || wrong_corner(strong, weak, own) {
        return whole(DRAWN);
    }
    if opposite_bishops(strong, weak) {
        return late(if own == 3 && theirs == 3 {
            OPPOSITE_BISHOPS + OPPOSITE_BISHOPS_PASSED * passed.len() as i32
        } else {
            OPPOSITE_BISHOPS_HEAVY + OPPOSITE_BISHOPS_PIECE * (strong.all & !strong.pieces[PAWN]).len() as i32
        });
    }
    late(FEW_PAWNS + EACH_PAWN * pawns)
}

fn opposite_bishops(strong: &Side, weak: &Side) -> bool {
    let (own, theirs) = (strong.pieces[BISHOP], weak.pieces[BISHOP]);
    // Both in their owner's view: squares that look alike are of different colours.
    own.len() == 1 && theirs.len() == 1 && (own & DARK).is_empty() == (theirs & DARK).is_empty()
}

/// Rook pawns, at most with a bishop that does not command their promotion square, against a king that stands there.
fn wrong_corner(strong: &Side, weak: &Side, own: i32) -> bool {
    let pawns = strong.pieces[PAWN];
    if pawns.is_empty()
        || weak.all.more_than_one()
        || own != 3 * strong.pieces[BISHOP].len() as i32
        || own > 3
    {
        return false;
    }
    let on_a = (pawns & !FILE_A).is_empty();
    if !on_a && (pawns & !Bitboard(FILE_A.0 << 7)).any() {
        return false;
    }
    // a8 is light, h8 dark.
    let helpful = if on_a { !DARK } else { DARK };
    let king = weak.king.flip().index();
    let (file, rank) = (if on_a { king % 8 } else { 7 - king % 8 }, king / 8);
    (strong.pieces[BISHOP] & helpful).is_empty() && file <= 1 && rank >= 6
}

/// Any position that mates by force stands above any that does not.
const MATING: i32 = 120;
const PER_EDGE_STEP: i32 = 16;
const PER_KING_STEP: i32 = 8;
const PER_CORNER_STEP: i32 = 24;

/// Drives a lone king to the edge (for bishop and knight, to a corner of the bishop's colour) and brings the king near.
#[inline(always)]
pub(super) fn mop_up(strong: &Side, weak: &Side) -> i32 {
    if weak.all.more_than_one() { 0 } else { drive(strong, weak) }
}

fn drive(strong: &Side, weak: &Side) -> i32 {
    let own = army(strong);
    if own < 5 || (own == 6 && strong.pieces[KNIGHT].len() == 2) {
        return 0;
    }
    let king = weak.king.flip().index();
    let (file, rank) = ((king % 8) as i32, (king / 8) as i32);
    let (own_file, own_rank) = ((strong.king.index() % 8) as i32, (strong.king.index() / 8) as i32);
    let apart = (file - own_file).abs() + (rank - own_rank).abs();
    let bishop_and_knight = own == 6 && strong.pieces[BISHOP].len() == 1 && strong.pieces[KNIGHT].len() == 1;
    let driven = if bishop_and_knight {
        // 0 in the corners of the bishop's colour, 7 on the long diagonal between the others.
        let dark = (strong.pieces[BISHOP] & DARK).any();
        let away = 7 - (if dark { 7 - file - rank } else { file - rank }).abs();
        PER_CORNER_STEP * (7 - away)
    } else {
        PER_EDGE_STEP * ((file - 3).max(4 - file) - 1 + (rank - 3).max(4 - rank) - 1)
    };
    MATING + driven + PER_KING_STEP * (14 - apart)
}
