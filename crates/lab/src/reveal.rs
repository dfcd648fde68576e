//! Which technique hides a move?
//!
//! A position is searched as the engine plays, and again with each technique off in turn, every time with the same number of nodes. If
//! the engine misses the move, and some technique off makes it find it, that technique hides the move. If no single one
//! does, techniques are switched off one after the other, each time the one that brings the move nearest to being chosen; from the
//! set that reveals the move, members that are not needed are dropped again. If the engine finds the move anyway, the trials tell what finds it
//! sooner, and what does not find it at all.

mod report;
#[cfg(test)]
mod tests;
mod trial;

use std::path::PathBuf;

use engine::{Engine, Settings, Technique};
use indicatif::ProgressBar;

use crate::cancel::Cancel;
use crate::epd;
use crate::error::LabError;
use crate::parallel;
use crate::perft_suite::Complaint;
use crate::progress::bar;
use trial::{Bench, names};

pub use report::{Report, Suite, Tally};
pub use trial::{Found, Puzzle, Trial};

/// Nodes of every search, unless told otherwise, where one position is looked into.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// Nodes of every search, unless told otherwise, where a suite is looked into.
pub const DEFAULT_SUITE_NODES: u64 = 100_000;

/// The largest set of techniques that is tried unless told otherwise.
pub const DEFAULT_MOST: usize = 3;

/// Table of every search, MiB.
const HASH_MIB: usize = 16;

/// The share of single switches above which a position is said to be on the edge.
const EDGE: f64 = 1.0 / 3.0;

/// What to look into, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The puzzles.
    pub source: Source,
    /// Nodes of every search.
    pub nodes: u64,
    /// The largest set of techniques to try.
    pub most: usize,
    /// Searches at once; the result does not depend on it.
    pub threads: usize,
    /// The techniques and parameters that count as the default.
    pub settings: Settings,
}

/// Where puzzles come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A single one.
    One(Box<Puzzle>),
    /// Files of EPD with `bm` or `am`.
    Suites {
        /// The files.
        files: Vec<PathBuf>,
        /// Take only so many puzzles of each.
        limit: Option<usize>,
    },
}

/// What was found out about one puzzle.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Finding {
    /// Its name; may be empty.
    pub id: String,
    /// The position, as FEN.
    pub fen: String,
    /// What solves it.
    pub wanted: String,
    /// Nodes of every search.
    pub nodes: u64,
    /// The engine as it plays.
    pub default: Trial,
    /// Each technique that is on, off in turn.
    pub singles: Vec<Trial>,
    /// The trial of the smallest set of techniques found that reveals the solution; `None` if the default finds it, or if nothing was found.
    pub revealed: Option<Trial>,
    /// So many single switches reveal it that none of them can be said to hide it: any change of the tree may do.
    pub on_edge: bool,
    /// Whether every trial was made; not if it was given up.
    pub complete: bool,
}

/// Looks into every puzzle; `each` is called with every finding as it comes. A request to give up ends it with what is there.
///
/// # Errors
/// [`LabError::Read`] and [`LabError::NoPositions`] for suites, [`LabError::Hash`] or [`LabError::Thread`] when the system has no room,
/// [`LabError::Cancelled`] when nothing was found out.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&Finding)) -> Result<Report, LabError> {
    let report = match &options.source {
        Source::One(puzzle) => {
            let progress = bar(1 + techniques(options).len()).with_message("searches");
            let finding = examine(options, puzzle, options.threads, &progress, cancel)?;
            progress.finish_and_clear();
            Report::new(options, Vec::new(), finding.into_iter().collect())
        }
        Source::Suites { files, limit } => suites(options, files, *limit, cancel, each)?,
    };
    match report.findings.is_empty() {
        true => Err(LabError::Cancelled),
        false => Ok(Report { complete: !cancel.is_cancelled(), ..report }),
    }
}

fn suites(
    options: &Options,
    files: &[PathBuf],
    limit: Option<usize>,
    cancel: &Cancel,
    each: &mut dyn FnMut(&Finding),
) -> Result<Report, LabError> {
    let (mut puzzles, mut suites) = (Vec::new(), Vec::new());
    for file in files {
        let parse =
            |text: &str, line: usize| epd::parse_line(text, line)?.map(Puzzle::from_suite).transpose();
        let (mut read, complaints) = epd::read_lines(file, parse)?;
        let in_file = read.len();
        read.truncate(limit.unwrap_or(usize::MAX));
        suites.push((file.clone(), in_file, read.len(), complaints));
        puzzles.append(&mut read);
    }
    let progress = bar(puzzles.len()).with_message("puzzles");
    let quiet = ProgressBar::hidden();
    let work = |_: &mut (), puzzle: &Puzzle| examine(options, puzzle, 1, &quiet, cancel);
    let each = &mut |finding: &Finding| {
        progress.suspend(|| each(finding));
        progress.inc(1);
    };
    let findings = parallel::map(&puzzles, options.threads, cancel, || Ok(()), work, each)?;
    progress.finish_and_clear();
    let mut findings = findings.into_iter();
    let mut all = Vec::new();
    let suite = |(file, in_file, total, complaints): (PathBuf, usize, usize, Vec<Complaint>)| {
        let own: Vec<Finding> =
            findings.by_ref().take(total).flatten().filter(|finding| finding.complete).collect();
        let suite = Suite::new(file, in_file, complaints, &own);
        all.extend(own);
        suite
    };
    let suites = suites.into_iter().map(suite).collect();
    Ok(Report::new(options, suites, all))
}

/// The techniques that can be switched off.
fn techniques(options: &Options) -> Vec<Technique> {
    let on = options.settings.techniques;
    Technique::ALL.iter().copied().filter(|&technique| on.has(technique)).collect()
}

/// Everything about one puzzle; `None` if it was given up before there was anything.
fn examine(
    options: &Options,
    puzzle: &Puzzle,
    threads: usize,
    progress: &ProgressBar,
    cancel: &Cancel,
) -> Result<Option<Finding>, LabError> {
    let bench = Bench { puzzle, settings: &options.settings, nodes: options.nodes, cancel };
    let search = Trials { bench, threads, progress };
    let Some(default) = search.trials(&[Vec::new()])?.pop().flatten() else { return Ok(None) };
    let candidates = techniques(options);
    let alone: Vec<Vec<Technique>> = candidates.iter().map(|&technique| vec![technique]).collect();
    let singles: Vec<Trial> = search.trials(&alone)?.into_iter().flatten().collect();
    let revealed = match default.found {
        Some(_) => None,
        None => search.smallest(&candidates, &singles, options.most)?,
    };
    let revealing = singles.iter().filter(|trial| trial.found.is_some()).count();
    Ok(Some(Finding {
        on_edge: default.found.is_none() && revealing as f64 > EDGE * singles.len() as f64,
        id: puzzle.id.clone(),
        fen: puzzle.position.fen(),
        wanted: puzzle.wanted.clone(),
        nodes: options.nodes,
        default,
        singles,
        revealed,
        complete: !cancel.is_cancelled(),
    }))
}

/// Makes trials, several at once.
struct Trials<'a> {
    bench: Bench<'a>,
    threads: usize,
    progress: &'a ProgressBar,
}

impl Trials<'_> {
    /// A trial for each set of techniques.
    fn trials(&self, sets: &[Vec<Technique>]) -> Result<Vec<Option<Trial>>, LabError> {
        let work = |engine: &mut Engine, off: &Vec<Technique>| Ok(self.bench.trial(engine, off));
        self.each(sets, work)
    }

    fn each<R: Send>(
        &self,
        sets: &[Vec<Technique>],
        work: impl Fn(&mut Engine, &Vec<Technique>) -> Result<Option<R>, LabError> + Sync,
    ) -> Result<Vec<Option<R>>, LabError> {
        let engine = || Ok(Engine::new(HASH_MIB)?);
        parallel::map(sets, self.threads, self.bench.cancel, engine, work, &mut |_| self.progress.inc(1))
    }

    /// The smallest set found of up to `most` techniques without which the solution is found.
    fn smallest(
        &self,
        candidates: &[Technique],
        singles: &[Trial],
        most: usize,
    ) -> Result<Option<Trial>, LabError> {
        if let Some(trial) = soonest(singles.to_vec()) {
            return Ok(Some(trial));
        }
        let mut off: Vec<Technique> = Vec::new();
        while off.len() + 1 < most {
            let Some(next) = self.nearest(&off, candidates)? else { return Ok(None) };
            off.push(next);
            let sets = extended(&off, candidates);
            self.progress.inc_length(sets.len() as u64);
            let trials = self.trials(&sets)?.into_iter().flatten().collect();
            if let Some(trial) = soonest(trials) {
                return self.without_idlers(trial, candidates).map(Some);
            }
        }
        Ok(None)
    }

    /// The technique that, off beside those that are, brings the solution nearest to being chosen.
    fn nearest(&self, off: &[Technique], candidates: &[Technique]) -> Result<Option<Technique>, LabError> {
        let sets = extended(off, candidates);
        self.progress.inc_length(sets.len() as u64);
        let gaps =
            self.each(&sets, |engine: &mut Engine, off: &Vec<Technique>| Ok(self.bench.gap(engine, off)))?;
        let known = sets.iter().zip(gaps).filter_map(|(set, gap)| Some((gap?, *set.last()?)));
        Ok(known.min_by_key(|&(gap, _)| gap).map(|(_, technique)| technique))
    }

    /// The trial of a set with every member dropped that is not needed.
    fn without_idlers(&self, mut trial: Trial, candidates: &[Technique]) -> Result<Trial, LabError> {
        let member = |technique: &&Technique| trial.off.contains(&technique.name());
        let mut off: Vec<Technique> = candidates.iter().filter(member).copied().collect();
        for technique in off.clone() {
            let fewer: Vec<Technique> = off.iter().copied().filter(|&other| other != technique).collect();
            self.progress.inc_length(1);
            let found = self.trials(std::slice::from_ref(&fewer))?.pop().flatten();
            if let Some(better) = found.filter(|trial| trial.found.is_some()) {
                (trial, off) = (better, fewer);
            }
        }
        debug_assert_eq!(trial.off.len(), names(&off).len());
        Ok(trial)
    }
}

/// The set with each candidate added in turn.
fn extended(off: &[Technique], candidates: &[Technique]) -> Vec<Vec<Technique>> {
    let others = candidates.iter().filter(|technique| !off.contains(technique));
    others.map(|&technique| off.iter().copied().chain([technique]).collect()).collect()
}

/// The trial that found the solution with the fewest nodes.
fn soonest(trials: Vec<Trial>) -> Option<Trial> {
    let nodes = |trial: &Trial| trial.found.map_or(u64::MAX, |found| found.nodes);
    trials.into_iter().filter(|trial| trial.found.is_some()).min_by_key(nodes)
}
