//! Tuning of the search's numbers by self-play: SPSA over games between two copies of the engine in this process.
//!
//! Every iteration makes two sets of values and lets them play some pairs of games, each pair from an opening of its own.
//! The games of an iteration are spread over threads; the values move once all have ended, so a run depends on its
//! [`Config`] alone: not on the number of threads, nor on how often it was interrupted. (With clocks instead of nodes the games
//! themselves depend on the machine.)
//!
//! Formulas and defaults are fishtest's and OpenBench's; parameters are given and printed as lines that OpenBench takes.

mod course;
mod objective;
mod parameters;
mod patch;
mod plot;
mod report;
mod spsa;
#[cfg(test)]
mod tests;

pub use course::{Checkpoint, Course, Point};
pub use objective::{Games, Objective, Trial};
pub use parameters::{DEFAULT_R_END, line, lines, of_file, of_group};
pub use report::{Report, Tuned};
pub use spsa::Parameter;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::Settings;
use serde::{Deserialize, Serialize};

use crate::Cancel;
use crate::error::LabError;
use crate::parallel::STACK_BYTES;
use crate::progress::bar;
use crate::tournament::OpeningSource;
use crate::tournament::openings::{Openings, Variant};
use crate::tournament::pace::Pace;
use spsa::Iteration;

/// Nodes a move unless told otherwise.
pub const DEFAULT_NODES: u64 = 5000;
/// Pairs of games in an iteration unless told otherwise; as on OpenBench.
pub const DEFAULT_PAIRS_PER: u64 = 8;
/// Iterations unless told otherwise: 20,000 games.
pub const DEFAULT_ITERATIONS: u64 = 1250;
/// Size of each engine's transposition table, MiB, unless told otherwise.
pub const DEFAULT_HASH_MIB: usize = crate::tournament::in_process::DEFAULT_HASH_MIB;

/// How often the files are written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// What is tuned and how: everything the result depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Iterations in all; the schedule is stretched over them.
    pub iterations: u64,
    /// Pairs of games in an iteration.
    pub pairs_per: u64,
    /// How long a move takes, as [`Pace::set`] understands it: `nodes` or `tc`, ...
    pub pace: BTreeMap<String, String>,
    /// Size of each engine's transposition table, MiB.
    pub hash_mib: usize,
    /// A book of openings; made on the spot if `None`.
    pub openings: Option<PathBuf>,
    /// What flips, rounding and openings come from.
    pub seed: u64,
    /// What is set otherwise than by default, apart from the parameters: names and values as the console's `set` takes them.
    set: Vec<(String, String)>,
    /// Nodes of a bench of the engine before it is tuned. A tuning does not go on with another engine.
    signature: u64,
    /// Of the book's content, if there is a book.
    #[serde(default)]
    fingerprint: Option<u64>,
}

impl Config {
    /// Tuning of these parameters with everything else as usual; [`Config::set`] is still to be called.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>) -> Self {
        Config {
            parameters,
            iterations: DEFAULT_ITERATIONS,
            pairs_per: DEFAULT_PAIRS_PER,
            pace: BTreeMap::from([("nodes".to_owned(), DEFAULT_NODES.to_string())]),
            hash_mib: DEFAULT_HASH_MIB,
            openings: None,
            seed: 1,
            set: Vec::new(),
            signature: 0,
            fingerprint: None,
        }
    }

    /// Sets the rest of the engine: names and values as the console's `set` takes them; without any, as before.
    ///
    /// # Errors
    /// [`LabError::Value`] if one is refused, or is a parameter that is tuned; [`LabError::Hash`].
    pub fn set(&mut self, set: &[(String, String)]) -> Result<(), LabError> {
        if !set.is_empty() {
            self.set = set.to_vec();
        }
        self.signature = crate::bench::signature(&self.settings()?)?;
        Ok(())
    }

    fn tunes(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.name == name)
    }

    /// The settings of the engine, apart from what is tuned.
    fn settings(&self) -> Result<Settings, LabError> {
        let mut settings = Settings::default();
        for (name, value) in &self.set {
            let refused =
                |expected: &str| LabError::value("what is set", expected, format!("{name}={value}"));
            if self.tunes(name) {
                return Err(refused("no parameter that is tuned"));
            }
            settings.set(name, value).map_err(|error| refused(&format!("a setting ({error})")))?;
        }
        Ok(settings)
    }

    fn pace(&self) -> Result<Pace, LabError> {
        let mut pace = Pace::default();
        self.pace.iter().try_for_each(|(key, value)| pace.set(key, value))?;
        pace.check()?;
        Ok(pace)
    }

    fn openings(&self) -> Result<Openings, LabError> {
        OpeningSource::new(self.openings.as_deref(), Variant::Standard).open(self.seed)
    }

    fn check(&self) -> Result<(), LabError> {
        for (what, value) in [("iterations", self.iterations), ("pairs-per", self.pairs_per)] {
            if value == 0 {
                return Err(LabError::value(what, "at least 1", value));
            }
        }
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let twice = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name));
        match twice {
            _ if names.is_empty() => Err(LabError::value("what is tuned", "at least one parameter", "none")),
            Some((_, name)) => {
                Err(LabError::value("what is tuned", "each parameter once", format!("{name} twice")))
            }
            None => Ok(()),
        }
    }
}

/// A tuning to be run.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// What is tuned and how.
    pub config: Config,
    /// Where the course is kept. Beside it, with other extensions, are written: `.params` (lines for OpenBench with the tuned values),
    /// `.svg` (the course of each parameter), `.patch` (a change of the declarations).
    pub checkpoint: PathBuf,
    /// Whether to go on from that file, which must be of the same configuration; if not, the file must not exist.
    pub resume: bool,
    /// Games played at the same time, at least 1.
    pub threads: usize,
}

/// Tunes. `each` hears of every finished iteration. The files are written every minute and at the end, also when it is
/// given up: the report then tells how far it came, and the iteration that was going on is played again when it is resumed.
///
/// # Errors
/// [`LabError::Content`] if the file to resume from is of another configuration or not usable, or if there is one and it was not
/// to be resumed; [`LabError::Value`], [`LabError::Hash`], [`LabError::Read`], [`LabError::Write`], and
/// [`LabError::Engine`] if the engine fails in a game.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&Course)) -> Result<Report, LabError> {
    let Options { config, checkpoint, resume, threads } = options;
    config.check()?;
    let (settings, pace, openings) = (config.settings()?, config.pace()?, config.openings()?);
    let fingerprint = config.openings.is_some().then(|| openings.fingerprint());
    let config = &Config { fingerprint, ..config.clone() };
    let mut course = begin(config, checkpoint, *resume)?;
    let games = || Games::new(&config.parameters, &settings, &pace, &openings, config.hash_mib);
    let mut players = (0..(*threads).max(1)).map(|_| games()).collect::<Result<Vec<_>, _>>()?;
    save(config, &course, checkpoint)?;
    let progress = bar(config.iterations as usize);
    progress.set_position(course.iterations);
    progress.reset_eta();
    let mut saved = Instant::now();
    let outcome = optimise(config, &mut course, &mut players, cancel, &mut |course| {
        progress.inc(1);
        progress.set_message(report::progress_line(course));
        each(course);
        if saved.elapsed() >= SAVE_EVERY {
            save(config, course, checkpoint)?;
            saved = Instant::now();
        }
        Ok(())
    });
    progress.finish_and_clear();
    save(config, &course, checkpoint)?;
    outcome?;
    Ok(Report::new(config, &course, checkpoint))
}

/// The course so far: none, or what the file holds.
fn begin(config: &Config, path: &Path, resume: bool) -> Result<Course, LabError> {
    if resume {
        let checkpoint = Checkpoint::load(path)?;
        checkpoint.check(config, path)?;
        return Ok(checkpoint.course);
    }
    if path.exists() {
        let reason = "there already; resume it, or name another file".to_owned();
        return Err(LabError::Content { path: path.to_owned(), reason });
    }
    Ok(Course::new(config))
}

/// Writes the checkpoint and what people want to see beside it.
fn save(config: &Config, course: &Course, path: &Path) -> Result<(), LabError> {
    Checkpoint::new(config.clone(), course.clone()).save(path)?;
    let report = Report::new(config, course, path);
    let beside =
        |extension: &str, text: &str| crate::Replacement::begin(&path.with_extension(extension))?.write(text);
    beside("params", &(report.lines() + "\n"))?;
    beside("patch", &report.patch)?;
    let picture = plot::svg(config, course).map_err(|error| LabError::Write {
        path: path.with_extension("svg"),
        source: std::io::Error::other(error.to_string()),
    })?;
    beside("svg", &picture)
}

/// Takes the course to its last iteration, or as far as it comes before `cancel` is asked. The games of an iteration are
/// shared out among the `players`; `each` hears of every finished iteration.
///
/// # Errors
/// Those of the objective, but [`LabError::Cancelled`], and those of `each`.
pub fn optimise<O: Objective>(
    config: &Config,
    course: &mut Course,
    players: &mut [O],
    cancel: &Cancel,
    each: &mut dyn FnMut(&Course) -> Result<(), LabError>,
) -> Result<(), LabError> {
    while course.iterations < config.iterations {
        let begun = Instant::now();
        let k = course.iterations + 1;
        let mut iteration = Iteration::new(&config.parameters, k, config.iterations, config.seed);
        let trials: Vec<Trial> = (0..config.pairs_per)
            .map(|pair| Trial {
                pair: course.iterations * config.pairs_per + pair,
                plus: iteration.side(&course.values, 1.0),
                minus: iteration.side(&course.values, -1.0),
            })
            .collect();
        let results = match play(&trials, players, cancel) {
            Err(LabError::Cancelled) => return Ok(()),
            results => results?,
        };
        let mut values = course.values.clone();
        iteration.learn(&mut values, results.iter().flatten().sum::<i64>() as f64);
        results.iter().for_each(|pair| course.count(*pair));
        course.seconds += begun.elapsed().as_secs_f64();
        course.advance(values);
        each(course)?;
    }
    Ok(())
}

/// Plays two games of each trial; the results are in the order of the trials, whoever played them.
fn play<O: Objective>(
    trials: &[Trial],
    players: &mut [O],
    cancel: &Cancel,
) -> Result<Vec<[i64; 2]>, LabError> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![[0; 2]; trials.len()]);
    // The first error of any thread keeps the others from beginning another game.
    let failed = Mutex::new(None);
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    let failure = || failed.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |player: &mut O| {
        while failure().is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(trial) = trials.get(index / 2) else { return };
            match player.play(trial, index % 2 == 1, cancel) {
                Ok(result) => lock()[index / 2][index % 2] = result,
                Err(error) => {
                    failure().get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for player in players {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, || work(player)) {
                failure().get_or_insert(LabError::Engine(format!("no thread to play in: {error}")));
            }
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}
