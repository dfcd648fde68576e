//! Reading books: positions, one a line, or games.

use std::fmt::Display;
use std::io::{Cursor, Seek};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use chess::{Epd, Game, Position, parse_san};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rand_chacha::ChaCha8Rng;

use super::{below, packed};
use crate::error::LabError;
use crate::files;
use crate::tournament::game::Opening;

/// What a book holds.
#[derive(Debug)]
pub(super) enum Entries {
    /// Positions stay text, of which a book may hold millions, until they are asked for. Every range is a line that was read
    /// without complaint.
    Lines { text: String, lines: Vec<Range<usize>> },
    /// Games.
    Games(Vec<Opening>),
}

/// The entries of a book that cannot be used.
#[derive(Debug, Default)]
pub(super) struct Broken {
    count: usize,
    /// Place and reason of the first.
    first: Option<String>,
}

/// The usable entries of a book, in its order, and an account of the others.
pub(super) fn read(path: &Path, plies: Option<usize>) -> Result<(Entries, Broken), LabError> {
    let text = files::decode(packed::read(path)?);
    let is_pgn = path.to_string_lossy().to_lowercase().contains(".pgn")
        || text.trim_start_matches('\u{feff}').trim_start().starts_with('[');
    let mut broken = Broken::default();
    let entries = if is_pgn {
        Entries::Games(games(path, &text, plies.unwrap_or(usize::MAX), &mut broken)?)
    } else {
        let lines = lines(path, &text, &mut broken);
        Entries::Lines { text, lines }
    };
    Ok((entries, broken))
}

impl Broken {
    fn add(&mut self, path: &Path, line: usize, reason: impl Display) {
        self.count += 1;
        self.first.get_or_insert_with(|| format!("{}:{line}: {reason}", path.display()));
    }

    /// What is to be said about them, if there are any.
    pub(super) fn complaint(&self, usable: &Entries) -> Option<String> {
        let all = self.count as u64 + usable.count();
        self.first
            .as_ref()
            .map(|first| format!("left out {} of {all} openings, the first: {first}", self.count))
    }
}

impl Entries {
    pub(super) fn count(&self) -> u64 {
        (match self {
            Entries::Lines { lines, .. } => lines.len(),
            Entries::Games(games) => games.len(),
        }) as u64
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The entry of this number, from the beginning again after the last. There must be one.
    pub(super) fn get(&self, index: u64) -> Opening {
        let index = (index % self.count()) as usize;
        match self {
            Entries::Lines { text, lines } => {
                let start = playable(&text[lines[index].clone()]).unwrap_or_else(|_| Position::startpos());
                Opening { start, moves: Vec::new() }
            }
            Entries::Games(games) => games[index].clone(),
        }
    }

    /// Puts the entries into an order that depends on the random numbers only (Fisher and Yates).
    pub(super) fn shuffle(&mut self, rng: &mut ChaCha8Rng) {
        match self {
            Entries::Lines { lines, .. } => shuffle(lines, rng),
            Entries::Games(games) => shuffle(games, rng),
        }
    }

    /// FNV-1a over the lines, or the positions and moves, in their present order.
    pub(super) fn fingerprint(&self) -> u64 {
        match self {
            Entries::Lines { text, lines } => {
                files::fnv1a(lines.iter().flat_map(|line| text[line.clone()].bytes().map(u64::from)))
            }
            Entries::Games(games) => files::fnv1a(games.iter().flat_map(|game| {
                let moves = game.moves.iter().map(|mv| u64::from(mv.raw()));
                std::iter::once(game.start.key()).chain(moves)
            })),
        }
    }
}

fn shuffle<T>(entries: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..entries.len()).rev() {
        entries.swap(last, below(rng, last + 1));
    }
}

/// A position in which there is something to play.
fn playable(line: &str) -> Result<Position, String> {
    let position = Epd::parse(line).map_err(|error| error.to_string())?.position;
    match Game::new(position.clone()).outcome() {
        None => Ok(position),
        Some(_) => Err("the game is over before it begins".to_owned()),
    }
}

fn lines(path: &Path, text: &str, broken: &mut Broken) -> Vec<Range<usize>> {
    let mut usable = Vec::new();
    let mut begin = 0;
    for (number, line) in text.split('\n').enumerate() {
        let content = line.trim().trim_start_matches('\u{feff}');
        // Trimmed at both ends, `content` is a part of `line`.
        let offset = begin + line.find(content).unwrap_or(0);
        begin += line.len() + 1;
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match playable(content) {
            Ok(_) => usable.push(offset..offset + content.len()),
            Err(reason) => broken.add(path, number + 1, reason),
        }
    }
    usable
}

fn games(path: &Path, text: &str, plies: usize, broken: &mut Broken) -> Result<Vec<Opening>, LabError> {
    let failed = |source| LabError::Read { path: path.to_owned(), source };
    let mut reader = Reader::new(Cursor::new(text.as_bytes()));
    let mut games = Vec::new();
    let (mut line, mut counted) = (1, 0);
    while reader.has_more().map_err(failed)? {
        // Before `has_more` stands at a game, it skips what is between games.
        let begin = reader.stream_position().map_err(failed)? as usize;
        line += text.as_bytes()[counted..begin].iter().filter(|&&byte| byte == b'\n').count();
        counted = begin;
        match reader.read_game(&mut BookGame { plies }).map_err(failed)? {
            Some(Ok(game)) => games.push(game),
            Some(Err(reason)) => broken.add(path, line, reason),
            None => break,
        }
    }
    Ok(games)
}

/// Follows the main line of one game for some plies.
struct BookGame {
    plies: usize,
}

impl Visitor for BookGame {
    type Tags = Option<String>;
    type Movetext = Game;
    type Output = Result<Opening, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, fen: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name.eq_ignore_ascii_case(b"FEN") {
            *fen = Some(value.decode_utf8_lossy().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        match fen.as_deref().map_or_else(|| Ok(Position::startpos()), Position::from_fen) {
            Ok(start) => ControlFlow::Continue(Game::new(start)),
            Err(error) => ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        if game.moves().len() >= self.plies {
            return ControlFlow::Continue(());
        }
        let played = parse_san(game.position(), &san.to_string())
            .map_err(|error| error.to_string())
            .and_then(|mv| game.play(mv).map_err(|error| error.to_string()));
        match played {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => ControlFlow::Break(Err(format!("ply {}: {reason}", game.moves().len() + 1))),
        }
    }

    fn end_game(&mut self, game: Self::Movetext) -> Self::Output {
        match game.outcome() {
            None => Ok(Opening { start: game.start().clone(), moves: game.moves().to_vec() }),
            Some(_) => Err("the game is over before it begins".to_owned()),
        }
    }
}
