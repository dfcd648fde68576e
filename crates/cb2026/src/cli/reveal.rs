//! `reveal`: which technique hides a move?

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use lab::reveal::{DEFAULT_MOST, DEFAULT_NODES, DEFAULT_SUITE_NODES, Options, Puzzle, Source};

use super::common::{Common, Verdict, command_line, interruptible, print, start_position, threads};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 reveal --fen \"8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1\" --move Rf1
  cb2026 reveal --fen \"...\" --move e1f1 --move e1d1 --nodes 5000000     either of two moves
  cb2026 reveal --fen \"...\" --avoid Qxb2                                anything but a move
  cb2026 reveal --suite zugzwang.epd tactics.epd --limit 50 --threads 2 --markdown reveal.md";

/// Arguments of `reveal`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RevealArgs {
    /// The position: a FEN, or startpos
    #[arg(long, value_name = "FEN", required_unless_present = "suite")]
    fen: Option<String>,
    /// The move that ought to be played, as Nf3 or g1f3; give it again for other moves that would do
    #[arg(long = "move", value_name = "MOVE", requires = "fen")]
    moves: Vec<String>,
    /// A move that ought not to be played
    #[arg(long, value_name = "MOVE", requires = "fen")]
    avoid: Vec<String>,
    /// Look into every position of these files of EPD with bm or am
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "fen")]
    suite: Vec<PathBuf>,
    /// Look into the first N positions of each file only
    #[arg(long, value_name = "N", requires = "suite")]
    limit: Option<usize>,
    /// Nodes of every search [default: 1000000; 100000 with --suite]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Switch off at most so many techniques together
    #[arg(long, value_name = "K", default_value_t = DEFAULT_MOST as u64, value_parser = clap::value_parser!(u64).range(1..=10))]
    most: u64,
    /// Searches at once; all cores if not given. The result does not depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Also write the result to this file, as a document
    #[arg(long, value_name = "FILE", requires = "suite")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &RevealArgs, output: &Output) -> Verdict {
    let (source, nodes) = match &arguments.fen {
        Some(fen) => {
            let puzzle = Puzzle::new(start_position(fen)?, &arguments.moves, &arguments.avoid)?;
            (Source::One(Box::new(puzzle)), DEFAULT_NODES)
        }
        None => {
            let (files, limit) = (arguments.suite.clone(), arguments.limit);
            (Source::Suites { files, limit }, DEFAULT_SUITE_NODES)
        }
    };
    let options = Options {
        source,
        nodes: arguments.nodes.unwrap_or(nodes),
        most: usize::try_from(arguments.most).unwrap_or(DEFAULT_MOST),
        threads: threads(arguments.threads),
        settings: arguments.common.settings()?,
    };
    // Begun before the measurement, which takes minutes: a place that cannot be written is refused at once.
    let document = arguments.markdown.as_deref().map(lab::Replacement::begin).transpose()?;
    let json = arguments.common.json;
    let report = lab::reveal::run(&options, &interruptible()?, &mut |finding| {
        if !json {
            output.line(finding.sentence());
        }
    })?;
    print(&report, json, output)?;
    if let Some(document) = document {
        document.write(&report.markdown(&command_line()))?;
    }
    Ok(true)
}
