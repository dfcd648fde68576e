//! Shows in which order the moves of a position would be tried, why, and which would be skipped or reduced.
//!
//! ```text
//! cargo run -p engine --example order -- [FEN] [DEPTH] [ALPHA]
//! ```
//!
//! The histories come from a short search, and the question asked is whether the side to move has more than ALPHA
//! centipawns (by default its own evaluation) with DEPTH plies (by default 4) to go.

use std::process::ExitCode;

use chess::{Game, Position, san};
use engine::candidates::{Decision, Situation};
use engine::eval::Evaluator;
use engine::search::Window;
use engine::{Engine, Limits, Score};

const DEFAULT_FEN: &str = "r1bq1rk1/pp1n1pbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 2 10";
const DEFAULT_DEPTH: i32 = 4;
/// Deep enough for the histories to have something to say.
const LEARNING_DEPTH: u32 = 8;
const HASH_MIB: usize = 16;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| DEFAULT_FEN.to_owned());
    let position = Position::from_fen(&fen).map_err(|error| error.to_string())?;
    let mut number = |what: &str, default: i32| match arguments.next() {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("{what} must be a number, not '{text}'")),
    };
    let eval = Score::cp(Evaluator::new().evaluate(&position));
    let depth = number("DEPTH", DEFAULT_DEPTH)?;
    let alpha = Score::cp(number("ALPHA", eval.get())?);

    let mut engine = Engine::new(HASH_MIB).map_err(|error| error.to_string())?;
    engine.set_position(&Game::new(position.clone()));
    engine.go(&Limits::depth(LEARNING_DEPTH), &mut |_| {});
    let window = Window::null(alpha);
    let situation = Situation::new(&position, depth, window, eval, engine.histories(), &engine.settings);
    println!("{position}\ndepth {depth}, static evaluation {eval}, more than {alpha}?\n");
    for (index, candidate) in situation.candidates().iter().enumerate() {
        let decision = match candidate.decision {
            Decision::Search => "search".to_owned(),
            Decision::Reduce { plies, .. } => format!("reduce by {plies}"),
            Decision::Skip(test) => {
                format!("skip: {} has {}, needs {}", test.by, test.have, test.need)
            }
        };
        let reason = format!("{:?}", candidate.reason);
        println!(
            "{:>3}. {:<7} {reason:<13} {:>7}  {decision}",
            index + 1,
            san(&position, candidate.mv),
            candidate.score
        );
    }
    Ok(())
}
