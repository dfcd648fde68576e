//! What a tuning has come to, for people and for files.

use std::fmt;
use std::path::{Path, PathBuf};

use comfy_table::{Table, presets};
use serde::Serialize;

use super::course::Course;
use super::patch::patch;
use super::{Config, parameters};
use crate::progress::grouped;
use crate::stats::{Estimate, Penta, Trinomial, positive_zero};
use crate::table::align_right;

/// A parameter before and after.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Where it started.
    pub start: f64,
    /// Where it is, before rounding.
    pub value: f64,
    /// How far it went, in units of its `c_end`.
    pub distance: f64,
    /// The line for OpenBench, with the value rounded.
    pub line: String,
}

/// What a tuning has come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Finished iterations.
    pub iterations: u64,
    /// Iterations in all; more than finished if it was given up.
    pub of: u64,
    /// Games, from the plus side.
    pub games: Trinomial,
    /// Pairs of games, by the points of the plus side.
    pub penta: Penta,
    /// Elo of the plus sides over the minus sides, which is zero but for chance.
    pub plus: Estimate,
    /// Time played, seconds.
    pub seconds: f64,
    /// Games an hour.
    pub games_per_hour: f64,
    /// The parameters.
    pub parameters: Vec<Tuned>,
    /// The values as a change of the declarations: a unified diff, empty if they round to what is declared.
    pub patch: String,
    /// The checkpoint; the other files lie beside it.
    pub checkpoint: PathBuf,
}

impl Report {
    pub(super) fn new(config: &Config, course: &Course, checkpoint: &Path) -> Report {
        let tuned = config.parameters.iter().zip(&course.values).map(|(parameter, &value)| Tuned {
            name: parameter.name.clone(),
            start: parameter.start,
            value,
            distance: (value - parameter.start) / parameter.c_end,
            line: parameters::line(parameter, value),
        });
        let rounded: Vec<(&str, i64)> = config
            .parameters
            .iter()
            .zip(&course.values)
            .map(|(parameter, value)| (parameter.name.as_str(), value.round() as i64))
            .collect();
        Report {
            iterations: course.iterations,
            of: config.iterations,
            games: course.games,
            penta: course.penta,
            plus: course.penta.elo(),
            seconds: course.seconds,
            games_per_hour: course.games_per_hour(),
            parameters: tuned.collect(),
            patch: patch(&rounded),
            checkpoint: checkpoint.to_owned(),
        }
    }

    /// The lines for OpenBench.
    #[must_use]
    pub fn lines(&self) -> String {
        let lines: Vec<&str> = self.parameters.iter().map(|tuned| tuned.line.as_str()).collect();
        lines.join("\n")
    }
}

/// Games, speed, and the score of the plus side, in a line.
pub(super) fn progress_line(course: &Course) -> String {
    format!(
        "{} games, {} an hour, plus {:.1} %",
        grouped(course.games.games()),
        grouped(course.games_per_hour() as u64),
        100.0 * course.games.score()
    )
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_BORDERS_ONLY);
        table.set_header(["parameter", "start", "tuned", "in C_end"]);
        for tuned in &self.parameters {
            table.add_row([
                tuned.name.clone(),
                tuned.start.to_string(),
                format!("{:.1}", tuned.value),
                format!("{:+.2}", positive_zero(tuned.distance)),
            ]);
        }
        align_right(&mut table, 1..4);
        let unfinished = if self.iterations < self.of { " (given up before the end)" } else { "" };
        writeln!(f, "{} of {} iterations{unfinished}", self.iterations, self.of)?;
        writeln!(
            f,
            "{} games in {:.0} s, {} an hour; plus against minus: {}, {:?}",
            grouped(self.games.games()),
            self.seconds,
            grouped(self.games_per_hour as u64),
            self.plus,
            self.penta.0
        )?;
        writeln!(f, "{table}\n\n{}", self.lines())?;
        match self.patch.is_empty() {
            true => writeln!(f, "\nAll round to what is declared.")?,
            false => write!(f, "\n{}", self.patch)?,
        }
        let stem = self.checkpoint.with_extension("");
        write!(f, "Written: {}, and {}.params, .patch, .svg", self.checkpoint.display(), stem.display())
    }
}
