//! `go` and its limits: one `bestmove` each, at the right moment.

use crate::checks::{Score, check, game, reply};
use crate::harness::Client;

/// Runs a `go` that ends by itself from a position, checks the whole reply and returns it.
fn go_from(client: &mut Client, fen: Option<&str>, go: &str) -> crate::checks::Reply {
    client.silently(&fen.map_or("position startpos".to_owned(), |fen| format!("position fen {fen}")));
    let lines = client.go(go);
    let reply = reply(&lines);
    check(&game(fen, &[]), &reply);
    reply
}

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_smallest_limits_still_give_a_scored_move() {
    let mut client = Client::ready();
    for go in [
        "go nodes 1",
        "go depth 1",
        "go movetime 1",
        "go movetime 0",
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go wtime -50 btime 1000",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
        "go depth 0",
        "go nodes 0",
        "go wtime 1",
        "go btime 1",
        "go winc 1 wtime 0",
    ] {
        for fen in [None, Some(MIDDLEGAME)] {
            go_from(&mut client, fen, go);
        }
    }
    client.quit();
}

#[test]
fn clocks_of_every_kind_end_in_a_move() {
    let mut client = Client::ready();
    for go in [
        "go wtime 300 btime 300 movestogo 1",
        "go wtime 100 btime 100 movestogo 40",
        "go wtime 200 btime 200 winc 50 binc 50",
        "go movestogo 3 binc 1 btime 200 winc 1 wtime 200",
        "go movetime 50 depth 100 nodes 100000000 wtime 1000000 btime 1000000",
        "go wtime 99999999999999999999 btime 1 nodes 2000",
        "go depth 4 infinity",
    ] {
        client.send("position startpos");
        client.send(go);
        let lines = client.until("bestmove");
        check(&game(None, &[]), &reply(&lines));
        assert_eq!(client.sync(), [""; 0], "{go}");
    }
    client.quit();
}

#[test]
fn depth_and_nodes_are_obeyed_in_combination() {
    let mut client = Client::ready();
    for depth in 1..8 {
        let reply = go_from(&mut client, Some(MIDDLEGAME), &format!("go depth {depth} nodes 100000000"));
        assert_eq!(reply.last().depth, depth);
    }
    let reply = go_from(&mut client, Some(MIDDLEGAME), "go nodes 5000 depth 100");
    let nodes = reply.last().nodes.expect("a count");
    assert!(nodes < 20_000, "{nodes} nodes searched where 5000 were allowed");
    client.quit();
}

#[test]
fn stop_right_after_go_gives_a_scored_move_every_time() {
    let mut client = Client::ready();
    for round in 0..200 {
        let fen = [None, Some(MIDDLEGAME)][round % 2];
        client.send(&fen.map_or("position startpos".to_owned(), |fen| format!("position fen {fen}")));
        client.send(["go infinite\nstop", "go depth 60\nstop", "go ponder\nstop"][round % 3]);
        let lines = client.until("bestmove");
        check(&game(fen, &[]), &reply(&lines));
    }
    assert_eq!(client.sync(), [""; 0]);
    client.quit();
}

#[test]
fn an_infinite_search_is_silent_until_stop_even_when_all_is_known() {
    let mut client = Client::ready();
    for (fen, moves) in [
        (Some("8/5kR1/8/3K4/8/8/8/8 b - - 0 143"), &[][..]),
        (None, &["f2f3", "e7e5", "g2g4"][..]),
        (Some("8/8/8/2k5/4K3/8/8/8 w - - 0 1"), &[][..]),
        (Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &[][..]),
        (Some("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), &[][..]),
        (None, &[][..]),
    ] {
        for go in ["go infinite", "go infinite depth 2", "go ponder depth 1", "go infinite movetime 1"] {
            let base = fen.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
            client.send(&format!("position {base} moves {}", moves.join(" ")));
            client.send(go);
            let mut lines = client.listen();
            assert!(!lines.iter().any(|l| l.starts_with("bestmove")), "{go} in {base}: {lines:?}");
            client.send("stop");
            lines.extend(client.until("bestmove"));
            check(&game(fen, moves), &reply(&lines));
            assert_eq!(client.sync(), [""; 0]);
        }
    }
    client.quit();
}

#[test]
fn pondering_ends_by_ponderhit_or_stop_with_one_move() {
    let mut client = Client::ready();
    let moves = ["e2e4", "e7e5"];
    for end in ["ponderhit", "stop", "ponderhit\nstop", "stop\nponderhit"] {
        client.send(&format!("position startpos moves {}", moves.join(" ")));
        client.send("go ponder wtime 300 btime 300 winc 10 binc 10");
        let mut lines = client.listen();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        client.send(end);
        lines.extend(client.until("bestmove"));
        check(&game(None, &moves), &reply(&lines));
        assert_eq!(client.sync(), [""; 0], "{end}");
    }
    // The hit may come at once, before the search has begun.
    for _ in 0..20 {
        client.send("go ponder wtime 50 btime 50\nponderhit");
        check(&game(None, &moves), &reply(&client.until("bestmove")));
    }
    assert_eq!(client.sync(), [""; 0]);
    client.quit();
}

#[test]
fn a_second_go_waits_for_the_first() {
    let mut client = Client::ready();
    client.send("go infinite\nposition startpos moves e2e4\ngo depth 3");
    assert!(!client.listen().iter().any(|line| line.starts_with("bestmove")));
    client.send("stop");
    client.until("bestmove");
    check(&game(None, &["e2e4"]), &reply(&client.until("bestmove")));
    client.send("go depth 4\ngo depth 3\ngo depth 2");
    for _ in 0..3 {
        client.until("bestmove");
    }
    assert_eq!(client.sync(), [""; 0]);
    client.quit();
}

#[test]
fn commands_beside_a_search_do_not_disturb_it() {
    let mut client = Client::ready();
    client.send("position startpos\ngo infinite");
    client.send("setoption name Hash value 8\nsetoption name MultiPV value 3\nsetoption name Clear Hash");
    client.send("setoption name UCI_Chess960 value true\nsetoption name nullmove value false\nucinewgame");
    client.send("position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
    let mut lines = client.listen();
    client.send("stop");
    lines.extend(client.until("bestmove"));
    check(&game(None, &[]), &reply(&lines));
    assert_eq!(client.sync(), [""; 0]);
    assert!(client.fen().starts_with("8/8/8/8/8/4k3/4p3/4K3 w"));
    client.quit();
}

#[test]
fn searchmoves_limit_the_root() {
    let mut client = Client::ready();
    client.send("setoption name MultiPV value 4");
    let reply = go_from(&mut client, None, "go depth 8 searchmoves e2e4 d2d4");
    assert!(["e2e4", "d2d4"].contains(&reply.best.as_str()), "{}", reply.best);
    for info in &reply.infos {
        assert!(info.multipv <= 2, "{info:?}");
        assert!(["e2e4", "d2d4"].contains(&info.pv[0].as_str()), "{info:?}");
    }
    assert!(reply.infos.iter().any(|info| info.multipv == 2));
    client.send("setoption name MultiPV value 1");
    assert_eq!(go_from(&mut client, None, "go searchmoves a2a3 depth 3").best, "a2a3");
    assert_eq!(go_from(&mut client, None, "go depth 2 searchmoves h2h4 h2h4").best, "h2h4");
    client.quit();
}

#[test]
fn searchmoves_without_a_legal_move_search_everything() {
    let mut client = Client::ready();
    for go in ["go depth 3 searchmoves 0000", "go searchmoves e2e5 a1a8 xyz 0000 e7e5 depth 3"] {
        client.send("position startpos");
        client.send(go);
        let lines = client.until("bestmove");
        assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).count(), 1, "{lines:?}");
        check(&game(None, &[]), &reply(&lines));
        assert_eq!(client.sync(), [""; 0]);
    }
    go_from(&mut client, None, "go depth 3 searchmoves");
    client.quit();
}

#[test]
fn a_search_for_a_mate_ends_with_the_mate() {
    let mut client = Client::ready();
    let deep = "r6k/p1p1P1pp/5p2/1p3PP1/8/1P5P/1P6/K1R2R2 b - - 0 29";
    client.send(&format!("position fen {deep}"));
    client.send("go mate 5");
    let mut lines = client.listen();
    client.send("stop");
    if !lines.iter().any(|line| line.starts_with("bestmove")) {
        lines.extend(client.until("bestmove"));
    }
    check(&game(Some(deep), &[]), &reply(&lines));
    assert_eq!(client.sync(), [""; 0]);
    for (fen, go, mate) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go mate 1", 1),
        ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "go mate 2", 2),
        ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "go mate 5", 2),
    ] {
        let reply = go_from(&mut client, Some(fen), go);
        assert_eq!(reply.last().score, Score::Mate(mate), "{go} in {fen}");
    }
    client.quit();
}
