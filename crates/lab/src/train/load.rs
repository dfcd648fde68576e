//! From files of games to positions in memory.

use chess::Color;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Options;
use super::augment::Augmenter;
use super::record::{Positions, Record};
use crate::cancel::Cancel;
use crate::data::{DataGame, ScoredMove, each_game};
use crate::error::LabError;
use crate::stats::sigmoid;

/// The random numbers that hold out games, those that shuffle the positions, and those that make new ones.
const HOLD_OUT_STREAM: u64 = u64::MAX;
const SHUFFLE_STREAM: u64 = u64::MAX - 1;
const AUGMENT_STREAM: u64 = u64::MAX - 2;

/// What there is to learn from, in random order, and what it is measured by.
#[derive(Debug, Default)]
pub(super) struct Data {
    pub(super) training: Positions,
    /// Positions of other games, in the order of the files.
    pub(super) held_out: Positions,
    pub(super) games: u64,
    /// Positions of all games, before the filter.
    pub(super) read: u64,
    /// Positions to learn from that are of no game.
    pub(super) augmented: u64,
}

/// Reads the files; every move is checked. Games, not positions, are held out: positions of one game resemble each other, and
/// share their result.
pub(super) fn load(options: &Options, cancel: &Cancel) -> Result<Data, LabError> {
    let stream = |stream| {
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        rng.set_stream(stream);
        rng
    };
    let mut lots = stream(HOLD_OUT_STREAM);
    let mut augmenter = Augmenter::new(stream(AUGMENT_STREAM), &options.teacher);
    let mut data = Data::default();
    each_game(&options.data, cancel, &mut |game, _| {
        let is_held_out = lots.random_bool(options.hold_out);
        let positions = if is_held_out { &mut data.held_out } else { &mut data.training };
        data.games += 1;
        data.read += game.moves.len() as u64;
        let mut scores = returns(game, options.lambda, f64::from(options.scale)).into_iter();
        game.walk(|position, scored| {
            let score = scores.next().unwrap_or(scored.score);
            if options.filter.keeps(position, scored) {
                positions.push(Record::new(position, ScoredMove { score, ..scored }, game.winner));
            }
            // What is held out measures what is to be learnt of games.
            if !is_held_out {
                data.augmented += augmenter.augment(position, options.augment, positions);
            }
        });
        Ok(())
    })?;
    data.training.shuffle(&mut stream(SHUFFLE_STREAM));
    Ok(data)
}

/// What is learnt instead of each score of a game, as White sees it: a mean of this score and those of all later positions of
/// the game and its result, each counting `lambda` times what the one before it does (the lambda-return of Sutton 1988, by win
/// probabilities). Later scores have seen what this one could not, but also mistakes that need not be made.
pub(super) fn returns(game: &DataGame, lambda: f64, scale: f64) -> Vec<i16> {
    let mut scores: Vec<i16> = game.moves.iter().map(|scored| scored.score).collect();
    if lambda == 0.0 {
        return scores;
    }
    let mut mean = game.winner.map_or(0.5, |winner| if winner == Color::White { 1.0 } else { 0.0 });
    for score in scores.iter_mut().rev() {
        mean = lambda * mean + (1.0 - lambda) * sigmoid(f64::from(*score) / scale);
        // A conversion that saturates: a certain win is the greatest score.
        *score = ((mean / (1.0 - mean)).ln() * scale).round() as i16;
    }
    scores
}

impl Data {
    /// A number by which the positions and their order are recognised.
    pub(super) fn fingerprint(&self) -> u64 {
        let records = self.training.iter().chain(self.held_out.iter());
        records.fold(0, |hash: u64, record| record.mix_into(hash))
    }
}
