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
}

/// Computes the statistics.
///
/// # Errors
/// [`LabError::Value`] if pairs are given to the Bayesian model, which knows none.
pub fn run(options: &Options) -> Result<Report, LabError> {
    let Options { counts, sprt } = options;
    Ok(match counts {
        Counts::Penta(_) if sprt.model() == Model::Bayesian => {
            return Err(LabError::Value {
                what: "model",
                expected: "normalized or logistic for pairs".to_owned(),
                given: "bayesian, which counts wins, draws and losses".to_owned(),
            });
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
    /// `LLR: 0.52 (17.7%) (-2.94, 2.94) [0.00, 2.00]`, and what is decided.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport { elo0, elo1, lower, upper, llr, .. } = self;
        let percent = if *llr < 0.0 { -100.0 * llr / -lower } else { 100.0 * llr / upper };
        let llr = positive_zero(*llr);
        write!(f, "LLR: {llr:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")?;
        match self.verdict {
            Verdict::Running => Ok(()),
            Verdict::AcceptH0 => write!(f, " - H0 was accepted"),
            Verdict::AcceptH1 => write!(f, " - H1 was accepted"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Elo: {}, nElo: {}", self.elo.plain(), self.nelo.plain())?;
        write!(f, "LOS: {:.2} %, DrawRatio: {:.2} %", 100.0 * self.los, 100.0 * self.draw_ratio)?;
        match (self.counts, self.pairs_ratio) {
            (Counts::Penta(_), Some(ratio)) => writeln!(f, ", PairsRatio: {ratio:.2}")?,
            (Counts::Penta(_), None) => writeln!(f, ", PairsRatio: unknown")?,
            (Counts::Trinomial(_), _) => writeln!(f)?,
        }
        write!(f, "Games: {}", self.games)?;
        if let Counts::Trinomial(Trinomial { wins, draws, losses }) = self.counts {
            write!(f, ", Wins: {wins}, Losses: {losses}, Draws: {draws}")?;
        }
        writeln!(f, ", Points: {:.1} ({:.2} %)", self.points, 100.0 * self.score)?;
        if let Counts::Penta(Penta(counts)) = self.counts {
            writeln!(f, "Ptnml(0-2): {counts:?}")?;
        }
        write!(f, "{}", self.sprt)
    }
}
