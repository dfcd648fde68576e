//! Matches that survive being killed: a journal of finished games, and the file of their moves, kept in step.
//!
//! The journal is a file of JSON lines that is only ever appended to. The first line holds what decides the games, every
//! other one a finished game with the length the PGN file had after it. The PGN is written first, so a game that the
//! journal does not know is at the end of the PGN, is cut off, and is played again.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::game::GameResult;
use super::player::FaultKind;
use crate::error::LabError;
use crate::files::lock;

/// What tells a journal from other files, and which version of it this is.
const VERSION: u32 = 1;
/// With this a journal begins.
const HEADER_START: &str = "{\"journal\":";
/// With this each game in a PGN file begins.
const GAME_START: &str = "[Event ";

/// What decides which games are played and how, by name.
pub(super) type Config = Map<String, Value>;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    journal: u32,
    config: Config,
    /// The length of the PGN file before the match.
    pgn: u64,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Its number in the schedule, from 0.
    pub(super) game: u64,
    pub(super) result: GameResult,
    pub(super) reason: String,
    /// Faults with the player whose they are.
    pub(super) faults: Vec<(usize, FaultKind)>,
    /// The length of the PGN file with this game.
    pub(super) pgn: u64,
}

/// Where finished games are written.
#[derive(Debug)]
pub(super) struct Journal {
    /// The moves.
    pgn: Option<Log>,
    /// The journal itself.
    log: Option<Log>,
}

impl Journal {
    /// Opens the files that are asked for. What the journal holds already is returned; it must be of the same config and so
    /// many players, but need not exist.
    pub(super) fn open(
        journal: Option<(&Path, Config)>,
        pgn: Option<&Path>,
        players: usize,
    ) -> Result<(Self, Vec<Entry>), LabError> {
        let mut pgn = pgn.map(Log::open).transpose()?;
        let Some((path, config)) = journal else { return Ok((Self { pgn, log: None }, Vec::new())) };
        let mut log = Log::open(path)?;
        let (header, entries) = log.entries(players)?;
        match header {
            Some(header) => {
                compare(path, &header.config, &config)?;
                if let Some(pgn) = &mut pgn {
                    pgn.cut(entries.last().map_or(header.pgn, |entry| entry.pgn), path)?;
                }
            }
            None => {
                let pgn = pgn.as_ref().map_or(0, |pgn| pgn.length);
                log.append(&line(&Header { journal: VERSION, config, pgn })?)?;
            }
        }
        Ok((Self { pgn, log: Some(log) }, entries))
    }

    /// Writes down a finished game, and its moves if they are wanted, and returns once both are safe.
    pub(super) fn add(&mut self, entry: &Entry, moves: Option<&str>) -> Result<(), LabError> {
        let mut entry = entry.clone();
        if let (Some(file), Some(moves)) = (&mut self.pgn, moves) {
            file.append(moves)?;
            entry.pgn = file.length;
        }
        if let Some(log) = &mut self.log {
            log.append(&line(&entry)?)?;
        }
        Ok(())
    }
}

fn line(value: &impl Serialize) -> Result<String, LabError> {
    // Only maps with keys that are no strings cannot be written.
    let text = serde_json::to_string(value)
        .map_err(|error| LabError::Journal { path: PathBuf::new(), reason: error.to_string() })?;
    Ok(text + "\n")
}

/// Refuses to go on with another match, and says what is different.
fn compare(path: &Path, before: &Config, now: &Config) -> Result<(), LabError> {
    let keys = before.keys().chain(now.keys().filter(|key| !before.contains_key(*key)));
    let differences: Vec<String> = keys
        .filter(|&key| before.get(key) != now.get(key))
        .map(|key| {
            let show = |config: &Config| config.get(key).map_or("nothing".to_owned(), Value::to_string);
            format!("{key} was {} and is {}", show(before), show(now))
        })
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    let reason = format!("the journal of another match: {}", differences.join("; "));
    Err(LabError::Journal { path: path.to_owned(), reason })
}

/// A file that grows, and whose length is known. No other process adds to it meanwhile.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Log {
    fn open(path: &Path) -> Result<Self, LabError> {
        let attempt = || {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            lock(&file)?;
            let length = file.metadata()?.len();
            Ok((file, length))
        };
        let (file, length) = attempt().map_err(|source| LabError::Write { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    /// Appends whole lines, and returns once they are on the disk.
    fn append(&mut self, text: &str) -> Result<(), LabError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| match self.file.sync_data() {
            // A device or a pipe, which keeps nothing.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        });
        self.length += text.len() as u64;
        written.map_err(|source| LabError::Write { path: self.path.clone(), source })
    }

    fn truncate(&mut self, length: u64) -> Result<(), LabError> {
        self.file.set_len(length).map_err(|source| LabError::Write { path: self.path.clone(), source })?;
        self.length = length;
        Ok(())
    }

    fn text_from(&mut self, start: u64) -> Result<String, LabError> {
        let mut bytes = Vec::new();
        self.file
            .seek(SeekFrom::Start(start))
            .and_then(|_| self.file.read_to_end(&mut bytes))
            .map_err(|source| LabError::Read { path: self.path.clone(), source })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What a journal of so many players holds. A last line that was torn is cut off.
    fn entries(&mut self, players: usize) -> Result<(Option<Header>, Vec<Entry>), LabError> {
        let text = self.text_from(0)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let path = self.path.clone();
        let broken = |number: usize, error: &dyn Display| LabError::Journal {
            path: path.clone(),
            reason: format!("line {} is not a journal's: {error}", number + 1),
        };
        let Some((number, first)) = lines.next() else {
            // A header that was torn is written again; other people's files are left alone.
            if !HEADER_START.starts_with(&text) && !text.starts_with(HEADER_START) {
                return Err(broken(0, &"it has no header"));
            }
            self.truncate(0)?;
            return Ok((None, Vec::new()));
        };
        let header: Header = serde_json::from_str(first).map_err(|error| broken(number, &error))?;
        if header.journal != VERSION {
            let reason = format!("version {} of journals is not understood, only {VERSION}", header.journal);
            return Err(LabError::Journal { path: self.path.clone(), reason });
        }
        let entries = lines
            .map(|(number, line)| {
                let entry: Entry = serde_json::from_str(line).map_err(|error| broken(number, &error))?;
                match entry.faults.iter().find(|(player, _)| *player >= players) {
                    Some((player, _)) => Err(broken(number, &format_args!("there is no player {player}"))),
                    None => Ok(entry),
                }
            })
            .collect::<Result<_, _>>()?;
        self.truncate(whole as u64)?;
        Ok((Some(header), entries))
    }

    /// Cuts off what a journal does not know of: at most one game, whole or torn.
    fn cut(&mut self, length: u64, journal: &Path) -> Result<(), LabError> {
        let path = self.path.clone();
        let refuse = |what: &str| LabError::Journal {
            path: path.clone(),
            reason: format!("{what} since {} was written", journal.display()),
        };
        if self.length < length {
            return Err(refuse("the file of games has become shorter"));
        }
        let rest = self.text_from(length)?;
        let is_game = rest.starts_with(GAME_START) || GAME_START.starts_with(&rest);
        if !is_game || rest.matches(GAME_START).count() > 1 {
            return Err(refuse("something else has been added to the file of games"));
        }
        self.truncate(length)
    }
}
