//! `datagen`: games of the engine against itself, to learn from.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use lab::datagen::{Goal, Options};

use super::common::{Common, Verdict, interruptible, print, threads};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 datagen --games 100000 --out games.vf
  cb2026 datagen --positions 5000000 --nodes 1500 --out games.vf       Ctrl-C stops, --resume goes on
  cb2026 datagen --positions 5000000 --out games.vf --resume
  cb2026 datagen --games 1000 --book openings.epd --syzygy tables --set eval=hand --out games.vf

Then: cb2026 data inspect games.vf; cb2026 train --data games.vf --out net.cbnn";

/// Arguments of `datagen`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DatagenArgs {
    #[command(flatten)]
    goal: GoalArgs,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite it if it exists
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Go on with it if it exists; a game that a crash cut short is cut off, unless less than its first 32 bytes are all there is
    #[arg(long)]
    resume: bool,
    /// Begin no new depth after so many nodes; eight times as many end a search
    #[arg(long, value_name = "N", default_value_t = Options::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time; one a core if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Size of the hash table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = Options::default().hash_mib)]
    hash: usize,
    /// Begin at the positions of this book (EPD or PGN), in random order, instead of random moves
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The share of games that begin at an arrangement of double Chess960, 0 to 1; a tenth if not given, none with --book
    #[arg(long, value_name = "SHARE")]
    dfrc: Option<f64>,
    /// Play no opening, random or of the book, judged to be worse than this for either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Options::default().unbalanced)]
    unbalanced: u32,
    /// A game is won when both sides' scores say so for two moves, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Options::default().win_score)]
    win_score: u32,
    /// A game is drawn when no score of the last six moves of both sides is greater, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Options::default().draw_score)]
    draw_score: u32,
    /// Directory of Syzygy tables, which end games they know; may be repeated
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
    /// The same games again; another number at every call if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    common: Common,
}

/// When enough has been played; exactly one is given.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct GoalArgs {
    /// So many games in the file
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// So many positions in the file that a training keeps
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
}

/// Runs the command.
pub(super) fn run(arguments: &DatagenArgs, output: &Output) -> Verdict {
    let goal = match (arguments.goal.games, arguments.goal.positions) {
        (Some(games), _) => Goal::Games(games),
        // The command line demands one of the two.
        (None, positions) => Goal::Positions(positions.unwrap_or_default()),
    };
    let options = Options {
        out: arguments.out.clone(),
        force: arguments.force,
        resume: arguments.resume,
        goal,
        nodes: arguments.nodes,
        threads: threads(arguments.threads),
        hash_mib: arguments.hash,
        book: arguments.book.clone(),
        dfrc: arguments.dfrc,
        unbalanced: arguments.unbalanced,
        win_score: arguments.win_score,
        draw_score: arguments.draw_score,
        tablebases: arguments.syzygy.clone(),
        seed: arguments.seed.unwrap_or_else(seed_of_this_moment),
        settings: arguments.common.settings()?,
    };
    let report = lab::datagen::run(&options, &interruptible()?)?;
    print(&report, arguments.common.json, output)?;
    Ok(report.complete)
}

/// Two calls, on one machine or on several, should not play the same games.
fn seed_of_this_moment() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
}
