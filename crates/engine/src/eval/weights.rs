//! The values of all evaluation terms: middlegame and endgame, in centipawns. Written by `examples/tune_eval.rs`.

use super::terms::{Tapered, WEIGHT_COUNT};

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// In the order of [`TERMS`](super::terms::TERMS).
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; WEIGHT_COUNT] = [
    // value: piece value: pawn, knight, bishop, rook, queen
    w(60, 137), w(318, 402), w(338, 417), w(441, 688), w(1058, 1228),
    // square: piece on a square: six pieces, each 8 ranks of files a-d (e-h mirrored)
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-14, 18), w(-4, 10), w(-1, 8), w(5, 2),
    w(-10, 12), w(-10, 11), w(4, 2), w(4, 6),
    w(-13, 12), w(-14, 10), w(10, -5), w(16, -6),
    w(6, 14), w(7, 10), w(-2, 4), w(21, -8),
    w(37, 28), w(25, 28), w(16, 16), w(29, 6),
    w(21, -6), w(10, 25), w(26, 18), w(2, -2),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-53, -11), w(-20, -18), w(-40, 2), w(-6, -18),
    w(-34, 5), w(3, 0), w(0, 0), w(4, 0),
    w(-12, -4), w(1, 8), w(11, 4), w(12, 19),
    w(8, 4), w(1, 0), w(24, 21), w(18, 30),
    w(2, 10), w(14, 12), w(-5, 43), w(29, 22),
    w(-6, -11), w(3, 25), w(13, 6), w(17, 26),
    w(-6, -21), w(-4, 10), w(22, 1), w(29, 16),
    w(-82, -39), w(-16, -12), w(-23, 2), w(5, 18),
    w(-14, -8), w(-26, -14), w(-13, -11), w(-12, 6),
    w(11, 1), w(4, -16), w(10, 8), w(5, 4),
    w(4, 4), w(-8, 10), w(12, 0), w(3, 22),
    w(8, -3), w(8, 21), w(8, 22), w(20, 31),
    w(-10, 15), w(13, 5), w(2, 21), w(8, 21),
    w(2, -22), w(-14, -3), w(-11, 14), w(20, 10),
    w(-7, -8), w(-19, -6), w(-15, 23), w(-3, 12),
    w(-30, 16), w(-22, -24), w(-14, 0), w(-3, 7),
    w(-6, -6), w(-2, -9), w(1, -9), w(9, -16),
    w(-19, 1), w(-2, -9), w(-10, -3), w(-6, -5),
    w(-18, 14), w(-3, 8), w(-6, 7), w(-4, 1),
    w(-9, 13), w(-13, 22), w(-8, 13), w(-14, 8),
    w(4, 22), w(2, 25), w(20, 12), w(1, 20),
    w(-4, 23), w(16, 6), w(27, 8), w(30, 4),
    w(30, 7), w(14, 6), w(32, 2), w(32, 0),
    w(-10, 30), w(-4, 23), w(13, 18), w(20, 8),
    w(3, -28), w(0, -24), w(-12, -42), w(2, -39),
    w(-10, -18), w(1, -25), w(4, -26), w(3, -8),
    w(-4, -1), w(8, 8), w(-2, 18), w(-2, 17),
    w(0, 8), w(-7, 26), w(-2, 45), w(-7, 40),
    w(4, 5), w(8, 25), w(-4, 32), w(-5, 58),
    w(8, 1), w(17, 25), w(4, 27), w(16, 42),
    w(12, 6), w(6, 5), w(10, 24), w(-7, 19),
    w(-8, -18), w(0, -8), w(1, 4), w(-2, 12),
    w(38, -60), w(32, -44), w(18, -36), w(10, -26),
    w(11, -30), w(11, -22), w(3, -17), w(-28, 6),
    w(-10, -14), w(-2, -9), w(-28, 3), w(-29, 14),
    w(-28, -1), w(-34, -1), w(-47, 2), w(-77, 29),
    w(-53, 3), w(-58, 12), w(-62, 16), w(-103, 38),
    w(-85, -10), w(-68, 18), w(-92, 16), w(-103, 42),
    w(-94, 2), w(-86, 20), w(-90, 16), w(-127, 37),
    w(-120, -13), w(-108, 5), w(-116, 4), w(-148, 8),
    // knight_mobility: knight, by squares it may go to
    w(-32, -68), w(-18, -34), w(-13, -12), w(-9, 10), w(-2, 20), w(3, 29), w(7, 33), w(12, 35),
    w(18, 30),
    // bishop_mobility: bishop, by squares it may go to
    w(-24, -35), w(-18, -22), w(-5, 0), w(0, 11), w(6, 21), w(9, 23), w(10, 30), w(12, 33),
    w(12, 37), w(16, 36), w(14, 39), w(26, 25), w(28, 40), w(39, 17),
    // rook_mobility: rook, by squares it may go to
    w(-56, -90), w(-24, -33), w(-8, -6), w(-4, 7), w(-1, 26), w(4, 42), w(6, 53), w(6, 54),
    w(9, 61), w(12, 67), w(14, 71), w(24, 73), w(29, 71), w(31, 77), w(12, 93),
    // queen_mobility: queen, by squares it may go to
    w(-25, -50), w(-11, -26), w(-10, -26), w(-6, -36), w(-3, -29), w(0, -6), w(2, 3), w(8, 14),
    w(9, 24), w(12, 34), w(12, 46), w(13, 67), w(15, 56), w(19, 54), w(16, 66), w(12, 72),
    w(12, 66), w(13, 70), w(10, 74), w(22, 68), w(18, 65), w(16, 56), w(31, 63), w(23, 56),
    w(20, 56), w(21, 56), w(21, 64), w(23, 66),
    // pair: two or more knights, bishops, rooks
    w(10, -12), w(38, 49), w(-2, -15),
    // with_pawns: knight, bishop, rook, times own pawns beyond five
    w(3, 4), w(1, 4), w(8, -6),
    // outpost: minor piece no pawn can drive away: knight alone, defended by a pawn; bishop alone, defended
    w(11, -4), w(30, 11), w(18, -7), w(29, 26),
    // minor_behind_pawn: minor piece with a pawn right before it
    w(4, 4),
    // bad_bishop: own pawns on the bishop's colour; those of them that are rammed
    w(-5, -3), w(-4, -6),
    // long_diagonal: bishop that sees both central squares of a long diagonal
    w(14, 18),
    // rook_file: rook on a half-open, on an open file
    w(16, 4), w(34, 0),
    // rook_on_seventh: rook on the seventh with the king on the eighth or pawns to take
    w(0, 10),
    // doubled: pawn behind a pawn of its own: far, adjacent
    w(-6, -24), w(2, -40),
    // isolated: pawn without neighbours: opposed, on a half-open file
    w(-8, -2), w(-11, -19),
    // backward: pawn that its neighbours have left and that cannot safely advance: opposed, on a half-open file
    w(-3, -13), w(-17, -8),
    // phalanx: pawn beside a pawn, by rank
    w(0, 0), w(6, -1), w(9, 4), w(8, 10), w(20, 24), w(62, 94), w(94, 101), w(0, 0),
    // supported: pawn defended by a pawn, by rank
    w(0, 0), w(0, 0), w(12, 6), w(12, 9), w(13, 26), w(56, 38), w(74, 83), w(0, 0),
    // candidate: pawn with enough helpers to become passed, by rank
    w(0, 0), w(-12, 2), w(5, 13), w(6, 27), w(4, 27), w(20, 46), w(35, 50), w(0, 0),
    // passed: passed pawn, by rank
    w(0, 0), w(11, 33), w(-12, 34), w(-14, 52), w(0, 74), w(66, 97), w(132, 144), w(0, 0),
    // passed_own_king: distance of the own king to the stop square of a passed pawn, by rank
    w(0, 0), w(-6, -4), w(7, -9), w(9, -19), w(4, -21), w(-7, -24), w(-5, -22), w(0, 0),
    // passed_foe_king: distance of the enemy king to it, by rank
    w(0, 0), w(0, -4), w(-4, 1), w(-10, 17), w(-2, 27), w(-3, 40), w(6, 50), w(0, 0),
    // passed_free: passed pawn whose stop square is empty, by rank
    w(0, 0), w(-10, 14), w(6, 4), w(-1, 15), w(-7, 16), w(26, 8), w(68, 19), w(0, 0),
    // passed_safe: passed pawn whose stop square is empty and not attacked, by rank
    w(0, 0), w(2, 0), w(-11, 9), w(-2, 13), w(-4, 24), w(24, 54), w(13, 64), w(0, 0),
    // passed_path: passed pawn with an empty path that the enemy does not attack, by rank
    w(0, 0), w(-11, 12), w(-11, 7), w(-14, 19), w(-48, 41), w(0, 58), w(13, 84), w(0, 0),
    // passed_rook: passed pawn with an own, an enemy rook behind it
    w(20, 14), w(-22, -43),
    // shelter: own pawn before the king: four kinds of file from the edge, each by rank (none = 0)
    w(-12, 15), w(32, -10), w(18, -1), w(10, 2), w(-6, 12), w(-27, 2), w(-10, 5), w(-8, 0),
    w(-24, 9), w(22, 2), w(14, -4), w(-4, 6), w(-19, 6), w(2, -24), w(-17, -12), w(-8, 0),
    w(-19, -4), w(16, 10), w(3, 7), w(4, -14), w(8, -13), w(4, 2), w(-11, 20), w(-8, 0),
    w(-15, -1), w(2, 6), w(8, -4), w(2, -4), w(8, -16), w(-10, 7), w(-4, 4), w(-2, 0),
    // storm: enemy pawn before the king, free to advance: likewise
    w(-5, -18), w(8, 40), w(-10, -5), w(-29, -12), w(-9, -14), w(-3, -14), w(-8, -14), w(0, 0),
    w(-7, 13), w(9, -17), w(-24, -27), w(-24, 12), w(-19, 10), w(-2, 5), w(-3, 0), w(0, 0),
    w(-9, 5), w(4, 13), w(-48, 40), w(-7, -4), w(-3, 0), w(-1, 0), w(-5, 10), w(0, 0),
    w(-12, 0), w(5, 14), w(-18, 21), w(-6, -6), w(-7, 0), w(4, 0), w(-6, 0), w(0, 0),
    // storm_blocked: enemy pawn before the king, rammed: by rank
    w(0, 0), w(0, 0), w(-7, -27), w(1, -6), w(0, -8), w(1, -11), w(4, -38), w(0, 0),
    // bare_wing: king on a wing without pawns
    w(31, -48),
    // threat_by_pawn: safe pawn attacks a knight, bishop, rook, queen
    w(76, 47), w(64, 54), w(68, 22), w(62, 21),
    // threat_by_minor: minor piece attacks a pawn, knight, bishop, rook, queen
    w(4, 21), w(21, 34), w(38, 34), w(58, 28), w(55, 53),
    // threat_by_rook: rook attacks a weak pawn, knight, bishop, rook, queen
    w(5, 20), w(23, 29), w(33, 20), w(-8, 14), w(75, 40),
    // threat_by_king: king attacks something weak
    w(26, 20),
    // hanging: weak piece that nothing defends, or attacked twice
    w(18, 33),
    // threat_by_push: safe pawn push attacks a piece
    w(20, 18),
    // restricted: square the enemy attacks but cannot safely use
    w(5, 0),
    // space: safe central squares behind the pawns, times pieces
    w(1, 2),
    // tempo: the side to move
    w(24, 12),
    // danger_attacker: knight, bishop, rook, queen that attacks the king ring
    w(58, 14), w(54, 6), w(43, 11), w(38, 14),
    // danger_ring_hits: attack on a square beside the king
    w(14, -1),
    // danger_ring_weak: attacked ring square that only king or queen defend
    w(44, -8),
    // danger_safe_check: safe checking square of knights, bishops, rooks, queens
    w(134, 36), w(108, 48), w(170, 44), w(88, 60),
    // danger_unsafe_check: checking square that is not safe
    w(32, 11),
    // danger_flank: square on the king's flank attacked; defended
    w(13, 6), w(-9, 1),
    // danger_knight_guard: knight that guards the king ring
    w(-61, -7),
    // danger_no_queen: the attacker has no queen
    w(-380, -72),
    // danger_base: any attack
    w(28, 2),
    // danger_shelter: own pawn before the king: beside, on its file; by rank (none = 0)
    w(14, -14), w(-30, -10), w(1, 6), w(20, 17), w(42, 1), w(4, -1), w(20, -1), w(10, 0),
    w(21, 4), w(-45, -4), w(-4, -3), w(9, -2), w(28, 2), w(28, -1), w(9, 0), w(10, 0),
    // danger_storm: enemy pawn before the king: free, rammed; by rank
    w(15, -8), w(2, 1), w(42, 4), w(28, 2), w(4, -4), w(-4, -6), w(-2, 5), w(0, 0),
    w(0, 0), w(0, 0), w(25, 2), w(10, 2), w(-14, -1), w(11, -4), w(6, -1), w(0, 0),
    // complexity: always; pawns; pawns on both wings; pawn ending; passed pawns
    w(0, -21), w(0, 2), w(0, 20), w(0, 84), w(0, 2),
];
