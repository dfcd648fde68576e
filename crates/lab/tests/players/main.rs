//! Games between players, among them a toy engine that does everything wrong.

mod faults;
mod games;
mod manners;
mod notation;
mod tournaments;

use std::time::Duration;

use lab::Cancel;
use lab::tournament::adjudication::Rules;
use lab::tournament::game::{GameRecord, Opening, play};
use lab::tournament::in_process::InProcess;
use lab::tournament::pace::Pace;
use lab::tournament::player::Player;
use lab::tournament::spec::PlayerSpec;
use lab::tournament::uci_player::Patience;

/// Moves of each player after which the games of these tests end, if nothing ends them before.
const MOVES: u32 = 5;

/// Long enough for an honest engine on any machine.
const AMPLE: Duration = Duration::from_secs(60);
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(200);

fn ample() -> Patience {
    Patience { startup: AMPLE, new_game: AMPLE, ping: AMPLE, search: AMPLE, grace: AMPLE }
}

fn short_games() -> Rules {
    Rules { max_moves: Some(MOVES), ..Rules::default() }
}

fn pace(key: &str, value: &str) -> Pace {
    let mut pace = Pace::default();
    pace.set(key, value).unwrap();
    pace
}

fn this_engine() -> InProcess {
    InProcess::new("now", engine::Settings::default(), 1).unwrap()
}

/// The toy engine as a player, with more settings after a comma.
fn toy(misbehaviour: &str, settings: &str) -> PlayerSpec {
    let program = env!("CARGO_BIN_EXE_toy_engine");
    format!("cmd={program},name=toy,args={misbehaviour}{settings}").parse().unwrap()
}

fn start(misbehaviour: &str, patience: &Patience) -> Box<dyn Player> {
    toy(misbehaviour, "").start(patience, &Cancel::default()).unwrap()
}

/// A short game from the starting position in which no clock runs.
fn friendly(white: &mut dyn Player, black: &mut dyn Player) -> GameRecord {
    let pace = pace("nodes", "50");
    play(white, black, [&pace, &pace], &Opening::default(), &short_games(), &Cancel::default())
}
