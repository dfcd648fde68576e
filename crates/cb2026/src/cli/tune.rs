//! `tune`: better numbers for the search, by self-play.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use lab::tune::{Checkpoint, Config, Options, Parameter, of_file, of_group};

use super::common::{Common, Verdict, interruptible, print};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 tune --group whole_node --iterations 625        10,000 games at 5,000 nodes a move
  cb2026 tune --params margins.txt --checkpoint margins.json
  cb2026 tune --resume margins.json                      go on where it was left
  cb2026 tune --group all --print-params                 lines for OpenBench, or to choose from

A file of parameters has a line each: NAME, int, VALUE, MIN, MAX, C_END, R_END, or only NAME.
Every minute (between iterations), at the end and on Ctrl-C the checkpoint is written, and beside it .params (these lines with the
tuned values), .svg (the course of each parameter) and .patch (a change of the declarations, for git apply).";

/// Arguments of `tune`.
#[derive(Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("what").required(true).multiple(true))]
pub(crate) struct TuneArgs {
    /// Tune the parameters of this file
    #[arg(long, value_name = "FILE", group = "what", conflicts_with = "group")]
    params: Option<PathBuf>,
    /// Tune a family of parameters: whole_node, skip, reduce, extend, quiescence, ordering, correction, aspiration, or all. The
    /// numbers of a technique that is off by default matter only with --set NAME=on
    #[arg(long, value_name = "NAME", group = "what", value_delimiter = ',')]
    group: Vec<String>,
    /// Go on with the tuning of this checkpoint; what else is given must agree with it
    #[arg(long, value_name = "FILE", group = "what")]
    resume: Option<PathBuf>,
    /// Print the parameters as lines for OpenBench, and leave
    #[arg(long)]
    print_params: bool,
    /// Iterations [default: 1250]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Pairs of games in an iteration [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs_per: Option<u64>,
    /// Play at so many nodes a move [default: 5000]
    #[arg(long, value_name = "N", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Play with clocks instead: seconds, or seconds+increment
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// R_END of parameters given by name alone [default: 0.002]
    #[arg(long, value_name = "R", conflicts_with = "resume", value_parser = positive)]
    r_end: Option<f64>,
    /// Openings, EPD or PGN [default: made on the spot]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What chance comes from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Each engine's transposition table, MiB [default: 16]
    #[arg(long, value_name = "MIB")]
    hash: Option<usize>,
    /// Games played at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Where the course is kept; must not exist
    #[arg(long, value_name = "FILE", default_value = "tune.json", conflicts_with = "resume")]
    checkpoint: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(super) fn run(arguments: &TuneArgs, output: &Output) -> Verdict {
    if arguments.print_params {
        output.line(lab::tune::lines(&arguments.config()?.parameters));
        return Ok(true);
    }
    let options = Options {
        config: arguments.config()?,
        checkpoint: arguments.resume.as_ref().unwrap_or(&arguments.checkpoint).clone(),
        resume: arguments.resume.is_some(),
        threads: arguments.threads.map_or_else(lab::cores, usize::from),
    };
    let report = lab::tune::run(&options, &interruptible()?, &mut |_| {})?;
    print(&report, arguments.common.json, output)?;
    Ok(report.iterations == report.of)
}

impl TuneArgs {
    /// What is asked for; what is not said is as in the checkpoint to resume, or as usual.
    fn config(&self) -> Result<Config, lab::LabError> {
        let mut config = match &self.resume {
            None => Config::new(self.parameters()?),
            Some(path) => {
                let mut config = Checkpoint::load(path)?.config;
                if self.params.is_some() || !self.group.is_empty() {
                    config.parameters = self.parameters()?;
                }
                config
            }
        };
        config.set(&self.common.settings)?;
        config.iterations = self.iterations.unwrap_or(config.iterations);
        config.pairs_per = self.pairs_per.unwrap_or(config.pairs_per);
        config.hash_mib = self.hash.unwrap_or(config.hash_mib);
        config.seed = self.seed.unwrap_or(config.seed);
        config.openings = self.openings.clone().or(config.openings);
        for (key, value) in [("nodes", self.nodes.map(|nodes| nodes.to_string())), ("tc", self.tc.clone())] {
            if let Some(value) = value {
                config.pace = BTreeMap::from([(key.to_owned(), value)]);
            }
        }
        Ok(config)
    }

    fn parameters(&self) -> Result<Vec<Parameter>, lab::LabError> {
        let r_end = self.r_end.unwrap_or(lab::tune::DEFAULT_R_END);
        match &self.params {
            Some(path) => of_file(path, r_end),
            None => {
                let groups = self.group.iter().map(|group| of_group(group, r_end));
                Ok(groups.collect::<Result<Vec<_>, _>>()?.concat())
            }
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|value: &f64| *value > 0.0 && value.is_finite())
        .ok_or("a number above 0 is needed".to_owned())
}
