//! Games of the engine against itself, as data to learn from.
//!
//! Every game has a number, and number and seed decide how it goes: which position it begins at, and, as the engine forgets
//! everything in between, every move. Both sides share one engine and its table. Games go to the file as they end, each at once
//! and whole, so that a process that is killed loses those in progress and nothing else; no two processes write one file.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;
use std::time::Instant;

use chess::{Color, Game};
use engine::{Engine, Settings};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::cancel::Cancel;
use crate::data::{DataGame, Filter, Resumed, ScoredMove, Writer, node_limits, white_score};
use crate::error::LabError;
use crate::progress::{bar, grouped, per_second};
use crate::tournament::STACK_BYTES;
use crate::tournament::adjudication::{Adjudicator, DrawRule, ResignRule, Rules};
use crate::tournament::openings::{BookOptions, Openings, Variant};
use crate::tournament::tablebases::{Adjudicate, Tablebases};

/// Moves of each side that must agree on a win, and on a draw.
const WIN_MOVES: u32 = 2;
const DRAW_MOVES: u32 = 6;
/// Draws are not agreed on before this move of the game.
const DRAW_FROM_MOVE: u32 = 35;
/// A game is a draw after so many moves of each side.
const MOST_MOVES: u32 = 300;
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
    /// The share of the games that begin at an arrangement of double Chess960, 0 to 1.
    pub dfrc: f64,
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
            dfrc: 0.1,
            unbalanced: 400,
            win_score: 1500,
            draw_score: 8,
            tablebases: Vec::new(),
            seed: 1,
            settings: Settings::default(),
        }
    }
}

/// What was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The file.
    pub out: PathBuf,
    /// The seed of the games.
    pub seed: u64,
    /// What could not be used of the book, if anything.
    pub complaint: Option<String>,
    /// What was there before.
    pub resumed: Resumed,
    /// Games of this run.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Positions that pass the training's default filter.
    pub kept: u64,
    /// Games that White won, drawn games, games that Black won.
    pub results: [u64; 3],
    /// Nodes searched.
    pub nodes: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// Threads that played.
    pub threads: usize,
    /// Whether the goal was reached; otherwise the run was stopped.
    pub complete: bool,
}

/// Plays until the goal is reached or `cancel` says that it is enough.
///
/// # Errors
/// [`LabError::Exists`]; [`LabError::Data`] if a file to be gone on with holds something else than games; [`LabError::Write`], on a
/// full disk for instance, or if another process writes the file: it then holds the whole games up to there.
/// [`LabError::Read`], [`LabError::NoPositions`], [`LabError::Value`] for book, tables and shares; [`LabError::Hash`];
/// [`LabError::Start`].
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    let mut kept_before = 0;
    let (mut writer, resumed) = if options.resume && options.out.exists() {
        Writer::resume(&options.out, &mut |game| kept_before += count_kept(game))?
    } else {
        (Writer::create(&options.out, options.force)?, Resumed::default())
    };
    let setup = Setup::new(options, resumed.games)?;
    let mut report = Report::new(options, resumed);
    report.complaint = setup.openings[0].complaint().map(str::to_owned);
    let (progress, begun) = (bar(options.goal.count() as usize), Instant::now());
    let done = |report: &Report| match options.goal {
        Goal::Games(_) => resumed.games + report.games,
        Goal::Positions(_) => kept_before + report.kept,
    };
    let halt = cancel.child();
    if done(&report) >= options.goal.count() {
        halt.cancel();
    }
    play(&setup, &halt, &mut |played| {
        writer.append(&played.game)?;
        report.add(&played, writer.size(), begun.elapsed().as_secs_f64());
        progress.set_position(done(&report));
        progress.set_message(report.summary());
        if done(&report) >= options.goal.count() {
            halt.cancel();
        }
        Ok(())
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
    /// Where games begin: as a rule, and when the pieces are arranged by chance.
    openings: [Openings; 2],
    /// Decides the games of this run: another one than that of a run it goes on from, whose games would only come again.
    seed: u64,
    /// How many games to play at most.
    most: u64,
}

impl<'a> Setup<'a> {
    fn new(options: &'a Options, games_before: u64) -> Result<Self, LabError> {
        if !(0.0..=1.0).contains(&options.dfrc) {
            let (expected, given) = ("0 to 1".to_owned(), options.dfrc.to_string());
            return Err(LabError::Value { what: "dfrc", expected, given });
        }
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        rng.set_stream(games_before);
        let seed = rng.random();
        let generated = |variant| Openings::generated_within(variant, seed, options.unbalanced);
        let standard = match &options.book {
            Some(path) => {
                Openings::load(&BookOptions { path: path.clone(), ..BookOptions::default() }, seed)?
            }
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
        Ok(Setup { options, rules, openings: [standard, generated(Variant::Dfrc)?], seed, most })
    }

    fn start(&self, number: u64) -> Game {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ VARIANT_SALT);
        rng.set_stream(number);
        let by_chance = rng.random_bool(self.options.dfrc);
        // The moves of the opening are nobody's choice: the game as data begins after them.
        Game::new(self.openings[usize::from(by_chance)].get(number).game().position().clone())
    }
}

/// Plays on all threads; `take` gets every game as it ends, on this one.
fn play(
    setup: &Setup<'_>,
    halt: &Cancel,
    take: &mut dyn FnMut(Played) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let next = &AtomicU64::new(0);
    let mut engines = Vec::new();
    for _ in 0..setup.options.threads.max(1) {
        let mut engine = Engine::new(setup.options.hash_mib)?;
        engine.settings = setup.options.settings.clone();
        engines.push(engine);
    }
    let (sender, played) = channel();
    std::thread::scope(|scope| {
        let mut result = Ok(());
        for engine in engines {
            let sender = sender.clone();
            let work = move || work(setup, engine, next, halt, &sender);
            if let Err(error) = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                result = Err(LabError::Start { engine: "a thread".to_owned(), reason: error.to_string() });
                halt.cancel();
                break;
            }
        }
        drop(sender);
        for played in played {
            // After the goal has been reached, or a failure, nothing is written any more.
            if result.is_ok() && !halt.is_cancelled() {
                result = take(played);
                if result.is_err() {
                    halt.cancel();
                }
            }
        }
        result
    })
}

/// One thread: plays game after game until there is none, or until it is told to stop.
fn work(setup: &Setup<'_>, mut engine: Engine, next: &AtomicU64, halt: &Cancel, sender: &Sender<Played>) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= setup.most || halt.is_cancelled() {
            return;
        }
        // A game that is interrupted is none; one without a move is nothing to learn from.
        match play_game(setup, &mut engine, number, halt) {
            Some(played) if played.game.moves.is_empty() => {}
            Some(played) => drop(sender.send(played)),
            None => return,
        }
    }
}

/// Plays one game; `None` if it is interrupted.
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
        nodes += outcome.nodes;
        let mv = outcome.best?;
        moves.push(ScoredMove { mv, score: white_score(outcome.score, color) });
        game.play(mv).ok()?;
        adjudicator.note(color, Some(outcome.score.to_uci()), game.position());
    };
    Some(Played { game: DataGame { start, winner, moves }, nodes })
}

fn count_kept(game: &DataGame) -> u64 {
    let filter = Filter::default();
    let mut kept = 0;
    game.walk(|position, scored| kept += u64::from(filter.keeps(position, scored)));
    kept
}

impl Goal {
    fn count(self) -> u64 {
        match self {
            Goal::Games(count) | Goal::Positions(count) => count,
        }
    }
}

impl Report {
    fn new(options: &Options, resumed: Resumed) -> Self {
        Report {
            out: options.out.clone(),
            seed: options.seed,
            complaint: None,
            resumed,
            games: 0,
            positions: 0,
            kept: 0,
            results: [0; 3],
            nodes: 0,
            bytes: 0,
            seconds: 0.0,
            threads: options.threads.max(1),
            complete: false,
        }
    }

    fn add(&mut self, played: &Played, bytes: u64, seconds: f64) {
        let game = &played.game;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.kept += count_kept(game);
        self.results[game.winner.map_or(1, |winner| if winner == Color::White { 0 } else { 2 })] += 1;
        self.nodes += played.nodes;
        self.bytes = bytes;
        self.seconds = seconds;
    }

    /// Something counted in this run, a second and thread.
    fn per_core_second(&self, count: u64) -> u64 {
        per_second(count, self.seconds * self.threads as f64)
    }

    fn summary(&self) -> String {
        format!(
            "{} games, {} positions, {} kept, {} kept a core-second, {:.1} MB",
            grouped(self.games),
            grouped(self.positions),
            grouped(self.kept),
            grouped(self.per_core_second(self.kept)),
            self.bytes as f64 / 1e6
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        writeln!(
            f,
            "{}: {} in {:.1} s, seed {}",
            self.out.display(),
            self.summary(),
            self.seconds,
            self.seed
        )?;
        if let Some(complaint) = &self.complaint {
            writeln!(f, "{complaint}")?;
        }
        if self.resumed != Resumed::default() {
            let Resumed { games, positions, cut } = self.resumed;
            writeln!(
                f,
                "there before: {} games, {} positions; {cut} bytes cut off",
                grouped(games),
                grouped(positions)
            )?;
        }
        let [white, draws, black] = self.results.map(|count| 100.0 * of(count, self.games));
        writeln!(f, "White won {white:.1} %, drawn {draws:.1} %, Black won {black:.1} %")?;
        write!(
            f,
            "{:.1} plies a game, {:.1} % kept; {:.0} nodes a move, {} nodes a core-second",
            of(self.positions, self.games),
            100.0 * of(self.kept, self.positions),
            of(self.nodes, self.positions),
            grouped(self.per_core_second(self.nodes))
        )?;
        if !self.complete {
            write!(f, "\nstopped; --resume goes on")?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "datagen/tests.rs"]
mod tests;
