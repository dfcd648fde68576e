//! `explain`: why a move was played, not played, or not even searched.

use std::path::PathBuf;

use chess::Game;
use clap::Args;
use lab::explain;

use super::common::{Common, Verdict, depth, interruptible, print, start_position};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 explain --depth 10                                   the first move of a game
  cb2026 explain --depth 10 --line \"e4 c5\" --move Nf3         what became of a move there
  cb2026 explain --fen \"8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1\" --depth 12 --move Re1 --set nullmove=off
  cb2026 explain --depth 8 --tree 4 --html tree.html          the tree, to be unfolded in a browser";

/// Arguments of `explain`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The position searched: a FEN, or startpos
    #[arg(long, default_value = "startpos")]
    pub(super) fen: String,
    /// Depth of the search, in plies
    #[arg(long, value_name = "D", value_parser = depth(1))]
    pub(super) depth: u32,
    /// Explain the node after these moves (e2e4 or e4, separated by blanks) rather than the root
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(super) line: String,
    /// Answer first what became of this move there
    #[arg(long = "move", value_name = "MOVE")]
    pub(super) mv: Option<String>,
    /// Keep so many plies of the tree below the node
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..=engine::MAX_PLY as u64))]
    pub(super) tree: Option<u64>,
    /// Write the tree to this file, as a page to unfold it in
    #[arg(long, value_name = "FILE", requires = "tree")]
    pub(super) html: Option<PathBuf>,
    /// Keep at most so many nodes of the tree (1,000 or more); what is left out is said
    #[arg(
        long,
        value_name = "N",
        default_value_t = explain::DEFAULT_MAX_NODES as u64,
        value_parser = clap::value_parser!(u64).range(explain::LEAST_MAX_NODES as u64..)
    )]
    pub(super) max_nodes: u64,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = explain::DEFAULT_HASH_MIB)]
    pub(super) hash: usize,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &ExplainArgs, output: &Output) -> Verdict {
    let options = options(arguments)?;
    // Begun before the search: a place that cannot be written is refused at once.
    let page = arguments.html.as_deref().map(lab::Replacement::begin).transpose()?;
    let report = explain::run(&options, &interruptible()?, &mut |_| {})?;
    print(&report, arguments.common.json, output)?;
    if let Some(page) = page {
        page.write(&report.html())?;
    }
    Ok(true)
}

fn options(arguments: &ExplainArgs) -> Result<explain::Options, super::common::MeasureError> {
    let start = start_position(&arguments.fen)?;
    let (line, end) = explain::parse_line(&start, &arguments.line)?;
    let mv = arguments.mv.as_deref().map(|text| chess::parse_move(&end, text));
    Ok(explain::Options {
        line,
        mv: mv.transpose().map_err(lab::LabError::from)?,
        settings: arguments.common.settings()?,
        hash_mib: arguments.hash,
        tree: arguments.tree.map(|plies| plies as usize),
        max_nodes: usize::try_from(arguments.max_nodes).unwrap_or(usize::MAX),
        ..explain::Options::new(Game::new(start), arguments.depth)
    })
}
