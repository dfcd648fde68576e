//! The search as its users see it: scores, limits, switches, observers.

use chess::{Game, Position};
use engine::{Bound, Counter, Engine, Info, Limits, Outcome, Recorder, Score, Technique, Techniques};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";
/// A queen is given for a quiet double check: mate in three.
const QUIET_MATE: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";
/// A queen is given for a mate in two.
const SHORT_MATE: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn engine() -> Engine {
    Engine::new(4).expect("4 MiB can be had")
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a sound position"))
}

fn search_with(engine: &mut Engine, fen: &str, limits: &Limits) -> (Outcome, Vec<Info>) {
    engine.new_game();
    engine.set_position(&game(fen));
    let mut infos = Vec::new();
    let outcome = engine.go(limits, &mut |info| infos.push(info.clone()));
    (outcome, infos)
}

fn search(fen: &str, depth: u32) -> (Outcome, Vec<Info>) {
    search_with(&mut engine(), fen, &Limits::depth(depth))
}

/// Every line shown can be played to its end, the best move is its first, and a mate is shown to its end.
fn check_infos(fen: &str, outcome: &Outcome, infos: &[Info]) {
    check_lines(fen, outcome, infos);
    for info in infos.iter().filter(|info| info.score.is_mate() && info.bound == Bound::Exact) {
        let mut pos = Position::from_fen(fen).unwrap();
        info.pv.iter().for_each(|&mv| pos.make(mv));
        assert!(pos.is_checkmate(), "{fen}: the line of a mate score ends with mate");
    }
}

fn check_lines(fen: &str, outcome: &Outcome, infos: &[Info]) {
    let last = infos.last().expect("a scored line before the answer");
    assert_eq!(last.pv.first().copied(), outcome.best);
    for info in infos {
        let mut pos = Position::from_fen(fen).unwrap();
        for &mv in &info.pv {
            assert!(pos.is_legal(mv), "{fen}: {mv:?} in the line of depth {}", info.depth);
            pos.make(mv);
        }
    }
}

#[test]
fn mates_are_found_with_their_exact_distance() {
    for (fen, depth, score) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 3, Score::mate_in(1)),
        ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 6, Score::mate_in(3)),
        (QUIET_MATE, 14, Score::mate_in(5)),
        ("8/6Pn/7k/7q/8/8/r7/4K1R1 w - - 0 1", 4, Score::mate_in(1)),
        ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", 4, Score::mate_in(1)),
    ] {
        let (outcome, infos) = search(fen, depth);
        assert_eq!(outcome.score, score, "{fen}");
        check_infos(fen, &outcome, &infos);
    }
}

#[test]
fn the_fifty_move_rule_counts_and_a_mate_on_the_hundredth_ply_wins() {
    let (mate, _) = search("7k/8/6K1/8/8/8/8/R7 w - - 99 100", 6);
    assert_eq!(mate.score, Score::mate_in(1));
    let (late, _) = search("7k/8/5K2/8/8/8/8/R7 w - - 98 100", 6);
    assert_eq!(late.score, Score::DRAW);
    // By which depth the reductions let the mate through depends on the evaluation: far deeper than by any so far.
    let (fresh, _) = search("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 14);
    assert_eq!(fresh.score, Score::mate_in(3));
}

#[test]
fn finished_games_have_a_score_and_no_move() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (fen, score) in [(mated, Score::mated_in(0)), (stalemated, Score::DRAW)] {
        let (outcome, infos) = search(fen, 5);
        assert_eq!((outcome.best, outcome.score, infos.len()), (None, score, 1), "{fen}");
    }
}

#[test]
fn a_repetition_that_saves_the_game_is_found() {
    // Black is lost but for a perpetual: the queen checks for ever.
    let (outcome, _) = search("6k1/5ppp/8/8/8/5q2/PPP4Q/1K1R4 b - - 0 1", 4);
    assert!(outcome.best.is_some());
    let (perpetual, _) = search("7k/6pp/8/8/8/1q6/8/K1QRR3 b - - 0 1", 10);
    assert!(perpetual.score <= Score::DRAW, "{}", perpetual.score);
}

#[test]
fn the_same_search_twice_is_the_same_search() {
    for fen in [KIWIPETE, MIDDLEGAME, ENDGAME] {
        let mut reused = engine();
        let (first, _) = search_with(&mut reused, fen, &Limits::depth(8));
        let (again, _) = search_with(&mut reused, fen, &Limits::depth(8));
        let (fresh, _) = search(fen, 8);
        assert_eq!(first, again, "a new game forgets everything");
        assert_eq!(first, fresh);
    }
}

#[test]
fn observing_does_not_change_the_tree() {
    // What is off by default, too.
    let engine = || {
        let mut engine = engine();
        engine.settings.set("all", "on").unwrap();
        engine
    };
    for fen in [KIWIPETE, MIDDLEGAME, ENDGAME] {
        let (silent, _) = search_with(&mut engine(), fen, &Limits::depth(8));
        let mut counting = engine();
        counting.set_position(&game(fen));
        let mut counter = Counter::default();
        let counted = counting.go_observed(&Limits::depth(8), &mut |_| {}, &mut counter);
        assert_eq!(silent, counted);
        assert_eq!(counter.nodes.iter().sum::<u64>(), counted.nodes, "every node is noted once");
        let mut recording = engine();
        recording.set_position(&game(fen));
        let mut recorder = Recorder::new(20_000);
        let recorded = recording.go_observed(&Limits::depth(8), &mut |_| {}, &mut recorder);
        assert_eq!(silent, recorded);
        assert_eq!(recorder.notes().len(), 20_000);
        assert!(recorder.dropped() > 0);
    }
}

fn nodes_with(techniques: Techniques, fens: &[&str], depth: u32) -> Vec<u64> {
    let nodes = |fen: &&str| {
        let mut engine = engine();
        engine.settings.techniques = techniques;
        // Verification begins at greater depths than a test can afford.
        engine.settings.params.set("null_verify_depth", 5).unwrap();
        search_with(&mut engine, fen, &Limits::depth(depth)).0.nodes
    };
    fens.iter().map(nodes).collect()
}

#[test]
fn every_switch_is_wired() {
    // These two take effect at greater depths only.
    let (deep, shallow): (Vec<Technique>, Vec<Technique>) =
        Technique::ALL.iter().partition(|t| [Technique::NullVerify, Technique::HistPrune].contains(t));
    for (techniques, fens, depth) in
        [(shallow, &[KIWIPETE, MIDDLEGAME, ENDGAME][..], 9), (deep, &[KIWIPETE][..], 14)]
    {
        let all = nodes_with(Techniques::all(), fens, depth);
        for technique in techniques {
            let without = nodes_with(Techniques::all().without(technique), fens, depth);
            assert_ne!(all, without, "{technique} changes nothing");
        }
    }
}

#[test]
fn mates_are_found_with_any_technique_off_and_at_any_stage() {
    let off = Technique::ALL.iter().map(|&t| Techniques::all().without(t));
    let stages = engine::Stage::all().into_iter().map(Techniques::up_to);
    for techniques in off.chain(stages).chain([Techniques::none()]) {
        let mut engine = engine();
        engine.settings.techniques = techniques;
        // How deep the search must go for it depends on what it leaves out; the mate found ends it.
        let limits = Limits { mate: Some(2), ..Limits::depth(12) };
        let (outcome, infos) = search_with(&mut engine, SHORT_MATE, &limits);
        assert_eq!(outcome.score, Score::mate_in(3), "{techniques:?}");
        // Without null windows the table cuts on the principal variation, and lines may be cut short.
        if techniques.has(Technique::Pvs) {
            check_infos(SHORT_MATE, &outcome, &infos);
        } else {
            check_lines(SHORT_MATE, &outcome, &infos);
        }
    }
}

#[test]
fn plain_search_agrees_with_every_sound_addition() {
    // Alpha-beta with move ordering, null windows, aspiration and no forward pruning returns the minimax score.
    let score = |fen: &str, stage: &str, except: &[Technique]| {
        let mut engine = engine();
        engine.settings.techniques = Techniques::up_to(stage.parse().unwrap());
        except.iter().for_each(|&t| engine.settings.techniques.set(t, false));
        search_with(&mut engine, fen, &Limits::depth(4)).0.score
    };
    // The table is left out: its entries come from other depths.
    let except = [Technique::Quiescence, Technique::Tt];
    for fen in [KIWIPETE, MIDDLEGAME, ENDGAME] {
        let plain = score(fen, "7", &except);
        for stage in ["10", "11"] {
            assert_eq!(score(fen, stage, &except), plain, "{fen} stage {stage}");
        }
    }
}

#[test]
fn a_soft_node_limit_ends_the_search_after_the_iteration_that_reaches_it() {
    for fen in [KIWIPETE, MIDDLEGAME, ENDGAME] {
        let (_, unlimited) = search(fen, 10);
        for soft in [1, 500, 3_000] {
            let limits = Limits { soft_nodes: Some(soft), ..Limits::default() };
            let (outcome, infos) = search_with(&mut engine(), fen, &limits);
            // The same search as without the limit, up to the first iteration that ends beyond it.
            let expected = unlimited.iter().find(|info| info.nodes >= soft).expect("deep enough");
            assert_eq!((outcome.depth, outcome.nodes), (expected.depth, expected.nodes), "{fen}, {soft}");
            assert_eq!(infos.last().map(|info| info.score), Some(expected.score));
        }
        // The hard limit ends an iteration all the same.
        let limits = Limits { soft_nodes: Some(5_000), nodes: Some(600), ..Limits::default() };
        assert_eq!(search_with(&mut engine(), fen, &limits).0.nodes, 600);
    }
}

#[test]
fn node_limits_are_kept() {
    for limit in [1, 100, 1000, 5000] {
        let (outcome, infos) = search_with(&mut engine(), KIWIPETE, &Limits::nodes(limit));
        check_infos(KIWIPETE, &outcome, &infos);
        // The first iteration is always finished.
        assert!(outcome.nodes <= limit.max(500), "{} of {limit}", outcome.nodes);
    }
}

#[test]
fn search_moves_and_lines_are_respected() {
    let mut engine = engine();
    engine.options.multipv = 4;
    let pos = Position::startpos();
    let wanted: Vec<_> = ["e2e4", "d2d4"].iter().map(|text| chess::parse_uci(&pos, text).unwrap()).collect();
    let limits = Limits { searchmoves: wanted.clone(), ..Limits::depth(6) };
    let (outcome, infos) = search_with(&mut engine, &pos.to_string(), &limits);
    assert!(wanted.contains(&outcome.best.unwrap()));
    assert_eq!(infos.iter().map(|info| info.multipv).max(), Some(2));
    let last: Vec<_> = infos.iter().rev().take(2).map(|info| info.pv[0]).collect();
    assert!(last.contains(&wanted[0]) && last.contains(&wanted[1]));
    let lines = search_with(&mut engine, KIWIPETE, &Limits::depth(6)).1;
    let scores: Vec<_> = lines.iter().rev().take(4).map(|info| info.score).collect();
    assert!(scores.windows(2).all(|pair| pair[0] <= pair[1]), "lines are sorted: {scores:?}");
}

#[test]
fn a_stop_before_the_search_has_begun_is_not_lost() {
    let mut engine = engine();
    let controller = engine.controller();
    controller.arm(false);
    controller.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let outcome = engine.go(&limits, &mut |_| {});
    assert!(outcome.best.is_some());
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_it_has_nothing_left_to_do() {
    let mut engine = engine();
    engine.set_position(&game("8/8/8/2k5/4K3/8/8/8 w - - 0 1"));
    let controller = engine.controller();
    let limits = Limits { infinite: true, ..Limits::default() };
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let outcome = engine.go(&limits, &mut |_| {});
        sender.send(()).unwrap();
        outcome
    });
    assert!(receiver.recv_timeout(std::time::Duration::from_millis(300)).is_err());
    controller.stop();
    assert!(thread.join().unwrap().best.is_some());
}

#[test]
fn several_threads_find_the_same_mate() {
    let mut engine = engine();
    engine.options.threads = 4;
    let (outcome, infos) = search_with(&mut engine, SHORT_MATE, &Limits::depth(10));
    assert_eq!(outcome.score, Score::mate_in(3));
    check_infos(SHORT_MATE, &outcome, &infos);
}

#[test]
fn a_panic_of_the_first_thread_ends_the_others() {
    let (ended, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut engine = engine();
        engine.options.threads = 2;
        let endless = Limits { infinite: true, ..Limits::default() };
        let search = std::panic::AssertUnwindSafe(|| engine.go(&endless, &mut |_| panic!("planted")));
        let panicked = std::panic::catch_unwind(search).is_err();
        let (outcome, _) = search_with(&mut engine, QUIET_MATE, &Limits::depth(2));
        ended.send((panicked, outcome.depth)).unwrap();
    });
    assert_eq!(end.recv_timeout(std::time::Duration::from_secs(60)), Ok((true, 2)));
}

#[test]
fn a_restricted_search_leaves_nothing_wrong_behind() {
    // What is known of a2a3 alone must not be taken for the value of the start position.
    let start = Position::startpos();
    let only = chess::parse_uci(&start, "h2h4").unwrap();
    let limits = Limits { searchmoves: vec![only], ..Limits::depth(12) };
    let (fresh, _) = search_with(&mut engine(), &start.to_string(), &Limits::depth(6));
    let mut engine = engine();
    search_with(&mut engine, &start.to_string(), &limits);
    let after = engine.go(&Limits::depth(6), &mut |_| {});
    assert_ne!(after.best, Some(only));
    assert!(after.score - fresh.score > -30, "{} after, {} without", after.score, fresh.score);
}

#[test]
fn extreme_limits_are_limits() {
    let (deep, _) = search_with(
        &mut engine(),
        "8/8/8/2k5/4K3/8/8/8 w - - 0 1",
        &Limits { depth: Some(u32::MAX), mate: Some(u32::MAX), ..Limits::default() },
    );
    assert!(deep.depth > 100, "no limit was reached, yet depth {} was the last", deep.depth);
    // Any score is not a mate within so many moves.
    let limits = Limits { mate: Some(20_000), ..Limits::depth(5) };
    let (outcome, _) = search_with(&mut engine(), MIDDLEGAME, &limits);
    assert_eq!(outcome.depth, 5);
}

#[test]
fn null_moves_are_verified_by_a_search_of_moves() {
    struct Verifications(u64, u64);
    impl engine::Observer for Verifications {
        const ON: bool = true;
        fn note(&mut self, _ply: usize, note: &engine::Note) {
            match note {
                engine::Note::Verified { .. } => self.0 += 1,
                engine::Note::Facts(node) if node.verifying => {
                    assert!(!node.may_prune());
                    self.1 += 1;
                }
                _ => {}
            }
        }
    }
    let mut engine = engine();
    engine.settings.params.set("null_verify_depth", 5).unwrap();
    engine.set_position(&game(KIWIPETE));
    let mut seen = Verifications(0, 0);
    engine.go_observed(&Limits::depth(10), &mut |_| {}, &mut seen);
    assert!(seen.0 > 10, "{} verifications", seen.0);
    assert!(seen.1 > 0 && seen.1 <= seen.0);
}

#[test]
fn every_technique_can_be_watched() {
    let mut counter = Counter::default();
    let mut engine = engine();
    engine.settings.set("all", "on").unwrap();
    engine.settings.params.set("null_verify_depth", 4).unwrap();
    // By another evaluation no verification might fail.
    engine.settings.set("eval", "hand").unwrap();
    engine.set_position(&game(KIWIPETE));
    engine.go_observed(&Limits::depth(14), &mut |_| {}, &mut counter);
    // Ordering, windows and the evaluation decide no single thing; every other technique is seen at work.
    let silent = [
        Technique::Quiescence,
        Technique::Aspiration,
        Technique::MvvLva,
        Technique::Killers,
        Technique::CounterMove,
        Technique::History,
        Technique::Pvs,
        Technique::SeeOrder,
        Technique::Improving,
        Technique::ContHist,
        Technique::CaptHist,
        Technique::CheckOrder,
        Technique::CorrHist,
    ];
    for &technique in Technique::ALL.iter().filter(|t| !silent.contains(t)) {
        assert!(counter.tally(technique).effective > 0, "{technique} is never seen at work");
    }
    assert!(counter.fail_highs[1] * 10 > counter.fail_highs[0] * 7, "most cuts come on the first move");
}
