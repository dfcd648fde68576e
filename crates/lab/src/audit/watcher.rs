//! Watches a search and tells its decisions.

use chess::Move;
use engine::ordering::Histories;
use engine::search::{Node, Window, WindowSearch};
use engine::{Note, Observer, Score, Technique};

use super::decision::{Action, Claim, Decision, rule};

/// Who wants to know of decisions.
pub(super) trait Sink {
    /// A decision of a rule, by its place among [`RULES`](super::decision::RULES); it is only made if it is wanted.
    fn offer(&mut self, rule: usize, make: impl FnOnce() -> Decision);

    /// Whether it wants what the search had learnt when it took the decisions last offered.
    fn wants_histories(&self) -> bool {
        false
    }

    /// That.
    fn histories(&mut self, _histories: &Histories) {}
}

/// The observer.
pub(super) struct Watcher<S: Sink> {
    sink: S,
    /// The moves from the root to the node that speaks.
    line: Vec<Option<Move>>,
    open: Vec<Open>,
    nodes: u64,
    root_depth: i32,
    /// Nodes that a check may take.
    max_nodes: u64,
}

/// A node that has been entered and not left.
struct Open {
    /// The depth left, with the changes made so far.
    depth: i32,
    window: Window,
    facts: Option<Node>,
    quiescence: bool,
    nodes_before: u64,
    /// Rules that took plies from the node, and the depth it had before.
    shortened: Vec<(Technique, i32)>,
    move_reduced: Option<Reduced>,
}

/// A move that is being searched with fewer plies.
struct Reduced {
    by: Technique,
    mv: Move,
    /// The depth of its child without the reduction.
    full_depth: i32,
    nodes_before: u64,
    /// The window it is searched with, from the side that makes it; known once its child is entered.
    window: Option<Window>,
    again: bool,
}

impl<S: Sink> Watcher<S> {
    /// Tells the sink of decisions; their checks may take `max_nodes`.
    pub(super) fn new(sink: S, max_nodes: u64) -> Self {
        Watcher { sink, line: Vec::new(), open: Vec::new(), nodes: 0, root_depth: 0, max_nodes }
    }

    /// The sink.
    pub(super) fn into_sink(self) -> S {
        self.sink
    }

    fn enter(&mut self, depth: i32, window: Window, quiescence: bool) {
        if let Some(reduced) = self.open.last_mut().and_then(|parent| parent.move_reduced.as_mut()) {
            reduced.window.get_or_insert(window.flipped());
        }
        self.open.push(Open {
            depth,
            window,
            facts: None,
            quiescence,
            nodes_before: self.nodes,
            shortened: Vec::new(),
            move_reduced: None,
        });
        self.nodes += 1;
    }

    /// Offers a decision about the open node itself.
    fn offer_node(&mut self, ply: usize, by: Technique, action: Action, depth: i32, claim: Claim) {
        let Some(open) = self.open.last() else { return };
        let (pv, cut) = open.facts.map_or((false, false), |facts| (facts.pv, facts.cut));
        let search = WindowSearch { pv, cut, ..self.ask(open.window, depth) };
        let (node_depth, cost) = (open.depth, self.nodes - open.nodes_before);
        self.offer(by, action, |line| Decision {
            search: WindowSearch { line: line[..ply].to_vec(), ..search },
            rule: 0,
            mv: None,
            depth: node_depth,
            claim,
            cost,
        });
    }

    /// Offers a decision about a move of the open node: the child at `depth`, with the window of this side.
    fn offer_move(&mut self, ply: usize, by: Technique, action: Action, asked: Asked) {
        let Some(open) = self.open.last() else { return };
        let Asked { mv, depth, window, pv, claim, cost } = asked;
        let cut = open.facts.is_some_and(|facts| !facts.cut) && !pv;
        let search = WindowSearch { pv, cut, ..self.ask(window.flipped(), depth) };
        let node_depth = open.depth;
        self.offer(by, action, |line| {
            let mut line = line[..ply].to_vec();
            line.push(Some(mv));
            let search = WindowSearch { line, ..search };
            Decision { search, rule: 0, mv: Some(mv), depth: node_depth, claim, cost }
        });
    }

    fn ask(&self, window: Window, depth: i32) -> WindowSearch {
        WindowSearch {
            line: Vec::new(),
            depth,
            window,
            pv: false,
            cut: false,
            root_depth: self.root_depth,
            max_nodes: self.max_nodes,
        }
    }

    fn offer(&mut self, by: Technique, action: Action, make: impl FnOnce(&[Option<Move>]) -> Decision) {
        let Some(rule) = rule(by, action) else { return };
        let line = &self.line;
        self.sink.offer(rule, || Decision { rule, ..make(line) });
    }

    fn skipped(&mut self, ply: usize, by: Technique, mv: Move) {
        let Some(open) = self.open.last() else { return };
        // Moves are skipped only where the window is a null window.
        let (alpha, depth) = (open.window.alpha, open.depth - 1);
        let asked =
            Asked { mv, depth, window: Window::null(alpha), pv: false, claim: Claim::AtMost(alpha), cost: 0 };
        self.offer_move(ply, by, Action::MoveSkipped, asked);
    }

    fn searched(&mut self, ply: usize, score: Score) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(Reduced { by, mv, full_depth, nodes_before, window, again }) = open.move_reduced.take()
        else {
            return;
        };
        let Some(window) = window.filter(|_| !again) else { return };
        let Some(claim) = Claim::of(score, window) else { return };
        let (pv, cost) = (!window.is_null(), self.nodes - nodes_before);
        self.offer_move(
            ply,
            by,
            Action::MoveReduced,
            Asked { mv, depth: full_depth, window, pv, claim, cost },
        );
    }

    /// A node was left: what its rules took from its depth made no difference, they say.
    fn left(&mut self, ply: usize, score: Score) {
        let shortened =
            self.open.last_mut().map(|open| std::mem::take(&mut open.shortened)).unwrap_or_default();
        let window = self.open.last().map_or(Window::FULL, |open| open.window);
        if let Some(claim) = Claim::of(score, window) {
            for (by, full_depth) in shortened {
                self.offer_node(ply, by, Action::NodeShortened, full_depth, claim);
            }
        }
        self.open.pop();
    }

    fn cut(&mut self, ply: usize, by: Technique, score: Score, depth: i32) {
        let Some(open) = self.open.last_mut() else { return };
        // A table score that is deep enough for the whole depth owes nothing to the plies taken off.
        open.shortened.retain(|&(_, full_depth)| depth < full_depth);
        let action = if open.quiescence { Action::LeafCut } else { Action::NodeCut };
        let claim = Claim::of(score, open.window).unwrap_or(Claim::Exactly(score));
        self.offer_node(ply, by, action, depth, claim);
    }

    fn reduced(&mut self, by: Technique, mv: Move, full_depth: i32) {
        let nodes_before = self.nodes;
        if let Some(open) = self.open.last_mut() {
            open.move_reduced =
                Some(Reduced { by, mv, full_depth, nodes_before, window: None, again: false });
        }
    }
}

/// What is asked of a move.
struct Asked {
    mv: Move,
    depth: i32,
    window: Window,
    pv: bool,
    claim: Claim,
    cost: u64,
}

impl<S: Sink> Observer for Watcher<S> {
    const ON: bool = true;

    fn note(&mut self, ply: usize, note: &Note) {
        match *note {
            Note::Iteration { depth } => self.root_depth = depth,
            Note::Made { mv } => {
                self.line.truncate(ply);
                self.line.push(mv);
            }
            Note::Enter { depth, window, quiescence, .. } => self.enter(depth, window, quiescence),
            Note::Exit { score, .. } => self.left(ply, score),
            Note::Cut { by, score, depth } => self.cut(ply, by, score, depth),
            Note::Skipped { mv, test } => self.skipped(ply, test.by, mv.mv),
            Note::SkippedInQuiescence { mv, test, alpha } => {
                let claim = Claim::AtMost(alpha);
                let asked = Asked { mv, depth: 0, window: Window::null(alpha), pv: false, claim, cost: 0 };
                self.offer_move(ply, test.by, Action::LeafMoveSkipped, asked);
            }
            Note::Reduced { mv, plies, depth, .. } if plies > 0 => {
                self.reduced(Technique::Lmr, mv, depth + plies)
            }
            Note::Searched { score, .. } => self.searched(ply, score),
            _ => {
                let Some(open) = self.open.last_mut() else { return };
                match *note {
                    Note::Facts(facts) => {
                        (open.depth, open.window, open.facts) = (facts.depth, facts.window, Some(facts));
                    }
                    Note::DepthChanged { by, plies } => {
                        if plies < 0 {
                            open.shortened.push((by, open.depth));
                        }
                        open.depth += plies;
                    }
                    Note::Extended { mv, by, plies } if plies < 0 => {
                        let full_depth = open.depth - 1;
                        self.reduced(by, mv, full_depth);
                    }
                    Note::Research { .. } => {
                        if let Some(reduced) = &mut open.move_reduced {
                            reduced.again = true;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn wants_histories(&self) -> bool {
        self.sink.wants_histories()
    }

    fn histories(&mut self, histories: &Histories) {
        self.sink.histories(histories);
    }
}
