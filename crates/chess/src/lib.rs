//! The rules of chess and Chess960, for engines and tools.
//!
//! * [`Position`] is a small value that is copied before a move is made. It generates **legal** moves
//!   only, all at once or captures and quiet moves apart, and answers whether any move at all is legal
//!   ([`Position::is_legal`]) or gives check ([`Position::gives_check`]) without making it. Its Zobrist
//!   keys, for the whole position and for pawns, minor pieces, major pieces and each side's pieces, are
//!   kept up to date incrementally.
//! * Notation: FEN with X-FEN and Shredder-FEN, EPD, standard algebraic notation, UCI moves in both ways of
//!   writing castling. Errors are typed and say which field is wrong and why; **nothing panics on any
//!   input**.
//! * Draws: repetition with and without a search tree, repetition about to come, fifty moves,
//!   insufficient material ([`KeyHistory`], [`Game`]).
//!
//! Attack tables and keys are computed by the compiler: there is nothing to initialise, no global state,
//! and no unsafe code.
//!
//! # Examples
//!
//! A game, move by move:
//!
//! ```
//! use chess::{Color, Game, Outcome, Position, parse_san, san};
//!
//! let mut game = Game::new(Position::startpos());
//! for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
//!     let mv = parse_san(game.position(), text)?;
//!     assert_eq!(san(game.position(), mv), text);
//!     game.play(mv)?;
//! }
//! assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search, copying before each move:
//!
//! ```
//! use chess::Position;
//!
//! fn count(position: &Position, depth: u32) -> u64 {
//!     if depth == 0 {
//!         return 1;
//!     }
//!     let children = position.legal_moves().into_iter().map(|mv| {
//!         let mut child = position.clone();
//!         child.make(mv);
//!         count(&child, depth - 1)
//!     });
//!     children.sum()
//! }
//! assert_eq!(count(&Position::startpos(), 3), 8902);
//! ```
//!
//! A mistake and its message:
//!
//! ```
//! let error = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
//! assert_eq!(error.to_string(), "FEN field 2 (castling rights): no rook on h1 for 'K'");
//! ```
//!
//! # Conventions
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63. Castling is a move of the king to the square of its own
//! rook, in standard chess too; [`Move::king_target`] and [`Move::uci`] translate. FEN fields are counted
//! from 0. An en passant square exists only where a capture is legal, so that positions that are the same
//! for the repetition rule compare equal but for their counters, and have equal keys.

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod attacks;
mod bitboard;
mod draw;
mod epd;
mod fen;
mod game;
mod movegen;
mod moves;
mod perft;
mod piece;
mod position;
mod san;
mod square;
mod text;
mod uci;
mod zobrist;

pub use attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks,
};
pub use bitboard::{Bitboard, Squares};
pub use draw::KeyHistory;
pub use epd::{Epd, EpdError, EpdOperation};
pub use fen::{CastlingError, EnPassantError, FenError, FenField, PlacementError};
pub use game::{FIFTY_MOVES, Game, Outcome};
pub use moves::{Move, MoveKind, MoveList, UciMove};
pub use perft::{MAX_PERFT_DEPTH, perft, perft_divide};
pub use piece::{Color, Piece, PieceType};
pub use position::{CastlingRights, CastlingSide, IllegalMove, Position};
pub use san::{SanError, parse_move, parse_san, san, san_line};
pub use square::{File, Rank, Square, SquareError};
pub use uci::{UciMoveError, parse_uci};
