//! `audit` and `reveal`: what people and programs get.

use std::fs;

use crate::harness::{Client, Folder, run};

#[test]
fn an_audit_is_told_to_people_and_programs_and_written_down() {
    let folder = Folder::new("audit");
    let (positions, wrong, document) =
        (folder.file("in.epd"), folder.file("wrong.epd"), folder.file("audit.md"));
    fs::write(&positions, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -\nnonsense\n").unwrap();
    let arguments = [
        "audit",
        "--positions",
        &positions,
        "--depth",
        "6",
        "--samples",
        "300",
        "--technique",
        "lmp",
        "--set",
        "lmp_base=0",
        "--set",
        "lmp_depth_factor=10",
        // By another evaluation none of the sample might be wrong.
        "--set",
        "eval=hand",
        "--by-depth",
        "--positions-out",
        &wrong,
        "--markdown",
        &document,
    ];
    let (success, text, _) = run(&arguments);
    assert!(success, "{text}");
    assert!(
        text.contains("line 2 skipped") && text.contains("with lmp_base=0 lmp_depth_factor=10"),
        "{text}"
    );
    let (success, json, _) = run(&[&arguments[..], &["--json", "--threads", "2"]].concat());
    assert!(success);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let row = &report["rows"][0];
    assert_eq!((&row["technique"], &row["sampled"]), (&"lmp".into(), &300.into()));
    let count = row["wrong"]["count"].as_u64().unwrap() as usize;
    let written = fs::read_to_string(&wrong).unwrap();
    assert!(count > 0 && written.lines().count() == count, "{row}\n{written}");
    assert!(written.lines().all(|line| line.contains(" sm ") && line.contains("; claim \"<= ")), "{written}");
    let document = fs::read_to_string(&document).unwrap();
    assert!(
        document.contains("    cb2026 audit --positions ") && document.contains("## By depth"),
        "{document}"
    );
}

#[test]
fn a_hidden_move_is_told_in_a_sentence_and_as_json() {
    let arguments = [
        "reveal",
        "--fen",
        "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1",
        "--move",
        "e6e1",
        "--nodes",
        "45000",
        "--set",
        "stage=12",
        // What is hidden, and by what, differs from evaluation to evaluation.
        "--set",
        "eval=hand",
    ];
    let (success, text, _) = run(&arguments);
    assert!(success);
    assert!(text.starts_with("nullmove hides Re1+: without, it is found at depth "), "{text}");
    assert!(text.contains("(default)") && text.contains("killers"), "{text}");
    let (success, json, _) = run(&[&arguments[..], &["--json", "--threads", "2"]].concat());
    assert!(success);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["findings"][0]["revealed"]["off"], serde_json::json!(["nullmove"]));
    assert!(report["findings"][0]["default"]["found"].is_null());
}

#[test]
fn a_position_may_be_the_initial_one() {
    for arguments in [&["reveal", "--move", "a3", "--nodes", "300"][..], &["explain", "--depth", "2"]] {
        let (success, text, errors) = run(&[arguments, &["--fen", "startpos"]].concat());
        assert!(success && !text.is_empty(), "{arguments:?}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_suite_with_what_there_is() {
    let folder = Folder::new("reveal");
    let (suite, document) = (folder.file("suite.epd"), folder.file("reveal.md"));
    let easy = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"mate\";\n";
    // All of these take longer than a test waits.
    let hard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id \"hard\";\n";
    fs::write(&suite, format!("{easy}{}", hard.repeat(2000))).unwrap();
    let arguments =
        ["reveal", "--suite", &suite, "--nodes", "20000", "--set", "stage=9", "--markdown", &document];
    let mut client = Client::start_with(&arguments);
    client.close_input();
    client.until("mate:");
    client.interrupt();
    let (status, lines, errors) = client.end_with_errors();
    assert!(status.success() && errors.contains("stopping"), "{errors}");
    assert!(lines.iter().any(|line| line.contains("given up")), "{lines:?}");
    assert!(fs::read_to_string(&document).unwrap().contains("suite.epd"));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for (arguments, complaint) in [
        (&["audit", "--technique", "nulmove"][..], "nulmove"),
        (&["audit", "--technique", "killers"], "killers"),
        (&["audit", "--positions", "no/such.epd"], "no/such.epd"),
        (&["audit", "--samples", "0"], "samples"),
        (&["reveal"], "--fen"),
        (&["reveal", "--fen", fen], "some of the legal moves, not all"),
        (&["reveal", "--fen", fen, "--move", "Qa8"], "Qa8"),
        (&["reveal", "--fen", "8/8 w", "--move", "Qa8"], "FEN"),
        (&["reveal", "--fen", fen, "--suite", "x.epd"], "--suite"),
        (&["reveal", "--suite", "no/such.epd"], "no/such.epd"),
    ] {
        let (success, output, errors) = run(arguments);
        assert!(!success && output.is_empty(), "{arguments:?}: {output}");
        assert!(errors.contains(complaint), "{arguments:?}: {errors}");
    }
}
