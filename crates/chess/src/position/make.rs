//! Making moves.

use crate::moves::MoveKind;
use crate::piece::code;
use crate::{
    Bitboard, CastlingSide, Color, Move, Piece, PieceType, Position, Rank, Square, pawn_attacks, zobrist,
};

/// A move that is not legal in the position it was to be played in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a legal move in {fen}", .mv.uci(*.chess960))]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position, as FEN.
    pub fen: String,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

impl Position {
    /// Makes a legal move. That it is legal is the caller's promise, checked in debug builds only; any
    /// other move leaves a board that is not a position. [`Position::play`] checks always.
    ///
    /// ```
    /// use chess::{parse_uci, Position};
    /// let mut position = Position::startpos();
    /// position.make(parse_uci(&position, "g1f3").unwrap());
    /// assert_eq!(position.halfmove_clock(), 1);
    /// ```
    pub fn make(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "illegal move {mv:?} in {}", self.fen());
        match self.side {
            Color::White => self.make_as::<true>(mv),
            Color::Black => self.make_as::<false>(mv),
        }
    }

    /// Makes a move if it is legal; the position is unchanged if it is not.
    ///
    /// # Errors
    /// [`IllegalMove`] names the move and the position.
    ///
    /// ```
    /// use chess::{Move, MoveKind, Position, Square};
    /// let mut position = Position::startpos();
    /// let error = position.play(Move::new(Square::E2, Square::E5, MoveKind::Quiet)).unwrap_err();
    /// assert!(error.to_string().starts_with("e2e5 is not a legal move in rnbqkbnr/"));
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.fen(), chess960: self.is_chess960() });
        }
        self.make(mv);
        Ok(())
    }

    /// Passes the move to the other side: no en passant capture is possible afterwards, and the
    /// halfmove clock starts again, so that no repetition is looked for across it. The side to move
    /// must not be in check (checked in debug builds).
    ///
    /// ```
    /// use chess::{Color, Position};
    /// let mut position = Position::startpos();
    /// position.make_null();
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// ```
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check(), "null move in check");
        self.en_passant = None;
        self.halfmoves = 0;
        self.fullmoves = self.fullmoves.saturating_add(self.side as u16);
        self.side = !self.side;
        self.find_checks();
    }

    #[inline(always)]
    pub(crate) fn make_as<const WHITE: bool>(&mut self, mv: Move) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(us as u16);
        self.en_passant = None;
        let piece = self.mailbox[from.index()];
        let bits = mv.bits();
        if bits & !(MoveKind::Capture as u16) == 0 {
            self.carry::<WHITE>(piece, from, to);
        } else {
            self.make_special::<WHITE>(mv);
        }
        self.side = !us;
        self.find_checks();
        if mv.is_double_push() {
            self.note_double_push(to);
        }
    }

    /// A piece goes to a square that is empty or holds an enemy. What stands there is taken off without
    /// asking whether there is something: an empty square's code names the spare rows of all tables.
    #[inline(always)]
    fn carry<const WHITE: bool>(&mut self, piece: Option<Piece>, from: Square, to: Square) {
        let (us, them) = sides::<WHITE>();
        let (moved, victim) = (code(piece), self.code_at(to));
        let step = from.bitboard() | to.bitboard();
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = piece;
        self.pieces[victim & 7] &= !to.bitboard();
        self.colors[them.index()] &= !to.bitboard();
        self.pieces[moved & 7] ^= step;
        self.colors[us.index()] ^= step;
        self.keys.toggle(victim, zobrist::piece(victim, to));
        self.keys.toggle(moved, zobrist::piece(moved, from) ^ zobrist::piece(moved, to));
        let irreversible = moved & 7 == PieceType::Pawn.index() || victim & 7 < PieceType::King.index();
        if irreversible {
            self.halfmoves = 0;
        }
        let lost = if moved & 7 == PieceType::King.index() { step | back_rank(us) } else { step };
        self.castling &= !lost;
    }

    fn make_special<const WHITE: bool>(&mut self, mv: Move) {
        let (us, them) = sides::<WHITE>();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            self.castle(us, from, to);
            return;
        }
        self.halfmoves = 0;
        if mv.is_en_passant() {
            let victim = Square::new(to.file(), from.rank());
            self.remove(Piece::new(them, PieceType::Pawn), victim);
        } else if let Some(victim) = self.mailbox[to.index()] {
            self.remove(victim, to);
            self.castling = self.castling.without(to);
        }
        self.remove(Piece::new(us, PieceType::Pawn), from);
        self.place(Piece::new(us, mv.promotion().unwrap_or(PieceType::Pawn)), to);
    }

    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        // Both leave before either arrives: in Chess960 their squares may overlap.
        self.remove(Piece::new(us, PieceType::King), king);
        self.remove(Piece::new(us, PieceType::Rook), rook);
        self.place(Piece::new(us, PieceType::King), Square::new(side.king_file(), king.rank()));
        self.place(Piece::new(us, PieceType::Rook), Square::new(side.rook_file(), king.rank()));
        self.castling &= !back_rank(us);
    }

    /// Takes off a piece that stands on this square.
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.pieces[piece as usize & 7] ^= square.bitboard();
        self.colors[piece.color().index()] ^= square.bitboard();
        self.mailbox[square.index()] = None;
        self.keys.toggle(piece as usize, zobrist::piece(piece as usize, square));
    }

    /// Sets the en passant target behind a pawn that has advanced to `to`, if it can be captured there.
    #[inline]
    fn note_double_push(&mut self, to: Square) {
        let target = Square::wrap(to.index() as u32 ^ 8);
        let capturers = pawn_attacks(!self.side, target) & self.by(self.side, PieceType::Pawn);
        if capturers.any() {
            self.set_en_passant(target);
        }
    }

    /// Sets the en passant target if some pawn can legally capture there.
    pub(crate) fn set_en_passant(&mut self, target: Square) {
        let capturers = pawn_attacks(!self.side, target) & self.by(self.side, PieceType::Pawn);
        if capturers.into_iter().any(|from| self.en_passant_is_safe(from, target)) {
            self.en_passant = Some(target);
        }
    }

    /// The key after a move, cheaply, to fetch table entries ahead. Exact unless the move castles,
    /// promotes, captures en passant, advances a pawn two squares or changes castling rights.
    ///
    /// ```
    /// use chess::{parse_uci, Position};
    /// let mut position = Position::startpos();
    /// let mv = parse_uci(&position, "b1c3").unwrap();
    /// let key = position.key_after(mv);
    /// position.make(mv);
    /// assert_eq!(position.key(), key);
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (moved, victim) = (self.code_at(mv.from()), self.code_at(mv.to()));
        self.key()
            ^ zobrist::SIDE
            ^ self.en_passant_number()
            ^ zobrist::piece(moved, mv.from())
            ^ zobrist::piece(moved, mv.to())
            ^ zobrist::piece(victim, mv.to())
    }
}

#[inline]
const fn sides<const WHITE: bool>() -> (Color, Color) {
    if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) }
}

#[inline]
const fn back_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(Rank::R1.relative(color))
}
