//! Iterative deepening and aspiration windows, and the state one thread's search carries.

mod extend;
mod frames;
mod learn;
#[cfg(test)]
mod line_tests;
mod moves;
mod negamax;
mod node;
pub mod observe;
mod pv;
mod quiescence;
mod reduce;
mod root;
mod rule;
mod skip;
mod whole_node;
mod window;

pub use extend::singular_beta;
pub use learn::history_bonus;
pub use node::{MoveFacts, Node, Window};
pub use quiescence::{delta, losing_capture};
pub use reduce::{PLY, Reduction, ReductionTable, late_move_reduction};
pub use rule::Test;
pub use window::{LineError, WindowScore, WindowSearch};
/// Rules that skip one move.
pub mod skip_rules {
    pub use super::skip::{futility, history, late_move, may_skip, static_exchange};
}
/// Rules that may end a node early.
pub mod whole_node_rules {
    pub use super::whole_node::{
        hindsight, internal_iterative_reduction, null_move, null_move_needs_verification,
        null_move_reduction, probcut_beta, razoring, reverse_futility, reverse_futility_score,
    };
}

pub(crate) use frames::Frames;
pub(crate) use pv::PvTable;
pub(crate) use root::RootMoves;

use crate::clock::{Clock, Stability};
use crate::engine::Info;
use crate::limits::Limits;
use crate::ordering::{OrderingContext, PieceTo};
use crate::score::{MAX_PLY, Score};
use crate::settings::Settings;
use crate::techniques::Technique;
use crate::thread::{Shared, Worker};
use crate::tt::{Bound, Hit};
use chess::{Move, Position};
use frames::Frame;
use moves::Progress;
use node::{NodeKind, Root};
use observe::{Note, Observer, Settled};
use root::RootMove;
use std::time::Duration;

/// The clock and the stop flag are looked at once in so many nodes.
const POLL_INTERVAL: u64 = 1024;
const PERCENT: i32 = 100;
/// Once the window has grown to this half-width, it is opened fully.
const ASPIRATION_OPEN: i32 = 600;
/// Bounds of an unfinished iteration are reported only in searches longer than this.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// When a search ends, and how many lines it reports.
pub(crate) struct Plan<'a> {
    pub limits: &'a Limits,
    /// The clock, for the one thread that keeps time.
    pub clock: Option<Clock>,
    /// Lines to report.
    pub lines: usize,
}

/// One thread's search.
pub(crate) struct Search<'a, O: Observer> {
    worker: &'a mut Worker,
    shared: &'a Shared,
    settings: &'a Settings,
    observer: &'a mut O,
    plan: Plan<'a>,
    /// Depth of the current iteration, plies.
    root_depth: i32,
    /// The last finished iteration, plies.
    completed_depth: i32,
    stopped: bool,
}

impl<'a, O: Observer> Search<'a, O> {
    pub(crate) fn new(
        worker: &'a mut Worker,
        shared: &'a Shared,
        settings: &'a Settings,
        observer: &'a mut O,
        plan: Plan<'a>,
    ) -> Self {
        worker.reductions.change_to(&settings.params.reduce);
        Search { worker, shared, settings, observer, plan, root_depth: 0, completed_depth: 0, stopped: false }
    }

    /// Deepens until a limit is reached. Returns the last depth finished.
    pub(crate) fn iterate(mut self, pos: &Position, report: &mut dyn FnMut(&Info)) -> i32 {
        let deepest = MAX_PLY as i32 - 1;
        let depth_limit =
            self.plan.limits.depth.map_or(deepest, |depth| depth.clamp(1, deepest as u32) as i32);
        let lines = self.plan.lines.clamp(1, self.worker.root.moves.len());
        let mut reported = None;
        let mut finished = Vec::new();
        let mut stability = StabilityTracker::default();
        for depth in 1..=depth_limit {
            self.root_depth = depth;
            self.note(0, || Note::Iteration { depth });
            self.search_lines(pos, depth, lines, report);
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            self.report_lines(depth, lines, report);
            reported = self.best_summary();
            finished.clone_from(&self.worker.root.moves);
            let total = self.worker.nodes;
            if let Some(best) = self.worker.root.moves.first() {
                stability.update(best.mv, best.score, best.nodes, total);
            }
            if self.is_enough(&stability) {
                break;
            }
        }
        // An iteration cut short knows a loss of its first moves but not what the others would have saved.
        if self.stopped && self.worker.root.moves[0].known_score().is_loss() && !finished.is_empty() {
            self.worker.root.moves = finished;
        }
        if self.best_summary() != reported {
            self.report_lines(self.root_depth, lines, report);
        }
        self.flush_nodes();
        self.completed_depth
    }

    /// One iteration: each line of a MultiPV search is searched without the moves of the lines before it.
    fn search_lines(&mut self, pos: &Position, depth: i32, lines: usize, report: &mut dyn FnMut(&Info)) {
        self.worker.root.begin_iteration();
        for line in 0..lines {
            self.worker.root.first = line;
            self.worker.seldepth = 0;
            self.aspire(pos, depth, lines == 1, report);
            self.worker.root.sort_lines(line + 1);
            if self.stopped {
                break;
            }
        }
        self.worker.root.first = 0;
    }

    /// Searches the root with a window around the last score, widened on the side where it fails.
    fn aspire(&mut self, pos: &Position, depth: i32, report_bounds: bool, report: &mut dyn FnMut(&Info)) {
        let p = &self.settings.params.aspiration;
        let (growth, max_reduction) = (p.aspiration_growth, p.aspiration_max_reduction);
        let mut delta = p.aspiration_delta;
        let mut window = self.first_window(depth, delta);
        let mut reduction = 0;
        loop {
            let score = self.negamax::<Root>(pos, 0, (depth - reduction).max(1), window, false);
            self.worker.root.sort_open();
            if self.stopped {
                return;
            }
            delta += (delta * growth / PERCENT).max(1);
            if score <= window.alpha {
                window.beta = Score::from_raw((window.alpha.get() + window.beta.get()) / 2);
                window.alpha = (score - delta).max(Score::MINUS_INFINITE);
                reduction = 0;
            } else if score >= window.beta {
                window.beta = (score + delta).min(Score::INFINITE);
                reduction = (reduction + 1).min(max_reduction);
            } else {
                return;
            }
            if delta >= ASPIRATION_OPEN || score.is_decisive() {
                window = Window::FULL;
            }
            let long = self.plan.clock.as_ref().is_some_and(|clock| clock.elapsed() > REPORT_BOUNDS_AFTER);
            if report_bounds && long {
                self.report_lines(depth, 1, report);
            }
        }
    }

    fn first_window(&self, depth: i32, delta: i32) -> Window {
        let open = self.worker.root.moves.get(self.worker.root.first);
        let last = open.map_or(Score::MINUS_INFINITE, RootMove::known_score);
        let narrow = self.settings.techniques.has(Technique::Aspiration)
            && depth >= self.settings.params.aspiration.aspiration_min_depth
            && !last.is_decisive();
        if narrow { Window { alpha: last - delta, beta: last + delta } } else { Window::FULL }
    }

    /// Whether no further iteration is wanted.
    fn is_enough(&self, stability: &StabilityTracker) -> bool {
        let Some(clock) = &self.plan.clock else { return false };
        let best = &self.worker.root.moves[0];
        let mate_found = self.plan.limits.mate.is_some_and(|moves| {
            let plies = (moves as usize).saturating_mul(2).min(MAX_PLY);
            best.bound == Bound::Exact && best.score.is_mate() && best.score >= Score::mate_in(plies)
        });
        let only_move = self.worker.root.moves.len() == 1;
        let nodes_spent =
            self.plan.limits.soft_nodes.is_some_and(|limit| self.shared.signals.nodes() >= limit);
        mate_found || nodes_spent || clock.is_soft_over(&stability.stability(only_move))
    }

    fn best_summary(&self) -> Option<(Move, Score)> {
        self.worker.root.moves.first().map(|best| (best.mv, best.known_score()))
    }

    fn report_lines(&mut self, depth: i32, lines: usize, report: &mut dyn FnMut(&Info)) {
        let Some(clock) = &self.plan.clock else { return };
        let time = clock.elapsed();
        self.flush_nodes();
        let nodes = self.shared.signals.nodes();
        for (index, root) in self.worker.root.moves[..lines].iter().enumerate() {
            let score = root.known_score();
            if score == Score::MINUS_INFINITE {
                continue;
            }
            // A line this iteration has not reached is as deep as the last one.
            let depth = if root.is_current() { depth } else { depth - 1 };
            report(&Info {
                depth: depth as u32,
                seldepth: (root.seldepth as u32).max(1),
                multipv: index + 1,
                score,
                bound: root.bound,
                nodes,
                nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
                hashfull: self.shared.tt.hashfull(),
                time,
                pv: root.pv.clone(),
            });
        }
    }

    /// Takes a searched root move into account.
    fn record_root(&mut self, mv: Move, score: Score, progress: &Progress, nodes_before: u64) {
        let nodes = self.worker.nodes - nodes_before;
        let window = progress.window;
        let Some(root) = self.worker.root.find(mv) else { return };
        root.nodes += nodes;
        if progress.searched > 1 && score <= window.alpha {
            root.score = Score::MINUS_INFINITE;
            return;
        }
        root.score = score;
        root.bound = window.bound_of(score);
        root.seldepth = self.worker.seldepth;
        // A move that fails low keeps the line that once made it best.
        if score > window.alpha {
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(self.worker.pv.line(1));
        }
    }

    // What every node needs.

    /// Counts a node.
    #[inline]
    fn enter<K: NodeKind>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        quiescence: bool,
    ) {
        if cfg!(any(test, debug_assertions)) {
            assert!(self.worker.evaluator.is_at(pos), "the evaluator is not at {pos:?}");
        }
        self.worker.nodes += 1;
        self.worker.seldepth = self.worker.seldepth.max(ply);
        self.note(ply, || Note::Enter { depth, window, quiescence, pv: K::PV });
    }

    #[inline(always)]
    fn leave(&mut self, ply: usize, score: Score, bound: Bound) -> Score {
        self.note(ply, || Note::Exit { score, bound });
        score
    }

    /// Leaves a node whose score is certain without a search.
    #[inline(always)]
    fn settle(&mut self, ply: usize, why: Settled, score: Score, bound: Bound) -> Score {
        self.note(ply, || Note::Settled(why));
        self.leave(ply, score, bound)
    }

    /// Passes a note to the observer; nothing is built for a silent one.
    #[inline(always)]
    fn note(&mut self, ply: usize, note: impl FnOnce() -> Note) {
        if O::ON {
            self.observer.note(ply, &note());
            if self.observer.wants_histories() {
                self.observer.histories(&self.worker.histories);
            }
        }
    }

    /// Whether a rule's comparison holds; notes it.
    #[inline(always)]
    fn holds(&mut self, ply: usize, test: Option<Test>) -> bool {
        let Some(test) = test else { return false };
        self.note(ply, || Note::Tested(test));
        test.holds()
    }

    /// Like [`Self::holds`], for a rule that skips a move.
    #[inline(always)]
    fn skip_holds(&mut self, ply: usize, mv: &MoveFacts, test: Option<Test>) -> bool {
        let skip = self.holds(ply, test);
        if skip && let Some(test) = test {
            self.note(ply, || Note::Skipped { mv: *mv, test });
        }
        skip
    }

    /// Notes that a technique cut the node with a score claimed for this depth.
    #[inline(always)]
    fn cut(&mut self, ply: usize, by: Technique, score: Score, depth: i32) -> Score {
        self.note(ply, || Note::Cut { by, score, depth });
        score
    }

    /// What ordering may look at here.
    #[inline(always)]
    fn ordering<'b>(&'b self, pos: &'b Position, ply: usize) -> OrderingContext<'b> {
        OrderingContext {
            pos,
            histories: &self.worker.histories,
            settings: self.settings,
            earlier: self.worker.frames.earlier(ply),
        }
    }

    #[inline]
    fn probe(&self, pos: &Position, ply: usize) -> Option<Hit> {
        if !self.settings.techniques.has(Technique::Tt) {
            return None;
        }
        self.shared.tt.probe(pos.key(), ply, pos.halfmove_clock())
    }

    /// Whether moves are left out at this node, by a MultiPV search or on request, so that its score is not the position's.
    fn is_partial(&self, node: &Node) -> bool {
        node.root && self.worker.root.is_partial()
    }

    fn store(&self, pos: &Position, node: &Node, mv: Option<Move>, score: Score, depth: i32, bound: Bound) {
        if self.settings.techniques.has(Technique::Tt) && !self.is_partial(node) {
            let eval = (!node.in_check).then_some(node.raw_eval);
            self.shared.tt.store(pos.key(), node.ply, mv, score, eval, depth, bound, node.tt_pv);
        }
    }

    /// The position after a move, with the line's records extended. Undone by [`Self::unmake`].
    #[inline]
    fn make(&mut self, pos: &Position, ply: usize, mv: Move) -> Position {
        self.shared.tt.prefetch(pos.key_after(mv));
        self.note(ply, || Note::Made { mv: Some(mv) });
        let moved = PieceTo::of(pos, mv);
        self.worker.frames.set_moved(ply, Frame { mv: Some(mv), moved, ..Frame::default() });
        self.worker.evaluator.made(pos, mv);
        let mut child = pos.clone();
        child.make(mv);
        self.worker.keys.push(&child);
        child
    }

    /// Like [`Self::make`] for passing. The board stays as it is, and with it what the evaluator knows. Undone by
    /// [`Self::unmake_null`].
    #[inline]
    fn make_null(&mut self, pos: &Position, ply: usize) -> Position {
        let mut child = pos.clone();
        child.make_null();
        self.shared.tt.prefetch(child.key());
        self.note(ply, || Note::Made { mv: None });
        self.worker.frames.set_moved(ply, Frame::passed());
        self.worker.keys.push(&child);
        child
    }

    #[inline]
    fn unmake(&mut self) {
        self.worker.keys.pop();
        self.worker.evaluator.unmade();
    }

    #[inline]
    fn unmake_null(&mut self) {
        self.worker.keys.pop();
    }

    /// Whether to stop now. The first iteration is always finished, so that there is a move and a score.
    #[inline]
    fn check_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.completed_depth == 0 {
            return false;
        }
        let limit = self.plan.limits.nodes.unwrap_or(u64::MAX);
        if self.worker.nodes >= limit {
            self.stopped = true;
        } else if self.worker.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        if self.stopped {
            self.note(0, || Note::Stopped);
        }
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.flush_nodes();
        let signals = &self.shared.signals;
        self.stopped |= signals.is_stopped() || signals.is_finished();
        if let Some(limit) = self.plan.limits.nodes {
            self.stopped |= signals.nodes() >= limit;
        }
        if let Some(clock) = &mut self.plan.clock {
            if clock.is_pondering() && !signals.is_pondering() {
                clock.ponderhit();
            }
            self.stopped |= clock.is_hard_over();
        }
    }

    fn flush_nodes(&mut self) {
        let new = self.worker.nodes - self.worker.nodes_flushed;
        self.worker.nodes_flushed = self.worker.nodes;
        self.shared.signals.add_nodes(new);
    }
}

/// Follows best move and score over the iterations.
#[derive(Default)]
struct StabilityTracker {
    best: Option<Move>,
    age: u32,
    share: u32,
    scores: Vec<Score>,
}

/// The score of so many iterations ago is the measure of a falling score.
const TREND_SPAN: usize = 3;

impl StabilityTracker {
    fn update(&mut self, best: Move, score: Score, best_nodes: u64, total_nodes: u64) {
        self.age = if self.best == Some(best) { self.age + 1 } else { 0 };
        self.best = Some(best);
        self.share = (best_nodes * 1000 / total_nodes.max(1)) as u32;
        self.scores.push(score);
    }

    fn stability(&self, only_move: bool) -> Stability {
        let drop = match self.scores.as_slice() {
            [.., last] if self.scores.len() > TREND_SPAN => {
                self.scores[self.scores.len() - 1 - TREND_SPAN] - *last
            }
            _ => 0,
        };
        Stability { best_move_nodes: self.share, best_move_age: self.age, score_drop: drop, only_move }
    }
}
