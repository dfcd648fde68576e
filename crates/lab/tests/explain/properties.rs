//! Explanations of many nodes against all notes of the same search.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use chess::Move;
use engine::eval::Evaluation;
use engine::eval::nnue::Network;
use engine::{Bound, Note, Score, Technique};
use lab::explain::{Comparison, Fate, MoveReport, NodeReport, Options, Report, score_text};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::arithmetic::value;
use crate::oracle::{Oracle, Visit};
use crate::{POSITIONS, explain, options};

/// Rules whose numbers are sums: a bare number would mean that the terms do not give what the search acted on.
const SUMS: [&str; 7] = ["rfp", "razoring", "lmp", "futility", "histprune", "see_prune", "delta"];

fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// What is printed is true: the numbers stand as the sign between them says, and every sum is right.
fn check_comparison(comparison: &Comparison) {
    let Comparison { rule, have, need, holds, text } = comparison;
    assert_eq!(*holds, have >= need, "{comparison}");
    let (left, right) = text.split_once(if *holds { " >= " } else { " < " }).expect("a comparison");
    let mut sums = 0;
    for (side, number) in [(left, *have), (right, *need)] {
        if let Some((sum, result)) = side.split_once(" = ") {
            sums += 1;
            assert_eq!(value(result), number, "{comparison}");
            if !sum.contains("mate") && !sum.contains("lesser") {
                assert_eq!(value(sum), number, "{comparison}");
            }
        } else if !side.contains("mate") && !side.contains("inf") {
            // A capture of ProbCut stands before its score, and its square is no number.
            let side = if *rule == "probcut" { side.rsplit(' ').next().unwrap_or(side) } else { side };
            assert_eq!(value(side), number, "{comparison}");
        }
    }
    assert!(sums > 0 || !SUMS.contains(rule), "{comparison}: the terms are missing");
}

fn is_quiet(pos: &chess::Position, mv: &MoveReport) -> bool {
    chess::parse_uci(pos, &mv.mv.uci).expect("legal").is_quiet()
}

/// Every legal move once; numbers without a gap; fates that fit what is known of the move.
fn check_moves(node: &NodeReport) {
    let pos = chess::Position::from_fen(&node.fen).unwrap();
    let told: Vec<&str> = node.moves.iter().map(|mv| mv.mv.uci.as_str()).collect();
    let legal: BTreeSet<String> = pos.legal_moves().iter().map(|mv| mv.uci(false).to_string()).collect();
    assert_eq!(told.len(), legal.len(), "{}: {told:?}", node.fen);
    assert_eq!(told.iter().map(|&mv| mv.to_owned()).collect::<BTreeSet<_>>(), legal);
    let numbers: Vec<usize> = node.moves.iter().filter_map(|mv| mv.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len()));
    for mv in &node.moves {
        mv.tests.iter().for_each(check_comparison);
        let came_up = matches!(mv.fate, Fate::Searched | Fate::Skipped | Fate::Cut);
        assert_eq!((mv.number.is_some(), mv.reason.is_some()), (came_up, came_up), "{mv:?}");
        assert_eq!(mv.fate == Fate::Searched, mv.score.is_some() && !mv.searches.is_empty(), "{mv:?}");
        let skipping = mv.tests.iter().filter(|test| test.holds).count();
        assert_eq!(skipping, usize::from(mv.fate == Fate::Skipped), "{mv:?}");
        assert_eq!(mv.tests.last().is_some_and(|test| test.holds), mv.fate == Fate::Skipped, "{mv:?}");
        check_other(node, &pos, mv);
        if let Some(reduction) = &mv.reduction {
            let sum: f64 = reduction.terms.iter().map(|term| term.plies).sum();
            assert!(reduction.plies == 0 || reduction.plies <= sum as i32, "{mv:?}");
        }
    }
}

/// A move that never came up: quiescence looks at no quiet ones, in check only until one evasion is not mated.
fn check_other(node: &NodeReport, pos: &chess::Position, mv: &MoveReport) {
    let cut = node.bound == "lower";
    let came_up = node.moves.iter().filter(|mv| mv.number.is_some()).count();
    let before_cut = &node.moves[..came_up - usize::from(cut && came_up > 0)];
    let mated = |mv: &MoveReport| mv.score.as_ref().is_some_and(|score| score.starts_with("mate -"));
    let quiet_in_quiescence = node.kind == "quiescence" && is_quiet(pos, mv);
    match mv.fate {
        Fate::NotGenerated => {
            assert!(quiet_in_quiescence && (!pos.in_check() || !before_cut.iter().all(mated)), "{mv:?}");
        }
        Fate::NotReached => {
            assert!(cut && came_up > 0, "{mv:?}");
            assert!(!quiet_in_quiescence || (pos.in_check() && before_cut.iter().all(mated)), "{mv:?}");
        }
        _ => {}
    }
}

/// The visit shown is the one the notes tell of, move by move.
fn check_visit(node: &NodeReport, visit: &Visit) {
    let (mut moves, mut last) = (node.moves.iter(), None);
    let mut in_moves = 0;
    for note in &visit.notes {
        match *note {
            Note::Enter { depth, window, quiescence, .. } => {
                assert_eq!((node.depth_asked, node.kind == "quiescence"), (depth, quiescence));
                assert_eq!((&node.alpha, &node.beta), (&score_text(window.alpha), &score_text(window.beta)));
            }
            Note::Facts(facts) => {
                let eval = node.eval.map(|eval| (eval.raw, eval.corrected, eval.estimate, eval.improving));
                let numbers = (
                    facts.raw_eval.get(),
                    facts.static_eval.get(),
                    facts.estimate.get(),
                    Some(facts.improving),
                );
                assert_eq!(eval, (!facts.in_check).then_some(numbers));
                assert_eq!(node.table.as_ref().map(|table| table.depth), facts.tt.map(|hit| hit.depth));
            }
            Note::Cut { by, .. } => assert_eq!(node.ended, by.name()),
            Note::Picked(picked) => {
                let told = moves.next().expect("a move");
                assert_eq!(told.mv.uci, picked.mv.uci(false).to_string());
                last = Some(told);
                in_moves = 0;
            }
            Note::Tested(test) => match last {
                Some(told) => {
                    assert_eq!(
                        (told.tests[in_moves].have, told.tests[in_moves].need),
                        (test.have, test.need)
                    );
                    in_moves += 1;
                }
                None => {
                    let line = node.rules.iter().find(|rule| rule.rule == test.by.name()).expect("a rule");
                    let compared = &line.comparisons[0];
                    assert_eq!((line.asked, compared.have, compared.need), (true, test.have, test.need));
                }
            },
            Note::Skipped { .. } | Note::SkippedInQuiescence { .. } => {
                assert_eq!(last.map(|told| told.fate), Some(Fate::Skipped));
            }
            Note::Reduced { plies, reduction, .. } => {
                let told = last.and_then(|told| told.reduction.as_ref()).expect("a reduction");
                let sum: f64 = told.terms.iter().map(|term| term.plies).sum();
                assert_eq!((told.plies, (sum * 1024.0).round() as i32), (plies, reduction.sum()));
            }
            Note::Extended { plies, .. } => {
                let extension = last.and_then(|told| told.extension.as_ref());
                assert_eq!(extension.map(|extension| extension.plies), Some(plies));
            }
            Note::Searched { score, bound, .. } => {
                let told = last.expect("a move");
                assert_eq!(
                    (told.score.as_ref(), told.bound),
                    (Some(&score_text(score)), Some(bound_name(bound)))
                );
            }
            Note::Exit { score, bound } => {
                assert_eq!((&node.score, node.bound), (&score_text(score), bound_name(bound)));
            }
            _ => {}
        }
    }
    assert!(moves.all(|mv| mv.number.is_none()), "moves that never came up are told as if they had");
}

/// The rules say that they were asked exactly when the search compared something.
fn check_rules(node: &NodeReport, visit: &Visit) {
    node.rules.iter().flat_map(|rule| &rule.comparisons).for_each(check_comparison);
    let before_moves = visit.notes.iter().take_while(|note| !matches!(note, Note::Picked(_)));
    let tested: HashSet<&str> = before_moves
        .filter_map(|note| if let Note::Tested(test) = note { Some(test.by.name()) } else { None })
        .collect();
    for rule in node.rules.iter().filter(|rule| ["rfp", "razoring", "nullmove"].contains(&rule.rule)) {
        assert_eq!(rule.asked, tested.contains(rule.rule), "{rule} in {}", node.fen);
    }
    // Where a depth stood in the way, it did.
    for rule in &node.rules {
        let Some(depths) = rule.text.strip_prefix("not asked: depth ") else { continue };
        let number = |text: &str| text.parse::<i32>().expect("a depth");
        match (depths.split_once(" > "), depths.split_once(" < ")) {
            (Some((depth, most)), _) => assert!(number(depth) > number(most), "{rule}"),
            (_, Some((depth, least))) => assert!(number(depth) < number(least), "{rule}"),
            _ => panic!("{rule}"),
        }
    }
}

/// What kinds of notes a visit has: visits of the same class are told by the same code.
fn class(visit: &Visit) -> String {
    let kind = |note: &Note| match note {
        Note::Cut { by, .. } => format!("cut {by}"),
        Note::DepthChanged { by, .. } => format!("depth {by}"),
        Note::Extended { by, plies, .. } => format!("extended {by} {}", plies.signum()),
        Note::Tested(test) => format!("{} {}", test.by, test.holds()),
        Note::Settled(why) => format!("{why:?}"),
        Note::Facts(node) => format!("facts {} {} {}", node.pv, node.in_check, node.tt.is_some()),
        Note::Picked(picked) => format!("{:?}", picked.reason),
        Note::Exit { bound, .. } => format!("{bound:?}"),
        note => format!("{:?}", std::mem::discriminant(note)),
    };
    visit.notes.iter().map(kind).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(",")
}

/// Rare enough to be looked for: reduced nodes in which late moves were weighed, evasions in quiescence that cut, and nodes in
/// which standing pat was enough.
fn is_rare(visit: &Visit) -> bool {
    let has = |wanted: &dyn Fn(&Note) -> bool| visit.notes.iter().any(wanted);
    let reduced = has(&|note| matches!(note, Note::DepthChanged { by: Technique::Iir, .. }));
    let weighed = has(&|note| matches!(note, Note::Tested(test) if test.by == Technique::Lmp));
    let in_check = !has(&|note| matches!(note, Note::StandPat { .. }));
    let cut = has(&|note| matches!(note, Note::Exit { bound: Bound::Lower, .. }));
    let tried = has(&|note| matches!(note, Note::Picked(_)));
    (reduced && weighed) || (visit.quiescence() && visit.full() && cut && (in_check || !tried))
}

/// Lines that were searched: so many, each with a visit of another class or last searched at another time, in the last iteration
/// or before it, rare ones first.
fn some_lines(oracle: &Oracle, count: usize, rng: &mut SmallRng) -> Vec<Vec<Move>> {
    let last = oracle.lines.keys().map(|line| oracle.last_iteration(line)).max();
    let mut classes: BTreeMap<(bool, bool, String), Vec<Vec<u16>>> = BTreeMap::new();
    let raw = |line: &[Move]| -> Vec<u16> { line.iter().map(|mv| mv.raw()).collect() };
    for line in oracle.lines.keys() {
        let visit = oracle.shown(line);
        let old = Some(oracle.last_iteration(line)) != last;
        classes.entry((!is_rare(visit), old, class(visit))).or_default().push(raw(line));
    }
    let mut chosen: Vec<(bool, Vec<u16>)> = Vec::new();
    for ((common, ..), lines) in &mut classes {
        lines.sort_unstable();
        chosen.extend(lines.choose(rng).map(|line| (*common, line.clone())));
    }
    chosen.shuffle(rng);
    let (rare, common): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|(common, _)| !common);
    let chosen = rare.into_iter().take(count / 2).chain(common).take(count).map(|(_, line)| line);
    let read = |line: Vec<u16>| line.into_iter().map(|raw| Move::from_raw(raw).expect("a move")).collect();
    chosen.map(read).collect()
}

fn check(oracle: &Oracle, options: &Options, line: Vec<Move>) -> Report {
    let visits = oracle.lines[&line].len() as u64;
    let visit = oracle.shown(&line);
    let report = explain(&Options { line: line.clone(), ..options.clone() });
    assert_eq!(report.nodes, oracle.nodes, "observation changes nothing");
    let last_iteration = oracle.last_iteration(&line);
    assert_eq!(report.is_reached(), last_iteration == options.depth as i32, "{line:?}");
    if !report.is_reached() {
        assert!(
            report.answer.contains(&format!("last searched in iteration {last_iteration}"))
                || report.reached + 1 < line.len(),
            "{}",
            report.answer
        );
        return report;
    }
    let node = report.node.as_ref().expect("a node");
    let told = report.visits.as_ref().expect("visits");
    assert_eq!((told.total, told.iteration, node.iteration), (visits, last_iteration, visit.iteration));
    check_moves(node);
    check_visit(node, visit);
    check_rules(node, visit);
    report
}

/// What the explanations of a run told of, by the words for it.
fn features(report: &Report, seen: &mut BTreeSet<String>) {
    let Some(node) = &report.node else { return };
    seen.insert(format!("ended {}", node.ended));
    for mv in &node.moves {
        seen.insert(format!("{:?}", mv.fate));
        seen.extend(mv.tests.iter().filter(|test| test.holds).map(|test| format!("skipped {}", test.rule)));
        seen.extend(
            mv.extension
                .iter()
                .map(|extension| format!("extended {} {}", extension.by, extension.plies.signum())),
        );
        if mv.reduction.as_ref().is_some_and(|reduction| reduction.plies > 0) {
            seen.insert(if mv.searches.len() > 1 { "searched again" } else { "reduced" }.to_owned());
        }
    }
}

#[test]
fn explanations_tell_what_the_notes_tell() {
    let mut seen = BTreeSet::new();
    // Which rules end a node depends on the evaluation; by hand it stays the same, whatever network is embedded.
    let variants: [&[&str]; 4] = [
        &["all=on"],
        &["eval=hand", "all=on"],
        &[
            "eval=hand",
            "all=on",
            "singular_min_depth=4",
            "null_verify_depth=4",
            "razor_max_depth=6",
            "rfp=off",
        ],
        &[
            "eval=hand",
            "stage=14",
            "rfp_margin=95",
            "futility_base=40",
            "qsearch_see_margin=-100",
            "improving=on",
        ],
    ];
    for fen in POSITIONS {
        for set in variants {
            let options = options(fen, 7, set);
            let oracle = Oracle::of(&options);
            // Random numbers of its own for each tree: which lines of one are looked at does not depend on another.
            let mut rng = SmallRng::seed_from_u64(7);
            for line in some_lines(&oracle, 30, &mut rng) {
                features(&check(&oracle, &options, line), &mut seen);
            }
        }
    }
    for feature in [
        "ended tt",
        "ended move",
        "ended all",
        "ended exact",
        "ended rfp",
        "ended nullmove",
        "ended razoring",
        "ended standpat",
        "skipped lmp",
        "skipped futility",
        "skipped see_prune",
        "skipped delta",
        "reduced",
        "searched again",
        "extended check_ext 1",
        "extended singular 1",
        "Searched",
        "NotReached",
        "NodeEnded",
        "NotGenerated",
    ] {
        assert!(seen.contains(feature), "no {feature} among {seen:?}");
    }
}

#[test]
fn a_node_that_only_the_table_answered_for_since_is_told_in_its_last_full_visit() {
    let options = options(POSITIONS[0], 8, &[]);
    let oracle = Oracle::of(&options);
    let since = |line: &&Vec<Move>| {
        let (shown, last) = (oracle.shown(line), oracle.last_iteration(line));
        shown.full() && !shown.quiescence() && shown.iteration < last && last == options.depth as i32
    };
    let mut lines: Vec<&Vec<Move>> = oracle.lines.keys().filter(since).collect();
    lines.sort_by_key(|line| line.iter().map(|mv| mv.raw()).collect::<Vec<_>>());
    assert!(lines.len() > 3, "{}", lines.len());
    for line in lines.into_iter().take(4) {
        let report = check(&oracle, &options, line.clone());
        let (node, visits) = (report.node.as_ref().unwrap(), report.visits.as_ref().unwrap());
        assert!(node.moves.iter().any(|mv| mv.number.is_some()) || node.ended != "tt", "{report}");
        let later = format!("in full in iteration {}; in iteration 8 it has ", node.iteration);
        let last = visits.latest.last().unwrap();
        assert!(
            report.answer.contains(&later) && report.answer.ends_with(&format!("{}.", last.ended)),
            "{report}"
        );
        assert!(
            report
                .to_string()
                .contains(&format!("number {} of iteration {}, ", visits.shown, node.iteration))
        );
    }
}

#[test]
fn settings_name_the_evaluation() {
    let mut options = options(POSITIONS[2], 1, &["eval=hand", "lmr=off"]);
    let network = Arc::new(Network::untrained(32, 1, 7));
    let by_hand =
        if Evaluation::default().network().is_some() { &["lmr=off", "eval=hand"][..] } else { &["lmr=off"] };
    assert_eq!(explain(&options).settings, by_hand);
    options.settings.evaluation = Evaluation::net(network);
    let settings = explain(&options).settings;
    assert_eq!(settings, ["lmr=off", "evalfile=(768hm -> 32)x2 -> 1x1, scale 400: untrained, seed 7"]);
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    let options = options(POSITIONS[0], 7, &[]);
    let (one, other) = (explain(&options), explain(&options));
    assert_eq!(one.to_string(), other.to_string());
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&other).unwrap());
}

#[test]
fn scores_are_written_so_that_open_windows_show() {
    for (score, text) in [
        (Score::INFINITE, "inf"),
        (Score::MINUS_INFINITE, "-inf"),
        (Score::cp(-12), "-12"),
        (Score::mate_in(3), "mate 2"),
    ] {
        assert_eq!(score_text(score), text);
    }
}
