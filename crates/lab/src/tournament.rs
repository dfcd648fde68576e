//! Games between engines: who plays, at which pace, by which rules, and how games are recorded.
//!
//! [`run`] plays a whole tournament: a match of two, everybody against everybody, a gauntlet, or a sequential test. Games
//! are played in pairs, the same opening twice with colours swapped, on as many threads as asked for.

pub mod adjudication;
mod affinity;
mod collector;
mod console;
pub mod game;
pub mod in_process;
mod journal;
pub mod openings;
pub mod pace;
pub mod pgn;
pub mod player;
mod report;
mod reports;
mod runner;
mod schedule;
pub mod spec;
mod standings;
pub mod tablebases;
#[cfg(test)]
mod tests;
mod uci_info;
mod uci_options;
pub mod uci_player;
mod uci_process;

pub use console::Event;
pub use report::{Pairing, Report, Standing};
pub use schedule::Format;
pub use standings::Faults;

use std::path::{Path, PathBuf};

use core_affinity::CoreId;

use crate::Cancel;
use crate::error::LabError;
use crate::progress::grouped;
use crate::stats::Sprt;
use adjudication::Rules;
use collector::Collector;
use openings::{BookOptions, Openings, Variant};
use pace::Pace;
use pgn::PgnOptions;
use runner::{Job, News};
use schedule::Schedule;
use spec::{PlayerKind, PlayerSpec};
use uci_player::Patience;

/// Pairs of games between two reports of the results, unless said otherwise.
pub const DEFAULT_RATING_INTERVAL: u64 = 10;

/// Most games of every two players who meet: centuries of them, and far from any overflow.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// In openings made on the spot.
    Generated(Variant),
    /// In those of a book.
    Book(BookOptions),
}

impl OpeningSource {
    /// All of a book in random order, or openings made on the spot where there is no book.
    #[must_use]
    pub fn new(book: Option<&Path>, variant: Variant) -> Self {
        book.map_or(Self::Generated(variant), |path| Self::Book(BookOptions::all_of(path)))
    }

    /// The openings.
    ///
    /// # Errors
    /// As [`Openings::load`] and [`Openings::generated`].
    pub fn open(&self, seed: u64) -> Result<Openings, LabError> {
        match self {
            Self::Generated(variant) => Openings::generated(*variant, seed),
            Self::Book(book) => Openings::load(book, seed),
        }
    }
}

/// Where the moves are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFile {
    /// The file; games are appended to what it holds.
    pub path: PathBuf,
    /// What is written of each move.
    pub details: PgnOptions,
}

/// A tournament.
#[derive(Debug)]
pub struct Options {
    /// Who plays, at least two. Results are seen from the first.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub format: Format,
    /// The limits of players that have none of their own.
    pub pace: Pace,
    /// Games of every two players who meet: an even number, at most [`MOST_GAMES`].
    pub games: u64,
    /// Games played at a time, at least 1.
    pub concurrency: usize,
    /// Whether each of them is kept on a processor core of its own, if there are enough.
    pub pin: bool,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Seed of the openings.
    pub seed: u64,
    /// When games are ended early.
    pub rules: Rules,
    /// A test that ends the match, of two players.
    pub sprt: Option<Sprt>,
    /// Where the moves are written, if at all.
    pub pgn: Option<PgnFile>,
    /// The journal: made if it does not exist, gone on from if it does.
    pub resume: Option<PathBuf>,
    /// Pairs of games between two reports of the results; 0 for none before the end.
    pub rating_interval: u64,
    /// Whether lines that do not show the mate they announce are faults: many engines cut them short.
    pub check_mate_pvs: bool,
    /// How long engines are waited for.
    pub patience: Patience,
}

impl Options {
    /// A match on one thread, in generated openings of seed 1, with nothing adjudicated and nothing written.
    #[must_use]
    pub fn new(players: Vec<PlayerSpec>, pace: Pace, games: u64) -> Self {
        Self {
            players,
            format: Format::RoundRobin,
            pace,
            games,
            concurrency: 1,
            pin: false,
            openings: OpeningSource::Generated(Variant::Standard),
            seed: 1,
            rules: Rules::default(),
            sprt: None,
            pgn: None,
            resume: None,
            rating_interval: DEFAULT_RATING_INTERVAL,
            check_mate_pvs: false,
            patience: Patience::default(),
        }
    }

    fn check(&self) -> Result<(), LabError> {
        let players = self.players.len();
        if players < 2 {
            return Err(LabError::value("the number of players", "at least 2", players));
        }
        if self.games == 0 || self.games > MOST_GAMES || !self.games.is_multiple_of(2) {
            let expected =
                format!("even, for pairs with colours swapped, above 0 and at most {}", grouped(MOST_GAMES));
            return Err(LabError::value("the number of games", expected, self.games));
        }
        if self.concurrency == 0 {
            return Err(LabError::value("concurrency", "at least 1", 0));
        }
        if let (Some(pgn), Some(journal)) = (&self.pgn, &self.resume)
            && pgn.path == *journal
        {
            return Err(LabError::value("the journal", "another file than the games", journal.display()));
        }
        if let Format::Gauntlet { seeds } = self.format
            && !(1..players).contains(&seeds)
        {
            let expected = "at least 1 and less than the number of players";
            return Err(LabError::value("the number of seeds", expected, seeds));
        }
        if self.sprt.is_some() && players != 2 {
            return Err(LabError::value("the number of players of a sequential test", "2", players));
        }
        Ok(())
    }

    /// The players with names that nobody shares: a second `now` becomes `now_2`.
    fn renamed_players(&self) -> Vec<PlayerSpec> {
        let mut players: Vec<PlayerSpec> = Vec::new();
        for player in &self.players {
            let taken = |name: &str, before: &[PlayerSpec]| before.iter().any(|other| other.name == name);
            let candidates = (2..).map(|number| format!("{}_{number}", player.name));
            let name = std::iter::once(player.name.clone())
                .chain(candidates)
                .find(|name| !taken(name, &players))
                .unwrap_or_default();
            players.push(PlayerSpec { name, ..player.clone() });
        }
        players
    }

    /// The pace of each player.
    fn paces(&self) -> Result<Vec<Pace>, LabError> {
        let pace = |player: &PlayerSpec| {
            let pace = player.pace.or(&self.pace);
            pace.check().map(|()| pace)
        };
        self.players.iter().map(pace).collect()
    }

    /// A core for each game played at a time, or none, and a remark where that is not what was asked for.
    fn places(&self) -> (Vec<Option<CoreId>>, Option<String>) {
        let cores = affinity::cores();
        let (wanted, threads) = (self.concurrency, most_threads(&self.players));
        let reason = if wanted * threads > cores.len() && !cores.is_empty() {
            Some(format!(
                "{wanted} games at a time with {threads} threads each on {} cores: they disturb each other",
                cores.len()
            ))
        } else if threads > 1 && self.pin {
            Some(
                "games are not kept on cores of their own, as players search with several threads".to_owned(),
            )
        } else {
            None
        };
        if self.pin && reason.is_none() && !cores.is_empty() {
            return (cores.into_iter().map(Some).take(wanted).collect(), None);
        }
        (vec![None; wanted], reason)
    }
}

/// How many games these players can play at a time without disturbing each other: one for each core of this machine, or
/// for as many as the threads of a player take; at least 1.
#[must_use]
pub fn default_concurrency(players: &[PlayerSpec]) -> usize {
    (crate::cores() / most_threads(players)).max(1)
}

/// The search threads of the player with the most, at least 1.
fn most_threads(players: &[PlayerSpec]) -> usize {
    players.iter().map(threads).max().unwrap_or(1).max(1)
}

/// Search threads of a player, as far as its description says.
fn threads(player: &PlayerSpec) -> usize {
    match &player.kind {
        PlayerKind::InProcess { threads, .. } => *threads,
        PlayerKind::Uci(spec) => {
            let option = spec.options.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("Threads"));
            option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
        }
    }
}

/// Plays a tournament and tells `each` what happens. Given up, it ends at once and reports what there is.
///
/// # Errors
/// [`LabError`] when the options make no sense, a file cannot be read or written, a journal is of another match, or an
/// engine cannot be started.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&Event<'_>)) -> Result<Report, LabError> {
    options.check()?;
    let players = options.renamed_players();
    let paces = options.paces()?;
    let openings = options.openings.open(options.seed)?;
    let schedule = Schedule::new(options.format, players.len(), options.games);
    let (places, remark) = options.places();
    let mut collector = Collector::new(options, &players, &paces, &openings, &schedule)?;
    let complaint = openings.complaint().map(str::to_owned);
    for remark in [complaint, repetition(&openings, &schedule), remark, collector.resumption()] {
        remark.into_iter().for_each(|remark| collector.remark(remark, each));
    }
    let job = Job {
        players: &players,
        paces: &paces,
        openings: &openings,
        schedule: &schedule,
        rules: &options.rules,
        patience: &options.patience,
    };
    // Decided by the test, the match ends, but whoever runs it may have other plans.
    let halt = cancel.child();
    let games = collector.remaining();
    runner::play(&job, games, &places, &halt, &mut |news| {
        match news {
            News::Started(game) => collector.started(game, each),
            News::Finished(game, record) => collector.finished(game, &record, each)?,
            News::Failed(error) => return Err(error),
        }
        if collector.is_decided() {
            halt.cancel();
        }
        Ok(())
    })?;
    Ok(collector.into_report(cancel.is_cancelled()))
}

/// What is to be said of a book with too few openings.
fn repetition(openings: &Openings, schedule: &Schedule) -> Option<String> {
    let (count, rounds) = (openings.count()?, schedule.rounds());
    (count < rounds).then(|| {
        format!(
            "{} has {count} openings for {rounds} pairs of games: it is gone through again",
            openings.name()
        )
    })
}
