//! `train`: a network from files of games.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use engine::eval::Evaluation;
use engine::eval::nnue::{LoadError, Network};
use lab::train::Options;

use super::common::{Verdict, interruptible, print, threads};
use super::data::FilterArgs;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 train --data games.vf --hidden 128 --epochs 20 --out net.cbnn
  cb2026 train --data a.vf b.vf --hidden 256 --buckets 8 --lambda 0.8 --out net.cbnn
  cb2026 train --data a.vf b.vf --from net1.cbnn --epochs 3 --lr 0.001 --out net2.cbnn    go on from another network, with old games and new ones
  cb2026 train --data a.vf b.vf --from net1.cbnn --hidden 512 --out net3.cbnn             the same, with more neurons
  cb2026 train --data games.vf --hidden 128 --out net.cbnn --resume    go on after Ctrl-C or a crash

Play with it: setoption name EvalFile value net.cbnn";

/// Arguments of `train`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TrainArgs {
    /// Files of games
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network to write; its checkpoint lies beside it meanwhile
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite network, picture and checkpoint if they exist
    #[arg(long)]
    force: bool,
    /// The picture of both losses; OUT.svg if not given
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Go on from the checkpoint, to exactly where an uninterrupted training would have come
    #[arg(long)]
    resume: bool,
    /// Begin with the weights of this network
    #[arg(long, value_name = "FILE", value_parser = network)]
    from: Option<Arc<Network>>,
    /// Hidden neurons a perspective: a multiple of 32 up to 1024 [default: 128, or as many as the network to begin with; it may have fewer]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// Output buckets by piece count, 1 to 16 [default: 1, or as many as the network to begin with; it may have just one]
    #[arg(long, value_name = "B")]
    buckets: Option<usize>,
    /// How often every position is learnt
    #[arg(long, value_name = "E", default_value_t = Options::default().epochs)]
    epochs: u32,
    /// Positions of a batch: a multiple of 64
    #[arg(long, value_name = "N", default_value_t = Options::default().batch)]
    batch: usize,
    /// The greatest learning rate
    #[arg(long, value_name = "RATE", default_value_t = Options::default().learning_rate)]
    lr: f64,
    /// The share of the game's result in what is learnt, 0 to 1; the rest is the score
    #[arg(long, value_name = "SHARE", default_value_t = Options::default().wdl)]
    wdl: f64,
    /// Learn for a score a mean of it and of the later ones of the game: each counts this much of the one before it, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Options::default().lambda)]
    lambda: f64,
    /// Centipawns of the scores for one unit of log-odds
    #[arg(long, value_name = "CP", default_value_t = Options::default().scale)]
    scale: u32,
    /// The share of the games that is held out: more than 0, up to 0.5
    #[arg(long, value_name = "SHARE", default_value_t = Options::default().hold_out)]
    hold_out: f64,
    /// For each position of the games, learn so many others on average that a few random moves lead to, valued by the teacher
    #[arg(long, value_name = "N", default_value_t = Options::default().augment)]
    augment: f64,
    /// What values those: "hand" or the file of a network; the embedded network if not given
    #[arg(long, value_name = "EVALUATION", value_parser = teacher)]
    teacher: Option<Evaluation>,
    /// Threads; all cores if not given. The same number repeats a training exactly
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Of the first weights, the games held out and every order
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
    #[command(flatten)]
    filter: FilterArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// An evaluation by its name.
fn teacher(name: &str) -> Result<Evaluation, LoadError> {
    match name {
        "hand" => Ok(Evaluation::hand()),
        path => network(path).map(Evaluation::net),
    }
}

fn network(path: &str) -> Result<Arc<Network>, LoadError> {
    Network::load(Path::new(path)).map(Arc::new)
}

/// Runs the command.
pub(super) fn run(arguments: &TrainArgs, output: &Output) -> Verdict {
    let (from, defaults) = (arguments.from.as_ref(), Options::default());
    let options = Options {
        data: arguments.data.clone(),
        out: arguments.out.clone(),
        force: arguments.force,
        svg: arguments.svg.clone().unwrap_or_else(|| arguments.out.with_extension("svg")),
        resume: arguments.resume,
        from: from.cloned(),
        hidden: arguments.hidden.unwrap_or(from.map_or(defaults.hidden, |network| network.hidden())),
        buckets: arguments.buckets.unwrap_or(from.map_or(defaults.buckets, |network| network.buckets())),
        epochs: arguments.epochs,
        batch: arguments.batch,
        learning_rate: arguments.lr,
        wdl: arguments.wdl,
        lambda: arguments.lambda,
        scale: arguments.scale,
        hold_out: arguments.hold_out,
        filter: arguments.filter.filter(),
        augment: arguments.augment,
        teacher: arguments.teacher.clone().unwrap_or(defaults.teacher),
        threads: threads(arguments.threads),
        seed: arguments.seed,
    };
    let cancel = interruptible()?;
    let report = lab::train::run(&options, &cancel, &mut |line| {
        if !arguments.json {
            output.line(line);
        }
    })?;
    print(&report, arguments.json, output)?;
    Ok(report.net.is_some())
}
