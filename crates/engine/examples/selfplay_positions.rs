//! Plays the engine against itself and writes the quiet positions of each game with its result, for `tune_eval`.
//!
//! Games begin with random moves, so that they cover more than the engine's own taste, and are decided by the rules, or
//! early when both sides have long agreed who wins.

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};

use chess::{Color, Game, Move, Position};
use engine::{Engine, Limits, Score};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const HELP: &str = "\
Plays games of the engine against itself and appends their quiet positions to a file.

usage: selfplay_positions FILE [--games N] [--nodes N] [--random N] [--seed N]

FILE      one line a position: `FEN | score | result`, both from white's view, score in centipawns
--games   games to play (default 1000)
--nodes   nodes a move (default 5000)
--random  random plies each game begins with (default 8, every second game one more)
--seed    of the random moves (default 1): use another for each run";

/// A position is kept when its score is at most this, in centipawns: beyond, the result teaches little.
const KEPT_SCORE: i32 = 1200;
/// Games end when the score has been beyond this for a number of plies.
const DECIDED_SCORE: i32 = 1800;
const DECIDED_PLIES: u32 = 6;
/// Games longer than this are drawn.
const LONGEST: usize = 400;
/// Openings worse than this for either side are not played.
const FAIR_OPENING: i32 = 350;

struct Arguments {
    file: String,
    games: u64,
    nodes: u64,
    random: u64,
    seed: u64,
}

fn arguments() -> Result<Option<Arguments>, Box<dyn Error>> {
    let mut parsed = Arguments { file: String::new(), games: 1000, nodes: 5000, random: 8, seed: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--help" || word == "-h" {
            return Ok(None);
        }
        if !word.starts_with('-') {
            parsed.file = word;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number = value.parse().map_err(|_| format!("{word}: '{value}' is not a whole number"))?;
        match word.as_str() {
            "--games" => parsed.games = number,
            "--nodes" => parsed.nodes = number,
            "--random" => parsed.random = number,
            "--seed" => parsed.seed = number,
            _ => return Err(format!("unknown option {word}; --help lists them").into()),
        }
    }
    if parsed.file.is_empty() {
        return Err("no file to write to; --help tells the usage".into());
    }
    Ok(Some(parsed))
}

/// A game after some random moves, none of which ended it.
fn random_opening(rng: &mut SmallRng, plies: u64) -> Game {
    'again: loop {
        let mut game = Game::new(Position::startpos());
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                continue 'again;
            }
            let chosen = moves[rng.random_range(0..moves.len())];
            game.play(chosen).expect("generated moves are legal");
        }
        if game.position().has_legal_moves() {
            return game;
        }
    }
}

/// The quiet positions met, with white's scores, and white's result.
struct Played {
    positions: Vec<(String, i32)>,
    result: f32,
}

fn result(winner: Option<Color>) -> f32 {
    match winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    }
}

/// Plays one game; `None` when its opening was unfair.
fn play(engine: &mut Engine, mut game: Game, limits: &Limits) -> Option<Played> {
    engine.new_game();
    let opening = game.moves().len();
    let mut positions = Vec::new();
    let mut decided = 0;
    loop {
        if let Some(outcome) = game.outcome() {
            return Some(Played { positions, result: result(outcome.winner()) });
        }
        if game.moves().len() > LONGEST {
            return Some(Played { positions, result: 0.5 });
        }
        engine.set_position(&game);
        let found = engine.go(limits, &mut |_| {});
        let best = found.best?;
        let position = game.position();
        let white = if position.side_to_move() == Color::White {
            centipawns(found.score)
        } else {
            -centipawns(found.score)
        };
        if game.moves().len() == opening && white.abs() > FAIR_OPENING {
            return None;
        }
        decided = if white.abs() > DECIDED_SCORE { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            return Some(Played { positions, result: if white > 0 { 1.0 } else { 0.0 } });
        }
        if white.abs() <= KEPT_SCORE && is_quiet(position, best) {
            positions.push((position.to_string(), white));
        }
        game.play(best).expect("the engine plays legal moves");
    }
}

fn is_quiet(position: &Position, best: Move) -> bool {
    !position.in_check() && best.is_quiet() && !position.gives_check(best)
}

fn centipawns(score: Score) -> i32 {
    score.get()
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(arguments) = arguments()? else {
        println!("{HELP}");
        return Ok(());
    };
    let file = OpenOptions::new().create(true).append(true).open(&arguments.file);
    let mut out = BufWriter::new(file.map_err(|e| format!("{}: {e}", arguments.file))?);
    let mut rng = SmallRng::seed_from_u64(arguments.seed);
    let mut engine = Engine::new(8)?;
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let (mut games, mut kept) = (0, 0);
    while games < arguments.games {
        let opening = random_opening(&mut rng, arguments.random + games % 2);
        let Some(played) = play(&mut engine, opening, &limits) else { continue };
        for (fen, score) in &played.positions {
            writeln!(out, "{fen} | {score} | {}", played.result)?;
        }
        games += 1;
        kept += played.positions.len();
        if games % 100 == 0 {
            out.flush()?;
            eprintln!("{games} games, {kept} positions");
        }
    }
    out.flush()?;
    Ok(())
}
