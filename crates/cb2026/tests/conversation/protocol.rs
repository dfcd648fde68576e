//! The handshake, readiness, endings, odd blanks.

use crate::checks::{check, game, reply};
use crate::harness::Client;

/// Parses one `option` line and checks default and range.
fn check_option(line: &str) -> String {
    let rest = line.strip_prefix("option name ").unwrap_or_else(|| panic!("{line:?}"));
    let (name, rest) = rest.split_once(" type ").unwrap_or_else(|| panic!("{line:?}"));
    let words: Vec<&str> = rest.split(' ').collect();
    match words[..] {
        ["button"] | ["check", "default", "true" | "false"] => {}
        ["spin", "default", default, "min", min, "max", max] => {
            let number = |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("{line:?}"));
            assert!((number(min)..=number(max)).contains(&number(default)), "{line:?}");
        }
        ["combo", "default", default, "var", one, "var", other] => {
            assert!([one, other].contains(&default) && one != other, "{line:?}");
        }
        ["string", "default", value] => assert!(!value.is_empty(), "{line:?}"),
        _ => panic!("{line:?}"),
    }
    name.to_owned()
}

fn introduction(client: &mut Client, command: &str) -> Vec<String> {
    client.send(command);
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name cb2026 "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    lines[2..lines.len() - 1].iter().map(|line| check_option(line)).collect()
}

#[test]
fn the_introduction_is_well_formed_and_can_be_repeated() {
    let mut client = Client::start();
    let names = introduction(&mut client, "uci");
    for expected in [
        "Threads",
        "Hash",
        "Clear Hash",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "Move Overhead",
        "EvalFile",
        "Techniques",
    ] {
        assert!(names.iter().any(|name| name == expected), "{expected} is not declared");
    }
    assert!(!names.iter().any(|name| name == "nullmove"), "ordinary clients are flooded");
    assert_eq!(introduction(&mut client, "uci"), names);
    let full = introduction(&mut client, "ucifull");
    assert_eq!(full[..names.len()], names[..]);
    for technique in engine::Technique::ALL {
        assert!(full.iter().any(|name| name == technique.name()), "{technique}");
    }
    for info in engine::params::Params::registry() {
        assert!(full.iter().any(|name| name == info.name), "{}", info.name);
    }
    client.quit();
}

#[test]
fn nothing_is_said_before_the_first_command() {
    let mut client = Client::start();
    assert_eq!(client.sync(), [""; 0]);
    client.quit();
}

#[test]
fn odd_blanks_tabs_and_line_ends_are_tolerated() {
    let mut client = Client::start();
    client.send_bytes(b"uci\r\n");
    client.until("uciok");
    client.send_bytes(b"\r\n\n  \t\nposition\tstartpos   moves\te2e4 \r\n  go \t depth   3 \r\n");
    let lines = client.until("bestmove");
    check(&game(None, &["e2e4"]), &reply(&lines));
    client.send_bytes(b"isready\r\n");
    assert_eq!(client.line(), "readyok");
    client.send_bytes(b"quit\r\n");
    assert!(client.end().0.success());
}

#[test]
fn ceremonies_without_effect_are_silent() {
    let mut client = Client::ready();
    for command in [
        "debug on",
        "debug off",
        "register later",
        "register name x code y",
        "setoption name Clear Hash",
        "ucinewgame",
        "stop",
        "ponderhit",
        "stop",
        "",
        "# a remark",
        "setoption name UCI_AnalyseMode value true",
        "setoption name Ponder value true",
        "setoption name Threads value 1",
    ] {
        client.silently(command);
    }
    client.quit();
}

#[test]
fn isready_is_answered_beside_a_search_that_goes_on() {
    let mut client = Client::ready();
    client.send("go infinite");
    for _ in 0..20 {
        let lines = client.sync();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    }
    client.send("stop");
    client.until("bestmove");
    assert_eq!(client.sync(), [""; 0]);
    client.quit();
}

#[test]
fn the_program_ends_on_quit_or_end_of_input_whatever_it_does() {
    for state in ["", "go infinite", "go ponder wtime 1000 btime 1000", "go depth 100"] {
        for by_quit in [true, false] {
            let mut client = Client::ready();
            if !state.is_empty() {
                client.send(state);
            }
            client.sync();
            if by_quit {
                client.send("quit");
            } else {
                client.close_input();
            }
            let (status, lines) = client.end();
            assert!(status.success(), "{state:?}: {status}");
            let best = lines.iter().filter(|line| line.starts_with("bestmove")).count();
            assert_eq!(best, usize::from(state.starts_with("go")), "{state:?}: {lines:?}");
        }
    }
}

#[test]
fn a_client_that_stops_reading_ends_the_program_quietly() {
    for last in ["uci", "go infinite", "perft 6", "bench 3"] {
        let mut client = Client::start_unheard();
        client.send_if_alive(last);
        client.send_if_alive("isready");
        let (status, _) = client.end();
        assert!(status.success(), "{last}: {status}");
    }
}
