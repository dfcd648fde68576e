//! The positions that `bench` searches, chosen to reach every part of the engine.

/// FENs: openings, middlegames, endgames, mates, games already over, Chess960.
///
/// Changing this list changes every `Bench:` signature. Do so rarely, and in a commit of its own.
#[rustfmt::skip]
pub const POSITIONS: &[&str] = &[
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 2 6",
    "rnbqk1nr/ppp2ppp/4p3/3pP3/1b1P4/2N5/PPP2PPP/R1BQKBNR b KQkq - 0 4",
    "r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP2PPP/R1BQKBNR w KQkq - 1 5",
    "rnbqk2r/pp2bppp/2p1pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 0 7",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 5",
    "rnbqk2r/ppp1ppbp/6p1/8/2BPP3/2P5/P4PPP/R1BQK1NR b KQkq - 1 7",
    // Middlegames: closed, open, opposite castling, attacks, many captures.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1b2rk1/pp1nqppp/2pbpn2/8/2BP4/2N2N2/PPQ1PPPP/R1B2RK1 w - - 4 10",
    "r2q1rk1/1p1bbppp/p1nppn2/8/3NPP2/2N1B3/PPPQB1PP/R4RK1 b - - 3 11",
    "r1bq1rk1/pp1n1pbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 2 10",
    "2kr3r/ppqn1pp1/2pbpn1p/8/3P3P/5NN1/PPPBQPP1/2KR3R w - - 4 15",
    "r2qr1k1/pb1nbppp/1p2pn2/2pp4/3P4/1PNBPN2/PBQ2PPP/R4RK1 w - - 2 12",
    "1rbq1rk1/4bppp/p1np1n2/1p2p3/4P3/1BNQBN1P/PPP2PP1/R4RK1 b - - 5 13",
    "r1b1r1k1/1pqnbppp/p2ppn2/8/P2NPP2/2N1B3/1PP1B1PP/R2Q1R1K w - - 1 12",
    "3r1rk1/p1q2pp1/1pn1b2p/2p1p3/4P3/2PP1N1P/P1Q1BPP1/1R2R1K1 w - - 0 21",
    "r2q1r1k/pp2n1pp/2nb1p2/2pp1b2/3P4/2P1BN1P/PP2BPP1/R2QRNK1 w - - 0 14",
    "r1r3k1/1b1nqpp1/pp1p1b1p/3Np3/P1P1P3/1P1Q1N2/5PPP/R2R2K1 b - - 3 20",
    "2rq1rk1/pb2bppp/1pn1pn2/3p4/3P1B2/P1NB1N2/1P2QPPP/3R1RK1 w - - 6 14",
    "r4rk1/2qbbppp/p2ppn2/1p4B1/3NPP2/P1N2Q2/1PP3PP/2KR1B1R b - - 0 14",
    "3rr1k1/pb3pp1/1p1q1b1p/1P1NpQ2/2Pn4/3P2P1/P3RPBP/4R1K1 w - - 3 24",
    "r1bq1rk1/1p3ppp/2n1p3/p2n4/1b1P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 11",
    "1k1r3r/pbp1qp2/1p1b1n1p/3p2p1/3P4/P1PBPNB1/1P1Q1PPP/R4RK1 b - - 1 16",
    "rn3rk1/pbppq1p1/1p2pb1p/8/2PPQ3/3B1N2/PP3PPP/RN2K2R w KQ - 0 12",
    // Endgames: pawns, rooks, minor pieces, queens, opposite bishops, fortress.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/pp3k2/2p2p1p/3p1Pp1/1P1P2P1/P1PK3P/8/8 w - - 0 34",
    "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 b - - 3 41",
    "8/5pk1/4p1p1/p2r3p/1p3P1P/1P1R2P1/P4PK1/8 w - - 0 35",
    "5k2/1R4pp/p3p3/3r4/8/1P4P1/5P1P/6K1 b - - 0 31",
    "8/1r3pk1/6p1/2R4p/4P2P/6P1/5PK1/8 w - - 4 44",
    "6k1/2b2ppp/p1p5/1p1p4/3P4/PP1N2P1/4KP1P/8 w - - 0 29",
    "8/3b1k2/1p1p1p2/pPpP1Pp1/P1P1K1P1/3B4/8/8 b - - 12 50",
    "4q1k1/5p1p/p3p1p1/1p6/3Q4/1P4P1/P4P1P/6K1 w - - 0 30",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/6k1/5b2/1N4pp/1P2p3/4P1P1/5K2/8 w - - 1 52",
    "8/8/8/3k4/8/8/2B1N3/4K3 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    // Mates near and far, and sides about to be mated.
    "r1b2r1k/ppp2Bpp/3p4/4n3/3NPq2/2N5/PPP3PP/R1BQ1RK1 b - - 0 14",
    "2r3k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 40 90",
    // Stalemate in the air, and games that are over: mated, stalemated.
    "5k2/5P2/5K2/8/8/8/8/8 b - - 0 60",
    "7k/7P/6K1/8/3B4/8/8/8 b - - 0 70",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    // Chess960.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "rk2r3/ppqbbppp/2npnp2/8/3PP3/1NN1B3/PPPQBPPP/RK2R3 w AEae - 0 9",
];
