//! One game in viriformat, whose layout [`data`](super) describes.

use std::fmt::Write as _;

use chess::{Color, Move, MoveKind, Piece, PieceType, Position, Rank, Square};

/// Bytes before the first move.
pub(super) const HEADER_BYTES: usize = 32;
/// Bytes of a move with its score, and of the mark that ends the game.
pub(super) const MOVE_BYTES: usize = 4;
/// What ends a game: no move goes from a1 to a1.
pub(super) const END: [u8; MOVE_BYTES] = [0; MOVE_BYTES];
/// A rook that may still castle.
const CASTLING_ROOK: u8 = 6;
/// The bit of a piece or of the side to move that says Black.
const BLACK_PIECE: u8 = 8;
const BLACK_TO_MOVE: u8 = 128;
/// The en passant square when there is none.
const NO_SQUARE: u8 = 64;
/// Where things lie in the header, after the occupied squares.
const PIECES_AT: usize = 8;
const SIDE_AT: usize = 24;
const CLOCK_AT: usize = 25;
const NUMBER_AT: usize = 26;
const RESULT_AT: usize = 30;

const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

/// A move and what was thought of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move played.
    pub mv: Move,
    /// The score of the position it was played in, from White's point of view, on the scale of [`engine::Score`].
    pub score: i16,
}

/// A game as training data: where it began, how it ended, and a score for every move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataGame {
    /// The position before the first move.
    pub start: Position,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// The moves, each legal after those before it.
    pub moves: Vec<ScoredMove>,
}

impl DataGame {
    /// Appends the game as it is kept in a file.
    ///
    /// Half-move clocks above 255 are kept as 255: the format has no room for more.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        write_header(&self.start, self.winner, out);
        for scored in &self.moves {
            out.extend_from_slice(&encode_move(scored.mv).to_le_bytes());
            out.extend_from_slice(&scored.score.to_le_bytes());
        }
        out.extend_from_slice(&END);
    }

    /// Visits every position a move was played in, with the move and the score from White's point of view.
    pub fn walk(&self, mut each: impl FnMut(&Position, ScoredMove)) {
        let mut position = self.start.clone();
        for &scored in &self.moves {
            each(&position, scored);
            position.make(scored.mv);
        }
    }
}

fn write_header(start: &Position, winner: Option<Color>, out: &mut Vec<u8>) {
    let rooks = start.castling_rights().rooks();
    let mut pieces = [0u8; 16];
    for (index, square) in start.occupied().into_iter().enumerate() {
        let Some(piece) = start.piece_at(square) else { continue };
        let kind = if rooks.contains(square) { CASTLING_ROOK } else { piece.piece_type().index() as u8 };
        let code = if piece.color() == Color::Black { kind | BLACK_PIECE } else { kind };
        pieces[index / 2] |= code << (4 * (index % 2));
    }
    let en_passant = start.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let side = if start.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    let result = match winner {
        Some(Color::White) => 2,
        None => 1,
        Some(Color::Black) => 0,
    };
    out.extend_from_slice(&start.occupied().0.to_le_bytes());
    out.extend_from_slice(&pieces);
    out.push(en_passant | side);
    out.push(u8::try_from(start.halfmove_clock()).unwrap_or(u8::MAX));
    out.extend_from_slice(&start.fullmove_number().to_le_bytes());
    out.extend_from_slice(&[0, 0, result, 0]);
}

/// Start and winner of a game.
///
/// # Errors
/// Says what no game can begin with.
pub(super) fn read_header(header: &[u8; HEADER_BYTES]) -> Result<(Position, Option<Color>), String> {
    let winner = match header[RESULT_AT] {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        other => return Err(format!("the result is {other}, none of 0, 1 and 2")),
    };
    let fen = header_fen(header)?;
    let start = Position::from_fen(&fen).map_err(|error| format!("no game can begin at '{fen}': {error}"))?;
    Ok((start, winner))
}

/// The start as a Shredder-FEN, whose reader knows what can be a position.
fn header_fen(header: &[u8; HEADER_BYTES]) -> Result<String, String> {
    let occupied = header.first_chunk().map_or(0, |&squares| u64::from_le_bytes(squares));
    if occupied.count_ones() > 32 {
        return Err(format!("{} squares are occupied", occupied.count_ones()));
    }
    let mut board = [None; 64];
    let mut castling = String::new();
    let squares = (0..64u8).filter(|&square| occupied >> square & 1 != 0);
    for (index, square) in squares.enumerate() {
        let code = header[PIECES_AT + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & BLACK_PIECE != 0 { Color::Black } else { Color::White };
        let kind = match code & !BLACK_PIECE {
            CASTLING_ROOK => {
                if usize::from(square / 8) != Rank::R1.relative(color).index() {
                    return Err(format!("a rook on {} cannot castle", name(square)));
                }
                castling.push(file_letter(square, color));
                PieceType::Rook
            }
            kind => PieceType::from_index(usize::from(kind)).ok_or_else(|| format!("{kind} is no piece"))?,
        };
        board[usize::from(square)] = Some(Piece::new(color, kind));
    }
    let mut fen = board_field(&board);
    fen.push(' ');
    fen.push(if header[SIDE_AT] & BLACK_TO_MOVE != 0 { 'b' } else { 'w' });
    fen.push(' ');
    fen.push_str(if castling.is_empty() { "-" } else { &castling });
    let en_passant = match header[SIDE_AT] & !BLACK_TO_MOVE {
        NO_SQUARE => "-".to_owned(),
        square if square > NO_SQUARE => return Err(format!("the en passant square is {square}")),
        square => name(square),
    };
    let number = [header[NUMBER_AT], header[NUMBER_AT + 1]];
    // Writing to a String cannot fail.
    let _ = write!(fen, " {en_passant} {} {}", header[CLOCK_AT], u16::from_le_bytes(number));
    Ok(fen)
}

/// The name of a square below 64.
fn name(square: u8) -> String {
    Square::from_index(usize::from(square)).map_or_else(String::new, |square| square.to_string())
}

fn file_letter(square: u8, color: Color) -> char {
    let letter = char::from(b'a' + square % 8);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn board_field(board: &[Option<Piece>; 64]) -> String {
    let ranks = board
        .chunks_exact(8)
        .rev()
        .map(|rank| rank.iter().map(|piece| piece.map_or('1', Piece::char)).collect::<String>());
    ranks.collect::<Vec<_>>().join("/")
}

fn encode_move(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |piece| piece.index() as u16 - 1);
    let kind = if mv.is_promotion() {
        PROMOTION
    } else if mv.is_castle() {
        CASTLING
    } else if mv.is_en_passant() {
        EN_PASSANT
    } else {
        0
    };
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | promotion << 12 | kind << 14
}

/// The legal move two bytes stand for.
///
/// # Errors
/// Says why they stand for none.
pub(super) fn decode_move(raw: u16, position: &Position) -> Result<Move, String> {
    let square = |shift: u32| Square::from_index(usize::from(raw >> shift & 63));
    let (Some(from), Some(to)) = (square(0), square(6)) else { return Err(format!("{raw:#06x} is no move")) };
    let promotion = raw >> 12 & 3;
    let captures = position.colors(!position.side_to_move()).contains(to);
    let kind = match raw >> 14 {
        PROMOTION => PieceType::from_index(usize::from(promotion) + 1)
            .and_then(|piece| MoveKind::promotion(piece, captures)),
        // The bits of a promotion are zero where there is none: a set one means that the file is damaged.
        _ if promotion != 0 => None,
        CASTLING => Some(MoveKind::Castle),
        EN_PASSANT => Some(MoveKind::EnPassant),
        _ if captures => Some(MoveKind::Capture),
        _ if is_double_push(position, from, to) => Some(MoveKind::DoublePush),
        _ => Some(MoveKind::Quiet),
    };
    // A move from a square to itself cannot be asked about: a1 to a1 would come out as another move.
    let mv = kind.filter(|_| from != to).map(|kind| Move::new(from, to, kind));
    let legal = mv.filter(|&mv| position.is_legal(mv));
    legal.ok_or_else(|| format!("{from}{to} ({raw:#06x}) is not a legal move in {}", position.fen()))
}

fn is_double_push(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    position.piece_at(from) == Some(Piece::new(us, PieceType::Pawn))
        && from.rank() == Rank::R2.relative(us)
        && to.rank() == Rank::R4.relative(us)
}
