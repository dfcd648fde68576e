//! The registry of evaluation terms: every weight of the hand-crafted evaluation has a place in one flat table, and
//! every run of places has a name.
//!
//! The search sums weights, the `eval` command prints them by name, and the tuner counts how often each was used:
//! all three walk the same code with a different [`Trace`], so what is explained and what is fitted is what is played.

use std::ops::{Add, AddAssign, Mul, Sub};

use chess::Bitboard;

use super::weights::WEIGHTS;

/// A middlegame and an endgame value in one integer (16 bits each), so that both are added by one addition.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tapered(i32);

impl Tapered {
    /// Packs two values, each in ±32767 (and so must be every sum made of them).
    pub const fn new(mg: i32, eg: i32) -> Self {
        Tapered((eg << 16) + mg)
    }

    /// The middlegame half.
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half. A negative middlegame half has borrowed one from it, which the rounding gives back.
    pub const fn eg(self) -> i32 {
        ((self.0 + (1 << 15)) >> 16) as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Tapered(self.0 - other.0)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    fn mul(self, count: i32) -> Self {
        Tapered(self.0 * count)
    }
}

/// How the weights of a term reach the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Added to the side's score.
    Linear,
    /// Added to the danger of the enemy king, of which `king.rs` makes a score that grows faster than the sum.
    Danger,
    /// Added to how hard the endgame is to hold; it counts for whoever is better (endgame half only).
    Complexity,
}

/// A named run of weights in the flat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Name in snake case, stable: printed by `eval`.
    pub name: &'static str,
    /// What one unit of the term is.
    pub doc: &'static str,
    /// Index of the first weight.
    pub start: usize,
    /// Number of weights.
    pub len: usize,
    /// How the term is used.
    pub kind: Kind,
}

const fn start_of(term: usize) -> usize {
    let (mut start, mut i) = (0, 0);
    while i < term {
        start += LENGTHS[i];
        i += 1;
    }
    start
}

macro_rules! terms {
    ($($kind:ident $name:ident $label:literal $len:literal $doc:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Id { $($name),* }
        const LENGTHS: &[usize] = &[$($len),*];
        $(
            #[doc = $doc]
            pub(super) const $name: Term = Term {
                name: $label, doc: $doc, start: start_of(Id::$name as usize), len: $len, kind: Kind::$kind,
            };
        )*
        /// Every term, in the order of the table.
        pub const TERMS: &[Term] = &[$($name),*];
        /// Number of weights in all.
        pub const WEIGHT_COUNT: usize = start_of(LENGTHS.len());
    };
}

terms! {
    Linear VALUE "value" 5 "piece value: pawn, knight, bishop, rook, queen";
    Linear SQUARE "square" 192 "piece on a square: six pieces, each 8 ranks of files a-d (e-h mirrored)";
    Linear KNIGHT_MOBILITY "knight_mobility" 9 "knight, by squares it may go to";
    Linear BISHOP_MOBILITY "bishop_mobility" 14 "bishop, by squares it may go to";
    Linear ROOK_MOBILITY "rook_mobility" 15 "rook, by squares it may go to";
    Linear QUEEN_MOBILITY "queen_mobility" 28 "queen, by squares it may go to";
    Linear PAIR "pair" 3 "two or more knights, bishops, rooks";
    Linear WITH_PAWNS "with_pawns" 3 "knight, bishop, rook, times own pawns beyond five";
    Linear OUTPOST "outpost" 4 "minor piece no pawn can drive away: knight alone, defended by a pawn; bishop alone, defended";
    Linear BEHIND_PAWN "minor_behind_pawn" 1 "minor piece with a pawn right before it";
    Linear BAD_BISHOP "bad_bishop" 2 "own pawns on the bishop's colour; those of them that are rammed";
    Linear LONG_DIAGONAL "long_diagonal" 1 "bishop that sees both central squares of a long diagonal";
    Linear ROOK_FILE "rook_file" 2 "rook on a half-open, on an open file";
    Linear ROOK_SEVENTH "rook_on_seventh" 1 "rook on the seventh with the king on the eighth or pawns to take";
    Linear DOUBLED "doubled" 2 "pawn behind a pawn of its own: far, adjacent";
    Linear ISOLATED "isolated" 2 "pawn without neighbours: opposed, on a half-open file";
    Linear BACKWARD "backward" 2 "pawn that its neighbours have left and that cannot safely advance: opposed, on a half-open file";
    Linear PHALANX "phalanx" 8 "pawn beside a pawn, by rank";
    Linear SUPPORTED "supported" 8 "pawn defended by a pawn, by rank";
    Linear CANDIDATE "candidate" 8 "pawn with enough helpers to become passed, by rank";
    Linear PASSED "passed" 8 "passed pawn, by rank";
    Linear PASSED_OWN_KING "passed_own_king" 8 "distance of the own king to the stop square of a passed pawn, by rank";
    Linear PASSED_FOE_KING "passed_foe_king" 8 "distance of the enemy king to it, by rank";
    Linear PASSED_FREE "passed_free" 8 "passed pawn whose stop square is empty, by rank";
    Linear PASSED_SAFE "passed_safe" 8 "passed pawn whose stop square is empty and not attacked, by rank";
    Linear PASSED_PATH "passed_path" 8 "passed pawn with an empty path that the enemy does not attack, by rank";
    Linear PASSED_ROOK "passed_rook" 2 "passed pawn with an own, an enemy rook behind it";
    Linear SHELTER "shelter" 32 "own pawn before the king: four kinds of file from the edge, each by rank (none = 0)";
    Linear STORM "storm" 32 "enemy pawn before the king, free to advance: likewise";
    Linear STORM_BLOCKED "storm_blocked" 8 "enemy pawn before the king, rammed: by rank";
    Linear BARE_WING "bare_wing" 1 "king on a wing without pawns";
    Linear THREAT_PAWN "threat_by_pawn" 4 "safe pawn attacks a knight, bishop, rook, queen";
    Linear THREAT_MINOR "threat_by_minor" 5 "minor piece attacks a pawn, knight, bishop, rook, queen";
    Linear THREAT_ROOK "threat_by_rook" 5 "rook attacks a weak pawn, knight, bishop, rook, queen";
    Linear THREAT_KING "threat_by_king" 1 "king attacks something weak";
    Linear HANGING "hanging" 1 "weak piece that nothing defends, or attacked twice";
    Linear THREAT_PUSH "threat_by_push" 1 "safe pawn push attacks a piece";
    Linear RESTRICTED "restricted" 1 "square the enemy attacks but cannot safely use";
    Linear SPACE "space" 1 "safe central squares behind the pawns, times pieces";
    Linear TEMPO "tempo" 1 "the side to move";
    Danger ATTACKER "danger_attacker" 4 "knight, bishop, rook, queen that attacks the king ring";
    Danger RING_HITS "danger_ring_hits" 1 "attack on a square beside the king";
    Danger RING_WEAK "danger_ring_weak" 1 "attacked ring square that only king or queen defend";
    Danger SAFE_CHECK "danger_safe_check" 4 "safe checking square of knights, bishops, rooks, queens";
    Danger UNSAFE_CHECK "danger_unsafe_check" 1 "checking square that is not safe";
    Danger FLANK "danger_flank" 2 "square on the king's flank attacked; defended";
    Danger KNIGHT_GUARD "danger_knight_guard" 1 "knight that guards the king ring";
    Danger NO_QUEEN "danger_no_queen" 1 "the attacker has no queen";
    Danger BASE "danger_base" 1 "any attack";
    Danger DANGER_SHELTER "danger_shelter" 16 "own pawn before the king: beside, on its file; by rank (none = 0)";
    Danger DANGER_STORM "danger_storm" 16 "enemy pawn before the king: free, rammed; by rank";
    Complexity COMPLEX "complexity" 5 "always; pawns; pawns on both wings; pawn ending; passed pawns";
}

/// Material and square of a piece in one table: `[piece][square]`, from the owner's view.
pub(super) static PIECE_SQUARE: [[Tapered; 64]; 6] = piece_square();

/// Index within [`SQUARE`] of a piece on a square; the wings share a weight.
pub(super) const fn square_weight(piece: usize, square: usize) -> usize {
    let file = square % 8;
    piece * 32 + square / 8 * 4 + if file < 4 { file } else { 7 - file }
}

const fn piece_square() -> [[Tapered; 64]; 6] {
    let mut table = [[Tapered(0); 64]; 6];
    let mut i = 0;
    while i < 6 * 64 {
        let (piece, square) = (i / 64, i % 64);
        let value = if piece < VALUE.len { WEIGHTS[VALUE.start + piece].0 } else { 0 };
        table[piece][square] = Tapered(value + WEIGHTS[SQUARE.start + square_weight(piece, square)].0);
        i += 1;
    }
    table
}

/// What listens while one side's terms are added up. Zero-sized and silent in the search.
pub(super) trait Trace: Default {
    /// Whether anybody listens; when not, nothing is noted and nothing is paid.
    const ON: bool;
    /// The weight at `place` of the flat table was used `count` times.
    fn note(&mut self, place: usize, count: i32);
}

/// Nobody listens.
#[derive(Default)]
pub(super) struct Silent;

impl Trace for Silent {
    const ON: bool = false;
    fn note(&mut self, _: usize, _: i32) {}
}

/// Counts every use of every weight.
pub(super) struct Counts(pub(super) Box<[i16; WEIGHT_COUNT]>);

impl Default for Counts {
    fn default() -> Self {
        Counts(Box::new([0; WEIGHT_COUNT]))
    }
}

impl Trace for Counts {
    const ON: bool = true;
    fn note(&mut self, place: usize, count: i32) {
        self.0[place] += count as i16;
    }
}

/// The sums of one side.
#[derive(Default)]
pub(super) struct Tally<T> {
    /// Sum of the linear terms.
    pub(super) score: Tapered,
    /// Sum of the danger this side brings to the enemy king.
    pub(super) danger: Tapered,
    pub(super) trace: T,
}

impl<T: Trace> Tally<T> {
    /// Adds weight `index` of a linear term, `count` times.
    #[inline(always)]
    pub(super) fn add(&mut self, term: Term, index: usize, count: i32) {
        debug_assert!(term.kind == Kind::Linear && index < term.len);
        self.score += WEIGHTS[term.start + index] * count;
        self.note(term.start + index, count);
    }

    /// Adds weight `index` of a linear term, once for each square.
    #[inline(always)]
    pub(super) fn count(&mut self, term: Term, index: usize, squares: Bitboard) {
        self.add(term, index, squares.len() as i32);
    }

    /// Adds weight `index` of a king danger term, `count` times.
    #[inline(always)]
    pub(super) fn endanger(&mut self, term: Term, index: usize, count: i32) {
        debug_assert!(term.kind == Kind::Danger && index < term.len);
        self.danger += WEIGHTS[term.start + index] * count;
        self.note(term.start + index, count);
    }

    /// Uses weight `index` of the complexity term `count` times; answers what they make, in centipawns of the endgame.
    #[inline(always)]
    pub(super) fn complicate(&mut self, index: usize, count: i32) -> i32 {
        self.note(COMPLEX.start + index, count);
        WEIGHTS[COMPLEX.start + index].eg() * count
    }

    /// Adds a piece: its value and its square.
    #[inline(always)]
    pub(super) fn piece(&mut self, piece: usize, square: usize) {
        self.score += PIECE_SQUARE[piece][square];
        self.note(SQUARE.start + square_weight(piece, square), 1);
        if piece < VALUE.len {
            self.note(VALUE.start + piece, 1);
        }
    }

    #[inline(always)]
    fn note(&mut self, place: usize, count: i32) {
        if T::ON {
            self.trace.note(place, count);
        }
    }
}
