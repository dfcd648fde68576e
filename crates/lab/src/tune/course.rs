//! How far a tuning has come: what must be kept to go on with it, and the file it is kept in.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Config;
use crate::Replacement;
use crate::error::LabError;
use crate::progress::per_hour;
use crate::stats::{Penta, Trinomial};

/// Points of the course that are kept at most; then every second one is dropped.
const MOST_POINTS: usize = 1000;
/// Version of the file.
const FORMAT: u32 = 1;
/// Differences between two configurations that are spelled out.
const SPELLED_OUT: usize = 3;

/// The values after an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The iteration; 0 is the start.
    pub iteration: u64,
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
}

/// How far a tuning has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Finished iterations.
    pub iterations: u64,
    /// The values now, in the order of the parameters.
    pub values: Vec<f64>,
    /// Pairs played, by the points of the plus side. It should come out even.
    pub penta: Penta,
    /// The games of these pairs, seen from the plus side.
    pub games: Trinomial,
    /// Time played, seconds.
    pub seconds: f64,
    /// The values over time, thinned out evenly.
    pub points: Vec<Point>,
    /// Every how many iterations a point is kept.
    every: u64,
}

impl Course {
    /// At the start.
    #[must_use]
    pub(super) fn new(config: &Config) -> Self {
        let values: Vec<f64> = config.parameters.iter().map(|parameter| parameter.start).collect();
        Course {
            iterations: 0,
            points: vec![Point { iteration: 0, values: values.clone() }],
            values,
            penta: Penta::default(),
            games: Trinomial::default(),
            seconds: 0.0,
            every: 1,
        }
    }

    /// Counts a pair of games: 1, 0 or -1 for each, as the plus side won, drew or lost.
    pub(super) fn count(&mut self, pair: [i64; 2]) {
        for result in pair {
            match result.signum() {
                1 => self.games.wins += 1,
                0 => self.games.draws += 1,
                _ => self.games.losses += 1,
            }
        }
        let points = pair.iter().map(|result| result.signum() + 1).sum::<i64>();
        self.penta.0[points as usize] += 1;
    }

    /// Notes a finished iteration.
    pub(super) fn advance(&mut self, values: Vec<f64>) {
        self.iterations += 1;
        self.values = values;
        if self.iterations.is_multiple_of(self.every) {
            self.points.push(Point { iteration: self.iterations, values: self.values.clone() });
        }
        if self.points.len() > MOST_POINTS {
            self.every *= 2;
            self.points.retain(|point| point.iteration.is_multiple_of(self.every));
        }
    }

    /// Games an hour; 0 before the first.
    #[must_use]
    pub fn games_per_hour(&self) -> f64 {
        per_hour(self.games.games(), self.seconds)
    }
}

/// The file: the configuration and the course.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    format: u32,
    /// What is tuned and how.
    pub config: Config,
    /// How far it has come.
    pub course: Course,
}

impl Checkpoint {
    pub(super) fn new(config: Config, course: Course) -> Self {
        Checkpoint { format: FORMAT, config, course }
    }

    /// Reads a file written by [`run`](super::run).
    ///
    /// # Errors
    /// [`LabError::Read`]; [`LabError::Content`] if it is no checkpoint, or one that has been damaged.
    pub fn load(path: &Path) -> Result<Self, LabError> {
        let refuse = |reason: String| LabError::Content { path: path.to_owned(), reason };
        let text = crate::files::read(path)?;
        let checkpoint: Checkpoint = serde_json::from_str(&text)
            .map_err(|error| refuse(format!("no checkpoint of a tuning: {error}")))?;
        let parameters = checkpoint.config.parameters.len();
        let whole = std::iter::once(&checkpoint.course.values)
            .chain(checkpoint.course.points.iter().map(|point| &point.values))
            .all(|values| values.len() == parameters && values.iter().all(|value| value.is_finite()));
        if checkpoint.format != FORMAT || !whole || checkpoint.course.every == 0 {
            return Err(refuse("a checkpoint of another version, or a damaged one".to_owned()));
        }
        Ok(checkpoint)
    }

    /// Writes the file, whole or not at all.
    pub(super) fn save(&self, path: &Path) -> Result<(), LabError> {
        let text = serde_json::to_string(self)
            .map_err(|error| LabError::Write { path: path.to_owned(), source: error.into() })?;
        Replacement::begin(path)?.write(&text)
    }

    /// Refuses to go on under another configuration.
    pub(super) fn check(&self, config: &Config, path: &Path) -> Result<(), LabError> {
        let value = |config: &Config| serde_json::to_value(config).unwrap_or_default();
        let mut found = Vec::new();
        differences("", &value(&self.config), &value(config), &mut found);
        if found.is_empty() {
            return Ok(());
        }
        let more = found.len().saturating_sub(SPELLED_OUT);
        found.truncate(SPELLED_OUT);
        let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
        let reason = format!("another tuning: {}{rest}", found.join("; "));
        Err(LabError::Content { path: path.to_owned(), reason })
    }
}

/// Where two values differ, in words.
fn differences(place: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
    let within = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            let keys = before.keys().chain(now.keys().filter(|key| !before.contains_key(*key)));
            let get =
                |map: &serde_json::Map<String, Value>, key: &str| map.get(key).cloned().unwrap_or_default();
            for key in keys {
                differences(&within(key), &get(before, key), &get(now, key), found);
            }
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            for (index, (before, now)) in before.iter().zip(now).enumerate() {
                let name =
                    before.get("name").and_then(Value::as_str).map_or(index.to_string(), str::to_owned);
                differences(&within(&name), before, now, found);
            }
        }
        (Value::Array(before), Value::Array(now)) => {
            found.push(format!("{place} were {} and are {}", before.len(), now.len()));
        }
        _ if before != now => found.push(format!("{place} was {before} and is {now}")),
        _ => {}
    }
}
