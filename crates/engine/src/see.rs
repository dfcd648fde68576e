//! Static exchange evaluation: what a move wins or loses once the captures on its destination are played out.
//!
//! Both sides capture with their least valuable piece first and may stop whenever going on would cost more.
//! No search is involved, so this is cheap enough to ask about every capture. Sliders that stand behind a piece
//! that has captured join in (x-rays), and a king may not capture into an attack.
//!
//! A pawn that captures on the last rank becomes a queen: it wins the difference and puts a queen at stake. For that
//! reason it is no cheap attacker, and captures after all others but the king. The moving pawn's own promotion
//! counts as the piece it names.
//!
//! What this does not see: pins, checks and anything away from the destination square.

use chess::{Bitboard, Color, Move, PieceType, Position, Rank, Square, bishop_attacks, rook_attacks};

/// What each piece is worth in an exchange, in centipawns.
///
/// Bishop and knight are equal on purpose: an exchange of one for the other is even. The king's value is never
/// exchanged; see the rule about king captures above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeeValues([i32; 6]);

impl SeeValues {
    /// The values the engine uses.
    pub const DEFAULT: SeeValues = SeeValues::new(100, 300, 300, 500, 900);

    /// Values of pawn, knight, bishop, rook and queen, in centipawns.
    #[must_use]
    pub const fn new(pawn: i32, knight: i32, bishop: i32, rook: i32, queen: i32) -> SeeValues {
        SeeValues([pawn, knight, bishop, rook, queen, 0])
    }

    /// The value of `piece`; 0 for a king.
    #[inline]
    #[must_use]
    pub const fn of(&self, piece: PieceType) -> i32 {
        self.0[piece as usize]
    }
}

/// Each side captures at most once with each of its 16 pieces.
const MAX_CAPTURES: usize = 32;

/// The material, in centipawns, that the legal move `mv` gains for the side making it (negative: loses).
///
/// A quiet move is worth 0, or less if the piece can be won on its new square. Castling is worth 0.
///
/// ```
/// use chess::{parse_uci, Position};
/// use engine::see::see;
/// let position = Position::from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -")?;
/// let capture = parse_uci(&position, "d3e5")?;
/// assert_eq!(see(&position, capture), -200); // a knight for a pawn
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn see(position: &Position, mv: Move) -> i32 {
    see_with(&SeeValues::DEFAULT, position, mv)
}

/// [`see`] with other piece values.
#[must_use]
pub fn see_with(values: &SeeValues, position: &Position, mv: Move) -> i32 {
    let Some(stakes) = Stakes::of(values, position, mv) else {
        return 0;
    };
    let mut exchange = Exchange::after(values, position, mv);
    // gains[i]: what the side that made capture i has won in all if the exchange ends with it.
    let mut gains = [0; MAX_CAPTURES + 1];
    gains[0] = stakes.first_gain;
    let mut last = 0;
    let mut at_stake = stakes.at_stake;
    while let Some(capture) = exchange.capture() {
        last += 1;
        gains[last] = at_stake + capture.bonus - gains[last - 1];
        at_stake = capture.at_stake;
    }
    // From the end backwards, each side goes on only if that is better than stopping.
    for capture in (1..=last).rev() {
        gains[capture - 1] = gains[capture - 1].min(-gains[capture]);
    }
    gains[0]
}

/// Whether [`see`] of the legal move `mv` is at least `threshold` centipawns; stops as soon as that is settled.
///
/// ```
/// use chess::{parse_uci, Position};
/// use engine::see::{see, see_ge};
/// let position = Position::from_fen("4r1k1/5ppp/8/4p3/8/4R3/5PPP/4R1K1 w - -")?;
/// let capture = parse_uci(&position, "e3e5")?;
/// assert_eq!(see(&position, capture), 100);
/// assert!(see_ge(&position, capture, 100) && !see_ge(&position, capture, 101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    see_ge_with(&SeeValues::DEFAULT, position, mv, threshold)
}

/// [`see_ge`] with other piece values.
#[must_use]
pub fn see_ge_with(values: &SeeValues, position: &Position, mv: Move, threshold: i32) -> bool {
    // Most answers need no exchange: the first gain is too small, or enough even if the piece is lost.
    let Some(stakes) = Stakes::of(values, position, mv) else {
        return threshold <= 0;
    };
    let surplus = stakes.first_gain - threshold;
    if surplus < 0 {
        return false;
    }
    if surplus >= stakes.at_stake + promotion_bonus(values, mv.to()) {
        return true;
    }
    let mut exchange = Exchange::after(values, position, mv);
    // `needed`: what the side to capture must still win to turn the answer its way.
    let mut mover_succeeds = true;
    let mut needed = surplus + 1;
    let mut at_stake = stakes.at_stake;
    while let Some(capture) = exchange.capture() {
        let excess = at_stake + capture.bonus - needed;
        if excess < 0 {
            // Not enough, and the other side may leave it at that.
            break;
        }
        mover_succeeds = !mover_succeeds;
        at_stake = capture.at_stake;
        if excess >= at_stake + exchange.bonus {
            // Enough even if the capturer is lost.
            break;
        }
        needed = excess + 1;
    }
    mover_succeeds
}

/// What a pawn's capture on `square` wins beside the piece captured: the promotion, on the last ranks.
#[inline]
fn promotion_bonus(values: &SeeValues, square: Square) -> i32 {
    if matches!(square.rank(), Rank::R1 | Rank::R8) {
        values.of(PieceType::Queen) - values.of(PieceType::Pawn)
    } else {
        0
    }
}

/// What the first move wins at once, and what stands on the square afterwards.
struct Stakes {
    first_gain: i32,
    at_stake: i32,
}

impl Stakes {
    /// `None` for castling, which neither captures nor can be answered by a capture on its square.
    #[inline]
    fn of(values: &SeeValues, position: &Position, mv: Move) -> Option<Stakes> {
        if mv.is_castle() {
            return None;
        }
        let captured = if mv.is_en_passant() {
            values.of(PieceType::Pawn)
        } else {
            position.piece_at(mv.to()).map_or(0, |victim| values.of(victim.piece_type()))
        };
        Some(match mv.promotion() {
            Some(promoted) => Stakes {
                first_gain: captured + values.of(promoted) - values.of(PieceType::Pawn),
                at_stake: values.of(promoted),
            },
            None => Stakes {
                first_gain: captured,
                at_stake: position.piece_at(mv.from()).map_or(0, |mover| values.of(mover.piece_type())),
            },
        })
    }
}

/// One capture of an exchange.
struct Capture {
    /// The value of the piece that stands on the square now.
    at_stake: i32,
    /// What the capture won beside the piece captured.
    bonus: i32,
}

/// From the cheapest attacker to the dearest.
const ORDER: [PieceType; 6] = PieceType::ALL;

/// The same on the last ranks, where a pawn puts a queen at stake.
const ORDER_WITH_PROMOTION: [PieceType; 6] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::Pawn,
    PieceType::King,
];

/// The captures on one square, one at a time, after the first move has been made.
struct Exchange<'a> {
    values: &'a SeeValues,
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Pieces that join when a line to the square opens.
    diagonal: Bitboard,
    straight: Bitboard,
    side: Color,
    /// What a pawn's capture wins beside the piece captured.
    bonus: i32,
}

impl<'a> Exchange<'a> {
    #[inline]
    fn after(values: &'a SeeValues, position: &'a Position, mv: Move) -> Self {
        let square = mv.to();
        let mut occupied = position.occupied().without(mv.from());
        if mv.is_en_passant() {
            // The captured pawn leaves a square that is neither the origin nor the destination.
            occupied = occupied.without(Square::new(square.file(), mv.from().rank()));
        }
        let queens = position.pieces(PieceType::Queen);
        Exchange {
            values,
            position,
            square,
            occupied,
            attackers: position.attackers_to(square, occupied) & occupied,
            diagonal: position.pieces(PieceType::Bishop) | queens,
            straight: position.pieces(PieceType::Rook) | queens,
            side: !position.side_to_move(),
            bonus: promotion_bonus(values, square),
        }
    }

    /// The least valuable piece of the side to capture takes on the square; `None` when it has none that may.
    #[inline]
    fn capture(&mut self) -> Option<Capture> {
        let ours = self.attackers & self.position.colors(self.side);
        if ours.is_empty() {
            return None;
        }
        let order = if self.bonus == 0 { &ORDER } else { &ORDER_WITH_PROMOTION };
        let (piece, from) = order
            .iter()
            .find_map(|&piece| (ours & self.position.pieces(piece)).first().map(|from| (piece, from)))?;
        self.vacate(from, piece);
        self.side = !self.side;
        match piece {
            // The other side could take the king: the capture was illegal, and it was the last one available.
            PieceType::King if (self.attackers & self.position.colors(self.side)).any() => None,
            PieceType::Pawn => {
                Some(Capture { at_stake: self.values.of(PieceType::Pawn) + self.bonus, bonus: self.bonus })
            }
            _ => Some(Capture { at_stake: self.values.of(piece), bonus: 0 }),
        }
    }

    /// A piece leaves its square for the exchange: whoever stands behind it may join.
    #[inline]
    fn vacate(&mut self, from: Square, piece: PieceType) {
        self.occupied = self.occupied.without(from);
        if matches!(piece, PieceType::Pawn | PieceType::Bishop | PieceType::Queen | PieceType::King) {
            self.attackers |= bishop_attacks(self.square, self.occupied) & self.diagonal;
        }
        if matches!(piece, PieceType::Rook | PieceType::Queen | PieceType::King) {
            self.attackers |= rook_attacks(self.square, self.occupied) & self.straight;
        }
        self.attackers &= self.occupied;
    }
}

#[cfg(test)]
#[path = "see_tests.rs"]
mod tests;
