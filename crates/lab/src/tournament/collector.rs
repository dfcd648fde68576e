//! The one place where finished games come together: written down, counted, reported.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use chess::Color;
use engine::Settings;
use engine::eval::Evaluation;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::console::Event;
use super::game::GameRecord;
use super::journal::{Config, Entry, Journal};
use super::openings::{Openings, file_name};
use super::pace::Pace;
use super::pgn::{self, Tags};
use super::player::{Fault, FaultKind, Identity};
use super::report::{Pairing, Report, Standing};
use super::schedule::{Fixture, Schedule};
use super::spec::{PlayerKind, PlayerSpec};
use super::standings::{Finished, Score, Standings};
use super::tablebases::Tablebases;
use super::{OpeningSource, Options};
use crate::bench::signature;
use crate::error::LabError;
use crate::progress;
use crate::stats::{Model, Sprt, SprtReport, Verdict};

/// The name of the event in PGN files.
const EVENT: &str = "cb2026 match";
/// As fastchess writes it.
const SITE: &str = "?";

/// Everything that is known of the games.
pub(super) struct Collector<'a> {
    options: &'a Options,
    players: &'a [PlayerSpec],
    paces: &'a [Pace],
    openings: &'a Openings,
    schedule: &'a Schedule,
    standings: Standings,
    journal: Journal,
    finished: HashSet<u64>,
    /// Games that the journal brought.
    resumed: usize,
    pairs: u64,
    /// The LLR and verdict that ended the test.
    decision: Option<(f64, Verdict)>,
    /// What the engines say of themselves, once they have played.
    identities: Vec<Option<Identity>>,
    began: Instant,
    bar: ProgressBar,
}

impl<'a> Collector<'a> {
    /// Opens the files, and counts the games that the journal holds.
    pub(super) fn new(
        options: &'a Options,
        players: &'a [PlayerSpec],
        paces: &'a [Pace],
        openings: &'a Openings,
        schedule: &'a Schedule,
    ) -> Result<Self, LabError> {
        let pgn = options.pgn.as_ref().map(|file| file.path.as_path());
        let journal = match &options.resume {
            None => None,
            Some(path) => Some((path.as_path(), config(options, players, paces, openings)?)),
        };
        let (journal, entries) = Journal::open(journal, pgn, players.len())?;
        let mut collector = Self {
            options,
            players,
            paces,
            openings,
            schedule,
            standings: Standings::new(schedule, players.len()),
            journal,
            finished: HashSet::new(),
            resumed: entries.len(),
            pairs: 0,
            decision: None,
            identities: vec![None; players.len()],
            began: Instant::now(),
            bar: progress::bar(schedule.games() as usize),
        };
        for entry in &entries {
            collector.count(entry);
        }
        collector.show_progress();
        collector.bar.reset_eta();
        Ok(collector)
    }

    /// What is to be said of the games that the journal brought.
    pub(super) fn resumption(&self) -> Option<String> {
        let games = self.schedule.games();
        (self.resumed > 0).then(|| format!("{} of {games} games were played before", self.resumed))
    }

    /// Passes on something to know about the conditions.
    pub(super) fn remark(&self, text: String, each: &mut dyn FnMut(&Event<'_>)) {
        self.bar.suspend(|| each(&Event::Remark(text)));
    }

    /// The games to be played, in order.
    pub(super) fn remaining(&self) -> impl Iterator<Item = u64> + Send + use<> {
        let (games, finished) = (self.schedule.games(), self.finished.clone());
        (0..if self.is_decided() { 0 } else { games }).filter(move |game| !finished.contains(game))
    }

    /// Whether the test has come to an end.
    pub(super) fn is_decided(&self) -> bool {
        self.decision.is_some()
    }

    pub(super) fn started(&self, game: u64, each: &mut dyn FnMut(&Event<'_>)) {
        let names = self.names(game);
        let event = Event::Started { game: game + 1, games: self.schedule.games(), names };
        self.bar.suspend(|| each(&event));
    }

    /// Writes down and counts a game. Games that end after the test are too late.
    pub(super) fn finished(
        &mut self,
        game: u64,
        record: &GameRecord,
        each: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), LabError> {
        if self.is_decided() {
            return Ok(());
        }
        let Fixture { players, .. } = self.schedule.fixture(game);
        let counts = |fault: &Fault| self.options.check_mate_pvs || fault.kind != FaultKind::MatePv;
        let faults: Vec<_> = record.faults.iter().filter(|(_, fault)| counts(fault)).collect();
        let entry = Entry {
            game,
            result: record.result,
            reason: record.reason.clone(),
            faults: faults.iter().map(|(color, fault)| (players[color.index()], fault.kind)).collect(),
            pgn: 0,
        };
        let moves = self.moves(game, record);
        self.journal.add(&entry, moves.as_deref())?;
        for color in Color::ALL {
            self.identities[players[color.index()]] = Some(record.identities[color.index()].clone());
        }
        let pair_finished = self.count(&entry);
        let names = self.names(game);
        self.bar.suspend(|| {
            for (color, fault) in faults {
                each(&Event::Fault { game: game + 1, player: names[color.index()], fault });
            }
            let (result, reason) = (record.result, record.reason.as_str());
            each(&Event::Finished { game: game + 1, names, result, reason });
        });
        let interval = self.options.rating_interval;
        // The last report follows anyway.
        let last = self.is_decided() || self.finished.len() as u64 == self.schedule.games();
        if pair_finished && interval > 0 && self.pairs.is_multiple_of(interval) && !last {
            let report = self.report(false);
            self.bar.suspend(|| each(&Event::Standings(&report)));
        }
        self.show_progress();
        Ok(())
    }

    /// The final report.
    pub(super) fn into_report(self, cancelled: bool) -> Report {
        self.bar.finish_and_clear();
        self.report(cancelled)
    }

    /// Counts a game; says whether that finished a pair.
    fn count(&mut self, entry: &Entry) -> bool {
        // Twice in a journal, or beyond the games of a match that has been made shorter.
        if entry.game >= self.schedule.games() || !self.finished.insert(entry.game) {
            return false;
        }
        let pair_finished = self.standings.add(&Finished {
            fixture: self.schedule.fixture(entry.game),
            result: entry.result,
            reason: &entry.reason,
            faults: entry.faults.clone(),
        });
        self.pairs += u64::from(pair_finished);
        if let Some(sprt) = self.options.sprt.filter(|_| pair_finished && !self.is_decided()) {
            let llr = llr(&sprt, &self.standings.score(0));
            let verdict = sprt.verdict(llr);
            self.decision = (verdict != Verdict::Running).then_some((llr, verdict));
        }
        pair_finished
    }

    fn names(&self, game: u64) -> [&'a str; 2] {
        self.schedule.fixture(game).players.map(|player| self.players[player].name.as_str())
    }

    /// The moves of a game, if they are wanted.
    fn moves(&self, game: u64, record: &GameRecord) -> Option<String> {
        let file = self.options.pgn.as_ref()?;
        let Fixture { round, players, .. } = self.schedule.fixture(game);
        let tags = Tags {
            event: EVENT.to_owned(),
            site: SITE.to_owned(),
            round: (round + 1).to_string(),
            names: self.names(game).map(str::to_owned),
            time_controls: players.map(|player| self.paces[player].tag()),
        };
        Some(pgn::write(record, &tags, &file.details))
    }

    fn show_progress(&self) {
        let score = self.standings.score(0);
        let games = &score.games;
        let mut text = format!(
            "{} games/h  +{} ={} -{}  Elo {}  nElo {}  LOS {:.1} %  {:?}",
            progress::grouped(self.games_per_hour().round() as u64),
            games.wins,
            games.draws,
            games.losses,
            score.elo(),
            score.nelo(),
            100.0 * score.los(),
            score.penta.0,
        );
        if let Some(sprt) = &self.options.sprt {
            let test = SprtReport::new(sprt, llr(sprt, &score));
            text.push_str(&format!("  {}", test.line()));
            // The end as it would be if the ratio went on growing as it did.
            let expected = (self.finished.len() as f64 / test.progress().abs()) as u64;
            self.bar.set_length(expected.clamp(self.finished.len() as u64, self.schedule.games()));
        }
        self.bar.set_position(self.finished.len() as u64);
        self.bar.set_message(text);
    }

    /// Since the start or the last break.
    fn games_per_hour(&self) -> f64 {
        let played = self.finished.len().saturating_sub(self.resumed) as u64;
        progress::per_hour(played, self.began.elapsed().as_secs_f64())
    }

    fn report(&self, cancelled: bool) -> Report {
        let standing =
            |player: usize| Standing::new(&self.players[player].name, &self.standings.score(player));
        let mut ranking: Vec<Standing> = (0..self.players.len()).map(standing).collect();
        let first = ranking[0].clone();
        // Stable, so that equals stay in the order they were named in.
        ranking.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        let test = self.options.sprt.unwrap_or_default();
        let (llr, verdict) =
            self.decision.unwrap_or_else(|| (llr(&test, &self.standings.score(0)), Verdict::Running));
        let names = self.players.iter().map(|player| player.name.clone());
        Report {
            first,
            llr,
            sprt: self.options.sprt.map(|sprt| SprtReport { verdict, ..SprtReport::new(&sprt, llr) }),
            faults: names.zip(self.standings.faults().iter().cloned()).collect::<BTreeMap<_, _>>(),
            players: ranking,
            pairings: self.standings.pairings().map(|(pair, score)| self.pairing(pair, score)).collect(),
            reasons: self.standings.reasons().clone(),
            games_played: self.finished.len() as u64,
            games_planned: self.schedule.games(),
            games_per_hour: self.games_per_hour(),
            seconds: self.began.elapsed().as_secs_f64(),
            cancelled,
            setting: self.setting(),
        }
    }

    fn pairing(&self, [first, second]: [usize; 2], score: &Score) -> Pairing {
        Pairing {
            opponent: self.players[second].name.clone(),
            standing: Standing::new(&self.players[first].name, score),
        }
    }

    /// `8+0.08, 1t, 16MB, book.epd`, with both values where the first two players differ.
    fn setting(&self) -> String {
        let both = |[first, second]: [String; 2]| {
            if first == second { first } else { format!("{first} - {second}") }
        };
        let option = |get: fn(&Identity) -> Option<u64>, unit: &str| {
            both([0, 1].map(|player: usize| {
                let value = self.identities[player].as_ref().and_then(get);
                value.map_or("NULL".to_owned(), |value| format!("{value}{unit}"))
            }))
        };
        let pace = both([0, 1].map(|player: usize| self.paces[player].to_string()));
        let (threads, hash) = (option(|engine| engine.threads, "t"), option(|engine| engine.hash_mib, "MB"));
        format!("{pace}, {threads}, {hash}, {}", self.openings.name())
    }
}

/// The logarithm of the likelihood ratio, from pairs if the model knows them.
fn llr(sprt: &Sprt, score: &Score) -> f64 {
    if sprt.model() == Model::Bayesian { sprt.llr_trinomial(&score.games) } else { sprt.llr(&score.penta) }
}

/// What decides which games are played and how they are counted. How many, and how many at a time, may change.
fn config(
    options: &Options,
    players: &[PlayerSpec],
    paces: &[Pace],
    openings: &Openings,
) -> Result<Config, LabError> {
    let mut config = Config::new();
    let mut set = |key: &str, value: Value| config.insert(key.to_owned(), value);
    for (number, (player, pace)) in players.iter().zip(paces).enumerate() {
        set(&format!("player {}", number + 1), json!(describe(player, pace)));
    }
    let source = match &options.openings {
        OpeningSource::Generated(variant) => json!(variant),
        OpeningSource::Book(book) => json!([openings.name(), book.order, book.plies, book.start]),
    };
    let rules = &options.rules;
    set("version", json!(env!("CARGO_PKG_VERSION")));
    set("format", json!(options.format));
    set("openings", json!(source));
    set("content of the openings", json!(format!("{:016x}", openings.fingerprint())));
    set("seed", json!(options.seed));
    set("draw rule", json!(rules.draw.map(|rule| format!("{rule:?}"))));
    set("resign rule", json!(rules.resign.map(|rule| format!("{rule:?}"))));
    set("max moves", json!(rules.max_moves));
    set("tablebases", json!(rules.tablebases.as_ref().map(Tablebases::description)));
    set("test", json!(options.sprt));
    set("games in", json!(options.pgn.as_ref().map(|file| file_name(&file.path))));
    for (name, signature) in signatures(options, players)? {
        set(&name, json!(signature));
    }
    Ok(config)
}

/// By which program, with which evaluation, the players in process play, and the one that judges openings: numbers that
/// change with the code and with the network. Techniques and parameters are told by [`describe`].
fn signatures(options: &Options, players: &[PlayerSpec]) -> Result<Vec<(String, u64)>, LabError> {
    let usual = Evaluation::default();
    let is_generated = matches!(options.openings, OpeningSource::Generated(_));
    let judge = is_generated.then(|| ("engine of the openings".to_owned(), &usual));
    let engines = players.iter().enumerate().filter_map(|(number, player)| match &player.kind {
        PlayerKind::InProcess { settings, .. } => {
            Some((format!("engine {}", number + 1), &settings.evaluation))
        }
        PlayerKind::Uci(_) => None,
    });
    let mut known: Vec<(&Evaluation, u64)> = Vec::new();
    let mut named = Vec::new();
    for (name, evaluation) in engines.chain(judge) {
        let signature = match known.iter().find(|(known, _)| *known == evaluation) {
            Some((_, signature)) => *signature,
            None => signature(&Settings { evaluation: evaluation.clone(), ..Settings::default() })?,
        };
        known.push((evaluation, signature));
        named.push((name, signature));
    }
    Ok(named)
}

/// A player in so many words that two that play differently are described differently.
fn describe(player: &PlayerSpec, pace: &Pace) -> String {
    let margin = pace.margin.unwrap_or_default().as_millis();
    let kind = match &player.kind {
        PlayerKind::InProcess { settings, hash_mib, threads } => {
            format!("this engine,{} hash {hash_mib}, threads {threads}", changes(settings))
        }
        PlayerKind::Uci(spec) => format!("{spec:?}"),
    };
    format!("{}: {kind}, {pace}, timemargin {margin}", player.name)
}

/// How settings differ from the default: ` nullmove=off, rfp_margin=95,`.
fn changes(settings: &Settings) -> String {
    let default = Settings::default();
    let switches = engine::Technique::ALL.iter().filter_map(|&technique| {
        let on = settings.techniques.has(technique);
        let word = if on { "on" } else { "off" };
        (on != default.techniques.has(technique)).then(|| format!(" {}={word},", technique.name()))
    });
    let numbers = engine::params::Params::registry().filter_map(|info| {
        let value = settings.params.get(info.name)?;
        (value != info.default).then(|| format!(" {}={value},", info.name))
    });
    switches.chain(numbers).collect()
}
