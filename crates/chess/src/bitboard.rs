//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// ```
/// use chess::{Bitboard, Square};
/// let corners = Square::A1.bitboard() | Square::H8.bitboard();
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.into_iter().collect::<Vec<_>>(), [Square::A1, Square::H8]);
/// assert_eq!(corners.north(), Square::A2.bitboard());
/// assert!((corners - corners).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);

    /// All squares of a file.
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Bitboard(FILE_A << file.index())
    }

    /// All squares of a rank.
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Bitboard(RANK_1 << (8 * rank.index()))
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// The set with this square added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set with this square removed.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// How many squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are at least two squares.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(self.0.trailing_zeros())) }
    }

    /// The square with the highest number.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(63 - self.0.leading_zeros())) }
    }

    /// The lowest square of a set known not to be empty (a1 if it is).
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::wrap(self.0.trailing_zeros())
    }

    /// Every square one rank up; the eighth rank falls off.
    #[inline]
    pub const fn north(self) -> Self {
        Bitboard(self.0 << 8)
    }

    /// Every square one rank down; the first rank falls off.
    #[inline]
    pub const fn south(self) -> Self {
        Bitboard(self.0 >> 8)
    }

    /// Every square one file to the right; the h file falls off.
    #[inline]
    pub const fn east(self) -> Self {
        Bitboard((self.0 & !(FILE_A << 7)) << 1)
    }

    /// Every square one file to the left; the a file falls off.
    #[inline]
    pub const fn west(self) -> Self {
        Bitboard((self.0 & !FILE_A) >> 1)
    }

    /// Mirrored top to bottom.
    #[inline]
    pub const fn flip(self) -> Self {
        Bitboard(self.0.swap_bytes())
    }
}

macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $value:expr;)*) => { $(
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $op::$method(*self, other);
            }
        }
    )* };
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::wrap(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

/// Eight lines from the eighth rank down, `X` for a square of the set and `.` for the others.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, *rank)) { 'X' } else { '.' };
                write!(f, "{}{mark}", if file == File::A { "" } else { " " })?;
            }
            if *rank != Rank::R1 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard(0x{:016x})", self.0)
    }
}
