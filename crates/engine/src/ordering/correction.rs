//! Correction history: how wrong the static evaluation has been in positions that share a feature.
//!
//! For each feature (pawn structure, minor pieces, major pieces, the pieces of one side) a table keeps a running mean
//! of search score minus static evaluation, weighted by depth. The sum of the means corrects the evaluation of
//! later nodes with the same feature. The method is Caissa's (2023), now common to all leading engines.

use crate::params::CorrectionParams;
use chess::{Color, Position};

const BUCKETS: usize = 16_384;
/// Correction entries are kept in 1/`GRAIN` centipawn.
const GRAIN: i32 = 256;
/// Largest correction of one table, centipawns.
const LIMIT: i32 = 96;
/// Weights are in 1/`WEIGHT_ONE`.
const WEIGHT_ONE: i32 = 64;
/// An update moves the entry by at most `depth + 1` of `UPDATE_SCALE` parts, and no more than `MAX_SHARE`.
const UPDATE_SCALE: i32 = 256;
const MAX_SHARE: i32 = 16;

const FEATURES: usize = 5;

/// `[feature][side to move][key bucket]`.
#[derive(Clone, Debug)]
pub struct CorrectionHistory(Box<[[[i16; BUCKETS]; 2]]>);

impl CorrectionHistory {
    /// Size of the tables.
    pub const BYTES: usize = FEATURES * 2 * BUCKETS * size_of::<i16>();

    fn keys(pos: &Position) -> [u64; FEATURES] {
        [
            pos.pawn_key(),
            pos.minor_key(),
            pos.major_key(),
            pos.non_pawn_key(Color::White),
            pos.non_pawn_key(Color::Black),
        ]
    }

    fn bucket(key: u64) -> usize {
        key as usize % BUCKETS
    }

    /// The correction to add to the static evaluation, centipawns from the side to move.
    pub fn get(&self, pos: &Position, p: &CorrectionParams) -> i32 {
        let weights = [
            p.corr_pawn_weight,
            p.corr_minor_weight,
            p.corr_major_weight,
            p.corr_non_pawn_weight,
            p.corr_non_pawn_weight,
        ];
        let side = pos.side_to_move().index();
        let parts = Self::keys(pos).into_iter().zip(weights).zip(self.0.iter());
        let sum: i32 =
            parts.map(|((key, weight), table)| weight * i32::from(table[side][Self::bucket(key)])).sum();
        sum / (GRAIN * WEIGHT_ONE)
    }

    /// Learns from a search: `error` is its score minus the *corrected* static evaluation, centipawns; `depth` in plies. What the
    /// tables already correct is thus no longer learnt, so that their sum does not overshoot.
    pub fn update(&mut self, pos: &Position, error: i32, depth: i32) {
        let bound = LIMIT * GRAIN;
        let target = (error * GRAIN).clamp(-bound, bound);
        let share = (depth + 1).clamp(1, MAX_SHARE);
        let side = pos.side_to_move().index();
        for (key, table) in Self::keys(pos).into_iter().zip(self.0.iter_mut()) {
            let entry = &mut table[side][Self::bucket(key)];
            let mean = (i32::from(*entry) * (UPDATE_SCALE - share) + target * share) / UPDATE_SCALE;
            // The mean of values within ±bound stays within it, and LIMIT · GRAIN fits an i16.
            *entry = mean as i16;
        }
    }
}

impl Default for CorrectionHistory {
    fn default() -> Self {
        CorrectionHistory(vec![[[0; BUCKETS]; 2]; FEATURES].into_boxed_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_error_is_learnt_and_bounded() {
        let pos = Position::startpos();
        let params = CorrectionParams::default();
        let mut table = CorrectionHistory::default();
        assert_eq!(table.get(&pos, &params), 0);
        for _ in 0..400 {
            let left = 40 - table.get(&pos, &params);
            table.update(&pos, left, 8);
        }
        let learnt = table.get(&pos, &params);
        assert!((20..=40).contains(&learnt), "most of the error is corrected, and no more than it: {learnt}");
        for _ in 0..4000 {
            table.update(&pos, 100_000, 200);
        }
        assert!(table.get(&pos, &params) <= 5 * LIMIT * 64 / WEIGHT_ONE);
    }
}
