//! `wdl`: the chances of win, draw and loss that go with a score.

use std::path::PathBuf;

use clap::Args;

use super::common::{Verdict, interruptible, print};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 wdl games.vf                 from training games, on the scale of the search
  cb2026 wdl match.pgn --json         from a match, on the scale the engine reported
  cb2026 wdl games.vf --calibrate net.cbnn --out new.cbnn
                                      +100 will be a win as often as not; the games must be that network's";

/// Arguments of `wdl`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WdlArgs {
    /// Files of games: viriformat, or PGN with scores in the comments (.pgn, .pgn.gz, .pgn.zst)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Change the scale of this network, which played the games, so that +100 is a win as often as not at the usual material
    #[arg(long, value_name = "NET", requires = "out")]
    calibrate: Option<PathBuf>,
    /// Where the calibrated network goes
    #[arg(long, value_name = "FILE", requires = "calibrate")]
    out: Option<PathBuf>,
    /// Overwrite it if it exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &WdlArgs, output: &Output) -> Verdict {
    let WdlArgs { files, calibrate, out, force, json } = arguments;
    let calibrate = calibrate.as_ref().zip(out.as_ref()).map(|(network, out)| lab::wdl::Calibration {
        network: network.clone(),
        out: out.clone(),
        force: *force,
    });
    let options = lab::wdl::Options { files: files.clone(), calibrate };
    print(&lab::wdl::run(&options, &interruptible()?)?, *json, output)?;
    Ok(true)
}
