//! The values of all evaluation terms: middlegame and endgame, in centipawns. Written by `examples/tune_eval.rs`.

use super::terms::{Tapered, WEIGHT_COUNT};

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// In the order of [`TERMS`](super::terms::TERMS).
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; WEIGHT_COUNT] = [
    // value: piece value: pawn, knight, bishop, rook, queen
    w(85, 110), w(330, 330), w(345, 345), w(460, 580), w(980, 1050),
    // square: piece on a square: six pieces, each 8 ranks of files a-d (e-h mirrored)
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-7, -6), w(-3, -6), w(1, -6), w(5, -6),
    w(-4, -1), w(0, -1), w(4, -1), w(8, -1),
    w(-1, 4), w(3, 4), w(7, 4), w(17, 4),
    w(2, 9), w(6, 9), w(10, 9), w(20, 9),
    w(5, 14), w(9, 14), w(13, 14), w(17, 14),
    w(8, 19), w(12, 19), w(16, 19), w(20, 19),
    w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    w(-42, -21), w(-33, -14), w(-24, -7), w(-15, 0),
    w(-18, -14), w(-9, -7), w(0, 0), w(9, 7),
    w(-9, -7), w(0, 0), w(9, 7), w(18, 14),
    w(0, 0), w(9, 7), w(18, 14), w(27, 21),
    w(5, 0), w(14, 7), w(23, 14), w(32, 21),
    w(-4, -7), w(5, 0), w(14, 7), w(23, 14),
    w(-18, -14), w(-9, -7), w(0, 0), w(9, 7),
    w(-27, -21), w(-18, -14), w(-9, -7), w(0, 0),
    w(-18, -9), w(-14, -6), w(-10, -3), w(-6, 0),
    w(-8, -6), w(-4, -3), w(0, 0), w(4, 3),
    w(-4, -3), w(0, 0), w(4, 3), w(8, 6),
    w(0, 0), w(4, 3), w(8, 6), w(12, 9),
    w(0, 0), w(4, 3), w(8, 6), w(12, 9),
    w(-4, -3), w(0, 0), w(4, 3), w(8, 6),
    w(-8, -6), w(-4, -3), w(0, 0), w(4, 3),
    w(-12, -9), w(-8, -6), w(-4, -3), w(0, 0),
    w(0, 0), w(2, 0), w(4, 0), w(6, 0),
    w(0, 0), w(2, 0), w(4, 0), w(6, 0),
    w(0, 0), w(2, 0), w(4, 0), w(6, 0),
    w(0, 0), w(2, 0), w(4, 0), w(6, 0),
    w(0, 4), w(2, 4), w(4, 4), w(6, 4),
    w(0, 4), w(2, 4), w(4, 4), w(6, 4),
    w(8, 4), w(10, 4), w(12, 4), w(14, 4),
    w(0, 4), w(2, 4), w(4, 4), w(6, 4),
    w(-3, -21), w(-2, -14), w(-1, -7), w(0, 0),
    w(-2, -14), w(-1, -7), w(0, 0), w(1, 7),
    w(-1, -7), w(0, 0), w(1, 7), w(2, 14),
    w(0, 0), w(1, 7), w(2, 14), w(3, 21),
    w(-4, 0), w(-3, 7), w(-2, 14), w(-1, 21),
    w(-5, -7), w(-4, 0), w(-3, 7), w(-2, 14),
    w(-6, -14), w(-5, -7), w(-4, 0), w(-3, 7),
    w(-7, -21), w(-6, -14), w(-5, -7), w(-4, 0),
    w(30, -43), w(38, -32), w(30, -21), w(0, -10),
    w(8, -22), w(16, -11), w(8, 0), w(-22, 11),
    w(-14, -11), w(-6, 0), w(-14, 11), w(-44, 22),
    w(-36, 0), w(-28, 11), w(-36, 22), w(-66, 33),
    w(-58, 0), w(-50, 11), w(-58, 22), w(-88, 33),
    w(-80, -11), w(-72, 0), w(-80, 11), w(-110, 22),
    w(-102, -22), w(-94, -11), w(-102, 0), w(-132, 11),
    w(-124, -33), w(-116, -22), w(-124, -11), w(-154, 0),
    // knight_mobility: knight, by squares it may go to
    w(-45, -60), w(-21, -32), w(-12, -20), w(-4, -11), w(2, -3), w(8, 3), w(13, 9), w(18, 15),
    w(22, 20),
    // bishop_mobility: bishop, by squares it may go to
    w(-40, -60), w(-18, -31), w(-9, -19), w(-2, -10), w(4, -2), w(10, 5), w(14, 11), w(19, 17),
    w(23, 22), w(27, 27), w(30, 32), w(34, 37), w(37, 41), w(40, 45),
    // rook_mobility: rook, by squares it may go to
    w(-40, -70), w(-21, -30), w(-14, -13), w(-8, -1), w(-3, 10), w(2, 20), w(6, 28), w(9, 36),
    w(13, 43), w(16, 50), w(19, 57), w(22, 63), w(25, 69), w(27, 75), w(30, 80),
    // queen_mobility: queen, by squares it may go to
    w(-25, -50), w(-15, -27), w(-11, -17), w(-8, -10), w(-6, -4), w(-3, 2), w(-1, 7), w(0, 11),
    w(2, 15), w(4, 19), w(5, 23), w(7, 27), w(8, 30), w(10, 33), w(11, 36), w(12, 39),
    w(13, 42), w(15, 45), w(16, 48), w(17, 51), w(18, 53), w(19, 56), w(20, 58), w(21, 61),
    w(22, 63), w(23, 65), w(24, 68), w(25, 70),
    // bishop_pair: two bishops or more
    w(25, 55),
    // outpost: minor piece no pawn can drive away: knight alone, defended by a pawn; bishop alone, defended
    w(12, 5), w(28, 18), w(14, 4), w(28, 10),
    // minor_behind_pawn: minor piece with a pawn right before it
    w(8, 5),
    // bad_bishop: own pawns on the bishop's colour; those of them that are rammed
    w(-2, -4), w(-4, -6),
    // long_diagonal: bishop that sees both central squares of a long diagonal
    w(18, 5),
    // rook_file: rook on a half-open, on an open file
    w(14, 8), w(32, 12),
    // rook_on_seventh: rook on the seventh with the king on the eighth or pawns to take
    w(5, 25),
    // doubled: pawn behind a pawn of its own: far, adjacent
    w(-4, -14), w(-10, -28),
    // isolated: pawn without neighbours: opposed, on a half-open file
    w(-6, -9), w(-14, -16),
    // backward: pawn that its neighbours have left and that cannot safely advance: opposed, on a half-open file
    w(-7, -8), w(-16, -14),
    // phalanx: pawn beside a pawn, by rank
    w(0, 0), w(3, 0), w(8, 2), w(12, 8), w(26, 24), w(60, 60), w(90, 90), w(0, 0),
    // supported: pawn defended by a pawn, by rank
    w(0, 0), w(0, 0), w(9, 4), w(9, 6), w(16, 14), w(40, 36), w(60, 60), w(0, 0),
    // candidate: pawn with enough helpers to become passed, by rank
    w(0, 0), w(0, 4), w(2, 8), w(6, 16), w(20, 34), w(35, 50), w(35, 50), w(0, 0),
    // passed: passed pawn, by rank
    w(0, 0), w(0, 12), w(-2, 18), w(-2, 38), w(20, 62), w(70, 110), w(130, 180), w(0, 0),
    // passed_own_king: distance of the own king to the stop square of a passed pawn, by rank
    w(0, 0), w(0, 0), w(0, -1), w(0, -4), w(0, -8), w(0, -12), w(0, -12), w(0, 0),
    // passed_foe_king: distance of the enemy king to it, by rank
    w(0, 0), w(0, 1), w(0, 3), w(0, 7), w(0, 12), w(0, 18), w(0, 18), w(0, 0),
    // passed_free: passed pawn whose stop square is empty, by rank
    w(0, 0), w(0, 0), w(0, 3), w(2, 6), w(5, 14), w(10, 26), w(15, 40), w(0, 0),
    // passed_safe: passed pawn whose stop square is empty and not attacked, by rank
    w(0, 0), w(0, 0), w(0, 2), w(2, 5), w(5, 10), w(10, 22), w(20, 40), w(0, 0),
    // passed_path: passed pawn with an empty path that the enemy does not attack, by rank
    w(0, 0), w(0, 0), w(0, 5), w(3, 10), w(8, 20), w(15, 40), w(20, 60), w(0, 0),
    // passed_rook: passed pawn with an own, an enemy rook behind it
    w(5, 14), w(-5, -14),
    // shelter: own pawn before the king: four kinds of file from the edge, each by rank (none = 0)
    w(-14, 0), w(16, 0), w(10, 0), w(0, 0), w(-4, 0), w(-6, 0), w(-8, 0), w(-8, 0),
    w(-14, 0), w(16, 0), w(10, 0), w(0, 0), w(-4, 0), w(-6, 0), w(-8, 0), w(-8, 0),
    w(-14, 0), w(16, 0), w(10, 0), w(0, 0), w(-4, 0), w(-6, 0), w(-8, 0), w(-8, 0),
    w(-6, 0), w(8, 0), w(5, 0), w(0, 0), w(-2, 0), w(-2, 0), w(-2, 0), w(-2, 0),
    // storm: enemy pawn before the king, free to advance: likewise
    w(-4, 0), w(0, 0), w(-26, 0), w(-22, 0), w(-8, 0), w(-2, 0), w(0, 0), w(0, 0),
    w(-4, 0), w(0, 0), w(-26, 0), w(-22, 0), w(-8, 0), w(-2, 0), w(0, 0), w(0, 0),
    w(-4, 0), w(0, 0), w(-26, 0), w(-22, 0), w(-8, 0), w(-2, 0), w(0, 0), w(0, 0),
    w(-4, 0), w(0, 0), w(-26, 0), w(-22, 0), w(-8, 0), w(-2, 0), w(0, 0), w(0, 0),
    // storm_blocked: enemy pawn before the king, rammed: by rank
    w(0, 0), w(0, 0), w(-18, -12), w(-2, -4), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // threat_by_pawn: safe pawn attacks a knight, bishop, rook, queen
    w(60, 40), w(60, 50), w(80, 40), w(70, 30),
    // threat_by_minor: minor piece attacks a pawn, knight, bishop, rook, queen
    w(4, 20), w(28, 25), w(34, 30), w(62, 40), w(50, 60),
    // threat_by_rook: rook attacks a weak pawn, knight, bishop, rook, queen
    w(2, 26), w(24, 30), w(26, 34), w(4, 20), w(50, 30),
    // threat_by_king: king attacks something weak
    w(15, 40),
    // hanging: weak piece that nothing defends, or attacked twice
    w(24, 14),
    // threat_by_push: safe pawn push attacks a piece
    w(16, 12),
    // restricted: square the enemy attacks but cannot safely use
    w(3, 3),
    // space: safe central squares behind the pawns, times pieces
    w(1, 0),
    // tempo: the side to move
    w(20, 18),
    // danger_attacker: knight, bishop, rook, queen that attacks the king ring
    w(60, 10), w(50, 10), w(50, 10), w(60, 10),
    // danger_ring_hits: attack on a square beside the king
    w(45, 5),
    // danger_ring_weak: attacked ring square that only king or queen defend
    w(90, 10),
    // danger_safe_check: safe checking square of knights, bishops, rooks, queens
    w(240, 40), w(170, 40), w(260, 40), w(210, 40),
    // danger_unsafe_check: checking square that is not safe
    w(40, 5),
    // danger_flank: square on the king's flank attacked; defended
    w(9, 1), w(-9, -1),
    // danger_knight_guard: knight that guards the king ring
    w(-60, -5),
    // danger_no_queen: the attacker has no queen
    w(-420, -60),
    // danger_base: any attack
    w(20, 5),
    // danger_shelter: own pawn before the king: beside, on its file; by rank (none = 0)
    w(30, 0), w(-30, 0), w(-15, 0), w(0, 0), w(10, 0), w(10, 0), w(10, 0), w(10, 0),
    w(30, 0), w(-30, 0), w(-15, 0), w(0, 0), w(10, 0), w(10, 0), w(10, 0), w(10, 0),
    // danger_storm: enemy pawn before the king: free, rammed; by rank
    w(0, 0), w(0, 0), w(30, 0), w(25, 0), w(5, 0), w(0, 0), w(0, 0), w(0, 0),
    w(0, 0), w(0, 0), w(20, 0), w(5, 0), w(0, 0), w(0, 0), w(0, 0), w(0, 0),
    // complexity: always; pawns; pawns on both wings; pawn ending; passed pawns
    w(0, -55), w(0, 5), w(0, 40), w(0, 30), w(0, 2),
];
