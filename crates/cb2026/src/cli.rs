//! The command line: sub-commands of the laboratory, or a queue of UCI and console command lines.

mod ablate;
mod audit;
mod bench;
mod common;
mod data;
mod datagen;
mod explain;
mod perft;
mod reveal;
mod stats;
mod suite;
mod tournament;
mod train;
mod tune;
mod wdl;
mod worth;

pub(crate) use bench::bench_lines;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::output::{Output, complain};
use crate::uci;

/// How the program is called; the default would offer sub-commands only.
const USAGE: &str = "\
cb2026                           talk over standard input and output
       cb2026 \"COMMAND\"...              run command lines in order
       cb2026 <SUB-COMMAND> [OPTIONS]   measure";

const EXAMPLES: &str = "\
Examples:
  cb2026                                             play over UCI, or talk to it
  cb2026 \"position startpos\" \"go depth 12\"          run commands, then leave
  cb2026 bench                                       node signature and speed
  cb2026 bench 12 --set nullmove=off                 the same without null move
  cb2026 suite wac.epd --movetime 500 --json         solve a test suite
  cb2026 ablate --markdown ablation.md               what each technique saves
  cb2026 audit --technique nullmove                  how often a technique is wrong
  cb2026 reveal --fen \"FEN\" --move Rf1              which technique hides a move
  cb2026 explain --depth 10 --move d4                what the search made of a move
  cb2026 perft --suite standard.epd --max-depth 5    check the move generator
  cb2026 match --player now --player stage=12        play a match; gauntlet and sprt are its relatives";

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
enum SubCommand {
    /// Search a fixed set of positions; the last line gives the node count and speed
    Bench(bench::BenchArgs),
    /// Check the move generator against a file of positions with known counts
    Perft(perft::PerftArgs),
    /// Solve a suite of positions with known best moves
    Suite(suite::SuiteArgs),
    /// Measure what each technique of the search is worth
    Ablate(ablate::AblateArgs),
    /// How often each technique of the search is wrong
    Audit(audit::AuditArgs),
    /// Which technique hides a move
    Reveal(reveal::RevealArgs),
    /// Tell why a move was played, not played, or not even searched
    Explain(explain::ExplainArgs),
    /// Elo and the sequential test from the counts of a match
    Stats(stats::StatsArgs),
    /// Tune parameters of the search by self-play (SPSA)
    Tune(tune::TuneArgs),
    /// Measure what each technique is worth in games
    Worth(worth::WorthArgs),
    /// Play a match of two players, or everybody against everybody
    Match(tournament::MatchArgs),
    /// Play the first players against all others
    Gauntlet(tournament::GauntletArgs),
    /// Play until a sequential test decides whether one player is better than another
    Sprt(tournament::SprtMatchArgs),
    /// Play games of the engine against itself, to learn from
    Datagen(datagen::DatagenArgs),
    /// Look after files of training games: inspect, count, merge, shuffle, dedup, rescore
    Data(data::DataArgs),
    /// Train a network from files of games
    Train(train::TrainArgs),
    /// Fit the chances of win, draw and loss to games
    Wdl(wdl::WdlArgs),
}

/// Runs the program with its arguments (the first is its name) and says how it ended.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let result = match arguments.get(1).map(|first| first.to_string_lossy()) {
        None => uci::converse(),
        Some(first) if is_sub_command(&first) => match Arguments::try_parse_from(arguments) {
            Ok(arguments) => Ok(measure(&arguments.command)),
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
        complain(format_args!("cb2026: {error}"));
        ExitCode::FAILURE
    })
}

/// Runs a sub-command; the exit status tells whether everything was as it should be.
fn measure(command: &SubCommand) -> ExitCode {
    let output = Output::stdout();
    let verdict = match command {
        SubCommand::Bench(arguments) => bench::run(arguments, &output),
        SubCommand::Perft(arguments) => perft::run(arguments, &output),
        SubCommand::Suite(arguments) => suite::run(arguments, &output),
        SubCommand::Ablate(arguments) => ablate::run(arguments, &output),
        SubCommand::Audit(arguments) => audit::run(arguments, &output),
        SubCommand::Reveal(arguments) => reveal::run(arguments, &output),
        SubCommand::Explain(arguments) => explain::run(arguments, &output),
        SubCommand::Stats(arguments) => stats::run(arguments, &output),
        SubCommand::Tune(arguments) => tune::run(arguments, &output),
        SubCommand::Worth(arguments) => worth::run(arguments, &output),
        SubCommand::Match(arguments) => tournament::run_match(arguments, &output),
        SubCommand::Gauntlet(arguments) => tournament::run_gauntlet(arguments, &output),
        SubCommand::Datagen(arguments) => datagen::run(arguments, &output),
        SubCommand::Data(arguments) => data::run(arguments, &output),
        SubCommand::Wdl(arguments) => wdl::run(arguments, &output),
        SubCommand::Train(arguments) => train::run(arguments, &output),
        SubCommand::Sprt(arguments) => tournament::run_sprt(arguments, &output),
    };
    match verdict {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(format_args!("cb2026: {error}"));
            ExitCode::FAILURE
        }
    }
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
    use crate::command::DEEPEST_SEARCH;

    #[test]
    fn the_declaration_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sub_commands_and_command_lines_are_told_apart() {
        for argument in [
            "bench",
            "perft",
            "suite",
            "ablate",
            "stats",
            "tune",
            "worth",
            "help",
            "--help",
            "-V",
            "--nonsense",
        ] {
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
