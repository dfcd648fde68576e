//! One position forward and back: what the network says, and how every weight would have to change.
//!
//! The loops run over slices, carry no dependency from one element to the next, and get their slices as arguments, which tells
//! the compiler that they do not overlap: so it makes vector instructions of them.

use super::record::{Features, Record, UNPLAYED};
use super::shape::Shape;

/// Independent sums of a dot product: what fills a few vector registers. Floating-point addition is not associative, so the
/// compiler does not part one sum itself.
const LANES: usize = 16;
/// Rows added up at a time, to touch the accumulator less often.
const ROWS: usize = 4;

/// What a position is to be learnt as.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    /// The share of the game's result; the rest is the score.
    pub(super) wdl: f32,
    /// Centipawns for one unit of log-odds.
    pub(super) scale: f32,
}

impl Target {
    pub(super) fn of(self, record: &Record) -> f32 {
        let score = sigmoid(f32::from(record.score) / self.scale);
        if record.half_points == UNPLAYED {
            return score;
        }
        self.wdl * (f32::from(record.half_points) / 2.0) + (1.0 - self.wdl) * score
    }

    /// By how much a prediction in log-odds is wrong, as a probability.
    pub(super) fn error(self, log_odds: f32, record: &Record) -> f32 {
        sigmoid(log_odds) - self.of(record)
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What one thread needs to work through positions: its own gradient, and room for one position.
pub(super) struct Kernel {
    shape: Shape,
    /// The sum of the gradients of the positions so far, laid out as the weights are.
    pub(super) gradient: Vec<f32>,
    /// The sum of the squared errors of the positions so far.
    pub(super) loss: f64,
    own: Vec<f32>,
    other: Vec<f32>,
    features: Features,
}

impl Kernel {
    pub(super) fn new(shape: Shape) -> Self {
        Kernel {
            shape,
            gradient: vec![0.0; shape.len()],
            loss: 0.0,
            own: vec![0.0; shape.hidden],
            other: vec![0.0; shape.hidden],
            features: Features::NONE,
        }
    }

    /// What the network says about a position, in log-odds for the side to move.
    pub(super) fn forward(&mut self, weights: &[f32], record: &Record) -> f32 {
        record.features(&mut self.features);
        let count = self.features.count;
        accumulate(weights, self.shape, &self.features.own[..count], &mut self.own);
        accumulate(weights, self.shape, &self.features.other[..count], &mut self.other);
        let bucket = self.shape.bucket(count);
        let (own_weights, other_weights) = self.shape.output_rows(weights, bucket);
        weights[self.shape.output_bias(bucket)]
            + squared_dot(&self.own, own_weights)
            + squared_dot(&self.other, other_weights)
    }

    /// Adds a position to gradient and loss.
    pub(super) fn learn(&mut self, weights: &[f32], record: &Record, target: Target) {
        let prediction = sigmoid(self.forward(weights, record));
        let error = prediction - target.of(record);
        self.loss += f64::from(error * error);
        let slope = 2.0 * error * prediction * (1.0 - prediction);
        let count = self.features.count;
        let bucket = self.shape.bucket(count);
        let (own_weights, other_weights) = self.shape.output_rows(weights, bucket);
        self.gradient[self.shape.output_bias(bucket)] += slope;
        let (own_gradient, other_gradient) = self.shape.output_rows_mut(&mut self.gradient, bucket);
        activation_back(slope, &mut self.own, own_weights, own_gradient);
        activation_back(slope, &mut self.other, other_weights, other_gradient);
        let biases = self.shape.bias_row_mut(&mut self.gradient);
        add(biases, &self.own);
        add(biases, &self.other);
        for index in 0..count {
            let own = usize::from(self.features.own[index]);
            add(self.shape.feature_row_mut(&mut self.gradient, own), &self.own);
            let other = usize::from(self.features.other[index]);
            add(self.shape.feature_row_mut(&mut self.gradient, other), &self.other);
        }
    }
}

/// The hidden neurons before activation: the biases and the rows of the features.
fn accumulate(weights: &[f32], shape: Shape, features: &[u16], sums: &mut [f32]) {
    sums.copy_from_slice(shape.bias_row(weights));
    let row = |feature: u16| shape.feature_row(weights, usize::from(feature));
    let (groups, rest) = features.as_chunks::<ROWS>();
    for &[a, b, c, d] in groups {
        add_four(sums, row(a), row(b), row(c), row(d));
    }
    for &feature in rest {
        add(sums, row(feature));
    }
}

fn add_four(sums: &mut [f32], a: &[f32], b: &[f32], c: &[f32], d: &[f32]) {
    for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *sum += (a + b) + (c + d);
    }
}

fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
}

/// The activated neurons times their weights, added up.
fn squared_dot(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    // There is no rest: a row is a multiple of 32.
    let (neurons, _) = neurons.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (neurons, weights) in neurons.iter().zip(weights) {
        for ((sum, neuron), weight) in sums.iter_mut().zip(neurons).zip(weights) {
            let clipped = neuron.clamp(0.0, 1.0);
            *sum += clipped * clipped * weight;
        }
    }
    sums.iter().sum()
}

/// From neurons to the slopes of the loss by them, in place; adds the slopes by the output weights to `gradient`.
fn activation_back(slope: f32, neurons: &mut [f32], weights: &[f32], gradient: &mut [f32]) {
    for ((neuron, weight), gradient) in neurons.iter_mut().zip(weights).zip(gradient) {
        let clipped = neuron.clamp(0.0, 1.0);
        *gradient += slope * clipped * clipped;
        // Beyond the clip nothing changes any more; below it, the clipped value is zero already.
        let inside = if *neuron < 1.0 { clipped } else { 0.0 };
        *neuron = 2.0 * slope * inside * weight;
    }
}
