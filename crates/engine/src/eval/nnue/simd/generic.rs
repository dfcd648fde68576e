//! The algorithms, over any kind of vector. Always inlined into functions that are compiled for the vector's instructions.

use super::super::Chunk;
use super::super::format::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA};

/// Sums that run beside each other in the output layer: as many as hide the latency of a multiplication.
pub(super) const SUMS: usize = 4;

/// Chunks whose sums are kept in registers while many rows are added: 128 neurons.
const TILE: usize = 4;

/// A vector of 16-bit numbers.
///
/// # Safety
/// Every method may only be called where the processor has the vector's instructions.
pub(super) trait Vector: Copy {
    /// Vectors in a chunk.
    const PER_CHUNK: usize;
    /// A vector of 32-bit sums, at least four of them.
    type Sum: Copy;

    /// Vector number `part` of a chunk.
    unsafe fn load(chunk: &Chunk, part: usize) -> Self;
    /// Writes vector number `part` of a chunk.
    unsafe fn store(self, chunk: &mut Chunk, part: usize);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn zero() -> Self::Sum;
    /// Adds `clamp(neurons, 0, QA)² · weights`, where `clamp(neurons) · weights` fits 16 bits.
    unsafe fn add_squares(sum: Self::Sum, neurons: Self, weights: Self) -> Self::Sum;
    /// All sums together.
    unsafe fn total(sums: [Self::Sum; SUMS]) -> i64;
}

/// The most a 32-bit lane can have to hold in the output layer, if there are so many of them.
pub(super) const fn most_in_a_lane(lanes: usize) -> i64 {
    QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 * (2 * MAX_HIDDEN as i64) / lanes as i64
}

// The least there are: sums of four lanes. They are summed up as 64-bit numbers only if that is all.
const _: () = assert!(most_in_a_lane(SUMS * 4) <= i32::MAX as i64);

#[inline(always)]
fn width<const CHUNKS: usize>(slice: &[Chunk]) -> usize {
    if CHUNKS == 0 { slice.len() } else { CHUNKS }
}

/// # Safety
/// The processor has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn update<V: Vector, const CHUNKS: usize, const ADDED: usize, const REMOVED: usize>(
    from: &[Chunk],
    to: &mut [Chunk],
    added: [&[Chunk]; ADDED],
    removed: [&[Chunk]; REMOVED],
) {
    let chunks = width::<CHUNKS>(from);
    let fits = |row: &[Chunk]| row.len() == chunks;
    assert!(
        fits(from) && fits(to) && added.iter().all(|row| fits(row)) && removed.iter().all(|row| fits(row))
    );
    for i in 0..chunks {
        for part in 0..V::PER_CHUNK {
            // SAFETY: the processor has the instructions, by the promise of the caller.
            unsafe {
                let mut sum = V::load(&from[i], part);
                for row in added {
                    sum = sum.add(V::load(&row[i], part));
                }
                for row in removed {
                    sum = sum.sub(V::load(&row[i], part));
                }
                sum.store(&mut to[i], part);
            }
        }
    }
}

/// # Safety
/// The processor has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn change<V: Vector, const CHUNKS: usize>(
    sums: &mut [Chunk],
    rows: &[Chunk],
    added: &[u16],
    removed: &[u16],
) {
    let chunks = width::<CHUNKS>(sums);
    assert!(sums.len() == chunks);
    let mut done = 0;
    while done + TILE <= chunks {
        let tile = &mut sums[done..done + TILE];
        // SAFETY: the processor has the instructions, by the promise of the caller.
        unsafe { change_tile::<V, TILE>(tile, rows, done, chunks, added, removed) };
        done += TILE;
    }
    while done < chunks {
        let tile = &mut sums[done..=done];
        // SAFETY: as above.
        unsafe { change_tile::<V, 1>(tile, rows, done, chunks, added, removed) };
        done += 1;
    }
}

/// Most vectors a tile is made of.
const MOST_PARTS: usize = 16;

/// # Safety
/// The processor has the vector's instructions.
#[inline(always)]
unsafe fn change_tile<V: Vector, const WIDTH: usize>(
    tile: &mut [Chunk],
    rows: &[Chunk],
    offset: usize,
    chunks: usize,
    added: &[u16],
    removed: &[u16],
) {
    const { assert!(WIDTH * V::PER_CHUNK <= MOST_PARTS) };
    let parts = WIDTH * V::PER_CHUNK;
    // SAFETY: the processor has the instructions, by the promise of the caller.
    unsafe {
        let mut sums = [V::load(&tile[0], 0); MOST_PARTS];
        for k in 0..parts {
            sums[k] = V::load(&tile[k / V::PER_CHUNK], k % V::PER_CHUNK);
        }
        for &row in added {
            let row = &rows[usize::from(row) * chunks + offset..][..WIDTH];
            for k in 0..parts {
                sums[k] = sums[k].add(V::load(&row[k / V::PER_CHUNK], k % V::PER_CHUNK));
            }
        }
        for &row in removed {
            let row = &rows[usize::from(row) * chunks + offset..][..WIDTH];
            for k in 0..parts {
                sums[k] = sums[k].sub(V::load(&row[k / V::PER_CHUNK], k % V::PER_CHUNK));
            }
        }
        for k in 0..parts {
            sums[k].store(&mut tile[k / V::PER_CHUNK], k % V::PER_CHUNK);
        }
    }
}

/// # Safety
/// The processor has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn output<V: Vector, const CHUNKS: usize>(
    own: &[Chunk],
    other: &[Chunk],
    weights: &[Chunk],
) -> i64 {
    let chunks = width::<CHUNKS>(own);
    assert!(own.len() == chunks && other.len() == chunks && weights.len() == 2 * chunks);
    let (own_weights, other_weights) = weights.split_at(chunks);
    let vectors = chunks * V::PER_CHUNK;
    // SAFETY: the processor has the instructions, by the promise of the caller.
    unsafe {
        let mut sums = [V::zero(); SUMS];
        let mut k = 0;
        while k + 2 <= vectors {
            sums[0] = add_squares::<V>(sums[0], own, own_weights, k);
            sums[1] = add_squares::<V>(sums[1], other, other_weights, k);
            sums[2] = add_squares::<V>(sums[2], own, own_weights, k + 1);
            sums[3] = add_squares::<V>(sums[3], other, other_weights, k + 1);
            k += 2;
        }
        if k < vectors {
            sums[0] = add_squares::<V>(sums[0], own, own_weights, k);
            sums[1] = add_squares::<V>(sums[1], other, other_weights, k);
        }
        V::total(sums)
    }
}

/// Vector number `k` of neurons and weights. A function, not a closure, so that it is inlined whatever the compiler thinks.
///
/// # Safety
/// The processor has the vector's instructions.
#[inline(always)]
unsafe fn add_squares<V: Vector>(sum: V::Sum, neurons: &[Chunk], weights: &[Chunk], k: usize) -> V::Sum {
    let (chunk, part) = (k / V::PER_CHUNK, k % V::PER_CHUNK);
    // SAFETY: the processor has the instructions, by the promise of the caller.
    unsafe { V::add_squares(sum, V::load(&neurons[chunk], part), V::load(&weights[chunk], part)) }
}

const _: () = assert!(HIDDEN_STEP * size_of::<i16>() == size_of::<Chunk>());
