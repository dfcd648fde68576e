//! From files of games to positions in memory.

use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::record::{Positions, Record};
use crate::cancel::Cancel;
use crate::data::{Filter, each_game};
use crate::error::LabError;

/// The random numbers that hold out games, and those that shuffle the positions.
const HOLD_OUT_STREAM: u64 = u64::MAX;
const SHUFFLE_STREAM: u64 = u64::MAX - 1;

/// What there is to learn from, in random order, and what it is measured by.
pub(super) struct Data {
    pub(super) training: Positions,
    /// Positions of other games, in the order of the files.
    pub(super) held_out: Positions,
    pub(super) games: u64,
    /// Positions of all games, before the filter.
    pub(super) read: u64,
}

/// Reads the files; every move is checked. Games, not positions, are held out: positions of one game resemble each other, and
/// share their result.
pub(super) fn load(
    files: &[PathBuf],
    filter: &Filter,
    hold_out: f64,
    seed: u64,
    cancel: &Cancel,
) -> Result<Data, LabError> {
    let stream = |stream| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        rng
    };
    let mut lots = stream(HOLD_OUT_STREAM);
    let mut data = Data { training: Positions::default(), held_out: Positions::default(), games: 0, read: 0 };
    each_game(files, cancel, &mut |game, _| {
        let positions = match lots.random_bool(hold_out) {
            true => &mut data.held_out,
            false => &mut data.training,
        };
        data.games += 1;
        data.read += game.moves.len() as u64;
        game.walk(|position, scored| {
            if filter.keeps(position, scored) {
                positions.push(Record::new(position, scored, game.winner));
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
