//! The ground rules of pruning, checked on every decision of real searches by an observer, and on the rules themselves.

use chess::{Game, Move, Position};
use engine::search::{MoveFacts, Node, ReductionTable, Window, late_move_reduction};
use engine::search::{delta, skip_rules, whole_node_rules};
use engine::{Engine, Limits, Note, Observer, Score, Settings, Technique};
use proptest::prelude::*;

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1",
];

/// What the watcher knows of a node that has been entered and not left.
#[derive(Clone, Copy, Default)]
struct Open {
    ply: usize,
    facts: Option<Node>,
    /// Not above the node's score if the search is fail-soft.
    bound: Option<Score>,
    after_null: bool,
    passing: bool,
    cut: bool,
    picked: usize,
}

/// Checks every note against the ground rules.
#[derive(Default)]
struct Watcher {
    line: Vec<Open>,
    /// The position at each ply of the line.
    positions: Vec<Position>,
    decisions: u64,
    complete: u64,
}

impl Watcher {
    fn node(&mut self, ply: usize) -> &mut Open {
        let open = self.line.last_mut().expect("notes come from a node that has been entered");
        assert_eq!(open.ply, ply);
        open
    }

    fn facts(&mut self, ply: usize) -> Node {
        self.decisions += 1;
        self.node(ply).facts.expect("a rule decides on facts")
    }

    fn made(&mut self, ply: usize, mv: Option<Move>) {
        self.node(ply).passing = mv.is_none();
        self.positions.truncate(ply + 1);
        let mut child = self.positions[ply].clone();
        match mv {
            Some(mv) => child.make(mv),
            None => child.make_null(),
        }
        self.positions.push(child);
        if mv.is_none() {
            assert!(!self.node(ply).after_null, "two null moves in a row");
            assert!(self.facts(ply).has_pieces, "a null move with pawns only");
        }
    }

    fn cut(&mut self, ply: usize, by: Technique, score: Score) {
        if self.node(ply).facts.is_none() {
            assert_eq!(by, Technique::Tt, "only the table cuts quiescence");
            return;
        }
        let node = self.facts(ply);
        self.node(ply).cut = true;
        match by {
            Technique::Rfp | Technique::Razoring | Technique::NullMove | Technique::ProbCut => {
                assert!(!node.in_check && !node.pv && node.excluded.is_none(), "{by}: {node:?}");
            }
            Technique::Tt | Technique::Singular => assert!(!node.pv, "{by}: {node:?}"),
            _ => panic!("{by} cuts no nodes"),
        }
        assert!(!node.verifying || by == Technique::Tt || by == Technique::Singular, "{by} verifies nothing");
        if by == Technique::NullMove {
            assert!(!score.is_mate(), "a null move claims a mate");
        }
    }

    fn exit(&mut self, ply: usize, score: Score) {
        let Open { bound, facts, cut, picked, .. } = *self.node(ply);
        if let Some(node) = facts.filter(|node| !cut && score < node.window.beta) {
            let legal = self.positions[ply].count_legal_moves();
            assert_eq!(picked + usize::from(node.excluded.is_some()), legal, "{node:?}");
            self.complete += 1;
        }
        assert!(bound.is_none_or(|bound| score >= bound), "{score} is below {bound:?}");
        self.line.pop();
    }
}

impl Observer for Watcher {
    const ON: bool = true;

    fn note(&mut self, ply: usize, note: &Note) {
        match *note {
            Note::Enter { .. } => {
                // A node may also be entered again at its own ply: by razoring, verification or a singular search.
                let after_null = self.line.last().is_some_and(|open| open.ply + 1 == ply && open.passing);
                self.line.push(Open { ply, after_null, ..Open::default() });
            }
            Note::Made { mv } => self.made(ply, mv),
            Note::Facts(node) => {
                assert!(node.excluded.is_none() || node.tt.is_none(), "an excluded search read the table");
                self.node(ply).facts = Some(node);
            }
            Note::Picked(_) => self.node(ply).picked += 1,
            Note::Cut { by, score, .. } => self.cut(ply, by, score),
            Note::Skipped { mv, test } => {
                let node = self.facts(ply);
                assert!(test.holds());
                assert!(!node.in_check && !node.pv && !mv.gives_check, "{}: {node:?}", test.by);
                assert!(mv.safe_move_found, "{} skips before a safe move was found", test.by);
                if test.by == Technique::Futility {
                    let bound = Score::cp(test.need).min(node.window.alpha);
                    let open = self.node(ply);
                    open.bound = open.bound.max(Some(bound));
                }
            }
            Note::Reduced { mv, plies, depth, .. } => {
                let node = self.facts(ply);
                assert!(!node.in_check, "{mv:?} reduced in check");
                assert!(plies >= 0 && depth >= 1, "reduced into quiescence: {plies} of {node:?}");
            }
            Note::Exit { score, .. } => self.exit(ply, score),
            _ => {}
        }
    }
}

#[test]
fn every_decision_of_a_search_keeps_the_ground_rules() {
    for fen in POSITIONS {
        let mut engine = Engine::new(4).unwrap();
        engine.settings.set("all", "on").unwrap();
        engine.set_position(&Game::new(Position::from_fen(fen).unwrap()));
        let mut watcher = Watcher { positions: vec![engine.position().clone()], ..Watcher::default() };
        engine.go_observed(&Limits::depth(11), &mut |_| {}, &mut watcher);
        assert!(watcher.line.is_empty(), "every node entered is left");
        assert!(watcher.complete > 300, "{fen}: {} nodes without a cut", watcher.complete);
        assert!(watcher.decisions > 1000, "{fen}: {} decisions", watcher.decisions);
    }
}

fn node() -> impl Strategy<Value = Node> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (flags, 1..30i32, -600..600i32, -600..600i32, 0..60usize).prop_map(
        |((pv, in_check, cut, improving, after_null, has_pieces), depth, eval, alpha, ply)| Node {
            ply,
            depth,
            window: if pv {
                Window { alpha: Score::cp(alpha), beta: Score::cp(alpha + 50) }
            } else {
                Window::null(Score::cp(alpha))
            },
            pv,
            root: false,
            cut,
            in_check,
            raw_eval: Score::cp(eval),
            static_eval: Score::cp(eval),
            estimate: Score::cp(eval),
            improving,
            tt: None,
            tt_move: None,
            tt_pv: pv,
            excluded: None,
            after_null,
            parent_reduction: 0,
            parent_eval: None,
            has_pieces,
            null_barred: false,
            verifying: false,
        },
    )
}

fn mv() -> impl Strategy<Value = MoveFacts> {
    let mv = Position::startpos().legal_moves()[0];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (flags, 1..60usize, -40_000..40_000i32, 1..30i32, 0..6i32).prop_map(
        move |((quiet, gives_check, refuter, safe), number, history, skip_depth, child_cutoffs)| MoveFacts {
            mv,
            quiets_before: number - 1,
            number,
            quiet,
            gives_check,
            history,
            losing_noisy: !quiet,
            refuter,
            skip_depth,
            child_cutoffs,
            safe_move_found: safe,
        },
    )
}

proptest! {
    #[test]
    fn whole_node_rules_never_apply_in_check_or_on_the_principal_variation(node in node()) {
        let s = Settings::default();
        let tests = [
            whole_node_rules::reverse_futility(&node, &s),
            whole_node_rules::razoring(&node, &s),
            whole_node_rules::null_move(&node, &s),
        ];
        if node.pv || node.in_check {
            prop_assert!(tests.iter().all(Option::is_none));
            prop_assert!(whole_node_rules::probcut_beta(&node, &s).is_none());
        }
        if node.after_null || !node.has_pieces {
            prop_assert!(tests[2].is_none());
        }
        if let Some(test) = tests[0] && test.holds() {
            // What is claimed lies between beta and the estimate.
            let score = whole_node_rules::reverse_futility_score(&node, &s);
            prop_assert!(score >= node.window.beta && score <= node.estimate);
        }
    }

    #[test]
    fn moves_are_never_skipped_against_the_ground_rules(node in node(), mv in mv()) {
        let allowed = !node.pv && !node.in_check && !mv.gives_check && mv.safe_move_found;
        prop_assert_eq!(skip_rules::may_skip(&node, &mv), allowed);
        let mut s = Settings::default();
        s.set("all", "on").unwrap();
        if !mv.quiet {
            prop_assert!(skip_rules::late_move(&node, &mv, &s).is_none());
            prop_assert!(skip_rules::futility(&node, &mv, &s).is_none());
            prop_assert!(skip_rules::history(&mv, &s).is_none());
        }
    }

    #[test]
    fn switched_off_rules_never_apply(node in node(), mv in mv()) {
        let mut s = Settings::default();
        s.set("all", "off").unwrap();
        prop_assert!(whole_node_rules::reverse_futility(&node, &s).is_none());
        prop_assert!(whole_node_rules::razoring(&node, &s).is_none());
        prop_assert!(whole_node_rules::null_move(&node, &s).is_none());
        prop_assert!(whole_node_rules::probcut_beta(&node, &s).is_none());
        prop_assert_eq!(whole_node_rules::internal_iterative_reduction(&node, &s), 0);
        prop_assert!(skip_rules::late_move(&node, &mv, &s).is_none());
        prop_assert!(skip_rules::futility(&node, &mv, &s).is_none());
        prop_assert!(skip_rules::history(&mv, &s).is_none());
        prop_assert!(skip_rules::static_exchange(&mv, &Position::startpos(), &s, true).is_none());
        prop_assert!(delta(node.window.alpha, node.static_eval, mv.mv, None, &s).is_none());
        let table = ReductionTable::new(&s.params.reduce);
        prop_assert!(late_move_reduction(&node, &mv, &table, &s).is_none());
    }

    #[test]
    fn reductions_never_reach_quiescence_nor_extend(node in node(), mv in mv()) {
        let s = Settings::default();
        let table = ReductionTable::new(&s.params.reduce);
        if let Some(reduction) = late_move_reduction(&node, &mv, &table, &s) {
            let new_depth = node.depth - 1;
            let plies = reduction.plies(new_depth);
            prop_assert!(plies >= 0 && new_depth - plies >= 1);
            prop_assert!(!node.in_check && node.depth >= 3 && mv.number > 1);
        }
    }

    #[test]
    fn null_move_reduces_by_the_chapters_formula(node in node()) {
        let s = Settings::default();
        let above = ((node.static_eval - node.window.beta) / 200).clamp(0, 3);
        prop_assert_eq!(whole_node_rules::null_move_reduction(&node, &s), 3 + node.depth / 6 + above);
    }
}
