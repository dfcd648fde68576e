//! Random positions that games reach.

use chess::{Move, Position};
use proptest::prelude::*;

/// Starts from which random play soon meets what it seldom meets from the first move: promotions,
/// castling of every kind, pins, en passant, repetitions.
pub(crate) const STARTS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2RR2 w E - 0 20",
    "4rrb1/1kp3b1/1p1p4/pP1Pn2p/5p2/1PR2P2/2P1NB1P/2KR1B2 w D - 0 21",
    "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/pppppppp/8/2k5/8/2K5/PPPPPPPP/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/5k2/3b4/8/2N5/4K3/8/8 w - - 90 100",
    "8/8/4k3/8/2r5/4K3/8/7R w - - 0 1",
];

/// A game: its start and the move each number picks, as far as it goes.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) picks: Vec<u16>,
}

impl Line {
    /// The positions of the game with the moves played in them; the last has none.
    pub(crate) fn walk(&self) -> Vec<(Position, Option<Move>)> {
        let mut position = self.start.clone();
        let mut walked = Vec::new();
        for &pick in &self.picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(pick) % moves.len()];
            walked.push((position.clone(), Some(mv)));
            position.make(mv);
        }
        walked.push((position, None));
        walked
    }
}

/// Standard chess, Chess960 and double Chess960 from the first move, and the special starts.
pub(crate) fn start() -> impl Strategy<Value = Position> {
    let special = (0..STARTS.len()).prop_map(|i| Position::from_fen(STARTS[i]).expect("a valid start"));
    prop_oneof![
        2 => special,
        1 => (0u16..960).prop_map(Position::chess960),
        1 => (0u16..960, 0u16..960).prop_map(|(white, black)| Position::dfrc(white, black)),
    ]
}

/// A game of at most this many plies.
pub(crate) fn line(plies: usize) -> impl Strategy<Value = Line> {
    (start(), prop::collection::vec(any::<u16>(), 0..plies)).prop_map(|(start, picks)| Line { start, picks })
}

/// This many cases; a failing one is printed, not stored.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
