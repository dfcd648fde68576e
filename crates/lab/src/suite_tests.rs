//! Suites: what counts as solved, and what becomes of bad lines.

use super::*;

/// A suite of five: found, missed on purpose, avoided, mate found, mate promised too soon; and a line that makes no sense.
const SUITE: &str = r#"# the back rank
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "found";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm a1b1; id "missed";
nonsense
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7; id "avoided";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm #1;
7k/8/5K2/8/8/8/8/R7 w - - dm 1; id "no mate in one";
"#;

fn run_text(name: &str, text: &str) -> Result<Report, LabError> {
    let file = std::env::temp_dir().join(format!("lab-suite-{}-{name}", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let options =
        Options { file: file.clone(), effort: Effort::Depth(4), hash_mib: 1, settings: Settings::default() };
    let report = run(&options, &mut |_| {});
    std::fs::remove_file(file).unwrap();
    report
}

#[test]
fn solved_positions_are_told_from_missed_ones() {
    let report = run_text("mixed", SUITE).unwrap();
    let solved: Vec<bool> = report.positions.iter().map(|answer| answer.solved).collect();
    assert_eq!(solved, [true, false, true, true, false], "{report:?}");
    assert_eq!((report.solved, report.total), (3, 5));
    let [complaint] = &report.complaints[..] else { panic!("{report:?}") };
    assert_eq!(complaint.line, 4);
}

#[test]
fn answers_say_what_was_played_and_what_was_wanted() {
    let report = run_text("words", SUITE).unwrap();
    assert_eq!(
        report.positions[1].to_string().split(", depth").next(),
        Some("missed  missed: Ra8#  mate 1 (wanted Rb1)")
    );
    assert_eq!(report.positions[2].wanted, "not Ra7");
    assert!(report.positions[3].to_string().contains("line 6: Ra8#"), "{}", report.positions[3]);
    assert!(report.to_string().contains("3 of 5 solved, 1 lines skipped"), "{report}");
}

#[test]
fn programs_get_the_promised_fields() {
    let report = run_text("json", SUITE).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((json["solved"].as_u64(), json["total"].as_u64()), (Some(3), Some(5)));
    assert_eq!(json["positions"][0]["move"], "Ra8#");
    assert_eq!(json["positions"].as_array().map(Vec::len), Some(5));
}

#[test]
fn an_answer_does_not_depend_on_the_positions_before_it() {
    let twice = format!("{SUITE}{SUITE}");
    let report = run_text("twice", &twice).unwrap();
    let nodes: Vec<u64> = report.positions.iter().map(|answer| answer.nodes).collect();
    assert_eq!(nodes[..5], nodes[5..]);
}

#[test]
fn a_suite_without_positions_is_an_error() {
    let error = run_text("empty", "# nothing\nblah\n").unwrap_err();
    assert!(matches!(error, LabError::NoPositions { .. }) && error.to_string().contains("line 2"), "{error}");
}
