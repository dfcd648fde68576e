//! Long checks over files of positions that are not part of the project. They look for them in the directory named
//! by `CB2026_SUITES`, or in `../shared/suites` beside the repository, and are run by name:
//! `cargo test --release -p cb2026 -- --ignored suites`.

use std::path::PathBuf;

use crate::checks::{Score, check, game, reply};
use crate::harness::Client;

/// The lines of a suite, or `None` when it is not at hand.
fn suite(name: &str) -> Option<Vec<String>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
    let folder = std::env::var_os("CB2026_SUITES").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(folder.join(name)).ok()?;
    Some(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// The FEN of a line `FEN4 bm #N;` and N, negative when the side to move is mated.
fn mate_position(line: &str) -> Option<(String, i32)> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let distance = line.split_once("bm #")?.1.split([';', ' ']).next()?.parse().ok()?;
    Some((fields.join(" "), distance))
}

/// No announced mate is shorter than the shortest, has the wrong sign or a line that is not that mate.
fn announced_mates_are_true(name: &str, go: &str) {
    let Some(lines) = suite(name) else {
        println!("{name} is not at hand");
        return;
    };
    let mut client = Client::ready();
    let (mut found, mut best) = (0, 0);
    for (fen, shortest) in lines.iter().filter_map(|line| mate_position(line)) {
        client.send(&format!("ucinewgame\nposition fen {fen}"));
        let reply = reply(&client.go(go));
        check(&game(Some(&fen), &[]), &reply);
        for info in reply.infos.iter().filter(|info| info.exact) {
            if let Score::Mate(moves) = info.score {
                assert_eq!(moves.signum(), shortest.signum(), "mate {moves} instead of {shortest} in {fen}");
                assert!(moves.abs() >= shortest.abs(), "mate {moves} shorter than {shortest} in {fen}");
            }
        }
        if let Score::Mate(moves) = reply.last().score {
            found += 1;
            best += i32::from(moves == shortest);
        }
    }
    println!("{name}, {go}: {found} mates found, {best} of them shortest, of {}", lines.len());
    client.quit();
}

#[test]
#[ignore = "long; needs the suites"]
fn mates_of_the_mate_suites_are_true() {
    announced_mates_are_true("mate/mates2000.epd", "go nodes 20000");
}

#[test]
#[ignore = "long; needs the suites"]
fn mates_of_endgame_suites_are_true() {
    for name in ["mate/matetools-KQvKP1000pv.epd", "mate/matetools-KBBvK1000pv.epd", "mate/KRvK1000.epd"] {
        announced_mates_are_true(name, "go nodes 5000");
    }
}
