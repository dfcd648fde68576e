//! Killers and counter-moves: quiet moves that refuted something close by.
//!
//! A killer (Akl and Newborn, 1977) refuted a sibling of this node; a counter-move last refuted the very move the
//! opponent just made. Both are only hints: they are tested for legality before they are played.

use crate::score::MAX_PLY;
use chess::Move;

/// Two quiet refutations a ply.
#[derive(Clone, Debug)]
pub struct Killers(Box<[[Option<Move>; 2]]>);

// A node clears the killers two plies below it, so the table reaches that far.
const PLIES: usize = MAX_PLY + 3;

impl Killers {
    /// Size of the table.
    pub const BYTES: usize = PLIES * size_of::<[Option<Move>; 2]>();

    /// The killers of this ply, the latest first.
    #[inline]
    pub fn get(&self, ply: usize) -> [Option<Move>; 2] {
        self.0[ply]
    }

    /// Remembers a quiet move that failed high.
    #[inline]
    pub fn insert(&mut self, ply: usize, mv: Move) {
        let slot = &mut self.0[ply];
        if slot[0] != Some(mv) {
            slot[1] = slot[0];
            slot[0] = Some(mv);
        }
    }

    /// Forgets the killers two plies below: they came from cousins of other subtrees.
    #[inline]
    pub fn clear_grandchildren(&mut self, ply: usize) {
        self.0[ply + 2] = [None; 2];
    }

    /// Forgets all killers.
    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }
}

impl Default for Killers {
    fn default() -> Self {
        Killers(vec![[None; 2]; PLIES].into_boxed_slice())
    }
}

const SQUARES: usize = 64;

/// `[previous from][previous to]`: the quiet reply that last failed high.
#[derive(Clone, Debug)]
pub struct CounterMoves(Box<[Option<Move>]>);

impl CounterMoves {
    /// Size of the table.
    pub const BYTES: usize = SQUARES * SQUARES * size_of::<Option<Move>>();

    #[inline(always)]
    fn index(previous: Move) -> usize {
        previous.from().index() * SQUARES + previous.to().index()
    }

    /// The reply to the previous move, if one is known.
    #[inline]
    pub fn get(&self, previous: Move) -> Option<Move> {
        self.0[Self::index(previous)]
    }

    /// Remembers a reply.
    #[inline]
    pub fn insert(&mut self, previous: Move, reply: Move) {
        self.0[Self::index(previous)] = Some(reply);
    }
}

impl Default for CounterMoves {
    fn default() -> Self {
        CounterMoves(vec![None; SQUARES * SQUARES].into_boxed_slice())
    }
}
