//! What an engine says while it thinks.

use std::time::Duration;

use chess::{Game, Move};
use engine::{Bound, UciScore};

use super::player::{Fault, FaultKind, SearchReport};
use super::pv::{PvChecker, Reported};

/// The words that may follow a line of play.
const FIELDS: [&str; 13] = [
    "string",
    "score",
    "lowerbound",
    "upperbound",
    "multipv",
    "depth",
    "seldepth",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "wdl",
];

/// One `info` line.
#[derive(Debug, Default)]
struct InfoLine<'a> {
    multipv: Option<u64>,
    score: Option<UciScore>,
    bound: Option<Bound>,
    depth: Option<u64>,
    seldepth: Option<u64>,
    nodes: Option<u64>,
    nps: Option<u64>,
    hashfull: Option<u64>,
    tbhits: Option<u64>,
    millis: Option<u64>,
    pv: Vec<&'a str>,
}

impl<'a> InfoLine<'a> {
    /// Reads what is known and well-formed in it; `None` for any other line, and for text meant for people.
    fn parse(line: &'a str) -> Option<InfoLine<'a>> {
        let mut info = InfoLine::default();
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        while let Some(word) = words.next() {
            let field = match word {
                "string" => return None,
                "score" => {
                    info.score = score(words.next(), words.next());
                    continue;
                }
                "lowerbound" | "upperbound" => {
                    info.bound = Some(if word == "lowerbound" { Bound::Lower } else { Bound::Upper });
                    continue;
                }
                "pv" => {
                    // Usually last, but the protocol does not say so.
                    info.pv = std::iter::from_fn(|| words.next_if(|word| !FIELDS.contains(word))).collect();
                    continue;
                }
                "multipv" => &mut info.multipv,
                "depth" => &mut info.depth,
                "seldepth" => &mut info.seldepth,
                "nodes" => &mut info.nodes,
                "nps" => &mut info.nps,
                "hashfull" => &mut info.hashfull,
                "tbhits" => &mut info.tbhits,
                "time" => &mut info.millis,
                _ => continue,
            };
            *field = words.next().and_then(|value| value.parse().ok());
        }
        Some(info)
    }

    fn is_first_line(&self) -> bool {
        self.multipv.is_none_or(|number| number == 1)
    }

    fn is_exact(&self) -> bool {
        self.bound.is_none()
    }

    fn report(&self, pv: Vec<Move>) -> Option<SearchReport> {
        let small = |value: Option<u64>| u32::try_from(value.unwrap_or(0)).unwrap_or(u32::MAX);
        Some(SearchReport {
            score: self.score?,
            bound: self.bound.unwrap_or(Bound::Exact),
            depth: small(self.depth),
            seldepth: small(self.seldepth),
            nodes: self.nodes.unwrap_or(0),
            nps: self.nps.unwrap_or(0),
            hashfull: small(self.hashfull),
            tbhits: self.tbhits.unwrap_or(0),
            time: Duration::from_millis(self.millis.unwrap_or(0)),
            pv,
        })
    }
}

fn score(kind: Option<&str>, value: Option<&str>) -> Option<UciScore> {
    let number = value?.parse().ok()?;
    match kind? {
        "cp" => Some(UciScore::Cp(number)),
        "mate" => Some(UciScore::Mate(number)),
        _ => None,
    }
}

/// Listens to an engine that thinks about one move, and checks what it says.
pub(super) struct Listener<'a> {
    game: &'a Game,
    chess960: bool,
    checker: PvChecker<'a>,
    /// The last exact report, or the last one while there is none.
    report: Option<SearchReport>,
    /// The first move of the last line, if that was exact.
    expected: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) mv: Move,
    pub(super) ponder: Option<Move>,
    pub(super) report: Option<SearchReport>,
    pub(super) warnings: Vec<Fault>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(game: &'a Game, chess960: bool) -> Self {
        Listener { game, chess960, checker: PvChecker::new(game), report: None, expected: None }
    }

    /// Takes notice of a line, if it is of interest.
    pub(super) fn hear(&mut self, line: &str) {
        let Some(info) = InfoLine::parse(line) else { return };
        let mate = match info.score {
            Some(UciScore::Mate(moves)) if info.is_exact() => Some(moves),
            _ => None,
        };
        let pv = self.checker.check(&info.pv, mate, self.chess960);
        if info.score.is_none() || !info.is_first_line() {
            return;
        }
        self.expected = info.pv.first().filter(|_| info.is_exact()).map(|&mv| mv.to_owned());
        let kept_is_exact = self.report.as_ref().is_some_and(|kept| kept.bound == Bound::Exact);
        if info.is_exact() || !kept_is_exact {
            self.report = info.report(pv);
        }
    }

    /// Reads the `bestmove` line.
    ///
    /// # Errors
    /// [`FaultKind::NoMove`] or [`FaultKind::IllegalMove`], with what stands in the place of the move.
    pub(super) fn answer(mut self, bestmove: &str) -> Result<Answer, Fault> {
        let words: Vec<&str> = bestmove.split_whitespace().collect();
        let best = match words.get(1) {
            None => return Err(Fault::new(FaultKind::NoMove, "")),
            Some(&none) if matches!(none, "(none)" | "0000" | "NULL") => {
                return Err(Fault::new(FaultKind::NoMove, none));
            }
            Some(&best) => best,
        };
        let position = self.game.position();
        let Some(mv) = best.legal(position, self.chess960) else {
            return Err(Fault::new(FaultKind::IllegalMove, shorten(best)));
        };
        if let Some(expected) = self.expected.filter(|expected| expected != best) {
            self.checker.mismatch(best, &expected);
        }
        if self.report.is_none() {
            self.checker.no_score();
        }
        let mut after = position.clone();
        after.make(mv);
        let ponder = match words[2..] {
            ["ponder", reply, ..] => reply.legal(&after, self.chess960),
            _ => None,
        };
        Ok(Answer { mv, ponder, report: self.report, warnings: self.checker.into_faults() })
    }
}

/// What of a nonsensical move is repeated in messages, characters.
const SHOWN: usize = 20;

fn shorten(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
