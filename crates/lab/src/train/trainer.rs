//! The training itself: batches, epochs, and the state that a checkpoint keeps.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::kernel::{Kernel, Target};
use super::optimiser::{Step, learning_rate};
use super::record::{BLOCK, Positions, Record};
use super::shape::Shape;

/// Half the range of the first feature weights: some twenty of them, added up, spread over the range in which a neuron
/// reacts.
const FIRST_WEIGHTS: f32 = 0.1;
/// The random numbers of the first weights; those of an epoch's order follow.
const WEIGHTS_STREAM: u64 = 0;

/// Everything that decides how a training goes. Two trainings with the same plan and as many threads are the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Plan {
    pub(super) shape: Shape,
    pub(super) epochs: u32,
    pub(super) batch: usize,
    pub(super) learning_rate: f64,
    pub(super) wdl: f64,
    pub(super) scale: f64,
    pub(super) seed: u64,
    /// How many positions there are to learn from, and what they are.
    pub(super) positions: usize,
    pub(super) data: u64,
    /// A number by which the weights it begins with are recognised, unless they are random.
    pub(super) from: Option<u64>,
}

impl Plan {
    pub(super) fn target(&self) -> Target {
        Target { wdl: self.wdl as f32, scale: self.scale as f32 }
    }

    fn batch_blocks(&self) -> usize {
        (self.batch / BLOCK).max(1)
    }

    /// Batches of an epoch; the last one may be smaller.
    pub(super) fn batches(&self) -> u64 {
        self.positions.div_ceil(BLOCK).div_ceil(self.batch_blocks()) as u64
    }

    /// Batches of the training.
    pub(super) fn steps(&self) -> u64 {
        self.batches() * u64::from(self.epochs)
    }
}

/// One epoch, when it is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EpochLine {
    /// Its number, from 1.
    pub epoch: u32,
    /// The learning rate at its end.
    pub learning_rate: f64,
    /// Mean squared error of the win probability, over the epoch, before each batch was learnt.
    pub loss: f64,
    /// The same on the games held out, at its end.
    pub hold_out: f64,
}

/// How far a training is.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct State {
    /// Batches learnt in all.
    pub(super) step: u64,
    /// The sum of the squared errors of this epoch so far, and of how many positions.
    pub(super) loss: f64,
    pub(super) seen: u64,
    /// The epochs that are over.
    pub(super) history: Vec<EpochLine>,
}

/// A training in progress.
pub(super) struct Trainer {
    pub(super) plan: Plan,
    pub(super) state: State,
    pub(super) weights: Vec<f32>,
    pub(super) momentum: Vec<f32>,
    pub(super) variance: Vec<f32>,
    kernels: Vec<Kernel>,
    /// The blocks of positions in the order of the epoch.
    order: Vec<u32>,
}

impl Trainer {
    /// A training about to begin, on so many threads, with random weights.
    pub(super) fn new(plan: Plan, threads: usize) -> Self {
        let length = plan.shape.len();
        let kernels = (0..threads.max(1)).map(|_| Kernel::new(plan.shape)).collect();
        let weights = first_weights(&plan);
        let (momentum, variance) = (vec![0.0; length], vec![0.0; length]);
        Trainer { plan, state: State::default(), weights, momentum, variance, kernels, order: Vec::new() }
    }

    /// Learns one batch.
    pub(super) fn step(&mut self, positions: &Positions) {
        let batch = self.state.step % self.plan.batches();
        if batch == 0 || self.order.is_empty() {
            self.order = order(&self.plan, self.state.step / self.plan.batches(), positions.blocks());
        }
        let blocks = self.plan.batch_blocks();
        let first = batch as usize * blocks;
        let batch = &self.order[first..(first + blocks).min(self.order.len())];
        let share = batch.len().div_ceil(self.kernels.len());
        let (weights, target) = (&self.weights[..], self.plan.target());
        let mut seen = 0;
        let parts = batch.chunks(share).chain(std::iter::repeat(&[][..]));
        std::thread::scope(|scope| {
            let mut work = Vec::new();
            for (kernel, blocks) in self.kernels.iter_mut().zip(parts) {
                seen += blocks.iter().map(|&block| positions.block(block as usize).len()).sum::<usize>();
                work.push(move || learn(kernel, weights, target, positions, blocks));
            }
            run_all(scope, work);
        });
        self.state.loss += self.kernels.iter().map(|kernel| kernel.loss).sum::<f64>();
        self.state.seen += seen as u64;
        self.change_weights(seen);
        self.state.step += 1;
    }

    /// Changes the weights by the gradients of all threads, each thread a part of them.
    fn change_weights(&mut self, seen: usize) {
        let rate = learning_rate(self.plan.learning_rate, self.state.step, self.plan.steps());
        let step = Step::new(self.state.step + 1, rate, seen);
        let gradients: Vec<&[f32]> = self.kernels.iter().map(|kernel| &kernel.gradient[..]).collect();
        let share = self.weights.len().div_ceil(self.kernels.len());
        let parts = self.weights.chunks_mut(share).zip(self.momentum.chunks_mut(share));
        let gradients = &gradients;
        std::thread::scope(|scope| {
            let mut work = Vec::new();
            for (index, ((weights, momentum), variance)) in
                parts.zip(self.variance.chunks_mut(share)).enumerate()
            {
                let range = index * share..index * share + weights.len();
                work.push(move || {
                    let gradients: Vec<&[f32]> = gradients.iter().map(|all| &all[range.clone()]).collect();
                    step.apply(weights, momentum, variance, &gradients);
                });
            }
            run_all(scope, work);
        });
    }

    /// Whether the last batch of an epoch has just been learnt.
    pub(super) fn is_epoch_over(&self) -> bool {
        self.state.seen > 0 && self.state.step.is_multiple_of(self.plan.batches())
    }

    /// Whether nothing is left to be learnt.
    pub(super) fn is_over(&self) -> bool {
        self.state.step >= self.plan.steps()
    }

    /// Notes the epoch that is over.
    pub(super) fn end_epoch(&mut self, held_out: &Positions) -> EpochLine {
        let line = EpochLine {
            epoch: (self.state.step / self.plan.batches()) as u32,
            learning_rate: learning_rate(self.plan.learning_rate, self.state.step - 1, self.plan.steps()),
            loss: self.state.loss / self.state.seen.max(1) as f64,
            hold_out: self.loss_of(held_out),
        };
        self.state.history.push(line);
        (self.state.loss, self.state.seen) = (0.0, 0);
        line
    }

    /// The mean squared error on positions; 0 if there are none.
    pub(super) fn loss_of(&mut self, positions: &Positions) -> f64 {
        let (weights, target) = (&self.weights[..], self.plan.target());
        let share = positions.blocks().div_ceil(self.kernels.len());
        std::thread::scope(|scope| {
            let mut work = Vec::new();
            for (index, kernel) in self.kernels.iter_mut().enumerate() {
                let blocks = index * share..((index + 1) * share).min(positions.blocks());
                work.push(move || kernel.loss = squared_errors(kernel, weights, target, positions, blocks));
            }
            run_all(scope, work);
        });
        self.kernels.iter().map(|kernel| kernel.loss).sum::<f64>() / positions.len().max(1) as f64
    }

    /// What the network says about a position, in log-odds for the side to move.
    pub(super) fn forward(&mut self, record: &Record) -> f32 {
        self.kernels[0].forward(&self.weights, record)
    }
}

/// Does all the work, the first part on this thread.
fn run_all<'scope, 'env>(
    scope: &'scope std::thread::Scope<'scope, 'env>,
    work: impl IntoIterator<Item = impl FnOnce() + Send + 'scope>,
) {
    let mut work = work.into_iter();
    let first = work.next();
    for part in work {
        scope.spawn(part);
    }
    if let Some(first) = first {
        first();
    }
}

fn learn(kernel: &mut Kernel, weights: &[f32], target: Target, positions: &Positions, blocks: &[u32]) {
    kernel.gradient.fill(0.0);
    kernel.loss = 0.0;
    for &block in blocks {
        for record in positions.block(block as usize) {
            kernel.learn(weights, record, target);
        }
    }
}

fn squared_errors(
    kernel: &mut Kernel,
    weights: &[f32],
    target: Target,
    positions: &Positions,
    blocks: std::ops::Range<usize>,
) -> f64 {
    let records = blocks.flat_map(|block| positions.block(block));
    records.map(|record| f64::from(target.error(kernel.forward(weights, record), record)).powi(2)).sum()
}

fn first_weights(plan: &Plan) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    rng.set_stream(WEIGHTS_STREAM);
    let shape = plan.shape;
    let mut weights = vec![0.0; shape.len()];
    weights[..shape.biases()].fill_with(|| rng.random_range(-FIRST_WEIGHTS..FIRST_WEIGHTS));
    let outputs = shape.outputs()..shape.output_bias(0);
    let size = 1.0 / (shape.hidden as f32).sqrt();
    weights[outputs].fill_with(|| rng.random_range(-size..size));
    weights
}

/// The order of the blocks in an epoch.
fn order(plan: &Plan, epoch: u64, blocks: usize) -> Vec<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    rng.set_stream(WEIGHTS_STREAM + 1 + epoch);
    let mut order: Vec<u32> = (0..blocks as u32).collect();
    order.shuffle(&mut rng);
    order
}
