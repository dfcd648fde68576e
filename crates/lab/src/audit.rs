//! How often each technique of the search is wrong.
//!
//! While positions are searched, a fair sample of the decisions of every technique is kept: a node given a score without
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
mod sampler;

use std::path::PathBuf;

use chess::{Game, Position};
use engine::{Engine, Limits, Settings, Technique};

use crate::bench_positions::POSITIONS;
use crate::cancel::Cancel;
use crate::epd;
use crate::error::LabError;
use crate::parallel;
use crate::perft_suite::Complaint;
use crate::progress::{bar, grouped};
use check::{Verdict, check};
use decision::{Decision, RULES};
use reservoir::Reservoir;
use sampler::Sampler;

pub use report::{Claimless, DepthRow, Report, Row, Wrong};

/// The depth of the searches that are audited unless told otherwise, plies.
pub const DEFAULT_DEPTH: u32 = 10;

/// Decisions of each kind that are checked unless told otherwise.
pub const DEFAULT_SAMPLES: usize = 500;

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
    /// Check only this technique.
    pub technique: Option<Technique>,
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
            technique: None,
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
/// [`LabError::Read`] and [`LabError::NoPositions`] for the file of positions, [`LabError::Value`] for a technique that makes no claim,
/// [`LabError::Hash`] or [`LabError::Thread`] when the system has no room, [`LabError::Cancelled`] when not even one position was searched.
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    let wanted = wanted(options)?;
    let (positions, complaints) = positions(options)?;
    let samples = sample(options, &positions, &wanted, cancel)?;
    let seen: Vec<Option<u64>> = samples.iter().map(|rule| rule.as_ref().map(Reservoir::seen)).collect();
    let tasks = tasks(samples, positions.len());
    let checked = check_all(options, &positions, &tasks, cancel)?;
    // A task that was given up has only the verdicts of its first decisions.
    let outcomes: Vec<Checked> = tasks
        .iter()
        .zip(checked)
        .flat_map(|(decisions, verdicts)| decisions.iter().zip(verdicts.unwrap_or_default()))
        .map(|(decision, verdict)| Checked { decision, verdict })
        .collect();
    let mut report = Report::new(options, &positions, &seen, &outcomes);
    report.complaints = complaints;
    report.complete = !cancel.is_cancelled();
    Ok(report)
}

/// A sampled decision and what its check found; `None` if that was given up for the number of nodes.
struct Checked<'a> {
    decision: &'a Decision,
    verdict: Option<Verdict>,
}

/// A sample for each of [`RULES`]; `None` for those nobody asked for.
type Samples = Vec<Option<Reservoir<Decision>>>;

/// Which of [`RULES`] to sample.
fn wanted(options: &Options) -> Result<Vec<bool>, LabError> {
    let wants = |technique| options.technique.is_none_or(|wanted| wanted == technique);
    let wanted: Vec<bool> = RULES.iter().map(|&(technique, _)| wants(technique)).collect();
    if let Some(technique) = options.technique.filter(|_| !wanted.contains(&true)) {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.0.name()).collect();
        names.dedup();
        return Err(LabError::Value {
            what: "technique",
            expected: format!("one that claims something about a score ({})", names.join(", ")),
            given: technique.name().to_owned(),
        });
    }
    Ok(wanted)
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

/// Makes the engine as it is before the search of a position.
fn begin(engine: &mut Engine, options: &Options, position: &Position) -> Result<(), LabError> {
    engine.set_hash(HASH_MIB)?;
    engine.settings = options.settings.clone();
    engine.new_game();
    engine.set_position(&Game::new(position.clone()));
    Ok(())
}

/// Searches all positions and keeps a sample of the decisions of every rule.
fn sample(
    options: &Options,
    positions: &[Position],
    wanted: &[bool],
    cancel: &Cancel,
) -> Result<Samples, LabError> {
    let progress = bar(positions.len()).with_message("positions searched");
    let limits = Limits::depth(options.depth);
    let numbered: Vec<(usize, &Position)> = positions.iter().enumerate().collect();
    let work = |engine: &mut Engine, &(index, position): &(usize, &Position)| {
        begin(engine, options, position)?;
        let Some(_admission) = cancel.admit(engine.controller()) else { return Ok(None) };
        let mut sampler = Sampler::new(reservoirs(options, wanted, index + 1), index, CHECK_NODES);
        engine.go_observed(&limits, &mut |_| {}, &mut sampler);
        // A search that was stopped has left nodes with scores that mean nothing.
        Ok((!cancel.is_cancelled()).then(|| sampler.into_reservoirs()))
    };
    let each = &mut |_: &Samples| progress.inc(1);
    let found = parallel::map(&numbered, options.threads, cancel, || engine(options), work, each)?;
    progress.finish_and_clear();
    if found.iter().all(Option::is_none) {
        return Err(LabError::Cancelled);
    }
    let mut all = reservoirs(options, wanted, 0);
    for samples in found.into_iter().flatten() {
        for (all, more) in all.iter_mut().zip(samples) {
            if let (Some(all), Some(more)) = (all, more) {
                all.merge(more);
            }
        }
    }
    Ok(all)
}

/// Empty reservoirs. Those of one stream of positions draw independently of those of another, and of each other.
fn reservoirs(options: &Options, wanted: &[bool], stream: usize) -> Samples {
    let number = |rule: usize| (stream * RULES.len() + rule) as u64;
    let empty = |rule| Reservoir::new(options.samples, options.seed, number(rule));
    wanted.iter().enumerate().map(|(rule, wanted)| wanted.then(|| empty(rule))).collect()
}

/// The sampled decisions by the position they were taken in.
fn tasks(samples: Samples, positions: usize) -> Vec<Vec<Decision>> {
    let mut tasks: Vec<Vec<Decision>> = vec![Vec::new(); positions];
    for decision in samples.into_iter().flatten().flat_map(Reservoir::into_items) {
        tasks[decision.position].push(decision);
    }
    tasks.retain(|decisions| !decisions.is_empty());
    tasks
}

/// Checks every decision: the position is searched again, to learn what was learnt, and then the nodes in question.
fn check_all(
    options: &Options,
    positions: &[Position],
    tasks: &[Vec<Decision>],
    cancel: &Cancel,
) -> Result<Vec<Option<Vec<Option<Verdict>>>>, LabError> {
    let total = tasks.iter().map(Vec::len).sum();
    let progress = bar(total).with_message("decisions checked");
    let limits = Limits::depth(options.depth);
    let nodes = std::sync::atomic::AtomicU64::new(0);
    let work = |engine: &mut Engine, decisions: &Vec<Decision>| {
        let Some(first) = decisions.first() else { return Ok(None) };
        begin(engine, options, &positions[first.position])?;
        let mut verdicts = Vec::with_capacity(decisions.len());
        match cancel.admit(engine.controller()) {
            Some(_admission) => engine.go(&limits, &mut |_| {}),
            None => return Ok(None),
        };
        engine.set_hash(CHECK_HASH_MIB)?;
        for decision in decisions {
            let Some(_admission) = cancel.admit(engine.controller()) else { break };
            // The line was played by the search, so it can be played again.
            let verdict = check(engine, options.settings.techniques, decision).ok().flatten();
            if cancel.is_cancelled() {
                break;
            }
            let searched = verdict.map_or(CHECK_NODES, |verdict| verdict.nodes);
            let sum = nodes.fetch_add(searched, std::sync::atomic::Ordering::Relaxed);
            progress.set_message(format!("decisions checked, {} nodes", grouped(sum + searched)));
            progress.inc(1);
            verdicts.push(verdict);
        }
        Ok(Some(verdicts))
    };
    let checked = parallel::map(tasks, options.threads, cancel, || engine(options), work, &mut |_| {})?;
    progress.finish_and_clear();
    Ok(checked)
}
