//! What people type.

use crate::harness::Client;

fn text(client: &mut Client, command: &str) -> String {
    client.send(command);
    client.sync().join("\n")
}

#[test]
fn perft_divides() {
    let mut client = Client::ready();
    client.send("perft 3");
    let lines = client.until("8902");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    client.send("go perft 2");
    let lines = client.until("400");
    assert!(lines.contains(&"e2e4: 20".to_owned()), "{lines:?}");
    client.quit();
}

/// Work that would take years, and the remark when it is stopped.
const ENDLESS: [(&str, &str); 3] = [
    ("perft 64", "info string perft: stopped"),
    ("go perft 64", "info string perft: stopped"),
    ("bench 246", "info string bench: stopped"),
];

#[test]
fn the_end_of_input_lets_counts_and_benches_finish() {
    for (command, last) in [("perft 4", "197281 leaves"), ("bench 2", " nps")] {
        let mut client = Client::ready();
        client.send(command);
        client.close_input();
        let (status, lines) = client.end();
        assert!(status.success() && lines.iter().any(|line| line.contains(last)), "{command}: {lines:?}");
    }
}

#[test]
fn quit_ends_counts_and_benches_at_once() {
    for (command, _) in ENDLESS {
        for queued in ["", "\nperft 64\nbench 246"] {
            let mut client = Client::ready();
            client.send(&format!("{command}{queued}"));
            client.quit();
        }
    }
}

#[test]
fn stop_ends_counts_and_benches() {
    let mut client = Client::ready();
    for (command, remark) in ENDLESS {
        client.send(&format!("{command}\nstop"));
        assert_eq!(client.sync().last().map(String::as_str), Some(remark), "{command}");
    }
    // What was stopped leaves nothing behind: the next search and count run as ever.
    assert!(client.go("go depth 3").last().is_some_and(|line| line.starts_with("bestmove")));
    client.send("perft 3");
    client.until("8902");
    client.quit();
}

#[test]
fn isready_is_answered_beside_counts_and_benches() {
    for (command, remark) in ENDLESS {
        let mut client = Client::ready();
        client.send(command);
        let lines = client.sync();
        assert!(!lines.iter().any(|line| line == remark), "{command}: {lines:?}");
        client.send("stop");
        assert_eq!(client.sync().last().map(String::as_str), Some(remark), "{command}");
        client.quit();
    }
}

#[test]
fn the_board_shows_position_key_and_checkers() {
    let mut client = Client::ready();
    client.silently("position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(client.fen(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(client.field_of_board("checkers"), "h4");
    assert_eq!(client.field_of_board("key").len(), 16);
    assert!(text(&mut client, "d").contains("4 | . . . . . . P q |"));
    client.quit();
}

#[test]
fn moves_are_listed_and_played_in_both_notations() {
    let mut client = Client::ready();
    let shown = text(&mut client, "moves");
    assert!(shown.starts_with("20 legal moves") && shown.contains("g1f3 Nf3"), "{shown}");
    assert_eq!(text(&mut client, "play e4 e7e5 Nf3"), "1. e4 e5 2. Nf3");
    assert!(client.fen().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
    client.complaint("play Nc6 Ke7");
    assert!(client.fen().contains(" b KQkq - 1 2"), "all or nothing");
    client.silently("flip");
    assert!(client.fen().contains(" w KQkq - "));
    client.quit();
}

#[test]
fn switches_and_numbers_are_set_and_shown() {
    let mut client = Client::ready();
    client.silently("set nullmove off");
    assert_eq!(text(&mut client, "set nullmove"), "nullmove is off");
    let shown = text(&mut client, "techniques");
    let row = shown.lines().find(|line| line.starts_with("nullmove ")).expect("a row");
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[1..4], ["12", "on", "off"], "{row}");
    client.silently("set all on");
    client.silently("set stage 12");
    client.silently("set Hash 4");
    let info = engine::params::Params::registry().next().expect("a parameter");
    client.silently(&format!("set {} {}", info.name, info.max));
    let shown = text(&mut client, "ucidump");
    let has = |name: &str, value: &str| shown.lines().any(|line| line.split_whitespace().eq([name, value]));
    assert!(has("Hash", "4") && has("lmr", "false") && has("nullmove", "true"), "{shown}");
    assert!(has(info.name, &info.max.to_string()), "{shown}");
    assert!(client.complaint("set stage twelve").contains("twelve"));
    for name in ["stage", "all"] {
        let complaint = client.complaint(&format!("set {name}"));
        assert!(complaint.contains(name) && complaint.contains("the value is missing"), "{complaint}");
    }
    assert!(client.complaint("set eval classical").contains("there is no evaluation 'classical'"));
    assert!(text(&mut client, "set eval").starts_with("eval is "));
    assert!(client.complaint("set nosuch 5").contains("nosuch"));
    client.quit();
}

#[test]
fn names_with_blanks_are_set_and_shown() {
    let mut client = Client::ready();
    client.silently("set Move Overhead 50");
    assert_eq!(text(&mut client, "set move  overhead"), "Move Overhead is 50");
    client.silently("set clear hash");
    client.silently("set Techniques -nullmove -lmp");
    assert_eq!(text(&mut client, "set lmp"), "lmp is off");
    assert!(client.complaint("set move overhead soon").contains("'soon'"));
    assert!(client.complaint("set move 50").contains("'move'"));
    assert_eq!(text(&mut client, "set Move Overhead"), "Move Overhead is 50");
    client.quit();
}

#[test]
fn help_eval_and_version_answer() {
    let mut client = Client::ready();
    let help = text(&mut client, "help");
    for command in ["d ", "moves", "eval", "perft", "set ", "techniques", "bench"] {
        assert!(help.contains(command), "help does not mention {command}");
    }
    assert!(text(&mut client, "version").contains(env!("CARGO_PKG_VERSION")));
    assert!(text(&mut client, "eval").lines().count() > 3);
    client.quit();
}
