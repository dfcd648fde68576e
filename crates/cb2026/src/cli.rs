//! The command line: sub-commands of the laboratory, or a queue of UCI and console command lines.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::RangedI64ValueParser;
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::command::DEEPEST_SEARCH;
use crate::{measure, uci};

/// How the program is called; the default would offer sub-commands only.
const USAGE: &str = "\
cb2026                           talk over standard input and output
       cb2026 \"COMMAND\"...              run command lines in order
       cb2026 <SUB-COMMAND> [OPTIONS]   measure";

/// The console's perft is a command line, so it is one argument.
const PERFT_HINT: &str = "\
To count from one position, use the console's command, quoted: cb2026 \"perft 3\"";

const EXAMPLES: &str = "\
Examples:
  cb2026                                             play over UCI, or talk to it
  cb2026 \"position startpos\" \"go depth 12\"          run commands, then leave
  cb2026 bench                                       node signature and speed
  cb2026 bench 12 --set nullmove=off                 the same without null move
  cb2026 suite wac.epd --movetime 500 --json         solve a test suite
  cb2026 ablate --markdown ablation.md               what each technique saves
  cb2026 perft --suite standard.epd --max-depth 5    check the move generator";

/// A chess engine whose search can be seen through.
///
/// Without arguments it reads UCI and console commands from standard input. Arguments that name no sub-command
/// are command lines, run in order: cb2026 "position startpos" "go depth 10"
#[derive(Parser)]
#[command(
    name = "cb2026",
    bin_name = "cb2026",
    version,
    about,
    long_about,
    override_usage = USAGE,
    after_help = EXAMPLES
)]
struct Arguments {
    #[command(subcommand)]
    command: SubCommand,
}

/// The sub-commands.
#[derive(Subcommand)]
pub(crate) enum SubCommand {
    /// Search a fixed set of positions; the last line gives the node count and speed
    Bench(BenchArgs),
    /// Check the move generator against a file of positions with known counts
    Perft(PerftArgs),
    /// Solve a suite of positions with known best moves
    Suite(SuiteArgs),
    /// Measure what each technique of the search is worth
    Ablate(AblateArgs),
}

/// Arguments of `bench`.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Depth of every search, in plies
    #[arg(default_value_t = lab::bench::DEFAULT_DEPTH, value_parser = depth(1))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Arguments of `perft`.
#[derive(Args)]
#[command(after_help = PERFT_HINT)]
pub(crate) struct PerftArgs {
    /// The suite: positions with their counts, as in `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: PathBuf,
    /// Leave out counts of more plies than this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_depth: Option<u32>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `suite`.
#[derive(Args)]
pub(crate) struct SuiteArgs {
    /// The suite, in Extended Position Description with bm, am or dm
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What ends the search of one position; exactly one is given.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct EffortArgs {
    /// Search so many nodes on each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search each position to this depth, in plies
    #[arg(long, value_name = "D", value_parser = depth(1))]
    pub(crate) depth: Option<u32>,
    /// Search so many milliseconds on each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
}

/// Arguments of `ablate`.
#[derive(Args)]
pub(crate) struct AblateArgs {
    /// Depth of the two tables, in plies
    #[arg(long, value_name = "D", default_value_t = lab::ablate::DEFAULT_DEPTH, value_parser = depth(2))]
    pub(crate) depth: u32,
    /// Give up a search after so many nodes and mark its row
    #[arg(long, value_name = "N", default_value_t = lab::ablate::DEFAULT_NODE_CAP, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) node_cap: u64,
    /// Leave out the effective branching factor, which takes longest
    #[arg(long)]
    pub(crate) no_branching: bool,
    /// Also write the result to this file, as a document
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What most measurements take.
#[derive(Args)]
pub(crate) struct Common {
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Change a setting first, as the console's `set` does: --set nullmove=off
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(crate) settings: Vec<(String, String)>,
}

/// Depths of a search, from `least` to the deepest there is, in plies.
fn depth(least: u32) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(DEEPEST_SEARCH))
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("the form is NAME=VALUE")?;
    // Tried on a copy, so that a mistake is reported with the other mistakes of the command line.
    engine::Settings::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Runs the program with its arguments (the first is its name) and says how it ended.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let result = match arguments.get(1).map(|first| first.to_string_lossy()) {
        None => uci::converse(),
        Some(first) if is_sub_command(&first) => match Arguments::try_parse_from(arguments) {
            Ok(arguments) => Ok(measure::run(arguments.command)),
            Err(error) => {
                // The reader of the help may have gone: nothing to do about it.
                let _ = error.print();
                return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
            }
        },
        Some(_) => {
            let lines: Vec<String> =
                arguments[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect();
            uci::run_queue(&lines)
        }
    };
    result.unwrap_or_else(|error: io::Error| {
        eprintln!("cb2026: {error}");
        ExitCode::FAILURE
    })
}

/// Whether an argument is for `clap`: a sub-command's name or a flag.
fn is_sub_command(argument: &str) -> bool {
    argument.starts_with('-')
        || argument == "help"
        || Arguments::command().find_subcommand(argument).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sub_commands_and_command_lines_are_told_apart() {
        for argument in ["bench", "perft", "suite", "ablate", "help", "--help", "-V", "--nonsense"] {
            assert!(is_sub_command(argument), "{argument}");
        }
        for argument in ["perft 5", "bench 8", "uci", "position startpos", "", "techniques"] {
            assert!(!is_sub_command(argument), "{argument}");
        }
    }

    #[test]
    fn depths_end_where_the_search_does() {
        let accepts = |words: &[&str], depth: u32| {
            let depth = depth.to_string();
            Arguments::try_parse_from([&["cb2026"], words, &[depth.as_str()]].concat()).is_ok()
        };
        for (words, least) in
            [(&["bench"][..], 1), (&["suite", "x.epd", "--depth"][..], 1), (&["ablate", "--depth"][..], 2)]
        {
            assert!(accepts(words, least) && accepts(words, DEEPEST_SEARCH), "{words:?}");
            assert!(!accepts(words, least - 1) && !accepts(words, DEEPEST_SEARCH + 1), "{words:?}");
        }
    }

    #[test]
    fn a_wrong_setting_is_refused_with_its_reason() {
        assert!(Arguments::try_parse_from(["cb2026", "bench", "--set", "nullmove=off"]).is_ok());
        for wrong in ["nullmove", "nosuch=off", "nullmove=perhaps"] {
            assert!(Arguments::try_parse_from(["cb2026", "bench", "--set", wrong]).is_err(), "{wrong}");
        }
    }
}
