//! AdamW (Loshchilov and Hutter 2019) and the learning rate over a training.

use std::f64::consts::PI;

const MOMENTUM_DECAY: f32 = 0.9;
const VARIANCE_DECAY: f32 = 0.999;
/// Keeps the quotient finite where a weight has hardly any gradient.
const EPSILON: f32 = 1e-8;
/// What a step takes off every weight, as a share of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// No weight or bias leaves ±this: the quantised output weight is at most 127 and its product with the largest activation,
/// 255, lies within 16 bits; a feature weight is at most 505, and those of 32 pieces with a bias add up within 16 bits.
pub(super) const WEIGHT_LIMIT: f32 = 1.98;
/// Share of the steps in which the learning rate rises to its full value, and the most steps that may be.
const WARM_UP_SHARE: f64 = 0.05;
const MOST_WARM_UP: u64 = 500;
/// The last learning rate as a share of the full one.
const FINAL_SHARE: f64 = 0.0025;

/// The learning rate of a step, counted from 0: it rises in a line, then falls along half a cosine.
pub(super) fn learning_rate(full: f64, step: u64, steps: u64) -> f64 {
    let warm_up = ((steps as f64 * WARM_UP_SHARE) as u64).clamp(1, MOST_WARM_UP);
    if step < warm_up {
        return full * (step + 1) as f64 / warm_up as f64;
    }
    let done = (step - warm_up) as f64 / steps.saturating_sub(warm_up).max(1) as f64;
    let share = (1.0 + (PI * done.min(1.0)).cos()) / 2.0;
    full * (FINAL_SHARE + (1.0 - FINAL_SHARE) * share)
}

/// The numbers of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What a sum of gradients is multiplied with to be a mean.
    pub(super) share: f32,
    pub(super) learning_rate: f32,
    /// By what the averages are too small in the first steps.
    momentum_correction: f32,
    variance_correction: f32,
}

impl Step {
    /// The step with this number, counted from 1, over so many positions.
    pub(super) fn new(number: u64, learning_rate: f64, positions: usize) -> Self {
        let correction = |decay: f32| (1.0 / (1.0 - f64::from(decay).powf(number as f64))) as f32;
        Step {
            share: 1.0 / positions.max(1) as f32,
            learning_rate: learning_rate as f32,
            momentum_correction: correction(MOMENTUM_DECAY),
            variance_correction: correction(VARIANCE_DECAY),
        }
    }

    /// Changes weights by the sum of the gradients that the threads found, in their order.
    pub(super) fn apply(
        self,
        weights: &mut [f32],
        momentum: &mut [f32],
        variance: &mut [f32],
        gradients: &[&[f32]],
    ) {
        /// Weights at a time: the sum of the gradients stays near.
        const BLOCK: usize = 256;
        let mut sum = [0.0f32; BLOCK];
        for start in (0..weights.len()).step_by(BLOCK) {
            let end = (start + BLOCK).min(weights.len());
            let sum = &mut sum[..end - start];
            sum.fill(0.0);
            for gradient in gradients {
                sum.iter_mut().zip(&gradient[start..end]).for_each(|(sum, value)| *sum += value);
            }
            let averages = momentum[start..end].iter_mut().zip(&mut variance[start..end]);
            for ((weight, (momentum, variance)), gradient) in
                weights[start..end].iter_mut().zip(averages).zip(&*sum)
            {
                let gradient = gradient * self.share;
                *momentum = MOMENTUM_DECAY * *momentum + (1.0 - MOMENTUM_DECAY) * gradient;
                *variance = VARIANCE_DECAY * *variance + (1.0 - VARIANCE_DECAY) * gradient * gradient;
                let size = (*variance * self.variance_correction).sqrt() + EPSILON;
                let change = *momentum * self.momentum_correction / size + WEIGHT_DECAY * *weight;
                *weight = (*weight - self.learning_rate * change).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
            }
        }
    }
}
