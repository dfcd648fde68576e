//! Repetition.

use crate::zobrist;
use crate::{Position, Square, between};

/// The keys of all positions since the start of the game, the current one last. The search pushes the
/// positions of its line on it and pops them.
///
/// ```
/// use chess::{parse_uci, KeyHistory, Position};
/// let mut position = Position::startpos();
/// let mut history = KeyHistory::new();
/// history.push(&position);
/// for text in ["g1f3", "g8f6", "f3g1"] {
///     position.make(parse_uci(&position, text).unwrap());
///     history.push(&position);
/// }
/// // Black can go back to the first position, three plies before.
/// assert!(history.upcoming_repetition(&position, 4));
/// position.make(parse_uci(&position, "f6g8").unwrap());
/// history.push(&position);
/// assert!(history.is_repetition(&position, 5)); // within a search that began before the game
/// assert!(!history.is_repetition(&position, 0)); // in the game it is only the second time
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// A history without positions.
    pub const fn new() -> Self {
        KeyHistory(Vec::new())
    }

    /// Adds the position that is now the current one.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        self.0.push(position.key());
    }

    /// Takes the last position off.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// How many positions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no position.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keys of the positions before the current one, the latest first, each with its distance in plies;
    /// they end at the last irreversible move. Distances `first`, `first + 2`, ... only.
    #[inline]
    fn earlier(&self, position: &Position, first: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let reach = usize::from(position.halfmove_clock()).min(self.0.len().saturating_sub(1));
        let last = self.0.len().wrapping_sub(1);
        (first..=reach).step_by(2).map(move |distance| (distance, self.0[last - distance]))
    }

    /// Whether the current position, `ply` plies from the root of the search, counts as a draw by
    /// repetition: it has occurred before after the root, or twice before altogether.
    ///
    /// With `ply` 0 this is threefold repetition as the rules of the game have it. `position` must be the
    /// one pushed last.
    #[inline]
    pub fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let key = position.key();
        let mut seen = false;
        // The same position cannot occur again in fewer than four plies.
        for (distance, earlier) in self.earlier(position, 4) {
            if earlier == key {
                if distance < ply || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }

    /// How often the current position has occurred since the last irreversible move, itself included.
    pub fn occurrences(&self, position: &Position) -> usize {
        let key = position.key();
        1 + self.earlier(position, 4).filter(|&(_, earlier)| earlier == key).count()
    }

    /// Whether the side to move has a move that leads to a repetition in the sense of
    /// [`KeyHistory::is_repetition`] at the next ply.
    ///
    /// Two positions one reversible move apart differ by that move's number; a cuckoo hash table of all
    /// 3668 such numbers (Marcel van Kervinck) turns the difference into the move, which is possible if
    /// the squares between are empty. Castling never repeats a position, so that it needs no entry.
    pub fn upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let key = position.key();
        for (distance, earlier) in self.earlier(position, 3) {
            let Some((a, b)) = cuckoo::step(key ^ earlier) else { continue };
            if (between(a, b) & position.occupied()).any() {
                continue;
            }
            let mover = position.piece_at(a).or(position.piece_at(b));
            if mover.map(|piece| piece.color()) != Some(position.side_to_move()) {
                continue;
            }
            // After the move the earlier position is one ply further away, and so is the root.
            let before = || self.earlier(position, distance + 2).any(|(_, key)| key == earlier);
            if distance < ply || before() {
                return true;
            }
        }
        false
    }
}

mod cuckoo {
    use super::*;

    /// Slots of the table; a power of two.
    const SLOTS: usize = 8192;

    /// What a slot holds: the number of a reversible step and its squares; all zero if free.
    #[derive(Clone, Copy)]
    struct Slot {
        number: u64,
        a: u8,
        b: u8,
    }

    static TABLE: [Slot; SLOTS] = build();

    const fn first(number: u64) -> usize {
        number as usize & (SLOTS - 1)
    }

    const fn second(number: u64) -> usize {
        (number >> 16) as usize & (SLOTS - 1)
    }

    /// The squares of the reversible step with this number.
    #[inline]
    pub(super) fn step(number: u64) -> Option<(Square, Square)> {
        let mut slot = TABLE[first(number)];
        if slot.number != number {
            slot = TABLE[second(number)];
        }
        if slot.number != number || number == 0 {
            return None;
        }
        Some((Square::wrap(slot.a as u32), Square::wrap(slot.b as u32)))
    }

    /// Whether a knight (1), bishop (2), rook (3), queen (4) or king (5) steps from a to b on an empty
    /// board.
    const fn steps(kind: usize, a: usize, b: usize) -> bool {
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        let (diagonal, straight) = (files == ranks, files == 0 || ranks == 0);
        match kind {
            1 => files * ranks == 2,
            2 => diagonal,
            3 => straight,
            4 => diagonal || straight,
            _ => files <= 1 && ranks <= 1,
        }
    }

    const fn build() -> [Slot; SLOTS] {
        let mut table = [Slot { number: 0, a: 0, b: 0 }; SLOTS];
        let mut code = 1;
        while code < 14 {
            let mut a = 0;
            while a < 64 && code % 8 >= 1 && code % 8 <= 5 {
                let mut b = a + 1;
                while b < 64 {
                    if steps(code % 8, a, b) {
                        let keys = &zobrist::PIECE_KEYS[code];
                        let number = keys[a] ^ keys[b] ^ zobrist::SIDE;
                        insert(&mut table, Slot { number, a: a as u8, b: b as u8 });
                    }
                    b += 1;
                }
                a += 1;
            }
            code += 1;
        }
        table
    }

    /// Cuckoo insertion: the newcomer takes its place, and who was there goes to its other one.
    const fn insert(table: &mut [Slot; SLOTS], mut slot: Slot) {
        let mut at = first(slot.number);
        loop {
            let evicted = table[at];
            table[at] = slot;
            if evicted.number == 0 {
                return;
            }
            slot = evicted;
            at = if at == first(slot.number) { second(slot.number) } else { first(slot.number) };
        }
    }
}
