//! New scores for old games: what the engine of today thinks of every position in them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Instant;

use chess::{Color, Game};
use engine::{Engine, Limits, Score, Settings};
use serde::Serialize;

use super::game::DataGame;
use super::reader::Reader;
use super::tools::game_hash;
use super::writer::{Resumed, Writer};
use crate::cancel::Cancel;
use crate::error::LabError;
use crate::files::{refuse_existing, take_name};
use crate::parallel::STACK_BYTES;
use crate::progress::{bytes_bar, grouped, per_second};

/// Games handed out at a time to each thread: they are written in order, so the last one of a batch is waited for.
const BATCH_GAMES: usize = 16;
/// The hard limit on nodes, as a multiple of the soft one.
const HARD_FACTOR: u64 = 8;

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct RescoreOptions {
    /// The files to read.
    pub files: Vec<PathBuf>,
    /// The file to write.
    pub out: PathBuf,
    /// Whether it may be overwritten.
    pub force: bool,
    /// Whether to go on where an earlier run was stopped.
    pub resume: bool,
    /// No new depth is begun after so many nodes; eight times as many end the search of a position.
    pub nodes: u64,
    /// Positions searched at the same time.
    pub threads: usize,
    /// Transposition table of each thread, in mebibytes.
    pub hash_mib: usize,
    /// The engine's techniques, parameters and evaluation.
    pub settings: Settings,
}

/// What was rescored.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RescoreReport {
    /// The file written.
    pub out: PathBuf,
    /// Whether everything was done; otherwise, after a stop, the games so far lie in a file beside `out`, to be gone on with.
    pub complete: bool,
    /// Games written by this run.
    pub games: u64,
    /// Games an earlier run had done.
    pub resumed: u64,
    /// Positions searched by this run.
    pub positions: u64,
    /// How much a score changed on average, in centipawns, where neither score is decisive.
    pub mean_change: f64,
    /// Time taken in seconds.
    pub seconds: f64,
    /// Positions a second and thread.
    pub positions_per_core_second: u64,
}

/// Writes the games of the files with new scores, in order. What is done so far lies in `OUT.partial` until all is, so that a run
/// that is stopped or killed can be gone on with.
///
/// # Errors
/// [`LabError::Exists`], [`LabError::Data`], [`LabError::Read`], [`LabError::Write`], [`LabError::Hash`]; [`LabError::Content`] if
/// what an earlier run has done is not the beginning of these files; [`LabError::Kept`] if everything is done, but the file cannot
/// have its name. Being cancelled is none: the report says that it is not
/// complete.
pub fn rescore(options: &RescoreOptions, cancel: &Cancel) -> Result<RescoreReport, LabError> {
    refuse_existing(&options.out, options.force)?;
    let partial = partial_path(&options.out);
    let mut kept = Vec::new();
    let how = (options.resume, options.force);
    let taken_up = Writer::take_up(&partial, how, &mut |game| kept.push(game_hash(game)))?;
    let mut engines: Vec<Engine> =
        (0..options.threads.max(1)).map(|_| new_engine(options)).collect::<Result<_, _>>()?;
    let mut source = Source::open(&options.files)?;
    source.pass(&kept, &partial)?;
    let mut batch = source.take(engines.len() * BATCH_GAMES)?;
    // Only now that the files are what they should be.
    let (mut writer, resumed) = match taken_up {
        Some(taken_up) => taken_up,
        None => (Writer::create(&partial, options.force)?, Resumed::default()),
    };
    let begun = Instant::now();
    let progress = bytes_bar(source.size);
    progress.set_position(source.read);
    progress.reset_eta();
    let mut sums = Change::default();
    let mut report = RescoreReport {
        out: options.out.clone(),
        complete: false,
        games: 0,
        resumed: resumed.games,
        positions: 0,
        mean_change: 0.0,
        seconds: 0.0,
        positions_per_core_second: 0,
    };
    'batches: while !cancel.is_cancelled() {
        if batch.is_empty() {
            report.complete = true;
            break;
        }
        let done = rescore_batch(&batch, &mut engines, options.nodes, cancel);
        for (old, new) in batch.iter().zip(done) {
            let Some(new) = new else { break 'batches };
            sums.add(old, &new);
            writer.append(&new)?;
            report.games += 1;
            report.positions += new.moves.len() as u64;
        }
        progress.set_position(source.read);
        batch = source.take(engines.len() * BATCH_GAMES)?;
    }
    progress.finish_and_clear();
    writer.sync()?;
    if report.complete {
        take_name(&partial, &options.out, options.force)
            .map_err(|error| LabError::Kept { error: Box::new(error), path: partial.clone() })?;
    }
    report.mean_change = sums.mean();
    report.seconds = begun.elapsed().as_secs_f64();
    report.positions_per_core_second = per_second(report.positions, report.seconds * engines.len() as f64);
    Ok(report)
}

/// Where the games lie while not all of them are done.
fn partial_path(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    out.with_file_name(name)
}

fn new_engine(options: &RescoreOptions) -> Result<Engine, LabError> {
    let mut engine = Engine::new(options.hash_mib)?;
    engine.settings = options.settings.clone();
    Ok(engine)
}

/// Rescores each game, `None` where it was cancelled.
fn rescore_batch(
    batch: &[DataGame],
    engines: &mut [Engine],
    nodes: u64,
    cancel: &Cancel,
) -> Vec<Option<DataGame>> {
    let next = AtomicUsize::new(0);
    let mut done = vec![None; batch.len()];
    let work = |engine: &mut Engine| {
        let mut mine = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = batch.get(index) else { return mine };
            mine.push((index, rescore_game(game, engine, nodes, cancel)));
        }
    };
    std::thread::scope(|scope| {
        let spawn = |engine| Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(engine));
        // Where the system has no more threads to give, the others do the work.
        let workers: Vec<_> = engines.iter_mut().filter_map(|engine| spawn(engine).ok()).collect();
        // A search does not panic; if one did, its games count as not done.
        for (index, game) in workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()) {
            done[index] = game;
        }
    });
    done
}

/// A depth that is begun is finished, which keeps the score sound, unless it takes very much longer than wanted.
pub(crate) fn node_limits(nodes: u64) -> Limits {
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes.saturating_mul(HARD_FACTOR)), ..Limits::default() }
}

/// A score as games keep it: from White.
pub(crate) fn white_score(score: Score, to_move: Color) -> i16 {
    let white = if to_move == Color::White { score } else { -score };
    // Every score fits.
    i16::try_from(white.get()).unwrap_or_default()
}

fn rescore_game(old: &DataGame, engine: &mut Engine, nodes: u64, cancel: &Cancel) -> Option<DataGame> {
    let limits = node_limits(nodes);
    engine.new_game();
    let mut new = old.clone();
    let mut game = Game::new(old.start.clone());
    for scored in &mut new.moves {
        engine.set_position(&game);
        let admission = cancel.admit(engine.controller())?;
        let score = engine.go(&limits, &mut |_| {}).score;
        drop(admission);
        if cancel.is_cancelled() {
            return None;
        }
        scored.score = white_score(score, game.position().side_to_move());
        game.play(scored.mv).ok()?;
    }
    Some(new)
}

/// The games of several files in turn.
struct Source {
    readers: std::vec::IntoIter<Reader>,
    current: Option<Reader>,
    size: u64,
    read: u64,
}

impl Source {
    fn open(files: &[PathBuf]) -> Result<Self, LabError> {
        let readers: Vec<Reader> = files.iter().map(|path| Reader::open(path)).collect::<Result<_, _>>()?;
        let size = readers.iter().map(Reader::size).sum();
        Ok(Source { readers: readers.into_iter(), current: None, size, read: 0 })
    }

    /// Passes over the games that have been done, in `partial`: these must be they.
    fn pass(&mut self, done: &[u64], partial: &Path) -> Result<(), LabError> {
        for (index, &hash) in done.iter().enumerate() {
            if self.next()?.is_none_or(|game| game_hash(&game) != hash) {
                let reason = format!("game {} is not that of the files to be rescored", index + 1);
                return Err(LabError::Content { path: partial.to_owned(), reason });
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<DataGame>, LabError> {
        loop {
            if let Some(reader) = &mut self.current
                && let Some(game) = reader.next_game()?
            {
                self.read += reader.raw().len() as u64;
                return Ok(Some(game));
            }
            self.current = self.readers.next();
            if self.current.is_none() {
                return Ok(None);
            }
        }
    }

    fn take(&mut self, most: usize) -> Result<Vec<DataGame>, LabError> {
        let mut games = Vec::with_capacity(most);
        while games.len() < most
            && let Some(game) = self.next()?
        {
            games.push(game);
        }
        Ok(games)
    }
}

/// How much scores changed.
#[derive(Default)]
struct Change {
    sum: u64,
    count: u64,
}

impl Change {
    fn add(&mut self, old: &DataGame, new: &DataGame) {
        for (old, new) in old.moves.iter().zip(&new.moves) {
            let [old, new] = [old, new].map(|scored| Score::from_raw(i32::from(scored.score)));
            if !old.is_decisive() && !new.is_decisive() {
                self.sum += u64::from((old - new).unsigned_abs());
                self.count += 1;
            }
        }
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

impl fmt::Display for RescoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} games, {} positions rescored in {:.1} s ({} a second and thread), mean change {:.1} centipawns",
            self.out.display(),
            grouped(self.games),
            grouped(self.positions),
            self.seconds,
            grouped(self.positions_per_core_second),
            self.mean_change
        )?;
        if self.resumed > 0 {
            write!(f, "; {} games had been done before", grouped(self.resumed))?;
        }
        if !self.complete {
            write!(f, "; stopped, --resume goes on")?;
        }
        Ok(())
    }
}
