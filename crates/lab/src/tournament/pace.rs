//! How long a player may think: time controls and limits, in fastchess's notation.

use std::fmt;
use std::time::Duration;

use chess::Color;
use engine::Limits;

use crate::error::LabError;

/// What a time control looks like, for messages.
const TC_FORM: &str = "[moves/][minutes:]seconds[+increment] or inf";
/// Longest time that may be written, seconds: far beyond any game, and safe to add up.
const MOST_SECONDS: f64 = 1e8;
/// Milliseconds of a second.
const MILLIS: f64 = 1000.0;
/// Seconds of a minute.
const MINUTE: f64 = 60.0;

/// The limits of one player. What is `None` has not been said; limits that are given apply together.
///
/// ```
/// use lab::tournament::pace::Pace;
/// let mut pace = Pace::default();
/// pace.set("tc", "40/1:30+0.5").unwrap();
/// pace.set("nodes", "5000").unwrap();
/// assert_eq!(pace.tag(), "40/90+0.5");
/// assert!(pace.set("st", "1").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// Clock, fixed time a move, or neither.
    pub time: Option<Timing>,
    /// Nodes a move, at least 1.
    pub nodes: Option<u64>,
    /// Plies a move, at least 1.
    pub depth: Option<u32>,
    /// How far a clock may be overdrawn before the game is lost; zero if not said.
    pub margin: Option<Duration>,
}

/// How time is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// A chess clock.
    Clock(TimeControl),
    /// So much for every move.
    PerMove(Duration),
    /// Explicitly none (`inf`).
    Unlimited,
}

/// A chess clock's setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves of a period, at the end of which `time` is added again; `None` when `time` is for the whole game.
    pub moves: Option<u32>,
    /// Time of the game or period.
    pub time: Duration,
    /// Time added for every move, the first one included.
    pub increment: Duration,
}

impl Pace {
    /// Whether `key` is one that [`Self::set`] knows.
    #[must_use]
    pub fn knows(key: &str) -> bool {
        matches!(key, "tc" | "st" | "nodes" | "depth" | "plies" | "timemargin")
    }

    /// Sets one limit: `tc`, `st` (seconds a move), `nodes`, `depth` (or `plies`), `timemargin` (milliseconds).
    ///
    /// # Errors
    /// [`LabError::Value`] when the key is unknown, the value is not of its form, or `tc` and `st` are both given.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), LabError> {
        match key {
            "tc" | "st" if self.time.is_some() => {
                return Err(refuse("the time", "given once, by tc or by st", value));
            }
            "tc" => self.time = Some(parse_tc(value).ok_or_else(|| refuse("tc", TC_FORM, value))?),
            "st" => {
                let time = parse_seconds(value).filter(|time| !time.is_zero());
                self.time =
                    Some(Timing::PerMove(time.ok_or_else(|| refuse("st", "a number of seconds", value))?));
            }
            "nodes" => {
                self.nodes =
                    Some(parse_count(value).ok_or_else(|| refuse("nodes", "a positive integer", value))?)
            }
            "depth" | "plies" => {
                let depth = parse_count(value).and_then(|depth| u32::try_from(depth).ok());
                self.depth = Some(depth.ok_or_else(|| refuse("depth", "a positive integer", value))?);
            }
            "timemargin" => {
                let millis = value
                    .parse::<u32>()
                    .map_err(|_| refuse("timemargin", "a number of milliseconds", value))?;
                self.margin = Some(Duration::from_millis(millis.into()));
            }
            _ => return Err(refuse("a limit", "tc, st, nodes, depth or timemargin", key)),
        }
        Ok(())
    }

    /// What this player says, and `general` where it says nothing. A player's `tc` takes the place of a general `st`,
    /// and the other way round; `tc=inf` takes either away.
    #[must_use]
    pub fn or(&self, general: &Pace) -> Pace {
        Pace {
            time: self.time.or(general.time),
            nodes: self.nodes.or(general.nodes),
            depth: self.depth.or(general.depth),
            margin: self.margin.or(general.margin),
        }
    }

    /// Makes sure that a search at this pace ends by itself.
    ///
    /// # Errors
    /// [`LabError::Value`] when nothing limits it.
    pub fn check(&self) -> Result<(), LabError> {
        let timed = matches!(self.time, Some(Timing::Clock(_) | Timing::PerMove(_)));
        if timed || self.nodes.is_some() || self.depth.is_some() {
            return Ok(());
        }
        Err(refuse(
            "the limit of a move",
            "tc, st, nodes or depth",
            if self.time.is_some() { "inf" } else { "none" },
        ))
    }

    /// The setting of the clock, if there is one.
    #[must_use]
    pub fn clock(&self) -> Option<&TimeControl> {
        match &self.time {
            Some(Timing::Clock(clock)) => Some(clock),
            _ => None,
        }
    }

    /// How the PGN tag `TimeControl` writes it: `8+0.08`, `40/60`, `0.1/move`, or `-` without time.
    #[must_use]
    pub fn tag(&self) -> String {
        match self.time {
            Some(Timing::Clock(clock)) => clock.to_string(),
            Some(Timing::PerMove(time)) => format!("{}/move", Seconds(time)),
            Some(Timing::Unlimited) | None => "-".to_owned(),
        }
    }
}

impl fmt::Display for Pace {
    /// The limits as people read them: `8+0.08`, `5000 nodes`, `0.1/move, 12 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = matches!(self.time, Some(Timing::Clock(_) | Timing::PerMove(_))).then(|| self.tag());
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("{depth} plies"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.time))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", Seconds(self.increment))?;
        }
        Ok(())
    }
}

/// A duration in seconds with as many decimals as it needs, to the millisecond.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_millis() as f64 / MILLIS)
    }
}

/// What one player's clock shows, and when it runs out.
#[derive(Clone, Debug)]
pub(crate) struct GameClock<'a> {
    pace: &'a Pace,
    left: Duration,
    /// Moves to the end of the period.
    to_go: Option<u32>,
}

impl<'a> GameClock<'a> {
    /// The clock before the first move. It shows one increment more than the time, as the first move gains one too.
    pub(crate) fn new(pace: &'a Pace) -> Self {
        let left = pace.clock().map_or(Duration::ZERO, |clock| clock.time + clock.increment);
        GameClock { pace, left, to_go: pace.clock().and_then(|clock| clock.moves) }
    }

    /// The time left, for a player that has a clock.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.pace.clock().map(|_| self.left)
    }

    /// What may be spent on the coming move: what is left on the clock, or the time of a move.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        match self.pace.time {
            Some(Timing::PerMove(time)) => Some(time),
            _ => self.left(),
        }
    }

    /// Enters this clock into the limits of a search; `mine` if its owner is the one who searches.
    pub(crate) fn enter(&self, limits: &mut Limits, color: Color, mine: bool) {
        limits.time[color.index()] = self.left();
        limits.inc[color.index()] = self.pace.clock().map_or(Duration::ZERO, |clock| clock.increment);
        if mine {
            limits.movestogo = self.to_go;
            limits.nodes = self.pace.nodes;
            limits.depth = self.pace.depth;
            limits.movetime = match self.pace.time {
                Some(Timing::PerMove(time)) => Some(time),
                _ => None,
            };
        }
    }

    /// Charges a move.
    pub(crate) fn charge(&mut self, spent: Duration) {
        let Some(clock) = self.pace.clock() else { return };
        self.left = self.left.saturating_sub(spent) + clock.increment;
        self.to_go = self.to_go.map(|moves| moves - 1);
        if self.to_go == Some(0) {
            self.left += clock.time;
            self.to_go = clock.moves;
        }
    }
}

fn refuse(what: &'static str, expected: &str, given: &str) -> LabError {
    LabError::value(what, expected, format!("'{given}'"))
}

fn parse_count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count > 0)
}

/// `[moves/][minutes:]seconds[+increment]`, `inf`, `infinite`, `inf/time`; a trailing `s` is allowed.
fn parse_tc(text: &str) -> Option<Timing> {
    if matches!(text, "inf" | "infinite") {
        return Some(Timing::Unlimited);
    }
    let text = text.strip_suffix('s').unwrap_or(text);
    let (moves, rest) = match text.split_once('/') {
        None | Some(("inf" | "infinite", _)) => (None, text.rsplit('/').next()?),
        Some((moves, rest)) => (Some(u32::try_from(parse_count(moves)?).ok()?), rest),
    };
    let (time, increment) = match rest.split_once('+') {
        None => (parse_time(rest)?, Duration::ZERO),
        Some((time, increment)) => (parse_time(time)?, parse_seconds(increment)?),
    };
    let clock = TimeControl { moves, time, increment };
    (!(time + increment).is_zero()).then_some(Timing::Clock(clock))
}

/// `[minutes:]seconds`.
fn parse_time(text: &str) -> Option<Duration> {
    let Some((minutes, seconds)) = text.split_once(':') else { return parse_seconds(text) };
    Some(parse_seconds(minutes)?.mul_f64(MINUTE) + parse_seconds(seconds)?)
}

/// A decimal number of seconds, rounded to milliseconds, which is what engines are told.
fn parse_seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|&seconds| plain && seconds <= MOST_SECONDS)?;
    Some(Duration::from_millis((seconds * MILLIS).round() as u64))
}

#[cfg(test)]
#[path = "pace_tests.rs"]
mod tests;
