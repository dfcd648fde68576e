//! Statistics of matches: Elo, normalized Elo, likelihood of superiority, and the sequential test that decides when
//! enough games were played.
//!
//! Games are played in pairs: the same opening twice, colours swapped. The results of a pair hang together, since
//! an opening favours one colour, so errors are reckoned from pair scores ([`Penta`]) wherever there are pairs; single
//! games ([`Trinomial`]) are the fallback. The formulas are those of fastchess and fishtest; normalized Elo and the exact
//! likelihood ratio are M. Van den Bergh's ("Normalized Elo", "Comments on normalized Elo").

mod proportion;
mod report;
mod sprt;
#[cfg(test)]
mod tests;

pub use proportion::Proportion;
pub use report::{Counts, Options, Report, SprtReport, run};
pub(crate) use report::{ratio, strength};
pub use sprt::{Model, Sprt, Verdict};

use std::fmt;

use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution that leaves 2.5 % on either side: intervals are of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// Elo that a tenfold better ratio of points is worth.
const ELO_DECADE: f64 = 400.0;

/// Normalized Elo of one standard deviation of a game above even: 800 / ln 10. With it, normalized and logistic Elo agree
/// between equal players who draw nothing.
const NELO_UNIT: f64 = 2.0 * ELO_DECADE / std::f64::consts::LN_10;

/// Results of pairs of games, by the points of the first player: LL, LD, WL or DD, WD, WW.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Penta(pub [u64; 5]);

/// Results of single games, seen from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A value with the half width of its 95 % interval.
///
/// Data without spread say nothing about their error, and data all won or all lost set no limit to the difference: the
/// field is infinite then. [`Display`](fmt::Display) says so in words, and JSON has `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The value; infinite if the data set no limit to it. Never NaN.
    pub value: f64,
    /// Half the width of its 95 % interval; infinite if unknown. Never NaN.
    pub error: f64,
}

impl Penta {
    /// Pairs counted.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Games counted: two a pair.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Points of the first player: 1 a game won, 1/2 a game drawn.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.sample().mean() * self.games() as f64
    }

    /// Pairs in which nobody came out ahead, as a share of all; 0 without pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.0[2] as f64 / self.pairs().max(1) as f64
    }

    /// Pairs won for each pair lost; `None` if none was lost.
    #[must_use]
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [double_losses, losses, _, wins, double_wins] = self.0;
        (double_losses + losses > 0).then(|| (wins + double_wins) as f64 / (double_losses + losses) as f64)
    }

    fn sample(&self) -> Sample {
        Sample::new(&self.0, 2.0)
    }
}

impl Trinomial {
    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player: 1 a game won, 1/2 a game drawn.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn sample(&self) -> Sample {
        Sample::new(&[self.losses, self.draws, self.wins], 1.0)
    }
}

macro_rules! estimates {
    ($Counts:ty) => {
        impl $Counts {
            /// The share of points the first player took, 0 to 1; 1/2 without games.
            #[must_use]
            pub fn score(&self) -> f64 {
                self.sample().mean()
            }

            /// Elo by which the first player is ahead.
            #[must_use]
            pub fn elo(&self) -> Estimate {
                self.sample().elo()
            }

            /// Normalized Elo: the lead in standard deviations of a game, which the number of games needed to show it
            /// depends on alone.
            #[must_use]
            pub fn nelo(&self) -> Estimate {
                self.sample().nelo()
            }

            /// Likelihood of superiority: how probable it is, 0 to 1, that the first player is the stronger one. 1/2 without
            /// games.
            #[must_use]
            pub fn los(&self) -> f64 {
                self.sample().los()
            }
        }
    };
}

estimates!(Penta);
estimates!(Trinomial);

impl Estimate {
    /// The same as [`Display`](fmt::Display) without a plus sign, as fastchess writes it.
    #[must_use]
    pub fn plain(&self) -> String {
        let text = self.to_string();
        text.strip_prefix('+').unwrap_or(&text).to_owned()
    }
}

impl fmt::Display for Estimate {
    /// `+12.34 +/- 5.67`, or `+12.34 +/- unknown`, or `unbounded` (`-unbounded` for the player who lost everything).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value.is_finite(), self.error.is_finite()) {
            (true, true) => write!(f, "{:+.2} +/- {:.2}", positive_zero(self.value), self.error),
            (true, false) => write!(f, "{:+.2} +/- unknown", positive_zero(self.value)),
            (false, _) if self.value < 0.0 => write!(f, "-unbounded"),
            (false, _) => write!(f, "unbounded"),
        }
    }
}

/// A number to be shown with two decimals: nobody wants to read -0.00.
pub(crate) fn positive_zero(value: f64) -> f64 {
    const SHOWN_AS_ZERO: f64 = 0.005;
    if value.abs() < SHOWN_AS_ZERO { 0.0 } else { value }
}

/// Elo of a score; infinite for 0 and 1 and beyond.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_DECADE * (score / (1.0 - score)).log10()
}

/// The score that a lead of so many Elo means.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / ELO_DECADE))
}

/// Observations of a score with their frequencies.
#[derive(Clone, Debug)]
struct Sample {
    /// Scores, ascending from 0 to 1, with the share of observations of each.
    points: Vec<(f64, f64)>,
    /// Observations: pairs or games.
    size: f64,
    /// Games in an observation.
    games_each: f64,
}

impl Sample {
    /// `counts` by ascending score.
    fn new(counts: &[u64], games_each: f64) -> Sample {
        let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        Sample::weighted(&counts, games_each)
    }

    /// The same with what was never seen counted as seen a little, so that logarithms exist.
    fn regularised(counts: &[u64], games_each: f64) -> Sample {
        const UNSEEN: f64 = 1e-3;
        let counts: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { UNSEEN } else { count as f64 }).collect();
        Sample::weighted(&counts, games_each)
    }

    fn weighted(counts: &[f64], games_each: f64) -> Sample {
        let size: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        let share = |count: f64| if size > 0.0 { count / size } else { 0.0 };
        let points = counts.iter().enumerate().map(|(i, &count)| (i as f64 / top, share(count))).collect();
        Sample { points, size, games_each }
    }

    fn mean(&self) -> f64 {
        if self.size > 0.0 { self.points.iter().map(|(score, share)| score * share).sum() } else { 0.5 }
    }

    /// Variance of one observation.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.points.iter().map(|(score, share)| share * (score - mean).powi(2)).sum()
    }

    /// Standard error of the mean; infinite if the sample has no spread and says nothing about it.
    fn standard_error(&self) -> f64 {
        let variance = self.variance();
        if variance > 0.0 { (variance / self.size).sqrt() } else { f64::INFINITY }
    }

    fn elo(&self) -> Estimate {
        let (mean, reach) = (self.mean(), Z_95 * self.standard_error());
        let error = (elo_of_score(mean + reach) - elo_of_score(mean - reach)) / 2.0;
        Estimate { value: elo_of_score(mean), error }
    }

    fn nelo(&self) -> Estimate {
        let lead = self.mean() - 0.5;
        let game_deviation = (self.games_each * self.variance()).sqrt();
        if game_deviation > 0.0 {
            let unit = NELO_UNIT / game_deviation;
            return Estimate { value: lead * unit, error: Z_95 * self.standard_error() * unit };
        }
        let value = if lead == 0.0 { 0.0 } else { lead.signum() * f64::INFINITY };
        Estimate { value, error: f64::INFINITY }
    }

    fn los(&self) -> f64 {
        let lead = self.mean() - 0.5;
        let error = if self.variance() > 0.0 { self.standard_error() } else { 0.0 };
        // Without spread the quotient is infinite, or 0/0 if all is even.
        if lead == 0.0 { 0.5 } else { (1.0 + erf(lead / (error * std::f64::consts::SQRT_2))) / 2.0 }
    }
}

/// The logistic function: the probability of log-odds.
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The error function, by its series of positive terms (Abramowitz and Stegun 7.1.6): exact to rounding.
fn erf(x: f64) -> f64 {
    /// Beyond, the function is 1 in double precision.
    const FLAT: f64 = 6.0;
    if x.abs() >= FLAT {
        return x.signum();
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}
