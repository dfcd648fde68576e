//! The forty steps by which the match runner fastchess judges whether an engine speaks UCI.

use crate::checks::{info, reply};
use crate::harness::Client;

/// Sends a `go` and checks the answer as the runner does: a move, and before it a scored line whose numbers after
/// `time`, `nps` and `score` exist and are integers.
fn go(client: &mut Client, command: &str) {
    let lines = client.go(command);
    let reply = reply(&lines);
    assert!(!reply.best.is_empty());
    let last = lines.iter().rfind(|line| line.starts_with("info") && line.contains(" score "));
    let last = last.unwrap_or_else(|| panic!("no scored line after {command:?}"));
    info(last);
    let words: Vec<&str> = last.split(' ').collect();
    for key in ["time", "nps", "score"] {
        let at = words.iter().position(|&word| word == key).unwrap_or_else(|| panic!("no {key} in {last:?}"));
        assert!(!words[at + 1].contains('.'), "{last:?}");
    }
}

#[test]
fn the_forty_steps_of_fastchess_compliance() {
    // 1-4: start, uci, isready, the two id lines.
    let mut client = Client::start();
    client.send("uci");
    let lines = client.until("uciok");
    assert_eq!(client.sync(), [""; 0]);
    assert!(lines.iter().any(|line| line.starts_with("id name ")));
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    // 5-9: new game and positions, each followed by isready.
    client.silently("ucinewgame");
    client.silently("position startpos");
    client.silently("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    // 10-14: only the clock of the side to move.
    go(&mut client, "go wtime 100");
    // 15-20: the same for Black.
    client.silently("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    go(&mut client, "go btime 100");
    // 21-31: increments, in two orders.
    go(&mut client, "go wtime 100 winc 100 btime 100 binc 100");
    go(&mut client, "go btime 100 binc 100 wtime 100 winc 100");
    // 32-36: a new game.
    client.silently("ucinewgame");
    client.silently("position startpos");
    go(&mut client, "go wtime 100 btime 100");
    // 37-40: a position with moves.
    client.silently("position startpos moves e2e4 e7e5");
    go(&mut client, "go wtime 100 btime 100");
    client.quit();
}
