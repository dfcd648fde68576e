//! `stats`: the statistics of a match from its counts alone.

use std::fmt;

use serde::Serialize;

use super::{Estimate, Model, Penta, Sprt, Trinomial, Verdict, positive_zero};
use crate::error::LabError;

/// The counts of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counts {
    /// Of pairs.
    Penta(Penta),
    /// Of single games.
    Trinomial(Trinomial),
}

/// What to compute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The counts.
    pub counts: Counts,
    /// The test to evaluate.
    pub sprt: Sprt,
}

/// The statistics of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The counts.
    #[serde(flatten)]
    pub counts: Counts,
    /// Games.
    pub games: u64,
    /// Points of the first player.
    pub points: f64,
    /// Share of the points.
    pub score: f64,
    /// Elo.
    pub elo: Estimate,
    /// Normalized Elo.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Share of pairs even, or of games drawn.
    pub draw_ratio: f64,
    /// Pairs won for each lost; `None` without pairs, or if none was lost.
    pub pairs_ratio: Option<f64>,
    /// The test.
    pub sprt: SprtReport,
}

/// A test with what the counts say.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The Elo in which the hypotheses are put.
    pub model: Model,
    /// H0.
    pub elo0: f64,
    /// H1.
    pub elo1: f64,
    /// The LLR at which H0 is accepted.
    pub lower: f64,
    /// The LLR at which H1 is accepted.
    pub upper: f64,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// What it decides.
    pub verdict: Verdict,
}

impl SprtReport {
    /// A test that has come to `llr`.
    #[must_use]
    pub fn new(sprt: &Sprt, llr: f64) -> SprtReport {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        SprtReport { model: sprt.model(), elo0, elo1, lower, upper, llr, verdict: sprt.verdict(llr) }
    }

    /// How far it is on its way: to 1 at H1, to -1 at H0.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if self.llr < 0.0 { -self.llr / self.lower } else { self.llr / self.upper }
    }

    /// `LLR: -0.52 (-17.7%) (-2.94, 2.94) [0.00, 2.00]`, as fastchess prints it.
    pub(crate) fn line(&self) -> String {
        let [llr, lower, upper, elo0, elo1] =
            [self.llr, self.lower, self.upper, self.elo0, self.elo1].map(positive_zero);
        // Rounded here, as -0.0 would be shown with its sign.
        let percent = (1000.0 * self.progress()).round() / 10.0 + 0.0;
        format!("LLR: {llr:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")
    }
}

/// Elo, normalized Elo, likelihood of superiority and the share of draws in two lines, as fastchess prints them. `pairs` of
/// games, if there are any, are told of as well.
pub(crate) fn strength(
    elo: &Estimate,
    nelo: &Estimate,
    los: f64,
    draw_ratio: f64,
    pairs: Option<&Penta>,
) -> String {
    let pairs =
        pairs.map_or_else(String::new, |pairs| format!(", PairsRatio: {}", ratio(pairs.pairs_ratio())));
    format!(
        "Elo: {}, nElo: {}\nLOS: {:.2} %, DrawRatio: {:.2} %{pairs}",
        elo.plain(),
        nelo.plain(),
        100.0 * los,
        100.0 * draw_ratio
    )
}

/// A quotient, or that there is none.
pub(crate) fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "unknown".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Computes the statistics.
///
/// # Errors
/// [`LabError::Value`] if pairs are given to the Bayesian model, which knows none.
pub fn run(options: &Options) -> Result<Report, LabError> {
    let Options { counts, sprt } = options;
    Ok(match counts {
        Counts::Penta(_) if sprt.model() == Model::Bayesian => {
            return Err(LabError::value(
                "model",
                "normalized or logistic for pairs",
                "bayesian, which counts wins, draws and losses",
            ));
        }
        Counts::Penta(penta) => Report {
            counts: *counts,
            games: penta.games(),
            points: penta.points(),
            score: penta.score(),
            elo: penta.elo(),
            nelo: penta.nelo(),
            los: penta.los(),
            draw_ratio: penta.draw_ratio(),
            pairs_ratio: penta.pairs_ratio(),
            sprt: SprtReport::new(sprt, sprt.llr(penta)),
        },
        Counts::Trinomial(games) => Report {
            counts: *counts,
            games: games.games(),
            points: games.points(),
            score: games.score(),
            elo: games.elo(),
            nelo: games.nelo(),
            los: games.los(),
            draw_ratio: games.draws as f64 / games.games().max(1) as f64,
            pairs_ratio: None,
            sprt: SprtReport::new(sprt, sprt.llr_trinomial(games)),
        },
    })
}

impl fmt::Display for SprtReport {
    /// The line of the test, and what is decided.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line())?;
        match self.verdict {
            Verdict::Running => Ok(()),
            Verdict::AcceptH0 => write!(f, " - H0 was accepted"),
            Verdict::AcceptH1 => write!(f, " - H1 was accepted"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = match &self.counts {
            Counts::Penta(pairs) => Some(pairs),
            Counts::Trinomial(_) => None,
        };
        writeln!(f, "{}", strength(&self.elo, &self.nelo, self.los, self.draw_ratio, pairs))?;
        write!(f, "Games: {}", self.games)?;
        if let Counts::Trinomial(Trinomial { wins, draws, losses }) = self.counts {
            write!(f, ", Wins: {wins}, Losses: {losses}, Draws: {draws}")?;
        }
        writeln!(f, ", Points: {:.1} ({:.2} %)", self.points, 100.0 * self.score)?;
        if let Some(Penta(counts)) = pairs {
            writeln!(f, "Ptnml(0-2): {counts:?}")?;
        }
        write!(f, "{}", self.sprt)
    }
}
