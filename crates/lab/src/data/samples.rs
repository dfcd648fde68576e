//! Games for tests.

use std::path::{Path, PathBuf};

use chess::{Color, Position};
use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::{DataGame, ScoredMove, Writer};

/// A game of random moves, from the start position or, for every other seed, a double Chess960 one.
pub(crate) fn random_game(seed: u64, plies: usize) -> DataGame {
    let mut rng = SmallRng::seed_from_u64(seed);
    let start = if seed.is_multiple_of(2) {
        Position::startpos()
    } else {
        Position::dfrc(rng.random_range(0..960), rng.random_range(0..960))
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.random_range(0..legal.len())];
        moves.push(ScoredMove { mv, score: rng.random_range(-3000..3000) });
        position.make(mv);
    }
    let winner = [Some(Color::White), None, Some(Color::Black)][rng.random_range(0..3)];
    DataGame { start, winner, moves }
}

/// A folder of a test's own, removed when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// How many files there are.
    pub(crate) fn count(&self) -> usize {
        std::fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes a file of games.
pub(crate) fn write_games(path: &Path, games: &[DataGame]) {
    let mut writer = Writer::create(path, true).unwrap();
    games.iter().for_each(|game| writer.append(game).unwrap());
}
