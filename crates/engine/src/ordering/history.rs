//! The butterfly history: how often a quiet move caused a cutoff, by side, from and to square.
//!
//! Schaeffer's history heuristic (1989) with "gravity": an update moves an entry towards ±[`HISTORY_MAX`] by a share
//! that shrinks as it comes closer, so entries saturate instead of overflowing and old merits fade.

use chess::{Color, Move};

/// Bound of every history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// One history entry; its value always lies in ±[`HISTORY_MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(i16);

impl Entry {
    /// The value, in ±[`HISTORY_MAX`].
    #[inline(always)]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves the entry by a bonus (or malus, if negative), less the closer it is to the bound.
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let value = self.get();
        // |value| <= MAX implies |value + bonus - value·|bonus|/MAX| <= MAX, so it fits an i16.
        self.0 = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

const SQUARES: usize = 64;
const ENTRIES: usize = 2 * SQUARES * SQUARES;

/// `[side][from][to]`.
#[derive(Clone, Debug)]
pub struct ButterflyHistory(Box<[Entry]>);

impl ButterflyHistory {
    /// Size of the table.
    pub const BYTES: usize = ENTRIES * size_of::<Entry>();

    #[inline(always)]
    fn index(side: Color, mv: Move) -> usize {
        (side.index() * SQUARES + mv.from().index()) * SQUARES + mv.to().index()
    }

    /// The history of a quiet move, in ±[`HISTORY_MAX`].
    #[inline(always)]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        self.0[Self::index(side, mv)].get()
    }

    /// Rewards (or, negative, punishes) a quiet move.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[Self::index(side, mv)].update(bonus);
    }
}

impl Default for ButterflyHistory {
    fn default() -> Self {
        ButterflyHistory(vec![Entry::default(); ENTRIES].into_boxed_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_saturates_and_forgets() {
        let mut entry = Entry::default();
        for _ in 0..10_000 {
            entry.update(1200);
            assert!(entry.get() <= HISTORY_MAX);
        }
        let high = entry.get();
        assert!(high > HISTORY_MAX * 9 / 10);
        entry.update(-1200);
        assert!(high - entry.get() > 2000, "a malus weighs more on a saturated entry");
        for bonus in [i32::MAX, i32::MIN + 1, HISTORY_MAX, -HISTORY_MAX] {
            entry.update(bonus);
            assert!(entry.get().abs() <= HISTORY_MAX);
        }
    }
}
