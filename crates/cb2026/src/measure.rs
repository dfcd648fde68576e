//! Runs the laboratory's measurements and prints what they found.

use std::fmt::Display;
use std::process::ExitCode;
use std::time::Duration;

use engine::{SetError, Settings};
use lab::suite::Effort;
use lab::{Cancel, LabError};

use crate::cli::{AblateArgs, BenchArgs, Common, PerftArgs, SubCommand, SuiteArgs};
use crate::output::Output;

/// Why a measurement was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MeasureError {
    /// The laboratory could not make it.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// A setting was refused.
    #[error(transparent)]
    Setting(#[from] SetError),
    /// The result could not be written as JSON.
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Whether what was measured is as it should be.
type Verdict = Result<bool, MeasureError>;

/// Runs a sub-command; the exit status tells whether everything was as it should be.
pub(crate) fn run(command: SubCommand) -> ExitCode {
    let output = Output::stdout();
    let verdict = match command {
        SubCommand::Bench(arguments) => bench(&arguments, &output),
        SubCommand::Perft(arguments) => perft(&arguments, &output),
        SubCommand::Suite(arguments) => suite(&arguments, &output),
        SubCommand::Ablate(arguments) => ablate(&arguments, &output),
    };
    match verdict {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cb2026: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The bench, also for the console: every position as it is done, the total last.
///
/// # Errors
/// When there is no room for the table, or `cancel` says that it is no longer wanted.
pub(crate) fn bench_lines(
    options: &lab::bench::Options,
    cancel: &Cancel,
    output: &Output,
) -> Result<(), LabError> {
    let report = lab::bench::run_unless(cancel, options, &mut |line| {
        output.line(line);
        if output.is_closed() {
            cancel.cancel();
        }
    })?;
    output.line(report);
    Ok(())
}

fn bench(arguments: &BenchArgs, output: &Output) -> Verdict {
    let options = lab::bench::Options { depth: arguments.depth, settings: settings(&arguments.common)? };
    if arguments.common.json {
        let report = lab::bench::run(&options, &mut |_| {})?;
        output.line(serde_json::to_string_pretty(&report)?);
    } else {
        bench_lines(&options, &Cancel::default(), output)?;
    }
    Ok(true)
}

fn perft(arguments: &PerftArgs, output: &Output) -> Verdict {
    let options = lab::perft_suite::Options { file: arguments.suite.clone(), max_depth: arguments.max_depth };
    let report = lab::perft_suite::run(&options)?;
    print(&report, arguments.json, output)?;
    Ok(report.passed())
}

fn suite(arguments: &SuiteArgs, output: &Output) -> Verdict {
    let effort = &arguments.effort;
    let effort = match (effort.nodes, effort.depth, effort.movetime) {
        (Some(nodes), ..) => Effort::Nodes(nodes),
        (_, Some(depth), _) => Effort::Depth(depth),
        // The command line demands one of the three.
        (.., time) => Effort::Movetime(Duration::from_millis(time.unwrap_or_default())),
    };
    let options = lab::suite::Options {
        file: arguments.file.clone(),
        effort,
        hash_mib: arguments.hash,
        settings: settings(&arguments.common)?,
    };
    let json = arguments.common.json;
    let report = lab::suite::run(&options, &mut |answer| {
        if !json {
            output.line(answer);
        }
    })?;
    print(&report, json, output)?;
    Ok(true)
}

fn ablate(arguments: &AblateArgs, output: &Output) -> Verdict {
    let options = lab::ablate::Options {
        depth: arguments.depth,
        branching: !arguments.no_branching,
        node_cap: arguments.node_cap,
        settings: settings(&arguments.common)?,
        ..lab::ablate::Options::default()
    };
    // Begun before the measurement, which takes minutes: a place that cannot be written is refused at once.
    let document = arguments.markdown.as_deref().map(lab::Replacement::begin).transpose()?;
    let report = lab::ablate::run(&options)?;
    print(&report, arguments.common.json, output)?;
    if let Some(document) = document {
        document.write(&report.markdown())?;
    }
    Ok(true)
}

fn settings(common: &Common) -> Result<Settings, SetError> {
    let mut settings = Settings::default();
    for (name, value) in &common.settings {
        settings.set(name, value)?;
    }
    Ok(settings)
}

fn print(
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
