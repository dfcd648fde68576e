//! The value of a position: centipawns, mates and tablebase results on one ordered scale.
//!
//! ```text
//!  -MATE ........ -MATE+MAX_PLY | tablebase losses | evaluations | tablebase wins | MATE-MAX_PLY ........ MATE
//! ```
//!
//! A mate score counts plies from the **root**, so that nearer mates are better; the transposition table
//! stores plies from the **node** instead, because one position is reached at several distances
//! ([`Score::to_tt`], [`Score::from_tt`]).

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// The greatest distance from the root, in plies, that a search may reach.
pub const MAX_PLY: usize = 246;

/// `MAX_PLY` in the type scores are computed in.
const PLIES: i32 = MAX_PLY as i32;

/// A game is drawn when the fifty-move clock (in plies) reaches this value.
const FIFTY_MOVE_PLIES: i32 = 100;

/// Tablebase wins are shown to a UCI client as this many centipawns, less their distance in plies.
const TABLEBASE_CP: i32 = 20_000;

/// A score in centipawns from the side to move's point of view.
///
/// Every value between `-`[`Score::INFINITE`] and [`Score::INFINITE`] fits an `i16`. Arithmetic with an `i32`
/// (a margin) is plain: it neither clamps nor checks that it stays out of the mate range; use [`Score::cp`]
/// to bring an evaluation back into its own range.
///
/// ```
/// use engine::Score;
/// assert!(Score::mate_in(3) > Score::mate_in(5));
/// assert!(Score::mated_in(2) < Score::cp(-99_999));
/// assert_eq!(-Score::mate_in(1), Score::mated_in(1));
/// assert_eq!(Score::mate_in(5).to_uci().to_string(), "mate 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

/// A score as the UCI protocol writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Centipawns from the side to move's point of view.
    Cp(i32),
    /// Mate in so many *moves* (not plies); negative when the side to move is mated, 0 when it already is.
    Mate(i32),
}

impl Score {
    /// A balanced position.
    pub const ZERO: Score = Score(0);
    /// The value of a drawn game.
    pub const DRAW: Score = Score(0);
    /// The side to move has mated: no position of a game is worth more.
    pub const MATE: Score = Score(32_000);
    /// Beyond every score: the ends of a full window.
    pub const INFINITE: Score = Score(32_001);
    /// Below every score.
    pub const MINUS_INFINITE: Score = Score(-Self::INFINITE.0);
    /// The least score that announces a mate.
    pub const MATE_MIN: Score = Score(Self::MATE.0 - PLIES);
    /// A tablebase win at the root itself: the best score below the mates.
    pub const TABLEBASE_WIN: Score = Score(Self::MATE_MIN.0 - 1);
    /// The least score that announces a tablebase win, and so the least decisive score.
    pub const TABLEBASE_WIN_MIN: Score = Score(Self::TABLEBASE_WIN.0 - PLIES);
    /// The greatest value an evaluation may take.
    pub const EVAL_MAX: Score = Score(Self::TABLEBASE_WIN_MIN.0 - 1);

    /// An evaluation of `centipawns`, clamped to the range that announces neither mate nor tablebase result.
    #[inline]
    #[must_use]
    pub const fn cp(centipawns: i32) -> Score {
        if centipawns > Self::EVAL_MAX.0 {
            Self::EVAL_MAX
        } else if centipawns < -Self::EVAL_MAX.0 {
            Score(-Self::EVAL_MAX.0)
        } else {
            Score(centipawns)
        }
    }

    /// The score whose [`Score::get`] is `raw`; no range is enforced.
    #[inline]
    #[must_use]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// The plain number: centipawns for an evaluation, a position on the scale otherwise.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The side to move gives mate `plies` plies from the root.
    #[inline]
    #[must_use]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated `plies` plies from the root.
    #[inline]
    #[must_use]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE.0)
    }

    /// A tablebase win found `plies` plies from the root.
    #[inline]
    #[must_use]
    pub const fn tablebase_win(plies: usize) -> Score {
        Score(Self::TABLEBASE_WIN.0 - plies as i32)
    }

    /// A tablebase loss found `plies` plies from the root.
    #[inline]
    #[must_use]
    pub const fn tablebase_loss(plies: usize) -> Score {
        Score(plies as i32 - Self::TABLEBASE_WIN.0)
    }

    /// Whether this announces a mate, given or suffered.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0 >= Self::MATE_MIN.0 || self.0 <= -Self::MATE_MIN.0
    }

    /// Whether the side to move wins by force: by mate or by tablebase.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TABLEBASE_WIN_MIN.0
    }

    /// Whether the side to move loses by force: by mate or by tablebase.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::TABLEBASE_WIN_MIN.0
    }

    /// Whether this is a proven result rather than an evaluation. Draws are not decisive.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// This score as the transposition table keeps it: decisive scores count from the node, `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn to_tt(self, ply: usize) -> Score {
        if self.is_beyond_mate() {
            self
        } else if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Inverse of [`Score::to_tt`] at a node `ply` plies from the root whose fifty-move clock stands at `halfmove_clock`.
    ///
    /// The table does not know the clock. A stored mate that needs more plies than the clock has left may be a
    /// draw here, so it is weakened to the best score that proves nothing (the idea is Stockfish's).
    #[inline]
    #[must_use]
    pub const fn from_tt(self, ply: usize, halfmove_clock: u16) -> Score {
        if !self.is_decisive() || self.is_beyond_mate() {
            return self;
        }
        let plies_left = FIFTY_MOVE_PLIES - halfmove_clock as i32;
        let size = self.0.abs();
        let distance = if self.is_mate() { Self::MATE.0 - size } else { Self::TABLEBASE_WIN.0 - size };
        let value = if distance > plies_left { Self::EVAL_MAX.0 } else { size - ply as i32 };
        if self.0 > 0 { Score(value) } else { Score(-value) }
    }

    /// Only the ends of a full window lie beyond mate; they carry no distance to convert.
    #[inline]
    const fn is_beyond_mate(self) -> bool {
        self.0 > Self::MATE.0 || self.0 < -Self::MATE.0
    }

    /// The score in UCI terms: mates in moves, everything else in centipawns.
    #[inline]
    #[must_use]
    pub const fn to_uci(self) -> UciScore {
        let size = self.0.abs();
        if self.is_mate() {
            // The mating side moves first and last, so odd distances are wins and even ones losses.
            let plies = Self::MATE.0 - size;
            return UciScore::Mate(if self.0 > 0 { (plies + 1) / 2 } else { -((plies + 1) / 2) });
        }
        if !self.is_decisive() {
            return UciScore::Cp(self.0);
        }
        let shown = TABLEBASE_CP - (Self::TABLEBASE_WIN.0 - size);
        UciScore::Cp(if self.0 > 0 { shown } else { -shown })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

/// The distance between two scores in centipawns.
impl Sub<Score> for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Score {
    #[inline]
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciScore::Cp(centipawns) => write!(f, "cp {centipawns}"),
            UciScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Score {
    /// Writes the score as UCI does: `cp 12`, `mate -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_uci().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_disjoint_and_ordered() {
        let scale = [
            Score::MINUS_INFINITE,
            Score::mated_in(0),
            Score::mated_in(MAX_PLY),
            Score::tablebase_loss(0),
            Score::tablebase_loss(MAX_PLY),
            Score::cp(i32::MIN),
            Score::DRAW,
            Score::cp(i32::MAX),
            Score::tablebase_win(MAX_PLY),
            Score::tablebase_win(0),
            Score::mate_in(MAX_PLY),
            Score::mate_in(0),
            Score::INFINITE,
        ];
        assert!(scale.windows(2).all(|pair| pair[0] < pair[1]), "{scale:?}");
        assert!(scale.iter().all(|score| i16::try_from(score.get()).is_ok_and(|s| s != i16::MIN)));
    }

    #[test]
    fn only_proven_results_are_decisive() {
        for plies in 0..=MAX_PLY {
            assert!(Score::mate_in(plies).is_mate() && Score::mate_in(plies).is_win());
            assert!(Score::mated_in(plies).is_mate() && Score::mated_in(plies).is_loss());
            assert!(!Score::tablebase_win(plies).is_mate() && Score::tablebase_win(plies).is_win());
            assert!(!Score::tablebase_loss(plies).is_mate() && Score::tablebase_loss(plies).is_loss());
        }
        for cp in [i32::MIN, -40_000, -1, 0, 1, 40_000, i32::MAX] {
            assert!(!Score::cp(cp).is_decisive(), "{cp}");
        }
    }

    #[test]
    fn the_table_counts_mates_from_the_node() {
        for ply in [0, 1, 17, 100] {
            for distance in [0, 1, 20, 60] {
                for score in [
                    Score::mate_in(ply + distance),
                    Score::mated_in(ply + distance),
                    Score::tablebase_win(ply + distance),
                    Score::tablebase_loss(ply + distance),
                ] {
                    assert_eq!(score.to_tt(ply).from_tt(ply, 0), score);
                    assert_eq!(score.to_tt(ply).from_tt(ply + 3, 0).get().abs(), score.get().abs() - 3);
                }
            }
            for score in
                [Score::DRAW, Score::cp(31), Score::cp(i32::MIN), Score::INFINITE, Score::MINUS_INFINITE]
            {
                assert_eq!(score.to_tt(ply), score);
                assert_eq!(score.from_tt(ply, 50), score);
            }
        }
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_horizon_proves_nothing() {
        let stored = Score::mate_in(7);
        assert!(stored.from_tt(0, 93).is_mate(), "mate on the hundredth ply still counts");
        assert_eq!(stored.from_tt(0, 94), Score::EVAL_MAX);
        assert_eq!((-stored).from_tt(0, 94), -Score::EVAL_MAX);
        assert_eq!(stored.from_tt(0, 150), Score::EVAL_MAX);
    }

    #[test]
    fn uci_mates_are_counted_in_moves() {
        for (score, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(6), "mate -3"),
            (Score::cp(12), "cp 12"),
            (Score::cp(-7), "cp -7"),
            (Score::tablebase_win(5), "cp 19995"),
            (Score::tablebase_loss(5), "cp -19995"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }
}
