//! What people and tools read while games are played: fastchess's lines, which OpenBench and others parse.

use std::fmt;

use super::game::GameResult;
use super::player::{Fault, FaultKind};
use super::report::{Report, Standing};
use crate::progress::grouped;
use crate::stats::{Verdict, positive_zero, ratio, strength};

const RULE: &str = "--------------------------------------------------";
/// Least width of the column of names.
const NAME_WIDTH: usize = 25;
const SECONDS_OF_HOUR: u64 = 3600;
const SECONDS_OF_MINUTE: u64 = 60;

/// Something that happened in a tournament. Shown, it is a line or a block of lines.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Something to know about the conditions.
    Remark(String),
    /// A game has begun.
    Started {
        /// Its number, from 1.
        game: u64,
        /// How many games there are to be.
        games: u64,
        /// The players, indexed by colour.
        names: [&'a str; 2],
    },
    /// A player did something wrong.
    Fault {
        /// The number of the game, from 1.
        game: u64,
        /// The player.
        player: &'a str,
        /// What.
        fault: &'a Fault,
    },
    /// A game has come to its end.
    Finished {
        /// Its number, from 1.
        game: u64,
        /// The players, indexed by colour.
        names: [&'a str; 2],
        /// Who won.
        result: GameResult,
        /// Why.
        reason: &'a str,
    },
    /// The results so far.
    Standings(&'a Report),
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Remark(text) => write!(f, "Note: {text}"),
            Event::Started { game, games, names: [white, black] } => {
                write!(f, "Started game {game} of {games} ({white} vs {black})")
            }
            Event::Fault { game, player, fault } => {
                let (words, detail) = (fault.kind.fastchess_words(), fault.detail.as_str());
                let dash = if words.is_empty() || detail.is_empty() { "" } else { " - " };
                write!(f, "Warning; {words}{dash}{detail}; game {game} from {player}")
            }
            Event::Finished { game, names: [white, black], result, reason } => {
                write!(f, "Finished game {game} ({white} vs {black}): {} {{{reason}}}", result.as_str())
            }
            Event::Standings(report) => write!(f, "{}", Results(report)),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Results(self))?;
        for (name, faults) in &self.faults {
            let count = |kinds: &[FaultKind]| kinds.iter().filter_map(|kind| faults.get(kind)).sum::<u64>();
            writeln!(f, "Player: {name}")?;
            writeln!(f, "  Timeouts: {}", count(&[FaultKind::TimeLoss]))?;
            writeln!(f, "  Crashed: {}", count(&[FaultKind::Crash, FaultKind::Hang]))?;
            for (kind, count) in faults {
                writeln!(f, "  {}: {count}", kind.name())?;
            }
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        if !reasons.is_empty() {
            writeln!(f, "Games ended by: {}", reasons.join(", "))?;
        }
        writeln!(f, "Speed: {} games/hour", grouped(self.games_per_hour.round() as u64))?;
        if let Some(test) = &self.sprt {
            let end = match test.verdict {
                Verdict::AcceptH0 => "completed - H0 was accepted",
                Verdict::AcceptH1 => "completed - H1 was accepted",
                Verdict::Running => "ended without a decision",
            };
            writeln!(f, "SPRT ([{:.2}, {:.2}]) {end}", test.elo0, test.elo1)?;
        }
        let end = if self.cancelled { "Match interrupted" } else { "Finished match" };
        let seconds = self.seconds as u64;
        let (hours, rest) = (seconds / SECONDS_OF_HOUR, seconds % SECONDS_OF_HOUR);
        let (minutes, seconds) = (rest / SECONDS_OF_MINUTE, rest % SECONDS_OF_MINUTE);
        write!(f, "{end}\nTotal Time: {hours:02}:{minutes:02}:{seconds:02} (hours:minutes:seconds)")
    }
}

/// The block of results.
struct Results<'a>(&'a Report);

impl fmt::Display for Results<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(f, "{RULE}")?;
        match &report.pairings[..] {
            [pairing] => {
                writeln!(
                    f,
                    "Results of {} vs {} ({}):",
                    report.first.name, pairing.opponent, report.setting
                )?;
                head_to_head(f, &report.first)?;
            }
            _ => rank_table(f, &report.players)?,
        }
        if let Some(test) = &report.sprt {
            writeln!(f, "{}", test.line())?;
        }
        f.write_str(RULE)
    }
}

fn head_to_head(f: &mut fmt::Formatter<'_>, first: &Standing) -> fmt::Result {
    let Standing { games, wins, losses, draws, points, score, elo, nelo, penta, .. } = first;
    writeln!(f, "{}", strength(elo, nelo, first.los, first.draw_ratio, Some(penta)))?;
    writeln!(
        f,
        "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({:.2} %)",
        100.0 * score
    )?;
    writeln!(f, "Ptnml(0-2): {:?}, WL/DD Ratio: {}", penta.0, ratio(first.wl_dd_ratio))
}

fn rank_table(f: &mut fmt::Formatter<'_>, players: &[Standing]) -> fmt::Result {
    let width = players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(NAME_WIDTH);
    writeln!(
        f,
        "Rank {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}",
        "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    )?;
    let number = |value: f64| match (value.is_finite(), value < 0.0) {
        (true, _) => format!("{:.2}", positive_zero(value)),
        (false, false) => "unbounded".to_owned(),
        (false, true) => "-unbounded".to_owned(),
    };
    let error = |value: f64| if value.is_finite() { format!("{value:.2}") } else { "unknown".to_owned() };
    for (rank, player) in players.iter().enumerate() {
        writeln!(
            f,
            "{:>4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9.1}% {:>9.1}% {:>20}",
            rank + 1,
            player.name,
            number(player.elo.value),
            error(player.elo.error),
            number(player.nelo.value),
            error(player.nelo.error),
            player.games,
            100.0 * player.score,
            100.0 * player.draw_ratio,
            format!("{:?}", player.penta.0)
        )?;
    }
    Ok(())
}
