//! The sequential probability ratio test on match results, with the exact maximum-likelihood ratio.
//!
//! Two hypotheses say how far ahead the first player is. For each, the distribution of results that agrees with it and
//! makes the data most likely is found; the logarithm of the ratio of the two likelihoods (LLR) tells how the data
//! weigh. The test ends when the LLR leaves the bounds that the two error rates set (A. Wald).

use serde::{Deserialize, Serialize};

use super::{NELO_UNIT, Penta, Sample, Trinomial, score_of_elo};
use crate::error::LabError;

/// The Elo in which the hypotheses are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the duration of the test does not depend on how many games are drawn.
    #[default]
    Normalized,
    /// Elo as everyone knows it.
    Logistic,
    /// BayesElo, with the drawing rate of the data; of games only, it has no notion of pairs.
    Bayesian,
}

/// What the LLR says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing yet.
    Running,
    /// No more than `elo0`, with an error of at most `beta`.
    AcceptH0,
    /// At least `elo1`, with an error of at most `alpha`.
    AcceptH1,
}

/// A sequential test of "ahead by `elo1`" against "ahead by `elo0`".
///
/// ```
/// use lab::stats::{Model, Penta, Sprt, Verdict};
/// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
/// let llr = sprt.llr(&Penta([100, 900, 2000, 1100, 140]));
/// assert_eq!(sprt.verdict(llr), Verdict::AcceptH1);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Default for Sprt {
    /// 5 normalized Elo against 0, with errors of 5 %.
    fn default() -> Self {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

/// Greatest Elo of a hypothesis. Beyond, scores cannot be told from 0 and 1 with certainty.
const ELO_LIMIT: f64 = 4000.0;

/// How the t-value is approached: so far in one go. Fixed-point iteration from the uniform distribution is sure up to about
/// 0.9; a hypothesis of ±100 normalized Elo is at 0.4.
const T_STEP: f64 = 0.5;

/// Rounds of the fixed-point iteration for one t-value, and the change of a share at which it has settled.
const ROUNDS: usize = 10;
const SETTLED: f64 = 1e-9;

/// Halvings of the interval in which a root is sought; more than the 53 bits of a double can tell apart at any scale met.
const HALVINGS: usize = 200;

impl Sprt {
    /// A test of `elo1` (H1) against `elo0` (H0); `alpha` is the accepted probability of a false H1, `beta` of a false H0.
    ///
    /// # Errors
    /// [`LabError::Value`] unless -4000 <= elo0 < elo1 <= 4000, 0 < alpha, 0 < beta and alpha + beta < 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, LabError> {
        let refused = |what, expected: String, given: f64| Err(LabError::value(what, expected, given));
        if !(-ELO_LIMIT..=ELO_LIMIT).contains(&elo0) {
            return refused("elo0", format!("from -{ELO_LIMIT} to {ELO_LIMIT}"), elo0);
        }
        if !(elo1 > elo0 && elo1 <= ELO_LIMIT) {
            return refused("elo1", format!("above elo0 ({elo0}) and at most {ELO_LIMIT}"), elo1);
        }
        if !(alpha > 0.0 && alpha < 1.0) {
            return refused("alpha", "between 0 and 1".to_owned(), alpha);
        }
        if !(beta > 0.0 && alpha + beta < 1.0) {
            return refused("beta", format!("above 0 and below 1 - alpha ({})", 1.0 - alpha), beta);
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The two hypotheses, in Elo of the model.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The Elo in which they are put.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// The LLR at which H0 and H1 are accepted: negative, positive.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of pairs. Always finite; 0 without pairs. The Bayesian model knows no pairs:
    /// it gets 0 here, and is to be asked for [`llr_trinomial`](Self::llr_trinomial).
    #[must_use]
    pub fn llr(&self, penta: &Penta) -> f64 {
        if penta.pairs() == 0 || self.model == Model::Bayesian {
            return 0.0;
        }
        self.ratio(&Sample::regularised(&penta.0, 2.0))
    }

    /// The logarithm of the likelihood ratio of single games. Always finite; 0 without games.
    #[must_use]
    pub fn llr_trinomial(&self, games: &Trinomial) -> f64 {
        let Trinomial { wins, draws, losses } = *games;
        if games.games() == 0 || self.model == Model::Bayesian && (wins == 0 || losses == 0) {
            return 0.0;
        }
        self.ratio(&Sample::regularised(&[losses, draws, wins], 1.0))
    }

    /// What an LLR decides.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Running
        }
    }

    fn ratio(&self, sample: &Sample) -> f64 {
        let likeliest = |elo: f64| match self.model {
            Model::Normalized => with_t_value(sample, elo * sample.games_each.sqrt() / NELO_UNIT),
            Model::Logistic => with_mean(sample, score_of_elo(elo)),
            Model::Bayesian => with_mean(sample, bayes_score(sample, elo)),
        };
        let (under_h0, under_h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let shares = sample.points.iter().map(|(_, share)| share);
        let terms = shares.zip(under_h0.iter().zip(&under_h1));
        sample.size * terms.map(|(share, (q0, q1))| share * (q1.ln() - q0.ln())).sum::<f64>()
    }
}

/// The score that a BayesElo means at the drawing rate of the sample (of games, every result seen).
fn bayes_score(sample: &Sample, elo: f64) -> f64 {
    let (loss, win) = (sample.points[0].1, sample.points[2].1);
    let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
    let (win, loss) = (score_of_elo(elo - draw_elo), score_of_elo(-elo - draw_elo));
    (1.0 + win - loss) / 2.0
}

/// The distribution with this mean that makes the sample most likely.
fn with_mean(sample: &Sample, mean: f64) -> Vec<f64> {
    let constraint: Vec<f64> = sample.points.iter().map(|(score, _)| score - mean).collect();
    // The limit on Elo keeps the mean inside the range of scores, so there is an answer.
    with_expectation_zero(sample, &constraint).unwrap_or_else(|| shares(sample))
}

/// The distribution with (mean - 1/2) / deviation = `t` that makes the sample most likely.
///
/// The condition is not linear in the distribution. Linearised at a distribution it is one that
/// [`with_expectation_zero`] meets; that is repeated until nothing changes. From the uniform distribution this works for small `t`,
/// so a large one is approached in steps.
fn with_t_value(sample: &Sample, t: f64) -> Vec<f64> {
    let steps = (t.abs() / T_STEP).ceil().max(1.0);
    let mut likeliest = vec![1.0 / sample.points.len() as f64; sample.points.len()];
    for step in 1..=steps as usize {
        for _ in 0..ROUNDS {
            let constraint = linearised(sample, &likeliest, t * step as f64 / steps);
            // No answer: as far as it got is a weaker hypothesis, which errs towards going on with the test.
            let Some(next) = with_expectation_zero(sample, &constraint) else { return likeliest };
            let change = next.iter().zip(&likeliest).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            likeliest = next;
            if change < SETTLED {
                break;
            }
        }
    }
    likeliest
}

/// What must have expectation zero for the t-value to be `t`, to first order around the distribution `around`.
fn linearised(sample: &Sample, around: &[f64], t: f64) -> Vec<f64> {
    let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
        sample.points.iter().zip(around).map(|((score, _), share)| share * f(*score)).sum()
    };
    let mean = weighted(&|score| score);
    let deviation = weighted(&|score| (score - mean).powi(2)).sqrt();
    let term = |score: f64| score - 0.5 - t * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2));
    sample.points.iter().map(|(score, _)| term(*score)).collect()
}

/// The distribution under which `constraint` has expectation zero and the sample is most likely: by Lagrange's method
/// each share is divided by 1 + θ·constraint. `None` unless the constraint has both signs.
fn with_expectation_zero(sample: &Sample, constraint: &[f64]) -> Option<Vec<f64>> {
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return None;
    }
    let expectation = |theta: f64| -> f64 {
        let terms = sample.points.iter().zip(constraint);
        terms.map(|((_, share), value)| share * value / (1.0 + theta * value)).sum()
    };
    // The expectation falls from +∞ to -∞ between the two poles.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if expectation(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = low + (high - low) / 2.0;
    // Rounding must not take a share to zero or below.
    let divisor = |value: f64| (1.0 + theta * value).max(f64::MIN_POSITIVE.sqrt());
    Some(sample.points.iter().zip(constraint).map(|((_, share), value)| share / divisor(*value)).collect())
}

fn shares(sample: &Sample) -> Vec<f64> {
    sample.points.iter().map(|(_, share)| *share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(sample: &Sample, distribution: &[f64]) -> (f64, f64, f64) {
        let scores = || sample.points.iter().map(|(score, _)| *score).zip(distribution);
        let total: f64 = distribution.iter().sum();
        let mean: f64 = scores().map(|(score, share)| score * share).sum();
        let variance: f64 = scores().map(|(score, share)| share * (score - mean).powi(2)).sum();
        (total, mean, variance.sqrt())
    }

    fn log_likelihood(sample: &Sample, distribution: &[f64]) -> f64 {
        sample.points.iter().zip(distribution).map(|((_, share), q)| share * q.ln()).sum()
    }

    /// Data of every kind: usual, lopsided, and with results never seen.
    fn samples() -> Vec<Sample> {
        [
            [34, 54, 63, 64, 75],
            [0, 0, 0, 0, 5550],
            [1, 0, 0, 0, 0],
            [0, 0, 900, 0, 0],
            [5, 0, 0, 0, 5],
            [9, 1, 0, 0, 40],
        ]
        .map(|counts| Sample::regularised(&counts, 2.0))
        .to_vec()
    }

    #[test]
    fn a_distribution_found_meets_its_hypothesis() {
        for sample in samples() {
            for mean in [1e-4, 0.2, 0.5, 0.51, 0.9999] {
                let (total, found, _) = moments(&sample, &with_mean(&sample, mean));
                assert!(
                    (total - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6,
                    "{total} {found} for {mean}"
                );
            }
            for t in [-6.0, -1.2, -0.4, 0.0, 0.01, 0.4, 1.2, 6.0] {
                let (total, mean, deviation) = moments(&sample, &with_t_value(&sample, t));
                let found = (mean - 0.5) / deviation;
                assert!((total - 1.0).abs() < 1e-6, "{total} at {t} of {sample:?}");
                assert!((found - t).abs() < 1e-3 * t.abs().max(1.0), "{found} for {t} of {sample:?}");
            }
        }
    }

    #[test]
    fn no_distribution_nearby_with_the_same_t_value_is_likelier() {
        let sample = Sample::regularised(&[34, 54, 63, 64, 75], 2.0);
        for t in [-0.4, 0.0, 0.1, 0.4] {
            let best = with_t_value(&sample, t);
            let likelihood = log_likelihood(&sample, &best);
            // Mixing with another distribution of the same t-value, then going back to t by the same method from the data
            // mixed, gives rivals on the constraint.
            for other in samples() {
                let mixed: Vec<(f64, f64)> = sample
                    .points
                    .iter()
                    .zip(&other.points)
                    .map(|((score, p), (_, q))| (*score, 0.98 * p + 0.02 * q))
                    .collect();
                let rival = with_t_value(&Sample { points: mixed, ..sample.clone() }, t);
                assert!(log_likelihood(&sample, &rival) <= likelihood + 1e-9, "{rival:?} beats {best:?}");
            }
        }
    }
}
