//! The outcome of a tournament, finished or so far.

use std::collections::BTreeMap;

use serde::Serialize;

use super::standings::{Faults, Score};
use crate::stats::{Estimate, Penta, SprtReport};

/// What the games of a tournament have shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The results of the player named first.
    #[serde(flatten)]
    pub first: Standing,
    /// Logarithm of the likelihood ratio for the first player: of the test, or of 0 against 5 normalized Elo without one.
    pub llr: f64,
    /// The test, if there is one.
    pub sprt: Option<SprtReport>,
    /// What each player did wrong, how often, by name and kind.
    pub faults: BTreeMap<String, Faults>,
    /// All players, the best first.
    pub players: Vec<Standing>,
    /// Every two players who met, with the results of the first of them.
    pub pairings: Vec<Pairing>,
    /// How many games ended in which way, whoever won.
    pub reasons: BTreeMap<String, u64>,
    /// Games finished, those before a break included.
    pub games_played: u64,
    /// Games that were to be played.
    pub games_planned: u64,
    /// Games an hour, since the start or the last break.
    pub games_per_hour: f64,
    /// Time since the start or the last break, seconds.
    pub seconds: f64,
    /// Whether it was broken off.
    pub cancelled: bool,
    /// Limits, threads, hash and book, as they stand in the heading of results.
    pub setting: String,
}

/// The results of one player, against everybody they met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The player.
    pub name: String,
    /// Games finished.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Points: 1 a game won, 1/2 a game drawn.
    pub points: f64,
    /// Share of the points, 0 to 1; 1/2 without games.
    pub score: f64,
    /// Pairs of games by their points.
    pub penta: Penta,
    /// Elo above the average of the opponents.
    pub elo: Estimate,
    /// Normalized Elo.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Pairs that brought a point to each, as a share of all.
    pub draw_ratio: f64,
    /// Pairs won for each pair lost; `None` if none was lost.
    pub pairs_ratio: Option<f64>,
    /// Pairs of one win each for every pair of two draws; `None` without the latter.
    pub wl_dd_ratio: Option<f64>,
}

/// Two players who met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The other one.
    pub opponent: String,
    /// The first one and their results.
    #[serde(flatten)]
    pub standing: Standing,
}

impl Standing {
    pub(super) fn new(name: &str, score: &Score) -> Self {
        let Score { games, penta, .. } = score;
        Self {
            name: name.to_owned(),
            games: games.games(),
            wins: games.wins,
            losses: games.losses,
            draws: games.draws,
            points: games.points(),
            score: games.score(),
            penta: *penta,
            elo: score.elo(),
            nelo: score.nelo(),
            los: score.los(),
            draw_ratio: penta.draw_ratio(),
            pairs_ratio: penta.pairs_ratio(),
            wl_dd_ratio: score.shared_ratio(),
        }
    }
}

impl Report {
    /// Whether any player did something wrong.
    #[must_use]
    pub fn has_faults(&self) -> bool {
        self.faults.values().any(|faults| !faults.is_empty())
    }
}
