//! Positions whose value is known for certain.

use crate::checks::{Reply, Score, check, game, reply};
use crate::harness::Client;

fn search(client: &mut Client, fen: &str, depth: u32) -> Reply {
    client.silently(&format!("position fen {fen}"));
    let lines = client.go(&format!("go depth {depth}"));
    let reply = reply(&lines);
    check(&game(Some(fen), &[]), &reply);
    reply
}

#[test]
fn a_root_without_moves_is_scored_and_has_no_best_move() {
    let mut client = Client::ready();
    for (fen, score) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("7k/7p/7P/8/1K6/8/B7/8 b - - 0 53", "cp 0"),
    ] {
        for go in ["go depth 5", "go movetime 10", "go wtime 100 btime 100", "go nodes 100", "go mate 3"] {
            client.silently(&format!("position fen {fen}"));
            let lines = client.go(go);
            let start = format!("info depth 0 score {score}");
            let scored: Vec<_> = lines.iter().filter(|line| line.contains(" score ")).collect();
            assert!(scored.len() == 1 && *scored[0] == start, "{go} in {fen}: {lines:?}");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
        }
    }
    client.quit();
}

#[test]
fn a_mate_on_the_hundredth_ply_wins_and_a_later_one_does_not() {
    let mut client = Client::ready();
    for (fen, depth, score) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 100", 6, Score::Mate(1)),
        ("7k/8/5K2/8/8/8/8/R7 w - - 98 100", 6, Score::Cp(0)),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 8, Score::Mate(2)),
        ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 8, Score::Mate(2)),
    ] {
        assert_eq!(search(&mut client, fen, depth).last().score, score, "{fen}");
    }
    client.quit();
}

#[test]
fn every_kind_of_mate_in_one_is_found() {
    let mut client = Client::ready();
    for (fen, best) in [
        ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "d5e6"),
        ("8/2N3p1/5b2/k1B2P2/pP4R1/8/K1nn4/8 b - b3 0 1", "a4b3"),
        ("8/6Pn/7k/7q/8/8/r7/4K1R1 w - - 0 1", "g7g8n"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"),
    ] {
        let reply = search(&mut client, fen, 5);
        assert_eq!((reply.best.as_str(), reply.last().score), (best, Score::Mate(1)), "{fen}");
    }
    client.quit();
}

#[test]
fn a_queen_that_only_draws_is_not_promoted_to() {
    let mut client = Client::ready();
    let reply = search(&mut client, "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", 14);
    assert_ne!(reply.best, "c7c8q");
    client.quit();
}

#[test]
fn dead_positions_end_at_any_depth() {
    let mut client = Client::ready();
    for fen in [
        "8/8/8/2k5/4K3/8/8/8 w - - 0 1",
        "8/8/8/2k5/4K3/8/5N2/8 w - - 0 1",
        "8/8/8/2k5/4K3/8/5b2/8 b - - 0 1",
    ] {
        assert_eq!(search(&mut client, fen, 200).last().score, Score::Cp(0), "{fen}");
    }
    client.quit();
}

#[test]
fn a_repetition_in_the_game_is_known() {
    // White is lost but for the perpetual check that has been going on.
    let mut client = Client::ready();
    let fen = "6k1/5ppp/8/8/8/q7/5PPP/4Q1K1 b - - 0 1";
    let moves = ["a3a2", "e1e8"];
    let base = format!("position fen {fen} moves {}", moves.join(" "));
    client.send(&base);
    let lines = client.go("go depth 6");
    let reply = reply(&lines);
    check(&game(Some(fen), &moves), &reply);
    assert_eq!(reply.best, "(none)", "back rank mate");
    // After Ng1-f3-g1 twice the third return is a draw; it must be seen as one at depth one.
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    client.silently(&format!("position startpos moves {}", shuffle.join(" ")));
    let lines = client.go("go depth 3 searchmoves f6g8");
    let reply = crate::checks::reply(&lines);
    check(&game(None, &shuffle), &reply);
    assert_eq!(reply.last().score, Score::Cp(0));
    client.quit();
}
