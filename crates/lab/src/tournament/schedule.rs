//! Who plays whom in which game: fixed from the start, so that any game can be played at any time by any thread.
//!
//! Games are numbered from 0. A round takes one opening and plays it twice for every pairing, colours swapped; so every
//! pairing meets every opening, and a match broken off has given all pairings the same openings.

use serde::Serialize;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody; of two players, a match.
    #[default]
    RoundRobin,
    /// The first players, so many, meet everybody; the others do not meet each other.
    Gauntlet {
        /// At least 1.
        seeds: usize,
    },
}

/// The games of a tournament in their order.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixture {
    /// Which pairing it belongs to.
    pub(super) pairing: usize,
    /// The round, from 0, which is also the number of its opening.
    pub(super) round: u64,
    /// The players, indexed by colour.
    pub(super) players: [usize; 2],
}

impl Schedule {
    /// `games` of each pairing, an even number.
    pub(super) fn new(format: Format, players: usize, games: u64) -> Self {
        let meets = |first: usize| match format {
            Format::RoundRobin => true,
            Format::Gauntlet { seeds } => first < seeds,
        };
        let pairings = (0..players)
            .filter(|&first| meets(first))
            .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
            .collect();
        Self { pairings, rounds: games / 2 }
    }

    /// Who meets whom; the first named has White in the first game of every round.
    pub(super) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Openings that are played.
    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Games altogether.
    pub(super) fn games(&self) -> u64 {
        self.rounds * self.pairings.len() as u64 * 2
    }

    /// The game of this number.
    pub(super) fn fixture(&self, game: u64) -> Fixture {
        let pair = game / 2;
        let pairings = self.pairings.len() as u64;
        let pairing = (pair % pairings) as usize;
        let [first, second] = self.pairings[pairing];
        let players = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        Fixture { pairing, round: pair / pairings, players }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Games of each pair of players by round, with how often the first of them had White.
    fn table(format: Format, players: usize, games: u64) -> BTreeMap<(usize, usize, u64), Vec<bool>> {
        let schedule = Schedule::new(format, players, games);
        let mut table: BTreeMap<_, Vec<bool>> = BTreeMap::new();
        for game in 0..schedule.games() {
            let Fixture { round, players: [white, black], pairing } = schedule.fixture(game);
            let key = (white.min(black), white.max(black), round);
            assert_eq!(schedule.pairings()[pairing], [key.0, key.1]);
            table.entry(key).or_default().push(white < black);
        }
        table
    }

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let table = table(Format::RoundRobin, 4, 6);
        assert_eq!(table.len(), 6 * 3);
        assert!(table.values().all(|colours| *colours == [true, false]));
    }

    #[test]
    fn only_seeds_meet_everybody_in_a_gauntlet() {
        let (players, seeds) = (5, 2);
        let table = table(Format::Gauntlet { seeds }, players, 4);
        assert!(table.keys().all(|&(first, ..)| first < seeds));
        assert_eq!(table.len(), (seeds * players - seeds * (seeds + 1) / 2) * 2);
        assert!(table.values().all(|colours| *colours == [true, false]));
    }

    #[test]
    fn a_match_broken_off_has_treated_all_pairings_alike() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 100);
        for broken_off in 1..60 {
            let mut played = [0; 3];
            (0..broken_off).for_each(|game| played[schedule.fixture(game).pairing] += 1);
            let (least, most) = (played.iter().min(), played.iter().max());
            assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 2), "{played:?}");
        }
    }
}
