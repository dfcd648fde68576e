//! Any text is read as a move in algebraic notation, in a position that the first byte picks.
#![no_main]

use libfuzzer_sys::fuzz_target;

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pp1p1ppp/1b3nbN/nPp5/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq c6 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

fuzz_target!(|input: (u8, &str)| {
    let (pick, text) = input;
    let position = chess::Position::from_fen(FENS[usize::from(pick) % FENS.len()]).expect("a valid FEN");
    if let Ok(mv) = chess::parse_san(&position, text) {
        assert!(position.is_legal(mv));
        assert_eq!(chess::parse_san(&position, &chess::san(&position, mv)), Ok(mv));
    }
});
