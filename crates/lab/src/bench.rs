//! A fixed workload: the same nodes on every machine, so that speed can be compared and a changed tree be noticed.

use std::fmt;
use std::sync::OnceLock;
use std::time::Instant;

use chess::{Game, Position};
use engine::{Engine, Limits, Settings};
use serde::Serialize;

use crate::bench_positions::POSITIONS;
use crate::cancel::Cancel;
use crate::error::LabError;
use crate::progress::{bar, per_second};

/// The depth, in plies, of a bench that signs commit messages.
pub const DEFAULT_DEPTH: u32 = 10;

/// The depth of [`signature`], in plies: most rules have had their say, and it takes a fraction of a second.
pub(crate) const SIGNATURE_DEPTH: u32 = 6;

/// The size of the transposition table, in mebibytes. Part of the signature.
pub const HASH_MIB: usize = 16;

/// How deep to search, and with what.
#[derive(Clone, Debug)]
pub struct Options {
    /// The depth, in plies.
    pub depth: u32,
    /// The engine's techniques and parameters; the defaults for a signature.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Self {
        Options { depth: DEFAULT_DEPTH, settings: Settings::default() }
    }
}

/// The search of one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The number of the position, from 1.
    pub number: usize,
    /// The position.
    pub fen: String,
    /// The move chosen, in UCI notation; `None` if the game is over.
    pub best: Option<String>,
    /// The score as UCI writes it, from the side to move's point of view.
    pub score: String,
    /// Nodes searched.
    pub nodes: u64,
}

/// The whole bench.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The depth, in plies.
    pub depth: u32,
    /// Nodes searched in all: the signature.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: u64,
    /// Every position.
    pub positions: Vec<Line>,
}

/// Searches every position with one thread. `each` is called with every position as it is done.
///
/// # Errors
/// [`LabError::Hash`] if there is no room for the table.
pub fn run(options: &Options, each: &mut dyn FnMut(&Line)) -> Result<Report, LabError> {
    run_unless(&Cancel::default(), options, each)
}

/// Nodes of a shallow bench: a number by which engines that search, evaluate or order differently can nearly always be told apart.
pub(crate) fn signature(settings: &Settings) -> Result<u64, LabError> {
    /// That of the default settings, worked out once: it does not change while the program runs.
    static USUAL: OnceLock<u64> = OnceLock::new();
    let usual = *settings == Settings::default();
    if let Some(known) = USUAL.get().filter(|_| usual) {
        return Ok(*known);
    }
    let options = Options { depth: SIGNATURE_DEPTH, settings: settings.clone() };
    let nodes = run(&options, &mut |_| {})?.nodes;
    Ok(if usual { *USUAL.get_or_init(|| nodes) } else { nodes })
}

/// As [`run`], until `cancel` says that it is no longer wanted: the running search ends within moments then.
///
/// # Errors
/// As [`run`], and [`LabError::Cancelled`].
pub fn run_unless(
    cancel: &Cancel,
    options: &Options,
    each: &mut dyn FnMut(&Line),
) -> Result<Report, LabError> {
    let mut engine = Engine::new(HASH_MIB)?;
    engine.settings = options.settings.clone();
    let limits = Limits::depth(options.depth);
    let progress = bar(POSITIONS.len());
    let mut report = Report { depth: options.depth, nodes: 0, seconds: 0.0, nps: 0, positions: Vec::new() };
    for (index, fen) in POSITIONS.iter().enumerate() {
        // The list is ours and a test reads every line of it.
        let Ok(position) = Position::from_fen(fen) else { continue };
        engine.new_game();
        engine.set_position(&Game::new(position.clone()));
        let Some(_admission) = cancel.admit(engine.controller()) else {
            return Err(LabError::Cancelled);
        };
        let begun = Instant::now();
        let outcome = engine.go(&limits, &mut |_| {});
        if cancel.is_cancelled() {
            return Err(LabError::Cancelled);
        }
        report.seconds += begun.elapsed().as_secs_f64();
        report.nodes += outcome.nodes;
        let line = Line {
            number: index + 1,
            fen: (*fen).to_owned(),
            best: outcome.best.map(|mv| mv.uci(position.is_chess960()).to_string()),
            score: outcome.score.to_string(),
            nodes: outcome.nodes,
        };
        progress.suspend(|| each(&line));
        progress.inc(1);
        report.positions.push(line);
    }
    progress.finish_and_clear();
    report.nps = per_second(report.nodes, report.seconds);
    Ok(report)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.best.as_deref().unwrap_or("(none)");
        write!(
            f,
            "{:>2}/{} {best:<6} {:<10} {:>9}  {}",
            self.number,
            POSITIONS.len(),
            self.score,
            self.nodes,
            self.fen
        )
    }
}

/// The line that test frameworks read: `N nodes M nps`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid_and_different() {
        let mut keys: Vec<u64> = POSITIONS
            .iter()
            .map(|fen| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).key())
            .collect();
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_bench_is_given_up_between_positions_and_during_one() {
        let options = Options { depth: 3, ..Options::default() };
        let cancel = Cancel::default();
        let mut lines = 0;
        let outcome = run_unless(&cancel, &options, &mut |_| {
            lines += 1;
            cancel.cancel();
        });
        assert!(matches!(outcome, Err(LabError::Cancelled)) && lines == 1, "{lines} positions");
        // No position of the list is done with a depth that only a stop can end before.
        let endless = Options { depth: engine::MAX_PLY as u32, ..Options::default() };
        let cancel = Cancel::default();
        let copy = cancel.clone();
        let bench = std::thread::spawn(move || run_unless(&copy, &endless, &mut |_| {}).map(|_| ()));
        cancel.cancel();
        assert!(matches!(bench.join(), Ok(Err(LabError::Cancelled))));
    }

    #[test]
    fn the_signature_repeats_and_the_last_line_is_what_test_frameworks_read() {
        let options = Options { depth: 3, ..Options::default() };
        let mut lines = 0;
        let report = run(&options, &mut |_| lines += 1).unwrap();
        assert_eq!(lines, POSITIONS.len());
        assert_eq!(run(&options, &mut |_| {}).unwrap().nodes, report.nodes);
        let text = report.to_string();
        let words: Vec<&str> = text.split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = words[..] else { panic!("{text}") };
        assert_eq!(nodes.parse(), Ok(report.nodes));
        assert!(nps.parse::<u64>().is_ok());
    }
}
