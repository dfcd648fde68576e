//! Forsyth-Edwards notation: standard, X-FEN and Shredder-FEN.

mod error;

pub use error::{CastlingError, EnPassantError, FenError, FenField, PlacementError};

use core::fmt::{self, Write as _};
use core::str::FromStr;

use error::{ORIGINAL, file_letter};

use crate::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Square};

/// The most pawns and pieces a side can have.
const MOST_PAWNS: u32 = 8;
const MOST_PIECES: u32 = 16;

impl Position {
    /// Reads a FEN of six fields, or of four (then the halfmove clock is 0 and the move number 1).
    ///
    /// Castling rights may be written as `KQkq` (X-FEN: the outermost rook of that side) or as file
    /// letters (Shredder-FEN, X-FEN's inner rooks). Fields may be separated by any number of blanks. An
    /// en passant square is accepted whenever a pawn can have passed it and kept when a capture is legal.
    ///
    /// # Errors
    /// [`FenError`] names the field and the reason. Refused are texts that are no FEN and positions that
    /// cannot be: not exactly one king each, pawns on the back ranks, more pieces than promotions allow,
    /// the side that has moved in check, more than two checkers, castling rights without king and rook in
    /// place, an en passant square no pawn has passed. Never panics.
    ///
    /// ```
    /// use chess::Position;
    /// let xfen = Position::from_fen("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w KQkq -").unwrap();
    /// let shredder = Position::from_fen("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 1");
    /// assert_eq!(shredder, Ok(xfen));
    /// let error = Position::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "FEN field 0 (piece placement): White has 0 kings");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (board, side, castling, en_passant, counters) = match fields[..] {
            [board, side, castling, en_passant] => (board, side, castling, en_passant, None),
            [board, side, castling, en_passant, half, full] => {
                (board, side, castling, en_passant, Some((half, full)))
            }
            _ => return Err(FenError::FieldCount(fields.len())),
        };
        let mut position = Position::empty();
        position.read_board(board).map_err(FenError::Placement)?;
        position.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::SideToMove(side.to_owned())),
        };
        position.check_material().map_err(FenError::Placement)?;
        position.check_checks()?;
        position.read_castling(castling).map_err(FenError::Castling)?;
        position.read_en_passant(en_passant).map_err(FenError::EnPassant)?;
        if let Some((half, full)) = counters {
            position.halfmoves = read_counter(FenField::HalfmoveClock, half)?;
            // Some programs count from 0; games have no move 0.
            position.fullmoves = read_counter(FenField::FullmoveNumber, full)?.max(1);
        }
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), PlacementError> {
        let count = board.split('/').count();
        if count != 8 {
            return Err(PlacementError::RankCount(count));
        }
        for (text, rank) in board.split('/').zip(Rank::ALL.into_iter().rev()) {
            let name = rank.index() + 1;
            let mut file = 0;
            for found in text.chars() {
                match (found, Piece::from_char(found)) {
                    (_, Some(piece)) => {
                        if let Some(file) = File::from_index(file) {
                            self.place(piece, Square::new(file, rank));
                        }
                        file += 1;
                    }
                    ('1'..='8', _) => file += found as usize - '0' as usize,
                    _ => return Err(PlacementError::Character { rank: name, found }),
                }
                if file > 8 {
                    break;
                }
            }
            if file != 8 {
                return Err(PlacementError::RankLength { rank: name, squares: file });
            }
        }
        Ok(())
    }

    fn check_material(&self) -> Result<(), PlacementError> {
        let back_ranks = Bitboard::from_rank(Rank::R1) | Bitboard::from_rank(Rank::R8);
        for color in Color::ALL {
            let count = |kind| self.by(color, kind).len();
            let too_many = |what, count, most| PlacementError::TooMany { color, what, count, most };
            let (kings, pawns) = (count(PieceType::King), count(PieceType::Pawn));
            if kings != 1 {
                return Err(PlacementError::Kings { color, count: kings });
            }
            if let Some(square) = (self.by(color, PieceType::Pawn) & back_ranks).first() {
                return Err(PlacementError::PawnOnBackRank(square));
            }
            if pawns > MOST_PAWNS {
                return Err(too_many("pawns", pawns, MOST_PAWNS));
            }
            let pieces = self.colors(color).len();
            if pieces > MOST_PIECES {
                return Err(too_many("pieces", pieces, MOST_PIECES));
            }
            let promoted = ORIGINAL.iter().map(|&(kind, most)| count(kind).saturating_sub(most)).sum();
            let missing = MOST_PAWNS - pawns;
            if promoted > missing {
                return Err(PlacementError::TooManyPromoted { color, promoted, missing });
            }
        }
        Ok(())
    }

    fn check_checks(&mut self) -> Result<(), FenError> {
        let them = !self.side;
        let king = self.king(them);
        if (self.attackers_to(king, self.occupied()) & self.colors(self.side)).any() {
            return Err(FenError::OpponentInCheck(them));
        }
        self.find_checks();
        match self.checkers.len() {
            0..=2 => Ok(()),
            count => Err(FenError::TooManyCheckers(self.side, count)),
        }
    }

    fn read_castling(&mut self, field: &str) -> Result<(), CastlingError> {
        if field == "-" {
            return Ok(());
        }
        for right in field.chars() {
            let rook = self.read_right(right)?;
            let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
            let side = CastlingSide::of(self.king(color), rook);
            // A side has at most one right on each side of its king.
            if self.castling_rook(color, side).is_some() {
                return Err(CastlingError::Duplicate(right));
            }
            self.castling = self.castling.with(rook);
        }
        Ok(())
    }

    /// The rook one letter of the castling field stands for.
    fn read_right(&self, right: char) -> Result<Square, CastlingError> {
        let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::R1.relative(color);
        let king = self.king(color);
        let (side, file) = match right.to_ascii_lowercase() {
            'k' => (Some(CastlingSide::King), File::H),
            'q' => (Some(CastlingSide::Queen), File::A),
            letter => (None, File::from_char(letter).ok_or(CastlingError::Character(right))?),
        };
        if king.rank() != rank {
            return Err(CastlingError::King { color, king, right });
        }
        let corner = Square::new(file, rank);
        let rooks = self.by(color, PieceType::Rook) & Bitboard::from_rank(rank);
        let rook = match side {
            Some(CastlingSide::King) => rooks.last().filter(|rook| rook.index() > king.index()),
            Some(CastlingSide::Queen) => rooks.first().filter(|rook| rook.index() < king.index()),
            None => Some(corner).filter(|&rook| rooks.contains(rook)),
        };
        rook.ok_or(CastlingError::NoRook { square: corner, right })
    }

    fn read_en_passant(&mut self, field: &str) -> Result<(), EnPassantError> {
        if field == "-" {
            return Ok(());
        }
        let square: Square = field.parse().map_err(|_| EnPassantError::NotASquare(field.to_owned()))?;
        let (to_move, color) = (self.side, !self.side);
        if square.rank() != Rank::R3.relative(color) {
            return Err(EnPassantError::Rank { square, to_move });
        }
        let pawn = Square::new(square.file(), Rank::R4.relative(color));
        if self.piece_at(pawn) != Some(Piece::new(color, PieceType::Pawn)) {
            return Err(EnPassantError::NoPawn { square, pawn, color });
        }
        let origin = Square::new(square.file(), Rank::R2.relative(color));
        if let Some(&blocked) = [square, origin].iter().find(|&&s| self.piece_at(s).is_some()) {
            return Err(EnPassantError::Blocked { square, blocked });
        }
        self.set_en_passant(square);
        Ok(())
    }

    /// The FEN in canonical form: six fields, castling rights as `KQkq` in that order with a file letter
    /// (X-FEN) where the rook is not the outermost, an en passant square only where a capture is legal.
    /// Reading it back gives an equal position.
    pub fn fen(&self) -> String {
        self.write_fen(|rook, side, color| {
            let rank = Bitboard::from_rank(Rank::R1.relative(color));
            let rooks = self.by(color, PieceType::Rook) & rank;
            let (outermost, letter) = match side {
                CastlingSide::King => (rooks.last(), 'k'),
                CastlingSide::Queen => (rooks.first(), 'q'),
            };
            match color {
                _ if outermost != Some(rook) => file_letter(rook.file(), color),
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            }
        })
    }

    /// The FEN with castling rights as file letters (Shredder-FEN).
    ///
    /// ```
    /// use chess::Position;
    /// assert!(Position::startpos().shredder_fen().ends_with(" w HAha - 0 1"));
    /// ```
    pub fn shredder_fen(&self) -> String {
        self.write_fen(|rook, _, color| file_letter(rook.file(), color))
    }

    fn write_fen(&self, letter: impl Fn(Square, CastlingSide, Color) -> char) -> String {
        let mut fen = String::with_capacity(96);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0u8;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    Some(piece) => {
                        push_empty(&mut fen, &mut empty);
                        fen.push(piece.char());
                    }
                    None => empty += 1,
                }
            }
            push_empty(&mut fen, &mut empty);
            fen.push(if rank == Rank::R1 { ' ' } else { '/' });
        }
        fen.push(self.side.char());
        fen.push(' ');
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = self.castling_rook(color, side) {
                    fen.push(letter(rook, side, color));
                }
            }
        }
        if self.castling.is_empty() {
            fen.push('-');
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        // Writing to a String cannot fail.
        let _ = write!(fen, " {en_passant} {} {}", self.halfmoves, self.fullmoves);
        fen
    }
}

fn push_empty(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn read_counter(field: FenField, text: &str) -> Result<u16, FenError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| FenError::Counter(field, text.to_owned()))
}

/// The canonical FEN, as [`Position::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// As [`Position::from_fen`].
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen)
    }
}

impl Default for Position {
    /// The starting position of standard chess.
    fn default() -> Self {
        Position::startpos()
    }
}
