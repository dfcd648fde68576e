//! Counting the leaves of the tree of legal moves.

use crate::{Color, Move, Position};

/// The number of move sequences of this length: 1 for depth 0. Moves of the last ply are counted, not
/// made.
///
/// ```
/// use chess::{perft, Position};
/// assert_eq!(perft(&Position::startpos(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth, position.side_to_move()) {
        (0, _) => 1,
        (_, Color::White) => walk_white(position, depth),
        (_, Color::Black) => walk_black(position, depth),
    }
}

/// The counts of [`perft`] by first move, in the order of [`Position::legal_moves`]; empty for depth 0.
///
/// ```
/// use chess::{perft_divide, Position};
/// let parts = perft_divide(&Position::startpos(), 2);
/// assert_eq!(parts.len(), 20);
/// assert!(parts.iter().all(|&(_, nodes)| nodes == 20));
/// ```
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let part = |&mv: &Move| {
        let mut child = position.clone();
        child.make(mv);
        (mv, perft(&child, depth - 1))
    };
    position.legal_moves().iter().map(part).collect()
}

macro_rules! walk {
    ($name:ident, $white:literal, $other:ident) => {
        fn $name(position: &Position, depth: u32) -> u64 {
            if depth == 1 {
                return position.count_as::<$white>();
            }
            let mut nodes = 0;
            for &mv in &position.list_as::<$white>() {
                let mut child = position.clone();
                child.make_as::<$white>(mv);
                nodes += $other(&child, depth - 1);
            }
            nodes
        }
    };
}

walk!(walk_white, true, walk_black);
walk!(walk_black, false, walk_white);
