//! Accumulators along a line of moves: made when they are asked for, from the nearest one above.

use super::cache::Cache;
use super::features::{feature, features, is_mirrored};
use super::line::{Change, Placed, Step};
use super::simd::{self, Kernel, Level};
use super::{Chunk, Network};
use chess::{Color, Move, Position};
use std::sync::Arc;

const PERSPECTIVES: usize = 2;

/// A network that follows a line of moves.
pub(in crate::eval) struct Follower {
    network: Arc<Network>,
    line: Vec<Step>,
    accumulators: Box<dyn Follow>,
}

impl Follower {
    pub(in crate::eval) fn new(network: &Arc<Network>, level: Level) -> Follower {
        Follower {
            network: Arc::clone(network),
            line: Vec::new(),
            accumulators: follow(Arc::clone(network), level),
        }
    }

    pub(in crate::eval) fn is_of(&self, network: &Arc<Network>) -> bool {
        Arc::ptr_eq(&self.network, network)
    }

    pub(in crate::eval) fn begin(&mut self, root: &Position) {
        self.line.clear();
        self.accumulators.begin(root);
    }

    #[inline(always)]
    pub(in crate::eval) fn made(&mut self, before: &Position, mv: Move) {
        self.line.push(Step::new(before, mv));
    }

    #[inline(always)]
    pub(in crate::eval) fn unmade(&mut self) {
        let step = self.line.pop();
        debug_assert!(step.is_some(), "no move to take back");
    }

    pub(in crate::eval) fn evaluate(&mut self, position: &Position) -> i32 {
        let value = self.accumulators.evaluate(position, &mut self.line);
        if cfg!(any(test, debug_assertions)) {
            assert_eq!(value, self.network.evaluate(position), "the line does not lead to {position:?}");
        }
        value
    }

    pub(in crate::eval) fn evaluate_alone(&mut self, position: &Position) -> i32 {
        self.accumulators.evaluate_alone(position)
    }

    pub(in crate::eval) fn is_at(&self, position: &Position) -> bool {
        self.accumulators.is_right(position, &self.line)
    }
}

/// The accumulators of a line, as far as it has been evaluated. What they are made of depends on the processor and the
/// network's size.
trait Follow: Send {
    /// The line begins at this position.
    fn begin(&mut self, root: &Position);

    /// The network's value of the position at the end of the line.
    fn evaluate(&mut self, position: &Position, line: &mut [Step]) -> i32;

    /// The network's value of any position.
    fn evaluate_alone(&mut self, position: &Position) -> i32;

    /// Whether the accumulators that [`Follow::evaluate`] would start from lead to this position's.
    fn is_right(&self, position: &Position, line: &[Step]) -> bool;
}

/// With the kernel of a level; with the plain one where the processor does not have it.
fn follow(network: Arc<Network>, level: Level) -> Box<dyn Follow> {
    let kernel = match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => simd::Avx2::detect().map(|kernel| sized(kernel, &network)),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => simd::Avx512::detect().map(|kernel| sized(kernel, &network)),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512Vnni => simd::Avx512Vnni::detect().map(|kernel| sized(kernel, &network)),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => simd::Neon::detect().map(|kernel| sized(kernel, &network)),
        _ => None,
    };
    kernel.unwrap_or_else(|| sized(simd::Scalar, &network))
}

/// Common sizes are known to the compiler, which then unrolls the loops over them; all others work as well.
fn sized<K: Kernel>(kernel: K, network: &Arc<Network>) -> Box<dyn Follow> {
    match network.hidden() {
        32 => Box::new(Accumulators::<K, 1>::new(kernel, network)),
        64 => Box::new(Accumulators::<K, 2>::new(kernel, network)),
        128 => Box::new(Accumulators::<K, 4>::new(kernel, network)),
        256 => Box::new(Accumulators::<K, 8>::new(kernel, network)),
        512 => Box::new(Accumulators::<K, 16>::new(kernel, network)),
        _ => Box::new(Accumulators::<K, 0>::new(kernel, network)),
    }
}

/// The accumulators of a line. `CHUNKS` as in [`Kernel`].
struct Accumulators<K, const CHUNKS: usize> {
    kernel: K,
    network: Arc<Network>,
    /// Ply after ply from the root, the two perspectives of each.
    plies: Vec<Chunk>,
    cache: Cache,
}

impl<K: Kernel, const CHUNKS: usize> Accumulators<K, CHUNKS> {
    fn new(kernel: K, network: &Arc<Network>) -> Self {
        Accumulators {
            kernel,
            network: Arc::clone(network),
            plies: network.biases.repeat(PERSPECTIVES),
            cache: Cache::new(network),
        }
    }

    #[inline(always)]
    fn chunks(&self) -> usize {
        if CHUNKS == 0 { self.network.biases.len() } else { CHUNKS }
    }

    /// Where the accumulator of a ply begins.
    #[inline(always)]
    fn start(&self, ply: usize, perspective: Color) -> usize {
        (ply * PERSPECTIVES + perspective.index()) * self.chunks()
    }

    #[inline(always)]
    fn at(&self, ply: usize, perspective: Color) -> &[Chunk] {
        &self.plies[self.start(ply, perspective)..][..self.chunks()]
    }

    /// Makes the accumulator at the end of the line.
    #[inline]
    fn bring_up(&mut self, position: &Position, line: &mut [Step], perspective: Color) {
        let side = perspective.index();
        match nearest(line, perspective) {
            Some(ready) => {
                let mirrored = is_mirrored(position.king(perspective));
                for (ply, step) in line.iter_mut().enumerate().skip(ready) {
                    self.update(ply, step, perspective, mirrored);
                    step.ready[side] = true;
                }
            }
            None => {
                self.refresh(position, line.len(), perspective);
                if let Some(last) = line.last_mut() {
                    last.ready[side] = true;
                }
            }
        }
    }

    /// From scratch, or nearly so.
    fn refresh(&mut self, position: &Position, ply: usize, perspective: Color) {
        let (start, chunks) = (self.start(ply, perspective), self.chunks());
        let sums = self.cache.refresh::<K, CHUNKS>(self.kernel, &self.network, position, perspective);
        self.plies[start..start + chunks].copy_from_slice(sums);
    }

    /// The accumulator after a step from the one before it.
    #[inline(always)]
    fn update(&mut self, ply: usize, step: &Step, perspective: Color, mirrored: bool) {
        let (from, to) = (self.start(ply, perspective), self.start(ply + 1, perspective));
        let chunks = self.chunks();
        let (above, below) = self.plies.split_at_mut(to);
        let (from, to) = (&above[from..from + chunks], &mut below[..chunks]);
        change::<K, CHUNKS>(self.kernel, &self.network, from, to, step, perspective, mirrored);
    }

    fn value(&self, own: &[Chunk], other: &[Chunk], position: &Position) -> i32 {
        let bucket = self.network.bucket_of(position);
        let sum = self.kernel.output::<CHUNKS>(own, other, self.network.output_row(bucket));
        self.network.value(sum, bucket)
    }
}

/// The last ply whose accumulator is there, if no step after it turns the board; the root's always is.
#[inline(always)]
fn nearest(line: &[Step], perspective: Color) -> Option<usize> {
    for (ply, step) in line.iter().enumerate().rev() {
        if step.ready[perspective.index()] {
            return Some(ply + 1);
        }
        if step.turns(perspective) {
            return None;
        }
    }
    Some(0)
}

/// `to` is `from` after a step.
#[inline(always)]
fn change<K: Kernel, const CHUNKS: usize>(
    kernel: K,
    network: &Network,
    from: &[Chunk],
    to: &mut [Chunk],
    step: &Step,
    perspective: Color,
    mirrored: bool,
) {
    let row = |(piece, square): Placed| network.row(feature(perspective, mirrored, piece, square));
    match step.change() {
        Change::Moves { to: arrives, from: leaves } => {
            kernel.update::<CHUNKS, 1, 1>(from, to, [row(arrives)], [row(leaves)]);
        }
        Change::Captures { to: arrives, from: leaves, victim } => {
            kernel.update::<CHUNKS, 1, 2>(from, to, [row(arrives)], [row(leaves), row(victim)]);
        }
        Change::Castles { to: arrive, from: leave } => {
            kernel.update::<CHUNKS, 2, 2>(from, to, arrive.map(row), leave.map(row));
        }
    }
}

impl<K: Kernel, const CHUNKS: usize> Follow for Accumulators<K, CHUNKS> {
    fn begin(&mut self, root: &Position) {
        for perspective in Color::ALL {
            self.refresh(root, 0, perspective);
        }
    }

    fn evaluate(&mut self, position: &Position, line: &mut [Step]) -> i32 {
        let end = (line.len() + 1) * PERSPECTIVES * self.chunks();
        if self.plies.len() < end {
            self.plies.resize(end, self.network.biases[0]);
        }
        for perspective in Color::ALL {
            self.bring_up(position, line, perspective);
        }
        let us = position.side_to_move();
        self.value(self.at(line.len(), us), self.at(line.len(), !us), position)
    }

    fn evaluate_alone(&mut self, position: &Position) -> i32 {
        for perspective in Color::ALL {
            self.cache.refresh::<K, CHUNKS>(self.kernel, &self.network, position, perspective);
        }
        let us = position.side_to_move();
        self.value(self.cache.last(position, us), self.cache.last(position, !us), position)
    }

    fn is_right(&self, position: &Position, line: &[Step]) -> bool {
        Color::ALL.into_iter().all(|perspective| {
            let Some(ready) = nearest(line, perspective) else { return true };
            let mirrored = is_mirrored(position.king(perspective));
            let mut sums = self.at(ready, perspective).to_vec();
            for step in &line[ready..] {
                let before = sums.clone();
                change::<K, CHUNKS>(
                    self.kernel,
                    &self.network,
                    &before,
                    &mut sums,
                    step,
                    perspective,
                    mirrored,
                );
            }
            let scratch = self.network.accumulate(features(position, perspective, None));
            sums.iter().flat_map(|chunk| chunk.0).eq(scratch)
        })
    }
}
