//! What a finished node teaches the tables: killers, counter-move, histories and the correction of the evaluation.

use super::Search;
use super::moves::Progress;
use super::node::Node;
use super::observe::Observer;
use crate::ordering::PieceTo;
use crate::params::OrderingParams;
use crate::techniques::Technique;
use crate::tt::Bound;
use chess::{Move, Position};

const PERCENT: i32 = 100;

/// The bonus for the move that cut a node of this depth; the moves tried before it lose as much.
pub fn history_bonus(depth: i32, p: &OrderingParams) -> i32 {
    (p.history_bonus_factor * depth * depth + p.history_bonus_linear * depth).min(p.history_bonus_max)
}

impl<O: Observer> Search<'_, O> {
    /// Updates every table after the move loop of a node.
    pub(super) fn learn(&mut self, pos: &Position, node: &Node, progress: &Progress) {
        if self.is_partial(node) {
            return;
        }
        if let Some(best) = progress.best_move
            && progress.best >= node.window.beta
        {
            self.learn_cutoff(pos, node, best, progress);
        }
        self.learn_correction(pos, node, progress);
    }

    fn learn_cutoff(&mut self, pos: &Position, node: &Node, best: Move, progress: &Progress) {
        let bonus = history_bonus(node.depth, &self.settings.params.ordering);
        if best.is_quiet() {
            self.worker.histories.killers.insert(node.ply, best);
            if let Some(previous) = self.worker.frames.before(node.ply).mv {
                self.worker.histories.counter.insert(previous, best);
            }
            self.reward_quiet(pos, node.ply, best, bonus);
            for &tried in &progress.quiets {
                self.reward_quiet(pos, node.ply, tried, -bonus);
            }
        } else {
            self.reward_noisy(pos, best, bonus);
        }
        // Captures that were tried in vain lose whatever kind of move cut.
        for &tried in &progress.noisies {
            self.reward_noisy(pos, tried, -bonus);
        }
    }

    /// A quiet move by which the table cuts is as good as one that a search finds.
    pub(super) fn learn_table_cut(&mut self, pos: &Position, node: &Node) {
        let p = &self.settings.params.ordering;
        let bonus = history_bonus(node.depth, p) * p.history_tt_share / PERCENT;
        if let Some(mv) = node.tt_move.filter(|mv| bonus != 0 && mv.is_quiet() && pos.is_legal(*mv)) {
            self.reward_quiet(pos, node.ply, mv, bonus);
        }
    }

    /// A reduced quiet that had to be searched again is judged by what came of it.
    pub(super) fn learn_research(&mut self, pos: &Position, node: &Node, mv: Move, held: bool) {
        let p = &self.settings.params.ordering;
        let bonus = history_bonus(node.depth, p) * p.history_research_share / PERCENT;
        if bonus != 0 && mv.is_quiet() {
            self.reward_quiet(pos, node.ply, mv, if held { bonus } else { -bonus });
        }
    }

    fn reward_quiet(&mut self, pos: &Position, ply: usize, mv: Move, bonus: i32) {
        debug_assert!(mv.is_quiet(), "quiet tables are never fed captures");
        let mut earlier = self.worker.frames.earlier(ply);
        if self.settings.params.ordering.conthist4_weight == 0 {
            earlier[2] = None;
        }
        let histories = &mut self.worker.histories;
        histories.butterfly.update(pos.side_to_move(), mv, bonus);
        let Some(now) = PieceTo::of(pos, mv) else { return };
        for earlier in earlier.into_iter().flatten() {
            histories.continuation.update(earlier, now, bonus);
        }
    }

    fn reward_noisy(&mut self, pos: &Position, mv: Move, bonus: i32) {
        let Some(mover) = PieceTo::of(pos, mv) else { return };
        let victim = self.ordering(pos, 0).victim(mv);
        self.worker.histories.capture.update(mover, victim, bonus);
    }

    /// Learns by how much the corrected evaluation still missed the search, where the score says so: not in check, not where a
    /// noisy move decided (the evaluation is for quiet positions), and only on the side of the evaluation that the
    /// bound rules out.
    fn learn_correction(&mut self, pos: &Position, node: &Node, progress: &Progress) {
        let score = progress.best;
        let quiet = progress.best_move.is_none_or(|mv| mv.is_quiet());
        let informative = match node.window.bound_of(score) {
            Bound::Exact => true,
            Bound::Lower => score > node.static_eval,
            Bound::Upper => score < node.static_eval,
        };
        if self.settings.techniques.has(Technique::CorrHist)
            && !node.in_check
            && node.excluded.is_none()
            && quiet
            && informative
            && !score.is_decisive()
        {
            self.worker.histories.correction.update(pos, score - node.static_eval, node.depth);
        }
    }
}
