//! Analyses a position: `cargo run --release -p engine --example analyse -- DEPTH [FEN] [NAME=VALUE ...]`.
//!
//! Settings are techniques and parameters, e.g. `nullmove=off rfp_margin=95 stage=12`.

use chess::{Game, Position};
use engine::{Engine, Limits};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<String>) -> Result<(), String> {
    let (settings, words): (Vec<_>, Vec<_>) = args.into_iter().partition(|arg| arg.contains('='));
    let depth = words.first().ok_or("usage: analyse DEPTH [FEN] [NAME=VALUE ...]")?;
    let depth: u32 = depth.parse().map_err(|_| format!("'{depth}' is not a depth"))?;
    let position = match words.get(1) {
        Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        None => Position::startpos(),
    };
    let mut engine = Engine::new(64).map_err(|error| error.to_string())?;
    for setting in &settings {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        engine.settings.set(name, value).map_err(|error| error.to_string())?;
    }
    engine.set_position(&Game::new(position));
    engine.go(&Limits::depth(depth), &mut |info| {
        let line: Vec<String> = info.pv.iter().map(|mv| mv.uci(false).to_string()).collect();
        let (nodes, ms, nps) = (info.nodes, info.time.as_millis(), info.nps);
        println!(
            "{:3} {:>8} {nodes:>11} {ms:>7} ms {nps:>9} nps  {}",
            info.depth,
            info.score,
            line.join(" ")
        );
    });
    Ok(())
}
