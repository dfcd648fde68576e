//! Where the weights of a network lie in one long row of numbers.

use engine::eval::nnue::{self, INPUTS};
use serde::Serialize;

/// Sizes of a network; feature weights come first, feature by feature, then feature biases, output weights bucket by bucket
/// (the side to move's neurons first), output biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Shape {
    /// Hidden neurons a perspective.
    pub(super) hidden: usize,
    /// Output buckets.
    pub(super) buckets: usize,
}

impl Shape {
    /// How many weights and biases there are.
    pub(super) fn len(self) -> usize {
        self.output_bias(self.buckets)
    }

    /// The bucket of a position with so many pieces.
    pub(super) fn bucket(self, pieces: usize) -> usize {
        nnue::bucket(pieces as u32, self.buckets)
    }

    /// Where the feature biases begin.
    pub(super) fn biases(self) -> usize {
        INPUTS * self.hidden
    }

    /// Where the output weights begin.
    pub(super) fn outputs(self) -> usize {
        self.biases() + self.hidden
    }

    /// Where the bias of a bucket lies.
    pub(super) fn output_bias(self, bucket: usize) -> usize {
        self.outputs() + 2 * self.hidden * self.buckets + bucket
    }

    pub(super) fn feature_row(self, weights: &[f32], feature: usize) -> &[f32] {
        &weights[feature * self.hidden..][..self.hidden]
    }

    pub(super) fn feature_row_mut(self, weights: &mut [f32], feature: usize) -> &mut [f32] {
        &mut weights[feature * self.hidden..][..self.hidden]
    }

    pub(super) fn bias_row(self, weights: &[f32]) -> &[f32] {
        &weights[self.biases()..][..self.hidden]
    }

    pub(super) fn bias_row_mut(self, weights: &mut [f32]) -> &mut [f32] {
        &mut weights[self.biases()..][..self.hidden]
    }

    /// Output weights of a bucket: of the side to move's neurons, and of the other's.
    pub(super) fn output_rows(self, weights: &[f32], bucket: usize) -> (&[f32], &[f32]) {
        weights[self.outputs() + 2 * self.hidden * bucket..][..2 * self.hidden].split_at(self.hidden)
    }

    pub(super) fn output_rows_mut(self, weights: &mut [f32], bucket: usize) -> (&mut [f32], &mut [f32]) {
        weights[self.outputs() + 2 * self.hidden * bucket..][..2 * self.hidden].split_at_mut(self.hidden)
    }
}
