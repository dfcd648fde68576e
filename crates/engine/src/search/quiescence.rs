//! Quiescence: resolves captures, promotions and checks to the king before the evaluation is trusted.

use super::Search;
use super::node::{NodeKind, Window};
use super::observe::{Note, Observer, Settled};
use super::rule::Test;
use crate::ordering::Picker;
use crate::score::{MAX_PLY, Score};
use crate::see::{SeeValues, see, see_ge};
use crate::settings::Settings;
use crate::techniques::Technique;
use crate::tt::{Bound, Hit};
use chess::{Move, PieceType, Position};

/// Depth under which quiescence results are stored: less than any full node.
const STORED_DEPTH: i32 = 0;

/// Delta pruning: even the victim for free, plus a safety margin, leaves the score at or below alpha. Promotions are exempt.
pub fn delta(
    alpha: Score,
    stand_pat: Score,
    mv: Move,
    victim: Option<PieceType>,
    s: &Settings,
) -> Option<Test> {
    let applies = s.techniques.has(Technique::Delta) && !mv.is_promotion() && !alpha.is_loss();
    let gain = victim.map_or(0, |piece| SeeValues::DEFAULT.of(piece));
    let reach = stand_pat + (gain + s.params.quiescence.delta_margin);
    applies.then(|| Test { by: Technique::Delta, have: alpha.get(), need: reach.get() })
}

/// SEE pruning in quiescence: captures are meant to resolve the position, and one that loses material cannot improve on
/// standing pat. See [`static_exchange`](super::skip::static_exchange) for `exact`.
pub fn losing_capture(pos: &Position, mv: Move, s: &Settings, exact: bool) -> Option<Test> {
    if !s.techniques.has(Technique::SeePrune) {
        return None;
    }
    let least = s.params.quiescence.qsearch_see_margin;
    let lost = if exact { -see(pos, mv) } else { i32::from(!see_ge(pos, mv, least)) - least };
    Some(Test { by: Technique::SeePrune, have: lost, need: 1 - least })
}

impl<O: Observer> Search<'_, O> {
    /// The score of a leaf: stand pat or the best noisy move; in check, the best evasion.
    pub(super) fn quiescence<K: NodeKind>(&mut self, pos: &Position, ply: usize, window: Window) -> Score {
        if self.check_stop() {
            return Score::DRAW;
        }
        self.enter::<K>(pos, ply, 0, window, true);
        if K::PV {
            self.worker.pv.clear(ply);
        }
        if let Some((why, score)) = self.drawn(pos, ply) {
            return self.settle(ply, why, score, Bound::Exact);
        }
        if ply >= MAX_PLY - 1 || !self.settings.techniques.has(Technique::Quiescence) {
            let score = self.static_leaf(pos, ply);
            return self.settle(ply, Settled::Horizon, score, Bound::Exact);
        }
        let hit = self.probe(pos, ply);
        if let Some(hit) = hit {
            self.note(ply, || Note::TableHit(hit));
        }
        if let Some(hit) = hit.filter(|_| !K::PV && self.trusts_table(pos))
            && hit.answers(window.alpha, window.beta)
        {
            let score = self.cut(ply, Technique::Tt, hit.score, hit.depth);
            return self.leave(ply, score, hit.bound);
        }
        let score = self.quiescence_moves::<K>(pos, ply, window, hit);
        self.leave(ply, score, window.bound_of(score))
    }

    /// Without quiescence a leaf is its evaluation, unless the game is over there.
    fn static_leaf(&mut self, pos: &Position, ply: usize) -> Score {
        match (pos.has_legal_moves(), pos.in_check()) {
            (false, true) => Score::mated_in(ply),
            (false, false) => Score::DRAW,
            (true, _) => self.evaluate(pos),
        }
    }

    fn quiescence_moves<K: NodeKind>(
        &mut self,
        pos: &Position,
        ply: usize,
        window: Window,
        hit: Option<Hit>,
    ) -> Score {
        let in_check = pos.in_check();
        let raw = match hit.and_then(|hit| hit.eval) {
            _ if in_check => Score::ZERO,
            Some(eval) => eval,
            None => self.evaluate(pos),
        };
        let stand_pat = if in_check { Score::MINUS_INFINITE } else { self.stand_pat(pos, ply, raw, hit) };
        if stand_pat >= window.beta {
            self.store_leaf(pos, ply, None, stand_pat, raw, window);
            return stand_pat;
        }
        let tt_move = hit.and_then(|hit| hit.mv);
        let ctx = self.ordering(pos, ply);
        let mut picker =
            if in_check { Picker::new(&ctx, tt_move, [None; 2], None) } else { Picker::noisy(&ctx, tt_move) };
        let (mut best, mut best_move, mut alpha) = (stand_pat, None, window.alpha.max(stand_pat));
        while let Some(picked) = picker.next(&self.ordering(pos, ply)) {
            let mv = picked.mv;
            self.note(ply, || Note::Picked(picked));
            if !in_check && self.skips_in_quiescence(pos, ply, mv, alpha, stand_pat, &mut best) {
                continue;
            }
            let child = self.make(pos, ply, mv);
            let inner = Window { alpha, beta: window.beta }.flipped();
            let score = -self.quiescence::<K::Next>(&child, ply + 1, inner);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                if K::PV {
                    self.worker.pv.update(ply, mv);
                }
                if alpha >= window.beta {
                    break;
                }
            }
            // One evasion that is not mated is enough to try captures only.
            if in_check && !best.is_loss() {
                picker.skip_quiets();
            }
        }
        if best == Score::MINUS_INFINITE {
            return Score::mated_in(ply);
        }
        self.store_leaf(pos, ply, best_move, best, raw, window);
        best
    }

    /// What the side to move has without moving: the corrected evaluation, or the table's score where that says more.
    fn stand_pat(&mut self, pos: &Position, ply: usize, raw_eval: Score, hit: Option<Hit>) -> Score {
        let static_eval = self.corrected(pos, raw_eval);
        let score = match hit {
            Some(hit) if hit.bound.settles(hit.score, static_eval) && !hit.score.is_decisive() => hit.score,
            _ => static_eval,
        };
        self.note(ply, || Note::StandPat { raw_eval, static_eval, score });
        score
    }

    fn skips_in_quiescence(
        &mut self,
        pos: &Position,
        ply: usize,
        mv: Move,
        alpha: Score,
        stand_pat: Score,
        best: &mut Score,
    ) -> bool {
        let victim = crate::ordering::victim(pos, mv);
        let test = delta(alpha, stand_pat, mv, victim, self.settings);
        let test = test.filter(|test| !test.holds() || !pos.gives_check(mv));
        if self.quiescence_skip(ply, mv, test, alpha) {
            // The skipped capture could have reached this far and no further.
            *best = (*best).max(test.map_or(*best, |test| Score::cp(test.need)).min(alpha));
            return true;
        }
        let test = losing_capture(pos, mv, self.settings, O::ON);
        self.quiescence_skip(ply, mv, test, alpha)
    }

    fn quiescence_skip(&mut self, ply: usize, mv: Move, test: Option<Test>, alpha: Score) -> bool {
        let skip = self.holds(ply, test);
        if skip && let Some(test) = test {
            self.note(ply, || Note::SkippedInQuiescence { mv, test, alpha });
        }
        skip
    }

    fn store_leaf(
        &mut self,
        pos: &Position,
        ply: usize,
        mv: Option<Move>,
        score: Score,
        raw: Score,
        window: Window,
    ) {
        if self.settings.techniques.has(Technique::Tt) {
            let eval = (!pos.in_check()).then_some(raw);
            let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
            self.shared.tt.store(pos.key(), ply, mv, score, eval, STORED_DEPTH, bound, false);
        }
    }
}
