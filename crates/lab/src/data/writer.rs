//! Writing games one after the other, so that a process that is killed loses the game in hand and nothing else.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::game::{DataGame, HEADER_BYTES};
use super::reader::{Flaw, Reader};
use crate::error::LabError;
use crate::files::{OTHER_WRITER, lock, refuse_existing};

/// Appends games to a file. Each is handed to the system as a whole before the next.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    /// Bytes of whole games.
    size: u64,
    buffer: Vec<u8>,
}

/// What a file held when it was taken up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Resumed {
    /// Whole games.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Bytes of a game that was not whole and has been cut off.
    pub cut: u64,
}

impl Writer {
    /// Makes a new file.
    ///
    /// # Errors
    /// [`LabError::Exists`] if there is one already, unless `force` is set; [`LabError::Write`] if the system refuses or
    /// another process writes the file.
    pub fn create(path: &Path, force: bool) -> Result<Self, LabError> {
        let mut options = OpenOptions::new();
        options.append(true);
        let options = if force { options.create(true) } else { options.create_new(true) };
        let attempt = || {
            let file = options.open(path)?;
            lock(&file)?;
            file.set_len(0)?;
            Ok(file)
        };
        let file = attempt().map_err(|source: io::Error| {
            let path = path.to_owned();
            match source.kind() {
                io::ErrorKind::AlreadyExists => LabError::Exists { path },
                _ => LabError::Write { path, source },
            }
        })?;
        Ok(Writer { path: path.to_owned(), file, size: 0, buffer: Vec::new() })
    }

    /// Takes a file up again: every game is checked, and one at the end that is not whole is cut off.
    ///
    /// # Errors
    /// [`LabError::Data`] if there is something else in it than games, or too little to be a part of one; [`LabError::Read`] and [`LabError::Write`] if the
    /// system refuses or another process writes the file.
    pub fn resume(path: &Path, each: &mut dyn FnMut(&DataGame)) -> Result<(Self, Resumed), LabError> {
        let refused = |source| LabError::Write { path: path.to_owned(), source };
        let mut reader = Reader::open(path)?;
        let mut resumed = Resumed::default();
        loop {
            match reader.next_or_flaw() {
                Ok(Some(game)) => {
                    resumed.games += 1;
                    resumed.positions += game.moves.len() as u64;
                    each(&game);
                }
                Ok(None) | Err(Flaw::Torn) => break,
                Err(flaw) => return Err(reader.complaint(flaw)),
            }
        }
        let size = reader.offset();
        resumed.cut = reader.size().saturating_sub(size);
        if resumed.games == 0 && (1..HEADER_BYTES as u64).contains(&resumed.cut) {
            // Too short to be told from a file of something else.
            let reason = format!(
                "not even the {HEADER_BYTES} bytes that a game begins with; with --force instead of --resume it is overwritten"
            );
            return Err(LabError::Data { path: path.to_owned(), offset: 0, reason });
        }
        let attempt = || {
            let file = OpenOptions::new().append(true).open(path)?;
            lock(&file)?;
            if file.metadata()?.len() != reader.size() {
                return Err(io::Error::other(OTHER_WRITER));
            }
            file.set_len(size)?;
            Ok(file)
        };
        let file = attempt().map_err(refused)?;
        Ok((Writer { path: path.to_owned(), file, size, buffer: Vec::new() }, resumed))
    }

    /// The file to go on with; `None` if a new one is to be made, and may be. Makes none: whoever finds something else amiss first
    /// leaves what is there as it is.
    ///
    /// # Errors
    /// Those of [`Writer::resume`], and [`LabError::Exists`].
    pub(crate) fn take_up(
        path: &Path,
        (resume, force): (bool, bool),
        each: &mut dyn FnMut(&DataGame),
    ) -> Result<Option<(Self, Resumed)>, LabError> {
        if resume && path.exists() {
            return Self::resume(path, each).map(Some);
        }
        refuse_existing(path, force)?;
        Ok(None)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// [`LabError::Write`], on a full disk for instance; the file holds the games before then, and nothing of this one.
    pub fn append(&mut self, game: &DataGame) -> Result<(), LabError> {
        self.buffer.clear();
        game.write_to(&mut self.buffer);
        if let Err(source) = self.file.write_all(&self.buffer) {
            // What was written of it goes again; where even that fails, the next reader finds a torn end.
            let _ = self.file.set_len(self.size);
            return Err(LabError::Write { path: self.path.clone(), source });
        }
        self.size += self.buffer.len() as u64;
        Ok(())
    }

    /// Bytes written so far, those of earlier runs included.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Waits until the system has everything on the disk.
    ///
    /// # Errors
    /// [`LabError::Write`] if it cannot.
    pub fn sync(&self) -> Result<(), LabError> {
        self.file.sync_all().map_err(|source| LabError::Write { path: self.path.clone(), source })
    }
}
