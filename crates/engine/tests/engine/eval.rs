//! The evaluation's promises, over random positions and over positions picked for what could go wrong.

use chess::{Position, Square};
use engine::eval::{EVAL_LIMIT, Evaluator, FULL_PHASE, FULL_SCALE, Kind, TERMS, Tapered, WEIGHT_COUNT};
use engine::eval::{coefficients, trace, weights};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Positions of random games, openings to bare endings.
fn random_positions(seed: u64, games: usize) -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::startpos();
        for _ in 0..rng.random_range(20..220) {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() >= 100 {
                break;
            }
            position.make(moves[rng.random_range(0..moves.len())]);
            positions.push(position.clone());
        }
    }
    positions
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn value(fen: &str) -> i32 {
    Evaluator::new().evaluate(&position(fen))
}

/// The same position with the colours exchanged, by way of its FEN.
fn colours_exchanged(position: &Position) -> Position {
    let fen = position.to_string();
    let mut fields = fen.split(' ');
    let mut next = || fields.next().expect("a FEN has six fields").to_string();
    let swap = |text: &str| -> String {
        let exchange =
            |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(exchange).collect()
    };
    let board: Vec<String> = next().split('/').rev().map(swap).collect();
    let side = if next() == "w" { "b" } else { "w" };
    let castling = swap(&next());
    let en_passant = match next().parse::<Square>() {
        Ok(square) => square.flip().to_string(),
        Err(_) => "-".to_string(),
    };
    let (clock, number) = (next(), next());
    self::position(&format!("{} {side} {castling} {en_passant} {clock} {number}", board.join("/")))
}

#[test]
fn symmetric_under_exchange_of_colours() {
    let mut evaluator = Evaluator::new();
    for position in random_positions(1, 60) {
        let (here, there) =
            (evaluator.evaluate(&position), evaluator.evaluate(&colours_exchanged(&position)));
        assert_eq!(here, there, "{position}");
    }
}

#[test]
fn pawn_table_changes_no_value() {
    let mut warm = Evaluator::new();
    let positions = random_positions(2, 60);
    let first: Vec<i32> = positions.iter().map(|p| warm.evaluate(p)).collect();
    for (position, first) in positions.iter().zip(first) {
        assert_eq!(warm.evaluate(position), first, "warm: {position}");
        assert_eq!(Evaluator::new().evaluate(position), first, "cold: {position}");
    }
    warm.clear();
    assert_eq!(warm.evaluate(&positions[0]), Evaluator::new().evaluate(&positions[0]));
}

#[test]
fn trace_explains_the_value() {
    let mut evaluator = Evaluator::new();
    for position in random_positions(3, 60) {
        let explained = trace(&position);
        let white = evaluator.evaluate(&position) * if position.fen().contains(" w ") { 1 } else { -1 };
        assert_eq!(explained.value, white, "{position}");
        // Without fading, scaling and rounding apart, the rows add up to it.
        let linear = explained.rows.iter().filter(|row| row.kind == Kind::Linear);
        let sum = linear.fold(explained.danger, |sum, row| sum + row.sides[0] - row.sides[1]);
        let (mg, eg) = (sum.mg(), sum.eg() + explained.complexity);
        let mixed = mg * explained.scale.mg * explained.phase
            + eg * explained.scale.eg * (FULL_PHASE - explained.phase);
        let total = mixed / (FULL_SCALE * FULL_PHASE) + explained.mop_up;
        let faded = total * (200 - i32::from(position.halfmove_clock()).min(100)) / 200;
        assert_eq!(faded, white, "{position}");
    }
}

#[test]
fn coefficients_times_weights_make_the_terms() {
    for position in random_positions(4, 30) {
        let (found, explained) = (coefficients(&position), trace(&position));
        for (term, row) in TERMS.iter().zip(&explained.rows) {
            for side in 0..2 {
                let sum = (term.start..term.start + term.len)
                    .fold(Tapered::default(), |sum, i| sum + weights()[i] * i32::from(found.counts[side][i]));
                assert_eq!(sum, row.sides[side], "{} in {position}", term.name);
            }
        }
        assert_eq!(
            (found.phase, found.scale, found.mop_up),
            (explained.phase, explained.scale, explained.mop_up)
        );
    }
}

#[test]
fn terms_fill_the_table_without_gaps() {
    let mut next = 0;
    for term in TERMS {
        assert_eq!(term.start, next, "{}", term.name);
        next += term.len;
    }
    assert_eq!(next, WEIGHT_COUNT);
    let mut names: Vec<_> = TERMS.iter().map(|term| term.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TERMS.len());
}

#[test]
fn drawn_material_is_near_zero() {
    for fen in [
        "8/8/4k3/8/8/2N1K3/8/2N5 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/2B5 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/2N5 b - - 0 1",
        "8/8/4k3/8/3b4/4K3/8/2R5 w - - 0 1",
        "k7/8/8/P7/8/4B3/4K3/8 w - - 0 1", // the bishop does not command a8: dark-squared
        "8/8/8/8/7p/2k1b3/6K1/8 w - - 0 1", // nor h1: dark-squared again
    ] {
        assert!(value(fen).abs() < 80, "{fen}: {}", value(fen));
    }
    // The right bishop wins.
    assert!(value("k7/8/8/P7/8/3B4/4K3/8 w - - 0 1") > 150);
}

#[test]
fn won_material_is_won() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/3Q4 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/3R4 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/2BB4 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/2BN4 w - - 0 1",
        "8/8/4k3/8/8/4K3/PPP5/8 w - - 0 1",
    ] {
        assert!(value(fen) > 250, "{fen}: {}", value(fen));
        let against = fen.replace(" w ", " b ");
        assert!(value(&against) < -250, "{against}");
    }
}

#[test]
fn a_lone_king_is_driven_to_where_it_can_be_mated() {
    let centre = value("8/8/4k3/8/4K3/8/8/3R4 w - - 0 1");
    let edge = value("4k3/8/4K3/8/8/8/8/3R4 w - - 0 1");
    assert!(edge > centre, "edge {edge}, centre {centre}");
    // A light-squared bishop mates in a8, not in h8.
    let right = value("k7/8/1K6/3N4/4B3/8/8/8 w - - 0 1");
    let wrong = value("7k/8/6K1/4N3/4B3/8/8/8 w - - 0 1");
    assert!(right > wrong, "right corner {right}, wrong corner {wrong}");
}

#[test]
fn fades_towards_the_fifty_move_draw() {
    let fresh = value("8/5k2/8/8/8/2K5/8/R7 w - - 0 1");
    let late = value("8/5k2/8/8/8/2K5/8/R7 w - - 90 100");
    assert!(0 < late && late < fresh, "{late} of {fresh}");
}

#[test]
fn stays_within_its_range() {
    for fen in [
        "QQQQQQQQ/Q7/8/7K/8/8/pp6/kn2RRNN w - - 0 1",
        "8/8/8/7K/8/8/pp2QQQQ/kn1QQQQQ w - - 0 1",
        "RRRRRRRR/RR6/8/7K/8/8/pp6/kn1QBBNN w - - 0 1",
        "8/PPPPPPPP/8/7K/8/8/8/k7 w - - 0 1",
    ] {
        let position = position(fen);
        let value = Evaluator::new().evaluate(&position);
        assert!(value > 1000 && value < EVAL_LIMIT, "{fen}: {value}");
        assert_eq!(trace(&position).value.abs(), value);
    }
}

#[test]
fn prints_every_term_in_use() {
    let printed = trace(&Position::startpos()).to_string();
    for name in ["value", "square", "knight_mobility", "shelter", "tempo", "phase 24 of 24"] {
        assert!(printed.contains(name), "{name} missing in:\n{printed}");
    }
}

#[test]
fn weights_keep_the_order_of_the_pieces() {
    let value = |piece: usize| weights()[piece];
    for piece in 0..4 {
        assert!(value(piece).mg() < value(piece + 1).mg() + 60, "piece {piece}");
        assert!(value(piece).eg() < value(piece + 1).eg() + 60, "piece {piece}");
    }
}
