//! Pawn structure, passed pawns and the pawns around the kings: everything that depends on nothing but pawns and kings,
//! remembered in a small table because most nodes of a search share it.

use chess::{Bitboard, Position};

use super::hand::{FILE_A, PAWN, Side};
use super::king::FLANKS;
use super::terms::*;

/// Squares before a pawn on its own file.
pub(super) static FORWARD: [Bitboard; 64] = spans(false);
/// Squares before a pawn on its own and the two adjacent files: enemy pawns there keep it from passing.
static PASSED_SPAN: [Bitboard; 64] = spans(true);

const fn adjacent(file: usize) -> u64 {
    let mask = FILE_A.0 << file;
    ((mask & !(FILE_A.0 << 7)) << 1) | ((mask & !FILE_A.0) >> 1)
}

const fn spans(wide: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard(0); 64];
    let mut square = 0;
    while square < 56 {
        let files = FILE_A.0 << (square % 8) | if wide { adjacent(square % 8) } else { 0 };
        table[square] = Bitboard(files & (!0 << (square / 8 * 8 + 8)));
        square += 1;
    }
    table
}

/// What the pawns tell the rest of the evaluation about one side, in its view.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnFacts {
    /// Own passed pawns.
    pub(super) passed: Bitboard,
    /// Squares that enemy pawns attack or may come to attack.
    pub(super) foe_span: Bitboard,
    /// Files without own pawns.
    pub(super) half_open: Bitboard,
    /// Files without pawns.
    pub(super) open: Bitboard,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    facts: [PawnFacts; 2],
    score: [Tapered; 2],
    danger: [Tapered; 2],
}

/// Remembers the pawn and king terms of a few thousand structures.
pub(super) struct PawnTable(Box<[Entry]>);

const ENTRIES: usize = 1 << 12;

impl PawnTable {
    pub(super) fn new() -> Self {
        PawnTable(vec![Entry::default(); ENTRIES].into_boxed_slice())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Entry::default());
    }

    /// The pawn terms of both sides, added to their tallies.
    #[inline(always)]
    pub(super) fn probe<T: Trace>(
        &mut self,
        position: &Position,
        sides: &[Side; 2],
        tallies: &mut [Tally<T>; 2],
    ) -> [PawnFacts; 2] {
        // Kings are mixed in by multiplication, so that neighbouring squares land far apart. Never zero: an empty entry.
        let kings = (sides[0].king.index() * 64 + sides[1].king.index() + 1) as u64;
        let key = (position.pawn_key() ^ kings.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1;
        let entry = &mut self.0[(key >> 20) as usize % ENTRIES];
        if entry.key != key {
            *entry = fresh(key, sides);
        }
        for (tally, side) in tallies.iter_mut().zip(0..2) {
            tally.score += entry.score[side];
            tally.danger += entry.danger[side];
        }
        entry.facts
    }
}

#[cold]
#[inline(never)]
fn fresh(key: u64, sides: &[Side; 2]) -> Entry {
    let mut tallies: [Tally<Silent>; 2] = Default::default();
    let facts = structure(sides, &mut tallies);
    Entry {
        key,
        facts,
        score: [tallies[0].score, tallies[1].score],
        danger: [tallies[0].danger, tallies[1].danger],
    }
}

/// The pawn terms of both sides, computed.
pub(super) fn structure<T: Trace>(sides: &[Side; 2], tallies: &mut [Tally<T>; 2]) -> [PawnFacts; 2] {
    let white = one_side(&sides[0], &sides[1].mirrored(), tallies, 0);
    let black = one_side(&sides[1], &sides[0].mirrored(), tallies, 1);
    [white, black]
}

fn one_side<T: Trace>(us: &Side, foe: &Side, tallies: &mut [Tally<T>; 2], side: usize) -> PawnFacts {
    let passed = pawns(us, foe, &mut tallies[side]);
    before_king(us, foe, tallies, side);
    let mut foe_span = foe.by[PAWN];
    for step in [8, 16, 32] {
        foe_span |= Bitboard(foe_span.0 >> step);
    }
    let half_open = !files(us.pieces[PAWN]);
    PawnFacts { passed, foe_span, half_open, open: half_open & !files(foe.pieces[PAWN]) }
}

/// The whole files these pawns stand on.
fn files(pawns: Bitboard) -> Bitboard {
    let mut bottom = pawns.0;
    for step in [32, 16, 8] {
        bottom |= bottom >> step;
    }
    Bitboard(FILE_A.0 * (bottom & 0xff))
}

/// Distance in king moves.
fn distance(a: usize, b: usize) -> i32 {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)) as i32
}

/// Terms of every pawn of `us`; answers with the passed ones.
fn pawns<T: Trace>(us: &Side, foe: &Side, tally: &mut Tally<T>) -> Bitboard {
    let (own, theirs) = (us.pieces[PAWN], foe.pieces[PAWN]);
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let index = square.index();
        let (rank, here) = (index / 8, square.bitboard());
        let row = Bitboard(0xff << (rank * 8));
        let neighbours = own & Bitboard(adjacent(index % 8));
        let half_open = (theirs & FORWARD[index]).is_empty();
        let phalanx = neighbours & row;
        let support = neighbours & row.south();
        tally.piece(PAWN, index);

        if (own & FORWARD[index]).any() {
            tally.add(DOUBLED, (own & here.north()).any() as usize, 1);
        }
        if neighbours.is_empty() {
            tally.add(ISOLATED, half_open as usize, 1);
        } else if (neighbours & !PASSED_SPAN[index]).is_empty()
            && (here.north() & (foe.by[PAWN] | theirs)).any()
        {
            tally.add(BACKWARD, half_open as usize, 1);
        }
        tally.add(PHALANX, rank, phalanx.any() as i32);
        tally.count(SUPPORTED, rank, support);

        let stoppers = theirs & PASSED_SPAN[index];
        if stoppers.is_empty() {
            if (own & FORWARD[index]).is_empty() {
                passed |= here;
                tally.add(PASSED, rank, 1);
                tally.add(PASSED_OWN_KING, rank, distance(index + 8, us.king.index()));
                tally.add(PASSED_FOE_KING, rank, distance(index + 8, foe.king.index()));
            }
        } else if half_open && is_candidate(index, stoppers, support, phalanx) {
            tally.add(CANDIDATE, rank, 1);
        }
    }
    passed
}

/// Whether the pawn may hope to pass: each enemy pawn that could take it now or after its next step is matched by a helper.
fn is_candidate(index: usize, stoppers: Bitboard, support: Bitboard, phalanx: Bitboard) -> bool {
    let now = stoppers & Bitboard(0xff << (index / 8 * 8 + 8));
    let next = stoppers & Bitboard(0xff << (index / 8 * 8 + 8) << 8);
    (stoppers & !now & !next).is_empty() && support.len() >= now.len() && phalanx.len() >= next.len()
}

/// Shelter and storm: the nearest pawns of both colours on the three files before the king of `sides[side]`.
fn before_king<T: Trace>(us: &Side, foe: &Side, tallies: &mut [Tally<T>; 2], side: usize) {
    let king = us.king.index();
    let ahead = Bitboard(!0 << (king / 8 * 8));
    let wing = Bitboard(FILE_A.0 * FLANKS[king % 8]);
    tallies[side].add(BARE_WING, 0, ((us.pieces[PAWN] | foe.pieces[PAWN]) & wing).is_empty() as i32);
    let centre = (king % 8).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let mask = Bitboard(FILE_A.0 << file) & ahead;
        let nearest = |pawns: Bitboard| (pawns & mask).first().map_or(0, |square| square.index() / 8);
        let (shelter, storm) = (nearest(us.pieces[PAWN]), nearest(foe.pieces[PAWN]));
        let edge = file.min(7 - file);
        let on_file = (file == king % 8) as usize;
        let blocked = shelter != 0 && storm == shelter + 1;
        tallies[side].add(SHELTER, edge * 8 + shelter, 1);
        if blocked {
            tallies[side].add(STORM_BLOCKED, storm, 1);
        } else {
            tallies[side].add(STORM, edge * 8 + storm, 1);
        }
        tallies[1 - side].endanger(DANGER_SHELTER, on_file * 8 + shelter, 1);
        tallies[1 - side].endanger(DANGER_STORM, blocked as usize * 8 + storm, 1);
    }
}
