//! cb2026: a chess engine whose search can be seen through.
//!
//! The program owns standard input and output. Without arguments it speaks UCI; with arguments it runs a
//! sub-command or a queue of command lines.

#![forbid(unsafe_code)]

mod cli;
mod command;
mod console;
mod format;
mod input;
mod options;
mod output;
mod session;
mod uci;
mod why;
mod worker;

fn main() -> std::process::ExitCode {
    cli::run(&std::env::args_os().collect::<Vec<_>>())
}
