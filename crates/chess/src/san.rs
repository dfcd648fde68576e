//! Standard algebraic notation.

use crate::text::shorten;
use crate::uci::parse_uci;
use crate::{CastlingSide, Color, File, Move, PieceType, Position, Rank, Square};

/// Why a text is not a move in standard algebraic notation that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error("'{}' is not a move in algebraic notation (such as Nf3, exd8=Q+ or O-O)", shorten(.0))]
    Malformed(String),
    /// No legal move fits.
    #[error("{} is not a legal move in {fen}", shorten(.san))]
    Illegal {
        /// The move as it was written.
        san: String,
        /// The position, as FEN.
        fen: String,
    },
    /// Several legal moves fit.
    #[error("{} is ambiguous in {fen}: {moves}", shorten(.san))]
    Ambiguous {
        /// The move as it was written.
        san: String,
        /// The moves that fit, in UCI notation, separated by commas.
        moves: String,
        /// The position, as FEN.
        fen: String,
    },
}

/// What a text asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Castle(CastlingSide),
    Move { kind: PieceType, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<PieceType> },
}

impl Wanted {
    fn fits(self, position: &Position, mv: Move) -> bool {
        match self {
            Wanted::Castle(side) => mv.is_castle() && CastlingSide::of(mv.from(), mv.to()) == side,
            Wanted::Move { kind, file, rank, to, promotion } => {
                !mv.is_castle()
                    && mv.to() == to
                    && mv.promotion() == promotion
                    && position.piece_at(mv.from()).is_some_and(|piece| piece.piece_type() == kind)
                    && file.is_none_or(|file| mv.from().file() == file)
                    // A pawn that captures is named by its file: e4 is an advance, never a capture there.
                    && (kind != PieceType::Pawn || file.is_some() || !mv.is_capture())
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }
}

/// Reads a move in standard algebraic notation.
///
/// Tolerated beside the standard: castling with zeros, a missing or wrong `x`, `+` or `#`, annotation
/// marks (`!`, `?`) and `e.p.` at the end, promotion without `=` or in brackets, more origin
/// than needed (`Ng1f3`, `Ng1-f3`), `P` for the pawn.
///
/// # Errors
/// [`SanError`] if the text is no move, not legal, or fits several moves. Never panics.
///
/// ```
/// use chess::{parse_san, Position, Square};
/// let position = Position::startpos();
/// let mv = parse_san(&position, "Nf3").unwrap();
/// assert_eq!((mv.from(), mv.to()), (Square::G1, Square::F3));
/// assert!(parse_san(&position, "Nf4").unwrap_err().to_string().starts_with("Nf4 is not a legal move in"));
/// ```
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let wanted = read(text).ok_or_else(|| SanError::Malformed(text.to_owned()))?;
    let moves = position.legal_moves();
    let mut fitting = moves.iter().copied().filter(|&mv| wanted.fits(position, mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(SanError::Illegal { san: text.to_owned(), fen: position.fen() }),
        (Some(first), Some(second)) => {
            let names: Vec<String> = [first, second]
                .into_iter()
                .chain(fitting)
                .map(|mv| mv.uci(position.is_chess960()).to_string())
                .collect();
            Err(SanError::Ambiguous { san: text.to_owned(), moves: names.join(", "), fen: position.fen() })
        }
    }
}

/// Reads a move as people write it: in UCI notation (`e2e4`) or in standard algebraic notation (`e4`).
///
/// # Errors
/// [`SanError`] if the text is a legal move in neither. Never panics.
///
/// ```
/// use chess::{parse_move, Position};
/// let position = Position::startpos();
/// assert_eq!(parse_move(&position, "g1f3"), parse_move(&position, "Nf3"));
/// assert_eq!(
///     parse_move(&position, "e2e5").unwrap_err().to_string(),
///     format!("e2e5 is not a legal move in {}", position.fen())
/// );
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, SanError> {
    parse_uci(position, text).or_else(|_| parse_san(position, text))
}

/// Takes a text apart from its end, where the target is.
fn read(text: &str) -> Option<Wanted> {
    let bare = strip_suffixes(text.trim());
    match bare {
        "O-O" | "0-0" | "o-o" => return Some(Wanted::Castle(CastlingSide::King)),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Wanted::Castle(CastlingSide::Queen)),
        _ => {}
    }
    if !bare.is_ascii() {
        return None;
    }
    let (rest, promotion) = split_promotion(bare);
    let (kind, rest) = match rest.chars().next()? {
        letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') => {
            (PieceType::from_char(letter.to_ascii_lowercase())?, &rest[1..])
        }
        _ => (PieceType::Pawn, rest),
    };
    let (origin, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to: Square = target.parse().ok()?;
    let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
    let (file, rank) = match origin.as_bytes() {
        [] => (None, None),
        [one] => match (File::from_char(char::from(*one)), Rank::from_char(char::from(*one))) {
            (None, None) => return None,
            known => known,
        },
        _ => {
            let square: Square = origin.parse().ok()?;
            (Some(square.file()), Some(square.rank()))
        }
    };
    Some(Wanted::Move { kind, file, rank, to, promotion })
}

/// Takes off check, mate and annotation marks and the en passant remark.
fn strip_suffixes(text: &str) -> &str {
    let mut bare = text;
    loop {
        let shorter = bare.trim_end_matches(['+', '#', '!', '?', ' ']);
        let shorter = shorter.strip_suffix("e.p.").unwrap_or(shorter);
        if shorter.len() == bare.len() {
            return bare;
        }
        bare = shorter;
    }
}

/// The text before the promotion piece and the piece: `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`.
fn split_promotion(text: &str) -> (&str, Option<PieceType>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let piece = bare.chars().next_back().and_then(|letter| match letter {
        'N' | 'B' | 'R' | 'Q' => PieceType::from_char(letter.to_ascii_lowercase()),
        _ => None,
    });
    match piece {
        None => (text, None),
        Some(piece) => (bare[..bare.len() - 1].trim_end_matches(['=', '(', '/']), Some(piece)),
    }
}

/// A legal move in standard algebraic notation, with the least origin that makes it unique and `+` or
/// `#` where it gives check or mate.
///
/// ```
/// use chess::{parse_uci, san, Position};
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
/// let name = |uci| san(&position, parse_uci(&position, uci).unwrap());
/// assert_eq!(name("a1a8"), "Ra8#");
/// assert_eq!(name("e1g1"), "O-O");
/// assert_eq!(name("e1e2"), "Ke2");
/// ```
pub fn san(position: &Position, mv: Move) -> String {
    let mut text = match position.piece_at(mv.from()).map(|piece| piece.piece_type()) {
        _ if mv.is_castle() => match CastlingSide::of(mv.from(), mv.to()) {
            CastlingSide::King => "O-O".to_owned(),
            CastlingSide::Queen => "O-O-O".to_owned(),
        },
        None | Some(PieceType::Pawn) => pawn_move(mv),
        Some(kind) => piece_move(position, mv, kind),
    };
    if position.is_legal(mv) && position.gives_check(mv) {
        let mut after = position.clone();
        after.make(mv);
        text.push(if after.has_legal_moves() { '+' } else { '#' });
    }
    text
}

/// Legal moves from `start` on in standard algebraic notation, with move numbers.
///
/// ```
/// use chess::{parse_san, san_line, Position};
/// let mut position = Position::startpos();
/// let moves = ["e4", "e5", "Nf3"].map(|text| {
///     let mv = parse_san(&position, text).unwrap();
///     position.make(mv);
///     mv
/// });
/// assert_eq!(san_line(&Position::startpos(), &moves), "1. e4 e5 2. Nf3");
/// ```
pub fn san_line(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let (number, text) = (position.fullmove_number(), san(&position, mv));
        words.push(match (position.side_to_move(), index) {
            (Color::White, _) => format!("{number}. {text}"),
            (Color::Black, 0) => format!("{number}... {text}"),
            (Color::Black, _) => text,
        });
        position.make(mv);
    }
    words.join(" ")
}

fn pawn_move(mv: Move) -> String {
    let mut text =
        if mv.is_capture() { format!("{}x{}", mv.from().file(), mv.to()) } else { mv.to().to_string() };
    if let Some(piece) = mv.promotion() {
        text.push('=');
        text.push(piece.char().to_ascii_uppercase());
    }
    text
}

fn piece_move(position: &Position, mv: Move, kind: PieceType) -> String {
    let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
    for other in position.legal_moves() {
        let rival = other.to() == mv.to()
            && other.from() != mv.from()
            && !other.is_castle()
            && position.piece_at(other.from()) == position.piece_at(mv.from());
        rivals |= rival;
        same_file |= rival && other.from().file() == mv.from().file();
        same_rank |= rival && other.from().rank() == mv.from().rank();
    }
    let origin = match (rivals, same_file, same_rank) {
        (false, ..) => String::new(),
        (_, false, _) => mv.from().file().to_string(),
        (_, true, false) => mv.from().rank().to_string(),
        (_, true, true) => mv.from().to_string(),
    };
    let capture = if mv.is_capture() { "x" } else { "" };
    format!("{}{origin}{capture}{}", kind.char().to_ascii_uppercase(), mv.to())
}
