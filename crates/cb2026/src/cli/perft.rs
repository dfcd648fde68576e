//! `perft`: the move generator against known counts.

use std::path::PathBuf;

use clap::Args;

use super::common::{Verdict, print};
use crate::output::Output;

/// The console's perft is a command line, so it is one argument.
const PERFT_HINT: &str = "\
To count from one position, use the console's command, quoted: cb2026 \"perft 3\"";

/// Arguments of `perft`.
#[derive(Args)]
#[command(after_help = PERFT_HINT)]
pub(crate) struct PerftArgs {
    /// The suite: positions with their counts, as in `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    pub(super) suite: PathBuf,
    /// Leave out counts of more plies than this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_depth: Option<u32>,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &PerftArgs, output: &Output) -> Verdict {
    let options = lab::perft_suite::Options { file: arguments.suite.clone(), max_depth: arguments.max_depth };
    let report = lab::perft_suite::run(&options)?;
    print(&report, arguments.json, output)?;
    Ok(report.passed())
}
