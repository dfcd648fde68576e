//! Arguments: a queue of command lines, or a sub-command.

use crate::checks::{check, game, reply};
use crate::harness::{Client, Folder};

/// Runs the program to its end with arguments, input closed at once.
fn run(arguments: &[&str]) -> (bool, Vec<String>) {
    let mut client = Client::start_with(arguments);
    client.close_input();
    let (status, lines) = client.end();
    (status.success(), lines)
}

#[test]
fn arguments_are_commands_run_in_order() {
    let (success, lines) = run(&["position startpos moves e2e4", "go depth 6"]);
    assert!(success);
    check(&game(None, &["e2e4"]), &reply(&lines));
    let (success, lines) = run(&["go depth 4", "go depth 3", "isready", "quit", "go depth 2"]);
    assert!(success);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
}

#[test]
fn quit_waits_for_a_search_with_an_end() {
    let (_, lines) = run(&["go depth 6", "quit"]);
    assert_eq!(reply(&lines).last().depth, 6);
}

#[test]
fn an_endless_search_ends_with_the_queue() {
    for queue in
        [&["go infinite"][..], &["go infinite", "stop"][..], &["go", "isready"][..], &["go ponder"][..]]
    {
        let (success, lines) = run(queue);
        assert!(success);
        assert_eq!(
            lines.iter().filter(|line| line.starts_with("bestmove")).count(),
            1,
            "{queue:?}: {lines:?}"
        );
    }
}

#[test]
fn a_refused_command_shows_in_the_exit_status() {
    let (success, lines) = run(&["xyz", "position startpos"]);
    assert!(!success);
    assert_eq!(lines, ["info string unknown command 'xyz'"]);
}

#[test]
fn bench_ends_in_the_line_that_test_servers_read_and_always_agrees() {
    let count = |arguments: &[&str]| -> u64 {
        let (success, lines) = run(arguments);
        assert!(success);
        let words: Vec<&str> = lines.last().expect("a last line").split(' ').collect();
        match words[..] {
            [nodes, "nodes", nps, "nps"] => {
                nps.parse::<u64>().expect("a speed");
                nodes.parse().expect("a count")
            }
            _ => panic!("{lines:?}"),
        }
    };
    let first = count(&["bench", "4"]);
    assert_eq!(count(&["bench", "4"]), first);
    assert_eq!(count(&["setoption name Hash value 1", "bench 4"]), first);
}

#[test]
fn an_ablation_that_cannot_be_written_is_refused_before_it_is_made() {
    // Below a file there is no folder. The depth would take longer than a test waits.
    let below_a_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/ablation.md");
    let mut client = Client::start_with(&["ablate", "--depth", "30", "--markdown", below_a_file]);
    client.close_input();
    let (status, lines, errors) = client.end_with_errors();
    assert!(!status.success() && lines.is_empty(), "{lines:?}");
    assert!(errors.contains("ablation.md"), "{errors:?}");
}

#[test]
fn help_tells_that_no_sub_command_is_needed() {
    let (_, lines) = run(&["--help"]);
    let text = lines.join("\n");
    assert!(text.contains("cb2026 \"COMMAND\"...") && text.contains("cb2026 <SUB-COMMAND>"), "{text}");
    let (_, lines) = run(&["perft", "--help"]);
    assert!(lines.iter().any(|line| line.contains("cb2026 \"perft 3\"")), "{lines:?}");
}

#[test]
fn sub_commands_explain_themselves() {
    for arguments in [&["--help"][..], &["help"][..], &["--version"][..], &["perft", "--help"][..]] {
        let (success, lines) = run(arguments);
        assert!(success && !lines.is_empty(), "{arguments:?}");
    }
}

#[test]
fn genfens_gives_open_bench_as_many_positions_as_it_asks_for() {
    let fens = |command: &str| -> Vec<String> {
        let (success, lines) = run(&[command, "quit"]);
        assert!(success, "{command}: {lines:?}");
        lines.iter().map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned()).collect()
    };
    let first = fens("genfens 16 seed 7 book None");
    assert_eq!(first.len(), 16);
    for fen in &first {
        let position = chess::Position::from_fen(fen).expect(fen);
        assert!(position.has_legal_moves() && fen.split(' ').count() == 6, "{fen}");
    }
    assert_eq!(fens("genfens 16 seed 7 book None"), first);
    let other = fens("genfens 16 seed 8 book None");
    assert!(other.iter().all(|fen| !first.contains(fen)), "{other:?}");
    assert_ne!(fens("genfens 4 seed 7 book None dfrc"), first[..4]);

    let folder = Folder::new("genfens");
    let book = folder.file("book.epd");
    std::fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 40;\n").expect("a book");
    assert_eq!(fens(&format!("genfens 2 seed 1 book {book}")), ["4k3/8/8/8/8/8/4P3/4K3 w - - 3 40"; 2]);
}

#[test]
fn genfens_says_what_it_cannot_use() {
    for (command, reason) in [
        ("genfens", "genfens: the number of positions is missing"),
        ("genfens many", "genfens: the number of positions must be a whole number, not 'many'"),
        ("genfens 3 seed", "genfens: the seed is missing"),
        ("genfens 3 book", "genfens: the book is missing"),
        ("genfens 3 book no/such.epd", "no/such.epd"),
    ] {
        let (_, lines) = run(&[command, "quit"]);
        assert!(lines.len() == 1 && lines[0].contains(reason), "{command}: {lines:?}");
    }
}
