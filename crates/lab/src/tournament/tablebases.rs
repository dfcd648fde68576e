//! Ending games by Syzygy tables.

use std::path::{Path, PathBuf};

use chess::Position;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{Tablebase, Wdl};

use super::game::GameResult;
use crate::error::LabError;

/// Syzygy tables, and what they are trusted with. Only the WDL files are read.
#[derive(Debug)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    directories: Vec<PathBuf>,
    most_pieces: usize,
    ignore_fifty: bool,
    adjudicate: Adjudicate,
}

/// Which results tables may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Adjudicate {
    /// All.
    #[default]
    Both,
    /// Wins and losses; drawn positions are played on.
    WinLoss,
    /// Draws; won positions are played on.
    Draw,
}

impl Tablebases {
    /// Opens the tables in all directories. Positions with more than `most_pieces` are not looked up; with `ignore_fifty`,
    /// wins that the fifty-move rule spoils count as wins.
    ///
    /// # Errors
    /// [`LabError::Read`] when a directory cannot be read, [`LabError::Value`] when there is no table in it.
    pub fn open(
        directories: &[PathBuf],
        most_pieces: Option<usize>,
        ignore_fifty: bool,
        adjudicate: Adjudicate,
    ) -> Result<Tablebases, LabError> {
        let mut tables = Tablebase::new();
        for directory in directories {
            add(&mut tables, directory)?;
        }
        let most_pieces = most_pieces.unwrap_or(usize::MAX).min(tables.max_pieces());
        let directories = directories.to_vec();
        Ok(Tablebases { tables, directories, most_pieces, ignore_fifty, adjudicate })
    }

    /// Which tables these are and what they may do, in so many words that others are described differently.
    pub(super) fn description(&self) -> String {
        let Tablebases { directories, most_pieces, ignore_fifty, adjudicate, .. } = self;
        format!(
            "{directories:?}, {most_pieces} pieces, {adjudicate:?}, ignore the fifty-move rule: {ignore_fifty}"
        )
    }

    /// The result of a position that tables may decide: just after a capture or pawn move, and without castling rights, as
    /// they assume. `None` as well when the table is missing or broken.
    pub(super) fn result(&self, position: &Position) -> Option<GameResult> {
        let known = position.halfmove_clock() == 0
            && position.castling_rights().is_empty()
            && position.occupied().len() as usize <= self.most_pieces;
        if !known {
            return None;
        }
        let fen = Fen::from_ascii(position.fen().as_bytes()).ok()?;
        let chess: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
        let us = position.side_to_move();
        let result = match self.tables.probe_wdl_after_zeroing(&chess).ok()? {
            Wdl::Win => GameResult::win(us),
            Wdl::CursedWin if self.ignore_fifty => GameResult::win(us),
            Wdl::Loss => GameResult::win(!us),
            Wdl::BlessedLoss if self.ignore_fifty => GameResult::win(!us),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => GameResult::Draw,
        };
        let trusted = match self.adjudicate {
            Adjudicate::Both => true,
            Adjudicate::WinLoss => result != GameResult::Draw,
            Adjudicate::Draw => result == GameResult::Draw,
        };
        trusted.then_some(result)
    }
}

fn add(tables: &mut Tablebase<Chess>, directory: &Path) -> Result<(), LabError> {
    match tables.add_directory(directory) {
        Ok(0) => {
            let given = format!("'{}'", directory.display());
            Err(LabError::value("a tablebase directory", "one with .rtbw files", given))
        }
        Ok(_) => Ok(()),
        Err(source) => Err(LabError::Read { path: directory.to_owned(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables, where they are present: `CB2026_SYZYGY`, or a directory beside the project.
    fn tables(ignore_fifty: bool, adjudicate: Adjudicate) -> Option<Tablebases> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy/3-4men");
        let directory = std::env::var_os("CB2026_SYZYGY").map_or(beside, PathBuf::from);
        let present = directory.is_dir();
        present.then(|| Tablebases::open(&[directory], None, ignore_fifty, adjudicate).unwrap())
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn tables_decide_what_they_know_and_nothing_else() {
        let Some(tables) = tables(false, Adjudicate::Both) else { return };
        for (fen, expected) in [
            ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", Some(GameResult::Draw)),
            ("8/8/8/3k4/8/3K4/3P4/8 b - - 0 1", Some(GameResult::WhiteWins)),
            ("8/8/8/8/8/5k2/4p3/4K3 w - - 0 1", Some(GameResult::BlackWins)),
            // The clock has run, somebody may castle, too many pieces.
            ("8/8/8/3k4/8/3K4/3P4/8 b - - 1 1", None),
            ("8/8/8/3k4/8/8/8/4K2R w K - 0 1", None),
            ("8/8/3nn3/3k4/8/3K4/3PP3/8 w - - 0 1", None),
        ] {
            assert_eq!(tables.result(&position(fen)), expected, "{fen}");
        }
    }

    #[test]
    fn a_class_of_results_can_be_left_to_the_players() {
        let (draw, win) = ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1");
        for (adjudicate, expected) in [
            (Adjudicate::WinLoss, [None, Some(GameResult::WhiteWins)]),
            (Adjudicate::Draw, [Some(GameResult::Draw), None]),
        ] {
            let Some(tables) = tables(false, adjudicate) else { return };
            assert_eq!([draw, win].map(|fen| tables.result(&position(fen))), expected);
        }
    }

    #[test]
    fn what_was_asked_for_is_described() {
        let other = [tables(true, Adjudicate::Both), tables(false, Adjudicate::Draw)];
        let (Some(usual), [Some(ignoring), Some(draws)]) = (tables(false, Adjudicate::Both), other) else {
            return;
        };
        let description = usual.description();
        assert!(
            description.contains("3-4men") || std::env::var_os("CB2026_SYZYGY").is_some(),
            "{description}"
        );
        assert!([ignoring, draws].iter().all(|tables| tables.description() != description));
    }

    #[test]
    fn a_directory_without_tables_is_refused_by_name() {
        let message = |path: &Path| {
            Tablebases::open(&[path.to_owned()], None, false, Adjudicate::Both).unwrap_err().to_string()
        };
        assert!(message(Path::new("no/such/tables")).contains("no/such/tables"));
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert!(message(&sources).contains(".rtbw"));
    }
}
