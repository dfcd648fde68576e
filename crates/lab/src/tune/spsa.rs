//! Simultaneous perturbation stochastic approximation (J. Spall), with the schedule of fishtest and OpenBench.
//!
//! At iteration k every parameter is moved up or down by c_k, all at once and by chance; the two engines this makes play
//! each other, and every parameter goes a little towards the side that won. What one parameter does cancels out in the
//! noise of the others over many iterations.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

/// How the rate of change falls with the iterations.
const ALPHA: f64 = 0.602;
/// How the size of perturbations falls with the iterations.
const GAMMA: f64 = 0.101;
/// Iterations by which the start is slowed down, as a share of all.
const A_RATIO: f64 = 0.1;
/// The least perturbation of a whole number: with less, both sides would often be the same.
const LEAST_WHOLE: f64 = 0.5;

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Whether only whole numbers can be played with.
    pub integer: bool,
    /// Where it starts.
    pub start: f64,
    /// The least value tried.
    pub min: f64,
    /// The greatest value tried.
    pub max: f64,
    /// How far it is moved up and down in the last iteration.
    pub c_end: f64,
    /// How far a net game won moves it in the last iteration, in units of `c_end`.
    pub r_end: f64,
}

impl Parameter {
    /// c_k: how far up and down it is moved in iteration `k`, from 1, of `n`.
    #[must_use]
    pub fn perturbation(&self, k: u64, n: u64) -> f64 {
        let c = self.c_end * (n as f64).powf(GAMMA) / (k as f64).powf(GAMMA);
        if self.integer { c.max(LEAST_WHOLE) } else { c }
    }

    /// R_k: how far, in units of c_k, a net game won moves it in iteration `k`, from 1, of `n`.
    #[must_use]
    pub fn rate(&self, k: u64, n: u64) -> f64 {
        let slowed = A_RATIO * n as f64;
        let a = self.r_end * self.c_end.powi(2) * (slowed + n as f64).powf(ALPHA);
        a / (slowed + k as f64).powf(ALPHA) / self.perturbation(k, n).powi(2)
    }

    fn clip(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }
}

/// One iteration: which way each parameter is moved, and the chance by which it is rounded.
#[derive(Debug)]
pub(super) struct Iteration<'a> {
    parameters: &'a [Parameter],
    /// The iteration, from 1, and how many there are.
    k: u64,
    n: u64,
    /// +1 or -1 for each parameter.
    flips: Vec<f64>,
    rng: ChaCha8Rng,
}

impl<'a> Iteration<'a> {
    /// Iteration `k`, from 1, of `n`. Each has a stream of random numbers of its own, so that none depends on what
    /// came before.
    pub(super) fn new(parameters: &'a [Parameter], k: u64, n: u64, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(k);
        let flips = parameters.iter().map(|_| if rng.next_u32() & 1 == 0 { 1.0 } else { -1.0 }).collect();
        Iteration { parameters, k, n, flips, rng }
    }

    /// The values to be played with when `sign` is +1 or -1. Whole numbers are rounded up or down by chance, so that on
    /// average they are what they should be; each call rounds anew.
    pub(super) fn side(&mut self, values: &[f64], sign: f64) -> Vec<f64> {
        let mut side = Vec::with_capacity(values.len());
        for ((parameter, value), flip) in self.parameters.iter().zip(values).zip(&self.flips) {
            let moved = parameter.clip(value + sign * parameter.perturbation(self.k, self.n) * flip);
            side.push(if parameter.integer { (moved + unit(&mut self.rng)).floor() } else { moved });
        }
        side
    }

    /// Moves the parameters after the games, which the plus side won by `lead` (wins less losses).
    pub(super) fn learn(&self, values: &mut [f64], lead: f64) {
        for ((parameter, value), flip) in self.parameters.iter().zip(values).zip(&self.flips) {
            let step = parameter.rate(self.k, self.n) * parameter.perturbation(self.k, self.n) * lead * flip;
            *value = parameter.clip(*value + step);
        }
    }
}

/// A number from 0 up to 1 with 53 random bits: written out, so that a seed means the same for ever.
fn unit(rng: &mut impl RngCore) -> f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS;
    (rng.next_u64() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(integer: bool, start: f64, c_end: f64) -> Parameter {
        Parameter { name: "x".into(), integer, start, min: 0.0, max: 100.0, c_end, r_end: 0.002 }
    }

    #[test]
    fn the_schedule_is_that_of_openbench() {
        let lmr_base = parameter(true, 50.0, 10.0);
        assert!((lmr_base.perturbation(1, 10) - 12.6183).abs() < 5e-5);
        assert!((lmr_base.rate(1, 10) - 0.0035).abs() < 5e-5);
        assert!((parameter(false, 2.25, 0.2).perturbation(1, 10) - 0.2524).abs() < 5e-5);
        // At the end: a net game won moves by r_end c_end.
        assert!((lmr_base.perturbation(10, 10) - 10.0).abs() < 1e-9);
        assert!((lmr_base.rate(10, 10) - 0.002).abs() < 1e-9);
        assert_eq!(parameter(true, 50.0, 0.1).perturbation(10, 10), 0.5);
        assert_eq!(parameter(false, 50.0, 0.1).perturbation(10, 10), 0.1);
    }

    #[test]
    fn sides_are_whole_within_their_range_and_right_on_average() {
        let parameters = [parameter(true, 50.0, 0.7), parameter(true, 0.0, 3.0), parameter(false, 99.9, 3.0)];
        let values = [50.3, 0.0, 99.9];
        let mut iteration = Iteration::new(&parameters, 10, 10, 1);
        let draws = 4000;
        for sign in [1.0, -1.0] {
            let sides: Vec<Vec<f64>> = (0..draws).map(|_| iteration.side(&values, sign)).collect();
            for side in &sides {
                assert!(side[0].fract() == 0.0 && side[1].fract() == 0.0, "{side:?}");
                assert!(side.iter().all(|value| (0.0..=100.0).contains(value)), "{side:?}");
            }
            let mean = sides.iter().map(|side| side[0]).sum::<f64>() / f64::from(draws);
            let expected = 50.3 + sign * iteration.flips[0] * 0.7;
            // Rounding spreads by at most 1/2; four standard errors.
            assert!((mean - expected).abs() < 4.0 * 0.5 / f64::from(draws).sqrt(), "{mean} for {expected}");
        }
        let rounded: Vec<bool> =
            (0..50).map(|_| iteration.side(&values, 1.0)[0] == iteration.side(&values, -1.0)[0]).collect();
        assert!(rounded.contains(&false));
    }

    #[test]
    fn flips_are_independent_and_repeatable() {
        let parameters = vec![parameter(true, 50.0, 1.0); 40];
        let flips = |k, seed| Iteration::new(&parameters, k, 100, seed).flips;
        assert_eq!(flips(3, 7), flips(3, 7));
        assert_ne!(flips(3, 7), flips(4, 7));
        assert_ne!(flips(3, 7), flips(3, 8));
        let ups = (1..=100).flat_map(|k| flips(k, 7)).filter(|&flip| flip > 0.0).count();
        // Of 4,000 fair coins: five standard deviations.
        assert!((1842..=2158).contains(&ups), "{ups}");
    }

    #[test]
    fn parameters_go_to_the_side_that_won_and_stay_in_range() {
        let parameters = vec![parameter(true, 50.0, 4.0); 8];
        let iteration = Iteration::new(&parameters, 10, 10, 5);
        let (mut won, mut lost) = (vec![50.0; 8], vec![50.0; 8]);
        iteration.learn(&mut won, 3.0);
        iteration.learn(&mut lost, -3.0);
        for ((won, lost), flip) in won.iter().zip(&lost).zip(&iteration.flips) {
            assert!((won - 50.0 - flip * 3.0 * 0.002 * 4.0).abs() < 1e-9);
            assert!((won + lost - 100.0).abs() < 1e-9);
        }
        let mut far = vec![99.99; 8];
        iteration.learn(&mut far, 1e9);
        assert!(far.iter().all(|&value| value == 0.0 || value == 100.0));
    }
}
