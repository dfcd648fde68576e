//! Counting, joining, shuffling and thinning out files of games.

use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::filter::Filter;
use super::game::DataGame;
use super::reader::Reader;
use crate::cancel::Cancel;
use crate::error::LabError;
use crate::files::Replacement;
use crate::progress::{bar, bytes_bar, grouped};

/// The progress bar and the request to stop are looked at once in so many games.
const POLL_GAMES: u64 = 256;
/// Bits of a game's place that say where in its file it begins; the rest number the file.
const OFFSET_BITS: u32 = 48;

/// What to make of which files.
#[derive(Clone, Debug, Default)]
pub struct ToolOptions {
    /// The files to read.
    pub files: Vec<PathBuf>,
    /// The file to write.
    pub out: PathBuf,
    /// Whether it may be overwritten.
    pub force: bool,
    /// Seed of the shuffle.
    pub seed: u64,
}

/// What became of the files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToolReport {
    /// The file written.
    pub out: PathBuf,
    /// Games read.
    pub read: u64,
    /// Games written.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
}

/// How much there is in one file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileCount {
    /// The file.
    pub file: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// Games.
    pub games: u64,
    /// Positions with a move and a score.
    pub positions: u64,
    /// Positions that pass the filter.
    pub kept: u64,
}

/// How much there is in files of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CountReport {
    /// Each file.
    pub files: Vec<FileCount>,
}

/// Somebody who looks at games, and at their bytes.
type Visitor<'a> = &'a mut dyn FnMut(&DataGame, &[u8]) -> Result<(), LabError>;

/// Visits every game of the files in turn, each checked; says how many bytes there were. The visitor also gets the
/// game's bytes.
///
/// # Errors
/// Those of [`Reader::next_game`], those of the visitor, and [`LabError::Cancelled`].
pub(crate) fn each_game(files: &[PathBuf], cancel: &Cancel, each: Visitor<'_>) -> Result<u64, LabError> {
    // All are opened before the first is read: a name that is wrong is noticed at once.
    let readers: Vec<Reader> = files.iter().map(|path| Reader::open(path)).collect::<Result<_, _>>()?;
    let progress = bytes_bar(readers.iter().map(Reader::size).sum());
    let (mut games, mut before) = (0, 0);
    for mut reader in readers {
        while let Some(game) = reader.next_game()? {
            each(&game, reader.raw())?;
            games += 1;
            if games % POLL_GAMES == 0 {
                progress.set_position(before + reader.offset());
                if cancel.is_cancelled() {
                    return Err(LabError::Cancelled);
                }
            }
        }
        before += reader.offset();
    }
    progress.finish_and_clear();
    Ok(before)
}

/// A number by which a game is recognised: that of its start and moves, whatever the scores and the result.
pub(crate) fn game_hash(game: &DataGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.key().hash(&mut hasher);
    game.moves.iter().for_each(|scored| scored.mv.hash(&mut hasher));
    hasher.finish()
}

/// Counts games, positions, and those that pass the filter.
///
/// # Errors
/// As [`inspect`](super::inspect()).
pub fn count(files: &[PathBuf], filter: &Filter, cancel: &Cancel) -> Result<CountReport, LabError> {
    let count_one = |file: &PathBuf| {
        let mut count = FileCount { file: file.clone(), bytes: 0, games: 0, positions: 0, kept: 0 };
        count.bytes = each_game(std::slice::from_ref(file), cancel, &mut |game, _| {
            count.games += 1;
            count.positions += game.moves.len() as u64;
            count.kept += filter.count(game);
            Ok(())
        })?;
        Ok(count)
    };
    Ok(CountReport { files: files.iter().map(count_one).collect::<Result<_, LabError>>()? })
}

/// Writes all games of the files into one, in order, byte by byte as they were.
///
/// # Errors
/// [`LabError::Exists`]; [`LabError::Data`] at the first thing that is no game; [`LabError::Read`], [`LabError::Write`],
/// [`LabError::Cancelled`]. Nothing is written then.
pub fn merge(options: &ToolOptions, cancel: &Cancel) -> Result<ToolReport, LabError> {
    copy_if(options, cancel, &mut |_| true)
}

/// As [`merge`], without games that have the same start and the same moves as one before. Takes 8 bytes of memory a game;
/// a game is taken for another by mistake about once in a hundred million files of half a million games.
///
/// # Errors
/// As [`merge`].
pub fn dedup(options: &ToolOptions, cancel: &Cancel) -> Result<ToolReport, LabError> {
    let mut seen = HashSet::new();
    copy_if(options, cancel, &mut |game| seen.insert(game_hash(game)))
}

fn copy_if(
    options: &ToolOptions,
    cancel: &Cancel,
    wanted: &mut dyn FnMut(&DataGame) -> bool,
) -> Result<ToolReport, LabError> {
    let mut copy = Copy::begin(options)?;
    each_game(&options.files, cancel, &mut |game, raw| {
        copy.report.read += 1;
        if wanted(game) { copy.append(game, raw) } else { Ok(()) }
    })?;
    copy.finish()
}

/// Writes all games of the files into one, in random order: any order of the games is as likely as any other. Takes 8
/// bytes of memory a game.
///
/// # Errors
/// As [`merge`].
pub fn shuffle(options: &ToolOptions, cancel: &Cancel) -> Result<ToolReport, LabError> {
    let mut copy = Copy::begin(options)?;
    let mut places = Vec::new();
    for (number, file) in options.files.iter().enumerate() {
        let mut offset = 0;
        each_game(std::slice::from_ref(file), cancel, &mut |_, raw| {
            places.push((number as u64) << OFFSET_BITS | offset);
            offset += raw.len() as u64;
            Ok(())
        })?;
    }
    places.shuffle(&mut ChaCha8Rng::seed_from_u64(options.seed));
    let mut readers: Vec<Reader> =
        options.files.iter().map(|path| Reader::open(path)).collect::<Result<_, _>>()?;
    let progress = bar(places.len());
    for (done, place) in places.iter().enumerate() {
        let reader = &mut readers[(place >> OFFSET_BITS) as usize];
        reader.seek(place & ((1 << OFFSET_BITS) - 1))?;
        if let Some(game) = reader.next_game()? {
            copy.report.read += 1;
            copy.append(&game, reader.raw())?;
        }
        if (done as u64).is_multiple_of(POLL_GAMES) {
            progress.set_position(done as u64);
            if cancel.is_cancelled() {
                return Err(LabError::Cancelled);
            }
        }
    }
    progress.finish_and_clear();
    copy.finish()
}

/// A file being written from games of others.
struct Copy {
    out: Replacement,
    report: ToolReport,
}

impl Copy {
    fn begin(options: &ToolOptions) -> Result<Self, LabError> {
        let path: &Path = &options.out;
        let report = ToolReport { out: path.to_owned(), read: 0, games: 0, positions: 0, bytes: 0 };
        Ok(Copy { out: Replacement::begin_new(path, options.force)?, report })
    }

    fn append(&mut self, game: &DataGame, raw: &[u8]) -> Result<(), LabError> {
        self.report.games += 1;
        self.report.positions += game.moves.len() as u64;
        self.report.bytes += raw.len() as u64;
        self.out.append(raw)
    }

    fn finish(self) -> Result<ToolReport, LabError> {
        self.out.finish()?;
        Ok(self.report)
    }
}

impl fmt::Display for ToolReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} of {} games, {} positions, {} bytes",
            self.out.display(),
            grouped(self.games),
            grouped(self.read),
            grouped(self.positions),
            grouped(self.bytes)
        )
    }
}

impl fmt::Display for CountReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |name: &str, [games, positions, kept, bytes]: [u64; 4]| {
            let [games, positions, kept, bytes] = [games, positions, kept, bytes].map(grouped);
            format!("{name}: {games} games, {positions} positions, {kept} kept by the filter, {bytes} bytes")
        };
        let mut total = [0; 4];
        for count in &self.files {
            let numbers = [count.games, count.positions, count.kept, count.bytes];
            total.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            writeln!(f, "{}", line(&count.file.display().to_string(), numbers))?;
        }
        f.write_str(&line("total", total))
    }
}
