//! The search of one node away from the tree it belongs to: what an audit asks.

use super::Search;
use super::node::{NonPv, Pv, Window};
use super::observe::Observer;
use crate::score::{MAX_PLY, Score};
use chess::{Move, Position};

/// One node to search: where it lies and what is asked of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowSearch {
    /// The moves from the engine's position to the node; `None` is a null move. The node lies as many plies from the root.
    pub line: Vec<Option<Move>>,
    /// Depth in plies; quiescence at 0 and below.
    pub depth: i32,
    /// What is asked: at most `alpha`, at least `beta`, or what between.
    pub window: Window,
    /// Search it as a node of the principal variation.
    pub pv: bool,
    /// A fail high is expected.
    pub cut: bool,
    /// Depth of the iteration the node belongs to, in plies; it limits extensions.
    pub root_depth: i32,
    /// Nodes after which to give up.
    pub max_nodes: u64,
}

/// The answer to a [`WindowSearch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowScore {
    /// The score from the side to move at the node (fail-soft), mates counted from the root; `None` if the search was given up.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A [`WindowSearch`] whose line cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// A move is not legal, or a null move is made in check.
    #[error("move {0} of the line is not legal")]
    Illegal(usize),
    /// The line is longer than any the search can reach.
    #[error("a line may have at most {} moves", MAX_PLY - 1)]
    TooLong,
}

impl<O: Observer> Search<'_, O> {
    /// Goes down the line as the search does, so that repetitions, evaluations of the plies above and the moves before are as
    /// they would be, and searches the node at its end.
    pub(crate) fn search_window(
        mut self,
        pos: &Position,
        ask: &WindowSearch,
    ) -> Result<WindowScore, LineError> {
        if ask.line.len() >= MAX_PLY {
            return Err(LineError::TooLong);
        }
        self.root_depth = ask.root_depth;
        // A search that has completed nothing does not stop; this one may.
        self.completed_depth = 1;
        let mut pos = pos.clone();
        for (ply, &mv) in ask.line.iter().enumerate() {
            let in_check = pos.in_check();
            if mv.map_or(in_check, |mv| !pos.is_legal(mv)) {
                return Err(LineError::Illegal(ply + 1));
            }
            self.remember_evals(&pos, ply, in_check, None);
            pos = match mv {
                Some(mv) => self.make(&pos, ply, mv),
                None => self.make_null(&pos, ply),
            };
        }
        let (ply, depth) = (ask.line.len(), ask.depth.min(MAX_PLY as i32));
        let score = if ask.pv {
            self.negamax::<Pv>(&pos, ply, depth, ask.window, ask.cut)
        } else {
            self.negamax::<NonPv>(&pos, ply, depth, ask.window, ask.cut)
        };
        self.flush_nodes();
        Ok(WindowScore { score: (!self.stopped).then_some(score), nodes: self.worker.nodes })
    }
}
