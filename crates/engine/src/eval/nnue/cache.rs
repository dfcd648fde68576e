//! The last board each perspective has seen with its king on either half, with its accumulator: where a king changes sides, only
//! what is different from that board is added and removed.

use super::features::{feature, is_mirrored};
use super::simd::Kernel;
use super::{Chunk, Network};
use arrayvec::ArrayVec;
use chess::{Bitboard, Color, Piece, PieceType, Position};

/// Most pieces of one position.
const MOST_PIECES: usize = 32;
const COLORS: usize = 2;

/// A board and its accumulator.
#[derive(Clone)]
struct Seen {
    colors: [Bitboard; COLORS],
    kinds: [Bitboard; PieceType::ALL.len()],
    sums: Vec<Chunk>,
}

/// By perspective, and by whether it sees the board mirrored.
pub(super) struct Cache([[Seen; 2]; COLORS]);

impl Cache {
    /// Of empty boards.
    pub(super) fn new(network: &Network) -> Cache {
        let empty = Seen {
            colors: [Bitboard::EMPTY; COLORS],
            kinds: [Bitboard::EMPTY; PieceType::ALL.len()],
            sums: network.biases.clone(),
        };
        Cache([[empty.clone(), empty.clone()], [empty.clone(), empty]])
    }

    /// The accumulator of a position.
    pub(super) fn refresh<K: Kernel, const CHUNKS: usize>(
        &mut self,
        kernel: K,
        network: &Network,
        position: &Position,
        perspective: Color,
    ) -> &[Chunk] {
        let mirrored = is_mirrored(position.king(perspective));
        let seen = &mut self.0[perspective.index()][usize::from(mirrored)];
        let mut added: ArrayVec<u16, MOST_PIECES> = ArrayVec::new();
        let mut removed: ArrayVec<u16, MOST_PIECES> = ArrayVec::new();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let now = position.by(color, kind);
                let then = seen.colors[color.index()] & seen.kinds[kind.index()];
                let number = |square| feature(perspective, mirrored, Piece::new(color, kind), square) as u16;
                added.extend((now & !then).into_iter().map(number));
                removed.extend((then & !now).into_iter().map(number));
            }
        }
        kernel.change::<CHUNKS>(&mut seen.sums, &network.features, &added, &removed);
        seen.colors = Color::ALL.map(|color| position.colors(color));
        seen.kinds = PieceType::ALL.map(|kind| position.pieces(kind));
        &seen.sums
    }

    /// What [`Cache::refresh`] returned last for this perspective and half.
    pub(super) fn last(&self, position: &Position, perspective: Color) -> &[Chunk] {
        &self.0[perspective.index()][usize::from(is_mirrored(position.king(perspective)))].sums
    }
}
