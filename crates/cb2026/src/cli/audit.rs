//! `audit`: how often each technique is wrong.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use engine::Technique;

use super::common::{Common, Verdict, command_line, depth, interruptible, parse_technique, print, threads};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 audit                                          every technique that is on, on the positions of the bench
  cb2026 audit --set all=on                             those that are off by default, too
  cb2026 audit --technique lmr --samples 2000 --by-depth
  cb2026 audit --technique rfp --set rfp_margin=40      how a smaller margin would do
  cb2026 audit --positions games.epd --depth 12 --threads 2 --positions-out wrong.epd";

/// Arguments of `audit`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// Search these positions (FEN or EPD, one a line) instead of those of the bench
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Depth of the searches that are audited, in plies
    #[arg(long, value_name = "D", default_value_t = lab::audit::DEFAULT_DEPTH, value_parser = depth(1))]
    depth: u32,
    /// Check at most so many decisions of each kind
    #[arg(long, value_name = "N", default_value_t = lab::audit::DEFAULT_SAMPLES as u64, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: u64,
    /// Audit this technique only; it is switched on for it
    #[arg(long, value_name = "NAME", value_parser = parse_technique)]
    technique: Option<Technique>,
    /// Seed of the samples; the same seed gives the same report
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Positions worked on at once; all cores if not given. The result does not depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Also show the rates at every depth
    #[arg(long)]
    by_depth: bool,
    /// Write the wrong decisions to this file, as EPD
    #[arg(long, value_name = "FILE")]
    positions_out: Option<PathBuf>,
    /// Also write the result to this file, as a document
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &AuditArgs, output: &Output) -> Verdict {
    let options = lab::audit::Options {
        positions: arguments.positions.clone(),
        depth: arguments.depth,
        samples: usize::try_from(arguments.samples).unwrap_or(usize::MAX),
        techniques: arguments.technique.into_iter().collect(),
        seed: arguments.seed,
        threads: threads(arguments.threads),
        by_depth: arguments.by_depth,
        settings: arguments.common.settings()?,
    };
    // Begun before the measurement, which takes minutes: a place that cannot be written is refused at once.
    let positions = arguments.positions_out.as_deref().map(lab::Replacement::begin).transpose()?;
    let document = arguments.markdown.as_deref().map(lab::Replacement::begin).transpose()?;
    let report = lab::audit::run(&options, &interruptible()?)?;
    print(&report, arguments.common.json, output)?;
    if let Some(positions) = positions {
        positions.write(&report.epd())?;
    }
    if let Some(document) = document {
        document.write(&report.markdown(&command_line()))?;
    }
    Ok(true)
}
