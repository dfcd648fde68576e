//! Counts move sequences: `cargo run --release -p chess --example perft -- DEPTH [FEN]`.

use std::process::ExitCode;
use std::time::Instant;

use chess::{MAX_PERFT_DEPTH, Position, perft_divide};

const USAGE: &str = "usage: perft DEPTH [FEN]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> Result<(), String> {
    let (depth, fen) = arguments.split_first().ok_or(USAGE)?;
    let wrong = || format!("'{depth}' is not a depth from 0 to {MAX_PERFT_DEPTH}; {USAGE}");
    let depth: u32 = depth.parse().ok().filter(|&plies| plies <= MAX_PERFT_DEPTH).ok_or_else(wrong)?;
    let position = match fen {
        [] => Position::startpos(),
        words => Position::from_fen(&words.join(" ")).map_err(|error| error.to_string())?,
    };
    let start = Instant::now();
    let parts = perft_divide(&position, depth);
    let seconds = start.elapsed().as_secs_f64();
    for (mv, nodes) in &parts {
        println!("{}: {nodes}", mv.uci(position.is_chess960()));
    }
    let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
    println!("\n{nodes} nodes in {seconds:.3} s, {:.0} M nodes/s", nodes as f64 / seconds / 1e6);
    Ok(())
}
