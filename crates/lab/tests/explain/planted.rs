//! Situations whose explanation is known.

use chess::Position;
use lab::Cancel;
use lab::explain::{Fate, Options, Report, parse_line, run};

use crate::{POSITIONS, about, explain, options};

/// White takes a queen for nothing; after any other move Black is far above what it needs.
const HANGING_QUEEN: &str = "r3k3/pppp1ppp/8/3q4/8/2N5/PPPP1PPP/R3K3 w - - 0 1";
/// White mates by Ra8, in one move.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

fn told(options: &Options, line: &str, mv: &str) -> Report {
    let report = explain(&about(options, line, mv));
    assert!(report.is_reached(), "{}", report.answer);
    report
}

#[test]
fn far_above_beta_the_node_is_cut_by_reverse_futility() {
    let report = told(&options(HANGING_QUEEN, 6, &[]), "a3", "Qe5");
    let node = report.node.unwrap();
    assert_eq!((node.ended, node.bound), ("rfp", "lower"));
    let rule = node.rules.last().unwrap();
    assert!(rule.rule == "rfp" && rule.comparisons[0].holds, "{rule}");
    assert!(node.moves.iter().all(|mv| mv.fate == Fate::NodeEnded));
    assert_eq!(report.answer, "Qe5+ was not searched: no move was looked at: cut by rfp.");
}

#[test]
fn without_reverse_futility_passing_cuts_it() {
    let report = told(&options(HANGING_QUEEN, 7, &["rfp=off", "lmr=off", "aspiration=off"]), "a3", "");
    let node = report.node.as_ref().unwrap();
    assert_eq!(node.ended, "nullmove");
    let rule = node.rules.iter().find(|rule| rule.rule == "nullmove").unwrap();
    assert!(rule.comparisons[0].holds && rule.text.contains("; passing, at depth 6 - 1 - "), "{rule}");
    let rfp = node.rules.iter().find(|rule| rule.rule == "rfp").unwrap();
    assert_eq!((rfp.asked, rfp.text.as_str()), (false, "not asked: switched off"));
}

#[test]
fn once_a_mate_in_one_is_known_nothing_else_matters() {
    let report = told(&options(BACK_RANK, 4, &[]), "", "h3");
    assert!(report.answer.contains("Ra8# has mate 1"), "{}", report.answer);
    let node = told(&options(BACK_RANK, 4, &[]), "h3", "").node.unwrap();
    assert_eq!(node.ended, "mate_distance");
    let mate = told(&options(BACK_RANK, 4, &[]), "Ra8", "");
    let node = mate.node.unwrap();
    assert_eq!((node.ended, node.score.as_str(), node.moves.len()), ("mate", "mate -1", 0));
}

#[test]
fn a_check_that_loses_nothing_is_extended() {
    // Qe4+ is the only check, and the best move after 1... a6 as it forks king and rook.
    let fen = "r3k3/p4ppp/8/8/8/8/PPPP1PPP/3QK3 b - - 0 1";
    let report = told(&options(fen, 4, &["lmr=off", "rfp=off", "nullmove=off", "razoring=off"]), "a6", "Qe2");
    let node = report.node.unwrap();
    let check = node.moves.iter().find(|mv| mv.mv.san == "Qe2+").unwrap();
    let extension = check.extension.as_ref().expect("an extension");
    assert_eq!((extension.by, extension.plies), ("check_ext", 1));
    assert_eq!(check.searches[0].depth, node.depth);
}

#[test]
fn repetitions_and_bare_kings_are_draws_without_a_search() {
    let shuffle = options("k7/p7/P7/8/8/p7/P7/K7 w - - 0 1", 6, &["all=off"]);
    let bare = options("8/8/8/8/4k3/8/3pK3/8 w - - 0 1", 3, &[]);
    for (options, line, why) in
        [(shuffle, "Kb1 Kb8 Ka1 Ka8", "repetition"), (bare, "Kxd2", "neither side can mate")]
    {
        let node = told(&options, line, "").node.unwrap();
        assert_eq!((node.ended, node.score.as_str()), ("draw", "0"));
        assert!(node.ended_text.contains(why), "{}", node.ended_text);
        assert!(!node.moves.is_empty() && node.moves.iter().all(|mv| mv.fate == Fate::NodeEnded));
    }
}

#[test]
fn stages_and_limits_of_late_move_pruning_are_those_of_the_rule() {
    // In a node that fails low every late quiet is skipped, checks excepted; the limit is worked out here by hand.
    let options = options(POSITIONS[1], 7, &["eval=hand"]);
    let mut found = 0;
    for line in ["dxc5 Bxc5 e4", "dxc5 e5 h3", "h3 a6 h4", "Ne5 Qc7 h3 a6 a3"] {
        let report = explain(&about(&options, line, ""));
        let Some(node) = report.node.filter(|node| node.bound == "upper" && node.eval.is_some()) else {
            continue;
        };
        let improving = node.eval.and_then(|eval| eval.improving) == Some(true);
        let limit = (3 + node.depth * node.depth) / if improving { 1 } else { 2 };
        for mv in &node.moves {
            let Some(test) = mv.tests.iter().find(|test| test.rule == "lmp") else { continue };
            assert_eq!(test.need, limit, "{test}");
            found += usize::from(test.holds);
        }
    }
    assert!(found > 0);
}

#[test]
fn a_line_that_was_not_searched_is_answered_for_where_it_ends() {
    let options = options(HANGING_QUEEN, 7, &[]);
    let report = explain(&about(&options, "a3 Qf5 b4", "Qxc2"));
    assert!(!report.is_reached());
    assert_eq!(report.reached, 1);
    let start = "1. a3 Qf5 was not visited in the last iteration (7); ";
    assert!(report.answer.starts_with(start), "{}", report.answer);
    assert!(
        report.answer.contains(
            "after 1. a3, which is shown: Qf5 was not searched: no move was looked at: cut by rfp."
        ),
        "{}",
        report.answer
    );
    assert_eq!(report.asked.unwrap().san, "Qf5");
    // With a tree, the tree is that of the node shown.
    let with_tree = explain(&Options { tree: Some(3), ..about(&options, "a3 Qf5 b4", "") });
    assert_eq!(with_tree.tree.unwrap().count(), 1, "a node cut at once has nothing below it");
}

#[test]
fn quiescence_says_what_it_does_not_look_at() {
    let report = told(&options(HANGING_QUEEN, 1, &[]), "Nxd5", "");
    let node = report.node.unwrap();
    assert_eq!(node.kind, "quiescence");
    assert!(
        node.moves
            .iter()
            .filter(|mv| mv.number.is_none())
            .all(|mv| mv.fate == Fate::NotGenerated || mv.fate == Fate::NodeEnded)
    );
    assert!(node.moves.iter().any(|mv| mv.fate == Fate::NotGenerated));
}

#[test]
fn root_moves_that_were_not_wanted_are_told_apart() {
    let mut wanted = options(BACK_RANK, 3, &[]);
    wanted.searchmoves = parse_line(wanted.game.position(), "h3").unwrap().0;
    let report = told(&wanted, "", "Ra8");
    assert_eq!(report.answer, "Ra8# was not searched: not among the moves to be searched.");
    let node = report.node.unwrap();
    assert_eq!(node.moves.iter().filter(|mv| mv.fate != Fate::NotAllowed).count(), 1);
}

#[test]
fn a_game_that_is_over_is_told_so() {
    let report = explain(&options("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 5, &[]));
    assert!(report.node.is_none() && report.answer.starts_with("The game is over"));
}

#[test]
fn a_search_given_up_is_explained_as_far_as_it_came() {
    let cancel = Cancel::default();
    let stop = cancel.clone();
    let endless = about(&options(POSITIONS[0], 100, &[]), "Bxa6", "");
    let report = run(&endless, &cancel, &mut |info| {
        if info.depth >= 6 {
            stop.cancel()
        }
    })
    .unwrap();
    assert!(report.stopped && (6..100).contains(&report.depth), "{}", report.depth);
    let node = report.node.as_ref().expect("a node");
    assert!(node.iteration <= report.depth as i32 + 1);
    assert!(report.to_string().contains("(stopped)"));
    // What a stopped search says on its way out means nothing: the root is told as the last finished iteration left it.
    let (cancel, root) = (Cancel::default(), Options { line: Vec::new(), ..endless.clone() });
    let stop = cancel.clone();
    let cut_short = run(&root, &cancel, &mut |info| {
        if info.depth >= 6 {
            stop.cancel()
        }
    })
    .unwrap();
    assert_eq!(cut_short.node, explain(&Options { depth: cut_short.depth, ..root }).node);
    assert!(run(&endless, &cancel, &mut |_| {}).is_err(), "a request that came before");
}

#[test]
fn moves_are_read_in_either_notation_and_numbers_passed_over() {
    let start = Position::startpos();
    let (uci, _) = parse_line(&start, "e2e4 c7c5 g1f3").unwrap();
    for text in ["e4 c5 Nf3", "1. e4 c5 2. Nf3", "1.e4 c5 2.Nf3", " 1. e2e4   c5 2. g1f3 "] {
        assert_eq!(parse_line(&start, text).unwrap().0, uci, "{text}");
    }
    assert_eq!(parse_line(&start, "").unwrap().0, []);
    let castles = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(parse_line(&castles, "0-0").unwrap().0, parse_line(&castles, "e1g1").unwrap().0);
    let refused = parse_line(&start, "e4 e4").unwrap_err().to_string();
    assert!(refused.starts_with("e4 is not a legal move in "), "{refused}");
}
