//! How the search's reports are written: plain UCI for programs, a table for people.

use std::fmt::Write as _;
use std::time::Duration;

use chess::{Move, Position};
use engine::{Bound, Info, Score, UciScore, WdlModel};

use crate::output::Output;

/// What a client's options say about the writing of moves and scores.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    /// Castling as the king taking its own rook.
    pub(crate) chess960: bool,
    /// Chances of win, draw and loss after the score, if they are wanted: by this model.
    pub(crate) wdl: Option<WdlModel>,
}

impl Style {
    /// The UCI `info` line of one report. Depth 0 means that the game is over: then there is only the score.
    pub(crate) fn info_line(self, root: &Position, info: &Info) -> String {
        if info.depth == 0 {
            return self.bare_info_line(root, 0, info.score, None);
        }
        let mut line =
            format!("info depth {} seldepth {} multipv {}", info.depth, info.seldepth, info.multipv);
        let _ = write!(line, " score {}", score_text(info.score));
        line.push_str(match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        if let Some(model) = self.wdl {
            let [win, draw, loss] = model.permille(info.score, root);
            let _ = write!(line, " wdl {win} {draw} {loss}");
        }
        let _ = write!(line, " nodes {} nps {} hashfull {}", info.nodes, info.nps, info.hashfull);
        let _ = write!(line, " time {}", info.time.as_millis());
        if !info.pv.is_empty() {
            let _ = write!(line, " pv {}", self.line_of_play(root, &info.pv));
        }
        line
    }

    /// An `info` line that holds no more than depth, score and move.
    pub(crate) fn bare_info_line(
        self,
        root: &Position,
        depth: u32,
        score: Score,
        best: Option<Move>,
    ) -> String {
        let mut line = format!("info depth {depth} score {}", score_text(score));
        if let Some(best) = best {
            let _ = write!(line, " pv {}", self.move_text(root, best));
        }
        line
    }

    /// The `bestmove` line; `(none)` when there is no move.
    pub(crate) fn best_move_line(self, root: &Position, best: Option<Move>, ponder: Option<Move>) -> String {
        let Some(best) = best else { return "bestmove (none)".to_owned() };
        let mut line = format!("bestmove {}", self.move_text(root, best));
        if let Some(reply) = ponder {
            let mut after = root.clone();
            after.make(best);
            let _ = write!(line, " ponder {}", self.move_text(&after, reply));
        }
        line
    }

    /// Moves from `root` on, separated by blanks.
    fn line_of_play(self, root: &Position, moves: &[Move]) -> String {
        let mut position = root.clone();
        let mut words = Vec::with_capacity(moves.len());
        for &step in moves {
            words.push(self.move_text(&position, step));
            position.make(step);
        }
        words.join(" ")
    }

    /// One move in the client's notation.
    ///
    /// In a Chess960 position `b1c1` may be castling or a step of the king. It is read as the step, so castling is
    /// then written as the king taking its rook even to a client that did not ask for that.
    pub(crate) fn move_text(self, position: &Position, step: Move) -> String {
        let text = step.uci(self.chess960).to_string();
        if step.is_castle() && !self.chess960 && chess::parse_uci(position, &text) != Ok(step) {
            return step.uci(true).to_string();
        }
        text
    }
}

/// `cp N` or `mate N`.
fn score_text(score: Score) -> String {
    match score.to_uci() {
        UciScore::Cp(centipawns) => format!("cp {centipawns}"),
        UciScore::Mate(moves) => format!("mate {moves}"),
    }
}

/// A score for people: pawns with sign, or moves to mate.
pub(crate) fn readable_score(score: Score) -> String {
    match score.to_uci() {
        UciScore::Cp(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        UciScore::Mate(moves) => format!("#{moves}"),
    }
}

/// A count in three to four characters: `987`, `12.3k`, `4.56M`.
pub(crate) fn readable_count(count: u64) -> String {
    const STEPS: [(u64, &str); 3] = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    match STEPS.iter().find(|(size, _)| count >= *size) {
        None => count.to_string(),
        Some((size, letter)) => {
            let value = count as f64 / *size as f64;
            let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
            format!("{value:.digits$}{letter}")
        }
    }
}

fn readable_time(time: Duration) -> String {
    format!("{:.2}s", time.as_secs_f64())
}

/// The readable form of a search's reports, one row each.
pub(crate) struct Table;

impl Table {
    /// Starts a table with its heading.
    pub(crate) fn new(output: &Output) -> Self {
        output.line("  depth    score     time   nodes     nps  hash  line");
        Self
    }

    /// One report; the line of play is in SAN.
    pub(crate) fn row(&mut self, output: &Output, root: &Position, info: &Info, style: Style) {
        let bound = match info.bound {
            Bound::Exact => ' ',
            Bound::Lower => '>',
            Bound::Upper => '<',
        };
        let depth = match info.multipv {
            1 => format!("{}/{}", info.depth, info.seldepth),
            number => format!("no. {number}"),
        };
        let mut row = format!(
            "{depth:>7} {bound}{:>7} {:>8} {:>7} {:>7} {:>4}%  {}",
            readable_score(info.score),
            readable_time(info.time),
            readable_count(info.nodes),
            readable_count(info.nps),
            info.hashfull / 10,
            chess::san_line(root, &info.pv),
        );
        if let Some(model) = style.wdl {
            let [win, draw, loss] = model.permille(info.score, root);
            let _ = write!(row, "  (win {win} draw {draw} loss {loss})");
        }
        output.line(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1.00k"),
            (12_345, "12.3k"),
            (4_560_000, "4.56M"),
            (123_456_789_012, "123G"),
        ] {
            assert_eq!(readable_count(count), text);
        }
    }
}
