//! The audit catches what is planted and lets pass what is sound.

use super::*;

const PLANTED: &[(&str, &str)] = &[("lmp_base", "0"), ("lmp_depth_factor", "10"), ("lmp_max_depth", "20")];

fn options(technique: Technique, samples: usize, depth: u32, settings: &[(&str, &str)]) -> Options {
    let mut options = Options { techniques: vec![technique], samples, depth, ..Options::default() };
    // How often a rule is wrong depends on the evaluation: the figures below are for this one.
    for (name, value) in [("eval", "hand")].iter().chain(settings) {
        options.settings.set(name, value).unwrap();
    }
    options
}

fn audit(options: &Options) -> Report {
    let report = run(options, &Cancel::default()).unwrap();
    for row in &report.rows {
        assert_eq!(
            row.sampled,
            row.decisions.min(options.samples as u64),
            "every sampled decision is met again: {row:?}"
        );
    }
    report
}

fn only(report: &Report) -> &Row {
    let [row] = &report.rows[..] else { panic!("{} rows", report.rows.len()) };
    row
}

/// Reverse futility with no margin takes the evaluation for the score; late move pruning with none, the second quiet for a
/// late one.
#[test]
fn a_rule_without_its_margin_is_caught() {
    let planted: [(_, _, &[(&str, &str)]); 2] = [
        (Technique::Rfp, 1000, &[("rfp_margin", "10"), ("rfp_improving", "250"), ("rfp_max_depth", "20")]),
        (Technique::Lmp, 300, PLANTED),
    ];
    for (technique, samples, settings) in planted {
        let sound = audit(&options(technique, samples, 7, &[]));
        let unsound = audit(&options(technique, samples, 7, settings));
        let (sound, unsound) = (only(&sound), only(&unsound));
        assert!(unsound.wrong.low > sound.wrong.high, "{technique}: {unsound:?} against {sound:?}");
        assert!(unsound.error_cp.is_some_and(|error| error >= 1.0), "{unsound:?}");
    }
}

/// Without pruning a table score comes from a search that decides nothing by guess, so it is what a new search finds.
#[test]
fn what_is_sound_is_found_clean() {
    let plain = [
        ("all", "off"),
        ("quiescence", "on"),
        ("tt", "on"),
        ("pvs", "on"),
        ("mvvlva", "on"),
        ("history", "on"),
    ];
    let report = audit(&options(Technique::Tt, 300, 4, &plain));
    assert_eq!(report.rows.len(), 2);
    for row in &report.rows {
        assert!(row.wrong.of == 300 && row.wrong.count <= 1, "{row:?}");
    }
}

#[test]
fn a_seed_means_the_same_with_any_number_of_threads() {
    let one = Options { samples: 12, depth: 5, seed: 7, ..Options::default() };
    let two = Options { threads: 2, ..one.clone() };
    let (first, second) = (audit(&one), audit(&two));
    assert_eq!(first, second);
    let other = audit(&Options { seed: 8, ..one });
    assert_ne!(first.rows, other.rows);
    let counts = |report: &Report| report.rows.iter().map(|row| row.decisions).collect::<Vec<_>>();
    assert_eq!(counts(&first), counts(&other), "the search does not depend on the seed");
}

#[test]
fn asking_for_one_technique_does_not_change_its_sample() {
    let one = options(Technique::Lmr, 20, 5, &[]);
    let all = audit(&Options { techniques: Options::default().techniques, ..one.clone() });
    let one = audit(&one);
    assert!(all.rows.contains(only(&one)));
}

#[test]
fn wrong_decisions_are_written_as_positions() {
    let report = audit(&options(Technique::Lmp, 300, 6, PLANTED));
    assert!(!report.wrong.is_empty());
    for (line, wrong) in report.epd().lines().zip(&report.wrong) {
        let epd: chess::Epd = line.parse().unwrap();
        assert_eq!(epd.moves("sm").unwrap().len(), 1, "{line}");
        assert_eq!(epd.operands("acd").unwrap(), [wrong.depth.to_string()]);
        assert_eq!(epd.operands("claim").unwrap(), [format!("<= {}", wrong.alpha)]);
        assert_eq!(epd.position.fen(), wrong.fen);
        let mut game = Game::new(Position::from_fen(&wrong.root).unwrap());
        let has_null_move = wrong.line.iter().any(|mv| mv == "0000");
        if !has_null_move {
            wrong
                .line
                .iter()
                .for_each(|mv| game.play(chess::parse_uci(game.position(), mv).unwrap()).unwrap());
            assert_eq!(game.position().fen(), wrong.fen);
        }
    }
    assert_eq!(report.epd().lines().count(), report.wrong.len());
}

#[test]
fn the_tables_say_what_was_found() {
    let mut report = audit(&Options { samples: 5, depth: 4, by_depth: true, ..Options::default() });
    let text = report.markdown("cb2026 audit --depth 4");
    for expected in ["cb2026 audit --depth 4", "| lmp ", "| `pvs` |", "## By depth", "49 positions"] {
        assert!(text.contains(expected), "{expected} missing in\n{text}");
    }
    assert!(!text.contains("given up"));
    report.complete = false;
    assert!(report.to_string().contains("given up"));
    let json = serde_json::to_value(&report).unwrap();
    let row = &json["rows"][0];
    for field in ["decisions", "sampled", "median_depth", "error_cp", "nodes_saved"] {
        assert!(row.get(field).is_some(), "{field} missing in {row}");
    }
    assert!(
        row["wrong"]["rate"].is_number() && row["wrong"]["high"].is_number() && row["by_depth"].is_array()
    );
}

#[test]
fn what_cannot_be_audited_is_refused() {
    let error = run(&options(Technique::Killers, 10, 4, &[]), &Cancel::default()).unwrap_err().to_string();
    assert!(error.contains("killers") && error.contains("nullmove"), "{error}");
    let missing = Options { positions: Some("no/such.epd".into()), ..Options::default() };
    assert!(run(&missing, &Cancel::default()).unwrap_err().to_string().contains("no/such.epd"));
}

#[test]
fn what_is_off_is_audited_if_asked_for_and_named_otherwise() {
    let histprune = |depth| options(Technique::HistPrune, 20, depth, &[("histprune", "off")]);
    let asked = audit(&histprune(8));
    assert!(only(&asked).decisions > 0 && asked.off.is_empty(), "{asked}");
    let mut settings = Settings::default();
    settings.set("all", "on").unwrap();
    for name in ["histprune", "singular"] {
        settings.set(name, "off").unwrap();
    }
    let others = audit(&Options { techniques: Vec::new(), settings, ..histprune(3) });
    assert_eq!(others.off, ["singular", "histprune"]);
    assert!(others.rows.iter().all(|row| !others.off.contains(&row.technique)));
    for text in [others.to_string(), others.markdown("cb2026 audit")] {
        assert!(text.contains("Not audited, because they are off: singular, histprune"), "{text}");
    }
}

#[test]
fn an_audit_given_up_says_so() {
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(matches!(run(&Options::default(), &cancel), Err(LabError::Cancelled)));
    // The first position is mated, and the second keeps any machine busy.
    let path = std::env::temp_dir().join(format!("lab-audit-{}.epd", std::process::id()));
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    std::fs::write(&path, format!("{mated}\n{}\n", Position::startpos().fen())).unwrap();
    let cancel = Cancel::default();
    let copy = cancel.clone();
    let endless = Options { positions: Some(path.clone()), depth: 100, ..Options::default() };
    let audit = std::thread::spawn(move || run(&endless, &copy));
    std::thread::sleep(std::time::Duration::from_millis(500));
    cancel.cancel();
    match audit.join().unwrap() {
        Ok(report) => assert_eq!((report.positions, report.complete), (1, false)),
        Err(error) => assert!(matches!(error, LabError::Cancelled)),
    }
    std::fs::remove_file(path).unwrap();
}
