//! Runs the engine over a suite of test positions and counts the solved ones.
//!
//! A position is solved when the move chosen is one of its best moves (`bm`), none of the moves to avoid (`am`),
//! or when the mate it promises (`dm`, `bm #4`) is found in that many moves or fewer. Where a position names both moves
//! and a mate, either will do.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chess::{Game, san};
use engine::{Engine, Limits, Outcome, Settings, UciScore};
use serde::Serialize;

use crate::epd::{self, TestPosition};
use crate::error::LabError;
use crate::perft_suite::Complaint;
use crate::progress::{bar, grouped};

/// What to run, and how long the engine may think about each position.
#[derive(Clone, Debug)]
pub struct Options {
    /// The suite, in Extended Position Description.
    pub file: PathBuf,
    /// What ends the search of one position.
    pub effort: Effort,
    /// Size of the transposition table in mebibytes.
    pub hash_mib: usize,
    /// The engine's techniques and parameters.
    pub settings: Settings,
}

/// What ends the search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many nodes: the same result on every machine.
    Nodes(u64),
    /// A depth in plies: the same result on every machine.
    Depth(u32),
    /// So much time.
    Movetime(Duration),
}

impl Effort {
    fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Depth(depth) => Limits::depth(depth),
            Effort::Movetime(time) => Limits::movetime(time),
        }
    }
}

/// What became of one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name the suite gives the position; empty if none.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Whether the engine found what the suite asks for.
    pub solved: bool,
    /// The move chosen, in SAN; `None` if the game was over.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What would have solved it, in words.
    pub wanted: String,
    /// The score as UCI writes it, from the side to move's point of view.
    pub score: String,
    /// The depth reached, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The file read.
    pub file: PathBuf,
    /// Positions solved.
    pub solved: usize,
    /// Positions tried.
    pub total: usize,
    /// Nodes searched in all.
    pub nodes: u64,
    /// Time taken in all, in seconds.
    pub seconds: f64,
    /// Every position tried, in the file's order.
    pub positions: Vec<Answer>,
    /// Lines that could not be used.
    pub complaints: Vec<Complaint>,
}

/// Runs a suite. `each` is called with every answer as it comes.
///
/// The table is cleared before every position, so an answer does not depend on the positions before it.
///
/// # Errors
/// [`LabError::Read`] if the file cannot be read, [`LabError::NoPositions`] if nothing in it can be used, [`LabError::Hash`] if there is
/// no room for the table. Lines that make no sense are reported in [`Report::complaints`] and skipped.
pub fn run(options: &Options, each: &mut dyn FnMut(&Answer)) -> Result<Report, LabError> {
    let (tests, complaints) = epd::read_lines(&options.file, epd::parse_line)?;
    let mut report = Report {
        file: options.file.clone(),
        solved: 0,
        total: 0,
        nodes: 0,
        seconds: 0.0,
        positions: Vec::new(),
        complaints,
    };
    let mut engine = Engine::new(options.hash_mib)?;
    engine.settings = options.settings.clone();
    // Nobody's clock has to be reached: all of the time asked for is for thinking.
    engine.options.move_overhead = Duration::ZERO;
    let progress = bar(tests.len());
    for test in &tests {
        let answer = answer(&mut engine, test, options.effort);
        report.solved += usize::from(answer.solved);
        report.total += 1;
        report.nodes += answer.nodes;
        report.seconds += answer.seconds;
        progress.suspend(|| each(&answer));
        progress.set_message(format!("{} solved", report.solved));
        progress.inc(1);
        report.positions.push(answer);
    }
    progress.finish_and_clear();
    Ok(report)
}

fn answer(engine: &mut Engine, test: &TestPosition, effort: Effort) -> Answer {
    engine.new_game();
    engine.set_position(&Game::new(test.position.clone()));
    let begun = Instant::now();
    let outcome = engine.go(&effort.limits(), &mut |_| {});
    Answer {
        line: test.line,
        id: test.id.clone().unwrap_or_default(),
        fen: test.position.fen(),
        solved: is_solved(test, &outcome),
        mv: outcome.best.map(|mv| san(&test.position, mv)),
        wanted: wanted(test),
        score: outcome.score.to_string(),
        depth: outcome.depth,
        nodes: outcome.nodes,
        seconds: begun.elapsed().as_secs_f64(),
    }
}

fn is_solved(test: &TestPosition, outcome: &Outcome) -> bool {
    let Some(best) = outcome.best else { return false };
    let mates = match (test.mate, outcome.score.to_uci()) {
        (Some(wanted), UciScore::Mate(found)) => {
            found.signum() == wanted.signum() && found.abs() <= wanted.abs()
        }
        _ => false,
    };
    let names_moves = !test.best.is_empty() || !test.avoid.is_empty();
    let plays =
        names_moves && (test.best.is_empty() || test.best.contains(&best)) && !test.avoid.contains(&best);
    mates || plays
}

fn wanted(test: &TestPosition) -> String {
    let list = |moves: &[chess::Move]| {
        moves.iter().map(|&mv| san(&test.position, mv)).collect::<Vec<_>>().join(" or ")
    };
    let mut parts = Vec::new();
    if !test.best.is_empty() {
        parts.push(list(&test.best));
    }
    if !test.avoid.is_empty() {
        parts.push(format!("not {}", list(&test.avoid)));
    }
    if let Some(moves) = test.mate {
        parts.push(format!("mate {moves}"));
    }
    parts.join(", ")
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.solved { "solved" } else { "missed" };
        let name = if self.id.is_empty() { format!("line {}", self.line) } else { self.id.clone() };
        let mv = self.mv.as_deref().unwrap_or("(none)");
        write!(
            f,
            "{verdict}  {name}: {mv}  {} (wanted {}), depth {}, {} nodes, {:.2} s",
            self.score,
            self.wanted,
            self.depth,
            grouped(self.nodes),
            self.seconds
        )
    }
}

/// The summary; the answers have been reported one by one.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        for Complaint { line, reason } in &self.complaints {
            writeln!(f, "{file}:{line}: skipped: {reason}")?;
        }
        write!(
            f,
            "{file}: {} of {} solved, {} lines skipped, {} nodes, {:.1} s",
            self.solved,
            self.total,
            self.complaints.len(),
            grouped(self.nodes),
            self.seconds
        )
    }
}

#[cfg(test)]
#[path = "suite_tests.rs"]
mod tests;
