//! The values of all evaluation terms: middlegame and endgame, in centipawns. Written by `examples/tune_eval.rs`.

use super::terms::{Tapered, WEIGHT_COUNT};

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// In the order of [`TERMS`](super::terms::TERMS).
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; WEIGHT_COUNT] = [
    // value: piece value: pawn, knight, bishop, rook, queen
    w(63, 135), w(317, 394), w(336, 403), w(437, 674), w(1037, 1216),
    // square: piece on a square: six pieces, each 8 ranks of files a-d (e-h mirrored)
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-15, 16), w(-3, 7), w(-1, 7), w(2, 3),
    w(-10, 13), w(-9, 10), w(4, 3), w(4, 8),
    w(-12, 13), w(-12, 10), w(12, -7), w(17, -3),
    w(6, 15), w(9, 8), w(4, 2), w(21, -10),
    w(34, 28), w(23, 25), w(19, 10), w(28, 6),
    w(20, -1), w(10, 22), w(22, 14), w(5, 5),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-53, -10), w(-21, -21), w(-41, 4), w(-4, -15),
    w(-32, 9), w(5, -6), w(-1, 3), w(3, 0),
    w(-12, -3), w(0, 8), w(11, 5), w(11, 18),
    w(8, -1), w(4, 0), w(25, 20), w(19, 29),
    w(3, 11), w(14, 11), w(-3, 39), w(28, 22),
    w(-8, -16), w(2, 20), w(11, 6), w(17, 23),
    w(-7, -20), w(-11, 5), w(24, -1), w(24, 15),
    w(-72, -35), w(-15, -11), w(-23, 6), w(3, 17),
    w(-9, -14), w(-28, -11), w(-13, -13), w(-14, 3),
    w(10, -2), w(3, -16), w(6, 7), w(5, 5),
    w(4, 4), w(-9, 6), w(11, -2), w(4, 20),
    w(10, -3), w(7, 22), w(8, 19), w(19, 29),
    w(-10, 15), w(13, 3), w(4, 19), w(8, 17),
    w(1, -23), w(-12, 0), w(-13, 14), w(19, 13),
    w(-7, -6), w(-18, -13), w(-13, 25), w(-6, 12),
    w(-32, 27), w(-18, -31), w(-16, 4), w(0, 6),
    w(-5, -6), w(-2, -8), w(1, -10), w(7, -15),
    w(-17, 3), w(-3, -10), w(-13, -1), w(-4, -7),
    w(-19, 14), w(-5, 8), w(-5, 7), w(-3, 3),
    w(-8, 10), w(-11, 19), w(-2, 9), w(-15, 8),
    w(3, 19), w(3, 24), w(13, 12), w(3, 14),
    w(-4, 21), w(18, 4), w(25, 4), w(32, 0),
    w(31, 6), w(14, 4), w(35, 0), w(32, -3),
    w(-14, 33), w(-3, 25), w(6, 19), w(18, 8),
    w(1, -27), w(-3, -24), w(-10, -45), w(0, -40),
    w(-6, -20), w(2, -24), w(3, -27), w(1, -10),
    w(-6, 1), w(6, 6), w(-2, 16), w(-4, 19),
    w(0, 3), w(-8, 29), w(-3, 47), w(-6, 36),
    w(6, 3), w(10, 23), w(-8, 34), w(-9, 53),
    w(6, 2), w(17, 27), w(3, 24), w(16, 49),
    w(11, 7), w(4, 8), w(12, 27), w(-9, 17),
    w(-15, -18), w(5, -12), w(2, 3), w(-8, 9),
    w(35, -58), w(31, -43), w(20, -36), w(9, -22),
    w(7, -29), w(10, -22), w(3, -18), w(-26, 6),
    w(-15, -11), w(-6, -8), w(-25, 1), w(-33, 14),
    w(-26, 0), w(-31, -5), w(-47, 1), w(-75, 26),
    w(-54, -3), w(-52, 9), w(-57, 14), w(-105, 33),
    w(-84, -8), w(-66, 20), w(-95, 14), w(-102, 42),
    w(-93, 2), w(-84, 19), w(-88, 15), w(-128, 41),
    w(-120, -13), w(-108, 8), w(-117, 5), w(-149, 12),
    // knight_mobility: knight, by squares it may go to
    w(-32, -59), w(-20, -34), w(-14, -11), w(-9, 7), w(-2, 16), w(3, 26), w(8, 30), w(12, 30),
    w(15, 28),
    // bishop_mobility: bishop, by squares it may go to
    w(-26, -32), w(-18, -20), w(-6, 2), w(-1, 10), w(5, 20), w(8, 21), w(10, 27), w(12, 30),
    w(13, 31), w(14, 34), w(16, 37), w(28, 23), w(26, 36), w(40, 14),
    // rook_mobility: rook, by squares it may go to
    w(-52, -97), w(-24, -34), w(-9, -7), w(-5, 7), w(-2, 25), w(4, 40), w(6, 50), w(6, 51),
    w(9, 60), w(12, 66), w(14, 69), w(25, 70), w(30, 68), w(34, 73), w(6, 95),
    // queen_mobility: queen, by squares it may go to
    w(-25, -50), w(-11, -25), w(-10, -24), w(-6, -36), w(-2, -29), w(0, -2), w(3, 0), w(7, 14),
    w(8, 23), w(12, 33), w(12, 40), w(13, 62), w(14, 51), w(18, 52), w(14, 65), w(11, 69),
    w(13, 64), w(11, 66), w(6, 76), w(18, 69), w(17, 62), w(14, 61), w(30, 63), w(23, 60),
    w(18, 55), w(22, 60), w(21, 65), w(24, 68),
    // pair: two or more knights, bishops, rooks
    w(11, -15), w(40, 47), w(4, -14),
    // with_pawns: knight, bishop, rook, times own pawns beyond five
    w(2, 4), w(0, 3), w(7, -5),
    // outpost: minor piece no pawn can drive away: knight alone, defended by a pawn; bishop alone, defended
    w(13, -3), w(31, 10), w(17, -5), w(29, 24),
    // minor_behind_pawn: minor piece with a pawn right before it
    w(5, 5),
    // bad_bishop: own pawns on the bishop's colour; those of them that are rammed
    w(-4, -2), w(-4, -6),
    // long_diagonal: bishop that sees both central squares of a long diagonal
    w(15, 18),
    // rook_file: rook on a half-open, on an open file
    w(15, 5), w(36, 1),
    // rook_on_seventh: rook on the seventh with the king on the eighth or pawns to take
    w(-1, 12),
    // doubled: pawn behind a pawn of its own: far, adjacent
    w(-6, -21), w(0, -38),
    // isolated: pawn without neighbours: opposed, on a half-open file
    w(-8, -4), w(-12, -19),
    // backward: pawn that its neighbours have left and that cannot safely advance: opposed, on a half-open file
    w(-4, -12), w(-19, -7),
    // phalanx: pawn beside a pawn, by rank
    w(0, 0), w(5, -1), w(10, 2), w(9, 7), w(18, 24), w(61, 88), w(94, 102), w(0, 0),
    // supported: pawn defended by a pawn, by rank
    w(0, 0), w(0, 0), w(12, 5), w(13, 6), w(13, 23), w(61, 35), w(75, 84), w(0, 0),
    // candidate: pawn with enough helpers to become passed, by rank
    w(0, 0), w(-13, 5), w(4, 12), w(5, 29), w(7, 25), w(15, 44), w(35, 50), w(0, 0),
    // passed: passed pawn, by rank
    w(0, 0), w(12, 26), w(-8, 31), w(-16, 51), w(0, 72), w(70, 100), w(131, 150), w(0, 0),
    // passed_own_king: distance of the own king to the stop square of a passed pawn, by rank
    w(0, 0), w(-5, -4), w(7, -9), w(9, -19), w(6, -21), w(-6, -25), w(-3, -24), w(0, 0),
    // passed_foe_king: distance of the enemy king to it, by rank
    w(0, 0), w(-1, -2), w(-5, 2), w(-8, 15), w(-3, 27), w(-4, 40), w(2, 50), w(0, 0),
    // passed_free: passed pawn whose stop square is empty, by rank
    w(0, 0), w(-7, 11), w(7, 7), w(-1, 16), w(-6, 15), w(27, 12), w(66, 23), w(0, 0),
    // passed_safe: passed pawn whose stop square is empty and not attacked, by rank
    w(0, 0), w(0, 0), w(-9, 8), w(-4, 14), w(-4, 24), w(20, 49), w(15, 60), w(0, 0),
    // passed_path: passed pawn with an empty path that the enemy does not attack, by rank
    w(0, 0), w(-12, 16), w(-12, 8), w(-13, 20), w(-49, 41), w(2, 60), w(15, 80), w(0, 0),
    // passed_rook: passed pawn with an own, an enemy rook behind it
    w(20, 14), w(-20, -43),
    // shelter: own pawn before the king: four kinds of file from the edge, each by rank (none = 0)
    w(-16, 17), w(32, -8), w(17, -5), w(6, 4), w(-4, 11), w(-21, 0), w(-8, 4), w(-8, 0),
    w(-22, 7), w(22, 2), w(15, -2), w(-2, 8), w(-22, 8), w(0, -30), w(-17, -12), w(-8, 0),
    w(-21, -4), w(16, 8), w(4, 4), w(5, -12), w(6, -17), w(5, 5), w(-13, 27), w(-8, 0),
    w(-14, 0), w(5, 6), w(7, -4), w(1, -3), w(8, -14), w(-8, 8), w(-2, 3), w(-2, 0),
    // storm: enemy pawn before the king, free to advance: likewise
    w(-3, -20), w(11, 30), w(-15, -7), w(-31, -13), w(-10, -13), w(-4, -14), w(-8, -16), w(0, 0),
    w(-7, 13), w(9, -18), w(-18, -32), w(-23, 11), w(-19, 17), w(-3, 7), w(-2, 0), w(0, 0),
    w(-9, 4), w(6, 26), w(-49, 37), w(-4, -7), w(-3, -3), w(-1, -2), w(-5, 9), w(0, 0),
    w(-11, -2), w(8, 16), w(-22, 21), w(-11, -4), w(-8, 2), w(4, 0), w(-5, -1), w(0, 0),
    // storm_blocked: enemy pawn before the king, rammed: by rank
    w(0, 0), w(0, 0), w(-7, -25), w(-3, 0), w(0, -9), w(2, -6), w(9, -35), w(0, 0),
    // bare_wing: king on a wing without pawns
    w(27, -45),
    // threat_by_pawn: safe pawn attacks a knight, bishop, rook, queen
    w(75, 46), w(64, 53), w(69, 22), w(62, 20),
    // threat_by_minor: minor piece attacks a pawn, knight, bishop, rook, queen
    w(4, 21), w(22, 35), w(39, 36), w(59, 29), w(56, 56),
    // threat_by_rook: rook attacks a weak pawn, knight, bishop, rook, queen
    w(5, 20), w(22, 29), w(35, 18), w(-5, 9), w(74, 41),
    // threat_by_king: king attacks something weak
    w(27, 21),
    // hanging: weak piece that nothing defends, or attacked twice
    w(18, 32),
    // threat_by_push: safe pawn push attacks a piece
    w(20, 18),
    // restricted: square the enemy attacks but cannot safely use
    w(5, 1),
    // space: safe central squares behind the pawns, times pieces
    w(1, 3),
    // tempo: the side to move
    w(25, 12),
    // danger_attacker: knight, bishop, rook, queen that attacks the king ring
    w(58, 15), w(53, 3), w(41, 12), w(38, 15),
    // danger_ring_hits: attack on a square beside the king
    w(16, -1),
    // danger_ring_weak: attacked ring square that only king or queen defend
    w(47, -12),
    // danger_safe_check: safe checking square of knights, bishops, rooks, queens
    w(134, 35), w(106, 50), w(169, 44), w(90, 64),
    // danger_unsafe_check: checking square that is not safe
    w(33, 12),
    // danger_flank: square on the king's flank attacked; defended
    w(13, 12), w(-10, 0),
    // danger_knight_guard: knight that guards the king ring
    w(-63, -7),
    // danger_no_queen: the attacker has no queen
    w(-375, -76),
    // danger_base: any attack
    w(32, 0),
    // danger_shelter: own pawn before the king: beside, on its file; by rank (none = 0)
    w(17, -16), w(-29, -14), w(3, 6), w(21, 19), w(46, 1), w(9, -1), w(19, -1), w(10, 0),
    w(23, 6), w(-41, -4), w(-2, -4), w(13, -3), w(27, 1), w(28, -1), w(7, 0), w(10, 0),
    // danger_storm: enemy pawn before the king: free, rammed; by rank
    w(17, -8), w(-3, 1), w(48, 3), w(31, 1), w(6, -4), w(0, -10), w(2, 6), w(0, 0),
    w(0, 0), w(0, 0), w(30, 2), w(3, 1), w(-9, -2), w(13, -4), w(4, -2), w(0, 0),
    // complexity: always; pawns; pawns on both wings; pawn ending; passed pawns
    w(0, -18), w(0, 2), w(0, 13), w(0, 82), w(0, 3),
];
