//! `data`: what is in files of games, and what can be made of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lab::data;

use super::common::{Common, Verdict, interruptible, print};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 data inspect games.vf                        check every move; results, scores, phases, duplicates
  cb2026 data merge a.vf b.vf --out all.vf            one file of several
  cb2026 data shuffle all.vf --out shuffled.vf        games in random order
  cb2026 data rescore old.vf --out new.vf --nodes 800 scores of the present engine; --resume goes on";

/// Arguments of `data`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    tool: Tool,
}

/// What to do with the files.
#[derive(Subcommand)]
enum Tool {
    /// Check every move and say what is there: results, scores, phases, duplicates
    Inspect(ReadArgs),
    /// Count games and positions of every file
    Count(ReadArgs),
    /// Write all games into one file, in order
    Merge(WriteArgs),
    /// Write all games into one file, in random order
    Shuffle(ShuffleArgs),
    /// Leave out games with the same start and moves as one before
    Dedup(WriteArgs),
    /// Give every position the score of a new search; Ctrl-C stops it, --resume goes on
    Rescore(RescoreArgs),
}

/// Which positions a training would learn from.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Leave out the first plies of a game, by move number
    #[arg(long, value_name = "PLIES", default_value_t = data::Filter::default().min_ply)]
    min_ply: u32,
    /// Leave out scores greater than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = data::Filter::default().max_score)]
    max_score: u32,
    /// Keep positions in check
    #[arg(long)]
    keep_checks: bool,
    /// Keep positions whose best move is a capture or a promotion
    #[arg(long)]
    keep_tactical: bool,
}

impl FilterArgs {
    /// The filter asked for.
    pub(super) fn filter(&self) -> data::Filter {
        data::Filter {
            min_ply: self.min_ply,
            max_score: self.max_score,
            checks: self.keep_checks,
            tactical: self.keep_tactical,
        }
    }
}

/// Arguments of the tools that only read.
#[derive(Args)]
struct ReadArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What is read, and what is written.
#[derive(Args)]
struct FileArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite it if it exists
    #[arg(long)]
    force: bool,
}

/// Arguments of the tools that write a file.
#[derive(Args)]
struct WriteArgs {
    #[command(flatten)]
    files: FileArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `data shuffle`.
#[derive(Args)]
struct ShuffleArgs {
    #[command(flatten)]
    write: WriteArgs,
    /// Another number, another order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Arguments of `data rescore`.
#[derive(Args)]
struct RescoreArgs {
    #[command(flatten)]
    files: FileArgs,
    /// Go on where an earlier run was stopped
    #[arg(long)]
    resume: bool,
    /// Begin no new depth after so many nodes
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions searched at the same time; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<std::num::NonZeroUsize>,
    /// Size of the hash table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4)]
    hash: usize,
    #[command(flatten)]
    common: Common,
}

impl WriteArgs {
    fn options(&self, seed: u64) -> data::ToolOptions {
        let FileArgs { files, out, force } = &self.files;
        data::ToolOptions { files: files.clone(), out: out.clone(), force: *force, seed }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &DataArgs, output: &Output) -> Verdict {
    let cancel = interruptible()?;
    match &arguments.tool {
        Tool::Inspect(read) => {
            let options = data::InspectOptions { files: read.files.clone(), filter: read.filter.filter() };
            print(&data::inspect(&options, &cancel)?, read.json, output)?;
        }
        Tool::Count(read) => {
            print(&data::count(&read.files, &read.filter.filter(), &cancel)?, read.json, output)?;
        }
        Tool::Merge(write) => print(&data::merge(&write.options(0), &cancel)?, write.json, output)?,
        Tool::Dedup(write) => print(&data::dedup(&write.options(0), &cancel)?, write.json, output)?,
        Tool::Shuffle(shuffle) => {
            let options = shuffle.write.options(shuffle.seed);
            print(&data::shuffle(&options, &cancel)?, shuffle.write.json, output)?;
        }
        Tool::Rescore(rescore) => {
            let options = data::RescoreOptions {
                files: rescore.files.files.clone(),
                out: rescore.files.out.clone(),
                force: rescore.files.force,
                resume: rescore.resume,
                nodes: rescore.nodes,
                threads: super::common::threads(rescore.threads),
                hash_mib: rescore.hash,
                settings: rescore.common.settings()?,
            };
            let report = data::rescore(&options, &cancel)?;
            print(&report, rescore.common.json, output)?;
            return Ok(report.complete);
        }
    }
    Ok(true)
}
