//! No vector instructions of our own: loops that any compiler turns into the vectors every processor has.

use super::generic::{self, SUMS, Vector};
use super::{Chunk, Kernel};

/// The kernel for any processor.
#[derive(Clone, Copy)]
pub(in crate::eval::nnue) struct Scalar;

const LANES: usize = 8;

#[derive(Clone, Copy)]
struct Lanes([i16; LANES]);

impl Lanes {
    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(i16, i16) -> i16) -> Self {
        Lanes(std::array::from_fn(|i| of(self.0[i], other.0[i])))
    }
}

impl Vector for Lanes {
    const PER_CHUNK: usize = size_of::<Chunk>() / size_of::<Lanes>();
    type Sum = [i32; LANES / 2];

    #[inline(always)]
    unsafe fn load(chunk: &Chunk, part: usize) -> Self {
        Lanes(std::array::from_fn(|i| chunk.0[part * LANES + i]))
    }

    #[inline(always)]
    unsafe fn store(self, chunk: &mut Chunk, part: usize) {
        chunk.0[part * LANES..][..LANES].copy_from_slice(&self.0);
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_add)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_sub)
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        [0; LANES / 2]
    }

    #[inline(always)]
    unsafe fn add_squares(sum: Self::Sum, neurons: Self, weights: Self) -> Self::Sum {
        let active = Lanes(neurons.0.map(|neuron| neuron.clamp(0, super::super::QA as i16)));
        let products = active.zip(weights, i16::wrapping_mul);
        let square = |i: usize| i32::from(products.0[i]) * i32::from(active.0[i]);
        std::array::from_fn(|i| sum[i] + square(2 * i) + square(2 * i + 1))
    }

    #[inline(always)]
    unsafe fn total(sums: [Self::Sum; SUMS]) -> i64 {
        sums.iter().flatten().map(|&lane| i64::from(lane)).sum()
    }
}

impl Kernel for Scalar {
    fn update<const C: usize, const A: usize, const R: usize>(
        self,
        from: &[Chunk],
        to: &mut [Chunk],
        added: [&[Chunk]; A],
        removed: [&[Chunk]; R],
    ) {
        // SAFETY: plain arithmetic needs no instructions that are not always there.
        unsafe { generic::update::<Lanes, C, A, R>(from, to, added, removed) }
    }

    fn change<const C: usize>(self, sums: &mut [Chunk], rows: &[Chunk], added: &[u16], removed: &[u16]) {
        // SAFETY: as above.
        unsafe { generic::change::<Lanes, C>(sums, rows, added, removed) }
    }

    fn output<const C: usize>(self, own: &[Chunk], other: &[Chunk], weights: &[Chunk]) -> i64 {
        // SAFETY: as above.
        unsafe { generic::output::<Lanes, C>(own, other, weights) }
    }
}
