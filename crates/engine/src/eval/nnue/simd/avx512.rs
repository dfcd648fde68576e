//! Vectors of 512 bits on x86-64, without and with VNNI, whose dot product saves an addition.

use std::arch::x86_64::*;

use super::super::QA;
use super::generic::{self, SUMS, Vector, most_in_a_lane};
use super::{Chunk, kernel};

const LANES: usize = 16;

/// A vector of AVX-512; `VNNI` says whether the dot product may be used.
#[derive(Clone, Copy)]
struct Wide<const VNNI: bool>(__m512i);

impl<const VNNI: bool> Vector for Wide<VNNI> {
    const PER_CHUNK: usize = size_of::<Chunk>() / size_of::<__m512i>();
    type Sum = __m512i;

    #[inline(always)]
    unsafe fn load(chunk: &Chunk, part: usize) -> Self {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: a chunk is one vector, on a multiple of its size.
        Wide(unsafe { _mm512_load_si512(chunk.0.as_ptr().cast::<__m512i>().add(part)) })
    }

    #[inline(always)]
    unsafe fn store(self, chunk: &mut Chunk, part: usize) {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: as in `load`.
        unsafe { _mm512_store_si512(chunk.0.as_mut_ptr().cast::<__m512i>().add(part), self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        Wide(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        Wide(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: the caller has seen to the instructions.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn add_squares(sum: __m512i, neurons: Self, weights: Self) -> __m512i {
        // SAFETY: the caller has seen to the instructions.
        unsafe {
            let not_negative = _mm512_max_epi16(neurons.0, _mm512_setzero_si512());
            let active = _mm512_min_epi16(not_negative, _mm512_set1_epi16(QA as i16));
            let products = _mm512_mullo_epi16(active, weights.0);
            if VNNI {
                _mm512_dpwssd_epi32(sum, products, active)
            } else {
                _mm512_add_epi32(sum, _mm512_madd_epi16(products, active))
            }
        }
    }

    #[inline(always)]
    unsafe fn total([a, b, c, d]: [__m512i; SUMS]) -> i64 {
        const { assert!(most_in_a_lane(LANES) <= i32::MAX as i64) };
        // SAFETY: the caller has seen to the instructions.
        unsafe {
            let lanes = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
            let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(lanes));
            let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(lanes));
            _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
        }
    }
}

kernel!(
    /// AVX-512 as all its processors for 16-bit numbers have it.
    Avx512,
    Wide<false>,
    "avx512f,avx512bw",
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
);

kernel!(
    /// AVX-512 with VNNI.
    Avx512Vnni,
    Wide<true>,
    "avx512f,avx512bw,avx512vnni",
    Avx512::detect().is_some() && is_x86_feature_detected!("avx512vnni")
);
