//! Whatever is refused is named in one `info string`, and everything stays as it was.

use crate::checks::{check, game, reply};
use crate::harness::Client;

/// Sends what must be refused and checks that the position stands and the program plays on.
fn refused(client: &mut Client, line: &str) -> String {
    let before = client.fen();
    let complaint = client.complaint(line);
    assert_eq!(client.fen(), before, "after {line:?}");
    complaint
}

#[test]
fn unknown_and_malformed_commands_are_named() {
    let mut client = Client::ready();
    for (line, named) in [
        ("xyz", "xyz"),
        ("UCI please", "UCI"),
        ("debug maybe", "maybe"),
        ("debug", "debug"),
        ("perft", "perft"),
        ("perft x", "x"),
        ("perft 0", "0"),
        ("perft 65", "64"),
        ("perft 4000000000", "4000000000"),
        ("go perft 0", "from 1 to 64"),
        ("go perft 4000000000", "4000000000"),
        ("bench 100000", "from 1 to"),
        ("bench many", "many"),
        ("position", "position"),
        ("position nowhere", "nowhere"),
        ("setoption", "setoption"),
        ("setoption name", "setoption"),
        ("setoption Hash 3", "setoption"),
        ("play e9", "e9"),
        ("play", "play"),
        ("set nosuch on", "nosuch"),
        ("set nosuch", "nosuch"),
    ] {
        let complaint = refused(&mut client, line);
        assert!(complaint.contains(named), "{complaint:?} does not name {named:?}");
    }
    client.quit();
}

#[test]
fn words_before_a_command_are_skipped_and_reported() {
    let mut client = Client::ready();
    assert!(client.complaint("  joho   debug on").contains("joho"));
    client.send("joho isready");
    let lines = client.until("readyok");
    assert_eq!(lines.len(), 2, "{lines:?}");
    client.send("go   joho   depth   5");
    let lines = client.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).count(), 1);
    check(&game(None, &[]), &reply(&lines));
    client.quit();
}

#[test]
fn a_go_with_an_unreadable_limit_still_answers_once() {
    let mut client = Client::ready();
    for go in ["go depth abc", "go depth", "go movetime 1.5", "go nodes -", "go mate", "go depth 3 wtime x"] {
        client.send(go);
        let lines = client.until("bestmove");
        assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).count(), 1, "{lines:?}");
        check(&game(None, &[]), &reply(&lines));
        assert_eq!(client.sync(), [""; 0], "{go}");
    }
    client.quit();
}

#[test]
fn impossible_positions_are_refused() {
    let mut client = Client::ready();
    client.silently("position startpos moves d2d4");
    for fen in [
        "",
        "blah",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70",
        "5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
        "k7/8/8/8/8/8/8/8 w - - 0 1",
        "\u{fffd}\u{1F600} w - - 0 1",
    ] {
        let complaint = refused(&mut client, &format!("position fen {fen}"));
        assert!(complaint.starts_with("position: "), "{complaint}");
    }
    check(&game(None, &["d2d4"]), &reply(&client.go("go depth 3")));
    client.quit();
}

#[test]
fn castling_rights_without_their_rook_never_hurt() {
    let mut client = Client::ready();
    client.send("position fen 2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14");
    let complaints = client.sync();
    assert!(complaints.len() <= 1, "{complaints:?}");
    reply(&client.go("go depth 5"));
    client.quit();
}

#[test]
fn short_and_widely_spaced_fens_are_read() {
    let mut client = Client::ready();
    client.silently("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    assert!(client.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 "));
    client.silently("position   fen  8/8/8/2k5/4K3/8/8/8   w  -   -   3   40   moves   e4e5 ");
    assert_eq!(client.fen(), "8/8/8/2k1K3/8/8/8/8 b - - 4 40");
    client.quit();
}

#[test]
fn an_illegal_move_leaves_the_position_as_it_was() {
    let mut client = Client::ready();
    client.silently("position startpos moves d2d4 d7d5");
    for (moves, named) in [
        ("e2e5", "e2e5"),
        ("e7e8q", "e7e8q"),
        ("0000", "0000"),
        ("e2e4 e7e5 e1e3", "e1e3"),
        ("e2e4 e2e4", "e2e4"),
        ("e2", "e2"),
        ("e2e4x", "e2e4x"),
        ("e2-e4", "e2-e4"),
        ("\u{e9}2\u{e9}4", "\u{e9}"),
    ] {
        let complaint = refused(&mut client, &format!("position startpos moves {moves}"));
        assert!(complaint.contains(named), "{complaint:?} does not name {named:?}");
    }
    check(&game(None, &["d2d4", "d7d5"]), &reply(&client.go("go depth 3")));
    client.quit();
}

#[test]
fn en_passant_that_exposes_the_king_is_illegal() {
    let mut client = Client::ready();
    for fen in ["8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1"] {
        client.silently(&format!("position fen {fen}"));
        client.send("perft 1");
        client.until("6");
        assert!(refused(&mut client, &format!("position fen {fen} moves d5e6")).contains("d5e6"));
    }
    client.quit();
}

#[test]
fn an_en_passant_square_nobody_can_use_is_the_same_position() {
    let mut client = Client::ready();
    client.silently("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let (fen, key) = (client.fen(), client.field_of_board("key"));
    client.silently("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!((client.fen(), client.field_of_board("key")), (fen, key.clone()));
    client.silently("position startpos moves e2e4");
    assert_eq!(client.field_of_board("key"), key);
    client.quit();
}
