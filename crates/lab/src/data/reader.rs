//! Reading games one after the other.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use chess::Position;

use super::game::{DataGame, END, HEADER_BYTES, MOVE_BYTES, ScoredMove, decode_move, read_header};
use crate::error::LabError;

/// Why no game could be read.
#[derive(Debug)]
pub(super) enum Flaw {
    /// The data ends within a game.
    Torn,
    /// What is there is no game.
    Wrong(String),
    /// The system could not read.
    Io(io::Error),
}

impl From<io::Error> for Flaw {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Flaw::Torn } else { Flaw::Io(error) }
    }
}

/// Reads one game and keeps its bytes in `raw`; `Ok(None)` when there is nothing left.
///
/// Never holds more than one game, and a game ends at the first move that is not legal, so that no input can make it
/// use much memory.
pub(super) fn read_game(input: &mut impl Read, raw: &mut Vec<u8>) -> Result<Option<DataGame>, Flaw> {
    raw.clear();
    let mut header = [0u8; HEADER_BYTES];
    match input.read_exact(&mut header[..1]) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    raw.push(header[0]);
    input.read_exact(&mut header[1..])?;
    let (start, winner) = read_header(&header).map_err(Flaw::Wrong)?;
    raw.extend_from_slice(&header[1..]);
    let mut position = start.clone();
    let mut moves = Vec::new();
    loop {
        let mut bytes = [0u8; MOVE_BYTES];
        input.read_exact(&mut bytes)?;
        raw.extend_from_slice(&bytes);
        if bytes == END {
            return Ok(Some(DataGame { start, winner, moves }));
        }
        let scored = read_move(bytes, &position)
            .map_err(|reason| Flaw::Wrong(format!("ply {}: {reason}", moves.len() + 1)))?;
        position.make(scored.mv);
        moves.push(scored);
    }
}

fn read_move(bytes: [u8; MOVE_BYTES], position: &Position) -> Result<ScoredMove, String> {
    let [move_low, move_high, score_low, score_high] = bytes;
    let mv = decode_move(u16::from_le_bytes([move_low, move_high]), position)?;
    Ok(ScoredMove { mv, score: i16::from_le_bytes([score_low, score_high]) })
}

/// Games of a file in turn, each checked move by move.
///
/// ```no_run
/// let mut reader = lab::data::Reader::open("games.vf".as_ref())?;
/// while let Some(game) = reader.next_game()? {
///     println!("{} moves from {}", game.moves.len(), game.start.fen());
/// }
/// # Ok::<(), lab::LabError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    /// Where the next game begins.
    offset: u64,
    /// How many bytes the file had when it was opened.
    size: u64,
    /// The bytes of the last game.
    raw: Vec<u8>,
}

impl Reader {
    /// Opens a file at its first game.
    ///
    /// # Errors
    /// [`LabError::Read`] if the system refuses.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let attempt = || {
            let file = File::open(path)?;
            let size = file.metadata()?.len();
            Ok((file, size))
        };
        let (file, size) = attempt().map_err(|source| LabError::Read { path: path.to_owned(), source })?;
        Ok(Reader { path: path.to_owned(), input: BufReader::new(file), offset: 0, size, raw: Vec::new() })
    }

    /// The next game, or `None` at the end of the file.
    ///
    /// # Errors
    /// [`LabError::Data`] with file, byte and reason if what follows is no whole game of legal moves; [`LabError::Read`] if
    /// the system cannot read.
    pub fn next_game(&mut self) -> Result<Option<DataGame>, LabError> {
        let game = self.next_or_flaw().map_err(|flaw| self.complaint(flaw))?;
        Ok(game)
    }

    pub(super) fn next_or_flaw(&mut self) -> Result<Option<DataGame>, Flaw> {
        let game = read_game(&mut self.input, &mut self.raw)?;
        self.offset += self.raw.len() as u64;
        Ok(game)
    }

    /// Words for what is wrong with the game that begins at [`Self::offset`].
    pub(super) fn complaint(&self, flaw: Flaw) -> LabError {
        let path = self.path.clone();
        let reason = match flaw {
            Flaw::Io(source) => return LabError::Read { path, source },
            Flaw::Torn => "the file ends within this game".to_owned(),
            Flaw::Wrong(reason) => reason,
        };
        LabError::Data { path, offset: self.offset, reason }
    }

    /// Goes to a game that begins at this byte.
    ///
    /// # Errors
    /// [`LabError::Read`] if the system refuses.
    pub fn seek(&mut self, offset: u64) -> Result<(), LabError> {
        self.input
            .seek(SeekFrom::Start(offset))
            .map_err(|source| LabError::Read { path: self.path.clone(), source })?;
        self.offset = offset;
        Ok(())
    }

    /// Where the next game begins, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes the file had when it was opened.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The last game as it lies in the file, byte by byte.
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }
}

/// Reads a game from the front of `bytes`, as [`Reader`] does from a file, and says how many bytes it took.
///
/// # Errors
/// Says why there is none; never panics. For tests and fuzzing.
pub fn parse_game(bytes: &[u8]) -> Result<Option<(DataGame, usize)>, String> {
    let mut raw = Vec::new();
    match read_game(&mut &*bytes, &mut raw) {
        Ok(game) => Ok(game.map(|game| (game, raw.len()))),
        Err(Flaw::Torn) => Err("the data ends within a game".to_owned()),
        Err(Flaw::Wrong(reason)) => Err(reason),
        Err(Flaw::Io(error)) => Err(error.to_string()),
    }
}
