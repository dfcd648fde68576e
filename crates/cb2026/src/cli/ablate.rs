//! `ablate`: what each technique saves in nodes.

use std::path::PathBuf;

use clap::Args;

use super::common::{Common, Verdict, depth, interruptible, print};
use crate::output::Output;

/// Arguments of `ablate`.
#[derive(Args)]
pub(crate) struct AblateArgs {
    /// Depth of the two tables, in plies
    #[arg(long, value_name = "D", default_value_t = lab::ablate::DEFAULT_DEPTH, value_parser = depth(2))]
    pub(super) depth: u32,
    /// Give up a search after so many nodes and mark its row
    #[arg(long, value_name = "N", default_value_t = lab::ablate::DEFAULT_NODE_CAP, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) node_cap: u64,
    /// Leave out the effective branching factor, which takes longest
    #[arg(long)]
    pub(super) no_branching: bool,
    /// Also write the result to this file, as a document
    #[arg(long, value_name = "FILE")]
    pub(super) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &AblateArgs, output: &Output) -> Verdict {
    let options = lab::ablate::Options {
        depth: arguments.depth,
        branching: !arguments.no_branching,
        node_cap: arguments.node_cap,
        settings: arguments.common.settings()?,
        ..lab::ablate::Options::default()
    };
    // Begun before the measurement, which takes minutes: a place that cannot be written is refused at once.
    let document = arguments.markdown.as_deref().map(lab::Replacement::begin).transpose()?;
    let report = lab::ablate::run(&options, &interruptible()?)?;
    print(&report, arguments.common.json, output)?;
    // Half a measurement does not take the place of a whole one.
    if let Some(document) = document.filter(|_| report.complete) {
        document.write(&report.markdown())?;
    }
    Ok(report.complete)
}
