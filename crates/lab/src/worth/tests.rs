//! Small matches: what is asked for is measured, breaks lose nothing, and the document says how.

use super::*;
use crate::stats::Trinomial;

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("lab-worth-{name}-{}", std::process::id()))
}

fn nodes_a_move(nodes: &str) -> Pace {
    let mut pace = Pace::default();
    pace.set("nodes", nodes).unwrap();
    pace
}

fn options(name: &str, games: u64) -> Options {
    Options {
        pace: nodes_a_move("150"),
        games,
        doubtful: 0,
        techniques: vec![Technique::NullVerify, Technique::Tt],
        stages: false,
        timed: None,
        openings: None,
        seed: 3,
        concurrency: 2,
        journals: folder(name),
        depth: 3,
        samples: 0,
        command: "cb2026 worth --nodes 150".to_owned(),
    }
}

fn measure(options: &Options) -> Report {
    run(options, &Cancel::default(), &mut |_| {}).unwrap()
}

#[test]
fn a_break_loses_no_game() {
    let options = options("break", 8);
    let whole = measure(&options);
    assert_eq!(whole.techniques.rows.len(), 2);
    for row in &whole.techniques.rows {
        assert_eq!((row.games.games(), row.penta.games(), row.faults), (8, 8, 0), "{}", row.name);
    }
    assert!(whole.techniques.rows[0].elo.value >= whole.techniques.rows[1].elo.value);
    let elsewhere = Options { journals: folder("break-2"), ..options.clone() };
    measure(&Options { games: 4, ..elsewhere.clone() });
    let cancel = Cancel::default();
    let mut heard = 0;
    // Given up after the first technique's turn.
    let part = run(&elsewhere, &cancel, &mut |_| {
        heard += 1;
        cancel.cancel();
    })
    .unwrap();
    assert!(part.cancelled && heard == 1);
    // The second one has the games of the first run. (The rows are in the order of the results.)
    let played =
        |name: &str| part.techniques.rows.iter().find(|row| row.name == name).map(|row| row.games.games());
    assert_eq!((played("nullverify"), played("tt")), (Some(8), Some(4)), "{part}");
    assert!(part.markdown().contains("Fewer games than planned: tt 4 of 8."), "{}", part.markdown());
    assert_eq!(measure(&elsewhere), whole);
    // Without a game there is nothing to report.
    let nowhere = Options { journals: elsewhere.journals.join("none"), ..elsewhere.clone() };
    assert!(matches!(run(&nowhere, &cancel, &mut |_| {}), Err(LabError::Cancelled)));
    // All is there now: nothing is played again.
    let journal = || {
        let files = std::fs::read_dir(&elsewhere.journals).unwrap().map(|entry| entry.unwrap().path());
        let is_of_tt =
            |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("tt_at_150_nodes_");
        std::fs::read(files.into_iter().find(is_of_tt).unwrap()).unwrap()
    };
    let before = journal();
    assert_eq!(measure(&elsewhere), whole);
    assert_eq!(journal(), before);
    for options in [options, elsewhere] {
        std::fs::remove_dir_all(options.journals).unwrap();
    }
}

#[test]
fn a_stage_is_worth_more_than_nothing_and_a_crutch_less() {
    // The table and quiescence are worth hundreds of Elo: a sign wrong anywhere is noticed.
    let mut options =
        Options { stages: true, techniques: vec![Technique::Quiescence], ..options("stages", 2) };
    options.pace = nodes_a_move("60");
    let report = measure(&options);
    let stage = |name: &str| report.stages.rows.iter().find(|row| row.name == name).unwrap();
    assert_eq!(report.stages.rows.len(), Stage::all().len());
    assert_eq!(report.stages.rows[0].name, "stage 8");
    assert!(stage("stage 8").games.wins > stage("stage 8").games.losses, "{report}");
    assert!(report.techniques.rows[0].games.wins > report.techniques.rows[0].games.losses, "{report}");
    assert!(stage("stage 11").nodes.is_some_and(|ratio| ratio > 1.0), "{report}");
    std::fs::remove_dir_all(options.journals).unwrap();
}

#[test]
fn the_best_are_played_again_on_the_clock() {
    let mut pace = Pace::default();
    pace.set("tc", "0.2+0.002").unwrap();
    let options = Options {
        techniques: vec![Technique::NullVerify, Technique::Quiescence],
        timed: Some(Timed { pace, games: 2, rows: 1 }),
        ..options("timed", 8)
    };
    let report = measure(&options);
    let timed = report.timed.as_ref().unwrap();
    assert_eq!(timed.rows.len(), 1);
    assert_eq!(timed.rows[0].name, report.techniques.rows[0].name);
    let text = report.markdown();
    for expected in [
        "```\ncb2026 worth --nodes 150\n```",
        "## Techniques, 150 nodes, 8 games each",
        "## Techniques on the clock, 0.2+0.002, 2 games each",
        "| technique ",
        "seed 3",
        "from 2.94 it is worth that much (H1), to -2.94 it is not (H0)",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    std::fs::remove_dir_all(options.journals).unwrap();
}

#[test]
fn nodes_are_saved_by_the_side_that_has_it() {
    let mut subject = Subject::technique(Technique::Lmr);
    let options = Options { techniques: vec![Technique::Lmr], depth: 6, ..options("nodes", 2) };
    let mut nodes = count_nodes(&options, &Cancel::default()).unwrap().unwrap();
    let saved = |subject: &Subject, nodes: &ablate::Report| {
        let mut row = Row::empty(subject, 2);
        row.add_nodes(nodes);
        (row.nodes, row.nodes_capped)
    };
    let ratio = nodes.techniques[0].nodes as f64 / nodes.nodes as f64;
    assert!(ratio > 1.0, "late move reduction saves nodes");
    assert_eq!(saved(&subject, &nodes), (Some(ratio), false));
    nodes.techniques[0].capped = true;
    assert_eq!(saved(&subject, &nodes), (Some(ratio), true));
    // Off by default, it is switched on for the count: were that given up, nothing would be known.
    subject.in_use = false;
    assert_eq!(saved(&subject, &nodes), (None, false));
    nodes.techniques[0].capped = false;
    let (inverse, capped) = saved(&subject, &nodes);
    assert!(!capped && inverse.is_some_and(|inverse| (inverse * ratio - 1.0).abs() < 1e-9));
}

#[test]
fn a_match_without_games_has_no_figures() {
    let row = Row::empty(&Subject::technique(Technique::Lmr), 10);
    assert_eq!((row.games, row.sprt), (Trinomial::default(), None));
    let table = Table::sorted(Pace::default(), 10, vec![row]);
    let report =
        Report { techniques: table, ..measure(&Options { techniques: Vec::new(), ..options("none", 2) }) };
    let text = report.to_string();
    assert!(text.contains("0 of 10") && text.contains('–') && !text.contains("NaN"), "{text}");
}

#[test]
fn what_is_in_doubt_is_played_on() {
    let options = Options {
        techniques: vec![Technique::Quiescence, Technique::NullVerify],
        doubtful: 14,
        ..options("doubtful", 10)
    };
    let report = measure(&options);
    let games = |name: &str| {
        let row = report.techniques.rows.iter().find(|row| row.name == name).unwrap();
        (row.games.games(), row.planned)
    };
    // Quiescence is worth hundreds of Elo; nobody verifies a null move at 150 nodes, so that the match without it is even.
    assert_eq!((games("quiescence"), games("nullverify")), ((10, 10), (14, 14)), "{report}");
    let text = report.markdown();
    let heading = "## Techniques, 150 nodes, 10 games each, 14 where these leave it in doubt";
    assert!(text.contains(heading) && !text.contains("Fewer games"), "{text}");
    assert!(text.contains(&format!("(`bench 6`: {} nodes)", report.signature)), "{text}");
    std::fs::remove_dir_all(options.journals).unwrap();
}

#[test]
fn another_engine_has_other_journals() {
    let signature = |settings: &Settings| crate::bench::signature(settings).unwrap();
    let usual = signature(&Settings::default());
    for (name, value) in [("nullmove", "off"), ("rfp_margin", "81"), ("delta_margin", "150")] {
        let mut settings = Settings::default();
        settings.set(name, value).unwrap();
        assert_ne!(signature(&settings), usual, "{name}");
    }
}

#[test]
fn how_often_a_technique_is_wrong_stands_beside_it() {
    let options = Options {
        techniques: vec![Technique::Rfp, Technique::Tt],
        samples: 1,
        depth: 4,
        ..options("audit", 2)
    };
    let [audit] = &audits(&options, &Cancel::default()).unwrap()[..] else { panic!("one audit") };
    let report = measure(&options);
    let row = |technique: Technique| {
        report.techniques.rows.iter().find(|row| row.name == technique.name()).unwrap()
    };
    let expected = audit.rows.iter().find(|kind| kind.technique == "rfp").unwrap().wrong;
    assert!(expected.of > 0);
    assert!(audit.rows.iter().all(|kind| ["rfp", "tt"].contains(&kind.technique)));
    let harmless = Options { techniques: vec![Technique::Killers], ..options.clone() };
    assert_eq!(audits(&harmless, &Cancel::default()).unwrap(), []);
    // What the engine does not play with is judged apart from what it plays with.
    let both = Options { techniques: vec![Technique::Rfp, Technique::Futility], ..options.clone() };
    let [used, unused] = &audits(&both, &Cancel::default()).unwrap()[..] else { panic!("two audits") };
    let names = |audit: &audit::Report| audit.rows.iter().map(|kind| kind.technique).collect::<Vec<_>>();
    assert_eq!((names(used), names(unused)), (vec!["rfp"], vec!["futility"]));
    assert!(unused.rows[0].decisions > 0 && used.rows[0].wrong == expected, "{unused}");
    let both = measure(&both);
    assert!(both.techniques.rows.iter().all(|row| row.wrong.is_some()), "{}", both.markdown());
    assert_eq!(row(Technique::Rfp).wrong, Some(expected));
    assert!(report.markdown().contains(" wrong |"), "{}", report.markdown());
    std::fs::remove_dir_all(options.journals).unwrap();
}
