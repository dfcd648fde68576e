//! `bench`: the node signature and the speed.

use clap::Args;

use super::common::{Common, Verdict, depth};
use crate::output::Output;
use lab::{Cancel, LabError};

/// Arguments of `bench`.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Depth of every search, in plies
    #[arg(default_value_t = lab::bench::DEFAULT_DEPTH, value_parser = depth(1))]
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &BenchArgs, output: &Output) -> Verdict {
    let options = lab::bench::Options { depth: arguments.depth, settings: arguments.common.settings()? };
    if arguments.common.json {
        let report = lab::bench::run(&options, &mut |_| {})?;
        output.line(serde_json::to_string_pretty(&report)?);
    } else {
        bench_lines(&options, &Cancel::default(), output)?;
    }
    Ok(true)
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
