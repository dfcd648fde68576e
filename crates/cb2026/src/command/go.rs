//! The argument of `go`: limits in any order and combination.

use std::time::Duration;

use super::{Command, CommandError, ConsoleCommand, Parsed};

/// Longest time that is kept, in milliseconds (about 31 years): far beyond any clock, yet safe to add to an instant.
const LONGEST_MS: i64 = 1_000_000_000_000;

/// What a `go` asks for; moves are still text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct GoSpec {
    /// Remaining time of White and Black.
    pub(crate) time: [Option<Duration>; 2],
    /// Increment of White and Black per move.
    pub(crate) increment: [Duration; 2],
    /// Moves to the next time control; `None` for the rest of the game.
    pub(crate) moves_to_go: Option<u32>,
    /// Depth in plies, at least 1.
    pub(crate) depth: Option<u32>,
    /// Nodes, at least 1.
    pub(crate) nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub(crate) mate: Option<u32>,
    /// Exact time for this move.
    pub(crate) move_time: Option<Duration>,
    /// Search, silent, until `stop`.
    pub(crate) infinite: bool,
    /// Search, silent, until `ponderhit` or `stop`.
    pub(crate) ponder: bool,
    /// Root moves to consider, in UCI notation; `None` for all.
    pub(crate) search_moves: Option<Vec<String>>,
}

/// The words that may follow `go`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Reads the words after `go`. A limit that cannot be read is reported and left out; should no other be left, the
/// search is cut to one ply, because a client waits for its `bestmove` and an endless search is not what it meant.
pub(super) fn parse_go(rest: &[&str]) -> Parsed {
    let mut reader = Reader { tokens: rest, at: 0, problems: Vec::new() };
    let mut spec = GoSpec::default();
    let mut limits = 0;
    let mut lost = false;
    while let Some(token) = reader.next() {
        let Some(&keyword) = KEYWORDS.iter().find(|&&k| k == token) else {
            reader.problems.push(CommandError::UnknownToken { command: "go", token: token.to_owned() });
            continue;
        };
        match keyword {
            "infinite" => spec.infinite = true,
            "ponder" => spec.ponder = true,
            "searchmoves" => spec.search_moves.get_or_insert_default().extend(reader.until_keyword()),
            _ => match reader.number(keyword) {
                Some(value) if keyword == "perft" => return perft(value, reader.problems),
                Some(value) => {
                    spec.set(keyword, value);
                    limits += 1;
                }
                None => lost = true,
            },
        }
    }
    if lost && limits == 0 && !spec.infinite && !spec.ponder {
        spec.depth = Some(1);
        reader.problems.push(CommandError::NoLimitLeft);
    }
    Parsed { command: Some(Command::Go(spec)), problems: reader.problems }
}

/// `go perft N`: a count, not a search, so no `bestmove` is owed when the depth is refused.
fn perft(depth: i64, mut problems: Vec<CommandError>) -> Parsed {
    let deepest = chess::MAX_PERFT_DEPTH;
    let accepted = u32::try_from(depth).ok().filter(|plies| (1..=deepest).contains(plies));
    if accepted.is_none() {
        problems.push(CommandError::Depth { command: "go perft", deepest, token: depth.to_string() });
    }
    let command = accepted.map(|plies| Command::Console(ConsoleCommand::Perft(plies)));
    Parsed { command, problems }
}

impl GoSpec {
    /// Takes the value of one numeric keyword. Negative times count as zero, other values as at least one;
    /// `movestogo 0` means no further time control.
    fn set(&mut self, keyword: &str, value: i64) {
        let time = Duration::from_millis(value.clamp(0, LONGEST_MS).unsigned_abs());
        let count = value.max(1).unsigned_abs();
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        match keyword {
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = (value > 0).then_some(small),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(count),
            "mate" => self.mate = Some(small),
            "movetime" => self.move_time = Some(time),
            _ => {}
        }
    }
}

/// Walks over the words after `go`.
struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
    problems: Vec<CommandError>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    /// The number that follows `keyword`; a missing or malformed one is reported. Numbers too large saturate.
    fn number(&mut self, keyword: &'static str) -> Option<i64> {
        let Some(&token) = self.tokens.get(self.at).filter(|t| !KEYWORDS.contains(t)) else {
            self.problems.push(CommandError::Missing { command: "go", what: missing(keyword) });
            return None;
        };
        self.at += 1;
        let value = whole_number(token);
        if value.is_none() {
            self.problems.push(CommandError::Malformed {
                command: "go",
                what: keyword,
                wanted: "a whole number",
                token: token.to_owned(),
            });
        }
        value
    }

    /// The words up to the next keyword.
    fn until_keyword(&mut self) -> Vec<String> {
        let start = self.at.min(self.tokens.len());
        let words: Vec<_> = self.tokens[start..]
            .iter()
            .take_while(|t| !KEYWORDS.contains(t))
            .map(|&t| t.to_owned())
            .collect();
        self.at = start + words.len();
        words
    }
}

/// A decimal integer, saturating at the ends of `i64`.
fn whole_number(token: &str) -> Option<i64> {
    let digits = token.strip_prefix(['-', '+']).unwrap_or(token);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if token.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(token.parse().unwrap_or(limit))
}

/// How a missing value is named.
fn missing(keyword: &str) -> &'static str {
    match keyword {
        "wtime" => "the number after wtime",
        "btime" => "the number after btime",
        "winc" => "the number after winc",
        "binc" => "the number after binc",
        "movestogo" => "the number after movestogo",
        "depth" => "the number after depth",
        "nodes" => "the number after nodes",
        "mate" => "the number after mate",
        "movetime" => "the number after movetime",
        _ => "the number after perft",
    }
}
