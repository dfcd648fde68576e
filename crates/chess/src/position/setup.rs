//! Starting positions of standard chess, Chess960 and double Chess960.

use crate::{Color, File, Piece, PieceType, Position, Rank, Square};

/// The number of standard chess among the 960 starting positions.
const STANDARD: u16 = 518;
/// How many starting positions Chess960 has.
const POSITIONS: u16 = 960;

impl Position {
    /// The starting position of standard chess.
    pub fn startpos() -> Self {
        Self::chess960(STANDARD)
    }

    /// The Chess960 starting position of this number (Scharnagl's numbering, 0 to 959; 518 is standard
    /// chess). Larger numbers start again from 0.
    ///
    /// ```
    /// use chess::Position;
    /// assert_eq!(Position::chess960(518), Position::startpos());
    /// assert!(Position::chess960(0).fen().starts_with("bbqnnrkr/pppppppp/"));
    /// ```
    pub fn chess960(number: u16) -> Self {
        Self::dfrc(number, number)
    }

    /// A double Chess960 starting position: each side has its own number.
    ///
    /// ```
    /// use chess::Position;
    /// let fen = Position::dfrc(518, 0).fen();
    /// assert!(fen.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
    /// ```
    pub fn dfrc(white: u16, black: u16) -> Self {
        let mut position = Position::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let rank = |rank: Rank| rank.relative(color);
            for (file, kind) in File::ALL.into_iter().zip(back_rank(number)) {
                let square = Square::new(file, rank(Rank::R1));
                position.place(Piece::new(color, kind), square);
                position.place(Piece::new(color, PieceType::Pawn), Square::new(file, rank(Rank::R2)));
                if kind == PieceType::Rook {
                    position.castling = position.castling.with(square);
                }
            }
        }
        position.find_checks();
        position
    }
}

/// The pieces of the back rank from the a file to the h file.
fn back_rank(number: u16) -> [PieceType; 8] {
    /// The two of five free places the knights take.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let mut rest = usize::from(number % POSITIONS);
    let mut take = |n: usize| {
        let value = rest % n;
        rest /= n;
        value
    };
    let mut files = [None; 8];
    files[take(4) * 2 + 1] = Some(PieceType::Bishop);
    files[take(4) * 2] = Some(PieceType::Bishop);
    let mut put = |places: &[usize], kinds: &[PieceType]| {
        let free: Vec<usize> = (0..8).filter(|&file| files[file].is_none()).collect();
        for (&place, &kind) in places.iter().zip(kinds) {
            files[free[place]] = Some(kind);
        }
    };
    put(&[take(6)], &[PieceType::Queen]);
    let (first, second) = KNIGHTS[take(10)];
    put(&[first, second], &[PieceType::Knight, PieceType::Knight]);
    put(&[0, 1, 2], &[PieceType::Rook, PieceType::King, PieceType::Rook]);
    files.map(|kind| kind.unwrap_or(PieceType::King))
}
