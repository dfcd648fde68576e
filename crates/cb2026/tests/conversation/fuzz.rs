//! Garbage of all kinds, from a fixed seed: the program answers `isready` after every line.

use rand::{Rng, SeedableRng, rngs::SmallRng};

use crate::harness::Client;

const WORDS: [&str; 56] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "stop",
    "ponderhit",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "Threads",
    "UCI_Chess960",
    "Techniques",
    "-nullmove",
    "stage",
    "debug",
    "on",
    "off",
    "register",
    "d",
    "eval",
    "flip",
    "play",
    "set",
    "techniques",
    "e2e4",
    "e7e5",
    "e1g1",
    "0000",
    "1",
    "2",
    "-7",
    "99999999999999999999",
    "1.5",
    "\u{1F600}",
    "\u{0}",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
];

/// Positions that random lines are mixed with, so that something is there to be broken.
const LINES: [&str; 6] = [
    "position startpos moves e2e4",
    "position fen 8/5P1k/5K2/8/8/8/8/8 w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go nodes 200",
    "go infinite",
    "stop",
];

fn random_line(random: &mut SmallRng) -> Vec<u8> {
    match random.random_range(0..8) {
        0 => LINES[random.random_range(0..LINES.len())].as_bytes().to_vec(),
        1 => {
            let length = random.random_range(0..60);
            (0..length).map(|_| random.random::<u8>()).filter(|&byte| byte != b'\n').collect()
        }
        _ => {
            let count = random.random_range(1..9);
            let words: Vec<&str> = (0..count).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
            words.join([" ", "  ", "\t"][random.random_range(0..3)]).into_bytes()
        }
    }
}

#[test]
fn no_line_kills_it_and_every_go_is_answered_once() {
    let mut random = SmallRng::seed_from_u64(2026);
    for _ in 0..4 {
        let mut client = Client::ready();
        let mut answers = 0;
        let mut asked = 0;
        for _ in 0..400 {
            let mut line = random_line(&mut random);
            // By UCI's rule a `go` behind words that mean nothing counts; the parser is tested on its own.
            let text = String::from_utf8_lossy(&line).into_owned();
            let first = text.split_ascii_whitespace().next();
            if first != Some("go") && text.split_ascii_whitespace().any(|word| word == "go" || word == "quit")
            {
                continue;
            }
            asked += usize::from(first == Some("go"));
            line.push(b'\n');
            client.send_bytes(&line);
            if random.random_bool(0.3) {
                client.send("stop");
            }
            answers += bestmoves(&client.sync());
        }
        client.send("stop");
        while answers < asked {
            answers += bestmoves(&client.until("bestmove"));
        }
        answers += bestmoves(&client.sync());
        assert_eq!(answers, asked);
        client.quit();
    }
}

fn bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
