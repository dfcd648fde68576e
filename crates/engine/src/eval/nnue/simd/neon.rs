//! Vectors of 128 bits on 64-bit Arm.

use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use super::super::QA;
use super::generic::{self, SUMS, Vector};
use super::{Chunk, kernel};

const LANES: usize = 8;

impl Vector for int16x8_t {
    const PER_CHUNK: usize = size_of::<Chunk>() / size_of::<int16x8_t>();
    type Sum = int32x4_t;

    #[inline(always)]
    unsafe fn load(chunk: &Chunk, part: usize) -> Self {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: the vector lies within the chunk.
        unsafe { vld1q_s16(chunk.0.as_ptr().add(part * LANES)) }
    }

    #[inline(always)]
    unsafe fn store(self, chunk: &mut Chunk, part: usize) {
        debug_assert!(part < Self::PER_CHUNK);
        // SAFETY: the vector lies within the chunk.
        unsafe { vst1q_s16(chunk.0.as_mut_ptr().add(part * LANES), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller has seen to the instructions.
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn zero() -> int32x4_t {
        // SAFETY: the caller has seen to the instructions.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn add_squares(sum: int32x4_t, neurons: Self, weights: Self) -> int32x4_t {
        // SAFETY: the caller has seen to the instructions.
        unsafe {
            let active = vminq_s16(vmaxq_s16(neurons, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
            let products = vmulq_s16(active, weights);
            let half = vmlal_s16(sum, vget_low_s16(products), vget_low_s16(active));
            vmlal_high_s16(half, products, active)
        }
    }

    /// Lanes are summed up as 64-bit numbers: as 32-bit ones, four of them would not hold the largest network's.
    #[inline(always)]
    unsafe fn total(sums: [int32x4_t; SUMS]) -> i64 {
        // SAFETY: the caller has seen to the instructions.
        sums.into_iter().map(|lanes| unsafe { vaddlvq_s32(lanes) }).sum()
    }
}

kernel!(
    /// NEON.
    Neon,
    int16x8_t,
    "neon",
    is_aarch64_feature_detected!("neon")
);
