//! From files of games to positions in memory.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Options;
use super::augment::Augmenter;
use super::record::{Positions, Record};
use crate::cancel::Cancel;
use crate::data::each_game;
use crate::error::LabError;

/// The random numbers that hold out games, those that shuffle the positions, and those that make new ones.
const HOLD_OUT_STREAM: u64 = u64::MAX;
const SHUFFLE_STREAM: u64 = u64::MAX - 1;
const AUGMENT_STREAM: u64 = u64::MAX - 2;

#[derive(Debug, Default)]
/// What there is to learn from, in random order, and what it is measured by.
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
        game.walk(|position, scored| {
            if options.filter.keeps(position, scored) {
                positions.push(Record::new(position, scored, game.winner));
            }
            // What is held out measures what is to be learnt of games.
            let more = if is_held_out { 0 } else { options.augment };
            for record in (0..more).filter_map(|_| augmenter.beside(position)) {
                positions.push(record);
                data.augmented += 1;
            }
        });
        Ok(())
    })?;
    data.training.shuffle(&mut stream(SHUFFLE_STREAM));
    Ok(data)
}

impl Data {
    /// A number by which the positions and their order are recognised.
    pub(super) fn fingerprint(&self) -> u64 {
        let records = self.training.iter().chain(self.held_out.iter());
        records.fold(0, |hash: u64, record| record.mix_into(hash))
    }
}
