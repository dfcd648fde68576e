//! Games of the engine against itself, as data to learn from.
//!
//! Every game has a number, and number and seed decide how it goes: which position it begins at, and, as the engine forgets
//! everything in between, every move. Both sides share one engine and its table. Games go to the file as they end, each at once
//! and whole, so that a process that is killed loses those in progress and nothing else; no two processes write one file.

mod report;

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use chess::Game;
use engine::{Engine, Score, Settings};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cancel::Cancel;
use crate::data::{DataGame, Filter, Resumed, ScoredMove, Writer, node_limits, white_score};
use crate::error::LabError;
use crate::parallel::STACK_BYTES;
use crate::progress::bar;
use crate::tournament::adjudication::{Adjudicator, DrawRule, ResignRule, Rules};
use crate::tournament::openings::{BookOptions, Openings, Variant};
use crate::tournament::tablebases::{Adjudicate, Tablebases};

pub use report::Report;

/// Moves of each side that must agree on a win, and on a draw.
const WIN_MOVES: u32 = 2;
const DRAW_MOVES: u32 = 6;
/// Draws are not agreed on before this move of the game.
const DRAW_FROM_MOVE: u32 = 35;
/// A game is a draw after so many moves of each side.
const MOST_MOVES: u32 = 300;
/// The share of double Chess960, unless told otherwise, where there is no book.
const DFRC_SHARE: f64 = 0.1;
/// So many openings in a row that are no good: there will hardly be a better one.
const MOST_IDLE: u32 = 1000;
/// The random numbers that say in which games the pieces are arranged by chance. Openings have streams of their own seed.
const VARIANT_SALT: u64 = 0x4446_5243;

/// When enough has been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// So many games in the file.
    Games(u64),
    /// So many positions in the file that pass the training's default filter.
    Positions(u64),
}

/// What to play, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file to write.
    pub out: PathBuf,
    /// Whether it may be overwritten.
    pub force: bool,
    /// Whether to go on with it if it exists.
    pub resume: bool,
    /// When enough has been played.
    pub goal: Goal,
    /// No new depth is begun after so many nodes; eight times as many end the search of a move.
    pub nodes: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Transposition table of each thread, in mebibytes.
    pub hash_mib: usize,
    /// Positions to begin at, instead of random moves.
    pub book: Option<PathBuf>,
    /// The share of the games that begin at an arrangement of double Chess960, 0 to 1; if `None`, a tenth, and nothing with a book.
    pub dfrc: Option<f64>,
    /// Openings judged to be worse than this for either side are not played; centipawns.
    pub unbalanced: u32,
    /// Scores beyond which, in centipawns, both sides agree that a game is won.
    pub win_score: u32,
    /// Scores within which, in centipawns, both sides agree that it is drawn.
    pub draw_score: u32,
    /// Directories of Syzygy tables, which end games they know.
    pub tablebases: Vec<PathBuf>,
    /// Other games for another number.
    pub seed: u64,
    /// The engine's techniques, parameters and evaluation.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            out: PathBuf::new(),
            force: false,
            resume: false,
            goal: Goal::Games(0),
            nodes: 1500,
            threads: 1,
            hash_mib: 4,
            book: None,
            dfrc: None,
            unbalanced: 400,
            win_score: 1500,
            draw_score: 8,
            tablebases: Vec::new(),
            seed: 1,
            settings: Settings::default(),
        }
    }
}

/// Plays until the goal is reached or `cancel` says that it is enough.
///
/// # Errors
/// [`LabError::Exists`]; [`LabError::Data`] if a file to be gone on with holds something else than games; [`LabError::Write`], on a
/// full disk for instance, or if another process writes the file: it then holds the whole games up to there.
/// [`LabError::Read`], [`LabError::NoPositions`], [`LabError::Value`] for book, tables and shares; [`LabError::Hash`];
/// [`LabError::Thread`]; [`LabError::Content`] if no game can be played from the book. Options that are refused leave what is there
/// as it is.
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    let mut kept_before = 0;
    let how = (options.resume, options.force);
    let taken_up =
        Writer::take_up(&options.out, how, &mut |game| kept_before += Filter::default().count(game))?;
    let setup = Setup::new(options, taken_up.as_ref().map_or(0, |(_, resumed)| resumed.games))?;
    let engines = setup.engines()?;
    // Only now that nothing is left to be refused.
    let (mut writer, resumed) = match taken_up {
        Some(taken_up) => taken_up,
        None => (Writer::create(&options.out, options.force)?, Resumed::default()),
    };
    let mut report = Report::new(options, resumed);
    report.complaint = setup.openings[0].complaint().map(str::to_owned);
    let (progress, begun) = (bar(options.goal.count() as usize), Instant::now());
    let done = |report: &Report| match options.goal {
        Goal::Games(_) => resumed.games + report.games,
        Goal::Positions(_) => kept_before + report.kept,
    };
    progress.set_position(done(&report));
    progress.reset_eta();
    let halt = cancel.child();
    if done(&report) >= options.goal.count() {
        halt.cancel();
    }
    play(&setup, engines, &halt, &mut |played| {
        writer.append(&played.game)?;
        report.add(&played, writer.size(), begun.elapsed().as_secs_f64());
        progress.set_position(done(&report));
        progress.set_message(report.summary());
        Ok(done(&report) >= options.goal.count())
    })?;
    progress.finish_and_clear();
    writer.sync()?;
    report.bytes = writer.size();
    report.complete = done(&report) >= options.goal.count();
    Ok(report)
}

/// A game, and what it cost.
struct Played {
    game: DataGame,
    nodes: u64,
}

/// What all threads know.
struct Setup<'a> {
    options: &'a Options,
    rules: Rules,
    dfrc: f64,
    /// Where games begin: as a rule, and when the pieces are arranged by chance.
    openings: [Openings; 2],
    /// Decides the games of this run: another one than that of a run it goes on from, whose games would only come again.
    seed: u64,
    /// How many games to play at most.
    most: u64,
}

impl<'a> Setup<'a> {
    fn new(options: &'a Options, games_before: u64) -> Result<Self, LabError> {
        let dfrc = options.dfrc.unwrap_or(if options.book.is_some() { 0.0 } else { DFRC_SHARE });
        if !(0.0..=1.0).contains(&dfrc) {
            return Err(LabError::value("dfrc", "0 to 1", dfrc));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        rng.set_stream(games_before);
        let seed = rng.random();
        let generated = |variant| Openings::generated_within(variant, seed, options.unbalanced);
        let standard = match &options.book {
            Some(path) => Openings::load(&BookOptions::all_of(path), seed)?,
            None => generated(Variant::Standard)?,
        };
        let tables = &options.tablebases;
        let tablebases = match tables.is_empty() {
            true => None,
            false => Some(Tablebases::open(tables, None, false, Adjudicate::Both)?),
        };
        let rules = Rules {
            draw: Some(DrawRule {
                move_number: DRAW_FROM_MOVE,
                move_count: DRAW_MOVES,
                score: options.draw_score,
            }),
            resign: Some(ResignRule { move_count: WIN_MOVES, score: options.win_score, two_sided: true }),
            max_moves: Some(MOST_MOVES),
            tablebases,
        };
        let most = match options.goal {
            Goal::Games(games) => games.saturating_sub(games_before),
            Goal::Positions(_) => u64::MAX,
        };
        Ok(Setup { options, rules, dfrc, openings: [standard, generated(Variant::Dfrc)?], seed, most })
    }

    /// One for each thread.
    fn engines(&self) -> Result<Vec<Engine>, LabError> {
        let engine = || {
            let mut engine = Engine::new(self.options.hash_mib)?;
            engine.settings = self.options.settings.clone();
            Ok(engine)
        };
        (0..self.options.threads.max(1)).map(|_| engine()).collect()
    }

    /// Openings that were made here have been judged; those of a book are by the search of their first move.
    fn is_unbalanced(&self, score: Score) -> bool {
        self.options.book.is_some() && score.get().unsigned_abs() > self.options.unbalanced
    }

    fn no_game(&self) -> LabError {
        let reason = format!("{MOST_IDLE} openings in a row are decided or unbalanced before a move is made");
        LabError::Content { path: self.options.book.clone().unwrap_or_default(), reason }
    }

    fn start(&self, number: u64) -> Game {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ VARIANT_SALT);
        rng.set_stream(number);
        let by_chance = rng.random_bool(self.dfrc);
        // The moves of the opening are nobody's choice: the game as data begins after them.
        Game::new(self.openings[usize::from(by_chance)].get(number).game().position().clone())
    }
}

/// The numbers of the games, handed out in turn.
struct Numbers {
    next: u64,
    end: u64,
    /// Games without a move since the last one with moves.
    idle: u32,
}

impl Numbers {
    fn next(&mut self) -> Option<u64> {
        let number = Some(self.next).filter(|&number| number < self.end)?;
        self.next += 1;
        Some(number)
    }

    /// A game without a move is nothing to learn from: there will be one more in its place. Says whether there is hope for one.
    fn replace(&mut self, is_idle: bool) -> bool {
        self.idle = if is_idle { self.idle + 1 } else { 0 };
        self.end = self.end.saturating_add(u64::from(is_idle));
        self.idle < MOST_IDLE
    }
}

/// Plays on all threads; `take` gets every game as it ends, on this one, and says whether that is enough.
fn play(
    setup: &Setup<'_>,
    engines: Vec<Engine>,
    halt: &Cancel,
    take: &mut dyn FnMut(Played) -> Result<bool, LabError>,
) -> Result<(), LabError> {
    let numbers = &Mutex::new(Numbers { next: 0, end: setup.most, idle: 0 });
    let (sender, played) = channel();
    std::thread::scope(|scope| {
        let mut failure = None;
        for engine in engines {
            let sender = sender.clone();
            let work = move || work(setup, engine, numbers, halt, &sender);
            if let Err(error) = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                failure = Some(LabError::Thread(error));
                halt.cancel();
                break;
            }
        }
        drop(sender);
        let result = collect(played, halt, take);
        failure.map_or(result, Err)
    })
}

/// Hands on games until that is enough or something fails; then all are told to stop, and what they still bring is dropped. A request
/// to stop from elsewhere loses no game that had ended.
fn collect(
    games: impl IntoIterator<Item = Result<Played, LabError>>,
    halt: &Cancel,
    take: &mut dyn FnMut(Played) -> Result<bool, LabError>,
) -> Result<(), LabError> {
    let mut enough = Ok(false);
    for game in games {
        if let Ok(false) = enough {
            enough = game.and_then(&mut *take);
            if !matches!(enough, Ok(false)) {
                halt.cancel();
            }
        }
    }
    enough.map(drop)
}

/// One thread: plays game after game until there is none, or until it is told to stop.
fn work(
    setup: &Setup<'_>,
    mut engine: Engine,
    numbers: &Mutex<Numbers>,
    halt: &Cancel,
    sender: &Sender<Result<Played, LabError>>,
) {
    let numbers = || numbers.lock().unwrap_or_else(PoisonError::into_inner);
    while !halt.is_cancelled() {
        let Some(number) = numbers().next() else { return };
        // A game that is interrupted is none.
        let Some(played) = play_game(setup, &mut engine, number, halt) else { return };
        let is_idle = played.game.moves.is_empty();
        let result = match numbers().replace(is_idle) {
            true if is_idle => continue,
            true => Ok(played),
            false => Err(setup.no_game()),
        };
        // Nobody listens any more after a failure.
        drop(sender.send(result));
    }
}

/// Plays one game, without a move if its opening is no good; `None` if it is interrupted.
fn play_game(setup: &Setup<'_>, engine: &mut Engine, number: u64, halt: &Cancel) -> Option<Played> {
    let limits = node_limits(setup.options.nodes);
    let mut game = setup.start(number);
    let start = game.position().clone();
    let (mut moves, mut nodes) = (Vec::new(), 0);
    let mut adjudicator = Adjudicator::new(&setup.rules);
    engine.new_game();
    let winner = loop {
        let position = game.position();
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        if let Some(end) = adjudicator.verdict(position) {
            break end.result.winner();
        }
        let color = position.side_to_move();
        engine.set_position(&game);
        let admission = halt.admit(engine.controller())?;
        let outcome = engine.go(&limits, &mut |_| {});
        drop(admission);
        if halt.is_cancelled() {
            return None;
        }
        if moves.is_empty() && setup.is_unbalanced(outcome.score) {
            break None;
        }
        nodes += outcome.nodes;
        let mv = outcome.best?;
        moves.push(ScoredMove { mv, score: white_score(outcome.score, color) });
        game.play(mv).ok()?;
        adjudicator.note(color, Some(outcome.score.to_uci()), game.position());
    };
    Some(Played { game: DataGame { start, winner, moves }, nodes })
}

impl Goal {
    fn count(self) -> u64 {
        match self {
            Goal::Games(count) | Goal::Positions(count) => count,
        }
    }
}

#[cfg(test)]
#[path = "datagen/tests.rs"]
mod tests;
