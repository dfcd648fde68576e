//! Counting the leaves of the tree of legal moves.

use crate::{Color, Move, Position};

/// The greatest depth that [`perft`] and [`perft_divide`] count to, in plies.
///
/// They call themselves once per ply, so the depth must be bounded for the stack's sake. The bound costs nothing:
/// where a side usually has even two moves, no count of so many plies is ever finished.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// The number of move sequences of this length: 1 for depth 0. Moves of the last ply are counted, not
/// made. A depth beyond [`MAX_PERFT_DEPTH`] counts as that one.
///
/// ```
/// use chess::{perft, Position};
/// assert_eq!(perft(&Position::startpos(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth.min(MAX_PERFT_DEPTH), position.side_to_move()) {
        (0, _) => 1,
        (depth, Color::White) => walk_white(position, depth),
        (depth, Color::Black) => walk_black(position, depth),
    }
}

/// The counts of [`perft`] by first move, in the order of [`Position::legal_moves`]; empty for depth 0. A depth
/// beyond [`MAX_PERFT_DEPTH`] counts as that one.
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
    let below = depth.min(MAX_PERFT_DEPTH) - 1;
    let part = |&mv: &Move| {
        let mut child = position.clone();
        child.make(mv);
        (mv, perft(&child, below))
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
