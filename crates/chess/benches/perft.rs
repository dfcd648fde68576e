//! Legal move counting beside `cozy-chess`: `cargo bench -p chess`.
//!
//! Runs of both libraries alternate in one process, so that a change of the processor's speed meets
//! both; the medians are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 11;
const POSITIONS: [(&str, &str, u32); 2] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn timed(run: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let nodes = black_box(run());
    (nodes, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn main() {
    for (name, fen, depth) in POSITIONS {
        let ours = chess::Position::from_fen(fen).expect("a valid FEN");
        let theirs: cozy_chess::Board = fen.parse().expect("a valid FEN");
        let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
        let mut count = 0;
        for _ in 0..ROUNDS {
            let (nodes, time) = timed(|| chess::perft(black_box(&ours), depth));
            our_times.push(time);
            count = nodes;
            let (nodes, time) = timed(|| cozy_perft(black_box(&theirs), depth));
            their_times.push(time);
            assert_eq!(count, nodes, "{name}: the libraries disagree");
        }
        let (ours, theirs) = (median(our_times), median(their_times));
        let speed = |seconds: f64| count as f64 / seconds / 1e6;
        println!(
            "{name} depth {depth}: chess {:.0} M nodes/s, cozy-chess {:.0} M nodes/s, ratio {:.2}",
            speed(ours),
            speed(theirs),
            theirs / ours
        );
    }
}
