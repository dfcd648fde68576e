//! Candidate ordering and pruning as a component of its own: which moves of a position would be tried, in which
//! order, why, and which of them would be skipped or reduced.
//!
//! *In* go a position, the depth left, the search window, the static evaluation and the history tables; *out* come all legal
//! moves in order, each with the reason for its place and a decision. No search takes place. The rules are
//! the search's own ([`Picker`], [`skip_rules`], [`late_move_reduction`]), so what is said here is what the search does in such a node, on
//! one assumption: that no move so far has raised alpha, and that the first did not lose to a mate.

use chess::{Move, Position};

use crate::ordering::{Histories, LINKS, OrderingContext, Picker, PieceTo, Reason};
use crate::score::Score;
use crate::search::{
    MoveFacts, Node, Reduction, ReductionTable, Test, Window, late_move_reduction, skip_rules,
};
use crate::settings::Settings;

/// The node whose moves are to be ordered. [`Situation::new`] fills in what is usually not known.
///
/// ```
/// use chess::Position;
/// use engine::candidates::{Decision, Situation};
/// use engine::ordering::{Histories, Reason};
/// use engine::search::Window;
/// use engine::{Score, Settings};
///
/// // White can take a queen, and is asked whether it has more than four pawns at depth 2, being a pawn down.
/// let position = Position::from_fen("4k3/1p3ppp/8/3q4/4P3/8/5PPP/4K3 w - - 0 1")?;
/// let (histories, mut settings) = (Histories::new(), Settings::default());
/// settings.set("futility", "on")?;
/// let window = Window::null(Score::cp(400));
/// let situation = Situation::new(&position, 2, window, Score::cp(-100), &histories, &settings);
/// let candidates = situation.candidates();
///
/// assert_eq!(candidates.len(), position.count_legal_moves());
/// assert_eq!((candidates[0].mv.uci(false).to_string(), candidates[0].reason), ("e4d5".to_owned(), Reason::WinningNoisy));
/// assert_eq!(candidates[0].decision, Decision::Search);
/// // No quiet move can win that much in two plies.
/// assert!(candidates[1..].iter().all(|quiet| matches!(quiet.decision, Decision::Skip(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position.
    pub position: &'a Position,
    /// Depth left to search, in plies; at least 1.
    pub depth: i32,
    /// The search window; a null window marks a node off the principal variation.
    pub window: Window,
    /// The static evaluation from the side to move's point of view; not looked at in check.
    pub static_eval: Score,
    /// Whether it is higher than two plies ago.
    pub improving: bool,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    /// The transposition table's move.
    pub tt_move: Option<Move>,
    /// Quiet moves that refuted siblings, the latest first.
    pub killers: [Option<Move>; 2],
    /// The opponent's last move, to which the counter-move table may know the reply.
    pub previous: Option<Move>,
    /// The moves [`LINK_PLIES`](crate::ordering::LINK_PLIES) back, by which continuation history is indexed.
    pub earlier: [Option<PieceTo>; LINKS],
    /// What has been learnt about moves.
    pub histories: &'a Histories,
    /// Which rules take part, and their numbers.
    pub settings: &'a Settings,
}

/// One move with its place in the order and what would be done with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Why it stands where it stands.
    pub reason: Reason,
    /// Its score among moves of the same reason; 0 where the reason alone decides.
    pub score: i32,
    /// What the history tables say of it.
    pub history: i32,
    /// Whether it gives check.
    pub gives_check: bool,
    /// What would be done with it.
    pub decision: Decision,
}

/// What would be done with a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision {
    /// Searched to the full depth.
    Search,
    /// Searched so many plies less deeply at first, for these reasons.
    Reduce {
        /// The terms of the reduction.
        reduction: Reduction,
        /// Their sum in whole plies, at least 1.
        plies: i32,
    },
    /// Not searched: the rule and the two numbers it compared.
    Skip(Test),
}

impl<'a> Situation<'a> {
    /// A node about whose surroundings nothing is known: no table move, killers or earlier moves, not improving.
    #[must_use]
    pub fn new(
        position: &'a Position,
        depth: i32,
        window: Window,
        static_eval: Score,
        histories: &'a Histories,
        settings: &'a Settings,
    ) -> Situation<'a> {
        Situation {
            position,
            depth: depth.max(1),
            window,
            static_eval,
            improving: false,
            cut: false,
            tt_move: None,
            killers: [None; 2],
            previous: None,
            earlier: [None; LINKS],
            histories,
            settings,
        }
    }

    /// All legal moves in the order in which they would be tried, each with its reason and decision.
    #[must_use]
    pub fn candidates(&self) -> Vec<Candidate> {
        self.candidates_with(&ReductionTable::new(&self.settings.params.reduce))
    }

    /// [`Self::candidates`] with a table of reductions made before: making it costs more than everything else.
    #[must_use]
    pub fn candidates_with(&self, reductions: &ReductionTable) -> Vec<Candidate> {
        let node = self.node();
        let context = self.context();
        let mut picker = self.picker();
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut quiets_before = 0;
        while let Some(picked) = picker.next(&context) {
            let moves_before = candidates.len();
            let facts =
                MoveFacts::new(&context, &picked, self.depth, moves_before, quiets_before, reductions);
            quiets_before += usize::from(facts.quiet);
            candidates.push(Candidate {
                mv: picked.mv,
                reason: picked.reason,
                score: picked.score,
                history: facts.history,
                gives_check: facts.gives_check,
                decision: self.decide(&node, &facts, reductions),
            });
        }
        candidates
    }

    /// The order alone, as lazily as the search takes it: nothing is generated or scored before it is asked for.
    #[must_use]
    pub fn picker(&self) -> Picker {
        let counter = self.previous.and_then(|mv| self.histories.counter.get(mv));
        Picker::new(&self.context(), self.tt_move, self.killers, counter)
    }

    /// What ordering looks at; to be handed to every [`Picker::next`].
    #[must_use]
    pub fn context(&self) -> OrderingContext<'a> {
        OrderingContext {
            pos: self.position,
            histories: self.histories,
            settings: self.settings,
            earlier: self.earlier,
        }
    }

    fn decide(&self, node: &Node, mv: &MoveFacts, reductions: &ReductionTable) -> Decision {
        if let Some(test) = self.skip(node, mv) {
            return Decision::Skip(test);
        }
        let reduction = late_move_reduction(node, mv, reductions, self.settings);
        match reduction.map(|reduction| (reduction, reduction.plies(node.depth - 1))) {
            Some((reduction, plies)) if plies > 0 => Decision::Reduce { reduction, plies },
            _ => Decision::Search,
        }
    }

    /// The first rule, in the search's order, that skips the move.
    fn skip(&self, node: &Node, mv: &MoveFacts) -> Option<Test> {
        if !skip_rules::may_skip(node, mv) {
            return None;
        }
        let holds = |test: &Test| test.holds();
        skip_rules::late_move(node, mv, self.settings)
            .filter(holds)
            .or_else(|| skip_rules::futility(node, mv, self.settings).filter(holds))
            .or_else(|| skip_rules::history(mv, self.settings).filter(holds))
            .or_else(|| skip_rules::static_exchange(mv, self.position, self.settings, true).filter(holds))
    }

    fn node(&self) -> Node {
        let pv = !self.window.is_null();
        Node {
            // Any node below the root.
            ply: 1,
            depth: self.depth,
            window: self.window,
            pv,
            root: false,
            cut: self.cut,
            in_check: self.position.in_check(),
            raw_eval: self.static_eval,
            static_eval: self.static_eval,
            estimate: self.static_eval,
            improving: self.improving,
            tt: None,
            tt_move: self.tt_move,
            tt_pv: pv,
            excluded: None,
            after_null: false,
            parent_reduction: 0,
            parent_eval: None,
            // Whole-node rules are not asked: these say nothing here.
            has_pieces: true,
            null_barred: false,
            verifying: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{Technique, Techniques};
    use chess::{Color, parse_uci};

    const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn mv(position: &Position, uci: &str) -> Move {
        parse_uci(position, uci).unwrap()
    }

    #[test]
    fn every_legal_move_comes_once() {
        let (histories, settings) = (Histories::new(), Settings::default());
        for fen in [ITALIAN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            let position = position(fen);
            for depth in [1, 4, 12] {
                let window = Window::null(Score::cp(900));
                let situation = Situation::new(&position, depth, window, Score::ZERO, &histories, &settings);
                let mut moves: Vec<u16> = situation.candidates().iter().map(|c| c.mv.raw()).collect();
                let mut legal: Vec<u16> = position.legal_moves().iter().map(|mv| mv.raw()).collect();
                moves.sort_unstable();
                legal.sort_unstable();
                assert_eq!(moves, legal, "{fen} depth {depth}");
            }
        }
    }

    #[test]
    fn the_order_follows_the_reasons() {
        let position = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let mut histories = Histories::new();
        let (previous, reply) = (mv(&position, "e1d1"), mv(&position, "a1b1"));
        histories.counter.insert(previous, reply);
        histories.butterfly.update(Color::White, mv(&position, "a2a3"), 1000);
        let settings = Settings::default();
        let mut situation = Situation::new(&position, 9, Window::FULL, Score::ZERO, &histories, &settings);
        situation.tt_move = Some(mv(&position, "g2g3"));
        situation.killers = [Some(mv(&position, "d2f4")), Some(mv(&position, "b2b3"))];
        situation.previous = Some(previous);
        let candidates = situation.candidates();
        let place = |uci: &str| candidates.iter().position(|c| c.mv == mv(&position, uci)).unwrap();
        assert_eq!(place("g2g3"), 0);
        let places = [place("d2f4"), place("b2b3"), place("a1b1"), place("a2a3")];
        assert!(places.is_sorted() && places[0] > place("e2a6"), "{candidates:?}");
        let reasons = [Reason::Killer1, Reason::Killer2, Reason::CounterMove, Reason::Quiet];
        assert_eq!(places.map(|place| candidates[place].reason), reasons);
        // The queen takes a defended pawn: after the quiets.
        assert_eq!(candidates[place("f3f6")].reason, Reason::LosingNoisy);
        assert!(place("f3f6") > place("a2a3"));
    }

    #[test]
    fn hopeless_quiets_are_skipped_but_not_the_first_move_nor_checks_nor_in_the_pv() {
        let position = position(ITALIAN);
        let (histories, mut settings) = (Histories::new(), Settings::default());
        settings.techniques.set(Technique::Futility, true);
        let hopeless = Window::null(Score::cp(2000));
        let at =
            |window| Situation::new(&position, 3, window, Score::ZERO, &histories, &settings).candidates();
        let candidates = at(hopeless);
        assert!(!matches!(candidates[0].decision, Decision::Skip(_)));
        let skipped = |c: &&Candidate| matches!(c.decision, Decision::Skip(_));
        let quiets = candidates[1..].iter().filter(|c| c.mv.is_quiet() && !c.gives_check);
        assert!(quiets.clone().count() > 20 && quiets.clone().all(|c| skipped(&c)), "{candidates:?}");
        assert!(!candidates.iter().filter(|c| c.gives_check).any(|c| skipped(&c)));
        assert_eq!(
            at(Window { alpha: Score::cp(2000), beta: Score::cp(2100) }).iter().filter(skipped).count(),
            0
        );
    }

    #[test]
    fn late_quiets_are_reduced_and_the_switch_is_obeyed() {
        let position = position(ITALIAN);
        let histories = Histories::new();
        let mut settings = Settings::default();
        let plies = |settings: &Settings| -> Vec<i32> {
            let window = Window::null(Score::ZERO);
            let situation = Situation::new(&position, 12, window, Score::ZERO, &histories, settings);
            let reduced = |c: &Candidate| match c.decision {
                Decision::Reduce { plies, .. } => plies,
                _ => 0,
            };
            situation.candidates().iter().map(reduced).collect()
        };
        let on = plies(&settings);
        assert_eq!(on[0], 0);
        assert!(on.iter().max() > Some(&2), "{on:?}");
        settings.techniques.set(Technique::Lmr, false);
        assert!(plies(&settings).iter().all(|&plies| plies == 0));
        settings.techniques = Techniques::none();
        let window = Window::null(Score::cp(2000));
        let plain = Situation::new(&position, 2, window, Score::ZERO, &histories, &settings).candidates();
        assert!(plain.iter().all(|c| c.decision == Decision::Search));
    }

    #[test]
    fn nothing_is_skipped_in_check() {
        let position = position("4k3/8/8/8/8/8/3PPP2/q3K3 w - - 0 1");
        let (histories, settings) = (Histories::new(), Settings::default());
        let window = Window::null(Score::cp(5000));
        let candidates =
            Situation::new(&position, 1, window, Score::ZERO, &histories, &settings).candidates();
        assert!(candidates.iter().all(|c| c.decision == Decision::Search), "{candidates:?}");
    }
}
