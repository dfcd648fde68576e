//! The arithmetic of a network by vector instructions: one algorithm ([`generic`]) over the vectors of several
//! instruction sets, all giving the same numbers.
//!
//! The only `unsafe` code of the evaluation lives here. It rests on one fact: the value of a kernel's type is made only where
//! the processor has the kernel's instructions ([`Level::available`]). A build for one machine (`target-cpu=native`) knows
//! that when it is compiled, so that kernels are inlined; a portable build asks the processor once, when an evaluator is made,
//! and then calls three functions an evaluation.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod generic;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::{Avx512, Avx512Vnni};
#[cfg(target_arch = "aarch64")]
pub(super) use neon::Neon;
pub(super) use scalar::Scalar;

use super::Chunk;

/// What a network needs of the processor. `CHUNKS` is the number of chunks an accumulator has, or 0 if only
/// the slices know; all slices must agree with it.
pub(super) trait Kernel: Copy + Send + 'static {
    /// `to` becomes `from` with these rows added and removed.
    ///
    /// # Panics
    /// If a slice has another length than the others.
    fn update<const CHUNKS: usize, const ADDED: usize, const REMOVED: usize>(
        self,
        from: &[Chunk],
        to: &mut [Chunk],
        added: [&[Chunk]; ADDED],
        removed: [&[Chunk]; REMOVED],
    );

    /// Adds and removes any number of rows of `rows`, by their numbers.
    ///
    /// # Panics
    /// If there is no such row.
    fn change<const CHUNKS: usize>(self, sums: &mut [Chunk], rows: &[Chunk], added: &[u16], removed: &[u16]);

    /// The sum of the output layer: squared clamped neurons by weights, the side to move's first.
    ///
    /// # Panics
    /// If a slice has another length than the others (twice that: `weights`).
    fn output<const CHUNKS: usize>(self, own: &[Chunk], other: &[Chunk], weights: &[Chunk]) -> i64;
}

/// The instruction sets there are kernels for, from the plainest to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// No instructions that not every processor has.
    Scalar,
    /// Vectors of 128 bits on 64-bit Arm, where every processor has them.
    Neon,
    /// Vectors of 256 bits.
    Avx2,
    /// Vectors of 512 bits.
    Avx512,
    /// Vectors of 512 bits and their dot products.
    Avx512Vnni,
}

impl Level {
    /// The levels this processor has.
    pub fn available() -> Vec<Level> {
        let mut levels = vec![Level::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Avx2::detect().map(|_| Level::Avx2));
            levels.extend(Avx512::detect().map(|_| Level::Avx512));
            levels.extend(Avx512Vnni::detect().map(|_| Level::Avx512Vnni));
        }
        #[cfg(target_arch = "aarch64")]
        levels.extend(Neon::detect().map(|_| Level::Neon));
        levels
    }

    /// The best of them.
    pub fn best() -> Level {
        Level::available().into_iter().max().unwrap_or(Level::Scalar)
    }

    /// As it is called where processors are sold.
    pub fn name(self) -> &'static str {
        match self {
            Level::Scalar => "scalar",
            Level::Neon => "NEON",
            Level::Avx2 => "AVX2",
            Level::Avx512 => "AVX-512",
            Level::Avx512Vnni => "AVX-512 VNNI",
        }
    }
}

/// Makes a kernel of a vector type: a token that shows that the processor has the instructions, and functions
/// compiled for them.
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $vector:ty, $features:literal, $detected:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(in crate::eval::nnue) struct $name(());

        impl $name {
            /// The kernel, where the processor has its instructions.
            pub(in crate::eval::nnue) fn detect() -> Option<Self> {
                if $detected { Some($name(())) } else { None }
            }
        }

        impl $crate::eval::nnue::simd::Kernel for $name {
            #[inline(always)]
            fn update<const C: usize, const A: usize, const R: usize>(
                self,
                from: &[Chunk],
                to: &mut [Chunk],
                added: [&[Chunk]; A],
                removed: [&[Chunk]; R],
            ) {
                #[target_feature(enable = $features)]
                fn with<const C: usize, const A: usize, const R: usize>(
                    from: &[Chunk],
                    to: &mut [Chunk],
                    added: [&[Chunk]; A],
                    removed: [&[Chunk]; R],
                ) {
                    // SAFETY: this function has the vector's instructions.
                    unsafe { generic::update::<$vector, C, A, R>(from, to, added, removed) }
                }
                // SAFETY: the token shows that the processor has the instructions.
                unsafe { with::<C, A, R>(from, to, added, removed) }
            }

            #[inline(always)]
            fn change<const C: usize>(
                self,
                sums: &mut [Chunk],
                rows: &[Chunk],
                added: &[u16],
                removed: &[u16],
            ) {
                #[target_feature(enable = $features)]
                fn with<const C: usize>(sums: &mut [Chunk], rows: &[Chunk], added: &[u16], removed: &[u16]) {
                    // SAFETY: this function has the vector's instructions.
                    unsafe { generic::change::<$vector, C>(sums, rows, added, removed) }
                }
                // SAFETY: the token shows that the processor has the instructions.
                unsafe { with::<C>(sums, rows, added, removed) }
            }

            #[inline(always)]
            fn output<const C: usize>(self, own: &[Chunk], other: &[Chunk], weights: &[Chunk]) -> i64 {
                #[target_feature(enable = $features)]
                fn with<const C: usize>(own: &[Chunk], other: &[Chunk], weights: &[Chunk]) -> i64 {
                    // SAFETY: this function has the vector's instructions.
                    unsafe { generic::output::<$vector, C>(own, other, weights) }
                }
                // SAFETY: the token shows that the processor has the instructions.
                unsafe { with::<C>(own, other, weights) }
            }
        }
    };
}
#[allow(unused_imports, reason = "not every processor has a kernel")]
use kernel;
