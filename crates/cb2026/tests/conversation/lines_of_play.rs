//! Lines of play are legal to the end whatever the options, and castling is written as the client asked.

use crate::checks::{check, game, reply};
use crate::harness::Client;

const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/1Q6/8/K2p4/2k5 w - - 0 1",
    "4k3/4P3/4K3/8/8/8/8/8 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 97 100",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

#[test]
fn every_line_replays_whatever_the_position() {
    let mut client = Client::ready();
    for fen in POSITIONS {
        for go in ["go depth 8 nodes 200000", "go nodes 3000", "go movetime 20"] {
            client.silently(&format!("position fen {fen}"));
            let lines = client.go(go);
            check(&game(Some(fen), &[]), &reply(&lines));
        }
    }
    client.quit();
}

#[test]
fn several_lines_begin_with_different_moves_in_the_order_of_their_scores() {
    let mut client = Client::ready();
    client.send("setoption name MultiPV value 4");
    for fen in POSITIONS {
        client.silently(&format!("position fen {fen}"));
        let lines = client.go("go depth 6 nodes 200000");
        let reply = reply(&lines);
        let game = game(Some(fen), &[]);
        check(&game, &reply);
        let wanted = game.position().legal_moves().len().min(4);
        let mut firsts: Vec<&str> = Vec::new();
        for number in 1..=wanted {
            let last = reply.infos.iter().rfind(|info| info.multipv == number);
            firsts.push(last.unwrap_or_else(|| panic!("no line {number} in {fen}")).pv[0].as_str());
        }
        assert!(!reply.infos.iter().any(|info| info.multipv > wanted), "{fen}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), wanted, "{fen}");
    }
    client.send("setoption name MultiPV value 218");
    client.send("position startpos");
    check(&game(None, &[]), &reply(&client.go("go depth 3")));
    client.quit();
}

#[test]
fn a_game_against_itself_is_legal_with_every_line() {
    let mut client = Client::ready();
    for nodes in [300, 2000] {
        client.silently("ucinewgame");
        let mut played: Vec<String> = Vec::new();
        let mut board = game(None, &[]);
        while board.outcome().is_none() && played.len() < 160 {
            client.send(&format!("position startpos moves {}", played.join(" ")));
            let reply = reply(&client.go(&format!("go nodes {nodes}")));
            check(&board, &reply);
            let step = chess::parse_uci(board.position(), &reply.best).expect("checked");
            board.play(step).expect("checked");
            played.push(reply.best);
        }
    }
    client.quit();
}

/// Chess960 positions in which the named castling is legal: king takes rook, and the king's target.
const CASTLINGS: [(&str, &str, &str); 4] = [
    ("brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9", "c8d8", "c8g8"),
    ("nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8", "e8d8", "e8c8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8"),
];

#[test]
fn castling_is_written_as_the_client_asked() {
    let mut client = Client::ready();
    for chess960 in [true, false] {
        client.silently(&format!("setoption name UCI_Chess960 value {chess960}"));
        for (fen, takes_rook, to_target) in CASTLINGS {
            let expected = if chess960 { takes_rook } else { to_target };
            client.silently(&format!("position fen {fen}"));
            let reply = reply(&client.go(&format!("go depth 4 searchmoves {expected}")));
            assert_eq!(reply.best, expected, "{fen}");
            check(&game(Some(fen), &[]), &reply);
        }
    }
    client.quit();
}

#[test]
fn castling_is_read_in_either_form_whatever_the_option() {
    let mut client = Client::ready();
    for chess960 in [true, false] {
        client.silently(&format!("setoption name UCI_Chess960 value {chess960}"));
        for (fen, takes_rook, to_target) in CASTLINGS {
            client.silently(&format!("position fen {fen} moves {takes_rook}"));
            let expected = client.fen();
            client.silently(&format!("position fen {fen} moves {to_target}"));
            assert_eq!(client.fen(), expected, "{fen}");
        }
    }
    client.quit();
}

#[test]
fn shredder_letters_are_read_and_lines_are_legal_in_chess960() {
    let mut client = Client::ready();
    client.silently("setoption name UCI_Chess960 value true");
    for fen in [
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20",
        "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1",
    ] {
        client.silently(&format!("position fen {fen}"));
        check(&game(Some(fen), &[]), &reply(&client.go("go depth 8 nodes 100000")));
    }
    client.quit();
}
