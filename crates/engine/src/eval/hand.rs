//! The hand-crafted evaluation: material and squares, mobility, pieces, threats, space.
//!
//! Every term is written once, for the side that moves up the board. Black is evaluated on the mirrored board, so the
//! evaluation is symmetric by construction. Terms are the field's common ones (Chess Programming Wiki: Evaluation);
//! their values are fitted to this engine's own games.

use chess::{
    Bitboard, Color, PieceType, Position, Square, attacks, bishop_attacks, king_attacks, knight_attacks,
    rook_attacks,
};

use super::king;
use super::pawns::{FORWARD, PawnFacts};
use super::terms::*;

pub(super) const PAWN: usize = PieceType::Pawn as usize;
pub(super) const KNIGHT: usize = PieceType::Knight as usize;
pub(super) const BISHOP: usize = PieceType::Bishop as usize;
pub(super) const ROOK: usize = PieceType::Rook as usize;
pub(super) const QUEEN: usize = PieceType::Queen as usize;
pub(super) const KING: usize = PieceType::King as usize;

pub(super) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(super) const RANK_1: Bitboard = Bitboard(0xff);
/// a1 and every square of its colour.
pub(super) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
/// Piece values are as with this many own pawns.
const USUAL_PAWNS: i32 = 5;
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);
const LONG_DIAGONAL_CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
const SPACE_AREA: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

/// One side as seen by itself, its pawns moving up the board: where its pieces are and what they attack.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) all: Bitboard,
    pub(super) pieces: [Bitboard; 6],
    pub(super) king: Square,
    /// Squares around the king whose attack endangers it, without those two pawns defend.
    pub(super) ring: Bitboard,
    /// Squares attacked by each kind of piece.
    pub(super) by: [Bitboard; 6],
    pub(super) attacked: Bitboard,
    /// Squares attacked twice or more.
    pub(super) twice: Bitboard,
    /// Pieces that attack the enemy king ring.
    pub(super) attackers: i32,
}

impl Side {
    pub(super) fn new(position: &Position, color: Color) -> Self {
        let view = |b: Bitboard| if color == Color::White { b } else { b.flip() };
        let pieces = PieceType::ALL.map(|piece| view(position.by(color, piece)));
        let king = position.king(color).relative(color);
        let up = pieces[PAWN].north();
        let (left, right) = (up.west(), up.east());
        let mut by = [Bitboard::EMPTY; 6];
        by[PAWN] = left | right;
        by[KING] = king_attacks(king);
        Side {
            all: view(position.colors(color)),
            pieces,
            king,
            ring: king::ring(king) & !(left & right),
            by,
            attacked: by[PAWN] | by[KING],
            twice: (left & right) | (by[PAWN] & by[KING]),
            attackers: 0,
        }
    }

    /// The same side as seen by its enemy.
    #[inline(always)]
    pub(super) fn mirrored(&self) -> Self {
        Side {
            all: self.all.flip(),
            pieces: self.pieces.map(Bitboard::flip),
            king: self.king.flip(),
            ring: self.ring.flip(),
            by: self.by.map(Bitboard::flip),
            attacked: self.attacked.flip(),
            twice: self.twice.flip(),
            attackers: self.attackers,
        }
    }

    /// Everything but pawns and king counts towards the phase: 1 for a minor piece, 2 for a rook, 4 for a queen.
    pub(super) fn phase(&self) -> i32 {
        let count = |piece: usize| self.pieces[piece].len() as i32;
        count(KNIGHT) + count(BISHOP) + 2 * count(ROOK) + 4 * count(QUEEN)
    }
}

/// What the loop over the pieces of a side needs of the board.
struct Scene {
    occupied: Bitboard,
    /// Squares that count for mobility.
    area: Bitboard,
    rammed: Bitboard,
}

/// Material, squares, mobility and the other terms of single pieces; fills in what `us` attacks.
#[inline(always)]
pub(super) fn pieces<T: Trace>(us: &mut Side, foe: &Side, pawns: &PawnFacts, tally: &mut Tally<T>) {
    let occupied = us.all | foe.all;
    let rammed = us.pieces[PAWN] & occupied.south();
    let low = us.pieces[PAWN] & Bitboard(0x00ff_ff00);
    let area = !(foe.by[PAWN] | rammed | low | us.pieces[KING] | us.pieces[QUEEN]);
    let scene = Scene { occupied, area, rammed };
    each::<KNIGHT, T>(us, foe, &scene, KNIGHT_MOBILITY, tally);
    each::<BISHOP, T>(us, foe, &scene, BISHOP_MOBILITY, tally);
    each::<ROOK, T>(us, foe, &scene, ROOK_MOBILITY, tally);
    each::<QUEEN, T>(us, foe, &scene, QUEEN_MOBILITY, tally);
    tally.piece(KING, us.king.index());
    placed(us, foe, pawns, tally);
}

#[inline(always)]
fn each<const PIECE: usize, T: Trace>(
    us: &mut Side,
    foe: &Side,
    scene: &Scene,
    mobility: Term,
    tally: &mut Tally<T>,
) {
    // Sliders look through their own kind: a battery presses as much as its front piece.
    let seen = match PIECE {
        BISHOP => scene.occupied & !us.pieces[QUEEN],
        ROOK => scene.occupied & !(us.pieces[QUEEN] | us.pieces[ROOK]),
        _ => scene.occupied,
    };
    for square in us.pieces[PIECE] {
        let attacks = attacks(PieceType::ALL[PIECE], Color::White, square, seen);
        us.twice |= us.attacked & attacks;
        us.attacked |= attacks;
        us.by[PIECE] |= attacks;
        tally.piece(PIECE, square.index());
        tally.add(mobility, (attacks & scene.area).len() as usize, 1);
        // Without a branch: whether a piece bears on the king is hard to predict.
        let near = (attacks & foe.ring).any() as i32;
        us.attackers += near;
        tally.endanger(ATTACKER, PIECE - KNIGHT, near);
        tally.endanger(RING_HITS, 0, near * (attacks & foe.by[KING]).len() as i32);
        if PIECE == BISHOP {
            let colour = if (square.bitboard() & DARK).any() { DARK } else { !DARK };
            tally.count(BAD_BISHOP, 0, us.pieces[PAWN] & colour);
            tally.count(BAD_BISHOP, 1, scene.rammed & colour);
            tally.add(LONG_DIAGONAL, 0, (attacks & LONG_DIAGONAL_CENTRE).more_than_one() as i32);
        }
    }
}

/// Terms of where pieces stand and what stands beside them, for all pieces of a kind at once.
#[inline(always)]
fn placed<T: Trace>(us: &Side, foe: &Side, pawns: &PawnFacts, tally: &mut Tally<T>) {
    let own = us.pieces[PAWN];
    let outposts = OUTPOST_RANKS & !pawns.foe_span;
    for piece in [KNIGHT, BISHOP] {
        tally.count(OUTPOST, 2 * (piece - KNIGHT), us.pieces[piece] & outposts & !us.by[PAWN]);
        tally.count(OUTPOST, 2 * (piece - KNIGHT) + 1, us.pieces[piece] & outposts & us.by[PAWN]);
    }
    tally.count(BEHIND_PAWN, 0, (us.pieces[KNIGHT] | us.pieces[BISHOP]) & own.south());
    let rooks = us.pieces[ROOK];
    tally.count(ROOK_FILE, 0, rooks & pawns.half_open & !pawns.open);
    tally.count(ROOK_FILE, 1, rooks & pawns.open);
    let seventh = Bitboard(RANK_1.0 << 48);
    let target = (foe.pieces[PAWN] & seventh).any() || foe.king.index() >= 56;
    tally.add(ROOK_SEVENTH, 0, (rooks & seventh).len() as i32 * target as i32);
    let helpers = own.len() as i32 - USUAL_PAWNS;
    for piece in [KNIGHT, BISHOP, ROOK] {
        tally.add(PAIR, piece - KNIGHT, us.pieces[piece].more_than_one() as i32);
        tally.add(WITH_PAWNS, piece - KNIGHT, us.pieces[piece].len() as i32 * helpers);
    }
}

/// Terms of what the sides do to each other; answers with what the danger to the enemy king is worth.
#[inline(always)]
pub(super) fn encounter<T: Trace>(us: &Side, foe: &Side, pawns: &PawnFacts, tally: &mut Tally<T>) -> Tapered {
    threats(us, foe, tally);
    space(us, foe, tally);
    passed_pawns(us, foe, pawns, tally);
    if king::danger(us, foe, tally) { king::danger_score(tally.danger) } else { Tapered::default() }
}

/// What `us` attacks of `foe`; needs the attacks of both sides.
#[inline(always)]
fn threats<T: Trace>(us: &Side, foe: &Side, tally: &mut Tally<T>) {
    let men = foe.all & !foe.pieces[PAWN];
    // A target is weak when taking it wins something unless the enemy defends it well enough.
    let protected = foe.by[PAWN] | (foe.twice & !us.twice);
    let weak = foe.all & !protected & us.attacked;
    let by_minor = ((men & protected) | weak) & (us.by[KNIGHT] | us.by[BISHOP]);
    let by_rook = weak & us.by[ROOK];
    for target in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
        tally.count(THREAT_MINOR, target, by_minor & foe.pieces[target]);
        tally.count(THREAT_ROOK, target, by_rook & foe.pieces[target]);
    }
    tally.add(THREAT_KING, 0, (weak & us.by[KING]).any() as i32);
    tally.count(HANGING, 0, weak & (!foe.attacked | (men & us.twice)));
    tally.count(RESTRICTED, 0, foe.attacked & !protected & us.attacked);

    let safe = !foe.attacked | us.attacked;
    let by_pawn = pawn_attacks(us.pieces[PAWN] & safe) & men;
    for target in [KNIGHT, BISHOP, ROOK, QUEEN] {
        tally.count(THREAT_PAWN, target - KNIGHT, by_pawn & foe.pieces[target]);
    }
    let empty = !(us.all | foe.all);
    let step = us.pieces[PAWN].north() & empty;
    let double = (step & Bitboard(RANK_1.0 << 16)).north() & empty;
    let pushes = (step | double) & safe & !foe.by[PAWN];
    tally.count(THREAT_PUSH, 0, pawn_attacks(pushes) & men & !by_pawn);
}

fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    pawns.north().west() | pawns.north().east()
}

/// Room to manoeuvre in the centre, worth more the more pieces share it.
#[inline(always)]
fn space<T: Trace>(us: &Side, foe: &Side, tally: &mut Tally<T>) {
    let safe = SPACE_AREA & !us.pieces[PAWN] & !foe.by[PAWN];
    let mut behind = us.pieces[PAWN].south();
    behind |= behind.south();
    behind |= behind.south().south();
    let men = (us.all & !us.pieces[PAWN]).len() as i32;
    tally.add(SPACE, 0, ((safe.len() + (behind & safe & !foe.attacked).len()) as i32 * (men - 1)) / 2);
}

/// Terms of passed pawns that depend on more than pawns and kings.
#[inline(always)]
fn passed_pawns<T: Trace>(us: &Side, foe: &Side, pawns: &PawnFacts, tally: &mut Tally<T>) {
    let occupied = us.all | foe.all;
    for square in pawns.passed {
        let rank = square.index() / 8;
        let stop = square.bitboard().north();
        let path = FORWARD[square.index()];
        if (stop & occupied).is_empty() {
            tally.add(PASSED_FREE, rank, 1);
            if (stop & foe.attacked).is_empty() {
                tally.add(PASSED_SAFE, rank, 1);
            }
            if (path & (foe.attacked | occupied)).is_empty() {
                tally.add(PASSED_PATH, rank, 1);
            }
        }
        let behind = rook_attacks(square, occupied) & Bitboard(FILE_A.0 << (square.index() % 8)) & !path;
        if (behind & us.pieces[ROOK]).any() {
            tally.add(PASSED_ROOK, 0, 1);
        } else if (behind & foe.pieces[ROOK]).any() {
            tally.add(PASSED_ROOK, 1, 1);
        }
    }
}

/// Squares from which a knight, bishop or rook of `us` would check the enemy king. Rays pass through the enemy queen,
/// which could not stay on them.
#[inline(always)]
pub(super) fn checking_squares(us: &Side, foe: &Side) -> [Bitboard; 3] {
    let occupied = (us.all | foe.all) & !foe.pieces[QUEEN];
    [knight_attacks(foe.king), bishop_attacks(foe.king, occupied), rook_attacks(foe.king, occupied)]
}

/// How hard the endgame is to hold for the weaker side, in centipawns.
#[inline(always)]
pub(super) fn complexity<T: Trace>(sides: &[Side; 2], facts: &[PawnFacts; 2], tally: &mut Tally<T>) -> i32 {
    let pawns = sides[0].pieces[PAWN] | sides[1].pieces[PAWN].flip();
    let queenside = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let both_wings = (pawns & queenside).any() && (pawns & !queenside).any();
    let pawn_ending = sides.iter().all(|side| (side.all & !side.pieces[PAWN]).len() == 1);
    tally.complicate(0, 1)
        + tally.complicate(1, pawns.len() as i32)
        + tally.complicate(2, both_wings as i32)
        + tally.complicate(3, pawn_ending as i32)
        + tally.complicate(4, (facts[0].passed.len() + facts[1].passed.len()) as i32)
}
