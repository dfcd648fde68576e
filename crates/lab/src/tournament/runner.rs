//! Playing games on several threads at a time.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use core_affinity::CoreId;

use super::adjudication::Rules;
use super::game::{self, GameRecord, GameResult};
use super::openings::Openings;
use super::pace::Pace;
use super::player::Player;
use super::schedule::Schedule;
use super::spec::PlayerSpec;
use super::uci_player::Patience;
use crate::Cancel;
use crate::error::LabError;
use crate::parallel::STACK_BYTES;

/// What all threads know.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub(super) players: &'a [PlayerSpec],
    /// The paces of the players, in the same order.
    pub(super) paces: &'a [Pace],
    pub(super) openings: &'a Openings,
    pub(super) schedule: &'a Schedule,
    pub(super) rules: &'a Rules,
    pub(super) patience: &'a Patience,
}

/// What happens on the threads.
#[derive(Debug)]
pub(super) enum News {
    /// A game has begun.
    Started(u64),
    /// A game has come to its end.
    Finished(u64, Box<GameRecord>),
    /// A player could not be started.
    Failed(LabError),
}

/// Plays `games` by their numbers in the schedule, on as many threads as there are places. A place with a core is kept on
/// it, with all engines started there. `take` is told, on this thread, what happens. Ends when all games are played,
/// when `halt` is asked for (games in progress are then broken off without a word), or at the first error; `take` is still
/// told of games that have ended, unless the error was its own.
pub(super) fn play(
    job: &Job<'_>,
    games: impl Iterator<Item = u64> + Send,
    places: &[Option<CoreId>],
    halt: &Cancel,
    take: &mut dyn FnMut(News) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let most = games.size_hint().1.unwrap_or(usize::MAX);
    let queue = Mutex::new(games);
    let (sender, news) = channel();
    thread::scope(|scope| {
        let (mut result, mut refused) = (Ok(()), false);
        for &core in places.iter().take(most) {
            let (sender, queue) = (sender.clone(), &queue);
            let work = move || {
                if let Some(core) = core {
                    core_affinity::set_for_current(core);
                }
                match work(job, queue, halt, &sender) {
                    Ok(()) | Err(LabError::Cancelled) => {}
                    // The receiver lives as long as this thread.
                    Err(error) => drop(sender.send(News::Failed(error))),
                }
            };
            if let Err(error) = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                result = Err(LabError::Thread(error));
                halt.cancel();
                break;
            }
        }
        drop(sender);
        for news in news {
            let taken = match news {
                News::Failed(error) => Err(error),
                _ if refused => continue,
                // Games that have come to their end count, whatever failed elsewhere.
                news => take(news).inspect_err(|_| refused = true),
            };
            if let Err(error) = taken {
                halt.cancel();
                // What fails because of the first failure is not worth a word.
                result = result.and(Err(error));
            }
        }
        result
    })
}

/// One thread: takes the next game until there is none.
fn work(
    job: &Job<'_>,
    queue: &Mutex<impl Iterator<Item = u64>>,
    halt: &Cancel,
    sender: &Sender<News>,
) -> Result<(), LabError> {
    let mut seats: Vec<Option<Box<dyn Player>>> = job.players.iter().map(|_| None).collect();
    while !halt.is_cancelled() {
        let Some(game) = claim(queue, sender) else { break };
        let fixture = job.schedule.fixture(game);
        let opening = job.openings.get(fixture.round);
        // Two different seats: nobody plays against themselves.
        let [mut white, mut black] = fixture.players.map(|player| seats[player].take());
        for (player, seat) in fixture.players.into_iter().zip([&mut white, &mut black]) {
            if seat.is_none() {
                *seat = Some(job.players[player].start(job.patience, halt)?);
            }
        }
        let (Some(first), Some(second)) = (&mut white, &mut black) else { break };
        let paces = fixture.players.map(|player| &job.paces[player]);
        let record = game::play(first.as_mut(), second.as_mut(), paces, &opening, job.rules, halt);
        for (player, seat) in fixture.players.into_iter().zip([white, black]) {
            seats[player] = seat;
        }
        if record.result != GameResult::Unfinished {
            let _ = sender.send(News::Finished(game, Box::new(record)));
        }
    }
    Ok(())
}

/// The next game. It is announced under the lock, so that games are announced in order.
fn claim(queue: &Mutex<impl Iterator<Item = u64>>, sender: &Sender<News>) -> Option<u64> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let game = queue.next()?;
    let _ = sender.send(News::Started(game));
    Some(game)
}
