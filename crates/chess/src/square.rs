//! Files, ranks and squares.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

macro_rules! line {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident),* } $first:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            /// All eight in ascending order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// 0 to 7.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this index, or nothing above 7.
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < 8 { Some(Self::ALL[index]) } else { None }
            }

            /// Its character in square names.
            pub const fn char(self) -> char {
                ($first + self as u8) as char
            }

            /// The one this character names.
            pub const fn from_char(letter: char) -> Option<Self> {
                if letter.is_ascii() && letter as u8 >= $first {
                    Self::from_index((letter as u8 - $first) as usize)
                } else {
                    None
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }
    };
}

line! {
    /// A file of the board, `a` to `h`.
    ///
    /// ```
    /// use chess::File;
    /// assert_eq!(File::from_char('c'), Some(File::C));
    /// assert_eq!(File::C.index(), 2);
    /// ```
    File { A, B, C, D, E, F, G, H } b'a'
}

line! {
    /// A rank of the board, `1` to `8` as White counts them.
    ///
    /// ```
    /// use chess::Rank;
    /// assert_eq!(Rank::from_char('8'), Some(Rank::R8));
    /// ```
    Rank { R1, R2, R3, R4, R5, R6, R7, R8 } b'1'
}

impl Rank {
    /// The rank as this side counts it: Black's first rank is rank 8.
    #[inline]
    pub const fn relative(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self.index()],
        }
    }
}

/// A square, numbered a1 = 0, b1 = 1, ... h8 = 63.
///
/// ```
/// use chess::{File, Rank, Square};
/// let square: Square = "e4".parse().unwrap();
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::R4));
/// assert_eq!(square.flip(), Square::E5);
/// assert_eq!(square.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! square_constants {
    ($($name:ident)*) => {
        square_constants!(@ 0u8; $($name)*);
    };
    (@ $n:expr; $name:ident $($rest:ident)*) => {
        #[allow(missing_docs)]
        pub const $name: Square = Square($n);
        square_constants!(@ $n + 1; $($rest)*);
    };
    (@ $n:expr;) => {};
}

impl Square {
    square_constants! {
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8
    }

    /// The square on this file and rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with this number, or nothing above 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square with the low six bits of this number.
    #[inline]
    pub(crate) const fn wrap(index: u32) -> Self {
        Square(index as u8 & 63)
    }

    /// All squares in ascending order.
    pub fn all() -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator {
        (0..64u8).map(Square)
    }

    /// 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it tells the compiler that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// The square mirrored top to bottom: a1 to a8.
    #[inline]
    pub const fn flip(self) -> Self {
        Square(self.0 ^ 56)
    }

    /// The square mirrored left to right: a1 to h1.
    #[inline]
    pub const fn mirror(self) -> Self {
        Square(self.0 ^ 7)
    }

    /// The square as this side sees it: itself for White, [flipped](Square::flip) for Black.
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        Square(self.0 ^ (56 * color as u8))
    }

    /// The set of this one square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a square (a1 to h8)", crate::text::shorten(.0))]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut chars = text.chars();
        let square = chars
            .next()
            .and_then(File::from_char)
            .zip(chars.next().and_then(Rank::from_char))
            .map(|(file, rank)| Square::new(file, rank));
        match (square, chars.next()) {
            (Some(square), None) => Ok(square),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}
