//! King safety: what endangers the enemy king is summed as danger, and the score grows with its square, because
//! attackers multiply each other's worth.

use chess::{Bitboard, Square, king_attacks};

use super::hand::{BISHOP, FILE_A, KING, KNIGHT, QUEEN, ROOK, Side, checking_squares};
use super::terms::*;

/// The middlegame score is the danger squared over this, in centipawns.
pub const DANGER_SQUARED: i32 = 1024;
/// The endgame score is the danger over this, in centipawns.
pub const DANGER_LINEAR: i32 = 16;
/// Danger beyond this adds nothing: the king is lost anyhow, and the score must stay below mates.
pub const DANGER_LIMIT: i32 = 1600;

/// Squares around a king: its neighbours, taken one square from the edge so that it has no fewer in a corner.
pub(super) fn ring(king: Square) -> Bitboard {
    let (file, rank) = (king.index() % 8, king.index() / 8);
    let centre = rank.clamp(1, 6) * 8 + file.clamp(1, 6);
    RINGS[centre]
}

static RINGS: [Bitboard; 64] = rings();

const fn rings() -> [Bitboard; 64] {
    let mut table = [Bitboard(0); 64];
    let mut centre = 9;
    while centre <= 54 {
        table[centre] = Bitboard(0x0007_0707 << (centre - 9));
        centre += 1;
    }
    table
}

/// Files on which an attack on a king of each file is fought.
pub(super) const FLANKS: [u64; 8] = [0x0f, 0x0f, 0x0f, 0x3c, 0x3c, 0xf0, 0xf0, 0xf0];
/// The enemy's half of the board and the rank before it.
const FOE_CAMP: Bitboard = Bitboard(0xffff_ffff_ff00_0000);

/// Adds the danger `us` brings to the enemy king; answers whether there is an attack to speak of.
///
/// One attacker alone is none, unless it may be joined by the queen.
#[inline(always)]
pub(super) fn danger<T: Trace>(us: &Side, foe: &Side, tally: &mut Tally<T>) -> bool {
    let queen = us.pieces[QUEEN].any();
    if us.attackers + queen as i32 <= 1 {
        return false;
    }
    let alone = !foe.attacked | foe.by[QUEEN] | foe.by[KING];
    let weak = us.attacked & !foe.twice & alone;
    let safe = !us.all & (!foe.attacked | (weak & us.twice));

    let [knight, bishop, rook] = checking_squares(us, foe);
    let checks = [
        knight & us.by[KNIGHT],
        bishop & us.by[BISHOP],
        rook & us.by[ROOK],
        (bishop | rook) & us.by[QUEEN] & !foe.by[QUEEN],
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, &squares) in checks.iter().enumerate() {
        tally.endanger(SAFE_CHECK, kind, (squares & safe).len().min(2) as i32);
        if kind < QUEEN - KNIGHT {
            unsafe_checks |= squares & !safe & !us.all;
        }
    }
    tally.endanger(UNSAFE_CHECK, 0, unsafe_checks.len() as i32);
    tally.endanger(RING_WEAK, 0, (foe.ring & weak).len() as i32);

    let flank = Bitboard(FILE_A.0 * FLANKS[foe.king.index() % 8]) & FOE_CAMP;
    tally.endanger(FLANK, 0, ((flank & us.attacked).len() + (flank & us.twice).len()) as i32);
    tally.endanger(FLANK, 1, (flank & foe.attacked).len() as i32);
    tally.endanger(KNIGHT_GUARD, 0, (foe.by[KNIGHT] & king_attacks(foe.king)).any() as i32);
    tally.endanger(NO_QUEEN, 0, !queen as i32);
    tally.endanger(BASE, 0, 1);
    true
}

/// What a sum of danger is worth.
#[inline(always)]
pub(super) fn danger_score(danger: Tapered) -> Tapered {
    let mg = danger.mg().clamp(0, DANGER_LIMIT);
    let eg = danger.eg().clamp(0, DANGER_LIMIT);
    Tapered::new(mg * mg / DANGER_SQUARED, eg / DANGER_LINEAR)
}
