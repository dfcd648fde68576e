//! Zobrist keys: fixed random numbers for every feature of a position.

use crate::Square;

/// Numbers by mailbox code and square; the rows that stand for no piece are zero, so that making a
/// move can add the victim of a quiet move without asking whether there is one.
pub(crate) static PIECE: [[u64; 64]; 16] = KEYS.piece;
/// The same for tables built by the compiler.
pub(crate) const PIECE_KEYS: [[u64; 64]; 16] = KEYS.piece;
/// Number for Black to move.
pub(crate) const SIDE: u64 = KEYS.side;
/// Numbers by file of the en passant target; the ninth, for no target, is zero.
pub(crate) static EN_PASSANT: [u64; 9] = KEYS.en_passant;
/// Numbers by colour and set of files whose rook may still castle.
pub(crate) static CASTLING: [[u64; 256]; 2] = KEYS.castling;

struct Keys {
    piece: [[u64; 64]; 16],
    side: u64,
    en_passant: [u64; 9],
    castling: [[u64; 256]; 2],
}

const KEYS: Keys = build();

/// `SplitMix64` (Steele, Lea, Flood 2014): the state advances by the golden ratio and is mixed.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn build() -> Keys {
    let mut state = 0x6362_3230_3236;
    let mut keys = Keys { piece: [[0; 64]; 16], side: 0, en_passant: [0; 9], castling: [[0; 256]; 2] };
    let mut code = 0;
    while code < 14 {
        let mut square = 0;
        while square < 64 && code % 8 < 6 {
            keys.piece[code][square] = next(&mut state);
            square += 1;
        }
        code += 1;
    }
    keys.side = next(&mut state);
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = next(&mut state);
        file += 1;
    }
    let mut color = 0;
    while color < 2 {
        let mut file = 0;
        while file < 8 {
            keys.castling[color][1 << file] = next(&mut state);
            file += 1;
        }
        // A set's number is the sum of its members', the lowest file taken off in turn.
        let mut set: usize = 1;
        while set < 256 {
            let rest = set & (set - 1);
            if rest != 0 {
                keys.castling[color][set] = keys.castling[color][rest] ^ keys.castling[color][set ^ rest];
            }
            set += 1;
        }
        color += 1;
    }
    keys
}

/// The number of a piece on a square.
#[inline]
pub(crate) fn piece(code: usize, square: Square) -> u64 {
    PIECE[code & 15][square.index()]
}

/// The number of a set of rooks that may castle, given as their squares on the first and last rank.
#[inline]
pub(crate) fn castling(rooks: u64) -> u64 {
    CASTLING[0][(rooks & 0xff) as usize] ^ CASTLING[1][(rooks >> 56) as usize]
}
