//! What the games played so far add up to.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::game::GameResult;
use super::player::FaultKind;
use super::schedule::{Fixture, Schedule};
use crate::stats::{Estimate, Penta, Trinomial};

/// Results of one player, or of the first one of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Score {
    /// Single games.
    #[serde(flatten)]
    pub games: Trinomial,
    /// Finished pairs of games.
    pub penta: Penta,
    /// Pairs of which each player won one; the other even pairs are two draws.
    #[serde(skip)]
    pub(super) shared: u64,
}

impl Score {
    /// Adds a game that brought this many half points.
    fn add_game(&mut self, half_points: usize) {
        *[&mut self.games.losses, &mut self.games.draws, &mut self.games.wins][half_points] += 1;
    }

    /// Adds a pair whose games brought these half points.
    fn add_pair(&mut self, half_points: [usize; 2]) {
        self.penta.0[half_points[0] + half_points[1]] += 1;
        self.shared += u64::from(matches!(half_points, [0, 2] | [2, 0]));
    }

    /// Adds the results of other games.
    fn add(&mut self, other: &Score) {
        let (games, added) = (&mut self.games, &other.games);
        games.wins += added.wins;
        games.draws += added.draws;
        games.losses += added.losses;
        self.penta.0.iter_mut().zip(other.penta.0).for_each(|(count, added)| *count += added);
        self.shared += other.shared;
    }

    /// The same seen from the other player.
    fn reversed(&self) -> Score {
        let Trinomial { wins, draws, losses } = self.games;
        let mut penta = self.penta;
        penta.0.reverse();
        Score { games: Trinomial { wins: losses, draws, losses: wins }, penta, shared: self.shared }
    }

    /// Elo, from pairs if there are any.
    pub(super) fn elo(&self) -> Estimate {
        if self.penta.pairs() > 0 { self.penta.elo() } else { self.games.elo() }
    }

    /// Normalized Elo, from pairs if there are any.
    pub(super) fn nelo(&self) -> Estimate {
        if self.penta.pairs() > 0 { self.penta.nelo() } else { self.games.nelo() }
    }

    /// Likelihood of superiority, from pairs if there are any.
    pub(super) fn los(&self) -> f64 {
        if self.penta.pairs() > 0 { self.penta.los() } else { self.games.los() }
    }

    /// Pairs shared for each pair drawn twice; `None` if none was drawn twice.
    pub(super) fn shared_ratio(&self) -> Option<f64> {
        let drawn = self.penta.0[2] - self.shared;
        (drawn > 0).then(|| self.shared as f64 / drawn as f64)
    }
}

/// What players did wrong, how often, by kind.
pub type Faults = BTreeMap<FaultKind, u64>;

/// A finished game, as far as it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finished<'a> {
    pub(super) fixture: Fixture,
    pub(super) result: GameResult,
    pub(super) reason: &'a str,
    /// Faults with the player whose they are.
    pub(super) faults: Vec<(usize, FaultKind)>,
}

/// Results of all pairings.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pairings: Vec<[usize; 2]>,
    scores: Vec<Score>,
    /// Half points of the first player in the one game of a pair that has been finished.
    open: HashMap<(usize, u64), usize>,
    reasons: BTreeMap<String, u64>,
    faults: Vec<Faults>,
}

impl Standings {
    /// Nothing played yet.
    pub(super) fn new(schedule: &Schedule, players: usize) -> Self {
        let pairings = schedule.pairings().to_vec();
        Self {
            scores: vec![Score::default(); pairings.len()],
            pairings,
            open: HashMap::new(),
            reasons: BTreeMap::new(),
            faults: vec![Faults::new(); players],
        }
    }

    /// Counts a game, and its pair once both games are there. Says whether a pair was finished.
    pub(super) fn add(&mut self, game: &Finished<'_>) -> bool {
        let Fixture { pairing, round, players } = game.fixture;
        let first_is_white = players[0] == self.pairings[pairing][0];
        let half_points = match (game.result, first_is_white) {
            (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => 2,
            (GameResult::Draw, _) => 1,
            (GameResult::WhiteWins | GameResult::BlackWins, _) => 0,
            (GameResult::Unfinished, _) => return false,
        };
        *self.reasons.entry(neutral(game.reason)).or_default() += 1;
        for &(player, kind) in &game.faults {
            *self.faults[player].entry(kind).or_default() += 1;
        }
        self.scores[pairing].add_game(half_points);
        match self.open.remove(&(pairing, round)) {
            Some(other) => self.scores[pairing].add_pair([other, half_points]),
            None => {
                self.open.insert((pairing, round), half_points);
                return false;
            }
        }
        true
    }

    /// Everything a player scored.
    pub(super) fn score(&self, player: usize) -> Score {
        let mut total = Score::default();
        for ([first, second], score) in self.pairings.iter().zip(&self.scores) {
            if *first == player {
                total.add(score);
            } else if *second == player {
                total.add(&score.reversed());
            }
        }
        total
    }

    /// The pairings with the results of the first player of each.
    pub(super) fn pairings(&self) -> impl Iterator<Item = ([usize; 2], &Score)> {
        self.pairings.iter().copied().zip(&self.scores)
    }

    /// How often games ended in which way, whoever won.
    pub(super) fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// What each player did wrong.
    pub(super) fn faults(&self) -> &[Faults] {
        &self.faults
    }
}

/// A reason without the colour and the figures, so that like ones can be counted: `White loses on time (3ms overrun)` is
/// `loses on time`.
fn neutral(reason: &str) -> String {
    let reason = reason.split_once(" (").map_or(reason, |(start, _)| start);
    let reason = reason.strip_prefix("White").or_else(|| reason.strip_prefix("Black")).unwrap_or(reason);
    reason.strip_prefix("'s").unwrap_or(reason).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::Format;

    fn standings(players: usize, results: &[(u64, GameResult)]) -> Standings {
        let schedule = Schedule::new(Format::RoundRobin, players, 100);
        let mut standings = Standings::new(&schedule, players);
        for &(game, result) in results {
            let fixture = schedule.fixture(game);
            standings.add(&Finished { fixture, result, reason: "White mates", faults: Vec::new() });
        }
        standings
    }

    use GameResult::{BlackWins, Draw, Unfinished, WhiteWins};

    #[test]
    fn pairs_count_once_both_games_are_there_in_whatever_order() {
        // The first player has White in even games.
        let open = standings(2, &[(0, WhiteWins), (3, Draw)]);
        assert_eq!((open.score(0).penta, open.score(0).games.games()), (Penta([0; 5]), 2));
        let all = standings(
            2,
            &[
                (3, Draw),
                (0, WhiteWins),
                (1, BlackWins),
                (2, Draw),
                (5, WhiteWins),
                (4, WhiteWins),
                (6, BlackWins),
                (7, Unfinished),
            ],
        );
        let first = all.score(0);
        assert_eq!(first.penta, Penta([0, 0, 2, 0, 1]));
        assert_eq!(first.games, Trinomial { wins: 3, draws: 2, losses: 2 });
        assert_eq!(first.shared_ratio(), Some(1.0));
        let second = all.score(1);
        assert_eq!((second.penta, second.games.wins), (Penta([1, 0, 2, 0, 0]), 2));
    }

    #[test]
    fn players_of_several_pairings_are_credited_with_all_of_them() {
        // Pairings of a round in order: 0-1, 0-2, 1-2.
        let standings =
            standings(3, &[(0, WhiteWins), (1, BlackWins), (2, Draw), (3, Draw), (4, BlackWins), (5, Draw)]);
        assert_eq!(standings.score(0).penta, Penta([0, 0, 1, 0, 1]));
        assert_eq!(standings.score(1).penta, Penta([1, 1, 0, 0, 0]));
        assert_eq!(standings.score(2).penta, Penta([0, 0, 1, 1, 0]));
    }

    #[test]
    fn reasons_are_counted_whoever_won() {
        for (reason, counted) in [
            ("White mates", "mates"),
            ("Black loses on time (12ms overrun)", "loses on time"),
            ("White's connection stalls", "connection stalls"),
            ("Draw by 3-fold repetition", "Draw by 3-fold repetition"),
            ("Black wins by adjudication: SyzygyTB", "wins by adjudication: SyzygyTB"),
        ] {
            assert_eq!(neutral(reason), counted);
        }
    }
}
