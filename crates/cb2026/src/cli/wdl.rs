//! `wdl`: the chances of win, draw and loss that go with a score.

use std::path::PathBuf;

use clap::Args;

use super::common::{Verdict, interruptible, print};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 wdl games.vf                 from training games, on the scale of the search
  cb2026 wdl match.pgn --json         from a match, on the scale the engine reported";

/// Arguments of `wdl`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WdlArgs {
    /// Files of games: viriformat, or PGN with scores in the comments (.pgn, .pgn.gz, .pgn.zst)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &WdlArgs, output: &Output) -> Verdict {
    let options = lab::wdl::Options { files: arguments.files.clone() };
    print(&lab::wdl::run(&options, &interruptible()?)?, arguments.json, output)?;
    Ok(true)
}
