//! Colours, kinds of piece, and coloured pieces.

use core::fmt;
use core::ops::Not;

/// One of the two sides.
///
/// ```
/// use chess::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.index(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// White for 0, Black for 1, nothing for any other number.
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Color::White),
            1 => Some(Color::Black),
            _ => None,
        }
    }

    /// The FEN letter: `w` or `b`.
    pub const fn char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of piece, without its colour.
///
/// ```
/// use chess::PieceType;
/// assert_eq!(PieceType::from_char('n'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Queen.char(), 'q');
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl PieceType {
    /// All six kinds, pawn first, king last.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// 0 (pawn) to 5 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, or nothing above 5.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 6 { Some(Self::ALL[index]) } else { None }
    }

    /// The kind a lower-case English letter (`p n b r q k`) stands for.
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => return None,
        })
    }

    /// The lower-case English letter.
    pub const fn char(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }

    /// The English name in lower case, as messages use it.
    pub const fn name(self) -> &'static str {
        match self {
            PieceType::Pawn => "pawn",
            PieceType::Knight => "knight",
            PieceType::Bishop => "bishop",
            PieceType::Rook => "rook",
            PieceType::Queen => "queen",
            PieceType::King => "king",
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece with its colour.
///
/// The discriminant is `8 * color + piece type`, so that both parts are read with one bit operation.
///
/// ```
/// use chess::{Color, Piece, PieceType};
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!(knight.char(), 'n');
/// assert_eq!(knight.index(), 7);
/// assert_eq!(Piece::from_char('N').map(|p| p.color()), Some(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn = 0,
    WhiteKnight = 1,
    WhiteBishop = 2,
    WhiteRook = 3,
    WhiteQueen = 4,
    WhiteKing = 5,
    BlackPawn = 8,
    BlackKnight = 9,
    BlackBishop = 10,
    BlackRook = 11,
    BlackQueen = 12,
    BlackKing = 13,
}

impl Piece {
    /// All twelve pieces in the order of [`Piece::index`].
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::WhiteKnight,
        Piece::WhiteBishop,
        Piece::WhiteRook,
        Piece::WhiteQueen,
        Piece::WhiteKing,
        Piece::BlackPawn,
        Piece::BlackKnight,
        Piece::BlackBishop,
        Piece::BlackRook,
        Piece::BlackQueen,
        Piece::BlackKing,
    ];

    /// The piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color.index() * 6 + kind.index()]
    }

    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// Its kind.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        match self as u8 & 7 {
            0 => PieceType::Pawn,
            1 => PieceType::Knight,
            2 => PieceType::Bishop,
            3 => PieceType::Rook,
            4 => PieceType::Queen,
            _ => PieceType::King,
        }
    }

    /// `color * 6 + piece type`, 0 to 11: the index for tables.
    #[inline]
    pub const fn index(self) -> usize {
        let code = self as usize;
        code - (code >> 3) * 2
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn char(self) -> char {
        let letter = self.piece_type().char();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The piece a FEN letter stands for.
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(letter.to_ascii_lowercase()) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// Mailbox code of an empty square: its low three bits name no kind of piece, so that tables of
/// eight rows by kind have a spare row which empty squares read.
pub(crate) const EMPTY_CODE: usize = 14;

/// The row of an occupied or empty square in tables of sixteen rows: [`Piece`]'s discriminant or
/// [`EMPTY_CODE`].
#[inline]
pub(crate) const fn code(piece: Option<Piece>) -> usize {
    match piece {
        Some(piece) => piece as usize,
        None => EMPTY_CODE,
    }
}
