//! Positions beside those of the games.
//!
//! A search evaluates many positions that no sensible game contains: a piece is given away, then another. A network that has only
//! seen games guesses there. So the games are augmented: from their positions a few random moves are made, and what the
//! position then is worth is asked of a teacher, an evaluation alone and no search: that too costs next to nothing. (Learning from
//! another model's answers is knowledge distillation: Hinton, Vinyals, Dean 2015.)

use chess::Position;
use engine::eval::{Evaluation, Evaluator};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::record::{Positions, Record};

/// The most random moves that are made; at least one is.
const MOST_MOVES: u32 = 3;
/// Positions the teacher values higher than this, in centipawns, are learnt as if by this: they are won.
const MOST_SCORE: i32 = 10_000;

/// Makes positions and lets a teacher value them.
pub(super) struct Augmenter {
    rng: ChaCha8Rng,
    teacher: Evaluator,
}

impl Augmenter {
    pub(super) fn new(rng: ChaCha8Rng, teacher: &Evaluation) -> Self {
        Augmenter { rng, teacher: Evaluator::with(teacher) }
    }

    /// Adds so many positions on average that are beside this one; says how many.
    pub(super) fn augment(&mut self, position: &Position, count: f64, to: &mut Positions) -> u64 {
        let count = count as u64 + u64::from(self.rng.random_bool(count.fract()));
        let mut added = 0;
        for record in (0..count).filter_map(|_| self.beside(position)) {
            to.push(record);
            added += 1;
        }
        added
    }

    /// A position a few random moves from this one; `None` if it is in check or the end of a game, where nobody evaluates.
    pub(super) fn beside(&mut self, position: &Position) -> Option<Record> {
        let mut position = position.clone();
        for _ in 0..self.rng.random_range(1..=MOST_MOVES) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return None;
            }
            position.make(legal[self.rng.random_range(0..legal.len())]);
        }
        if position.in_check() || !position.has_legal_moves() {
            return None;
        }
        let score = self.teacher.evaluate(&position).clamp(-MOST_SCORE, MOST_SCORE);
        Some(Record::unplayed(&position, score as i16))
    }
}
