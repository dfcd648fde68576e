//! The spine of the search: the steps of one node in order. Each step is a function of its own, named after what it does.

use super::Search;
use super::node::{Node, NodeKind, NonPv, Window};
use super::observe::{Note, Observer, Settled};
use super::whole_node;
use crate::ordering::Picker;
use crate::score::{MAX_PLY, Score};
use crate::techniques::Technique;
use crate::tt::Bound;
use chess::{FIFTY_MOVES, Position};

/// Half-moves without capture or pawn move from which on stored scores do not cut.
const TT_CUTOFF_MAX_CLOCK: u16 = 90;

const QUARTERS: i32 = 4;
/// Depth under which an evaluation alone is stored: below quiescence.
const EVALUATION_DEPTH: i32 = -1;

impl<O: Observer> Search<'_, O> {
    /// Searches a node to `depth` plies and returns its score from the side to move: exact within the window, a bound
    /// outside (fail-soft). `cut` says that a fail high is expected. Meaningless once the search is stopped.
    pub(super) fn negamax<K: NodeKind>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Score {
        // Step 1. The horizon: quiescence resolves what is hanging.
        if depth <= 0 {
            return self.quiescence::<K>(pos, ply, window);
        }
        // Step 2. Stops, draws and the longest line.
        if self.check_stop() {
            return Score::DRAW;
        }
        self.enter::<K>(pos, ply, depth, window, false);
        if K::PV {
            self.worker.pv.clear(ply);
        }
        if let Some((why, score)) = self.terminal::<K>(pos, ply) {
            return self.settle(ply, why, score, Bound::Exact);
        }
        // Step 3. What is certain before any search: no mate is nearer than the next ply, and a draw may be in reach.
        let window = match self.certain_window::<K>(pos, ply, window) {
            Ok(window) => window,
            Err((why, score)) => return self.settle(ply, why, score, window.bound_of(score)),
        };
        // Step 4. Ask the table and evaluate: the facts all rules decide by.
        let mut node = self.facts::<K>(pos, ply, depth, window, cut);
        let change = whole_node::hindsight(&node, self.settings);
        self.change_depth(&mut node, Technique::Hindsight, change);
        self.note(ply, || Note::Facts(node));
        // Step 5. The table may know the answer.
        if let Some(score) = self.tt_cutoff(pos, &node) {
            return self.leave(ply, score, window.bound_of(score));
        }
        // Step 6. Rules for the whole node: reverse futility, razoring, null move, ProbCut.
        if node.may_prune()
            && let Some(score) = self.prune_node(pos, &node)
        {
            return self.leave(ply, score, window.bound_of(score));
        }
        // Step 7. Internal iterative reduction.
        let change = -whole_node::internal_iterative_reduction(&node, self.settings);
        self.change_depth(&mut node, Technique::Iir, change);
        // Step 8. The moves, one by one.
        let score = self.search_moves::<K>(pos, &node);
        self.leave(ply, score, window.bound_of(score))
    }

    /// Step 2: the score of a node that needs no search, or `None`.
    fn terminal<K: NodeKind>(&mut self, pos: &Position, ply: usize) -> Option<(Settled, Score)> {
        if K::ROOT {
            return None;
        }
        if let Some(drawn) = self.drawn(pos, ply) {
            return Some(drawn);
        }
        (ply >= MAX_PLY - 1).then(|| (Settled::Horizon, self.evaluate_at_limit(pos)))
    }

    /// The score of a position that is over by the rules of drawing, or `None`. A mate on the hundredth ply wins.
    pub(super) fn drawn(&self, pos: &Position, ply: usize) -> Option<(Settled, Score)> {
        if pos.halfmove_clock() >= FIFTY_MOVES {
            let score = if pos.is_checkmate() { Score::mated_in(ply) } else { Score::DRAW };
            return Some((Settled::FiftyMoves, score));
        }
        if self.worker.keys.is_repetition(pos, ply) {
            return Some((Settled::Repetition, Score::DRAW));
        }
        pos.is_insufficient_material().then_some((Settled::InsufficientMaterial, Score::DRAW))
    }

    /// The evaluator's number, kept out of the range of mates and tablebase results.
    pub(super) fn evaluate(&mut self, pos: &Position) -> Score {
        Score::cp(self.worker.evaluator.evaluate_line(pos))
    }

    /// The static score where no deeper line can be searched.
    fn evaluate_at_limit(&mut self, pos: &Position) -> Score {
        if pos.in_check() { Score::DRAW } else { self.evaluate(pos) }
    }

    /// Step 3: the window narrowed to what is possible, or the score when nothing is left of it.
    fn certain_window<K: NodeKind>(
        &mut self,
        pos: &Position,
        ply: usize,
        window: Window,
    ) -> Result<Window, (Settled, Score)> {
        let Window { mut alpha, mut beta } = window;
        if K::ROOT {
            return Ok(window);
        }
        // Mate-distance pruning: at worst we are mated here, at best we mate with the next move.
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return Err((Settled::MateDistance, alpha));
        }
        // The side to move can repeat a position, so it has at least a draw.
        if alpha < Score::DRAW && self.worker.keys.upcoming_repetition(pos, ply) {
            alpha = Score::DRAW;
            if alpha >= beta {
                return Err((Settled::UpcomingRepetition, alpha));
            }
        }
        Ok(Window { alpha, beta })
    }

    /// Step 4: table, evaluation and everything that follows from them.
    fn facts<K: NodeKind>(
        &mut self,
        pos: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Node {
        let in_check = pos.in_check();
        let excluded = self.worker.frames.at(ply).excluded;
        // A search that leaves a move out asks another question than the one the table answers.
        let tt = if excluded.is_none() { self.probe(pos, ply) } else { None };
        let (raw_eval, static_eval) = self.remember_evals(pos, ply, in_check, tt.and_then(|hit| hit.eval));
        let improving =
            self.settings.techniques.has(Technique::Improving) && self.worker.frames.is_improving(ply);
        let before = self.worker.frames.before(ply);
        let estimate = match tt {
            Some(hit) if !in_check && hit.bound.settles(hit.score, static_eval) => hit.score,
            _ => static_eval,
        };
        Node {
            ply,
            depth,
            window,
            pv: K::PV,
            root: K::ROOT,
            cut,
            in_check,
            raw_eval,
            static_eval,
            estimate,
            improving,
            tt,
            tt_move: if K::ROOT { self.worker.root.first_move() } else { tt.and_then(|hit| hit.mv) },
            tt_pv: K::PV || tt.is_some_and(|hit| hit.pv),
            excluded,
            after_null: before.null,
            parent_reduction: before.reduction,
            parent_eval: before.static_eval,
            has_pieces: has_pieces(pos),
            verifying: std::mem::take(&mut self.worker.frames.at_mut(ply).verifying),
            null_barred: ply < self.worker.null_barred_below[pos.side_to_move().index()],
        }
    }

    /// The evaluator's number and the corrected one, kept for the plies below.
    pub(super) fn remember_evals(
        &mut self,
        pos: &Position,
        ply: usize,
        in_check: bool,
        stored: Option<Score>,
    ) -> (Score, Score) {
        let (raw, corrected) = self.static_evals(pos, ply, in_check, stored);
        let frame = self.worker.frames.at_mut(ply);
        frame.raw_eval = raw;
        frame.static_eval = (!in_check).then_some(corrected);
        (raw, corrected)
    }

    /// The evaluator's number and the corrected one; both zero in check, where neither is used.
    fn static_evals(
        &mut self,
        pos: &Position,
        ply: usize,
        in_check: bool,
        stored: Option<Score>,
    ) -> (Score, Score) {
        if in_check {
            return (Score::ZERO, Score::ZERO);
        }
        let frame = self.worker.frames.at(ply);
        let raw = match stored {
            Some(eval) => eval,
            None if frame.excluded.is_some() => frame.raw_eval,
            None => {
                let eval = self.evaluate(pos);
                self.store_evaluation(pos, ply, eval);
                eval
            }
        };
        (raw, self.corrected(pos, raw))
    }

    /// Keeps an evaluation for the next visit, which may well come before any score is known: a node that is cut at once stores
    /// nothing. The bound says nothing (no less than minus infinity), and the depth yields to any search.
    fn store_evaluation(&self, pos: &Position, ply: usize, eval: Score) {
        if self.settings.techniques.has(Technique::Tt) {
            let (score, bound) = (Score::MINUS_INFINITE, Bound::Lower);
            self.shared.tt.store(pos.key(), ply, None, score, Some(eval), EVALUATION_DEPTH, bound, false);
        }
    }

    /// The evaluation corrected by what searches of like positions have found.
    pub(super) fn corrected(&self, pos: &Position, raw: Score) -> Score {
        if !self.settings.techniques.has(Technique::CorrHist) {
            return raw;
        }
        let correction = self.worker.histories.correction.get(pos, &self.settings.params.correction);
        Score::cp(raw.get() + correction)
    }

    /// A rule gives the node so many plies more or (negative) fewer.
    #[inline(always)]
    fn change_depth(&mut self, node: &mut Node, by: Technique, plies: i32) {
        node.depth += plies;
        if plies != 0 {
            self.note(node.ply, || Note::DepthChanged { by, plies });
        }
    }

    /// Near the fifty-move limit a stored score, which knows nothing of the clock, is no longer trusted.
    pub(super) fn trusts_table(&self, pos: &Position) -> bool {
        pos.halfmove_clock() < TT_CUTOFF_MAX_CLOCK
    }

    /// Step 5: a stored score that answers the question asked. Not on the principal variation, where a cut
    /// would shorten the line shown; before stage 11 there are no null windows, and every node but the root may cut.
    fn tt_cutoff(&mut self, pos: &Position, node: &Node) -> Option<Score> {
        let hit = node.tt?;
        let without_null_windows = !self.settings.techniques.has(Technique::Pvs) && !node.root;
        let may_cut = (!node.pv || without_null_windows)
            && hit.depth >= node.depth
            && self.trusts_table(pos)
            && hit.answers(node.window.alpha, node.window.beta);
        if !may_cut {
            return None;
        }
        if hit.score >= node.window.beta {
            self.learn_table_cut(pos, node);
        }
        Some(self.cut(node.ply, Technique::Tt, hit.score, hit.depth))
    }

    /// Step 6: a score when one of the whole-node rules ends the node.
    fn prune_node(&mut self, pos: &Position, node: &Node) -> Option<Score> {
        if self.holds(node.ply, whole_node::reverse_futility(node, self.settings)) {
            let score = whole_node::reverse_futility_score(node, self.settings);
            return Some(self.cut(node.ply, Technique::Rfp, score, node.depth));
        }
        if self.holds(node.ply, whole_node::razoring(node, self.settings)) {
            let score = self.quiescence::<NonPv>(pos, node.ply, node.window);
            if score <= node.window.alpha {
                return Some(self.cut(node.ply, Technique::Razoring, score, node.depth));
            }
        }
        if self.holds(node.ply, whole_node::null_move(node, self.settings))
            && let Some(score) = self.try_null_move(pos, node)
        {
            return Some(self.cut(node.ply, Technique::NullMove, score, node.depth));
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        let beta = whole_node::probcut_beta(node, self.settings)?;
        let score = self.try_probcut(pos, node, beta)?;
        Some(self.cut(node.ply, Technique::ProbCut, score, node.depth))
    }

    /// Passes and searches the reply at reduced depth; a score at or above beta cuts the node.
    fn try_null_move(&mut self, pos: &Position, node: &Node) -> Option<Score> {
        let reduction = whole_node::null_move_reduction(node, self.settings);
        let Window { beta, .. } = node.window;
        let depth = node.depth - 1 - reduction;
        let child = self.make_null(pos, node.ply);
        let window = Window::null_below(beta).flipped();
        let score = -self.negamax::<NonPv>(&child, node.ply + 1, depth, window, !node.cut);
        self.unmake_null();
        if self.stopped || score < beta {
            return None;
        }
        // A mate after a pass is not real: the side that passed broke the rules. Claim no more than beta.
        let score = if score.is_win() { beta } else { score };
        if !whole_node::null_move_needs_verification(node, self.settings) {
            return Some(score);
        }
        self.verify_null_move(pos, node, depth).then_some(score)
    }

    /// Zugzwang would show in a search of the real moves, to the same reduced depth, in which this side may not pass for
    /// some plies.
    fn verify_null_move(&mut self, pos: &Position, node: &Node, depth: i32) -> bool {
        let side = pos.side_to_move().index();
        let quarters = self.settings.params.whole_node.null_verify_quarters;
        let barred = self.worker.null_barred_below[side];
        self.worker.null_barred_below[side] = node.ply + 1 + (quarters * depth.max(0) / QUARTERS) as usize;
        let window = Window::null_below(node.window.beta);
        self.worker.frames.at_mut(node.ply).verifying = true;
        let score = self.negamax::<NonPv>(pos, node.ply, depth.max(1), window, false);
        self.worker.null_barred_below[side] = barred;
        let held = !self.stopped && score >= node.window.beta;
        self.note(node.ply, || Note::Verified { held });
        held
    }

    /// Tries captures that win enough: one that stays above `beta` in quiescence and then at reduced depth cuts the node.
    fn try_probcut(&mut self, pos: &Position, node: &Node, beta: Score) -> Option<Score> {
        let depth = node.depth - self.settings.params.whole_node.probcut_reduction;
        let needed = beta - node.static_eval;
        let mut picker = Picker::noisy(&self.ordering(pos, node.ply), node.tt_move);
        let window = Window::null_below(beta).flipped();
        while let Some(picked) = picker.next(&self.ordering(pos, node.ply)) {
            if !crate::see::see_ge(pos, picked.mv, needed) {
                continue;
            }
            let child = self.make(pos, node.ply, picked.mv);
            let mut score = -self.quiescence::<NonPv>(&child, node.ply + 1, window);
            if score >= beta && depth > 1 {
                score = -self.negamax::<NonPv>(&child, node.ply + 1, depth - 1, window, !node.cut);
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if score >= beta {
                self.store(pos, node, Some(picked.mv), score, depth, Bound::Lower);
                return Some(score);
            }
        }
        None
    }
}

/// Whether the side to move has more than pawns and king.
fn has_pieces(pos: &Position) -> bool {
    use chess::PieceType::{King, Pawn};
    let own = pos.colors(pos.side_to_move());
    (own & !(pos.pieces(Pawn) | pos.pieces(King))).any()
}
