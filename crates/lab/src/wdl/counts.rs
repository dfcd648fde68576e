//! How often which score ended how, by material.

use chess::{Color, Position};
use engine::Score;
use engine::wdl::{LEAST_MATERIAL, MOST_MATERIAL, material};

use crate::data::DataGame;

/// Greater scores, in either direction, are left out: the game is decided, and the model has nothing to learn from them.
pub const MOST_SCORE: i32 = 1000;

/// Scores that are not told apart, in centipawns.
const STEP: i32 = 5;
const BINS: usize = (2 * MOST_SCORE / STEP + 1) as usize;
const MATERIALS: usize = (MOST_MATERIAL - LEAST_MATERIAL + 1) as usize;
/// Moves of the game before this one are left out: openings are random or from a book.
const FIRST_MOVE: u16 = 8;

/// Losses, draws and wins of the side to move.
pub(super) type Results = [u64; 3];

/// How often every score ended how, for every amount of material.
pub(super) struct Counts(Vec<[Results; BINS]>);

impl Default for Counts {
    fn default() -> Self {
        Counts(vec![[[0; 3]; BINS]; MATERIALS])
    }
}

impl Counts {
    /// Adds a position, with the score from the side to move. Positions with less or more material than is told apart are left
    /// out: they are many, and unlike those they would count as.
    pub(super) fn add(&mut self, position: &Position, score: i32, winner: Option<Color>) {
        let material = material(position);
        let told_apart = (LEAST_MATERIAL..=MOST_MATERIAL).contains(&material);
        if position.fullmove_number() < FIRST_MOVE || score.abs() > MOST_SCORE || !told_apart {
            return;
        }
        let bin = (score + MOST_SCORE + STEP / 2) / STEP;
        let result = winner.map_or(1, |winner| if winner == position.side_to_move() { 2 } else { 0 });
        self.0[(material - LEAST_MATERIAL) as usize][bin as usize][result] += 1;
    }

    pub(super) fn add_game(&mut self, game: &DataGame) {
        game.walk(|position, scored| {
            let white = i32::from(scored.score);
            if !Score::from_raw(white).is_decisive() {
                let score = if position.side_to_move() == Color::White { white } else { -white };
                self.add(position, score, game.winner);
            }
        });
    }

    pub(super) fn positions(&self) -> u64 {
        self.0.iter().flatten().flatten().sum()
    }

    /// Every amount of material with its scores: the middle of a bin, and the results.
    pub(super) fn each(&self) -> impl Iterator<Item = (u32, impl Iterator<Item = (f64, Results)> + Clone)> {
        self.0.iter().zip(LEAST_MATERIAL..).map(|(bins, material)| {
            let scores = bins.iter().zip((-MOST_SCORE..).step_by(STEP as usize));
            let seen = scores.filter(|(results, _)| **results != [0; 3]);
            (material, seen.map(|(results, score)| (f64::from(score), *results)))
        })
    }
}
