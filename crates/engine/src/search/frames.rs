//! What the search remembers of each ply of the line it is in.

use crate::ordering::{LINK_PLIES, LINKS, PieceTo};
use crate::score::{MAX_PLY, Score};
use chess::Move;

/// One ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The evaluator's number.
    pub raw_eval: Score,
    /// The corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The move being searched from here.
    pub mv: Option<Move>,
    /// Its piece and target square.
    pub moved: Option<PieceTo>,
    /// A null move is being searched from here.
    pub null: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// The next search of this node verifies a null move: it must search moves.
    pub verifying: bool,
    /// Plies by which the move being searched from here is reduced.
    pub reduction: i32,
    /// How many nodes at this ply have failed high since a node two plies above was entered.
    pub cutoffs: i32,
    /// Double extensions on the line so far.
    pub double_extensions: i32,
}

impl Frame {
    /// What a frame holds while a null move is searched from it.
    pub(crate) fn passed() -> Frame {
        Frame { null: true, ..Frame::default() }
    }
}

/// The frames of all plies, with as many before the root as rules look back.
#[derive(Clone, Debug)]
pub(crate) struct Frames(Vec<Frame>);

const LOOK_BACK: usize = 4;

impl Frames {
    pub(crate) fn new() -> Frames {
        Frames(vec![Frame::default(); LOOK_BACK + MAX_PLY + 2])
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    #[inline(always)]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.0[ply + LOOK_BACK]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + LOOK_BACK]
    }

    /// The frame one ply up.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize) -> &Frame {
        &self.0[ply + LOOK_BACK - 1]
    }

    /// Sets what is being searched from this ply and leaves the evaluations.
    #[inline]
    pub(crate) fn set_moved(&mut self, ply: usize, moved: Frame) {
        let double_extensions = self.before(ply).double_extensions;
        let frame = self.at_mut(ply);
        frame.double_extensions = double_extensions;
        frame.mv = moved.mv;
        frame.moved = moved.moved;
        frame.null = moved.null;
    }

    /// Keeps count of the double extensions on the line, once the move is set.
    #[inline]
    pub(crate) fn count_double_extension(&mut self, ply: usize, plies: i32) {
        self.at_mut(ply).double_extensions += i32::from(plies > 1);
    }

    /// The moves one, two and four plies above, as continuation history knows them.
    #[inline]
    pub(crate) fn earlier(&self, ply: usize) -> [Option<PieceTo>; LINKS] {
        LINK_PLIES.map(|back| self.0[ply + LOOK_BACK - back].moved)
    }

    /// Whether the static evaluation is higher than at the same side's last turn (or the one before, if that was in check).
    #[inline]
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.at(ply).static_eval else { return false };
        let earlier = self.0[ply + LOOK_BACK - 2].static_eval.or(self.0[ply + LOOK_BACK - 4].static_eval);
        earlier.is_some_and(|then| now > then)
    }
}
