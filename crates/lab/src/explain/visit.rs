//! What is kept of one node the search went through.

use chess::Move;
use engine::ordering::Picked;
use engine::search::{MoveFacts, Node, Reduction, Test, Window};
use engine::tt::Hit;
use engine::{Bound, Note, Score, Settled, Technique};

/// What a node was entered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The root of the tree.
    Root,
    /// The position after a move of the node above.
    Move(Move),
    /// The position after passing (null move).
    Pass,
    /// A capture that might cut the node above (ProbCut).
    ProbCut(Move),
    /// The node above once more, by captures only (razoring).
    Razoring,
    /// The node above once more, to confirm a null-move cutoff by real moves.
    Verification,
    /// The node above once more, without its table move (singular search).
    Singular,
}

/// What the side to move has in a quiescence node without moving.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandPat {
    pub raw_eval: Score,
    pub static_eval: Score,
    pub score: Score,
}

/// One visit of a node, from its entry to its exit.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub ply: usize,
    pub role: Role,
    /// Depth of the iteration, plies.
    pub iteration: i32,
    /// Depth asked for, plies; 0 in quiescence.
    pub depth: i32,
    /// The window asked for.
    pub window: Window,
    pub quiescence: bool,
    /// It counts as a node of the principal variation.
    pub pv: bool,
    pub settled: Option<Settled>,
    /// Facts of a full node, as the whole-node rules saw them.
    pub facts: Option<Box<Node>>,
    /// The table's entry in a quiescence node; that of a full node is in its facts.
    pub table: Option<Hit>,
    pub stand_pat: Option<StandPat>,
    /// Comparisons of whole-node rules, in order.
    pub tests: Vec<Test>,
    pub depth_changes: Vec<(Technique, i32)>,
    /// A null-move cutoff was verified; whether it held.
    pub verified: Option<bool>,
    /// Searches made for whole-node rules, in order.
    pub nested: Vec<Visit>,
    /// What lies below is kept.
    pub opened: bool,
    /// Moves in the order in which they came.
    pub moves: Vec<Tried>,
    pub cut: Option<Technique>,
    /// The move the score comes from.
    pub best: Option<Move>,
    pub score: Score,
    pub bound: Bound,
    /// Nodes of its subtree, itself included.
    pub nodes: u64,
}

/// A move that came up in a node.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub picked: Picked,
    /// Its facts in a full node.
    pub facts: Option<Box<MoveFacts>>,
    pub tests: Vec<Test>,
    /// What skipped it, and, in quiescence, what it would have had to beat.
    pub skipped: Option<(Test, Option<Score>)>,
    pub extension: Option<(Technique, i32)>,
    /// The search without it that asked whether it is singular.
    pub singular: Option<Box<Visit>>,
    /// Terms, whole plies, and the depth left.
    pub reduction: Option<Box<(Reduction, i32, i32)>>,
    pub searches: Vec<Visit>,
    /// Its score in a full node, when it has been searched.
    pub score: Option<(Score, Bound)>,
}

impl Visit {
    pub(super) fn new(
        ply: usize,
        role: Role,
        iteration: i32,
        depth: i32,
        window: Window,
        quiescence: bool,
    ) -> Visit {
        Visit {
            ply,
            role,
            iteration,
            depth,
            window,
            quiescence,
            pv: false,
            settled: None,
            facts: None,
            table: None,
            stand_pat: None,
            tests: Vec::new(),
            depth_changes: Vec::new(),
            verified: None,
            nested: Vec::new(),
            opened: true,
            moves: Vec::new(),
            cut: None,
            best: None,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes: 0,
        }
    }

    /// A copy without what lies below the node.
    pub(super) fn alone(&mut self) -> Visit {
        let (nested, moves) = (std::mem::take(&mut self.nested), std::mem::take(&mut self.moves));
        let alone = Visit { opened: false, ..self.clone() };
        (self.nested, self.moves) = (nested, moves);
        alone
    }

    /// Forgets what lies below the node.
    pub(super) fn forget_below(&mut self) {
        self.opened = false;
        self.nested = Vec::new();
        self.moves = Vec::new();
    }

    /// The visits one level below: searches for rules and of moves.
    pub(super) fn children(&self) -> impl Iterator<Item = &Visit> {
        self.nested.iter().chain(self.moves.iter().flat_map(Tried::children))
    }

    /// Keeps `levels` levels below the node: with none of them, not even its moves.
    pub(super) fn trim(&mut self, levels: usize) {
        let Some(below) = levels.checked_sub(1) else { return self.forget_below() };
        self.nested.iter_mut().for_each(|visit| visit.trim(below));
        for tried in &mut self.moves {
            tried.searches.iter_mut().for_each(|visit| visit.trim(below));
            if let Some(visit) = &mut tried.singular {
                visit.trim(below);
            }
        }
    }

    /// How many nodes are kept in it: itself, the moves it has come to and everything below them.
    pub(super) fn kept(&self) -> usize {
        1 + self.moves.len() + self.children().map(Visit::kept).sum::<usize>()
    }
}

impl Tried {
    pub(super) fn new(picked: Picked) -> Tried {
        Tried {
            picked,
            facts: None,
            tests: Vec::new(),
            skipped: None,
            extension: None,
            singular: None,
            reduction: None,
            searches: Vec::new(),
            score: None,
        }
    }

    /// The searches made of the move and about it.
    pub(super) fn children(&self) -> impl Iterator<Item = &Visit> {
        self.singular.as_deref().into_iter().chain(&self.searches)
    }

    /// A note of the node that concerns the move.
    pub(super) fn remember(&mut self, note: &Note) {
        match *note {
            Note::Considered(facts) => self.facts = Some(Box::new(facts)),
            Note::Tested(test) => self.tests.push(test),
            Note::Skipped { test, .. } => self.skipped = Some((test, None)),
            Note::SkippedInQuiescence { test, alpha, .. } => self.skipped = Some((test, Some(alpha))),
            Note::Extended { by, plies, .. } => self.extension = Some((by, plies)),
            Note::Reduced { reduction, plies, depth, .. } => {
                self.reduction = Some(Box::new((reduction, plies, depth)));
            }
            Note::Searched { score, bound, .. } => self.score = Some((score, bound)),
            _ => {}
        }
    }
}
