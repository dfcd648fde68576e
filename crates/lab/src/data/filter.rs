//! Which positions a network should learn from.

use chess::{Color, Position};
use engine::Score;
use serde::Serialize;

use super::game::{DataGame, ScoredMove};

/// What keeps a position out of the training.
///
/// A network is asked about quiet positions: the search resolves checks and exchanges before it evaluates. Positions in
/// which the best move was tactical, or that are in check, would teach it the outcome of tactics it cannot see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Filter {
    /// Plies from the beginning of the game, by the position's move number, below which positions are left out: opening
    /// moves are random.
    pub min_ply: u32,
    /// The greatest size of a score in centipawns; mates and tablebase results are left out always.
    pub max_score: u32,
    /// Whether positions in check are let in.
    pub checks: bool,
    /// Whether positions whose best move is a capture or a promotion are let in.
    pub tactical: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { min_ply: 16, max_score: 10_000, checks: false, tactical: false }
    }
}

impl Filter {
    /// Whether the position is one to learn from.
    #[must_use]
    pub fn keeps(&self, position: &Position, scored: ScoredMove) -> bool {
        let score = i32::from(scored.score);
        let black = u32::from(position.side_to_move() == Color::Black);
        let ply = 2 * u32::from(position.fullmove_number()).saturating_sub(1) + black;
        ply >= self.min_ply
            && score.unsigned_abs() <= self.max_score
            && !Score::from_raw(score).is_decisive()
            && (self.tactical || scored.mv.is_quiet())
            && (self.checks || !position.in_check())
    }

    /// How many positions of a game it keeps.
    #[must_use]
    pub fn count(&self, game: &DataGame) -> u64 {
        let mut kept = 0;
        game.walk(|position, scored| kept += u64::from(self.keeps(position, scored)));
        kept
    }
}
