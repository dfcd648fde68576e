//! How often each technique of the search is wrong.
//!
//! While positions are searched, a fair sample of the decisions of every technique that is on is kept: a node given a score without
//! searching its moves, a move skipped, a move or node searched with fewer plies. Each of them rests on a claim, that the score is at least
//! beta or at most alpha. Every claim is then checked by a search of the same node or move, at the same depth and with the same window,
//! with that technique off and an empty table.
//!
//! A claim is *wrong* when that search contradicts it. That search prunes, too, by the other techniques; it is a better witness
//! than the decision, not an infallible one.

mod check;
mod decision;
mod report;
mod reservoir;
#[cfg(test)]
mod tests;
mod watcher;

use std::path::PathBuf;

use chess::{Game, Position};
use engine::ordering::Histories;
use engine::{Engine, Limits, Settings, Technique};
use indicatif::ProgressBar;

use crate::bench_positions::POSITIONS;
use crate::cancel::Cancel;
use crate::epd;
use crate::error::LabError;
use crate::parallel;
use crate::perft_suite::Complaint;
use crate::progress::bar;
use check::{Verdict, check};
use decision::{Decision, RULES};
use reservoir::Reservoir;
use watcher::{Sink, Watcher};

pub use report::{Claimless, DepthRow, Report, Row, Wrong};

/// The depth of the searches that are audited unless told otherwise, plies.
pub const DEFAULT_DEPTH: u32 = 12;

/// Decisions of each kind that are checked unless told otherwise.
pub const DEFAULT_SAMPLES: usize = 1000;

/// Table of the searches that are audited, MiB.
const HASH_MIB: usize = 16;

/// Table of the searches that check, MiB: small, because it is emptied before each.
const CHECK_HASH_MIB: usize = 1;

/// Nodes after which a check is given up.
const CHECK_NODES: u64 = 5_000_000;

/// What to audit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Positions to search, as FEN or EPD, one a line; the positions of the bench if `None`.
    pub positions: Option<PathBuf>,
    /// Depth of the searches, plies.
    pub depth: u32,
    /// Decisions of each kind to check at most.
    pub samples: usize,
    /// Check only these techniques, which are switched on for it; all that are on if there are none.
    pub techniques: Vec<Technique>,
    /// Seed of the samples.
    pub seed: u64,
    /// Positions worked on at once; the result does not depend on it.
    pub threads: usize,
    /// Whether the tables show every depth.
    pub by_depth: bool,
    /// The engine's techniques and parameters.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            positions: None,
            depth: DEFAULT_DEPTH,
            samples: DEFAULT_SAMPLES,
            techniques: Vec::new(),
            seed: 1,
            threads: 1,
            by_depth: false,
            settings: Settings::default(),
        }
    }
}

/// Audits. A request to give up ends it with what has been checked by then.
///
/// # Errors
/// [`LabError::Read`] and [`LabError::NoPositions`] for the file of positions, [`LabError::Value`] for techniques that make no claim,
/// [`LabError::Hash`] or [`LabError::Thread`] when the system has no room, [`LabError::Cancelled`] when not even one position was searched.
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    let mut options = options.clone();
    options.techniques.iter().for_each(|&asked| options.settings.techniques.set(asked, true));
    let options = &options;
    let wanted = wanted(options)?;
    let (positions, complaints) = positions(options)?;
    let (samples, searched) = sample(options, &positions, &wanted, cancel)?;
    let seen: Vec<Option<u64>> = samples.iter().map(|rule| rule.as_ref().map(Reservoir::seen)).collect();
    let checked = check_all(options, &positions, samples, cancel)?;
    let complete = !cancel.is_cancelled();
    Ok(Report {
        positions: searched,
        complaints,
        complete,
        ..Report::new(options, &positions, &seen, &checked)
    })
}

/// A decision in the search of one position, by its number among the decisions of its rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    position: usize,
    number: u64,
}

/// A sample for each of [`RULES`]; `None` for those nobody asked for.
type Samples = Vec<Option<Reservoir<Place>>>;

/// A decision and what its check found; `None` if that was given up for the number of nodes.
struct Checked {
    position: usize,
    decision: Decision,
    verdict: Option<Verdict>,
}

/// Which of [`RULES`] to sample.
fn wanted(options: &Options) -> Result<Vec<bool>, LabError> {
    let (asked, on) = (&options.techniques, options.settings.techniques);
    if let Some(technique) = asked.iter().find(|&&technique| !claims(technique)) {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.0.name()).collect();
        names.dedup();
        let expected = format!("one that claims something about a score ({})", names.join(", "));
        return Err(LabError::value("technique", expected, technique.name()));
    }
    let wants = |technique| if asked.is_empty() { on.has(technique) } else { asked.contains(&technique) };
    Ok(RULES.iter().map(|rule| wants(rule.0)).collect())
}

/// Whether the technique claims something about a score that can be checked.
pub(crate) fn claims(technique: Technique) -> bool {
    RULES.iter().any(|rule| rule.0 == technique)
}

fn positions(options: &Options) -> Result<(Vec<Position>, Vec<Complaint>), LabError> {
    match &options.positions {
        Some(path) => epd::read_lines(path, |text, _| epd::parse_position(text)),
        // The list is ours, and a test reads every line of it.
        None => Ok((POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect(), Vec::new())),
    }
}

/// An engine for the searches that are audited.
fn engine(options: &Options) -> Result<Engine, LabError> {
    let mut engine = Engine::new(HASH_MIB)?;
    engine.settings = options.settings.clone();
    Ok(engine)
}

/// Searches a position from a clean state and tells the sink of the decisions; `None` if it is no longer wanted. A search
/// that is stopped ends with nodes whose scores mean nothing.
fn watch<S: Sink>(
    engine: &mut Engine,
    options: &Options,
    position: &Position,
    sink: S,
    cancel: &Cancel,
) -> Option<S> {
    engine.new_game();
    engine.set_position(&Game::new(position.clone()));
    let _admission = cancel.admit(engine.controller())?;
    let mut watcher = Watcher::new(sink, CHECK_NODES);
    engine.go_observed(&Limits::depth(options.depth), &mut |_| {}, &mut watcher);
    Some(watcher.into_sink())
}

/// Keeps a sample of the decisions taken in the search of one position.
struct Sampling {
    position: usize,
    samples: Samples,
}

impl Sink for Sampling {
    fn offer(&mut self, rule: usize, _: impl FnOnce() -> Decision) {
        if let Some(sample) = &mut self.samples[rule] {
            let place = Place { position: self.position, number: sample.seen() };
            sample.offer(|| place);
        }
    }
}

/// Searches all positions and keeps a sample of the decisions of every rule; says how many positions were searched to the end.
fn sample(
    options: &Options,
    positions: &[Position],
    wanted: &[bool],
    cancel: &Cancel,
) -> Result<(Samples, usize), LabError> {
    let progress = bar(positions.len()).with_message("positions searched");
    let numbered: Vec<(usize, &Position)> = positions.iter().enumerate().collect();
    let work = |engine: &mut Engine, &(index, position): &(usize, &Position)| {
        let sampling = Sampling { position: index, samples: reservoirs(options, wanted, index + 1) };
        Ok(watch(engine, options, position, sampling, cancel).filter(|_| !cancel.is_cancelled()))
    };
    let each = &mut |_: &Sampling| progress.inc(1);
    let found = parallel::map(&numbered, options.threads, cancel, || engine(options), work, each)?;
    progress.finish_and_clear();
    let searched = found.iter().flatten().count();
    if searched == 0 {
        return Err(LabError::Cancelled);
    }
    let mut all = reservoirs(options, wanted, 0);
    for sampling in found.into_iter().flatten() {
        for (all, more) in all.iter_mut().zip(sampling.samples) {
            if let (Some(all), Some(more)) = (all, more) {
                all.merge(more);
            }
        }
    }
    Ok((all, searched))
}

/// Empty reservoirs. Those of one stream draw independently of those of another, and of each other.
fn reservoirs(options: &Options, wanted: &[bool], stream: usize) -> Samples {
    let number = |rule: usize| (stream * RULES.len() + rule) as u64;
    let empty = |rule| Reservoir::new(options.samples, options.seed, number(rule));
    wanted.iter().enumerate().map(|(rule, wanted)| wanted.then(|| empty(rule))).collect()
}

/// The decisions of one position that are to be checked.
#[derive(Clone, Debug)]
struct Task {
    position: usize,
    /// For each of [`RULES`] the numbers of its decisions, the least last.
    numbers: Vec<Vec<u64>>,
}

fn tasks(samples: Samples, positions: usize) -> Vec<Task> {
    let none = vec![Vec::new(); RULES.len()];
    let mut tasks: Vec<Task> =
        (0..positions).map(|position| Task { position, numbers: none.clone() }).collect();
    for (rule, sample) in samples.into_iter().enumerate() {
        let mut places = sample.map(Reservoir::into_items).unwrap_or_default();
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.into_iter().for_each(|place| tasks[place.position].numbers[rule].push(place.number));
    }
    tasks.retain(|task| task.numbers.iter().any(|numbers| !numbers.is_empty()));
    tasks
}

/// Checks the decisions of one position in a second search of it, when they are taken: what that search has learnt by then is
/// what the check is made with.
struct Checking<'a> {
    task: Task,
    /// Decisions of each rule so far.
    seen: Vec<u64>,
    /// Decisions to check now.
    due: Vec<Decision>,
    checked: Vec<Checked>,
    /// Makes the checks; it stands at the root.
    engine: &'a mut Engine,
    options: &'a Options,
    cancel: &'a Cancel,
    progress: &'a ProgressBar,
}

impl Sink for Checking<'_> {
    fn offer(&mut self, rule: usize, make: impl FnOnce() -> Decision) {
        let (numbers, seen) = (&mut self.task.numbers[rule], &mut self.seen[rule]);
        if numbers.last() == Some(seen) {
            numbers.pop();
            self.due.push(make());
        }
        *seen += 1;
    }

    fn wants_histories(&self) -> bool {
        !self.due.is_empty()
    }

    fn histories(&mut self, histories: &Histories) {
        self.engine.set_histories(histories);
        for decision in std::mem::take(&mut self.due) {
            let verdict = check(self.engine, self.options.settings.techniques, &decision, self.cancel);
            // The search has just played this line from the same position, by legal moves and passes, and no farther than it goes.
            debug_assert!(verdict.is_ok(), "{verdict:?}");
            if self.cancel.is_cancelled() {
                return;
            }
            let verdict = verdict.ok().flatten();
            self.checked.push(Checked { position: self.task.position, decision, verdict });
            self.progress.inc(1);
        }
    }
}

/// Checks every decision. Of a position given up, the checks made so far count.
fn check_all(
    options: &Options,
    positions: &[Position],
    samples: Samples,
    cancel: &Cancel,
) -> Result<Vec<Checked>, LabError> {
    let progress = bar(samples.iter().flatten().map(Reservoir::len).sum()).with_message("decisions checked");
    let tasks = tasks(samples, positions.len());
    let work = |(engine, checker): &mut (Engine, Engine), task: &Task| {
        let position = &positions[task.position];
        checker.settings = options.settings.clone();
        checker.set_position(&Game::new(position.clone()));
        let checking = Checking {
            task: task.clone(),
            seen: vec![0; RULES.len()],
            due: Vec::new(),
            checked: Vec::new(),
            engine: checker,
            options,
            cancel,
            progress: &progress,
        };
        Ok(watch(engine, options, position, checking, cancel).map(|checking| checking.checked))
    };
    let engines = || Ok((engine(options)?, Engine::new(CHECK_HASH_MIB)?));
    let checked = parallel::map(&tasks, options.threads, cancel, engines, work, &mut |_| {})?;
    progress.finish_and_clear();
    Ok(checked.into_iter().flatten().flatten().collect())
}
