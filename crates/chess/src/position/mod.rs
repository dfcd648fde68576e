//! The position: where the pieces stand and what the rules need to know beside.

mod check;
mod make;
mod setup;

pub use make::IllegalMove;

use core::fmt;

use crate::attacks::{
    bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use crate::piece::{EMPTY_CODE, code};
use crate::{Bitboard, Color, File, Piece, PieceType, Rank, Square, between, zobrist};

/// The two directions of castling, named by the side the rook comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// With the rook on the h side of the king; the king goes to the g file.
    King,
    /// With the rook on the a side of the king; the king goes to the c file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side on which this rook stands of its king.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// 0 for the king's side, 1 for the queen's.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file the king ends on.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file the rook ends on.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }
}

/// The rooks that may still castle, by their squares (rights, not whether castling is possible now).
///
/// ```
/// use chess::{CastlingSide, Color, Position, Square};
/// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1").unwrap();
/// assert_eq!(position.castling_rights().of(Color::White), Square::H1.bitboard());
/// assert_eq!(position.castling_rook(Color::Black, CastlingSide::Queen), Some(Square::A8));
/// assert_eq!(position.castling_rook(Color::Black, CastlingSide::King), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// The squares of the rooks that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// Whether nobody may castle any more.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The squares of this side's rooks that may still castle.
    #[inline]
    pub const fn of(self, color: Color) -> Bitboard {
        Bitboard(self.0.0 & Bitboard::from_rank(Rank::R1.relative(color)).0)
    }
}

/// A position of standard chess or Chess960: pieces, side to move, castling rights, en passant target,
/// move counters, and what follows from them (checkers, pinned pieces, keys).
///
/// It is small and meant to be copied before a move is made. Every value is a position in which the
/// side to move has exactly the moves the rules give it: constructors refuse anything else.
///
/// ```
/// use chess::{Position, Square};
/// let mut position = Position::startpos();
/// assert_eq!(position.legal_moves().len(), 20);
/// let e4 = chess::parse_uci(&position, "e2e4").unwrap();
/// position.make(e4);
/// assert!(position.piece_at(Square::E4).is_some());
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// By kind; the last two rows stay empty (see [`EMPTY_CODE`]).
    pub(crate) pieces: [Bitboard; 8],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) keys: Keys,
    pub(crate) castling: Bitboard,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
    pub(crate) side: Color,
    pub(crate) en_passant: Option<Square>,
}

/// Incremental keys. The key of the position is put together from them when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Keys {
    /// Pawns, then White's other pieces with the king, then Black's.
    pub(crate) groups: [u64; 3],
    /// Rooks and queens.
    pub(crate) major: u64,
    /// Knights and bishops.
    pub(crate) minor: u64,
}

/// The group of [`Keys::groups`] a piece belongs to, by mailbox code.
pub(crate) const GROUP: [u8; 16] = [0, 1, 1, 1, 1, 1, 0, 0, 0, 2, 2, 2, 2, 2, 0, 0];
/// All ones for rooks and queens, by kind.
pub(crate) const MAJOR: [u64; 8] = [0, 0, 0, !0, !0, 0, 0, 0];
/// All ones for knights and bishops, by kind.
pub(crate) const MINOR: [u64; 8] = [0, !0, !0, 0, 0, 0, 0, 0];

impl Keys {
    /// Adds or takes away a piece whose number (or the sum of two, for a step) is `number`.
    #[inline]
    pub(crate) fn toggle(&mut self, code: usize, number: u64) {
        self.groups[GROUP[code & 15] as usize] ^= number;
        self.major ^= number & MAJOR[code & 7];
        self.minor ^= number & MINOR[code & 7];
    }
}

impl Position {
    /// A board without pieces: not a position yet.
    pub(crate) fn empty() -> Self {
        Position {
            pieces: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            keys: Keys::default(),
            castling: Bitboard::EMPTY,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            halfmoves: 0,
            fullmoves: 1,
            side: Color::White,
            en_passant: None,
        }
    }

    /// Puts a piece on a square that must be empty.
    pub(crate) fn place(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.mailbox[square.index()].is_none());
        self.pieces[piece as usize & 7] |= square.bitboard();
        self.colors[piece.color().index()] |= square.bitboard();
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle(piece as usize, zobrist::piece(piece as usize, square));
    }

    /// The side whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All squares with pieces of this colour.
    #[inline]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All squares with pieces of this kind, of both colours.
    #[inline]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.pieces[kind.index()]
    }

    /// All squares with pieces of this colour and kind.
    #[inline]
    pub fn by(&self, color: Color, kind: PieceType) -> Bitboard {
        self.colors(color) & self.pieces(kind)
    }

    /// What stands on a square.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The square of this side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.by(color, PieceType::King).lowest()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The side to move's own pieces that alone stand between its king and an enemy slider.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The square behind a pawn that has just advanced two squares, if it can legally be captured
    /// there; otherwise nothing, whatever the FEN said.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture, pawn move or null move. Stays at 65,535 once there.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move in the game, counted up after Black's. Stays at 65,535 once there.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmoves
    }

    /// The rooks that may still castle.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights(self.castling)
    }

    /// The square of the rook this side may still castle with on that side (the right, not whether
    /// castling is possible now).
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color).index();
        self.castling_rights().of(color).into_iter().find(|rook| match side {
            CastlingSide::King => rook.index() > king,
            CastlingSide::Queen => rook.index() < king,
        })
    }

    /// Whether some castling right is not one of standard chess: a king off the e file or a rook off
    /// the corners. UCI then needs castling written as king takes rook.
    pub fn is_chess960(&self) -> bool {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        self.castling.0 & !CORNERS != 0
            || Color::ALL
                .iter()
                .any(|&c| self.castling_rights().of(c).any() && self.king(c).file() != File::E)
    }

    /// The Zobrist key of everything that makes two positions the same for repetition: pieces, side to
    /// move, castling rights, and en passant where a capture is legal. Equal positions have equal keys;
    /// 64 bits make it unlikely that different ones do.
    ///
    /// ```
    /// use chess::Position;
    /// let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    /// let key = |rest| Position::from_fen(&format!("{board} {rest}")).unwrap().key();
    /// assert_eq!(key("e3 0 1"), key("- 0 1")); // no black pawn can capture on e3
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        let side = if self.side == Color::Black { zobrist::SIDE } else { 0 };
        let [pawns, white, black] = self.keys.groups;
        pawns ^ white ^ black ^ side ^ zobrist::castling(self.castling.0) ^ self.en_passant_number()
    }

    #[inline]
    fn en_passant_number(&self) -> u64 {
        zobrist::EN_PASSANT[self.en_passant.map_or(8, |square| square.index() & 7)]
    }

    /// The key of the pawns of both sides alone.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.keys.groups[0]
    }

    /// The key of the knights and bishops of both sides alone.
    #[inline]
    pub const fn minor_key(&self) -> u64 {
        self.keys.minor
    }

    /// The key of the rooks and queens of both sides alone.
    #[inline]
    pub const fn major_key(&self) -> u64 {
        self.keys.major
    }

    /// The key of this side's pieces other than pawns, its king included.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.groups[1 + color.index()]
    }

    /// All pieces of both colours that attack a square, with these squares occupied.
    ///
    /// Pieces outside `occupied` still count as attackers; mask the result to leave them out.
    ///
    /// ```
    /// use chess::{Position, Square};
    /// let position = Position::startpos();
    /// let attackers = position.attackers_to(Square::F3, position.occupied());
    /// assert_eq!(attackers.len(), 3); // g1, e2, g2
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.pieces;
        (pawn_attacks(Color::White, square) & pawns & self.colors[1])
            | (pawn_attacks(Color::Black, square) & pawns & self.colors[0])
            | (knight_attacks(square) & knights)
            | (king_attacks(square) & kings)
            | (bishop_attacks(square, occupied) & (bishops | queens))
            | (rook_attacks(square, occupied) & (rooks | queens))
    }

    /// All squares this side attacks; the kings block as any other piece does.
    ///
    /// ```
    /// use chess::{Bitboard, Color, Position, Rank};
    /// let attacked = Position::startpos().attacked_by(Color::White);
    /// assert_eq!(attacked & Bitboard::from_rank(Rank::R3), Bitboard::from_rank(Rank::R3));
    /// assert!((attacked & Bitboard::from_rank(Rank::R4)).is_empty());
    /// ```
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        self.attacked_through(color, self.occupied())
    }

    /// All squares this side's pieces attack with these squares occupied.
    #[inline]
    pub(crate) fn attacked_through(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.pieces;
        let own = self.colors(color);
        let pawns = pawns & own;
        let ahead = if color == Color::White { pawns.north() } else { pawns.south() };
        let mut attacked = ahead.east() | ahead.west();
        for square in kings & own {
            attacked |= king_attacks(square);
        }
        for square in knights & own {
            attacked |= knight_attacks(square);
        }
        for square in (bishops | queens) & own {
            attacked |= bishop_attacks(square, occupied);
        }
        for square in (rooks | queens) & own {
            attacked |= rook_attacks(square, occupied);
        }
        attacked
    }

    /// Sets `checkers` and `pinned` for the side to move.
    #[inline]
    pub(crate) fn find_checks(&mut self) {
        let [pawns, knights, bishops, rooks, queens, ..] = self.pieces;
        let them = self.colors(!self.side);
        let king = self.king(self.side);
        let occupied = self.occupied();
        let mut checkers =
            ((pawn_attacks(self.side, king) & pawns) | (knight_attacks(king) & knights)) & them;
        let mut pinned = Bitboard::EMPTY;
        let snipers =
            ((bishop_rays(king) & (bishops | queens)) | (rook_rays(king) & (rooks | queens))) & them;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers = checkers.with(sniper);
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.colors(self.side);
    }

    /// Whether the board holds too little for any mate: bare kings, one minor piece in all, or only
    /// bishops that all stand on squares of one colour.
    ///
    /// ```
    /// use chess::Position;
    /// let drawn = Position::from_fen("8/8/4k3/8/8/3BK3/8/8 w - - 0 1").unwrap();
    /// assert!(drawn.is_insufficient_material());
    /// assert!(!Position::startpos().is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        const DARK: u64 = 0xaa55_aa55_aa55_aa55;
        let [pawns, knights, bishops, rooks, queens, ..] = self.pieces;
        if (pawns | rooks | queens).any() {
            return false;
        }
        let dark = bishops.0 & DARK;
        let one_color = dark == 0 || dark == bishops.0;
        (knights | bishops).len() <= 1 || (knights.is_empty() && one_color)
    }

    /// The mailbox code of a square.
    #[inline]
    pub(crate) fn code_at(&self, square: Square) -> usize {
        code(self.mailbox[square.index()])
    }
}

/// The FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

const _: () = assert!(EMPTY_CODE & 7 >= 6, "empty squares must read a spare row");
