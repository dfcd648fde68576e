//! What an evaluation by a network costs: `cargo bench -p engine --bench nnue`.
//!
//! Nanoseconds an evaluation after one move, the accumulators of both perspectives brought up to date and the output layer
//! included, beside the least it could cost: a plain sum over the same bytes (both accumulators before the move, and after it written
//! and read, the rows of weights added and removed, the weights of the output). The least of several rounds over lines of random games. Plain
//! timing, no framework: the numbers are for the eye, and no test depends on them.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chess::{CastlingSide, Color, Move, Position, Square};
use engine::eval::nnue::{Level, Network, feature, is_mirrored};
use engine::eval::{Evaluation, Evaluator};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Few enough that boards and weights fit the second cache together, as they do in a search.
const LINES: usize = 12;
const PLIES: usize = 40;
const ROUNDS: usize = 400;
const REPEATS: usize = 2;
const BUCKETS: usize = 8;
const SEED: u64 = 2026;

/// A root and the moves from it, each with the position after it.
struct Line {
    root: Position,
    steps: Vec<(Move, Position)>,
}

fn main() {
    let lines = lines();
    let evaluations: usize = lines.iter().map(|line| line.steps.len()).sum();
    println!("{evaluations} moves, one evaluation after each, least of {ROUNDS} rounds, in nanoseconds\n");
    println!(
        "{:>7} {:>13} {:>11} {:>10} {:>10} {:>7}",
        "neurons", "kernel", "bytes", "evaluation", "plain sum", "ratio"
    );
    for hidden in [32, 64, 128, 256, 512, 1024] {
        let network = Arc::new(Network::untrained(hidden, BUCKETS, SEED));
        let (sum, bytes) = plain_sum(&lines, &network);
        for level in Level::available() {
            let evaluation = Evaluation::net(Arc::clone(&network));
            let mut evaluator = Evaluator::with_level(&evaluation, level);
            let cost = least(evaluations, || lines.iter().map(|line| follow(&mut evaluator, line)).sum());
            let (name, ratio) = (level.name(), cost / sum);
            println!("{hidden:>7} {name:>13} {bytes:>11} {cost:>10.1} {sum:>10.1} {ratio:>7.2}");
        }
    }
    let mut hand = Evaluator::new();
    let cost = least(evaluations, || lines.iter().map(|line| follow(&mut hand, line)).sum());
    println!("\n{:<33} {cost:>10.1}", "evaluation by hand");
}

/// Random games, with a liking for captures: as many as searches make.
fn lines() -> Vec<Line> {
    let mut rng = SmallRng::seed_from_u64(SEED);
    let line = |_| {
        let root = Position::startpos();
        let mut position = root.clone();
        let mut steps = Vec::new();
        while steps.len() < PLIES && position.has_legal_moves() {
            let moves = position.legal_moves();
            let noisy: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_noisy()).collect();
            let mv = match noisy.is_empty() || rng.random_ratio(9, 10) {
                true => moves[rng.random_range(0..moves.len())],
                false => noisy[rng.random_range(0..noisy.len())],
            };
            position.make(mv);
            steps.push((mv, position.clone()));
        }
        Line { root, steps }
    };
    (0..LINES).map(line).collect()
}

fn follow(evaluator: &mut Evaluator, line: &Line) -> i32 {
    evaluator.begin(&line.root);
    let mut before = &line.root;
    let mut sum = 0;
    for (mv, after) in &line.steps {
        evaluator.made(before, *mv);
        sum += evaluator.evaluate_line(after);
        before = after;
    }
    sum
}

/// The least time of one of so many things that `work` does.
fn least(things: usize, mut work: impl FnMut() -> i32) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..REPEATS {
            black_box(work());
        }
        least = least.min(begun.elapsed().as_secs_f64() * 1e9 / (REPEATS * things) as f64);
    }
    least
}

/// The least time of a sum over the bytes an evaluation has to touch, and how many they are on average.
fn plain_sum(lines: &[Line], network: &Network) -> (f64, usize) {
    let hidden = network.hidden();
    let parts = network.parts();
    let plies = vec![1_i16; (PLIES + 1) * 2 * hidden];
    let mut touched: Vec<&[i16]> = Vec::new();
    let mut evaluations = 0;
    for line in lines {
        let mut before = &line.root;
        for (ply, (mv, after)) in line.steps.iter().enumerate() {
            // Both accumulators before the move and both after it, which are then read once more by the output.
            touched.push(&plies[ply * 2 * hidden..][..4 * hidden]);
            touched.push(&plies[(ply + 1) * 2 * hidden..][..2 * hidden]);
            let bucket = network.bucket_of(after);
            touched.push(&parts.output_weights[bucket * 2 * hidden..][..2 * hidden]);
            for row in rows(before, after, *mv) {
                touched.push(&parts.feature_weights[row * hidden..][..hidden]);
            }
            before = after;
            evaluations += 1;
        }
    }
    let bytes: usize = touched.iter().map(|slice| size_of_val(*slice)).sum();
    let sum = |slice: &[i16]| slice.iter().fold(0_i16, |sum, &number| sum.wrapping_add(number));
    let cost = least(evaluations, || touched.iter().map(|slice| i32::from(sum(black_box(slice)))).sum());
    (cost, bytes / evaluations)
}

/// The features of both perspectives that a move changes.
fn rows(before: &Position, after: &Position, mv: Move) -> Vec<usize> {
    let mut changed: Vec<Square> = vec![mv.from(), mv.to()];
    if mv.is_castle() {
        let (side, rank) = (CastlingSide::of(mv.from(), mv.to()), mv.from().rank());
        changed.extend([side.king_file(), side.rook_file()].map(|file| Square::new(file, rank)));
    }
    if mv.is_en_passant() {
        changed.push(Square::new(mv.to().file(), mv.from().rank()));
    }
    let mut rows = Vec::new();
    for perspective in Color::ALL {
        let mirrored = is_mirrored(after.king(perspective));
        for &square in &changed {
            let pieces = [before.piece_at(square), after.piece_at(square)];
            if pieces[0] != pieces[1] {
                rows.extend(
                    pieces.into_iter().flatten().map(|piece| feature(perspective, mirrored, piece, square)),
                );
            }
        }
    }
    rows
}
