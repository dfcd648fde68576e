//! Legal move generation.
//!
//! One generator serves every use: it hands sets of target squares to a [`Sink`], which lists them as
//! moves, counts them, or only notes that there is one. Everything it hands over is legal: targets are
//! cut down by check and pin before, so that nothing is tried and taken back.

use crate::attacks::{anti_diagonal, bishop_attacks, diagonal, king_attacks, knight_attacks, rook_attacks};
use crate::moves::MoveKind;
use crate::{
    Bitboard, Color, Move, MoveList, PieceType, Position, Rank, Square, between, line, pawn_attacks,
};

/// What the generator hands its findings to.
trait Sink {
    /// A piece may go from here to each of these squares; those in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns may go to each of these squares, each from the square `back` away.
    fn pawns(&mut self, targets: Bitboard, back: u32, kind: MoveKind);
    /// Pawns may be promoted on each of these squares, each from the square `back` away.
    fn promotions(&mut self, targets: Bitboard, back: u32, capture: bool);
    /// One move more.
    fn one(&mut self, from: Square, to: Square, kind: MoveKind);
    /// Whether nothing more is wanted.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

struct List<'a>(&'a mut MoveList);

impl List<'_> {
    #[inline]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.0.push(Move::new(from, to, kind));
    }
}

impl Sink for List<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(from, to, MoveKind::Capture);
        }
        for to in targets - enemies {
            self.push(from, to, MoveKind::Quiet);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, back: u32, kind: MoveKind) {
        for to in targets {
            self.push(origin(to, back), to, kind);
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, back: u32, capture: bool) {
        let kinds = if capture {
            [
                MoveKind::CapturePromoteQueen,
                MoveKind::CapturePromoteRook,
                MoveKind::CapturePromoteBishop,
                MoveKind::CapturePromoteKnight,
            ]
        } else {
            [MoveKind::PromoteQueen, MoveKind::PromoteRook, MoveKind::PromoteBishop, MoveKind::PromoteKnight]
        };
        for to in targets {
            for kind in kinds {
                self.push(origin(to, back), to, kind);
            }
        }
    }

    #[inline]
    fn one(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(from, to, kind);
    }
}

struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: u32, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: u32, _: bool) {
        self.0 += 4 * targets.len();
    }

    #[inline]
    fn one(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}

struct Any(bool);

impl Sink for Any {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: u32, _: MoveKind) {
        self.0 |= targets.any();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: u32, _: bool) {
        self.0 |= targets.any();
    }

    #[inline]
    fn one(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 = true;
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.0
    }
}

/// The square a pawn came from, `back` squares further on modulo 64.
#[inline]
fn origin(to: Square, back: u32) -> Square {
    Square::wrap(to.index() as u32 + back)
}

/// Which moves are wanted.
const ALL: u8 = 0;
const NOISY: u8 = 1;
const QUIET: u8 = 2;

impl Position {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use chess::Position;
    /// let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// let position = Position::from_fen(kiwipete).unwrap();
    /// assert_eq!(position.legal_moves().len(), 48);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<_, ALL>(&mut List(&mut moves));
        moves
    }

    /// Appends the legal captures and promotions to the list. Never panics on a list with room for 256.
    ///
    /// ```
    /// use chess::{MoveList, Position};
    /// let position = Position::from_fen("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    /// position.noisy_moves(&mut noisy);
    /// position.quiet_moves(&mut quiet);
    /// assert_eq!(noisy.len(), 5); // four promotions, one capture
    /// assert_eq!(noisy.len() + quiet.len(), position.legal_moves().len());
    /// ```
    pub fn noisy_moves(&self, moves: &mut MoveList) {
        self.generate::<_, NOISY>(&mut List(moves));
    }

    /// Appends the legal moves that are neither captures nor promotions to the list.
    pub fn quiet_moves(&self, moves: &mut MoveList) {
        self.generate::<_, QUIET>(&mut List(moves));
    }

    /// The number of legal moves, counted without listing them.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate::<_, ALL>(&mut count);
        count.0 as usize
    }

    /// Counts for a side known to the compiler.
    #[inline]
    pub(crate) fn count_as<const WHITE: bool>(&self) -> u64 {
        let mut count = Count(0);
        self.generate_as::<_, WHITE, ALL>(&mut count);
        u64::from(count.0)
    }

    /// Lists for a side known to the compiler.
    #[inline]
    pub(crate) fn list_as<const WHITE: bool>(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_as::<_, WHITE, ALL>(&mut List(&mut moves));
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        let mut any = Any(false);
        self.generate::<_, ALL>(&mut any);
        any.0
    }

    /// Whether the side to move is checkmated.
    ///
    /// ```
    /// use chess::Position;
    /// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    /// assert!(Position::from_fen(fen).unwrap().is_checkmate());
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// Whether the side to move is not in check and has no legal move.
    ///
    /// ```
    /// use chess::Position;
    /// assert!(Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap().is_stalemate());
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }

    fn generate<S: Sink, const SELECT: u8>(&self, sink: &mut S) {
        match self.side {
            Color::White => self.generate_as::<S, true, SELECT>(sink),
            Color::Black => self.generate_as::<S, false, SELECT>(sink),
        }
    }

    #[inline]
    fn generate_as<S: Sink, const WHITE: bool, const SELECT: u8>(&self, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        // Squares on which a piece other than the king answers the check, if there is one.
        let answers = match self.checkers.first() {
            None => Bitboard::FULL,
            Some(_) if self.checkers.more_than_one() => {
                return self.king_moves::<S, WHITE, SELECT>(king, sink);
            }
            Some(checker) => between(king, checker).with(checker),
        };
        self.pawn_moves::<S, WHITE, SELECT>(king, answers, sink);
        if sink.is_done() {
            return;
        }
        self.piece_moves::<S, WHITE, SELECT>(king, answers, sink);
        if sink.is_done() {
            return;
        }
        self.king_moves::<S, WHITE, SELECT>(king, sink);
    }

    /// The squares pieces may go to, before check and pins.
    #[inline]
    fn wanted<const WHITE: bool, const SELECT: u8>(&self) -> Bitboard {
        let [own, enemy] = if WHITE { self.colors } else { [self.colors[1], self.colors[0]] };
        match SELECT {
            NOISY => enemy,
            QUIET => !(own | enemy),
            _ => !own,
        }
    }

    #[inline]
    fn piece_moves<S: Sink, const WHITE: bool, const SELECT: u8>(
        &self,
        king: Square,
        answers: Bitboard,
        sink: &mut S,
    ) {
        let [own, enemy] = if WHITE { self.colors } else { [self.colors[1], self.colors[0]] };
        let [_, knights, bishops, rooks, queens, ..] = self.pieces;
        let occupied = own | enemy;
        let targets = self.wanted::<WHITE, SELECT>() & answers;
        let (free, pinned) = (own - self.pinned, own & self.pinned);
        for from in knights & free {
            sink.piece(from, knight_attacks(from) & targets, enemy);
        }
        for from in (bishops | queens) & free {
            sink.piece(from, bishop_attacks(from, occupied) & targets, enemy);
        }
        for from in (rooks | queens) & free {
            sink.piece(from, rook_attacks(from, occupied) & targets, enemy);
        }
        if pinned.any() {
            for from in (bishops | queens) & pinned {
                sink.piece(from, bishop_attacks(from, occupied) & targets & line(king, from), enemy);
            }
            for from in (rooks | queens) & pinned {
                sink.piece(from, rook_attacks(from, occupied) & targets & line(king, from), enemy);
            }
        }
    }

    /// Pawn moves for all pawns at once. A pinned pawn stays on its pin exactly if it advances on the
    /// king's file or captures along the king's diagonal, so that three masks take care of all pins.
    #[inline]
    fn pawn_moves<S: Sink, const WHITE: bool, const SELECT: u8>(
        &self,
        king: Square,
        answers: Bitboard,
        sink: &mut S,
    ) {
        let [own, enemy] = if WHITE { self.colors } else { [self.colors[1], self.colors[0]] };
        let pawns = self.pieces[PieceType::Pawn.index()] & own;
        let empty = !(own | enemy);
        let (last, third) = if WHITE { (Rank::R8, Rank::R3) } else { (Rank::R1, Rank::R6) };
        let (last, third) = (Bitboard::from_rank(last), Bitboard::from_rank(third));
        let up = |set: Bitboard| if WHITE { set.north() } else { set.south() };
        // Distances back to the origin, modulo 64.
        let (push, double, east, west) =
            if WHITE { (64 - 8, 64 - 16, 64 - 9, 64 - 7) } else { (8, 16, 7, 9) };

        let on_file = pawns & (!self.pinned | Bitboard::from_file(king.file()));
        let single = up(on_file) & empty;
        if SELECT != NOISY {
            sink.pawns((single & answers) - last, push, MoveKind::Quiet);
            sink.pawns(up(single & third) & empty & answers, double, MoveKind::DoublePush);
        }
        if SELECT == QUIET {
            return;
        }
        let (rising, falling) = (diagonal(king), anti_diagonal(king));
        let (to_east, to_west) = if WHITE { (rising, falling) } else { (falling, rising) };
        let east_targets = up(pawns & (!self.pinned | to_east)).east() & enemy & answers;
        let west_targets = up(pawns & (!self.pinned | to_west)).west() & enemy & answers;
        sink.pawns(east_targets - last, east, MoveKind::Capture);
        sink.pawns(west_targets - last, west, MoveKind::Capture);
        if ((single | east_targets | west_targets) & last).any() {
            sink.promotions(single & answers & last, push, false);
            sink.promotions(east_targets & last, east, true);
            sink.promotions(west_targets & last, west, true);
        }
        if let Some(target) = self.en_passant {
            let them = if WHITE { Color::Black } else { Color::White };
            for from in pawn_attacks(them, target) & pawns {
                if self.en_passant_is_safe(from, target) {
                    sink.one(from, target, MoveKind::EnPassant);
                }
            }
        }
    }

    #[inline]
    fn king_moves<S: Sink, const WHITE: bool, const SELECT: u8>(&self, king: Square, sink: &mut S) {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let targets = king_attacks(king) & self.wanted::<WHITE, SELECT>();
        let rooks = match SELECT {
            NOISY => Bitboard::EMPTY,
            _ => self.castling & Bitboard::from_rank(Rank::R1.relative(us)),
        };
        if (targets | rooks).is_empty() {
            return;
        }
        // The king itself must not shield the squares behind it.
        let danger = self.attacked_through(them, self.occupied().without(king));
        sink.piece(king, targets - danger, self.colors(them));
        for rook in rooks {
            if self.can_castle(rook, Some(danger)) {
                sink.one(king, rook, MoveKind::Castle);
            }
        }
    }
}
