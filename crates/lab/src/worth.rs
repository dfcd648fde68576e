//! What each technique is worth: matches of the engine as it plays against itself without one technique (or with one that is off
//! by default), and of each stage against the one before it.
//!
//! Beside the Elo stands what the technique saves in nodes at a fixed depth (see [`ablate`]), and how often its
//! decisions are wrong (see [`audit`]). Techniques overlap, so figures do not add up: each says what is lost when only
//! this one goes.

mod report;
#[cfg(test)]
mod tests;

pub use report::{Report, Row, Table};

use std::path::PathBuf;

use engine::{Settings, Stage, Technique, Techniques};

use crate::Cancel;
use crate::ablate;
use crate::audit;
use crate::error::LabError;
use crate::stats::{Model, Sprt};
use crate::tournament::adjudication::Rules;
use crate::tournament::openings::{Variant, file_name};
use crate::tournament::pace::Pace;
use crate::tournament::spec::PlayerSpec;
use crate::tournament::{self, OpeningSource};

/// Games of each match unless told otherwise.
pub const DEFAULT_GAMES: u64 = 1000;
/// Nodes a move unless told otherwise.
pub const DEFAULT_NODES: u64 = 10_000;
/// Games of each match on the clock unless told otherwise.
pub const DEFAULT_TIMED_GAMES: u64 = 400;
/// How many techniques are played again on the clock unless told otherwise: those worth most.
pub const DEFAULT_TIMED_ROWS: usize = 5;
/// The folder of the journals unless told otherwise.
pub const DEFAULT_JOURNALS: &str = "worth.journals";

/// Games of each match before the next one has its turn, so that what is there after a break is there for all.
const SLICE: u64 = 200;
/// Nodes after which the count of one position is given up: enough for every technique, not for the first stages, whose trees
/// would take longer than the games.
const NODE_CAP: u64 = 3_000_000;
/// The hypotheses that the LLR compares, in normalized Elo.
const ELO0: f64 = 0.0;
const ELO1: f64 = 5.0;
/// Error rates of the test.
const ERROR_RATE: f64 = 0.05;

/// A second measurement, on the clock, of the techniques worth most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timed {
    /// The pace.
    pub pace: Pace,
    /// Games of each match, an even number.
    pub games: u64,
    /// How many techniques.
    pub rows: usize,
}

/// What is to be measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How long a move takes.
    pub pace: Pace,
    /// Games of each match, an even number.
    pub games: u64,
    /// Games of the match of a technique that those leave in doubt (the 95 % interval includes 0), an even number; if not
    /// larger, there is no playing on.
    pub doubtful: u64,
    /// The techniques.
    pub techniques: Vec<Technique>,
    /// Whether each stage is played against the one before it, too.
    pub stages: bool,
    /// A second measurement on the clock, if any.
    pub timed: Option<Timed>,
    /// A book of openings; made on the spot if `None`.
    pub openings: Option<PathBuf>,
    /// Seed of the openings.
    pub seed: u64,
    /// Games played at a time, at least 1.
    pub concurrency: usize,
    /// The folder in which the journals of the matches are kept. What is there already is gone on from.
    pub journals: PathBuf,
    /// Depth at which nodes are counted and decisions checked, plies.
    pub depth: u32,
    /// Decisions of each kind that are checked at most; none if 0.
    pub samples: usize,
    /// The command that asks for this, as the document quotes it.
    pub command: String,
}

/// Something measured: two sets of techniques that play each other.
#[derive(Clone, PartialEq, Debug)]
struct Subject {
    /// The technique, or `stage 12`.
    name: String,
    summary: String,
    with: Techniques,
    without: Techniques,
    /// Whether the engine plays with it.
    in_use: bool,
}

impl Subject {
    fn technique(technique: Technique) -> Self {
        let usual = Techniques::default();
        Subject {
            name: technique.name().to_owned(),
            summary: technique.summary().to_owned(),
            with: usual.with(technique),
            without: usual.without(technique),
            in_use: usual.has(technique),
        }
    }

    /// Each stage and the one before it.
    fn stages() -> Vec<Self> {
        let mut before = Stage::PLAIN;
        let mut subject = |stage: Stage| {
            let names: Vec<&str> =
                Technique::ALL.iter().filter(|t| t.stage() == stage).map(|t| t.name()).collect();
            let (with, without) = (Techniques::up_to(stage), Techniques::up_to(before));
            before = stage;
            Subject { name: format!("stage {stage}"), summary: names.join(", "), with, without, in_use: true }
        };
        Stage::all().into_iter().map(&mut subject).collect()
    }
}

/// Plays the matches, then counts nodes and checks decisions. `each` hears of every match that has come to the end of its turn,
/// in a line. Given up, it reports what there is; called again, it goes on from the journals.
///
/// # Errors
/// [`LabError`] as [`tournament::run`], [`ablate::run`] and [`audit::run`] have them; [`LabError::Cancelled`] if there is not even
/// one game to report.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&str)) -> Result<Report, LabError> {
    let sprt = Sprt::new(ELO0, ELO1, ERROR_RATE, ERROR_RATE, Model::Normalized)?;
    let mut techniques: Vec<Subject> = options.techniques.iter().copied().map(Subject::technique).collect();
    let stages = if options.stages { Subject::stages() } else { Vec::new() };
    let all: Vec<Subject> = techniques.iter().chain(&stages).cloned().collect();
    let signature = crate::bench::signature(&Settings::default())?;
    let mut series = Series { options, sprt: &sprt, cancel, signature, each };
    let mut rows = series.play(&all, options.pace, options.games)?;
    if cancel.is_cancelled() && rows.iter().all(|row| row.games.games() == 0) {
        return Err(LabError::Cancelled);
    }
    let stages = rows.split_off(techniques.len());
    series.play_on(&techniques, &mut rows)?;
    let mut table = Table::sorted(options.pace, options.games, rows);
    let mut stages = Table::new(options.pace, options.games, stages);
    let mut timed = None;
    if let Some(Timed { pace, games, rows }) = options.timed.filter(|_| !cancel.is_cancelled()) {
        // The order of the table, not that of the registry.
        let place = |subject: &Subject| table.rows.iter().position(|row| row.name == subject.name);
        techniques.sort_by_key(place);
        techniques.truncate(rows);
        timed = Some(Table::sorted(pace, games, series.play(&techniques, pace, games)?));
    }
    // Last, because they are not kept: whoever goes on with the games need not wait for them first.
    let (nodes, audits) = (count_nodes(options, cancel)?, audits(options, cancel)?);
    for row in table.rows.iter_mut().chain(&mut stages.rows) {
        nodes.iter().for_each(|nodes| row.add_nodes(nodes));
        audits.iter().for_each(|audit| row.add_audit(audit));
    }
    Ok(Report {
        techniques: table,
        stages,
        timed,
        doubtful: options.doubtful,
        signature,
        hypotheses: sprt.hypotheses(),
        bounds: sprt.bounds(),
        depth: options.depth,
        openings: options.openings.as_deref().map_or_else(|| "made on the spot".to_owned(), file_name),
        seed: options.seed,
        command: options.command.clone(),
        cancelled: cancel.is_cancelled(),
    })
}

/// Nodes with each technique switched and at each stage; nothing if given up.
fn count_nodes(options: &Options, cancel: &Cancel) -> Result<Option<ablate::Report>, LabError> {
    let options = ablate::Options {
        depth: options.depth,
        branching: false,
        node_cap: NODE_CAP,
        techniques: options.techniques.clone(),
        stages: options.stages,
        ..ablate::Options::default()
    };
    match ablate::run(&options, cancel) {
        Err(LabError::Cancelled) => Ok(None),
        report => report.map(Some),
    }
}

/// How often techniques are wrong; nothing if not asked for or given up, or if none of them can be. Those that the engine does not
/// play with have an audit of their own, in which they are on: the others are judged in the engine as it plays.
fn audits(options: &Options, cancel: &Cancel) -> Result<Vec<audit::Report>, LabError> {
    let claims = options.techniques.iter().copied().filter(|&technique| audit::claims(technique));
    let (in_use, off): (Vec<_>, Vec<_>) = claims.partition(|&technique| Techniques::default().has(technique));
    let mut reports = Vec::new();
    for techniques in [in_use, off] {
        if options.samples == 0 || techniques.is_empty() {
            continue;
        }
        let options = audit::Options {
            depth: options.depth,
            samples: options.samples,
            techniques,
            threads: options.concurrency,
            ..audit::Options::default()
        };
        match audit::run(&options, cancel) {
            Err(LabError::Cancelled) => {}
            report => reports.push(report?),
        }
    }
    Ok(reports)
}

/// Matches that take turns.
struct Series<'a> {
    options: &'a Options,
    sprt: &'a Sprt,
    cancel: &'a Cancel,
    /// Of the engine as it plays.
    signature: u64,
    each: &'a mut dyn FnMut(&str),
}

impl Series<'_> {
    /// The rows in the order of the subjects.
    fn play(&mut self, subjects: &[Subject], pace: Pace, games: u64) -> Result<Vec<Row>, LabError> {
        let mut rows: Vec<Row> = subjects.iter().map(|subject| Row::empty(subject, games)).collect();
        'series: for turn in 1..=games.div_ceil(SLICE).max(1) {
            for (number, (subject, row)) in (1..).zip(subjects.iter().zip(&mut rows)) {
                if self.cancel.is_cancelled() {
                    break 'series;
                }
                row.count(&self.turn(subject, pace, games.min(turn * SLICE))?, self.sprt);
                (self.each)(&format!("match {number} of {}, {}", subjects.len(), row.line()));
            }
        }
        // Given up, matches play no more, but their journals may hold games of earlier runs.
        if self.cancel.is_cancelled() {
            for (subject, row) in subjects.iter().zip(&mut rows) {
                row.count(&self.turn(subject, pace, games)?, self.sprt);
            }
        }
        Ok(rows)
    }

    /// Plays on with the techniques whose worth is in doubt.
    fn play_on(&mut self, techniques: &[Subject], rows: &mut [Row]) -> Result<(), LabError> {
        let Options { pace, games, doubtful, .. } = *self.options;
        if doubtful <= games {
            return Ok(());
        }
        let in_doubt = rows.iter_mut().zip(techniques).filter(|(row, _)| row.in_doubt());
        let (rows, subjects): (Vec<&mut Row>, Vec<Subject>) =
            in_doubt.map(|(row, technique)| (row, technique.clone())).unzip();
        for (row, played_on) in rows.into_iter().zip(self.play(&subjects, pace, doubtful)?) {
            *row = played_on;
        }
        Ok(())
    }

    /// Takes a match to so many games.
    fn turn(&self, subject: &Subject, pace: Pace, games: u64) -> Result<tournament::Report, LabError> {
        let player = |name: &str, techniques: Techniques| {
            PlayerSpec::in_process(name, Settings { techniques, ..Settings::default() })
        };
        let players = vec![player("with", subject.with), player("without", subject.without)];
        let Options { openings, seed, concurrency, journals, .. } = self.options;
        let openings = OpeningSource::new(openings.as_deref(), Variant::Standard);
        // A match at another pace, or of an engine that plays differently, has a journal of its own.
        let name =
            format!("{} at {pace} engine {}.journal", subject.name, self.signature).replace([' ', '/'], "_");
        let options = tournament::Options {
            concurrency: *concurrency,
            pin: *concurrency > 1,
            openings,
            seed: *seed,
            rules: Rules::fishtest(),
            resume: Some(journals.join(name)),
            rating_interval: 0,
            ..tournament::Options::new(players, pace, games)
        };
        tournament::run(&options, self.cancel, &mut |_| {})
    }
}
