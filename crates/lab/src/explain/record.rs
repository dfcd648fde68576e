//! The observer: follows one line through the search and keeps the visits of the nodes along it.
//!
//! Of a long search hardly anything is needed: the last visit of the node at the end of the line, the last visits of
//! the nodes on the way to it (they answer when the line was not searched to its end), and as many plies below the former as
//! are asked for. Everything else is only counted, so memory does not grow with the search.

use super::visit::{Role, StandPat, Tried, Visit};
use chess::Move;
use engine::search::Window;
use engine::{Bound, Note, Observer, Score, Technique};

/// How many visits of one iteration are kept as one line each; of more, the latest.
const BRIEF: usize = 8;

/// What is known of the visits of one node of the line.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// Finished visits in the whole search.
    pub visits: u64,
    /// The iteration of the latest visit, plies.
    pub iteration: i32,
    /// Finished visits in that iteration.
    pub in_iteration: u64,
    /// The latest of them, without what lies below.
    pub latest: Vec<Visit>,
    /// The one to show: see [`Found::take`].
    pub shown: Option<Shown>,
}

/// The visit to show.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub visit: Visit,
    /// Its number among those of its iteration, from 1.
    pub number: u64,
    /// Plies kept below it.
    pub plies: usize,
}

impl Found {
    /// Takes a finished visit into account. Shown is one of the last iteration that did more than look into the table: its last full visit;
    /// failing that the last in quiescence, and one settled by rule only if there is no other.
    fn take(&mut self, mut visit: Visit, plies: usize) {
        if visit.iteration != self.iteration {
            (self.iteration, self.in_iteration) = (visit.iteration, 0);
            self.latest.clear();
        }
        self.visits += 1;
        self.in_iteration += 1;
        if self.latest.len() == BRIEF {
            self.latest.remove(0);
        }
        self.latest.push(visit.alone());
        let by_table = |visit: &Visit| visit.cut == Some(Technique::Tt);
        let rank =
            |visit: &Visit| (!by_table(visit), visit.iteration, visit.settled.is_none(), !visit.quiescence);
        if self.shown.as_ref().is_none_or(|shown| rank(&visit) >= rank(&shown.visit)) {
            self.shown = Some(Shown { visit, number: self.in_iteration, plies });
        }
    }
}

/// A node that has been entered and not left.
struct Open {
    visit: Visit,
    /// How many moves of the line lead to it, if it lies on the line.
    on_line: Option<usize>,
    /// Plies below the node of the line under which it lies.
    level: usize,
    /// That node is the line's end.
    at_end: bool,
    /// The move just made in it; a pass is the inner `None`.
    made: Option<Option<Move>>,
    /// Its moves have begun to come.
    picked: bool,
    /// What the next move has to beat in quiescence.
    reach: Score,
    nodes_before: u64,
}

/// The observer.
pub(super) struct LineRecorder {
    line: Vec<Move>,
    /// Plies wanted below the end of the line, at least 1.
    plies: usize,
    max_nodes: usize,
    /// Plies kept in the present visit of the end of the line, and the nodes it has so far.
    plies_kept: usize,
    kept: usize,
    iteration: i32,
    stopped: bool,
    nodes: u64,
    open: Vec<Open>,
    /// Nodes entered below those that are recorded.
    ignored: usize,
    found: Vec<Found>,
}

impl LineRecorder {
    /// Follows `line`; keeps `plies` plies below its end (at least 1), as long as they are no more than `max_nodes` nodes.
    pub(super) fn new(line: &[Move], plies: usize, max_nodes: usize) -> LineRecorder {
        let plies = plies.max(1);
        LineRecorder {
            line: line.to_vec(),
            plies,
            max_nodes,
            plies_kept: plies,
            kept: 0,
            iteration: 0,
            stopped: false,
            nodes: 0,
            open: Vec::new(),
            ignored: 0,
            found: vec![Found::default(); line.len() + 1],
        }
    }

    /// What was found of the nodes after no move of the line, after one, and so on.
    pub(super) fn into_found(self) -> Vec<Found> {
        self.found
    }

    fn enter(&mut self, ply: usize, depth: i32, window: Window, quiescence: bool, pv: bool) {
        self.nodes += 1;
        if self.ignored > 0 {
            self.ignored += 1;
            return;
        }
        let (role, on_line, level, at_end) = self.place(ply, quiescence);
        if on_line == Some(self.line.len()) {
            self.plies_kept = self.plies;
            self.kept = 0;
        }
        let at_end = at_end || on_line == Some(self.line.len());
        let limit = if at_end { self.plies_kept } else { 1 };
        if level > limit {
            self.ignored = 1;
            return;
        }
        let mut visit = Visit::new(ply, role, self.iteration, depth, window, quiescence);
        (visit.opened, visit.pv) = (level < limit, pv);
        let nodes_before = self.nodes - 1;
        self.open.push(Open {
            visit,
            on_line,
            level,
            at_end,
            made: None,
            picked: false,
            reach: window.alpha,
            nodes_before,
        });
        self.count_kept(at_end);
    }

    /// For what the node at `ply` is entered, its place on the line, the plies it lies off it, and whether it
    /// lies below the line's end.
    fn place(&self, ply: usize, quiescence: bool) -> (Role, Option<usize>, usize, bool) {
        let Some(above) = self.open.last() else { return (Role::Root, Some(0), 0, false) };
        let in_move = above.picked;
        let role = if above.visit.ply == ply {
            match (quiescence, in_move) {
                (true, _) => Role::Razoring,
                (false, true) => Role::Singular,
                (false, false) => Role::Verification,
            }
        } else {
            match above.made.flatten() {
                None => Role::Pass,
                Some(mv) if in_move => Role::Move(mv),
                Some(mv) => Role::ProbCut(mv),
            }
        };
        let next = above.on_line.and_then(|at| Some((at, *self.line.get(at)?)));
        match (role, next) {
            (Role::Move(mv), Some((at, wanted))) if mv == wanted => (role, Some(at + 1), 0, false),
            _ => (role, None, above.level + 1, above.at_end),
        }
    }

    /// One more node is kept below the end of the line. If they become too many, the deepest ply is given up.
    fn count_kept(&mut self, at_end: bool) {
        if !at_end {
            return;
        }
        self.kept += 1;
        while self.kept > self.max_nodes && self.plies_kept > 1 {
            self.plies_kept -= 1;
            let kept = self.plies_kept;
            let open = self.open.iter().filter(|open| !open.at_end || open.level <= kept).count();
            self.ignored += self.open.len() - open;
            self.open.truncate(open);
            let below = self.open.iter_mut().filter(|open| open.at_end);
            self.kept = below
                .map(|open| {
                    open.visit.trim(kept - open.level);
                    open.visit.kept()
                })
                .sum();
        }
    }

    fn exit(&mut self, score: Score, bound: Bound) {
        if self.ignored > 0 {
            self.ignored -= 1;
            if self.ignored == 0 {
                self.hear_of(score);
            }
            return;
        }
        let Some(Open { mut visit, on_line, nodes_before, .. }) = self.open.pop() else { return };
        visit.score = score;
        visit.bound = bound;
        visit.nodes = self.nodes - nodes_before;
        self.hear_of(score);
        let Some(at) = on_line else { return self.attach(visit) };
        // What lies below is kept for the line's own sake, not twice.
        self.attach(visit.alone());
        let plies = if at == self.line.len() { self.plies_kept } else { 1 };
        self.found[at].take(visit, plies);
    }

    /// A node below the innermost open one has this score: in quiescence, the move to it may be the best.
    fn hear_of(&mut self, score: Score) {
        let Some(Open { visit, made: Some(Some(mv)), reach, .. }) = self.open.last_mut() else { return };
        if visit.quiescence && -score > *reach {
            *reach = -score;
            visit.best = Some(*mv);
        }
    }

    /// Hands a finished visit to the node above.
    fn attach(&mut self, visit: Visit) {
        let Some(Open { visit: above, .. }) = self.open.last_mut() else { return };
        match (visit.role, above.moves.last_mut()) {
            (Role::Singular, Some(tried)) => tried.singular = Some(Box::new(visit)),
            (Role::Move(_), Some(tried)) => tried.searches.push(visit),
            _ => above.nested.push(visit),
        }
    }

    /// A note of the innermost open node.
    fn remember(&mut self, note: &Note) {
        let Some(open) = self.open.last_mut() else { return };
        let visit = &mut open.visit;
        match *note {
            Note::Settled(why) => visit.settled = Some(why),
            Note::Facts(node) => visit.facts = Some(Box::new(node)),
            Note::TableHit(hit) => visit.table = Some(hit),
            Note::StandPat { raw_eval, static_eval, score } => {
                open.reach = open.reach.max(score);
                visit.stand_pat = Some(StandPat { raw_eval, static_eval, score });
            }
            Note::DepthChanged { by, plies } => visit.depth_changes.push((by, plies)),
            Note::Verified { held } => visit.verified = Some(held),
            Note::Cut { by, .. } => visit.cut = Some(by),
            Note::Picked(_) => open.picked = true,
            Note::Made { mv } => open.made = Some(mv),
            Note::Searched { mv, bound, .. } if bound.is_lower() => visit.best = Some(mv),
            _ => {}
        }
        match *note {
            Note::Picked(picked) if visit.opened => {
                visit.moves.push(Tried::new(picked));
                let at_end = open.at_end;
                self.count_kept(at_end);
            }
            Note::Tested(test) if !open.picked => visit.tests.push(test),
            _ => {
                if let Some(tried) = visit.moves.last_mut() {
                    tried.remember(note);
                }
            }
        }
    }
}

impl Observer for LineRecorder {
    const ON: bool = true;

    fn note(&mut self, ply: usize, note: &Note) {
        match *note {
            // What is noted from now on means nothing, and no open visit will be finished.
            Note::Stopped => self.stopped = true,
            _ if self.stopped => {}
            Note::Iteration { depth } => self.iteration = depth,
            Note::Enter { depth, window, quiescence, pv } => self.enter(ply, depth, window, quiescence, pv),
            Note::Exit { score, bound } => self.exit(score, bound),
            _ if self.ignored > 0 => {}
            _ => self.remember(note),
        }
    }
}
