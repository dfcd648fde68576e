//! Positions as the trainer keeps them: 32 bytes each.

use chess::{Color, Position};
use engine::eval::nnue::is_mirrored;

use crate::data::ScoredMove;

/// The most pieces of a position.
pub(super) const MOST_PIECES: usize = 32;
/// Features of one colour's pieces.
const COLOR_STEP: u16 = 384;
/// Features of one kind of piece.
const KIND_STEP: u16 = 64;
/// The bit of a piece that says it is the opponent's.
const THEIRS: u8 = 8;
/// Turns a square upside down, and left to right.
const FLIP: u16 = 56;
const MIRROR: u16 = 7;

/// Instead of half points: no game went on from here.
pub(super) const UNPLAYED: u8 = 3;

/// A position as the side to move sees it, as if it were White, with what to learn about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Record {
    occupied: u64,
    /// Four bits a piece in the order of the squares, the first in the lowest bits of the first byte.
    pieces: [u8; MOST_PIECES / 2],
    /// Centipawns from the side to move.
    pub(super) score: i16,
    /// What the side to move got: half points, 0 to 2, or [`UNPLAYED`].
    pub(super) half_points: u8,
    /// Bit 0: the own king stands on the files e to h; bit 1: the other one does.
    mirrored: u8,
}

// 100 million positions are to fit into 4 GB.
const _: () = assert!(size_of::<Record>() <= 32);

/// The features a position sets, as the side to move and as the other one sees it.
pub(super) struct Features {
    pub(super) own: [u16; MOST_PIECES],
    pub(super) other: [u16; MOST_PIECES],
    /// How many there are of each: one a piece.
    pub(super) count: usize,
}

impl Features {
    pub(super) const NONE: Features = Features { own: [0; MOST_PIECES], other: [0; MOST_PIECES], count: 0 };
}

impl Record {
    /// What there is to learn about a position of a game: White's score, and who won in the end.
    pub(super) fn new(position: &Position, scored: ScoredMove, winner: Option<Color>) -> Self {
        let us = position.side_to_move();
        let score = if us == Color::Black { scored.score.saturating_neg() } else { scored.score };
        let half_points = winner.map_or(1, |winner| if winner == us { 2 } else { 0 });
        Record { half_points, ..Record::unplayed(position, score) }
    }

    /// What there is to learn about a position of no game: the score from the side to move.
    pub(super) fn unplayed(position: &Position, score: i16) -> Self {
        let us = position.side_to_move();
        let black = us == Color::Black;
        let occupied = if black { position.occupied().flip() } else { position.occupied() };
        let mut pieces = [0; MOST_PIECES / 2];
        for (index, square) in occupied.into_iter().take(MOST_PIECES).enumerate() {
            let Some(piece) = position.piece_at(if black { square.flip() } else { square }) else { continue };
            let theirs = if piece.color() == us { 0 } else { THEIRS };
            pieces[index / 2] |= (piece.piece_type().index() as u8 | theirs) << (4 * (index % 2));
        }
        let mirrored = |color| u8::from(is_mirrored(position.king(color)));
        Record {
            occupied: occupied.0,
            pieces,
            score,
            half_points: UNPLAYED,
            mirrored: mirrored(us) | mirrored(!us) << 1,
        }
    }

    /// Mixes the record into a hash (multiplication by an odd number and rotation, after FxHash).
    pub(super) fn mix_into(&self, hash: u64) -> u64 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let pieces = u128::from_le_bytes(self.pieces);
        let rest = u64::from(self.score.cast_unsigned()) << 8 | u64::from(self.half_points);
        [self.occupied, pieces as u64, (pieces >> 64) as u64, rest]
            .iter()
            .fold(hash, |hash, &word| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR))
    }

    /// Writes the features of both perspectives.
    #[inline]
    pub(super) fn features(&self, features: &mut Features) {
        let own_turn = u16::from(self.mirrored & 1) * MIRROR;
        let other_turn = FLIP ^ (u16::from(self.mirrored >> 1) * MIRROR);
        let mut pieces = u128::from_le_bytes(self.pieces);
        let mut occupied = self.occupied;
        let mut count = 0;
        for (own, other) in features.own.iter_mut().zip(&mut features.other) {
            if occupied == 0 {
                break;
            }
            let square = occupied.trailing_zeros() as u16;
            let code = pieces as u16;
            let kind = (code & 7) * KIND_STEP;
            let theirs = code >> 3 & 1;
            *own = theirs * COLOR_STEP + kind + (square ^ own_turn);
            *other = (1 - theirs) * COLOR_STEP + kind + (square ^ other_turn);
            occupied &= occupied - 1;
            pieces >>= 4;
            count += 1;
        }
        features.count = count;
    }

    /// The board with the side to move as White, as a FEN.
    pub(super) fn fen(&self) -> String {
        let mut squares = ['1'; 64];
        let mut pieces = u128::from_le_bytes(self.pieces);
        for square in chess::Bitboard(self.occupied) {
            let code = pieces as u8;
            let kind =
                chess::PieceType::from_index(usize::from(code & 7)).map_or('1', chess::PieceType::char);
            squares[square.index()] = if code & THEIRS == 0 { kind.to_ascii_uppercase() } else { kind };
            pieces >>= 4;
        }
        let ranks: Vec<String> = squares.chunks_exact(8).rev().map(|rank| rank.iter().collect()).collect();
        format!("{} w - - 0 1", ranks.join("/"))
    }
}

/// Positions in chunks, so that reading in another million never copies what is there and takes no more memory than it needs.
#[derive(Debug, Default)]
pub(super) struct Positions {
    chunks: Vec<Vec<Record>>,
}

/// Positions of a chunk: 2 MiB.
const CHUNK: usize = 1 << 16;
/// Positions that stay together when the order is changed between epochs, so that memory is read in order. Divides [`CHUNK`].
pub(super) const BLOCK: usize = 64;

impl Positions {
    pub(super) fn push(&mut self, record: Record) {
        match self.chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => chunk.push(record),
            None => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(record);
                self.chunks.push(chunk);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Record> {
        self.chunks.iter().flatten()
    }

    /// How many blocks there are; the last may be shorter than the others.
    pub(super) fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    pub(super) fn block(&self, index: usize) -> &[Record] {
        let chunk = &self.chunks[index * BLOCK / CHUNK];
        let first = index * BLOCK % CHUNK;
        &chunk[first..(first + BLOCK).min(chunk.len())]
    }

    /// Brings all positions into random order (Fisher and Yates).
    pub(super) fn shuffle(&mut self, rng: &mut impl rand::Rng) {
        for last in (1..self.len()).rev() {
            let other = rng.random_range(0..=last);
            let (a, b) = (self.chunks[last / CHUNK][last % CHUNK], self.chunks[other / CHUNK][other % CHUNK]);
            self.chunks[last / CHUNK][last % CHUNK] = b;
            self.chunks[other / CHUNK][other % CHUNK] = a;
        }
    }
}
