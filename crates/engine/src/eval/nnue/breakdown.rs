//! A network's value taken apart, as far as that can be done: what would be different without a piece, and in another bucket.

use super::super::evaluator::fade;
use super::{Network, bucket};
use chess::{Color, File, Piece, PieceType, Position, Rank, Square};
use std::fmt;
use std::ops::RangeInclusive;

/// What a network says of a position. Prints as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The network, in one line.
    pub network: String,
    /// What every piece but the kings is worth: the network's value less its value without the piece, in centipawns from white's
    /// view.
    pub pieces: Vec<(Square, Piece, i32)>,
    /// The squares of the kings, without which there is no value.
    pub kings: [Square; 2],
    /// The network's value by each of its buckets, in centipawns from white's view.
    pub buckets: Vec<i32>,
    /// The bucket that counts.
    pub bucket: usize,
    /// The value with all that the evaluation adds to the network's, in centipawns from white's view: what
    /// [`Evaluator::evaluate`](crate::eval::Evaluator::evaluate) says.
    pub value: i32,
}

impl Network {
    /// Takes the value of a position apart.
    ///
    /// ```
    /// use chess::Position;
    /// use engine::eval::nnue::Network;
    /// let breakdown = Network::untrained(32, 4, 1).break_down(&Position::startpos());
    /// assert_eq!((breakdown.pieces.len(), breakdown.buckets.len()), (30, 4));
    /// ```
    pub fn break_down(&self, position: &Position) -> Breakdown {
        let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
        let buckets: Vec<i32> =
            (0..self.buckets()).map(|bucket| sign * self.evaluate_bucket(position, bucket)).collect();
        let used = self.bucket_of(position);
        let count = position.occupied().len();
        let without = bucket(count - 1, self.buckets());
        let worth = |square| {
            let piece = position.piece_at(square).filter(|piece| piece.piece_type() != PieceType::King)?;
            let missing = sign * self.evaluate_without(position, Some(square), without);
            Some((square, piece, buckets[used] - missing))
        };
        Breakdown {
            network: self.to_string(),
            pieces: position.occupied().into_iter().filter_map(worth).collect(),
            kings: Color::ALL.map(|color| position.king(color)),
            bucket: used,
            value: fade(buckets[used], position),
            buckets,
        }
    }
}

impl Breakdown {
    /// The numbers of pieces that have this bucket.
    fn piece_counts(&self, which: usize) -> RangeInclusive<u32> {
        const LEAST: u32 = 2;
        const MOST: u32 = 32;
        let mut counts = (LEAST..=MOST).filter(|&count| bucket(count, self.buckets.len()) == which);
        let first = counts.next().unwrap_or(LEAST);
        first..=counts.next_back().unwrap_or(first)
    }

    /// One square of the board.
    fn cell(&self, square: Square) -> String {
        if let Some((_, piece, worth)) = self.pieces.iter().find(|(at, ..)| *at == square) {
            return format!("{} {worth:+}", piece.char());
        }
        match self.kings.iter().position(|&king| king == square) {
            Some(0) => "K".to_owned(),
            Some(_) => "k".to_owned(),
            None => ".".to_owned(),
        }
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {}", self.network)?;
        writeln!(f, "what each piece is worth: the value less the value without it, centipawns for white")?;
        let files = || (0..8).filter_map(File::from_index);
        let padded = |cell: String| format!(" {cell:<7}");
        for rank in (0..8).rev().filter_map(Rank::from_index) {
            let row: String = files().map(|file| padded(self.cell(Square::new(file, rank)))).collect();
            writeln!(f, "{} |{}", rank.index() + 1, row.trim_end())?;
        }
        let letters: String = files().map(|file| padded(file.char().to_string())).collect();
        writeln!(f, "   {}\n\nbucket  pieces  value for white", letters.trim_end())?;
        for (which, value) in self.buckets.iter().enumerate() {
            let counts = self.piece_counts(which);
            let pieces = format!("{}-{}", counts.start(), counts.end());
            let used = if which == self.bucket { "  <- this position" } else { "" };
            writeln!(f, "{which:>6}  {pieces:>6}  {value:>+15}{used}")?;
        }
        let raw = self.buckets[self.bucket];
        if raw != self.value {
            writeln!(
                f,
                "the network's {raw} fade with the half-move clock, within the limits of evaluations"
            )?;
        }
        write!(f, "value {} centipawns for white", self.value)
    }
}
