use super::*;

/// What is found in a line reported after `moves` from `fen`, together with a mate announcement or not.
fn complaints(fen: &str, moves: &[&str], line: &str, mate: Option<i32>) -> Vec<(FaultKind, String)> {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    let mut reports = Reports::new(&game);
    let words: Vec<&str> = line.split(' ').collect();
    reports.check(&words, mate, false);
    reports.faults.into_iter().map(|fault| (fault.kind, fault.detail)).collect()
}

/// The only complaint about a line is of this kind and contains these words; no words: there is none.
fn complains(fen: &str, moves: &[&str], line: &str, mate: Option<i32>, kind: FaultKind, words: &str) {
    let found = complaints(fen, moves, line, mate);
    match &found[..] {
        [] => assert!(words.is_empty(), "{line}: nothing, expected {words}"),
        [(found, detail)] => assert!(
            *found == kind && !words.is_empty() && detail.contains(words),
            "{line}: {detail}, expected {words}"
        ),
        _ => panic!("{found:?}"),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn every_move_of_a_line_must_be_legal_and_written_as_uci_writes_it() {
    let castling = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
    for (fen, line, words) in [
        (START, "e2e4 e7e5 g1f3", ""),
        (START, "e2e4 e2e4", "e2e4 in rnbqkbnr/pppppppp/8/8/4P3/"),
        (START, "Nf3", "Nf3 in "),
        (castling, "e1g1", ""),
        (castling, "e1h1", "e1h1 in "),
        (castling, "a7a8q", ""),
        (castling, "a7a8Q", "a7a8Q in "),
        (castling, "a7a8", "a7a8 in "),
    ] {
        complains(fen, &[], line, None, FaultKind::IllegalPv, words);
    }
}

#[test]
fn no_line_goes_on_after_the_end_of_the_game() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    for (fen, moves, line, words) in [
        (BACK_RANK, &[][..], "a1a8 g8h8", "PV continues after checkmate - move g8h8"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &[], "f1f7 h8g8", "after stalemate - move h8g8"),
        (START, &shuffle, "f6g8 e2e4", "after threefold repetition - move e2e4"),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 98 80", &[], "f1f2 h8g8 f2f1", "after fifty-move rule - move f2f1"),
        // The second occurrence is no end; nor is the hundredth ply if it mates, but then nothing can follow.
        (START, &shuffle[..3], "f6g8 e2e4", ""),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 99 80", &[], "f1f8", ""),
        // Not every engine knows that nobody can win.
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", &[], "g6f6 h8g8", ""),
    ] {
        complains(fen, moves, line, None, FaultKind::PvPastEnd, words);
    }
}

#[test]
fn a_line_shows_the_mate_that_is_announced_with_it() {
    for (fen, line, mate, words) in [
        (BACK_RANK, "a1a8", 1, ""),
        (BACK_RANK, "a1a7", 1, "Mating PV does not end with checkmate"),
        (BACK_RANK, "a1a8", 2, "Incomplete mating PV - 1 plies for mate 2"),
        (BACK_RANK, "a1a7 g8h8 a7a8", 1, "Too long mating PV"),
        (BACK_RANK, "a1a7 g8h8 a7a8", 2, ""),
        ("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "g8h8 a1a8", -1, ""),
        ("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "g8h8", -1, "Incomplete mating PV"),
    ] {
        complains(fen, &[], line, Some(mate), FaultKind::MatePv, words);
    }
}

#[test]
fn each_kind_is_complained_of_once() {
    let game = Game::default();
    let mut reports = Reports::new(&game);
    for _ in 0..3 {
        assert_eq!(reports.check(&["e2e4", "e2e4"], None, false).len(), 1);
        assert_eq!(reports.check(&["e2e5"], None, false), []);
    }
    let (report, faults) = reports.close(parse_uci(game.position(), "e2e4").unwrap());
    let kinds: Vec<FaultKind> = faults.iter().map(|fault| fault.kind).collect();
    assert_eq!((report, kinds), (None, vec![FaultKind::IllegalPv, FaultKind::NoScore]));
}
