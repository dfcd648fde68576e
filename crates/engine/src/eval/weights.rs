//! The values of all evaluation terms: middlegame and endgame, in centipawns. Written by `examples/tune_eval.rs`.

use super::terms::{Tapered, WEIGHT_COUNT};

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// In the order of [`TERMS`](super::terms::TERMS).
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; WEIGHT_COUNT] = [
    // value: piece value: pawn, knight, bishop, rook, queen
    w(74, 122), w(325, 357), w(330, 373), w(435, 632), w(1023, 1133),
    // square: piece on a square: six pieces, each 8 ranks of files a-d (e-h mirrored)
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-10, 7), w(2, -7), w(2, -4), w(7, 0),
    w(-7, 0), w(-8, 4), w(0, 9), w(5, 6),
    w(-11, 8), w(-9, 1), w(6, 0), w(17, 1),
    w(10, 12), w(7, 8), w(8, 6), w(24, -5),
    w(30, 36), w(23, 40), w(26, 9), w(24, 10),
    w(9, 10), w(21, 22), w(20, 18), w(8, 6),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-47, -22), w(-25, -20), w(-33, -2), w(-5, -4),
    w(-35, -23), w(-7, -6), w(0, -1), w(5, 1),
    w(-15, -7), w(-8, 14), w(7, 9), w(11, 22),
    w(13, -1), w(2, 8), w(24, 17), w(23, 26),
    w(13, 3), w(13, 5), w(1, 32), w(28, 26),
    w(1, -5), w(6, 11), w(24, 6), w(17, 23),
    w(-2, -14), w(-23, -1), w(32, 5), w(13, 18),
    w(-60, -31), w(-20, -24), w(-10, -7), w(10, 12),
    w(-8, -8), w(-13, -12), w(-17, -7), w(-15, 2),
    w(16, 7), w(-4, -19), w(-1, 9), w(2, 4),
    w(0, 1), w(-16, 8), w(14, -8), w(1, 17),
    w(5, 2), w(7, 25), w(2, 19), w(21, 14),
    w(-11, 9), w(10, 12), w(8, -3), w(13, 14),
    w(9, -24), w(-12, -7), w(-14, 4), w(11, 11),
    w(-10, 5), w(-3, -5), w(-5, 12), w(-1, 1),
    w(-34, -5), w(-15, 4), w(-5, 5), w(1, 3),
    w(-1, -5), w(3, -11), w(5, -10), w(12, -12),
    w(-19, 2), w(-6, 0), w(-18, -3), w(0, -10),
    w(-8, 3), w(-1, 2), w(8, 0), w(-6, 1),
    w(-12, 7), w(-16, 17), w(-5, 7), w(-5, 4),
    w(8, 6), w(6, 18), w(17, 6), w(-6, 15),
    w(-12, 21), w(10, 1), w(29, 2), w(18, 5),
    w(34, 7), w(7, 7), w(29, 11), w(20, 10),
    w(-5, 24), w(12, 18), w(5, 11), w(9, 13),
    w(6, -27), w(4, -10), w(-10, -28), w(-3, -20),
    w(-10, -20), w(3, -23), w(1, -12), w(4, -17),
    w(-3, -1), w(6, 5), w(-2, 20), w(-4, 19),
    w(-6, -2), w(-9, 18), w(-6, 44), w(-4, 45),
    w(7, -2), w(11, 22), w(3, 11), w(-12, 36),
    w(-8, -12), w(7, 10), w(1, 22), w(15, 24),
    w(8, 4), w(3, 1), w(27, 16), w(-8, 10),
    w(-7, -20), w(-5, -9), w(-7, -3), w(5, 7),
    w(38, -48), w(30, -34), w(19, -28), w(8, -20),
    w(8, -26), w(9, -14), w(2, -11), w(-28, 5),
    w(-10, -11), w(9, -15), w(-13, 2), w(-46, 17),
    w(-30, -4), w(-27, 1), w(-38, 13), w(-64, 35),
    w(-59, -7), w(-49, 16), w(-65, 13), w(-83, 31),
    w(-78, 4), w(-71, 24), w(-85, 27), w(-108, 17),
    w(-98, -3), w(-92, 10), w(-100, 18), w(-129, 29),
    w(-121, -17), w(-111, -2), w(-126, -24), w(-154, 1),
    // knight_mobility: knight, by squares it may go to
    w(-36, -68), w(-19, -31), w(-13, -12), w(-7, 2), w(0, 8), w(5, 17), w(12, 19), w(15, 19),
    w(15, 10),
    // bishop_mobility: bishop, by squares it may go to
    w(-27, -51), w(-21, -19), w(-4, -11), w(-1, 4), w(4, 15), w(9, 12), w(8, 19), w(14, 20),
    w(11, 25), w(8, 32), w(16, 32), w(21, 33), w(43, 32), w(42, 36),
    // rook_mobility: rook, by squares it may go to
    w(-42, -70), w(-24, -33), w(-11, -10), w(-7, 3), w(-3, 21), w(3, 36), w(6, 41), w(6, 46),
    w(9, 51), w(12, 56), w(21, 59), w(23, 66), w(23, 64), w(24, 73), w(32, 84),
    // queen_mobility: queen, by squares it may go to
    w(-25, -50), w(-16, -25), w(-15, -28), w(-9, -12), w(-1, -16), w(-2, -6), w(2, 0), w(4, 10),
    w(7, 17), w(14, 17), w(7, 31), w(14, 41), w(12, 38), w(16, 44), w(15, 63), w(7, 60),
    w(11, 54), w(11, 63), w(13, 67), w(17, 66), w(18, 61), w(23, 57), w(25, 56), w(24, 60),
    w(22, 63), w(21, 63), w(23, 66), w(24, 69),
    // bishop_pair: two bishops or more
    w(34, 46),
    // outpost: minor piece no pawn can drive away: knight alone, defended by a pawn; bishop alone, defended
    w(8, 0), w(29, 14), w(15, 0), w(23, 18),
    // minor_behind_pawn: minor piece with a pawn right before it
    w(5, 7),
    // bad_bishop: own pawns on the bishop's colour; those of them that are rammed
    w(-1, -3), w(-3, -5),
    // long_diagonal: bishop that sees both central squares of a long diagonal
    w(20, 23),
    // rook_file: rook on a half-open, on an open file
    w(13, 4), w(30, 8),
    // rook_on_seventh: rook on the seventh with the king on the eighth or pawns to take
    w(6, 13),
    // doubled: pawn behind a pawn of its own: far, adjacent
    w(-4, -22), w(2, -34),
    // isolated: pawn without neighbours: opposed, on a half-open file
    w(-8, -4), w(-11, -20),
    // backward: pawn that its neighbours have left and that cannot safely advance: opposed, on a half-open file
    w(-5, -12), w(-17, -17),
    // phalanx: pawn beside a pawn, by rank
    w(0, 0), w(3, 5), w(9, 3), w(11, 6), w(17, 19), w(64, 70), w(90, 91), w(0, 0),
    // supported: pawn defended by a pawn, by rank
    w(0, 0), w(0, 0), w(12, 3), w(14, 9), w(14, 18), w(42, 41), w(68, 48), w(0, 0),
    // candidate: pawn with enough helpers to become passed, by rank
    w(0, 0), w(-18, -10), w(4, 1), w(9, 30), w(6, 30), w(25, 40), w(35, 50), w(0, 0),
    // passed: passed pawn, by rank
    w(0, 0), w(4, 22), w(-2, 29), w(-20, 46), w(9, 69), w(71, 102), w(131, 165), w(0, 0),
    // passed_own_king: distance of the own king to the stop square of a passed pawn, by rank
    w(0, 0), w(-2, -5), w(8, -9), w(5, -13), w(0, -15), w(-4, -23), w(-4, -24), w(0, 0),
    // passed_foe_king: distance of the enemy king to it, by rank
    w(0, 0), w(-1, 0), w(-6, 3), w(1, 11), w(5, 21), w(-2, 33), w(12, 38), w(0, 0),
    // passed_free: passed pawn whose stop square is empty, by rank
    w(0, 0), w(-1, 7), w(4, 8), w(4, 5), w(-8, 14), w(27, 16), w(55, 30), w(0, 0),
    // passed_safe: passed pawn whose stop square is empty and not attacked, by rank
    w(0, 0), w(-10, 6), w(-4, -3), w(-9, 19), w(0, 17), w(27, 42), w(21, 49), w(0, 0),
    // passed_path: passed pawn with an empty path that the enemy does not attack, by rank
    w(0, 0), w(-5, 5), w(-1, 8), w(-14, 19), w(-7, 41), w(14, 50), w(21, 69), w(0, 0),
    // passed_rook: passed pawn with an own, an enemy rook behind it
    w(11, 15), w(-19, -44),
    // shelter: own pawn before the king: four kinds of file from the edge, each by rank (none = 0)
    w(-22, 15), w(33, -7), w(16, 8), w(7, 2), w(-20, 10), w(-9, -4), w(-5, 13), w(-8, 0),
    w(-28, 6), w(21, 5), w(18, -1), w(-1, 3), w(-22, 5), w(-5, -19), w(-4, 2), w(-8, 0),
    w(-20, -3), w(13, 6), w(10, 3), w(4, -7), w(-3, -3), w(9, -3), w(-5, 7), w(-8, 0),
    w(-11, -3), w(7, -2), w(8, 1), w(0, -5), w(5, -13), w(-8, -4), w(-2, -16), w(-2, 0),
    // storm: enemy pawn before the king, free to advance: likewise
    w(-2, -15), w(12, 28), w(-17, -21), w(-31, -18), w(-12, -14), w(-4, -9), w(-11, -8), w(0, 0),
    w(-1, 3), w(6, 17), w(-42, 13), w(-32, 19), w(-14, 1), w(1, 7), w(2, 4), w(0, 0),
    w(-6, -8), w(-1, 16), w(-41, 22), w(-5, -5), w(-6, -8), w(-3, 2), w(-4, -4), w(0, 0),
    w(-10, 1), w(-6, -8), w(-18, 12), w(-11, -6), w(-7, 5), w(2, 8), w(-1, -1), w(0, 0),
    // storm_blocked: enemy pawn before the king, rammed: by rank
    w(0, 0), w(0, 0), w(-9, -21), w(-2, -3), w(5, -8), w(2, -2), w(2, -11), w(0, 0),
    // threat_by_pawn: safe pawn attacks a knight, bishop, rook, queen
    w(75, 32), w(68, 54), w(68, 25), w(63, 22),
    // threat_by_minor: minor piece attacks a pawn, knight, bishop, rook, queen
    w(6, 21), w(21, 27), w(35, 31), w(56, 36), w(55, 58),
    // threat_by_rook: rook attacks a weak pawn, knight, bishop, rook, queen
    w(6, 24), w(23, 27), w(34, 18), w(1, 17), w(68, 36),
    // threat_by_king: king attacks something weak
    w(30, 22),
    // hanging: weak piece that nothing defends, or attacked twice
    w(19, 27),
    // threat_by_push: safe pawn push attacks a piece
    w(21, 14),
    // restricted: square the enemy attacks but cannot safely use
    w(5, 0),
    // space: safe central squares behind the pawns, times pieces
    w(1, 2),
    // tempo: the side to move
    w(28, 13),
    // danger_attacker: knight, bishop, rook, queen that attacks the king ring
    w(60, 10), w(67, 10), w(41, 10), w(43, 9),
    // danger_ring_hits: attack on a square beside the king
    w(23, 2),
    // danger_ring_weak: attacked ring square that only king or queen defend
    w(65, 7),
    // danger_safe_check: safe checking square of knights, bishops, rooks, queens
    w(171, 40), w(144, 40), w(198, 40), w(121, 38),
    // danger_unsafe_check: checking square that is not safe
    w(39, 5),
    // danger_flank: square on the king's flank attacked; defended
    w(11, -8), w(-9, -5),
    // danger_knight_guard: knight that guards the king ring
    w(-68, -5),
    // danger_no_queen: the attacker has no queen
    w(-405, -60),
    // danger_base: any attack
    w(21, 4),
    // danger_shelter: own pawn before the king: beside, on its file; by rank (none = 0)
    w(20, -2), w(-42, 0), w(-3, 0), w(17, 0), w(28, 0), w(16, 0), w(6, 0), w(10, 0),
    w(16, -1), w(-30, 0), w(1, 0), w(11, 0), w(9, 0), w(17, 0), w(5, 0), w(10, 0),
    // danger_storm: enemy pawn before the king: free, rammed; by rank
    w(8, -4), w(-8, 0), w(34, 0), w(39, 0), w(4, 0), w(-6, 0), w(-2, 0), w(0, 0),
    w(0, 0), w(0, 0), w(21, 0), w(-7, 0), w(-6, 0), w(-1, 0), w(-1, 0), w(0, 0),
    // complexity: always; pawns; pawns on both wings; pawn ending; passed pawns
    w(0, -57), w(0, 4), w(0, 41), w(0, 71), w(0, 5),
];
