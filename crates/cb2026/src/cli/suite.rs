//! `suite`: positions with known best moves.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use lab::suite::Effort;

use super::common::{Common, Verdict, depth, print};
use crate::output::Output;

/// Arguments of `suite`.
#[derive(Args)]
pub(crate) struct SuiteArgs {
    /// The suite, in Extended Position Description with bm, am or dm
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) effort: EffortArgs,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(super) hash: usize,
    #[command(flatten)]
    pub(super) common: Common,
}

/// What ends the search of one position; exactly one is given.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct EffortArgs {
    /// Search so many nodes on each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Search each position to this depth, in plies
    #[arg(long, value_name = "D", value_parser = depth(1))]
    pub(super) depth: Option<u32>,
    /// Search so many milliseconds on each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) movetime: Option<u64>,
}

/// Runs the command.
pub(super) fn run(arguments: &SuiteArgs, output: &Output) -> Verdict {
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
        settings: arguments.common.settings()?,
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
