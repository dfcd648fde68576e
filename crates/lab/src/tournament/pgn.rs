//! Games in PGN, with fastchess's headers and comments, so that tools made for it read them.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

use chess::{Color, Game, Position, san};
use engine::UciScore;

use super::game::{GameRecord, MoveRecord};
use super::player::FaultKind;

/// Columns of a line of moves. A move and its comment are not parted.
const COLUMNS: usize = 80;

/// What the headers say beside the game itself. Empty ones are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// The event.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// The round.
    pub round: String,
    /// The players' names, indexed by colour.
    pub names: [String; 2],
    /// The players' time controls as [`Pace::tag`](super::pace::Pace::tag) writes them, indexed by colour.
    pub time_controls: [String; 2],
}

/// What is written of each move, beside score, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PgnOptions {
    /// No comments, and only the basic headers.
    pub min: bool,
    /// `tl=`: the time left on the clock.
    pub time_left: bool,
    /// `latency=`: what the engine's own account of its time leaves out.
    pub latency: bool,
    /// `n=`: nodes.
    pub nodes: bool,
    /// `sd=`: selective depth.
    pub seldepth: bool,
    /// `nps=`: nodes a second.
    pub nps: bool,
    /// `hashfull=`: how full the transposition table is, permille.
    pub hashfull: bool,
    /// `tbhits=`: tablebase hits.
    pub tbhits: bool,
    /// `pv=`: the line expected.
    pub pv: bool,
}

/// The game as PGN, with an empty line at the end.
#[must_use]
pub fn write(record: &GameRecord, tags: &Tags, options: &PgnOptions) -> String {
    let mut text = headers(record, tags, options);
    text.push('\n');
    text.push_str(&movetext(record, options));
    text.push_str("\n\n");
    text
}

fn headers(record: &GameRecord, tags: &Tags, options: &PgnOptions) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            let value = clean(value).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
    };
    let [white, black] = &record.identities;
    let start = &record.opening.start;
    add("Event", &tags.event);
    add("Site", &tags.site);
    add("Date", &date(record.started).dots());
    add("Round", &tags.round);
    add("White", &tags.names[Color::White.index()]);
    add("Black", &tags.names[Color::Black.index()]);
    add("Result", record.result.as_str());
    if !options.min {
        add("EngineWhiteName", &white.name);
        add("EngineWhiteAuthor", &white.author);
        add("EngineBlackName", &black.name);
        add("EngineBlackAuthor", &black.author);
    }
    if record.chess960 || *start != Position::startpos() {
        add("SetUp", "1");
        add("FEN", &if record.chess960 { start.shredder_fen() } else { start.fen() });
    }
    if record.chess960 {
        add("Variant", "Chess960");
    }
    if !options.min {
        add("GameDuration", &hours(record.duration));
        add("GameStartTime", &date(record.started).iso());
        add("GameEndTime", &date(record.started + record.duration).iso());
        add("PlyCount", &(record.opening.moves.len() + record.moves.len()).to_string());
        add("Termination", record.termination.as_str());
        match &tags.time_controls {
            [white, black] if white == black => add("TimeControl", white),
            [white, black] => {
                add("WhiteTimeControl", white);
                add("BlackTimeControl", black);
            }
        }
    }
    text
}

fn movetext(record: &GameRecord, options: &PgnOptions) -> String {
    let book = record.opening.game();
    let moves = book.moves().iter().map(|&mv| (mv, None));
    let moves = moves.chain(record.moves.iter().map(|record| (record.mv, Some(record))));
    let count = book.moves().len() + record.moves.len();
    let mut game = Game::new(record.opening.start.clone());
    let mut lines = Wrapped::default();
    if count == 0 && !options.min {
        lines.add(&format!("{{{}}}", clean_comment(&reason(record))));
    }
    for (index, (mv, chosen)) in moves.enumerate() {
        let position = game.position();
        let number = position.fullmove_number();
        let mut text = match position.side_to_move() {
            Color::White => format!("{number}. "),
            Color::Black if index == 0 => format!("{number}... "),
            Color::Black => String::new(),
        };
        text.push_str(&san(position, mv));
        if !options.min {
            let mut comment =
                chosen.map_or("book".to_owned(), |chosen| comment(chosen, record.chess960, options));
            if index + 1 == count && chosen.is_some() {
                let _ = write!(comment, ", {}", reason(record));
            }
            let _ = write!(text, " {{{}}}", clean_comment(&comment));
        }
        lines.add(&text);
        if game.play(mv).is_err() {
            break;
        }
    }
    lines.add(record.result.as_str());
    lines.text
}

/// Why the game ended, with the move if that was it.
fn reason(record: &GameRecord) -> String {
    let bad_move = record.faults.iter().find(|(_, fault)| {
        matches!(fault.kind, FaultKind::IllegalMove | FaultKind::NoMove) && !fault.detail.is_empty()
    });
    match bad_move {
        Some((_, fault)) => format!("{}: {}", record.reason, fault.detail),
        None => record.reason.clone(),
    }
}

/// `+0.25/17 0.531s, n=12345`: score, depth and time, and what else is wanted.
fn comment(chosen: &MoveRecord, chess960: bool, options: &PgnOptions) -> String {
    let report = chosen.report.as_ref();
    let score = report.map_or(String::new(), |report| score(report.score));
    let depth = report.map_or(0, |report| report.depth);
    let mut text = format!("{score}/{depth} {}", seconds(chosen.time.as_secs_f64()));
    if let Some(left) = chosen.time_left.filter(|_| options.time_left) {
        let _ = write!(text, ", tl={}", seconds(left.as_secs_f64()));
    }
    let Some(report) = report else { return text };
    if options.latency {
        let latency = chosen.time.as_secs_f64() - report.time.as_secs_f64();
        let _ = write!(text, ", latency={}", seconds(latency));
    }
    for (wanted, name, value) in [
        (options.nodes, "n", report.nodes),
        (options.seldepth, "sd", report.seldepth.into()),
        (options.nps, "nps", report.nps),
        (options.hashfull, "hashfull", report.hashfull.into()),
        (options.tbhits, "tbhits", report.tbhits),
    ] {
        if wanted {
            let _ = write!(text, ", {name}={value}");
        }
    }
    if options.pv {
        let pv: Vec<String> = report.pv.iter().map(|mv| mv.uci(chess960).to_string()).collect();
        let _ = write!(text, ", pv=\"{}\"", pv.join(" "));
    }
    text
}

/// Pawns with a sign, or plies to mate.
fn score(score: UciScore) -> String {
    match score {
        UciScore::Cp(0) => "0.00".to_owned(),
        UciScore::Cp(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        UciScore::Mate(moves) if moves > 0 => format!("+M{}", 2 * i64::from(moves) - 1),
        UciScore::Mate(moves) => format!("-M{}", -2 * i64::from(moves)),
    }
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}s")
}

/// Without characters that would end a line or a tag.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Without characters that would end a comment.
fn clean_comment(text: &str) -> String {
    clean(text).replace(['{', '}'], "")
}

/// Text in lines.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    fn add(&mut self, part: &str) {
        let length = part.chars().count();
        if self.column > 0 {
            let fits = self.column + length < COLUMNS;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(part);
        self.column += length;
    }
}

/// `01:02:03`
fn hours(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Seconds of a day.
const DAY: u64 = 86_400;

/// The date of a moment; those before 1970 count as its beginning. The calendar repeats every 400 years, which have
/// 146,097 days, and is easiest to reckon in years that begin in March (after Howard Hinnant's `civil_from_days`).
fn date(moment: SystemTime) -> Date {
    let seconds = moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    // Days since 1 March of the year 0.
    let days = seconds / DAY + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    Date {
        year: 400 * era + year_of_era + u64::from(month <= 2),
        month,
        day: day_of_year - (153 * from_march + 2) / 5 + 1,
        second: seconds % DAY,
    }
}

/// A moment in UTC.
struct Date {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
}

impl Date {
    /// `2026.07.29`
    fn dots(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `2026-07-29T12:34:56 +0000`
    fn iso(&self) -> String {
        let clock = hours(Duration::from_secs(self.second));
        format!("{:04}-{:02}-{:02}T{clock} +0000", self.year, self.month, self.day)
    }
}

#[cfg(test)]
#[path = "pgn_tests.rs"]
mod tests;
