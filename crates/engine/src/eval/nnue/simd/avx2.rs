//! Vectors of 256 bits on x86-64.

use std::arch::x86_64::*;

use super::super::QA;
use super::generic::{self, SUMS, Vector, most_in_a_lane};
use super::{Chunk, kernel};

const LANES: usize = 8;

impl Vector for __m256i {
    const PER_CHUNK: usize = size_of::<Chunk>() / size_of::<__m256i>();
    type Sum = __m256i;

    #[inline(always)]
    unsafe fn load(chunk: &Chunk, part: usize) -> Self {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: the vector lies within the chunk and, as the chunk does, on a multiple of its size.
        unsafe { _mm256_load_si256(chunk.0.as_ptr().cast::<__m256i>().add(part)) }
    }

    #[inline(always)]
    unsafe fn store(self, chunk: &mut Chunk, part: usize) {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: as in `load`.
        unsafe { _mm256_store_si256(chunk.0.as_mut_ptr().cast::<__m256i>().add(part), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        unsafe { _mm256_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        unsafe { _mm256_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn zero() -> __m256i {
        // SAFETY: the caller has seen to the instructions.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn add_squares(sum: __m256i, neurons: Self, weights: Self) -> __m256i {
        // SAFETY: the caller has seen to the instructions.
        unsafe {
            let active = _mm256_min_epi16(
                _mm256_max_epi16(neurons, _mm256_setzero_si256()),
                _mm256_set1_epi16(QA as i16),
            );
            _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(active, weights), active))
        }
    }

    #[inline(always)]
    unsafe fn total([a, b, c, d]: [__m256i; SUMS]) -> i64 {
        const { assert!(most_in_a_lane(LANES) <= i32::MAX as i64) };
        // SAFETY: the caller has seen to the instructions.
        unsafe {
            let lanes = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
            let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
            let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
            let four = _mm256_add_epi64(low, high);
            let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two)
        }
    }
}

kernel!(
    /// AVX2.
    Avx2,
    __m256i,
    "avx2",
    is_x86_feature_detected!("avx2")
);
