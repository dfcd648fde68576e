use std::time::Duration;

use super::*;

fn command(line: &str) -> Command {
    let parsed = parse(line);
    assert_eq!(parsed.problems, [], "{line}");
    parsed.command.unwrap_or_else(|| panic!("no command in {line:?}"))
}

fn go(line: &str) -> GoSpec {
    match command(line) {
        Command::Go(spec) => spec,
        other => panic!("{other:?}"),
    }
}

#[test]
fn blanks_tabs_and_carriage_returns_separate_words() {
    assert_eq!(command("  \t uci \r\n"), Command::Uci);
    assert_eq!(go("go \t depth\t  5\r").depth, Some(5));
    assert_eq!(parse(" \t \r\n"), Parsed::default());
    assert_eq!(parse("# a remark with go in it"), Parsed::default());
}

#[test]
fn go_takes_limits_in_any_order() {
    let one = go("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7 mate 8 movetime 9");
    let two = go("go movetime 9 mate 8 nodes 7 depth 6 movestogo 5 binc 20 winc 10 btime 2000 wtime 1000");
    assert_eq!(one, two);
    assert_eq!(one.time, [Some(Duration::from_secs(1)), Some(Duration::from_secs(2))]);
    assert_eq!(one.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
    assert_eq!((one.moves_to_go, one.depth, one.nodes, one.mate), (Some(5), Some(6), Some(7), Some(8)));
    assert_eq!(one.move_time, Some(Duration::from_millis(9)));
}

#[test]
fn searchmoves_end_at_the_next_keyword() {
    let spec = go("go searchmoves e2e4 d2d4 infinite");
    assert_eq!(spec.search_moves, Some(vec!["e2e4".to_owned(), "d2d4".to_owned()]));
    assert!(spec.infinite);
    assert_eq!(go("go ponder searchmoves").search_moves, Some(vec![]));
}

#[test]
fn odd_numbers_are_bounded() {
    let spec = go("go wtime -50 btime 99999999999999999999 movestogo 0 depth 0 nodes -1");
    assert_eq!(spec.time[0], Some(Duration::ZERO));
    assert!(spec.time[1].is_some_and(|t| t >= Duration::from_secs(1_000_000)));
    assert_eq!((spec.moves_to_go, spec.depth, spec.nodes), (None, Some(1), Some(1)));
}

#[test]
fn a_go_whose_only_limit_is_unreadable_still_ends() {
    for line in ["go depth abc", "go depth", "go movetime 1.5", "go mate"] {
        let parsed = parse(line);
        assert!(!parsed.problems.is_empty(), "{line}");
        let Some(Command::Go(spec)) = parsed.command else { panic!("{line}") };
        assert_eq!(spec.depth, Some(1), "{line}");
    }
    let Some(Command::Go(spec)) = parse("go depth x nodes 500").command else { panic!() };
    assert_eq!((spec.depth, spec.nodes), (None, Some(500)));
}

#[test]
fn unknown_words_are_reported_and_the_rest_is_read() {
    let parsed = parse("joho   debug on");
    assert_eq!(parsed.command, Some(Command::Debug(true)));
    assert_eq!(parsed.problems, [CommandError::UnknownCommand("joho".into())]);
    let parsed = parse("go quickly depth 5");
    assert_eq!(parsed.command, Some(Command::Go(GoSpec { depth: Some(5), ..GoSpec::default() })));
    assert!(parsed.complaint().is_some_and(|c| c.contains("'quickly'")));
    let parsed = parse("xyz");
    assert_eq!(parsed.command, None);
    assert!(parsed.complaint().is_some_and(|c| c.contains("'xyz'")));
}

#[test]
fn a_sentence_runs_no_console_command() {
    assert_eq!(parse("please show d").command, None);
}

#[test]
fn option_names_and_values_may_hold_blanks() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(str::to_owned),
    };
    assert_eq!(command("setoption name Move  Overhead value 50\r"), set("Move Overhead", Some("50")));
    assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", None));
    assert_eq!(command("setoption name EvalFile value /a  b/c "), set("EvalFile", Some("/a  b/c")));
    assert_eq!(command("setoption name Techniques value"), set("Techniques", Some("")));
    assert!(parse("setoption").command.is_none());
    assert!(parse("setoption name").command.is_none());
    assert!(parse("setoption name value 3").command.is_none());
    assert!(parse("setoption value 3 nam x").command.is_none());
}

#[test]
fn positions_are_split_into_base_and_moves() {
    let spec = |fen: Option<&str>, moves: &[&str]| {
        Command::Position(PositionSpec {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        })
    };
    assert_eq!(command("position startpos"), spec(None, &[]));
    assert_eq!(command("position startpos moves e2e4 e7e5"), spec(None, &["e2e4", "e7e5"]));
    assert_eq!(command("position  fen  8/8/8/8 w  - - moves a1a2"), spec(Some("8/8/8/8 w - -"), &["a1a2"]));
    assert_eq!(command("position fen"), spec(Some(""), &[]));
    assert_eq!(parse("position").command, None);
    assert_eq!(parse("position startpos e2e4").problems.len(), 1);
}

#[test]
fn any_text_is_read_without_panicking() {
    use rand::{Rng, SeedableRng, rngs::SmallRng};
    let words = [
        "go",
        "position",
        "fen",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "depth",
        "set",
        "perft",
        "debug",
        "searchmoves",
        "e2e4",
        "-1",
        "999999999999999999999",
        "\u{a0}",
        "é",
        "\t",
        "\r",
        "",
        "bench",
        "#",
        "0000",
    ];
    let mut random = SmallRng::seed_from_u64(7);
    for _ in 0..20_000 {
        let count = random.random_range(0..8);
        let line: Vec<&str> = (0..count).map(|_| words[random.random_range(0..words.len())]).collect();
        let parsed = parse(&line.join(" "));
        let _ = parsed.complaint();
    }
}
