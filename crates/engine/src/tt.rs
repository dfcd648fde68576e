//! The transposition table: what earlier searches found out about positions, shared by all threads.
//!
//! # Layout
//!
//! An entry is two 64-bit words: everything known, packed into one word, and the position's key exclusive-or
//! that word (Hyatt and Mann's lockless table). Both are read and written with relaxed atomics, so there is no
//! data race and no lock. If two threads write one entry at once and their words end up mixed, or a reader
//! comes between the two writes, the exclusive-or no longer gives the key and the entry reads as a miss.
//!
//! Four entries share a 64-byte cluster, aligned to one cache line: a probe costs one memory access, and a store
//! chooses the least useful of four. The denser layout of other engines (ten-byte entries with 16-bit keys) would hold 1.5
//! times as many entries, at the price of a wrong entry every few ten thousand probes and of torn entries that go
//! unnoticed; here a hit is the right position's but for collisions of the full 64-bit keys.
//!
//! # Ageing
//!
//! Each search has a generation (five bits). An entry's usefulness is its depth less a penalty for every
//! generation it has not been touched, so shallow and old entries go first.

mod memory;

use memory::Clusters;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use chess::Move;
use thiserror::Error;

use crate::score::Score;

/// The largest table, in mebibytes, that may be asked for.
pub const MAX_HASH_MIB: usize = 1 << 20;

const BYTES_PER_MIB: usize = 1 << 20;
const ENTRIES_PER_CLUSTER: usize = 4;

/// Depth, in plies, that one generation of age costs an entry when a victim is chosen.
const AGE_PENALTY: i32 = 4;

/// A shallower result of the same position replaces a deeper one of this search unless it is this many plies shallower.
const SAME_KEY_MARGIN: i32 = 4;

/// Plies of credit for a result on the principal variation.
const PV_CREDIT: i32 = 2;

/// Entries looked at by [`TranspositionTable::hashfull`], which makes them permille.
const SAMPLE: usize = 1000;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this: every move failed low.
    Upper = 1,
    /// The true score is at least this: a move failed high.
    Lower = 2,
    /// The score is exact for the depth searched.
    Exact = 3,
}

impl Bound {
    /// Whether the true score is known to be at least the stored one.
    #[inline]
    #[must_use]
    pub const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether the true score is known to be at most the stored one.
    #[inline]
    #[must_use]
    pub const fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }

    /// Whether a stored `score` settles a comparison with `limit`: a lower bound at or above it, an upper bound at or below.
    #[inline]
    #[must_use]
    pub fn settles(self, score: Score, limit: Score) -> bool {
        (self.is_lower() && score >= limit) || (self.is_upper() && score <= limit)
    }
}

/// Why a table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HashError {
    /// The size asked for is outside the range this build offers.
    #[error("hash size {mib} MiB is out of range (1 to {MAX_HASH_MIB} MiB)")]
    OutOfRange {
        /// The size asked for.
        mib: usize,
    },
    /// The system has not that much memory to give.
    #[error("cannot allocate {mib} MiB of hash: out of memory")]
    OutOfMemory {
        /// The size asked for.
        mib: usize,
    },
}

/// What the table knows about a position. Scores are relative to the root of the search that asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The best or refuting move, if one was found. Legal unless two positions share a key: check before playing it.
    pub mv: Option<Move>,
    /// The score, to be read with `bound`.
    pub score: Score,
    /// The static evaluation, if there was one (not in check).
    pub eval: Option<Score>,
    /// The depth searched, in plies; 0 and below for quiescence.
    pub depth: i32,
    /// How `score` relates to the true score.
    pub bound: Bound,
    /// Whether the position has been on a principal variation.
    pub pv: bool,
}

impl Hit {
    /// Whether the stored score settles, by its bound, what a search with this window asks: a lower bound must reach beta, an
    /// upper bound must stay at or below alpha. A lower bound at alpha says nothing: the true score may lie anywhere above.
    #[inline]
    pub fn answers(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// One entry unpacked. The bit layout of the packed word is this module's secret:
/// move 16, score 16, evaluation 16, depth 8, bound 2, pv 1, generation 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Data {
    mv: Option<Move>,
    score: i16,
    eval: i16,
    depth: i32,
    bound: Bound,
    pv: bool,
    generation: u8,
}

const GENERATIONS: u8 = 32;
const NO_EVAL: i16 = i16::MIN;
/// Depths from `-DEPTH_OFFSET` to `255 - DEPTH_OFFSET` can be stored.
const DEPTH_OFFSET: i32 = 8;
const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const PV_SHIFT: u32 = 58;
const GENERATION_SHIFT: u32 = 59;

impl Data {
    #[inline]
    fn pack(self) -> u64 {
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, i32::from(u8::MAX)) as u64;
        u64::from(self.mv.map_or(0, Move::raw))
            | u64::from(self.score as u16) << SCORE_SHIFT
            | u64::from(self.eval as u16) << EVAL_SHIFT
            | depth << DEPTH_SHIFT
            | (self.bound as u64) << BOUND_SHIFT
            | u64::from(self.pv) << PV_SHIFT
            | u64::from(self.generation) << GENERATION_SHIFT
    }

    /// `None` for a slot never written: no bound has the code 0.
    #[inline]
    fn unpack(word: u64) -> Option<Data> {
        let bound = match word >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Data {
            mv: Move::from_raw(word as u16),
            score: (word >> SCORE_SHIFT) as i16,
            eval: (word >> EVAL_SHIFT) as i16,
            depth: (word >> DEPTH_SHIFT & 0xff) as i32 - DEPTH_OFFSET,
            bound,
            pv: word >> PV_SHIFT & 1 != 0,
            generation: (word >> GENERATION_SHIFT) as u8,
        })
    }

    /// Searches since this entry was written.
    #[inline]
    fn age(&self, now: u8) -> i32 {
        i32::from(now.wrapping_sub(self.generation) % GENERATIONS)
    }

    /// The greater, the more it is worth keeping.
    #[inline]
    fn usefulness(&self, now: u8) -> i32 {
        self.depth - AGE_PENALTY * self.age(now)
    }
}

#[derive(Default)]
struct Entry {
    /// Key exclusive-or data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    /// The entry if it is of the position with this `key`, whole and in use.
    #[inline]
    fn read(&self, key: u64) -> Option<Data> {
        let data = self.data.load(Relaxed);
        if self.check.load(Relaxed) ^ data == key { Data::unpack(data) } else { None }
    }

    #[inline]
    fn write(&self, key: u64, data: Data) {
        let word = data.pack();
        self.check.store(key ^ word, Relaxed);
        self.data.store(word, Relaxed);
    }
}

#[repr(align(64))]
#[derive(Default)]
struct Cluster([Entry; ENTRIES_PER_CLUSTER]);

const _: () = assert!(size_of::<Cluster>() == 64, "a cluster is one cache line");

/// The shared table. All methods take `&self` and may be called by any number of threads at once.
///
/// ```
/// use engine::{Bound, Score, tt::TranspositionTable};
/// let table = TranspositionTable::new(1)?;
/// let key = 0x0123_4567_89ab_cdef;
/// table.store(key, 3, None, Score::mate_in(5), Some(Score::cp(80)), 7, Bound::Exact, true);
/// let hit = table.probe(key, 1, 0).expect("just stored");
/// assert_eq!((hit.score, hit.depth), (Score::mate_in(3), 7)); // two plies nearer to this root
/// # Ok::<(), engine::HashError>(())
/// ```
pub struct TranspositionTable {
    clusters: Clusters,
    generation: AtomicU8,
    /// Whether anything may have been stored since the table was empty.
    used: AtomicBool,
}

/// Tables from this size on are emptied by several threads: in a smaller one they take longer to start than they help.
const SHARED_MIB: usize = 16;

impl TranspositionTable {
    /// An empty table of `mib` mebibytes.
    ///
    /// Takes no time to speak of: the system hands out zeroed pages when they are first touched.
    ///
    /// # Errors
    /// [`HashError::OutOfRange`] unless `1 <= mib <= MAX_HASH_MIB`, [`HashError::OutOfMemory`] if the allocation fails.
    pub fn new(mib: usize) -> Result<TranspositionTable, HashError> {
        if !(1..=MAX_HASH_MIB).contains(&mib) {
            return Err(HashError::OutOfRange { mib });
        }
        let bytes = mib.checked_mul(BYTES_PER_MIB).ok_or(HashError::OutOfRange { mib })?;
        let clusters =
            Clusters::zeroed(bytes / size_of::<Cluster>()).ok_or(HashError::OutOfMemory { mib })?;
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// What is known about the position with this `key`, seen from `ply` plies below the root. `halfmove_clock` is the
    /// position's fifty-move clock: mates that come too late for it are weakened ([`Score::from_tt`]).
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<Hit> {
        let data = self.cluster(key).0.iter().find_map(|entry| entry.read(key))?;
        Some(Hit {
            mv: data.mv,
            score: Score::from_raw(i32::from(data.score)).from_tt(ply, halfmove_clock),
            eval: (data.eval != NO_EVAL).then(|| Score::from_raw(i32::from(data.eval))),
            depth: data.depth,
            bound: data.bound,
            pv: data.pv,
        })
    }

    /// Remembers the result of a search `ply` plies below the root.
    ///
    /// `score` fits an `i16` for every value [`Score`] defines; `depth` is clamped to `-8..=247`. A result without
    /// a move keeps the move known before. An entry of the same position survives a much shallower inexact
    /// result of the same search; of another position, the least useful of the cluster gives way.
    #[inline]
    #[allow(clippy::too_many_arguments)] // one word of the table each; a struct would only rename them
    pub fn store(
        &self,
        key: u64,
        ply: usize,
        mv: Option<Move>,
        score: Score,
        eval: Option<Score>,
        depth: i32,
        bound: Bound,
        pv: bool,
    ) {
        let generation = self.generation.load(Relaxed);
        let new = Data {
            mv,
            score: score.to_tt(ply).get() as i16,
            eval: eval.map_or(NO_EVAL, |eval| eval.get() as i16),
            depth,
            bound,
            pv,
            generation,
        };
        let entries = &self.cluster(key).0;
        if let Some((entry, old)) = entries.iter().find_map(|entry| Some((entry, entry.read(key)?))) {
            entry.write(key, merge(old, new));
        } else {
            least_useful(entries, generation).write(key, new);
        }
    }

    /// Asks the processor to fetch the cluster of `key` while other work goes on. No effect on results.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch is a hint that reads nothing the program can see, and the address is that of a live cluster.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Starts a new generation: what is in the table ages by one.
    pub fn new_search(&self) {
        let next = self.generation.load(Relaxed).wrapping_add(1) % GENERATIONS;
        self.generation.store(next, Relaxed);
        self.used.store(true, Relaxed);
    }

    /// Forgets everything, with the help of `threads` threads (at least one is used, and one alone in a small table). Does
    /// nothing if no search has begun since the table was empty: touching all its pages takes seconds in a large one.
    ///
    /// Not to be called during a search: results stored meanwhile may or may not survive.
    pub fn clear(&self, threads: usize) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        self.generation.store(0, Relaxed);
        let threads = if self.size_mib() < SHARED_MIB { 1 } else { threads.max(1) };
        let share = self.clusters.len().div_ceil(threads);
        thread::scope(|scope| {
            let mut parts = self.clusters.chunks(share);
            let own = parts.next();
            for part in parts {
                // A thread that cannot be started is no reason to fail: do its share here.
                if thread::Builder::new().spawn_scoped(scope, || wipe(part)).is_err() {
                    wipe(part);
                }
            }
            wipe(own.unwrap_or_default());
        });
    }

    /// How full of this search's results the table is, in permille, judged by the first thousand entries.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.load(Relaxed);
        let current = |entry: &&Entry| {
            Data::unpack(entry.data.load(Relaxed)).is_some_and(|data| data.generation == now)
        };
        self.clusters.iter().flat_map(|cluster| &cluster.0).take(SAMPLE).filter(current).count() as u32
    }

    /// The size in mebibytes.
    #[must_use]
    pub fn size_mib(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / BYTES_PER_MIB
    }

    /// The high bits of the key choose the cluster: any number of clusters will do, not only powers of two.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> u64::BITS;
        &self.clusters[index as usize]
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("size_mib", &self.size_mib()).finish_non_exhaustive()
    }
}

/// What remains when a position is stored again.
#[inline]
fn merge(old: Data, new: Data) -> Data {
    let mv = new.mv.or(old.mv);
    let credit = if new.pv { PV_CREDIT } else { 0 };
    let replaces = new.bound == Bound::Exact
        || old.age(new.generation) != 0
        || new.depth + credit + SAME_KEY_MARGIN > old.depth;
    if replaces { Data { mv, ..new } } else { Data { mv, ..old } }
}

#[inline]
fn least_useful(entries: &[Entry; ENTRIES_PER_CLUSTER], generation: u8) -> &Entry {
    let usefulness = |entry: &&Entry| {
        Data::unpack(entry.data.load(Relaxed)).map_or(i32::MIN, |data| data.usefulness(generation))
    };
    entries.iter().min_by_key(usefulness).unwrap_or(&entries[0])
}

fn wipe(clusters: &[Cluster]) {
    for entry in clusters.iter().flat_map(|cluster| &cluster.0) {
        entry.check.store(0, Relaxed);
        entry.data.store(0, Relaxed);
    }
}

#[cfg(test)]
#[path = "tt_tests.rs"]
mod tests;
