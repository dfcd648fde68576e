//! What is known to hide a move, or was made to, is named.

use chess::Position;

use super::*;

/// A zugzwang that ends in mate: whoever may pass in the search does not see that Black must move.
const ZUGZWANG: (&str, &str) = ("8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1", "Re1+");

/// Win at Chess 23, won by a pawn move.
const QUIET: (&str, &str) = ("r3nrk1/2p2p1p/p1p1b1p1/2NpPq2/3R4/P1N1Q3/1PP2PPP/4R1K1 w - - 0 1", "g4");

/// No margin: the evaluation is taken for the score.
const RFP_WITHOUT_MARGIN: &str = "rfp=on rfp_margin=10 rfp_improving=250 rfp_max_depth=20";
/// The second quiet is late already.
const LMP_AT_ONCE: &str = "lmp=on lmp_base=0 lmp_depth_factor=10 lmp_max_depth=20";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn options((fen, mv): (&str, &str), nodes: u64, settings: &str) -> Options {
    let puzzle = Puzzle::new(position(fen), &[mv.to_owned()], &[]).unwrap();
    let mut options = Options {
        source: Source::One(Box::new(puzzle)),
        nodes,
        most: 2,
        threads: 1,
        settings: Settings::default(),
    };
    // What is hidden, and by what, differs from evaluation to evaluation.
    options.settings.set("eval", "hand").unwrap();
    for (name, value) in settings.split(' ').filter_map(|setting| setting.split_once('=')) {
        options.settings.set(name, value).unwrap();
    }
    options
}

fn reveal(options: &Options) -> Finding {
    let mut report = run(options, &Cancel::default(), &mut |_| {}).unwrap();
    assert!(report.complete && report.findings.len() == 1);
    report.findings.remove(0)
}

fn revealed(finding: &Finding) -> &[&'static str] {
    finding.revealed.as_ref().map_or(&[], |trial| &trial.off)
}

#[test]
fn the_null_move_hides_a_zugzwang() {
    let finding = reveal(&options(ZUGZWANG, 45_000, "stage=12"));
    assert_eq!(revealed(&finding), ["nullmove"], "{}", finding.sentence());
    assert!(finding.sentence().starts_with("nullmove hides Re1+"), "{}", finding.sentence());
}

#[test]
fn an_absurd_rule_is_named_and_so_are_two_that_hide_together() {
    let finding = reveal(&options(QUIET, 50_000, &format!("stage=13 {RFP_WITHOUT_MARGIN}")));
    assert_eq!(revealed(&finding), ["rfp"], "{}", finding.sentence());
    let both = options(QUIET, 50_000, &format!("stage=13 {RFP_WITHOUT_MARGIN} {LMP_AT_ONCE}"));
    let finding = reveal(&both);
    assert_eq!(revealed(&finding), ["rfp", "lmp"], "{}", finding.sentence());
    assert!(finding.singles.iter().all(|trial| trial.found.is_none()));
    assert!(finding.sentence().starts_with("rfp and lmp together hide g4"), "{}", finding.sentence());
    // What is found does not depend on how many search.
    assert_eq!(reveal(&Options { threads: 2, ..both.clone() }), finding);
    let alone = reveal(&Options { most: 1, ..both });
    assert_eq!(alone.revealed, None);
    assert!(alone.sentence().contains("Nothing tried reveals g4"), "{}", alone.sentence());
}

#[test]
fn a_member_that_a_set_does_not_need_is_dropped() {
    let options = options(QUIET, 50_000, &format!("stage=13 {RFP_WITHOUT_MARGIN}"));
    let Source::One(puzzle) = &options.source else { panic!("one puzzle") };
    let (cancel, progress) = (Cancel::default(), ProgressBar::hidden());
    let bench = Bench { puzzle, settings: &options.settings, nodes: options.nodes, cancel: &cancel };
    let search = Trials { bench, threads: 1, progress: &progress };
    let pair = search.trials(&[vec![Technique::Rfp, Technique::Killers]]).unwrap().remove(0).unwrap();
    let left = search.without_idlers(pair, &techniques(&options)).unwrap();
    assert_eq!((left.off, left.found.is_some()), (vec!["rfp"], true));
}

#[test]
fn what_is_found_anyway_is_compared() {
    let finding = reveal(&options(("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"), 2000, "all=on"));
    let own = finding.default.found.unwrap();
    assert!(own.depth == 1 && own.nodes < 2000, "{own:?}");
    assert_eq!((finding.revealed.as_ref(), finding.singles.len()), (None, Technique::ALL.len()));
    assert!(
        finding.sentence().starts_with("Nothing hides Ra8#: the engine finds it at depth 1"),
        "{}",
        finding.sentence()
    );
}

#[test]
fn puzzles_name_moves_in_either_notation_and_moves_to_avoid() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let texts = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
    let san = Puzzle::new(position(fen), &texts(&["Ra8", "Kf2"]), &[]).unwrap();
    let uci = Puzzle::new(position(fen), &texts(&["g1f2", "a1a8"]), &[]).unwrap();
    assert_eq!(san, uci);
    let avoid = Puzzle::new(position(fen), &[], &texts(&["Ra8"])).unwrap();
    assert_eq!(avoid.wanted, "anything but Ra8#");
    assert_eq!(avoid.solutions.len() + 1, avoid.position.count_legal_moves());
    for (moves, reason) in [(&["Qa8"][..], "Qa8"), (&[], "some of the legal moves, not all")] {
        let error = Puzzle::new(position(fen), &texts(moves), &[]).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(Puzzle::new(position(fen), &texts(&["Ra8"]), &texts(&["Ra8"])).is_err());
}

#[test]
fn a_suite_is_summed_up() {
    let file = std::env::temp_dir().join(format!("lab-reveal-{}.epd", std::process::id()));
    let text = format!(
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"mate\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; id \"no move\";\n\
         {} bm Re1; id \"zugzwang\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8; id \"beyond the limit\";\n",
        ZUGZWANG.0.trim_end_matches(" 0 1")
    );
    std::fs::write(&file, text).unwrap();
    let source = Source::Suites { files: vec![file.clone()], limit: Some(2) };
    let options = Options { source, threads: 2, ..options(ZUGZWANG, 45_000, "stage=12") };
    let mut sentences = Vec::new();
    let report =
        run(&options, &Cancel::default(), &mut |finding| sentences.push(finding.sentence())).unwrap();
    std::fs::remove_file(file).unwrap();
    let suite = &report.suites[0];
    assert_eq!((suite.total, suite.found, suite.revealed_by_one, suite.revealed_by_several), (2, 1, 1, 0));
    assert_eq!(suite.complaints.len(), 1);
    assert_eq!(sentences.len(), 2);
    let tally = |name| report.tallies.iter().find(|tally| tally.technique == name).unwrap();
    assert_eq!((tally("nullmove").reveals, tally("nullmove").reveals_soonest), (1, 1));
    assert_eq!(tally("killers").reveals, 0);
    let document = report.markdown("cb2026 reveal --suite x.epd");
    for expected in
        ["cb2026 reveal --suite x.epd", "| zugzwang ", "| nullmove ", "45,000 nodes", "| on the edge |"]
    {
        assert!(document.contains(expected), "{expected} missing in\n{document}");
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["findings"][1]["revealed"]["off"][0], "nullmove");
}

#[test]
fn nothing_found_out_is_no_report() {
    let cancel = Cancel::default();
    cancel.cancel();
    let result = run(&options(ZUGZWANG, 1000, ""), &cancel, &mut |_| {});
    assert!(matches!(result, Err(LabError::Cancelled)));
}

#[test]
fn a_position_on_the_edge_blames_nobody() {
    let mut finding = reveal(&options(ZUGZWANG, 2_000, "stage=12"));
    let found = Some(Found { depth: 3, nodes: 700 });
    finding.singles.iter_mut().for_each(|trial| trial.found = found);
    finding.revealed = finding.singles.first().cloned();
    for on_edge in [false, true] {
        let finding = Finding { on_edge, ..finding.clone() };
        let sentence = finding.sentence();
        assert_eq!(sentence.starts_with("No one technique hides Re1+"), on_edge, "{sentence}");
        let suite = Suite::new("x.epd".into(), 2, Vec::new(), std::slice::from_ref(&finding));
        assert_eq!((suite.on_edge, suite.revealed_by_one), (usize::from(on_edge), usize::from(!on_edge)));
        let report = Report::new(&options(ZUGZWANG, 2_000, "stage=12"), vec![suite], vec![finding]);
        assert_eq!(report.tallies.iter().map(|tally| tally.reveals).sum::<usize>() > 0, !on_edge);
    }
}
