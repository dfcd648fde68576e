//! What the sub-commands share: arguments, errors, and how results are printed.

use std::fmt::Display;
use std::num::NonZeroUsize;

use chess::Position;
use clap::Args;
use clap::builder::RangedI64ValueParser;
use engine::{SetError, Settings, Technique};
use lab::{Cancel, LabError};

use crate::command::DEEPEST_SEARCH;
use crate::output::{Output, complain};

/// Exit status of a program that Ctrl-C ended: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Why a measurement was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MeasureError {
    /// The laboratory could not make it.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// A setting was refused.
    #[error(transparent)]
    Setting(#[from] SetError),
    /// Ctrl-C cannot be heeded.
    #[error("Ctrl-C cannot be handled: {0}")]
    Interrupt(#[from] ctrlc::Error),
    /// The result could not be written as JSON.
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Whether what was measured is as it should be.
pub(super) type Verdict = Result<bool, MeasureError>;

/// What most measurements take.
#[derive(Args)]
pub(crate) struct Common {
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Change a setting first, as the console's `set` does: --set nullmove=off
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) settings: Vec<(String, String)>,
}

/// A request to give up that Ctrl-C makes: what was measured so far is then reported. A second Ctrl-C ends the program.
///
/// # Errors
/// When the system allows no handler.
pub(super) fn interruptible() -> Result<Cancel, MeasureError> {
    let cancel = Cancel::default();
    let handled = cancel.clone();
    ctrlc::set_handler(move || {
        if handled.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        handled.cancel();
        complain("stopping: what is there so far follows; once more ends at once");
    })?;
    Ok(cancel)
}

/// The number of threads asked for, or one a core.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.map_or_else(lab::cores, NonZeroUsize::get)
}

/// Depths of a search, from `least` to the deepest there is, in plies.
pub(super) fn depth(least: u32) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(DEEPEST_SEARCH))
}

/// This command, as it may be given again; documents say by it how they came about.
pub(super) fn command_line() -> String {
    let quoted = |word: String| if word.contains(' ') { format!("'{word}'") } else { word };
    let words = std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("cb2026".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A position: a FEN, or `startpos`.
pub(super) fn start_position(text: &str) -> Result<Position, LabError> {
    Ok(match text.trim() {
        "startpos" => Position::startpos(),
        fen => Position::from_fen(fen)?,
    })
}

/// A technique by its name.
pub(super) fn parse_technique(name: &str) -> Result<Technique, String> {
    Technique::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        format!("there is no technique '{name}'; there are {}", names.join(", "))
    })
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("the form is NAME=VALUE")?;
    // Tried on a copy, so that a mistake is reported with the other mistakes of the command line.
    engine::Settings::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Common {
    /// The settings asked for.
    pub(super) fn settings(&self) -> Result<Settings, SetError> {
        let mut settings = Settings::default();
        for (name, value) in &self.settings {
            settings.set(name, value)?;
        }
        Ok(settings)
    }
}

/// Prints a result, for people or as JSON.
pub(super) fn print(
    report: &(impl Display + serde::Serialize),
    json: bool,
    output: &Output,
) -> Result<(), MeasureError> {
    if json {
        output.line(serde_json::to_string_pretty(report)?)
    } else {
        output.line(report)
    }
    Ok(())
}
