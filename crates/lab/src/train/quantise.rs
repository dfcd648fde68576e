//! From weights in floating point to a network of small whole numbers, and the proof that it says the same.

use chess::Position;
use engine::eval::nnue::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, NetError, Network, Parts, QA, QB};
use serde::Serialize;

use super::record::Positions;
use super::shape::Shape;
use super::trainer::Trainer;

/// How far the quantised network is from the one that was trained, on positions of games held out.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Agreement {
    /// Positions compared.
    pub positions: u64,
    /// The greatest difference in centipawns.
    pub max: f64,
    /// The mean difference in centipawns, whatever its sign.
    pub mean: f64,
    /// Mean squared error of the win probability, as trained.
    pub loss: f64,
    /// The same of the quantised network.
    pub quantised_loss: f64,
}

/// The most positions that are compared.
const MOST_COMPARED: usize = 100_000;

/// The network that the engine plays with.
///
/// # Errors
/// [`NetError`] if the sizes are none a network can have. Weights are within their bounds: training clips them.
pub(super) fn quantise(trainer: &Trainer, description: &str) -> Result<Network, NetError> {
    let (shape, weights) = (trainer.plan.shape, &trainer.weights);
    let small = |weights: &[f32], unit: i32, most: i16| -> Vec<i16> {
        let most = f32::from(most);
        weights.iter().map(|weight| (weight * unit as f32).round().clamp(-most, most) as i16).collect()
    };
    let (biases, outputs, ends) = (shape.biases(), shape.outputs(), shape.output_bias(0));
    Network::from_parts(&Parts {
        description: description.to_owned(),
        hidden: shape.hidden,
        buckets: shape.buckets,
        scale: trainer.plan.scale as u32,
        feature_weights: small(&weights[..biases], QA, MAX_FEATURE_WEIGHT),
        feature_biases: small(&weights[biases..outputs], QA, MAX_FEATURE_WEIGHT),
        output_weights: small(&weights[outputs..ends], QB, MAX_OUTPUT_WEIGHT),
        output_biases: weights[ends..].iter().map(|bias| (bias * (QA * QB) as f32).round() as i32).collect(),
    })
}

/// Puts the weights of a network in the place of the first ones of as many neurons. The others begin without a say, so that the
/// network says what it said before. If it has one output bucket, all buckets of the shape begin as copies of it; otherwise there
/// must be as many. With another scale, the output is stretched, so that the centipawns remain.
pub(super) fn begin_with(network: &Network, shape: Shape, scale: u32, weights: &mut [f32]) {
    let parts = network.parts();
    let hidden = parts.hidden;
    let copy = |to: &mut [f32], from: &[i16], unit: f32| {
        to.iter_mut().zip(from).for_each(|(to, &from)| *to = f32::from(from) / unit);
    };
    for (feature, row) in parts.feature_weights.chunks(hidden).enumerate() {
        copy(shape.feature_row_mut(weights, feature), row, QA as f32);
    }
    copy(shape.bias_row_mut(weights), &parts.feature_biases, QA as f32);
    let unit = QB as f32 * scale as f32 / parts.scale as f32;
    for bucket in 0..shape.buckets {
        let from = bucket % parts.buckets;
        let (own, other) = parts.output_weights[2 * hidden * from..][..2 * hidden].split_at(hidden);
        let (to_own, to_other) = shape.output_rows_mut(weights, bucket);
        for (to, from) in [(to_own, own), (to_other, other)] {
            to.fill(0.0);
            copy(to, from, unit);
        }
        weights[shape.output_bias(bucket)] = parts.output_biases[from] as f32 / (QA as f32 * unit);
    }
}

/// Compares both networks on positions spread evenly over those held out; the quantised one by the engine's reference
/// evaluation.
pub(super) fn compare(trainer: &mut Trainer, network: &Network, positions: &Positions) -> Agreement {
    let mut sums = Agreement::default();
    let stride = positions.len().div_ceil(MOST_COMPARED).max(1);
    let (target, scale) = (trainer.plan.target(), trainer.plan.scale as f32);
    for record in positions.iter().step_by(stride) {
        // The record came from a legal position, and so does the board it holds.
        let Ok(position) = Position::from_fen(&record.fen()) else { continue };
        let (trained, quantised) = (trainer.forward(record), network.evaluate(&position) as f32);
        let difference = f64::from((trained * scale - quantised).abs());
        sums.positions += 1;
        sums.max = sums.max.max(difference);
        sums.mean += difference;
        sums.loss += f64::from(target.error(trained, record)).powi(2);
        sums.quantised_loss += f64::from(target.error(quantised / scale, record)).powi(2);
    }
    let count = sums.positions.max(1) as f64;
    for sum in [&mut sums.mean, &mut sums.loss, &mut sums.quantised_loss] {
        *sum /= count;
    }
    sums
}
