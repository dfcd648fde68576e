//! From files of games to a network, by the program alone.

use std::path::Path;

use chess::Position;
use lab::data::{DataGame, ScoredMove, Writer};
use rand::{Rng, SeedableRng, rngs::SmallRng};

use crate::harness::{Client, Folder, run};

fn write_games(path: &str, count: u64) {
    let mut writer = Writer::create(Path::new(path), false).expect("a new file");
    for seed in 0..count {
        let mut rng = SmallRng::seed_from_u64(seed);
        let start = Position::startpos();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.random_range(0..legal.len())];
            moves.push(ScoredMove { mv, score: rng.random_range(-300..300) });
            position.make(mv);
        }
        writer.append(&DataGame { start, winner: None, moves }).expect("room on the disk");
    }
}

#[test]
fn files_of_games_are_counted_joined_and_never_overwritten_unasked() {
    let folder = Folder::new("data");
    let [games, joined, damaged] = ["games.vf", "joined.vf", "damaged.vf"].map(|name| folder.file(name));
    write_games(&games, 20);
    let (success, text, _) = run(&["data", "count", &games, "--json"]);
    let counted: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(success && counted["files"][0]["games"] == 20, "{text}");
    assert!(run(&["data", "merge", &games, &games, "--out", &joined]).0);
    let (success, _, errors) = run(&["data", "merge", &games, "--out", &joined]);
    assert!(!success && errors.contains("joined.vf exists; --force"), "{errors}");
    assert!(run(&["data", "dedup", &joined, "--out", &joined, "--force"]).0, "in place");
    assert_eq!(std::fs::read(&games).expect("a file"), std::fs::read(&joined).expect("a file"));
    let (success, text, _) = run(&["data", "inspect", &games]);
    assert!(success && text.contains("20 games") && text.contains("pieces"), "{text}");
    let bytes = std::fs::read(&games).expect("a file");
    std::fs::write(&damaged, &bytes[..bytes.len() - 2]).expect("a file");
    let (success, _, errors) = run(&["data", "inspect", &damaged]);
    assert!(!success && errors.contains("damaged.vf, byte") && errors.contains("ends within"), "{errors}");
}

#[test]
fn a_network_is_trained_by_one_command_and_the_engine_takes_it() {
    let folder = Folder::new("train");
    let [games, net] = ["games.vf", "net.cbnn"].map(|name| folder.file(name));
    write_games(&games, 60);
    let command =
        ["train", "--data", &games, "--out", &net, "--hidden", "32", "--epochs", "2", "--batch", "512"];
    let (success, text, errors) = run(&command);
    assert!(success && text.contains("epoch   2") && text.contains("quantised: "), "{text}{errors}");
    assert!(Path::new(&folder.file("net.svg")).is_file());
    let (success, text, errors) = run(&["bench", "1", "--set", &format!("evalfile={net}")]);
    assert!(success && text.contains("nps"), "{text}{errors}");
    let network = engine::eval::nnue::Network::load(Path::new(&net)).expect("a network");
    assert_eq!((network.hidden(), network.buckets()), (32, 1));
    let (success, _, errors) = run(&command);
    assert!(!success && errors.contains("net.cbnn exists"), "{errors}");
    let (success, _, errors) = run(&["train", "--data", &net, "--out", &folder.file("other.cbnn")]);
    assert!(!success && errors.contains("net.cbnn, byte 0"), "{errors}");
}

#[test]
fn a_killed_run_loses_the_games_in_hand_and_nothing_else() {
    let folder = Folder::new("datagen");
    let games = folder.file("games.vf");
    let count = |expected: &str| {
        let (success, text, errors) = run(&["data", "count", &games]);
        assert!(success && text.contains(expected), "{text}{errors}");
    };
    let client = Client::start_with(&["datagen", "--games", "1000000", "--nodes", "50", "--out", &games]);
    while std::fs::metadata(&games).map_or(0, |file| file.len()) < 2000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    client.kill();
    // Whatever a crash leaves of a game is cut off.
    let mut bytes = std::fs::read(&games).expect("a file");
    let whole = bytes.len();
    bytes.extend_from_within(..50);
    std::fs::write(&games, &bytes).expect("a file");
    let command = ["datagen", "--games", "1", "--nodes", "50", "--seed", "1", "--out", &games];
    let (success, _, errors) = run(&command);
    assert!(!success && errors.contains("games.vf exists"), "{errors}");
    let (success, text, errors) = run(&[&command[..], &["--resume"]].concat());
    assert!(success && text.contains("50 bytes cut off"), "{text}{errors}");
    assert_eq!(std::fs::metadata(&games).expect("a file").len() as usize, whole);
    let bytes = std::fs::read(&games).expect("a file");
    let (mut rest, mut whole_games) = (&bytes[..], 0);
    while let Some((_, length)) = lab::data::parse_game(rest).expect("whole games") {
        (rest, whole_games) = (&rest[length..], whole_games + 1);
    }
    assert!(whole_games > 0);
    count(&format!("total: {whole_games} games"));
    let (success, text, _) = run(&[&command[..], &["--force", "--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(success && report["games"] == 1 && report["complete"] == true, "{text}");
    count("total: 1 games");
    let (success, _, errors) = run(&["wdl", &games]);
    assert!(!success && errors.contains("too few"), "{errors}");
}
