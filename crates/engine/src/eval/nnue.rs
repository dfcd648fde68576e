//! Evaluation by a neural network that is cheap to keep up to date (NNUE, Yu Nasu 2018).
//!
//! The network is `(768, horizontally mirrored → N) × 2 → output buckets → 1` with squared clipped ReLU. Each side has its
//! view of the board, its *perspective*: 768 features (colour, kind and square of a piece, seen from its own side and mirrored
//! so that its king stands on the files a to d) are summed up in N hidden neurons, the *accumulator*. A move changes two to four
//! features, so the accumulator after a move is the one before it with a few rows of weights added and taken away. Both
//! accumulators, that of the side to move first, feed one output neuron, chosen by the number of pieces.
//!
//! ```text
//! value = ((Σ clamp(a, 0, QA)² · w) / QA + bias) · scale / (QA · QB)      divisions truncate toward zero
//! ```
//!
//! [`Network::evaluate`] says that plainly. What the search uses is faster and gives the same number, bit for bit, on every
//! processor: accumulators are kept for every ply and made only when they are asked for, a king that changes the half of the
//! board starts from the last board seen so, and the sums are done by vector instructions.
//!
//! Weights are bounded ([`MAX_FEATURE_WEIGHT`], [`MAX_OUTPUT_WEIGHT`]; a network beyond them is refused), so that no sum
//! overflows and the order of additions does not matter. Training should clip weights to ±1.98: then output weights are at most
//! 127, feature weights at most 505.
//!
//! `scale` is the one number between the network's log-odds and centipawns. It is 400 as networks are trained; whoever has
//! fitted the chance to win on games ([`Network::with_scale`]) changes it there and nowhere else.

mod accumulator;
mod breakdown;
mod cache;
mod features;
mod format;
mod line;
mod simd;

use chess::{Position, Square};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

pub(super) use accumulator::Follower;
pub use breakdown::Breakdown;
pub use features::{bucket, feature, is_mirrored};
pub use format::{
    DEFAULT_SCALE, HIDDEN_STEP, INPUTS, MAGIC, MAX_BUCKETS, MAX_DESCRIPTION, MAX_FEATURE_WEIGHT, MAX_FILE,
    MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, NetError, Parts, Problem, QA, QB, VERSION,
};
pub use simd::Level;

/// A network, ready to evaluate. Made from a file ([`Network::read`], [`Network::load`]) or from numbers
/// ([`Network::from_parts`]); always within its bounds.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    description: String,
    hidden: usize,
    buckets: usize,
    scale: u32,
    /// `[INPUTS][hidden]`
    features: Vec<Chunk>,
    /// `[hidden]`
    biases: Vec<Chunk>,
    /// `[buckets][2][hidden]`
    outputs: Vec<Chunk>,
    output_biases: Vec<i32>,
}

/// Sixty-four bytes of neurons: a cache line, and a whole number of vectors on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
struct Chunk([i16; HIDDEN_STEP]);

/// The network that was embedded when this program was built, if one was.
pub fn embedded() -> Option<&'static Arc<Network>> {
    static FILE: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
    // Read once; the build has read the file before, so there is no other error than no file.
    static NETWORK: LazyLock<Option<Arc<Network>>> =
        LazyLock::new(|| FILE.and_then(|file| Network::read(file).ok()).map(Arc::new));
    NETWORK.as_ref()
}

/// Why a network file could not be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("network {path}: {reason}")]
pub struct LoadError {
    /// The file.
    pub path: String,
    /// What is wrong with it, or what the system said.
    pub reason: String,
}

impl Network {
    /// A network from its parts.
    ///
    /// # Errors
    /// As [`Parts::check`].
    pub fn from_parts(parts: &Parts) -> Result<Network, NetError> {
        parts.check()?;
        let chunks = |weights: &[i16]| weights.as_chunks().0.iter().map(|&chunk| Chunk(chunk)).collect();
        Ok(Network {
            description: parts.description.clone(),
            hidden: parts.hidden,
            buckets: parts.buckets,
            scale: parts.scale,
            features: chunks(&parts.feature_weights),
            biases: chunks(&parts.feature_biases),
            outputs: chunks(&parts.output_weights),
            output_biases: parts.output_biases.clone(),
        })
    }

    /// The parts, as [`Network::from_parts`] takes them.
    pub fn parts(&self) -> Parts {
        let flat = |chunks: &[Chunk]| chunks.iter().flat_map(|chunk| chunk.0).collect();
        Parts {
            description: self.description.clone(),
            hidden: self.hidden,
            buckets: self.buckets,
            scale: self.scale,
            feature_weights: flat(&self.features),
            feature_biases: flat(&self.biases),
            output_weights: flat(&self.outputs),
            output_biases: self.output_biases.clone(),
        }
    }

    /// The network in the bytes of a file.
    ///
    /// ```
    /// use engine::eval::nnue::Network;
    /// let network = Network::untrained(32, 8, 1);
    /// let mut file = network.write();
    /// assert_eq!(Network::read(&file).as_ref(), Ok(&network));
    /// file[5000] ^= 1;
    /// assert!(Network::read(&file).unwrap_err().to_string().ends_with("the file is damaged"));
    /// ```
    ///
    /// # Errors
    /// [`NetError`] if they are not exactly one whole, undamaged network of this version within its bounds. Never panics,
    /// whatever the bytes.
    pub fn read(bytes: &[u8]) -> Result<Network, NetError> {
        Network::from_parts(&Parts::read(bytes)?)
    }

    /// The bytes of a file that [`Network::read`] takes.
    pub fn write(&self) -> Vec<u8> {
        self.parts().write()
    }

    /// The network in a file.
    ///
    /// # Errors
    /// [`LoadError`] names the file and what is wrong with it. No more of it is read than a network can have.
    pub fn load(path: &Path) -> Result<Network, LoadError> {
        use std::io::Read;
        let refuse = |reason: &dyn fmt::Display| LoadError {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|error| refuse(&error))?;
        file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|error| refuse(&error))?;
        Network::read(&bytes).map_err(|error| refuse(&error))
    }

    /// A network of small random weights that knows nothing of chess, the same for the same seed: for tests and for
    /// measurements of speed. `hidden` and `buckets` are brought into their ranges.
    pub fn untrained(hidden: usize, buckets: usize, seed: u64) -> Network {
        let hidden = hidden.clamp(1, MAX_HIDDEN).next_multiple_of(HIDDEN_STEP);
        let mut parts = Parts::zero(hidden, buckets.clamp(1, MAX_BUCKETS));
        let mut state = seed;
        // SplitMix64 (Steele, Lea, Flood 2014).
        let mut random = |size: i64| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((bits ^ bits >> 31) >> 33) as i64 % (2 * size + 1) - size
        };
        // As wide as those of a trained network.
        parts.feature_weights.fill_with(|| random(60) as i16);
        parts.feature_biases.fill_with(|| random(60) as i16);
        parts.output_weights.fill_with(|| random(24) as i16);
        parts.output_biases.fill_with(|| random(1000) as i32);
        parts.description = format!("untrained, seed {seed}");
        Network::from_parts(&parts).expect("sizes and weights are within their bounds")
    }

    /// The same network with another scale: centipawns for one unit of log-odds. Brought into 1 to [`MAX_SCALE`].
    ///
    /// Where games say that a win is as likely as not at `x` centipawns, `scale * 100 / x` makes that +100. Scores of searches are in
    /// the scale of the network that searched: whoever trains on them must know it.
    #[must_use]
    pub fn with_scale(mut self, scale: u32) -> Network {
        self.scale = scale.clamp(1, MAX_SCALE);
        self
    }

    /// What the network is, in the words of its maker.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Hidden neurons a perspective.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Output buckets.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Centipawns for one unit of log-odds.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// The value of a position from the side to move, by plain arithmetic from scratch: the reference for everything
    /// faster. The network's number alone: not bounded, and nothing of the half-move clock in it.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_bucket(position, self.bucket_of(position))
    }

    /// The bucket a position is evaluated by.
    pub fn bucket_of(&self, position: &Position) -> usize {
        bucket(position.occupied().len(), self.buckets)
    }

    /// [`Network::evaluate`] by this bucket, which must be below [`Network::buckets`].
    ///
    /// # Panics
    /// When there is no such bucket.
    pub fn evaluate_bucket(&self, position: &Position, bucket: usize) -> i32 {
        self.evaluate_without(position, None, bucket)
    }

    /// The same with one square empty.
    fn evaluate_without(&self, position: &Position, without: Option<Square>, bucket: usize) -> i32 {
        let us = position.side_to_move();
        let own = self.accumulate(features::features(position, us, without));
        let other = self.accumulate(features::features(position, !us, without));
        self.output(&own, &other, bucket)
    }

    /// The hidden neurons of a perspective whose features these are.
    fn accumulate(&self, features: impl Iterator<Item = usize>) -> Vec<i16> {
        let mut sums: Vec<i16> = self.biases.iter().flat_map(|chunk| chunk.0).collect();
        for feature in features {
            let row = self.row(feature).iter().flat_map(|chunk| chunk.0);
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(weight);
            }
        }
        sums
    }

    fn output(&self, own: &[i16], other: &[i16], bucket: usize) -> i32 {
        let weights = self.output_row(bucket).iter().flat_map(|chunk| chunk.0);
        let neurons = own.iter().chain(other);
        let sum = neurons
            .zip(weights)
            .map(|(&neuron, weight)| {
                let activation = i64::from(neuron).clamp(0, QA.into());
                activation * activation * i64::from(weight)
            })
            .sum();
        self.value(sum, bucket)
    }

    /// What a sum of the output layer is worth.
    #[inline]
    fn value(&self, sum: i64, bucket: usize) -> i32 {
        let unit = i64::from(QA * QB);
        ((sum / i64::from(QA) + i64::from(self.output_biases[bucket])) * i64::from(self.scale) / unit) as i32
    }

    /// The weights of one feature.
    #[inline]
    fn row(&self, feature: usize) -> &[Chunk] {
        let chunks = self.biases.len();
        &self.features[feature * chunks..][..chunks]
    }

    /// The weights of one bucket: of the side to move's neurons, then of the other's.
    #[inline]
    fn output_row(&self, bucket: usize) -> &[Chunk] {
        let chunks = 2 * self.biases.len();
        &self.outputs[bucket * chunks..][..chunks]
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("description", &self.description)
            .field("hidden", &self.hidden)
            .field("buckets", &self.buckets)
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

/// One line: sizes and description.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = self.hidden;
        write!(f, "(768hm -> {hidden})x2 -> 1x{}, scale {}", self.buckets, self.scale)?;
        match self.description.lines().next() {
            Some(first) => write!(f, ": {first}"),
            None => Ok(()),
        }
    }
}

// The largest value there can be fits what it is returned in.
const _: () = {
    let most = MAX_OUTPUT_WEIGHT as i64 * QA as i64 * (2 * MAX_HIDDEN as i64) + i32::MAX as i64 + 1;
    assert!(most * MAX_SCALE as i64 / ((QA * QB) as i64) <= i32::MAX as i64);
};
