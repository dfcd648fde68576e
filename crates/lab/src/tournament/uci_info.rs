//! What an engine says while it thinks.

use std::time::Duration;

use chess::{Game, Move};
use engine::{Bound, UciScore};

use super::player::{Fault, FaultKind, SearchReport};
use super::reports::{Reported, Reports};

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
    reports: Reports<'a>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(game: &'a Game, chess960: bool) -> Self {
        Listener { game, chess960, reports: Reports::new(game) }
    }

    /// Takes notice of a line, if it is of interest.
    pub(super) fn hear(&mut self, line: &str) {
        let Some(info) = InfoLine::parse(line) else { return };
        let mate = match info.score {
            Some(UciScore::Mate(moves)) if info.is_exact() => Some(moves),
            _ => None,
        };
        let pv = self.reports.check(&info.pv, mate, self.chess960);
        if let Some(report) = info.report(pv).filter(|_| info.is_first_line()) {
            self.reports.take(report);
        }
    }

    /// Reads the `bestmove` line.
    ///
    /// # Errors
    /// [`FaultKind::NoMove`] or [`FaultKind::IllegalMove`], with what stands in the place of the move.
    pub(super) fn answer(self, bestmove: &str) -> Result<(Move, Option<SearchReport>, Vec<Fault>), Fault> {
        let best = match bestmove.split_whitespace().nth(1) {
            None => return Err(Fault::new(FaultKind::NoMove, "")),
            Some(none @ ("(none)" | "0000" | "NULL")) => return Err(Fault::new(FaultKind::NoMove, none)),
            Some(best) => best,
        };
        let Some(mv) = best.legal(self.game.position(), self.chess960) else {
            return Err(Fault::new(FaultKind::IllegalMove, best.chars().take(SHOWN).collect::<String>()));
        };
        let (report, warnings) = self.reports.close(mv);
        Ok((mv, report, warnings))
    }
}

/// What of a nonsensical move is repeated in messages, characters.
const SHOWN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept after these lines in the starting position, and the kinds of faults, when `e2e4` is played.
    fn heard(lines: &[&str]) -> (Option<SearchReport>, Vec<FaultKind>) {
        let game = Game::default();
        let mut listener = Listener::new(&game, false);
        lines.iter().for_each(|line| listener.hear(line));
        let (_, report, faults) = listener.answer("bestmove e2e4 ponder e7e5").unwrap();
        (report, faults.into_iter().map(|fault| fault.kind).collect())
    }

    #[test]
    fn the_last_exact_report_of_the_first_line_counts() {
        let lines = [
            "info depth 3 score cp 31 nodes 900 pv e2e4 e7e5",
            "info depth 4 multipv 1 score cp 12 pv e2e4",
            "info depth 4 multipv 2 score cp 10 pv d2d4",
            "info depth 5 score cp 99 lowerbound pv d2d4",
            "info string depth 9 score cp 1",
            "info depth 5 currmove a2a3 currmovenumber 7",
        ];
        let (report, faults) = heard(&lines);
        let report = report.unwrap();
        assert_eq!((report.score, report.depth, report.pv.len()), (UciScore::Cp(12), 4, 1));
        assert_eq!(faults, []);
        // A bound is better than nothing.
        let (report, faults) = heard(&lines[3..]);
        assert_eq!((report.unwrap().bound, faults), (Bound::Lower, vec![]));
    }

    #[test]
    fn fields_come_in_any_order_and_broken_ones_are_left_out() {
        let (report, faults) = heard(&[
            "info nodes 12.5 pv e2e4 e7e5 score mate -3 upperbound nps x time 7 hashfull 11 tbhits 2 seldepth 99 depth",
        ]);
        let report = report.unwrap();
        assert_eq!((report.score, report.bound, report.pv.len()), (UciScore::Mate(-3), Bound::Upper, 2));
        assert_eq!((report.nodes, report.nps, report.depth), (0, 0, 0));
        assert_eq!(
            (report.time, report.hashfull, report.tbhits, report.seldepth),
            (Duration::from_millis(7), 11, 2, 99)
        );
        assert_eq!(faults, []);
    }

    #[test]
    fn a_score_that_cannot_be_read_is_none() {
        for line in [
            "info depth 3 pv e2e4",
            "info score cp",
            "info score cp x",
            "info score elo 3",
            "informal score cp 3",
        ] {
            assert_eq!(heard(&[line]), (None, vec![FaultKind::NoScore]), "{line}");
        }
    }

    #[test]
    fn the_move_must_head_the_last_exact_line() {
        assert_eq!(heard(&["info score cp 1 pv d2d4"]).1, [FaultKind::PvMismatch]);
        assert_eq!(heard(&["info score cp 1 pv d2d4", "info score cp 1 lowerbound pv d2d4"]).1, []);
        assert_eq!(heard(&["info score cp 1 pv d2d4", "info score cp 1"]).1, []);
    }
}
