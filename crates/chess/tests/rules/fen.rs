//! Which FENs are read, how they are written back, and what the messages say.

use chess::{FenError, FenField, Position};
use proptest::prelude::*;

/// A FEN that is refused and the message.
const REFUSED: &[(&str, &str)] = &[
    ("", "FEN: 4 or 6 fields expected, found 0"),
    ("blah", "FEN: 4 or 6 fields expected, found 1"),
    ("4k3/8/8/8/8/8/8/4K3 w -", "FEN: 4 or 6 fields expected, found 3"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "FEN: 4 or 6 fields expected, found 7"),
    (
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "FEN field 0 (piece placement): 8 ranks separated by '/' expected, found 7",
    ),
    ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "FEN field 0 (piece placement): rank 1 has 7 squares instead of 8"),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "FEN field 0 (piece placement): rank 1 has 9 squares instead of 8"),
    (
        "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1",
        "FEN field 0 (piece placement): 'x' in rank 5 is neither a piece nor a digit from 1 to 8",
    ),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "FEN field 0 (piece placement): White has 0 kings"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "FEN field 0 (piece placement): White has 0 kings"),
    ("4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "FEN field 0 (piece placement): Black has 2 kings"),
    ("8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70", "FEN field 0 (piece placement): pawn on b1"),
    (
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "FEN field 0 (piece placement): Black has 9 pawns, at most 8 are possible",
    ),
    (
        "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
        "FEN field 0 (piece placement): White has 6 promoted pieces but only 0 pawns are missing",
    ),
    (
        "4k3/8/8/8/NNNNNNNN/8/PPPPPPPP/4K3 w - - 0 1",
        "FEN field 0 (piece placement): White has 17 pieces, at most 16 are possible",
    ),
    (
        "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",
        "FEN field 0 (piece placement): Black is in check from 3 pieces at once",
    ),
    ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "FEN field 1 (side to move): 'W' is neither 'w' nor 'b'"),
    (
        "5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
        "FEN field 1 (side to move): White is in check, so it cannot be Black's move",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "FEN field 2 (castling rights): no rook on h1 for 'K'"),
    (
        "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR w KQk - 0 14",
        "FEN field 2 (castling rights): no rook on h8 for 'k'",
    ),
    ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "FEN field 2 (castling rights): White king on e2 cannot castle, 'K'"),
    ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "FEN field 2 (castling rights): 'K' names a right a second time"),
    ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "FEN field 2 (castling rights): 'H' names a right a second time"),
    ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "FEN field 2 (castling rights): 'H' names a right a second time"),
    ("4k3/8/8/8/8/8/8/4K2R w B - 0 1", "FEN field 2 (castling rights): no rook on b1 for 'B'"),
    (
        "4k3/8/8/8/8/8/8/4K2R w K- - 0 1",
        "FEN field 2 (castling rights): '-' is neither K, Q, k, q, a file letter, nor '-' alone",
    ),
    ("4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", "FEN field 3 (en passant square): 'e9' is neither a square nor '-'"),
    (
        "4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1",
        "FEN field 3 (en passant square): e6 cannot be passed when it is Black's move",
    ),
    ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "FEN field 3 (en passant square): no White pawn on e4 has passed e3"),
    (
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
        "FEN field 3 (en passant square): the pawn cannot have passed e3: e3 is occupied",
    ),
    (
        "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
        "FEN field 3 (en passant square): the pawn cannot have passed e3: e2 is occupied",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "FEN field 4 (halfmove clock): '-1' is not a number from 0 to 65535"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        "FEN field 5 (fullmove number): '65536' is not a number from 0 to 65535",
    ),
];

/// What is read and how it is written back.
const WRITTEN: &[(&str, &str)] = &[
    ("  4k3/8/8/8/8/8/8/4K3\tw  -   - ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/8/4K3 b - - 143 0", "4k3/8/8/8/8/8/8/4K3 b - - 143 1"),
    ("4k3/71/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("rr6/2k5/8/8/8/8/8/1K2RR2 w E - 0 20", "rr6/2k5/8/8/8/8/8/1K2RR2 w E - 0 20"),
    ("rr6/2k5/8/8/8/8/8/1K2RR2 w F - 0 20", "rr6/2k5/8/8/8/8/8/1K2RR2 w K - 0 20"),
    ("8/8/8/8/3pP3/8/8/k3K3 b - e3 0 1", "8/8/8/8/3pP3/8/8/k3K3 b - e3 0 1"),
    ("8/8/8/8/4P3/8/8/k3K3 b - e3 0 1", "8/8/8/8/4P3/8/8/k3K3 b - - 0 1"),
    ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1"),
];

#[test]
fn refusals_name_the_field_and_the_reason() {
    for &(fen, message) in REFUSED {
        let error = Position::from_fen(fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
        let field = error.field().map(|field| format!("{field}: "));
        assert!(error.to_string().starts_with(&field.unwrap_or("FEN: ".to_owned())), "{fen}");
    }
}

#[test]
fn fens_are_written_canonically() {
    for &(fen, written) in WRITTEN {
        assert_eq!(Position::from_fen(fen).map(|position| position.fen()), Ok(written.to_owned()), "{fen}");
    }
}

#[test]
fn impossible_checks_of_test_suites_are_accepted() {
    for fen in [
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -",
        "5R2/2P5/8/4k3/8/3rK2r/8/8 w - -",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3",
        "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - -",
        "2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2 w K -",
        "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq -",
    ] {
        assert!(Position::from_fen(fen).is_ok(), "{fen}");
    }
}

#[test]
fn a_long_text_does_not_make_a_long_message() {
    let error = Position::from_fen(&format!("4k3/8/8/8/8/8/8/4K3 {} - -", "w".repeat(10_000))).unwrap_err();
    assert!(matches!(error, FenError::SideToMove(_)));
    assert!(error.to_string().len() < 120, "{error}");
    assert_eq!(error.field(), Some(FenField::SideToMove));
}

/// A FEN with a few characters changed: mostly wrong, sometimes right.
fn damaged() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), "[ -~é♔]{0,2}"), 1..4);
    (crate::common::start(), edits).prop_map(|(position, edits)| {
        let mut fen: Vec<char> = position.fen().chars().collect();
        for (index, text) in edits {
            let at = index.index(fen.len());
            fen.splice(at..=at, text.chars().chain([' '].into_iter().take(usize::from(text.is_empty()))));
        }
        fen.into_iter().collect()
    })
}

fn stands(position: &Position) -> Result<(), TestCaseError> {
    prop_assert_eq!(&Position::from_fen(&position.fen()).unwrap(), position);
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.make(mv);
        prop_assert_eq!(&Position::from_fen(&child.fen()).unwrap(), &child);
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::common::config(2000))]

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,100}") {
        if let Ok(position) = Position::from_fen(&text) {
            stands(&position)?;
        }
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        if let Ok(position) = Position::from_fen(&String::from_utf8_lossy(&bytes)) {
            stands(&position)?;
        }
    }

    #[test]
    fn damaged_fens_are_refused_or_stand(fen in damaged()) {
        match Position::from_fen(&fen) {
            Ok(position) => stands(&position)?,
            Err(error) => prop_assert!(error.to_string().starts_with("FEN")),
        }
    }

    /// Boards made of pieces at random: those that are accepted can be played on.
    #[test]
    fn random_boards_are_refused_or_stand(
        ranks in prop::collection::vec("[KQRBNPkqrbnp1-4]{3,8}", 8),
        rest in "[wb] (-|[KQkqA-Ha-h]{1,3}) (-|[a-h][36])",
    ) {
        let fen = format!("{} {rest}", ranks.join("/"));
        if let Ok(position) = Position::from_fen(&fen) {
            stands(&position)?;
        }
    }
}
