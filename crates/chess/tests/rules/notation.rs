//! Moves in algebraic and UCI notation, and EPD, as people and programs write them.

use chess::{Epd, EpdError, Position, SanError, UciMoveError, parse_san, parse_uci, san};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// FEN, what is written, and the move in UCI notation (castling as king takes rook).
const SAN: &[(&str, &str, &str)] = &[
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1h1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1a1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o+!?", "e1h1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rad1", "a1d1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra1-d1", "a1d1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kd1", "e1d1"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "e5d6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "ed6 e.p.", "e5d6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5xd6e.p.", "e5d6"),
    ("k2r4/P1P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+", "c7d8q"),
    ("k2r4/P1P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8N", "c7d8n"),
    ("k2r4/P1P5/8/8/8/8/8/4K3 w - - 0 1", "c8(R)", "c7c8r"),
    ("k2r4/P1P5/8/8/8/8/8/4K3 w - - 0 1", "Pc8=B", "c7c8b"),
    ("4k3/8/8/8/8/1p6/P1B5/4K3 w - - 0 1", "Bxb3", "c2b3"),
    ("4k3/8/8/8/8/1p6/P1B5/4K3 w - - 0 1", "axb3", "a2b3"),
    ("4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1", "Ngf3", "g1f3"),
    ("4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1", "Ndf3??", "d2f3"),
    ("3k4/8/8/1Q3Q2/8/8/8/1Q2K3 w - - 0 1", "Qb5e2", "b5e2"),
];

#[test]
fn algebraic_moves_are_read() {
    for &(fen, text, uci) in SAN {
        let found = parse_san(&position(fen), text).map(|mv| mv.uci(true).to_string());
        assert_eq!(found, Ok(uci.to_owned()), "{text} in {fen}");
    }
}

#[test]
fn what_is_no_move_is_told_apart() {
    let start = Position::startpos();
    for text in ["", "e", "x", "Nf9", "e4=K", "O-O-O-O", "N", "--", "♘f3", "Ngg", "e8=", "=Q", "+", "Qq"] {
        assert!(matches!(parse_san(&start, text), Err(SanError::Malformed(_))), "{text}");
    }
    for text in ["e5", "Nd2", "O-O", "e8=Q", "exd3", "Ke2", "Nf3=Q", "Ngf3f3", "e3e4"] {
        let refused = parse_san(&start, text);
        assert!(
            matches!(refused, Err(SanError::Illegal { .. } | SanError::Malformed(_))),
            "{text}: {refused:?}"
        );
    }
    let knights = position("4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1");
    let error = parse_san(&knights, "Nf3").unwrap_err();
    assert_eq!(error.to_string(), "Nf3 is ambiguous in 4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1: g1f3, d2f3");
    // An advance is not a capture that ends on the same square.
    let blocked = position("4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1");
    assert!(parse_san(&blocked, "e4").is_err());
    assert!(parse_san(&blocked, "de4").is_ok());
}

#[test]
fn names_are_as_short_as_they_can_be() {
    let name = |fen: &str, uci: &str| {
        let position = position(fen);
        san(&position, parse_uci(&position, uci).unwrap())
    };
    assert_eq!(name("4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1", "g1f3"), "Ngf3");
    assert_eq!(name("R7/7k/8/8/8/8/8/R3K3 w - - 0 1", "a1a4"), "R1a4");
    assert_eq!(name("8/7k/8/Q3Q3/8/8/8/Q3K3 w - - 0 1", "a5c3"), "Qa5c3");
    // The other knight is pinned and needs no telling apart.
    assert_eq!(name("4r2k/8/8/8/8/4N3/8/2N1K3 w - - 0 1", "c1d3"), "Nd3");
    assert_eq!(name("4r2k/8/8/8/8/4N3/8/2N1K3 w - - 0 1", "c1e2"), "Ne2");
    assert_eq!(name("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8"), "Re8#");
    assert_eq!(name("8/6Pn/7k/7q/8/8/r7/4K1R1 w - - 0 1", "g7g8n"), "g8=N#");
    assert_eq!(name("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

#[test]
fn both_notations_of_castling_are_read() {
    for (fen, step, takes) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1a1"),
        ("brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9", "c8g8", "c8d8"),
        ("nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8", "e8c8", "e8d8"),
    ] {
        let position = position(fen);
        let takes_move = parse_uci(&position, takes);
        // Where the castling is not legal now, neither way of writing it may be.
        assert_eq!(parse_uci(&position, step).ok(), takes_move.clone().ok(), "{fen}");
        if let Ok(mv) = takes_move {
            assert_eq!(
                (mv.uci(true).to_string().as_str(), mv.uci(false).to_string().as_str()),
                (takes, step)
            );
        }
    }
    // The king can step to g1 and castle to it: stepping is what f1g1 says.
    let both = position("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert!(!parse_uci(&both, "f1g1").unwrap().is_castle());
    assert!(parse_uci(&both, "f1h1").unwrap().is_castle());
}

#[test]
fn unusable_uci_moves_say_why() {
    let start = Position::startpos();
    for text in ["", "e2", "e2e", "e2e9", "e2e4k", "e7e8qq", "0000", "é2e4", "e2 e4"] {
        assert_eq!(parse_uci(&start, text), Err(UciMoveError::Malformed(text.to_owned())));
    }
    for text in ["e2e5", "e7e5", "e7e8q", "e2e4q", "e1g1", "a1a1"] {
        let error = parse_uci(&start, text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{text} is not a legal move in rnbqkbnr/")), "{error}");
    }
}

#[test]
fn epd_lines_are_read() {
    let read = |line: &str| line.parse::<Epd>().unwrap_or_else(|error| panic!("{line}: {error}"));
    let best = |line: &str| {
        let moves = read(line).best_moves().unwrap_or_else(|error| panic!("{line}: {error}"));
        moves.iter().map(|mv| mv.uci(false).to_string()).collect::<Vec<_>>()
    };
    let kings = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    assert_eq!(best(&format!("{kings} bm Ra8+ O-O; id \"a; b\"; c0 \"x=1\";")), ["a1a8", "e1g1"]);
    assert_eq!(best(&format!("{kings} 0 1 ; bm 0-0 ; ")), ["e1g1"]);
    assert_eq!(best(&format!("{kings} 3 7;bm Ra8 +")), ["a1a8"]);
    assert_eq!(best(&format!("{kings} bm a1a8;")), ["a1a8"]);
    assert_eq!(best(&format!("{kings} bm Ra8+, O-O;")), ["a1a8", "e1g1"]);
    assert_eq!(best(&format!("{kings} ; bm Ra8+\0")), ["a1a8"]);
    assert_eq!(best(&format!("{kings} bm Ra8+ dm 14")), ["a1a8"]);
    assert_eq!(read(&format!("{kings} bm Ra8+ dm 14")).mate(), Ok(Some(14)));
    assert_eq!(best(&format!("{kings} bm #-3; PV: e1d1 e8d8;")), [""; 0]);
    assert_eq!(read(&format!("{kings} id \"a; b\";")).id(), Some("a; b"));
    assert_eq!(read(&format!("{kings} bm #-3;")).mate(), Ok(Some(-3)));
    assert_eq!(read(&format!("{kings} dm 4;")).mate(), Ok(Some(4)));
    assert_eq!(read(&format!("{kings} am Ra8+;")).avoid_moves().map(|moves| moves.len()), Ok(1));
    assert_eq!(
        read(&format!("{kings} -  0 1; D4 23441").replace("KQ - -", "KQ -")).perft_counts(),
        Ok(vec![(4, 23441)])
    );
    assert_eq!(read(&format!("{kings} PV: e1d1 e8d8;")).moves("PV").map_err(|_| ()), Err(()));
    let counted = read(&format!("{kings} hmvc 12; fmvn 40;")).position;
    assert_eq!((counted.halfmove_clock(), counted.fullmove_number()), (12, 40));
}

#[test]
fn wrong_epd_lines_say_what_is_wrong() {
    let message = |line: &str| line.parse::<Epd>().map(|_| ()).map_err(|error| error.to_string());
    let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
    assert_eq!(message("4k3/8 w"), Err("FEN: 4 or 6 fields expected, found 2".to_owned()));
    assert_eq!(
        message(&format!("{kings} id \"open; bm Kd1;")),
        Err("EPD operation 'id': closing quote missing".to_owned())
    );
    assert_eq!(
        message(&format!("{kings} hmvc x;")),
        Err("EPD operation 'hmvc': 'x' is not a number".to_owned())
    );
    let epd: Epd = format!("{kings} bm Ke4; D1 many; dm;").parse().unwrap();
    assert_eq!(
        epd.best_moves().unwrap_err().to_string(),
        "EPD operation 'bm': Ke4 is not a legal move in 4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    );
    assert!(matches!(epd.perft_counts(), Err(EpdError::Number { .. })));
    assert!(matches!(epd.mate(), Err(EpdError::Number { .. })));
}

/// Texts near to moves, so that the readers get past their first test.
fn move_text() -> impl Strategy<Value = String> {
    prop_oneof!["[PNBRQKO0a-h1-8x=+#/()e.p -]{0,10}", "[a-h][1-8][a-h][1-8][nbrqk]?", "\\PC{0,12}"]
}

proptest! {
    #![proptest_config(crate::common::config(4000))]

    #[test]
    fn no_text_breaks_the_move_readers(start in crate::common::start(), text in move_text()) {
        if let Ok(mv) = parse_san(&start, &text) {
            prop_assert!(start.is_legal(mv));
            prop_assert_eq!(parse_san(&start, &san(&start, mv)), Ok(mv));
        }
        if let Ok(mv) = parse_uci(&start, &text) {
            prop_assert!(start.is_legal(mv));
            prop_assert_eq!(parse_uci(&start, &mv.uci(true).to_string()), Ok(mv));
        }
    }

    #[test]
    fn no_text_breaks_the_epd_reader(rest in "[ -~]{0,60}|\\PC{0,60}") {
        if let Ok(epd) = format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}").parse::<Epd>() {
            let _ = (epd.best_moves(), epd.avoid_moves(), epd.mate(), epd.perft_counts(), epd.id());
            prop_assert!(Position::from_fen(&epd.position.fen()).is_ok());
        }
    }
}
