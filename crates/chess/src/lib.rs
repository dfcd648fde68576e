//! The rules of chess and Chess960.

#![deny(unsafe_code)]

mod attacks;
mod bitboard;
mod draw;
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
pub use fen::{CastlingError, EnPassantError, FenError, FenField, PlacementError};
pub use game::{FIFTY_MOVES, Game, Outcome};
pub use moves::{Move, MoveKind, MoveList, UciMove};
pub use perft::{perft, perft_divide};
pub use piece::{Color, Piece, PieceType};
pub use position::{CastlingRights, CastlingSide, IllegalMove, Position};
pub use san::{SanError, parse_san, san};
pub use square::{File, Rank, Square, SquareError};
pub use uci::{UciMoveError, parse_uci};
