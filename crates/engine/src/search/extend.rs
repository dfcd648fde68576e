//! Extensions: singular extension with multicut and negative extension, and check extension.

use super::Search;
use super::node::{MoveFacts, Node, NonPv, Window};
use super::observe::{Note, Observer};
use crate::score::Score;
use crate::see::see_ge;
use crate::settings::Settings;
use crate::techniques::Technique;
use crate::tt::Bound;
use chess::Position;

/// Singular margins are in 1/16 centipawn a ply.
const MARGIN_UNIT: i32 = 16;
/// Lines are extended only up to this multiple of the iteration's depth.
const LINE_FACTOR: usize = 2;

/// What becomes of a move's depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    /// So many plies more (or, negative, fewer).
    Plies(i32),
    /// The node is cut with this score (multicut).
    Cut(Score),
}

/// The table score that all other moves must stay below for the table move to be singular; `None` where the question is not asked.
pub fn singular_beta(node: &Node, mv: &MoveFacts, s: &Settings) -> Option<Score> {
    let p = &s.params.extend;
    let hit = node.tt?;
    let applies = s.techniques.has(Technique::Singular)
        && !node.root
        && node.excluded.is_none()
        && node.tt_move == Some(mv.mv)
        && node.depth >= p.singular_min_depth
        && hit.depth >= node.depth - p.singular_tt_depth_slack
        && hit.bound != Bound::Upper
        && !hit.score.is_decisive();
    applies.then(|| hit.score - p.singular_margin * node.depth / MARGIN_UNIT)
}

impl<O: Observer> Search<'_, O> {
    /// By how much a move is extended, or the score that cuts the node.
    pub(super) fn extension(&mut self, pos: &Position, node: &Node, mv: &MoveFacts) -> Extension {
        if node.ply >= LINE_FACTOR * self.root_depth.max(1) as usize {
            return Extension::Plies(0);
        }
        if let Some(beta) = singular_beta(node, mv, self.settings) {
            return self.singular(pos, node, mv, beta);
        }
        let check = self.settings.techniques.has(Technique::CheckExt)
            && mv.gives_check
            && !node.root
            && see_ge(pos, mv.mv, 0);
        if check {
            self.note_extension(node.ply, mv, Technique::CheckExt, 1);
        }
        Extension::Plies(i32::from(check))
    }

    /// Searches all other moves at half the depth below the table score. If none comes near, the table's move is
    /// singular and is extended; if even they beat beta, the node is cut; if the table score beats beta anyway, the move
    /// needs less depth rather than more.
    fn singular(&mut self, pos: &Position, node: &Node, mv: &MoveFacts, below: Score) -> Extension {
        let p = &self.settings.params.extend;
        let (double_margin, double_max, negative) =
            (p.singular_double_margin, p.singular_double_max, p.singular_negative);
        let ply = node.ply;
        self.worker.frames.at_mut(ply).excluded = Some(mv.mv);
        let score =
            self.negamax::<NonPv>(pos, ply, (node.depth - 1) / 2, Window::null_below(below), node.cut);
        self.worker.frames.at_mut(ply).excluded = None;
        if self.stopped {
            return Extension::Plies(0);
        }
        let plies = if score < below {
            let doubled = !node.pv
                && score < below - double_margin
                && self.worker.frames.before(ply).double_extensions < double_max;
            1 + i32::from(doubled)
        } else if below >= node.window.beta && !node.pv {
            return Extension::Cut(self.cut(ply, Technique::Singular, below, node.depth));
        } else if node.tt.is_some_and(|hit| hit.score >= node.window.beta) {
            -negative
        } else {
            0
        };
        if plies != 0 {
            self.note_extension(ply, mv, Technique::Singular, plies);
        }
        Extension::Plies(plies)
    }

    fn note_extension(&mut self, ply: usize, mv: &MoveFacts, by: Technique, plies: i32) {
        self.note(ply, || Note::Extended { mv: mv.mv, by, plies });
    }
}
