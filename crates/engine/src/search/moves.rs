//! The move loop of a node: order, skip, extend, reduce, search, learn.

use super::Search;
use super::extend::Extension;
use super::node::{MoveFacts, Node, NodeKind, NonPv, Window};
use super::observe::{Note, Observer};
use super::{reduce, skip};
use crate::ordering::{Picked, Picker};
use crate::score::Score;
use crate::techniques::Technique;
use arrayvec::ArrayVec;
use chess::{Move, Position};

const MAX_TRIED: usize = 64;

/// What the loop has found so far.
pub(super) struct Progress {
    /// The best score, over moves searched and bounds of moves skipped.
    pub best: Score,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// The window, with alpha raised by what was found.
    pub window: Window,
    /// Legal moves seen (skipped ones included).
    pub seen: usize,
    /// Moves searched.
    pub searched: usize,
    /// Quiets seen.
    pub quiets_seen: usize,
    /// Late move pruning has begun.
    pub late: bool,
    /// Quiets searched that did not cut.
    pub quiets: ArrayVec<Move, MAX_TRIED>,
    /// Noisy moves searched that did not cut.
    pub noisies: ArrayVec<Move, MAX_TRIED>,
}

impl Progress {
    fn new(window: Window) -> Progress {
        Progress {
            best: Score::MINUS_INFINITE,
            best_move: None,
            window,
            seen: 0,
            searched: 0,
            quiets_seen: 0,
            late: false,
            quiets: ArrayVec::new(),
            noisies: ArrayVec::new(),
        }
    }

    fn remember_tried(&mut self, mv: Move) {
        let list = if mv.is_quiet() { &mut self.quiets } else { &mut self.noisies };
        // Beyond the capacity a move simply goes unpunished.
        let _ = list.try_push(mv);
    }
}

impl<O: Observer> Search<'_, O> {
    /// Searches the moves of a node in order and returns its score (fail-soft).
    pub(super) fn search_moves<K: NodeKind>(&mut self, pos: &Position, node: &Node) -> Score {
        let ply = node.ply;
        let mut progress = Progress::new(node.window);
        let mut picker = self.picker(pos, node);
        self.worker.histories.killers.clear_grandchildren(ply);
        self.worker.frames.at_mut(ply + 2).cutoffs = 0;
        if K::ROOT {
            self.worker.frames.at_mut(1).cutoffs = 0;
        }
        while let Some(picked) = picker.next(&self.ordering(pos, ply)) {
            let mv = picked.mv;
            if Some(mv) == node.excluded || (K::ROOT && !self.worker.root.allows(mv)) {
                continue;
            }
            if self.is_late(pos, node, &picked, &mut progress) {
                continue;
            }
            let facts = self.move_facts(pos, node, &picked, &progress);
            progress.seen += 1;
            progress.quiets_seen += usize::from(facts.quiet);
            self.note(ply, || Note::Picked(picked));
            self.note(ply, || Note::Considered(facts));
            // Skip it?
            if skip::may_skip(node, &facts) && self.skips(pos, node, &facts, &mut picker, &mut progress) {
                continue;
            }
            // Extend it?
            let extension = match self.extension(pos, node, &facts) {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => return score,
            };
            // Search it.
            let nodes_before = self.worker.nodes;
            let score = self.search_move::<K>(pos, node, &facts, extension, &progress);
            if self.stopped {
                return Score::DRAW;
            }
            progress.searched += 1;
            if K::ROOT {
                self.record_root(mv, score, &progress, nodes_before);
            }
            // Is it the best, and good enough to stop?
            if self.improves::<K>(node, mv, score, &mut progress) {
                break;
            }
            progress.remember_tried(mv);
        }
        self.conclude(pos, node, &progress)
    }

    fn picker(&self, pos: &Position, node: &Node) -> Picker {
        let killers = self.worker.histories.killers.get(node.ply);
        let previous = self.worker.frames.before(node.ply).mv;
        let counter = previous.and_then(|mv| self.worker.histories.counter.get(mv));
        Picker::new(&self.ordering(pos, node.ply), node.tt_move, killers, counter)
    }

    /// Late move pruning has begun in this node: every further quiet is skipped, unless it gives check. What the rule would
    /// say of it is worked out only for an observer.
    fn is_late(&mut self, pos: &Position, node: &Node, picked: &Picked, progress: &mut Progress) -> bool {
        let mv = picked.mv;
        if !progress.late || !mv.is_quiet() || pos.gives_check(mv) {
            return false;
        }
        if O::ON {
            let facts = self.move_facts(pos, node, picked, progress);
            self.note(node.ply, || Note::Picked(*picked));
            self.note(node.ply, || Note::Considered(facts));
            let test = skip::late_move(node, &facts, self.settings);
            self.skip_holds(node.ply, &facts, test);
        }
        progress.seen += 1;
        progress.quiets_seen += 1;
        true
    }

    fn move_facts(&self, pos: &Position, node: &Node, picked: &Picked, progress: &Progress) -> MoveFacts {
        let ctx = self.ordering(pos, node.ply);
        let (moves, quiets) = (progress.seen, progress.quiets_seen);
        MoveFacts {
            child_cutoffs: self.worker.frames.at(node.ply + 1).cutoffs,
            safe_move_found: !progress.best.is_loss(),
            ..MoveFacts::new(&ctx, picked, node.depth, moves, quiets, &self.worker.reductions)
        }
    }

    /// Whether a rule skips the move. Where the rule knows a bound of the skipped move (futility), it counts for the node's
    /// score (fail-soft).
    fn skips(
        &mut self,
        pos: &Position,
        node: &Node,
        mv: &MoveFacts,
        picker: &mut Picker,
        progress: &mut Progress,
    ) -> bool {
        let test = skip::late_move(node, mv, self.settings);
        if self.skip_holds(node.ply, mv, test) {
            // The quiets after this one come still later, so their order no longer matters.
            progress.late = true;
            picker.stop_sorting_quiets();
            return true;
        }
        let test = skip::futility(node, mv, self.settings);
        if self.skip_holds(node.ply, mv, test) {
            let bound = test.map_or(progress.best, |test| Score::cp(test.need));
            if !progress.best.is_win() {
                progress.best = progress.best.max(bound.min(node.window.alpha));
            }
            return true;
        }
        let test = skip::history(mv, self.settings);
        if self.skip_holds(node.ply, mv, test) {
            return true;
        }
        let test = skip::static_exchange(mv, pos, self.settings, O::ON);
        self.skip_holds(node.ply, mv, test)
    }

    /// Makes the move and searches it: in full if it is the first, otherwise reduced, with a null window, and
    /// again with more where it does better than expected.
    fn search_move<K: NodeKind>(
        &mut self,
        pos: &Position,
        node: &Node,
        mv: &MoveFacts,
        extension: i32,
        progress: &Progress,
    ) -> Score {
        let ply = node.ply;
        let depth = node.depth - 1 + extension;
        let window = progress.window;
        let reduction = reduce::late_move_reduction(node, mv, &self.worker.reductions, self.settings);
        let child = self.make(pos, ply, mv.mv);
        self.worker.frames.count_double_extension(ply, extension);
        let pvs = self.settings.techniques.has(Technique::Pvs);
        let child_cut = !node.cut && !K::PV;
        let score = if progress.searched == 0 {
            -self.negamax::<K::Next>(&child, ply + 1, depth, window.flipped(), child_cut)
        } else {
            let mut full_depth = depth;
            let mut undecided = true;
            let mut reduced = false;
            let mut score = Score::MINUS_INFINITE;
            if let Some(reduction) = reduction {
                let plies = reduction.plies(depth);
                self.note(ply, || Note::Reduced { mv: mv.mv, reduction, plies, depth: depth - plies });
                if plies > 0 {
                    reduced = true;
                    let narrow = Window::null(window.alpha).flipped();
                    self.worker.frames.at_mut(ply).reduction = plies;
                    score = -self.negamax::<NonPv>(&child, ply + 1, depth - plies, narrow, true);
                    self.worker.frames.at_mut(ply).reduction = 0;
                    undecided = score > window.alpha;
                    full_depth += self.research_depth(score, progress.best);
                }
            }
            if undecided && pvs {
                let narrow = Window::null(window.alpha);
                self.note_research(ply, mv, full_depth, narrow, score);
                score = -self.negamax::<NonPv>(&child, ply + 1, full_depth, narrow.flipped(), !node.cut);
                if reduced && !self.stopped {
                    self.learn_research(pos, node, mv.mv, score > window.alpha);
                }
                undecided = K::PV && score > window.alpha;
            }
            if undecided && (K::PV || !pvs) {
                self.note_research(ply, mv, full_depth, window, score);
                score = -self.negamax::<K::Next>(&child, ply + 1, full_depth, window.flipped(), false);
            }
            score
        };
        self.unmake();
        self.note(ply, || Note::Searched { mv: mv.mv, score, bound: window.bound_of(score) });
        score
    }

    /// A reduced move that beats the best score by far deserves a deeper look, one that hardly does a shallower.
    fn research_depth(&self, score: Score, best: Score) -> i32 {
        let p = &self.settings.params.reduce;
        if best.is_decisive() || score.is_decisive() {
            return 0;
        }
        i32::from(score > best + p.lmr_deeper_margin) - i32::from(score < best + p.lmr_shallower_margin)
    }

    fn note_research(&mut self, ply: usize, mv: &MoveFacts, depth: i32, window: Window, before: Score) {
        if before != Score::MINUS_INFINITE {
            self.note(ply, || Note::Research { mv: mv.mv, depth, window });
        }
    }

    /// Takes a score into account; whether it fails high.
    fn improves<K: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        score: Score,
        progress: &mut Progress,
    ) -> bool {
        progress.best = progress.best.max(score);
        if score <= progress.window.alpha {
            return false;
        }
        progress.best_move = Some(mv);
        if K::PV {
            self.worker.pv.update(node.ply, mv);
        }
        if score >= progress.window.beta {
            self.worker.frames.at_mut(node.ply).cutoffs += 1;
            return true;
        }
        progress.window.alpha = score;
        false
    }

    /// The node's score once its moves are done; what was found goes to the table and the histories.
    fn conclude(&mut self, pos: &Position, node: &Node, progress: &Progress) -> Score {
        if progress.seen == 0 {
            return match node.excluded {
                // The only move was left out: nothing else comes near it.
                Some(_) => node.window.alpha,
                None if node.in_check => Score::mated_in(node.ply),
                None => Score::DRAW,
            };
        }
        let score = progress.best;
        self.learn(pos, node, progress);
        if node.excluded.is_none() {
            let bound = node.window.bound_of(score);
            self.store(pos, node, progress.best_move, score, node.depth, bound);
        }
        score
    }
}
