//! `worth`: what each technique is worth in games.

use std::path::PathBuf;

use clap::Args;
use engine::Technique;
use lab::tournament::pace::Pace;
use lab::worth::{
    DEFAULT_GAMES, DEFAULT_JOURNALS, DEFAULT_NODES, DEFAULT_TIMED_GAMES, DEFAULT_TIMED_ROWS, Options, Timed,
};

use super::common::{Verdict, command_line, depth, interruptible, parse_technique, print};
use crate::output::{Output, complain};

const EXAMPLES: &str = "\
Examples:
  cb2026 worth --technique nullmove --technique lmr --games 400      two techniques at 10,000 nodes a move
  cb2026 worth --timed 1+0.01 --markdown docs/worth.md               everything; the five best again on the clock
  cb2026 worth --tc 2+0.02 --games 200
  cb2026 worth --games 200 --doubtful-games 2000                     few games where they are enough

A match that was broken off, or is to be longer, goes on where it was left when the command is given again: its games are kept in
a journal of its own in the folder given by --resume.";

/// Arguments of `worth`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WorthArgs {
    /// Play at so many nodes a move [default: 10000]
    #[arg(long, value_name = "N", conflicts_with = "tc")]
    nodes: Option<String>,
    /// Play with clocks instead: seconds+increment
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Games of each match, an even number
    #[arg(long, value_name = "N", default_value_t = DEFAULT_GAMES, value_parser = parse_games)]
    games: u64,
    /// Play on to so many games with a technique that these leave in doubt: its interval includes 0
    #[arg(long, value_name = "N", value_parser = parse_games)]
    doubtful_games: Option<u64>,
    /// Measure only this technique, or these [default: all, and each stage against the one before it]
    #[arg(long = "technique", value_name = "NAME", value_delimiter = ',', value_parser = parse_technique)]
    techniques: Vec<Technique>,
    /// Then play the techniques worth most again on this clock
    #[arg(long, value_name = "TC")]
    timed: Option<String>,
    /// Games of each of these matches
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TIMED_GAMES, requires = "timed", value_parser = parse_games)]
    timed_games: u64,
    /// How many techniques these are
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TIMED_ROWS, requires = "timed")]
    timed_rows: usize,
    /// Openings, EPD or PGN [default: made on the spot]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at a time [default: one for each processor core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// Keep the journals of the matches in this folder, and go on from those that are there
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_JOURNALS)]
    resume: PathBuf,
    /// Count nodes and check decisions at this depth, in plies
    #[arg(long, value_name = "D", default_value_t = lab::ablate::DEFAULT_DEPTH, value_parser = depth(2))]
    depth: u32,
    /// Check so many decisions of each kind a technique takes (see `audit`); 0 for none
    #[arg(long, value_name = "N", default_value_t = lab::audit::DEFAULT_SAMPLES)]
    samples: usize,
    /// Also write the result to this file, as a document
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &WorthArgs, output: &Output) -> Verdict {
    let options = arguments.options()?;
    let document = arguments.markdown.as_deref().map(lab::Replacement::begin).transpose()?;
    let cancel = interruptible()?;
    let report = lab::worth::run(&options, &cancel, &mut |line| complain(line))?;
    print(&report, arguments.json, output)?;
    if let Some(document) = document {
        document.write(&report.markdown())?;
    }
    Ok(!report.cancelled)
}

impl WorthArgs {
    fn options(&self) -> Result<Options, lab::LabError> {
        let pace = match &self.tc {
            Some(tc) => parse_pace("tc", tc)?,
            None => parse_pace("nodes", self.nodes.as_deref().unwrap_or(&DEFAULT_NODES.to_string()))?,
        };
        let timed = match &self.timed {
            None => None,
            Some(tc) => {
                Some(Timed { pace: parse_pace("tc", tc)?, games: self.timed_games, rows: self.timed_rows })
            }
        };
        let all = self.techniques.is_empty();
        Ok(Options {
            pace,
            games: self.games,
            doubtful: self.doubtful_games.unwrap_or(self.games),
            techniques: if all { Technique::ALL.to_vec() } else { self.techniques.clone() },
            stages: all,
            timed,
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.concurrency.map_or_else(lab::cores, usize::from),
            journals: self.resume.clone(),
            depth: self.depth,
            samples: self.samples,
            command: command_line(),
        })
    }
}

fn parse_pace(key: &str, value: &str) -> Result<Pace, lab::LabError> {
    let mut pace = Pace::default();
    pace.set(key, value)?;
    pace.check()?;
    Ok(pace)
}

fn parse_games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games: &u64| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "an even number above 0 is needed: games are played in pairs".to_owned())
}
