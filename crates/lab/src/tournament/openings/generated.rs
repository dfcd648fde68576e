//! Openings without a book: random moves, and a short search that throws out what is lost already.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chess::{Game, Position};
use engine::{Engine, Limits};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Variant, below};
use crate::error::LabError;
use crate::tournament::game::Opening;

/// Random plies of an opening; every second one, by chance, has one more, so that Black begins too.
const RANDOM_PLIES: usize = 8;
/// Nodes of the search that judges: enough to see a hanging piece and its exchanges.
const JUDGE_NODES: u64 = 2_000;
/// Memory of the search that judges, MiB.
const JUDGE_HASH: usize = 1;
/// Arrangements of the pieces in Fischer random chess.
const ARRANGEMENTS: usize = 960;

/// Makes the opening of any number from the seed alone.
#[derive(Debug)]
pub(super) struct Generator {
    variant: Variant,
    seed: u64,
    /// Openings judged worse than this for either side, in centipawns, are not played.
    fair: u32,
    /// Engines that judge and are not in use: at most one for each thread that ever asked at the same time.
    judges: Mutex<Vec<Engine>>,
}

impl Generator {
    pub(super) fn new(variant: Variant, seed: u64, fair: u32) -> Result<Self, LabError> {
        Ok(Self { variant, seed, fair, judges: Mutex::new(vec![Engine::new(JUDGE_HASH)?]) })
    }

    pub(super) fn get(&self, index: u64) -> Opening {
        // One stream of random numbers for each opening: none depends on how many came before.
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        let mut judge = self.borrow_judge();
        loop {
            if let Some(game) = self.random_game(&mut rng)
                && is_fair(&mut judge, &game, self.fair)
            {
                self.judges().push(judge);
                return Opening { start: game.start().clone(), moves: game.moves().to_vec() };
            }
        }
    }

    /// Random moves from a start position, unless they end the game.
    fn random_game(&self, rng: &mut ChaCha8Rng) -> Option<Game> {
        let start = match self.variant {
            Variant::Standard => Position::startpos(),
            Variant::Dfrc => {
                let mut arrangement = || below(rng, ARRANGEMENTS) as u16;
                Position::dfrc(arrangement(), arrangement())
            }
        };
        let mut game = Game::new(start);
        for _ in 0..RANDOM_PLIES + below(rng, 2) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[below(rng, moves.len())]).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }

    fn borrow_judge(&self) -> Engine {
        loop {
            let idle = self.judges().pop();
            if let Some(judge) = idle.or_else(|| Engine::new(JUDGE_HASH).ok()) {
                return judge;
            }
            // No memory for one more: another thread will hand back the one it has.
            std::thread::yield_now();
        }
    }

    fn judges(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.judges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether neither side is much better, by a search that always sees the same.
fn is_fair(judge: &mut Engine, game: &Game, fair: u32) -> bool {
    judge.new_game();
    judge.set_position(game);
    let score = judge.go(&Limits::nodes(JUDGE_NODES), &mut |_| {}).score;
    score.get().unsigned_abs() <= fair
}
