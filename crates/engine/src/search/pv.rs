//! The triangular table of principal variations.

use crate::score::MAX_PLY;
use arrayvec::ArrayVec;
use chess::Move;

type Line = ArrayVec<Move, MAX_PLY>;

/// For each ply the best line found from there.
#[derive(Clone, Debug)]
pub(crate) struct PvTable(Vec<Line>);

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable(vec![Line::new(); MAX_PLY + 2])
    }

    /// Forgets the line from this ply and the one below it, which a child may not fill.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
        self.0[ply + 1].clear();
    }

    /// The best line from this ply is the move and the line below it.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (line, below) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(below.iter().copied().take(room));
    }

    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
