//! What move ordering costs: `cargo bench -p engine`.
//!
//! Nanoseconds per move or call, the least of several rounds over positions from random games, and the bytes of
//! the tables. Plain timing, no framework: the numbers are for the eye, and no test depends on them.

use std::hint::black_box;
use std::time::Instant;

use chess::{Move, Position};
use engine::candidates::Situation;
use engine::ordering::Histories;
use engine::search::{ReductionTable, Window};
use engine::see::{see, see_ge};
use engine::{Score, Settings};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const POSITIONS: usize = 2000;
const ROUNDS: usize = 7;
const SEED: u64 = 2026;
/// Most nodes that cut have done so after this many moves.
const FIRST_FEW: usize = 3;
const DEPTH: i32 = 6;

fn main() {
    let positions = positions();
    let (histories, settings) = (filled_histories(&positions), Settings::default());
    let situations: Vec<Situation<'_>> = positions
        .iter()
        .map(|position| {
            Situation::new(position, DEPTH, Window::null(Score::ZERO), Score::ZERO, &histories, &settings)
        })
        .collect();
    let moves: usize = positions.iter().map(Position::count_legal_moves).sum();
    println!("{POSITIONS} positions, {moves} legal moves, least of {ROUNDS} rounds\n");
    generation(&positions);
    scoring(&situations);
    selection(&situations);
    exchanges(&positions);
    decisions(&situations);
    println!();
    let sizes = Histories::sizes();
    for (name, bytes) in sizes {
        println!("{name:<46} {bytes:>10} bytes");
    }
    let total: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
    println!("{:<46} {total:>10} bytes", "all tables of one thread");
}

/// Positions of random games, some of them in check, none of them over.
fn positions() -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        let mut position = Position::startpos();
        for _ in 0..rng.random_range(8..80) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[rng.random_range(0..moves.len())]);
        }
        if position.has_legal_moves() {
            positions.push(position);
        }
    }
    positions
}

/// Tables that have learnt something, so that scores differ.
fn filled_histories(positions: &[Position]) -> Histories {
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut histories = Histories::new();
    for position in positions {
        for &mv in position.legal_moves().iter().filter(|mv| mv.is_quiet()) {
            histories.butterfly.update(position.side_to_move(), mv, rng.random_range(-1200..=1200));
        }
    }
    histories
}

/// Runs `work`, which says how many things it did, and prints the least time of one.
fn report(name: &str, unit: &str, mut work: impl FnMut() -> usize) {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let done = black_box(work());
        least = least.min(begun.elapsed().as_secs_f64() * 1e9 / done.max(1) as f64);
    }
    println!("{name:<46} {least:>10.1} ns per {unit}");
}

fn generation(positions: &[Position]) {
    report("generating all legal moves", "move", || {
        positions.iter().map(|position| black_box(position.legal_moves()).len()).sum()
    });
}

fn scoring(situations: &[Situation<'_>]) {
    let lists: Vec<_> = situations.iter().map(|s| (s.context(), s.position.legal_moves())).collect();
    let of = |noisy: bool| {
        let mut done = 0;
        for (context, moves) in &lists {
            for &mv in moves.iter().filter(|mv| mv.is_noisy() == noisy) {
                black_box(if noisy { context.noisy_score(mv) } else { context.quiet_score(mv) });
                done += 1;
            }
        }
        done
    };
    report("scoring a capture or promotion", "move", || of(true));
    report("scoring a quiet move", "move", || of(false));
}

/// The picker as the search uses it: generation, scoring and selection together.
fn selection(situations: &[Situation<'_>]) {
    let pick = |situation: &Situation<'_>, limit: usize| {
        let context = situation.context();
        let mut picker = situation.picker();
        (0..limit).map_while(|_| black_box(picker.next(&context))).count()
    };
    report("picking the first few, nothing sorted", "move", || {
        situations.iter().map(|situation| pick(situation, FIRST_FEW)).sum()
    });
    report("picking every move", "move", || {
        situations.iter().map(|situation| pick(situation, usize::MAX)).sum()
    });
    let with_tt_move: Vec<Situation<'_>> = situations
        .iter()
        .map(|s| Situation { tt_move: s.position.legal_moves().last().copied(), ..*s })
        .collect();
    report("picking the table's move, nothing generated", "move", || {
        with_tt_move.iter().map(|situation| pick(situation, 1)).sum()
    });
}

fn exchanges(positions: &[Position]) {
    let pairs = |noisy: bool| -> Vec<(&Position, Move)> {
        let of = |position| -> Vec<(&Position, Move)> {
            let position: &Position = position;
            position.legal_moves().iter().map(|&mv| (position, mv)).collect()
        };
        positions.iter().flat_map(of).filter(|(_, mv)| mv.is_noisy() == noisy).collect()
    };
    for (name, noisy) in [("a capture or promotion", true), ("a quiet move", false)] {
        let pairs = pairs(noisy);
        let run = |work: &dyn Fn(&Position, Move)| {
            pairs.iter().for_each(|&(position, mv)| work(position, mv));
            pairs.len()
        };
        report(&format!("exchange value of {name}"), "call", || {
            run(&|position, mv| {
                black_box(see(position, mv));
            })
        });
        report(&format!("exchange of {name}, at least 0?"), "call", || {
            run(&|position, mv| {
                black_box(see_ge(position, mv, 0));
            })
        });
    }
}

fn decisions(situations: &[Situation<'_>]) {
    let reductions = ReductionTable::new(&Settings::default().params.reduce);
    report("order, reasons and decisions of a whole node", "move", || {
        situations.iter().map(|situation| black_box(situation.candidates_with(&reductions)).len()).sum()
    });
}
