//! Static exchange evaluation against hand-counted exchanges, a slow oracle, and itself.

use super::*;

use std::fs;
use std::path::PathBuf;

use chess::parse_uci;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Position, move, and what the exchange is worth with the engine's values.
#[rustfmt::skip]
const FACTS: &[(&str, &str, i32)] = &[
    // Captures by pawns and pieces, defended and not.
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", 100),
    ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", "e4d5", 0),
    ("4k3/8/4p3/3p4/8/2N5/8/4K3 w - -", "c3d5", 100 - 300),
    ("4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - -", "c3d5", 100 - 300 + 100),
    ("4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - -", "e4d5", 100),
    ("4k3/3p4/2n5/1B6/8/8/8/4K3 w - -", "b5c6", 0),
    ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - -", "d2d6", 100 - 900),
    // X-rays: the piece behind joins in, and the order of the two matters.
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100 - 500),
    ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100),
    ("4k3/6b1/8/4p3/8/2B5/1Q6/4K3 w - -", "c3e5", 100),
    ("4k3/6b1/8/4p3/8/2Q5/1B6/4K3 w - -", "c3e5", 100 - 900 + 300),
    ("4k3/8/3p4/4p3/5P2/6B1/8/4K3 w - -", "f4e5", 100),
    ("4k3/4q3/8/4r3/8/8/4R3/4QK2 w - -", "e2e5", 500),
    // En passant removes a pawn from a third square, which may open a file.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0),
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0),
    ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6", "e5d6", 100),
    // Promotions count in full, and so does losing the new piece.
    ("8/P6k/8/8/8/8/8/4K3 w - -", "a7a8q", 800),
    ("8/P6k/8/8/8/8/8/4K3 w - -", "a7a8n", 200),
    ("7r/P6k/8/8/8/8/8/4K3 w - -", "a7a8q", 800 - 900),
    ("7r/P6k/8/8/8/8/8/4K3 w - -", "a7a8r", 400 - 500),
    ("1r5k/P7/8/8/8/8/8/4K3 w - -", "a7b8q", 500 + 800),
    ("1r1r3k/P7/8/8/8/8/8/4K3 w - -", "a7b8q", 500 + 800 - 900),
    // Quiet moves: nothing to win, perhaps something to lose.
    ("4k3/8/4p3/8/8/2N5/8/4K3 w - -", "c3b5", 0),
    ("4k3/8/4p3/8/8/2N5/8/4K3 w - -", "c3d5", -300),
    ("4k3/8/4p3/8/4P3/2N5/8/4K3 w - -", "c3d5", 100 - 300),
    ("4k3/8/2p5/8/3P4/4P3/8/4K3 w - -", "d4d5", -100),
    // Kings capture last, and never into an attack.
    ("8/8/8/3k4/3R4/8/8/4K3 b - -", "d5d4", 500),
    ("8/8/3k4/3p4/8/8/8/3RK3 w - -", "d1d5", 100 - 500),
    ("8/8/3k4/3p4/8/5B2/8/3RK3 w - -", "d1d5", 100),
    ("8/8/3k4/4p3/3PK3/8/8/8 w - -", "d4e5", 100),
    ("8/2p5/3k4/4p3/8/8/8/4RK2 w - -", "e1e5", 100 - 500),
    // Castling, in either notation.
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", 0),
    ("r3k3/8/8/8/8/8/8/4K3 b q -", "e8c8", 0),
    // A recapturing pawn becomes a queen, which makes it the last to capture.
    ("6k1/8/8/8/8/2N5/4p3/3r2K1 w - -", "c3d1", 500 - 300 - 800),
    ("6k1/8/8/8/b7/2N5/4p3/3r2K1 w - -", "c3d1", 500 - 300),
    ("7k/8/8/8/8/1BN5/4p3/3r2K1 w - -", "c3d1", 500 - 300 - 800 + 900),
    ("3r2k1/4P3/8/b7/8/8/8/3R2K1 w - -", "d1d8", 500),
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn exchanges_counted_by_hand() {
    for &(fen, uci, value) in FACTS {
        let position = position(fen);
        let mv = parse_uci(&position, uci).unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
        assert_eq!(see(&position, mv), value, "{fen} {uci}");
        assert_agreement(&position, mv, value);
    }
}

/// The threshold form says the same as `value` on both sides of every threshold that matters.
fn assert_agreement(position: &Position, mv: Move, value: i32) {
    for threshold in [value - 1000, value - 1, value, value + 1, value + 1000, -100, 0, 1, 300] {
        assert_eq!(
            see_ge(position, mv, threshold),
            value >= threshold,
            "{} {mv:?}: exact value {value}, threshold {threshold}",
            position.fen()
        );
    }
}

/// Slow and plain: recompute all attackers for every capture, and let each side choose by recursion.
fn oracle(position: &Position, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let worth = |piece: PieceType| SeeValues::DEFAULT.of(piece);
    let mut occupied = position.occupied().without(mv.from());
    let mut gain = position.piece_at(mv.to()).map_or(0, |piece| worth(piece.piece_type()));
    if mv.is_en_passant() {
        occupied = occupied.without(Square::new(mv.to().file(), mv.from().rank()));
        gain = worth(PieceType::Pawn);
    }
    let mover = position.piece_at(mv.from()).expect("a mover").piece_type();
    let placed = mv.promotion().unwrap_or(mover);
    gain += worth(placed) - worth(mover);
    gain - best_reply(position, mv.to(), occupied.with(mv.to()), !position.side_to_move(), worth(placed))
}

/// What `side` wins by capturing, or not, a piece worth `at_stake` on `square`.
fn best_reply(position: &Position, square: Square, occupied: Bitboard, side: Color, at_stake: i32) -> i32 {
    let able = |side: Color, occupied: Bitboard| {
        position.attackers_to(square, occupied) & occupied.without(square) & position.colors(side)
    };
    let piece_on = |from: Square| position.piece_at(from).expect("an attacker").piece_type();
    // What stands on the square afterwards: it also decides who captures first, kings last.
    let becomes = |from: Square| match piece_on(from) {
        PieceType::Pawn if matches!(square.rank(), Rank::R1 | Rank::R8) => PieceType::Queen,
        piece => piece,
    };
    // Of two that become queens, the queen that is one already goes first.
    let order = |&from: &Square| (becomes(from).index(), piece_on(from) == PieceType::Pawn);
    let Some(from) = able(side, occupied).into_iter().min_by_key(order) else { return 0 };
    let after = occupied.without(from);
    if piece_on(from) == PieceType::King && able(!side, after).any() {
        return 0;
    }
    let worth = |piece: PieceType| SeeValues::DEFAULT.of(piece);
    let won = at_stake + worth(becomes(from)) - worth(piece_on(from));
    (won - best_reply(position, square, after, !side, worth(becomes(from)))).max(0)
}

#[test]
fn both_forms_and_the_oracle_agree_on_random_moves() {
    let wanted = if cfg!(debug_assertions) { 60_000 } else { 1_000_000 };
    let mut rng = SmallRng::seed_from_u64(0x5ee);
    let (mut captures, mut quiets) = (0, 0);
    while captures < wanted || quiets < wanted {
        let mut position =
            if rng.random() { Position::startpos() } else { Position::chess960(rng.random_range(0..960)) };
        for _ in 0..rng.random_range(20..200) {
            let moves = position.legal_moves();
            for &mv in &moves {
                let count = if mv.is_capture() { &mut captures } else { &mut quiets };
                // Quiet moves abound: look at some of them.
                if !mv.is_capture() && *count >= wanted {
                    continue;
                }
                *count += 1;
                let value = see(&position, mv);
                assert_eq!(value, oracle(&position, mv), "{} {mv:?}", position.fen());
                assert_agreement(&position, mv, value);
            }
            if moves.is_empty() {
                break;
            }
            position.make(moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Where the public test suites lie, if they are there.
fn suites() -> Option<PathBuf> {
    let default = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
    let folder = std::env::var_os("CB2026_SUITES").map_or(default, PathBuf::from);
    folder.is_dir().then_some(folder)
}

#[test]
fn the_public_suite_agrees() {
    let Some(text) = suites().and_then(|folder| fs::read_to_string(folder.join("see/hobbes-see.epd")).ok())
    else {
        eprintln!("skipped: no test suites here");
        return;
    };
    let mut checked = 0;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut fields = line.split('|').map(str::trim);
        let (fen, uci, value) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap());
        let position = position(fen);
        let mv = parse_uci(&position, uci).unwrap_or_else(|error| panic!("line {}: {error}", index + 1));
        let value: i32 = value.parse().unwrap();
        assert_eq!(see(&position, mv), value, "line {}: {line}", index + 1);
        assert_agreement(&position, mv, value);
        checked += 1;
    }
    assert!(checked >= 70, "only {checked} lines");
}
