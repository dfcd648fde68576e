//! Scores from the comments of games in PGN, as fastchess and cutechess write them: `{+0.31/12 0.500s}`.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

use chess::{Color, Game, Position, parse_san};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::counts::Counts;
use crate::cancel::Cancel;
use crate::error::LabError;
use crate::tournament::openings::packed;

/// What was read from a file.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) games: u64,
    pub(super) left_out: u64,
    pub(super) complaint: Option<String>,
}

/// Adds the positions of a file that have a score, which may be packed as books may be. Games that cannot be used are left out.
pub(super) fn read(path: &Path, counts: &mut Counts, cancel: &Cancel) -> Result<Read, LabError> {
    let failed = |source| LabError::Read { path: path.to_owned(), source };
    let mut reader = Reader::new(Cursor::new(packed::read(path)?));
    let mut read = Read::default();
    while let Some(game) = reader.read_game(&mut Scores).map_err(failed)? {
        match game {
            Ok(scores) => {
                scores.into_iter().for_each(|(position, score, winner)| counts.add(&position, score, winner))
            }
            Err(reason) => {
                read.left_out += 1;
                let number = read.games + read.left_out;
                read.complaint.get_or_insert_with(|| format!("{}, game {number}: {reason}", path.display()));
                continue;
            }
        }
        read.games += 1;
        if cancel.is_cancelled() {
            return Err(LabError::Cancelled);
        }
    }
    Ok(read)
}

/// A position, the mover's score, the winner.
type Scored = (Position, i32, Option<Color>);

struct Scores;

/// A game while it is read.
struct Course {
    game: Game,
    winner: Option<Color>,
    /// The position before the last move, until its comment has been read.
    before: Option<Position>,
    scored: Vec<Scored>,
}

impl Visitor for Scores {
    /// FEN and result.
    type Tags = [Option<String>; 2];
    type Movetext = Course;
    type Output = Result<Vec<Scored>, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue([None, None])
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if let Some(index) =
            [&b"FEN"[..], b"Result"].iter().position(|known| name.eq_ignore_ascii_case(known))
        {
            tags[index] = Some(value.decode_utf8_lossy().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, [fen, result]: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let start = match fen.as_deref().map_or_else(|| Ok(Position::startpos()), Position::from_fen) {
            Ok(start) => start,
            Err(error) => return ControlFlow::Break(Err(error.to_string())),
        };
        let winner = match result.as_deref() {
            Some("1-0") => Some(Color::White),
            Some("0-1") => Some(Color::Black),
            Some("1/2-1/2") => None,
            other => return ControlFlow::Break(Err(format!("the result is {}", other.unwrap_or("missing")))),
        };
        ControlFlow::Continue(Course { game: Game::new(start), winner, before: None, scored: Vec::new() })
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, course: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let before = course.game.position().clone();
        let played = parse_san(&before, &san.to_string())
            .map_err(|error| error.to_string())
            .and_then(|mv| course.game.play(mv).map_err(|error| error.to_string()));
        match played {
            Ok(()) => course.before = Some(before),
            Err(reason) => return ControlFlow::Break(Err(reason)),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, course: &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        if let Some((before, score)) = course.before.take().zip(score(&text)) {
            course.scored.push((before, score, course.winner));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, course: Self::Movetext) -> Self::Output {
        Ok(course.scored)
    }
}

/// The mover's score in centipawns; nothing for mates, book moves, and other words.
pub(super) fn score(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.trim_start().split_once('/')?;
    let pawns: f64 = pawns.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some((pawns * 100.0).round() as i32)
}
