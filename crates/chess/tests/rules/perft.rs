//! Node counts that other programs agree on.

use chess::{Position, perft, perft_divide};

/// FEN, depth, nodes.
const FACTS: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ("r7/4p3/5p1q/3P4/4pQ2/4pP2/6pp/R3K1kr w Q - 1 3", 5, 11_609_488),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182_838),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
    ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218),
    ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 3, 19_073),
];

/// The same for Chess960: inner rooks, overlapping paths, lines opened by castling.
const CHESS960_FACTS: &[(&str, u32, u64)] = &[
    ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 4, 287_739),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667_366),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", 4, 57_700),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -", 4, 118_388),
    ("rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20", 2, 1_438),
    ("rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2RR2 w E - 0 20", 3, 37_340),
];

fn check(facts: &[(&str, u32, u64)]) {
    for &(fen, depth, nodes) in facts {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(perft(&position, depth), nodes, "{fen} depth {depth}");
    }
}

#[test]
fn standard_counts() {
    check(FACTS);
}

#[test]
fn chess960_counts() {
    check(CHESS960_FACTS);
}

#[test]
fn en_passant_that_exposes_the_king_is_no_move() {
    for fen in ["8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.en_passant(), None, "{fen}");
        assert_eq!(perft(&position, 1), 6, "{fen}");
    }
}

/// Both sides have one legal move, for ever: a tree that is deep without being wide.
const ONE_MOVE_EACH: &str = "5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1";

#[test]
fn no_depth_overflows_the_stack() {
    let position = Position::from_fen(ONE_MOVE_EACH).unwrap();
    for depth in [1, 63, 64, 65, 1_000_000, 4_000_000_000, u32::MAX] {
        assert_eq!(perft(&position, depth), 1, "depth {depth}");
        let parts: Vec<u64> = perft_divide(&position, depth).into_iter().map(|(_, nodes)| nodes).collect();
        assert_eq!(parts, [1], "depth {depth}");
    }
}
